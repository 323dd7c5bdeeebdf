"""Frozen word vectors: from a file that somebody keeps, or the model's own input embeddings, which need no download.

Only the words that are asked for are kept. A word is looked up as it is written, then in lower case; one that is not found gets the mean
of the vectors that were, and is counted. How files are read is in vector_files.py and what follows it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32, Int64
from torch import Tensor

from headscope.errors import HeadscopeError
from headscope.models import Model
from headscope.probes.vectors.files import FORMS, MODEL, read_vectors
from headscope.tokens import encode_annotated
from headscope.tokens.units import annotated
from headscope.types import Sentence

AT_ONCE = 1024  # words that are tokenised in one call
SHOWN = 5
_BEFORE = "the"  # what stands before a word when its tokens are found: many tokenizers write a word differently behind a space
_ANY_LENGTH = 2**60


@dataclass(frozen=True)
class Vectors:
    """Vectors of the words that were asked for. The last row of `table` is for words that have none: the mean of the others.

    `types` and `tokens` are how many words were asked for, each once or as often as it was given; `lowered` counts the types that were
    found in lower case only, `missing` the unknown ones, the most frequent first.
    """

    name: str
    table: Float32[np.ndarray, "row feature"]
    rows: Mapping[str, int]
    types: int
    tokens: int
    lowered: int
    missing: Mapping[str, int]

    @property
    def dimension(self) -> int:
        return int(self.table.shape[1])

    @property
    def unknown(self) -> int:
        """The row of words without a vector."""
        return len(self.table) - 1

    @property
    def unknown_types(self) -> int:
        return len(self.missing)

    @property
    def unknown_tokens(self) -> int:
        return sum(self.missing.values())

    def numbers(self, words: Sequence[str]) -> Int64[np.ndarray, " word"]:
        """The rows of some words; of a word that nobody asked for, the unknown one's."""
        return np.array([self.rows.get(word, self.unknown) for word in words], dtype=np.int64)

    def of(self, words: Sequence[str]) -> Float32[np.ndarray, "word feature"]:
        found: Float32[np.ndarray, "word feature"] = self.table[self.numbers(words)]
        return found

    def about(self) -> str:
        """One line for people."""
        source = "the model's input embeddings" if self.name == MODEL else f"'{self.name}'"
        known = f"{self.dimension} dimensions from {source}; {self.types:,} words"
        if not self.missing:
            return f"{known}, none unknown"
        some = ", ".join(f"'{word}'" if word.isprintable() else repr(word) for word in list(self.missing)[:SHOWN])
        share = self.unknown_tokens / self.tokens
        more = ", …" if len(self.missing) > SHOWN else ""
        return f"{known}, {self.unknown_types:,} of them unknown ({share:.1%} of the text): {some}{more}"


def load_vectors(spec: str | None, model: Model, words: Iterable[str]) -> Vectors:
    """The vectors of all different words of a text (its words as they come, so that the unknown ones can be weighed).

    `spec` is None or `model`: a word is the mean of its tokens' rows in the model's input embeddings, its tokens being those it has
    behind another word. Otherwise a file: GloVe or word2vec text (.txt, .vec or any other name, also .gz; .zip, where FILE.zip:MEMBER tells
    one of several), NumPy's X.npy with its vocabulary beside it (X.vocab, X.txt, X.parquet, or the only such file there: a word a line
    or a row), an .npz of `vectors` and `words`, a folder with one such pair, or `package:NAME`, an installed Python package with one.
    """
    counts = Counter(words)
    if not counts:
        raise HeadscopeError("There is no word to look up a vector for: the texts are empty.")
    if spec is None or spec == MODEL:
        name, found = MODEL, _from_model(model, list(counts))
    else:
        name, found = read_vectors(spec, {form for word in counts for form in (word, word.lower())})
    chosen = {
        word: form for word in counts for form in (word.lower(), word) if form in found
    }  # as it is written comes last, and wins
    if not chosen:
        example = next(iter(counts))
        raise HeadscopeError(
            f"None of the {len(counts):,} words is known to {_source(name)} ('{example}' for one, nor is its lower case): "
            "is it of another language? --embeddings model uses the model's own."
        )
    forms = list(dict.fromkeys(chosen[word] for word in counts if word in chosen))
    place = {form: row for row, form in enumerate(forms)}
    table = np.stack([found[form] for form in forms])
    mean = table.mean(0, dtype=np.float64, keepdims=True).astype(np.float32)
    missing = {word: number for word, number in counts.most_common() if word not in chosen}
    return Vectors(
        name,
        np.concatenate([table, mean]),
        {word: place[form] for word, form in chosen.items()},
        len(counts),
        counts.total(),
        sum(form != word for word, form in chosen.items()),
        missing,
    )


def _source(name: str) -> str:
    return "this model" if name == MODEL else f"'{name}'"


def _from_model(model: Model, words: Sequence[str]) -> dict[str, Float32[np.ndarray, " feature"]]:
    """Means of input embeddings; nothing for a word that has no token but the unknown one."""
    table = model.embeddings
    if table is None:
        raise HeadscopeError(f"'{model.name}' has no input embeddings that could stand for words: give --embeddings {FORMS}.")
    return {word: _mean(table, ids) for word, ids in _tokens(model, words) if ids}


def _mean(table: Float32[Tensor, "token feature"] | Tensor, ids: Sequence[int]) -> Float32[np.ndarray, " feature"]:
    rows = table[torch.tensor(ids, device=table.device)]
    mean: Float32[np.ndarray, " feature"] = rows.float().mean(0).cpu().numpy()
    return mean


def _tokens(model: Model, words: Sequence[str]) -> Iterator[tuple[str, list[int]]]:
    unknown = getattr(model.encoder.tokenizer, "unk_token_id", None)
    size = 0 if model.embeddings is None else len(model.embeddings)
    for at in range(0, len(words), AT_ONCE):
        some = words[at : at + AT_ONCE]
        rows, _ = encode_annotated(model.encoder, [annotated("", (Sentence((_BEFORE, word)),)) for word in some], _ANY_LENGTH)
        for word, row in zip(some, rows, strict=True):
            ids = [token for token, of in zip(row.ids, row.words or (), strict=True) if of == 1 and token < size]
            yield word, ids if any(token != unknown for token in ids) else []
