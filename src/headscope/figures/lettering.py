"""Text as a drawing needs it: how wide it will be, where to break it, and tokens that can be seen whatever is in them."""

import unicodedata

MONO = 0.61  # the width of a monospaced character, in sizes of the type
JOINER = "\u200d"
MODIFIERS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))  # colours of skin
FLAGS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))  # letters, two of which are a flag
_NARROW, _WIDE = set("iljI.,:;'|!()[]ft- "), set("mwMW@%→–—")


def width(content: str, size: float) -> float:
    """About how wide a line of the system's sans serif is: a little more than most, since nobody knows which one it will be.

    >>> width("ill", 10.0) < width("mum", 10.0)
    True
    """
    return size * sum(0.36 if c in _NARROW else 0.92 if c in _WIDE else 0.68 if c.isupper() else 0.59 for c in content)


def wrapped(content: str, size: float, most: float) -> list[str]:
    """The text in lines no wider than `most`; a word that is wider than a line goes on in the next.

    >>> wrapped("one two three", 10.0, 50.0), wrapped("wwwwwwwwww", 10.0, 50.0)
    (['one two', 'three'], ['wwwww', 'wwwww'])
    """
    lines: list[str] = []
    for word in content.split():
        if lines and width(f"{lines[-1]} {word}", size) <= most:
            lines[-1] += f" {word}"
            continue
        lines.append("")
        for character in word:
            if lines[-1] and width(lines[-1] + character, size) > most:
                lines.append("")
            lines[-1] += character
    return lines


def plain(name: str) -> str:
    """A name given by somebody (a file's, a model's), safe inside a sentence: `visible`, but for its spaces."""
    return " ".join(map(visible, name.split()))


def visible(token: str) -> str:
    r"""A token with nothing in it that can't be seen or that moves what stands beside it: white space, control characters, marks that
    turn the direction of writing; an accent that has no letter to stand on gets a circle. The joiner inside a picture of several
    (a woman and a microscope are a scientist) is harmless, and stays. The page does the same (web/src/views/tokens.ts).

    >>> visible(" a\n"), visible("\u202eevil"), visible(""), visible("\u0301")
    ('␣a↵', '‹202E›evil', '‹empty›', '◌\u0301')
    """
    seen = "".join(
        character if character == JOINER and _joins(token, at) else _visible(character) for at, character in enumerate(token)
    )
    return f"◌{seen}" if seen and _is_mark(seen[0]) else seen or "‹empty›"


def _visible(character: str) -> str:
    known = {" ": "␣", "\n": "↵", "\t": "⇥"}
    if character in known:
        return known[character]
    # Controls, formats (directions, zero widths), halves of pairs, private and unassigned ones; separators of all kinds. Pictures that
    # are younger than this Python are unassigned to it, and seen all the same.
    hidden = unicodedata.category(character)[0] in "CZ" and not _is_young(character)
    return f"‹{ord(character):02X}›" if hidden or character in "\u115f\u1160\u3164\uffa0\u2800" else character


def _joins(token: str, at: int) -> bool:
    """Whether a joiner stands between two pictures, the first with its colour of skin or its variant."""
    before = token[:at].rstrip("\ufe0f")
    before = before[:-1] if before and before[-1] in MODIFIERS else before
    return _is_picture(before[-1:]) and _is_picture(token[at + 1 : at + 2])


def _is_picture(character: str) -> bool:
    return bool(character) and (unicodedata.category(character) == "So" or character == "↔" or _is_young(character))


def _is_young(character: str) -> bool:
    return 0x1F000 <= ord(character) <= 0x1FAFF and unicodedata.category(character) == "Cn"


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def clusters(content: str) -> list[str]:
    """What is read as one character: a letter with its accents, a picture with all that is joined to it, a flag.

    >>> [len(one) for one in clusters("ae\u0301👩\u200d🔬🇨🇭")]
    [1, 2, 3, 2]
    """
    found: list[str] = []
    for character in content:
        last = found[-1] if found else ""
        flag = len(last) == 1 and character in FLAGS and last in FLAGS
        if last and (_is_mark(character) or character == JOINER or character in MODIFIERS or last[-1] == JOINER or flag):
            found[-1] += character
        else:
            found.append(character)
    return found


def cells(content: str) -> int:
    """How many monospaced places a text takes.

    >>> cells("ab"), cells("日本"), cells("e\u0301"), cells("👩\u200d🔬")
    (2, 4, 1, 2)
    """
    places, before = 0, ""
    for character in content:
        if before != JOINER:
            places += _places(character)
        before = character
    return places


def _places(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me") or character == JOINER or character in MODIFIERS:
        return 0
    wide = unicodedata.east_asian_width(character) in "WF" or _is_young(character)
    return 2 if wide else 1


def shortened(token: str, most: int) -> str:
    """A token made visible, and cut where it is longer than `most` places; never through a letter and its accents.

    >>> shortened("strawberries", 8), shortened("straw", 8)
    ('strawbe…', 'straw')
    """
    seen = visible(token)
    if cells(seen) <= most and len(seen) <= 2 * most:
        return seen
    kept = ""
    for whole in clusters(seen):
        cluster = whole[:most]  # a letter may carry a hundred accents
        if cells(kept + cluster) > most - 1 or len(kept + cluster) > 2 * most:
            break
        kept += cluster
    return kept + "…"
