"""Text as a drawing needs it: how wide it will be, where to break it, and tokens that can be seen whatever is in them."""

import unicodedata

MONO = 0.61  # the width of a monospaced character, in sizes of the type
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
    r"""A token with nothing in it that can't be seen or that moves what stands beside it: white space, control characters,
    marks that turn the direction of writing.

    >>> visible(" a\n"), visible("\u202eevil"), visible("")
    ('␣a↵', '‹202E›evil', '‹empty›')
    """
    return "".join(map(_visible, token)) or "‹empty›"


def _visible(character: str) -> str:
    known = {" ": "␣", "\n": "↵", "\t": "⇥"}
    if character in known:
        return known[character]
    # Controls, formats (directions, zero widths), halves of pairs, private and unassigned ones; separators of all kinds.
    hidden = unicodedata.category(character)[0] in "CZ" or character in "\u115f\u1160\u3164\uffa0\u2800"
    return f"‹{ord(character):02X}›" if hidden else character


def cells(content: str) -> int:
    """How many monospaced places a text takes.

    >>> cells("ab"), cells("日本"), cells("e\u0301")
    (2, 4, 1)
    """
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in content)


def shortened(token: str, most: int) -> str:
    """A token made visible, and cut where it is longer than `most` places.

    >>> shortened("strawberries", 8), shortened("straw", 8)
    ('strawbe…', 'straw')
    """
    seen = visible(token)
    if cells(seen) <= most and len(seen) <= 2 * most:  # a letter may carry a hundred accents
        return seen
    kept = ""
    for character in seen:
        if cells(kept + character) > most - 1 or len(kept) >= 2 * most:
            break
        kept += character
    return kept + "…"
