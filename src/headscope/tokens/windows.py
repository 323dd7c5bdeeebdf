"""Windows: consecutive whole sentences of a document, as many as fit into one input. It tokenises nothing: it is told how many
tokens a sentence has."""

from collections.abc import Iterator
from dataclasses import replace

from headscope.tokens.filled import Lengths
from headscope.tokens.units import annotated
from headscope.types import Document, Sentence, Unit


def windows(document: Document, lengths: Lengths, room: int) -> Iterator[Unit]:
    """Sentences joined while they have no more than `room` tokens together; one that is longer alone is a window of its own,
    which whoever encodes it leaves out.

    >>> document = Document("d", (), tuple(Sentence(tuple(words.split())) for words in ("a b", "c", "d e f", "g")))
    >>> [unit.first for unit in windows(document, lambda texts: [len(text.split()) for text in texts], 4)]
    ['a b c', 'd e f g']
    """
    held: list[Sentence] = []
    tokens = 0
    for sentence, (alone, behind) in zip(document.sentences, _lengths(document, lengths), strict=True):
        if held and tokens + behind > room:
            yield annotated(document.id, tuple(held))
            held, tokens = [], 0
        tokens += behind if held else alone
        held.append(sentence)
    if held:
        yield annotated(document.id, tuple(held))


def first_window(document: Document, lengths: Lengths, room: int) -> Iterator[Unit]:
    """The document's first `room` tokens and no more, as the published set-up has it: the last sentence may be cut, and what it
    says of words that fell away falls away.

    >>> document = Document("d", (), tuple(Sentence(tuple(words.split())) for words in ("a b", "c d e", "f")))
    >>> [unit.first for unit in first_window(document, lambda texts: [len(text.split()) for text in texts], 4)]
    ['a b c d']
    """
    held: list[Sentence] = []
    left = room
    for sentence, (alone, behind) in zip(document.sentences, _lengths(document, lengths), strict=True):
        length = behind if held else alone
        if length > left:
            held.append(_beginning(sentence, lengths, left, " " if held else ""))
            break
        held.append(sentence)
        left -= length
    held = [sentence for sentence in held if sentence.words]
    if held:
        yield annotated(document.id, tuple(held))


def _lengths(document: Document, lengths: Lengths) -> Iterator[tuple[int, int]]:
    """Of every sentence how many tokens it has at the beginning of a text, and behind a space: to some tokenizers that is not
    the same."""
    texts = [" ".join(sentence.words) for sentence in document.sentences]
    return zip(lengths(texts), lengths([f" {text}" for text in texts]), strict=True)


def _beginning(sentence: Sentence, lengths: Lengths, room: int, before: str) -> Sentence:
    """As many of its words as have no more than `room` tokens with what is before them; its tree is no longer one, so it has
    none."""
    words = sentence.words
    beginnings = lengths([before + " ".join(words[:n]) for n in range(1, len(words) + 1)])
    number = sum(length <= room for length in beginnings)
    mentions = None if sentence.mentions is None else tuple(m for m in sentence.mentions if m.end <= number)

    def cut(values: tuple[str, ...] | None) -> tuple[str, ...] | None:
        return None if values is None else values[:number]

    return replace(
        sentence,
        words=words[:number],
        heads=None,
        relations=None,
        tags=cut(sentence.tags),
        features=cut(sentence.features),
        mentions=mentions,
    )
