"""The no-op question: does a head that finds a relation attend to [SEP] from the words without it?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from headscope.description import Key
from headscope.measures.dependency import keys_of, relations_of
from headscope.measures.measure import Maps, Measure, Need, Observation, wide
from headscope.measures.sections import PARSERS
from headscope.measures.word_maps import first_tokens
from headscope.names import ALL, TO_DEPENDENT, TO_HEAD
from headscope.types import Sentence, UnitKind


class Idle(Measure):
    """idle r = mean over the words w with the relation r of Σ_{j∈[SEP]} α_wj, α_w the mean of the rows of w's tokens.

    `dependent-to-head`: w is a dependent in the relation; `head-to-dependent`: w governs one. `all` is every word, so the words
    without the relation are `all` minus these. In models without [SEP], the first token takes its place.

    "it was late [SEP]": *it*, the subject, gives .2 to [SEP], the other two .8: over all words .6.

    >>> from headscope.measures.worked import parse_scores
    >>> rows = [[.8, 0., 0., .2], [.2, 0., 0., .8], [.2, 0., 0., .8], [0., 0., 0., 1.]]
    >>> found = parse_scores(Idle(["all", "nsubj"]), rows, "it was late [SEP]", [2, 2, -1], "nsubj cop root")
    >>> found["nsubj", "dependent-to-head"], found["nsubj", "head-to-dependent"], found["all", "dependent-to-head"]
    (0.2, 0.8, 0.6)
    """

    name = "idle"
    title = "Attention to {sep}, by relation"
    read = (
        "Each point is a head: the share of its attention that goes to {sep} from the words with this relation. If a head finds the "
        "relation and {sep} is its no-op, the share is lower than from other words."
    )
    formula = "mean over words w with the relation of α(w, {sep})"
    unit: ClassVar[UnitKind] = "sentence"
    needs: ClassVar[frozenset[Need]] = frozenset({"maps", "trees"})
    section = PARSERS
    place = 60
    second = True
    known: ClassVar[Mapping[str, Key]] = {ALL: Key("attends to {sep}", "{sep}", finding="none", by_layer=False)}
    folds = (TO_HEAD,)  # a word may govern several subtypes, and would be counted once for each
    open_keys = True

    def __init__(self, keys: Sequence[str] | None = None) -> None:
        self.keys = tuple(keys or ())
        self.chosen = keys is not None

    def key(self, key: str, direction: str = "") -> Key:
        return replace(self.known[ALL], does=f"attends to {{sep}} from {key}", short=key) if key != ALL else self.known[ALL]

    def observe(self, maps: Maps) -> Observation:
        bearers = maps.memo.get(self.name)
        if bearers is None:
            sentences = [one for (one,) in maps.sentences]
            bearers = maps.memo[self.name] = Bearers(sentences, maps.queries.words, maps.word_number, self.keys)
        assert isinstance(bearers, Bearers)
        places = maps.keys.sep if maps.keys.has_sep else _first(maps.keys.real)
        rested = (maps.weights * places[:, None, None, :]).sum(-1)  # [batch, head, token]
        rested = wide(rested.masked_fill((maps.queries.words < 0)[:, None], 0))
        from_words = rested @ bearers.tokens  # [batch, head, word]
        found = (from_words @ wide(bearers.members)).permute(2, 0, 1)
        counts = wide(bearers.members).sum(1).T
        return Observation(found / counts.clamp(min=1)[..., None], counts, bearers.names)


def _first(real: Bool[Tensor, "batch key"]) -> Bool[Tensor, "batch key"]:
    first = torch.zeros_like(real)
    first[:, 0] = True
    return first


class Bearers:
    """Which words bear each relation, as its dependents and as its governors; made once for all layers."""

    def __init__(
        self, sentences: Sequence[Sentence], tokens: Int[Tensor, "batch key"], number: int, wanted: Sequence[str]
    ) -> None:
        member = wide(tokens[:, :, None] == torch.arange(number, device=tokens.device))
        self.tokens: Float[Tensor, "batch key word"] = member / member.sum(1, keepdim=True).clamp(min=1)
        relations = [relations_of(sentence) for sentence in sentences]
        keys = keys_of(relations, wanted)
        self.names = tuple((key, way) for key in keys for way in (TO_HEAD, TO_DEPENDENT))
        columns = {name: column for column, name in enumerate(self.names)}
        bearing = np.zeros((len(sentences), number, len(self.names)), bool)
        for b, (sentence, row) in enumerate(zip(sentences, relations, strict=True)):
            for at, (relation, head) in enumerate(zip(row, sentence.heads or (), strict=True)):
                for name, word in (
                    ((ALL, TO_HEAD), at),
                    ((ALL, TO_DEPENDENT), at),
                    ((relation, TO_HEAD), at),
                    ((relation, TO_DEPENDENT), head),
                ):
                    if word >= 0 and name in columns:
                        bearing[b, word, columns[name]] = True
        present = first_tokens(tokens, number) >= 0
        self.members: Bool[Tensor, "batch word key"] = torch.from_numpy(bearing).to(tokens.device) & present[..., None]
