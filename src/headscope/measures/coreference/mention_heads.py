"""The word that stands for a mention: as annotated, by the tree, or by a head finder of our own for text that has neither.

The finder reads tags, of Universal Dependencies or of the Penn Treebank, told apart word by word; where a word has none, a
short list of English function words stands in. It does not parse: a possessor that is itself a phrase ("the king of Spain's
wife") misleads it.
"""

from collections import Counter
from collections.abc import Sequence

from headscope.types import Mention, Sentence

MENTION_HEADS = {
    "annotated": "the head that the annotation names, else the tree's, else the head finder's",
    "tree": "the word that hangs on a word outside the mention; without a tree the head finder's",
    "last": "the mention's last word, but for a possessive marker and punctuation",
}

_TAGS = {
    tag: part
    for part, tags in {
        "noun": "NOUN X NN NNS FW ADD",
        "proper": "PROPN NNP NNPS",
        "pronoun": "PRON PRP EX",
        "possessive": "PRP$",
        "relative": "WP WP$ WDT WRB",
        "determiner": "DET DT PDT",
        "number": "NUM CD",
        "adjective": "ADJ JJ JJR JJS AFX",
        "adverb": "ADV RB RBR RBS RP",
        "verb": "VERB AUX VB VBD VBG VBN VBP VBZ MD",
        "adposition": "ADP SCONJ PART IN TO",
        "conjunction": "CCONJ CC",
        "marker": "POS",
        "punctuation": "PUNCT , . : `` '' -LRB- -RRB- NFP",
        "hyphen": "HYPH",
    }.items()
    for tag in tags.split()
}
_WORDS = {
    word: part
    for part, words in {
        "pronoun": "i me we us you he him she it they them myself ourselves yourself himself herself itself themselves",
        "possessive": "my our your his her its their",
        "relative": "who whom whose which",
        "determiner": "a an the this that these those all both each some any",
        "adposition": "of in on at by for with from to into about after before between under over through than as",
        "conjunction": "and or but &",
        "marker": "'s ' ’s ’",
        "hyphen": "-",
    }.items()
    for word in words.split()
}
_FINER = {"pronoun": ("possessive", "relative"), "adposition": ("marker",), "punctuation": ("hyphen", "marker")}
_NAMES = ("noun", "proper", "pronoun")
_LOOSE = ("number", "determiner", "adjective")  # heads where there is no noun: "all of them", "the rich"
_ENDS = ("adposition", "relative", "conjunction", "verb", "punctuation", "pronoun", "possessive", "determiner")
_ARTICLES = ("a", "an", "the")
_COMPARES = ("than", "as", "to")  # "more than ten men", "up to ten men"


def part_of(word: str, tag: str | None) -> str:
    """A word's part of speech, as far as heads and kinds of mentions ask.

    >>> part_of("his", "PRON"), part_of("his", "PRP$"), part_of("Mia", "NNP"), part_of("of", None), part_of("Mia", None)
    ('possessive', 'possessive', 'proper', 'adposition', 'proper')
    """
    listed = _WORDS.get(word.lower())
    part = None if tag is None else _TAGS.get(tag)
    if part is not None:
        return listed if listed in _FINER.get(part, ()) else part
    if tag is not None and tag != "_":
        return "other"
    if listed or not any(map(str.isalnum, word)):
        return listed or "punctuation"
    return "number" if word[0].isdigit() else "proper" if word[0].isupper() else "noun"


def find_head(sentence: Sentence, mention: Mention, how: str = "annotated") -> int:
    """The position in the sentence of the mention's head word; `how` is one of MENTION_HEADS.

    >>> phrase = Sentence(("the", "old", "king", "of", "Spain"), tags=("DT", "JJ", "NN", "IN", "NNP"))
    >>> [find_head(phrase, Mention(0, 5, "e"), how) for how in MENTION_HEADS]
    [2, 2, 4]
    """
    if how == "annotated" and mention.head is not None:
        return mention.head
    parts = parts_of(sentence, mention)
    if how == "last":
        return mention.start + _last(parts)
    if sentence.heads is not None:
        return _above(sentence.heads, mention)
    return mention.start + _found(parts, sentence.words[mention.start : mention.end])


def parts_of(sentence: Sentence, mention: Mention) -> list[str]:
    tags = sentence.tags or (None,) * len(sentence.words)
    return [part_of(sentence.words[at], tags[at]) for at in range(mention.start, mention.end)]


def _last(parts: Sequence[str]) -> int:
    """The last place that is neither punctuation nor a possessive marker; the last of all where all are."""
    return next(
        (at for at in reversed(range(len(parts))) if parts[at] not in ("punctuation", "marker", "hyphen")), len(parts) - 1
    )


def _above(heads: Sequence[int], mention: Mention) -> int:
    """The word whose governor lies outside the mention; of several, the one that most of its words are under, then the first."""
    tops: Counter[int] = Counter()
    for at in range(mention.start, mention.end):
        while mention.start <= heads[at] < mention.end:
            at = heads[at]
        tops[at] += 1
    return min(tops, key=lambda at: (-tops[at], at))


def _found(parts: Sequence[str], words: Sequence[str]) -> int:
    """The last noun before what follows a noun phrase's head: a preposition, a relative, a comma, a verb, "and", a pronoun.

    What stands before a possessive marker is a possessor and no head, unless the mention ends there. A verb behind a hyphen
    ("man-eating") belongs to what precedes the noun. Without a noun it is the last number, determiner or adjective.
    """
    best: int | None = None
    loose: int | None = None
    for at, part in enumerate(parts):
        if part == "marker" and at + 1 < len(parts):
            best = loose = None
        elif best is not None and part in _ENDS and parts[at - 1] != "hyphen":
            break
        elif part in _NAMES:
            best = at
        elif best is None and loose is not None and part in ("adposition", "relative") and words[at].lower() not in _COMPARES:
            break
        elif best is None and part in _LOOSE and words[at].lower() not in _ARTICLES:
            loose = at
    return best if best is not None else loose if loose is not None else _last(parts)
