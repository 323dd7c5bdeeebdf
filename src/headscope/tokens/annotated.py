"""Annotated units → token ids that know their word. Units that are too long are left out, not cut: half a tree is no tree."""

from collections.abc import Sequence

from headscope.tokens.align import given_words
from headscope.tokens.encode import Encoded, Encoder, Losses, portions
from headscope.types import Unit


def encode_annotated(encoder: Encoder, units: Sequence[Unit], max_length: int) -> tuple[list[Encoded], Losses]:
    """The units as the model reads them: words with a space between any two."""
    losses, encoded = Losses(), []
    rows = (row for some in portions([len(unit.first) for unit in units]) for row in _rows(encoder, units[some]))
    for unit, row in zip(units, rows, strict=True):
        words = row.words or ()
        if not any(word >= 0 for word in words):
            losses.skipped["no token in the text"] += 1
        elif len(row) > max_length:
            losses.skipped[f"longer than {max_length} tokens"] += 1
        else:
            losses.words_without_tokens += sum(len(sentence.words) for sentence in unit.sentences) - len({*words} - {-1})
            encoded.append(row)
    return encoded, losses


def _rows(encoder: Encoder, units: Sequence[Unit]) -> list[Encoded]:
    words = [[word for sentence in unit.sentences for word in sentence.words] for unit in units]
    if not getattr(encoder.tokenizer, "is_fast", False):
        return [_word_by_word(encoder, unit, mine) for unit, mine in zip(units, words, strict=True)]
    answer = encoder.call([unit.first for unit in units], None)
    kinds = answer.get("token_type_ids")
    rows = []
    for at, (unit, mine) in enumerate(zip(units, words, strict=True)):
        ids = tuple(answer["input_ids"][at])
        types = None if kinds is None else tuple(kinds[at])
        found = given_words(answer.encodings[at], mine)
        rows.append(Encoded(unit.document, ids, types, (0,) * len(ids), found, unit.sentences))
    return rows


def _word_by_word(encoder: Encoder, unit: Unit, words: Sequence[str]) -> Encoded:
    """For tokenizers that don't tell where in the text a token is from: the tokens of its words, each with the space before it
    where this comes to the tokens of the text (tokenizers of bytes), else without."""

    def tokens(texts: list[str]) -> list[list[int]]:
        return [list(ids) for ids in encoder.call(texts, None, add_special_tokens=False)["input_ids"]]

    pieces = tokens([f" {word}" if at else word for at, word in enumerate(words)])
    if [[token for word in pieces for token in word]] != tokens([unit.first]):
        pieces = tokens(list(words))
    ids = (*encoder.opening, *(token for word in pieces for token in word), *encoder.closing)
    inside = tuple(at for at, word in enumerate(pieces) for _ in word)
    found = (*[-1] * len(encoder.opening), *inside, *[-1] * len(encoder.closing))
    return Encoded(unit.document, ids, None, (0,) * len(ids), found, unit.sentences)
