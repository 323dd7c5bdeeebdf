"""Each head as a tree: do the words that attend to each other most make the sentence's parse?"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from headscope.description import Key
from headscope.measures.dependency import relations_of
from headscope.measures.measure import Maps, Measure, Need, Observation, wide
from headscope.measures.sections import PARSERS
from headscope.measures.word_maps import first_tokens
from headscope.types import Sentence, UnitKind

PUNCTUATION = "punct"
BRANCHING, RANDOM = "left- or right-branching", "a random tree"


class Tree(Measure):
    """tree = share of the edges {w, v} of the parse that are in the tree T with the largest Σ_{w,v ∈ T} (A_wv + A_vw): the maximum
    spanning tree of the head's word-level map A, read both ways. This is UUAS, the unlabelled undirected attachment score.

    T spans the words that have a token and are not punctuation (by the relation `punct`); the edges of the parse are those between two
    of these words, so that the root, which has no governor, has no edge. `uuas` is all of these edges, `long` those between words that
    do not stand next to each other, punctuation between them not counted. T is built by Prim's algorithm from the first word: of equal
    edges it takes the one to the earlier word, and that hangs on whichever word of the tree was there first.

    No direction and no root are asked for, so a head scores the same whether dependents attend to governors, or governors to dependents.
    Raganato & Tiedemann (2018) and Htut et al. (2019) build a directed tree from A alone and are told its root; they too count edges
    without their direction. Hewitt & Manning (2019) leave out punctuation as here.

    The baseline `left- or right-branching` joins every word to the next: without directions, the two are the same tree. The baseline
    `a random tree` is what a random tree over n words has on average: 2/n of all edges, long or not.

    "it was late": *it* attends to *late*, *was* to *it*, *late* to *it*. The tree joins *it* to both other words; the parse joins *late*
    to both. One edge of two is right, and it is the long one.

    >>> from headscope.measures.worked import parse_scores
    >>> rows = [[0., 0., 1.], [1., 0., 0.], [1., 0., 0.]]
    >>> parse_scores(Tree(), rows, "it was late", [2, 2, -1], "nsubj cop root")
    {('uuas', ''): 0.5, ('long', ''): 1.0}
    """

    name = "tree"
    title = "Heads as trees"
    read = (
        "Each point is a head: of the edges of the parse, the share that the maximum spanning tree of its attention has, whichever way "
        "they point. The dashed line is what the simplest tree has: every word joined to the next one; of long edges, a random tree."
    )
    formula = "share of the parse's edges in the maximum spanning tree of A(w, v) + A(v, w)"
    unit: ClassVar[UnitKind] = "sentence"
    needs: ClassVar[frozenset[Need]] = frozenset({"maps", "trees"})
    section = PARSERS
    place = 20
    between = "words"
    known: ClassVar[Mapping[str, Key]] = {
        "uuas": Key("finds the edges of the parse", "edges of the parse", finding="highest"),
        "long": Key("finds the long edges of the parse", "long edges", finding="none"),
    }

    def observe(self, maps: Maps) -> Observation:
        gold = self._gold(maps)
        attention = maps.word_weights
        return gold.observation(gold.found(attention + attention.mT))

    def baselines(self, maps: Maps, even: Maps) -> dict[str, Observation]:
        """The simplest trees, which no model is needed for."""
        gold = self._gold(maps)
        chain = (gold.edges & gold.neighbours).sum((-1, -2), dtype=torch.float64) / 2
        found = {"uuas": chain, "long": torch.zeros_like(chain)}
        rules = {
            BRANCHING: [found[key] for key in self.keys],
            RANDOM: [gold.counts[key] * 2 / gold.words.clamp(min=1) for key in self.keys],
        }
        return {rule: gold.observation(torch.stack(right)[..., None]) for rule, right in rules.items()}

    def _gold(self, maps: Maps) -> "Gold":
        name = " ".join((self.name, *self.keys))
        gold = maps.memo.get(name)
        if gold is None:
            present = first_tokens(maps.queries.words, maps.word_number) >= 0
            gold = maps.memo[name] = Gold([one for (one,) in maps.sentences], present, self.keys)
        assert isinstance(gold, Gold)
        return gold


class Gold:
    """The parses of a batch as tensors; made once for all layers."""

    def __init__(self, sentences: Sequence[Sentence], present: Bool[Tensor, "batch word"], keys: Sequence[str]) -> None:
        batch, number = present.shape
        spans, edges = torch.zeros(batch, number, dtype=torch.bool), torch.zeros(batch, number, number, dtype=torch.bool)
        for at, sentence in enumerate(sentences):
            for word, (relation, head) in enumerate(zip(relations_of(sentence), sentence.heads or (), strict=True)):
                spans[at, word] = relation != PUNCTUATION
                if head >= 0:
                    edges[at, word, head] = edges[at, head, word] = True
        self.spans: Bool[Tensor, "batch word"] = spans.to(present.device) & present
        self.edges: Bool[Tensor, "batch word word"] = edges.to(present.device) & self.spans[:, :, None] & self.spans[:, None, :]
        places = self.spans.cumsum(1)
        apart = (places[:, :, None] - places[:, None, :]).abs()
        self.neighbours: Bool[Tensor, "batch word word"] = (apart == 1) & self.spans[:, :, None] & self.spans[:, None, :]
        self.words: Float[Tensor, " batch"] = wide(self.spans).sum(1)
        self._keys = tuple(keys)
        self._kinds = [{"uuas": self.edges, "long": self.edges & ~self.neighbours}[key] for key in keys]
        self.counts: dict[str, Float[Tensor, " batch"]] = {
            key: wide(edges).sum((-1, -2)) / 2 for key, edges in zip(keys, self._kinds, strict=True)
        }

    def observation(self, right: Float[Tensor, "key batch head"]) -> Observation:
        """Per key and unit, the share of its edges that are right."""
        counts = torch.stack([self.counts[key] for key in self._keys])
        return Observation(right / counts.clamp(min=1)[..., None], counts, tuple((key, "") for key in self._keys))

    def found(self, weights: Float[Tensor, "batch head word word"]) -> Float[Tensor, "key batch head"]:
        """How many edges of each kind are in each head's maximum spanning tree: Prim's algorithm, all heads of all units side by side,
        a word at a time."""
        batch, heads, number, _ = weights.shape
        open_ = self.spans[:, None].expand(batch, heads, number).clone()  # words that the tree has yet to take
        first = self.spans.int().argmax(1)[:, None, None].expand(batch, heads, 1)
        open_.scatter_(2, first, False)
        near = weights.gather(2, first[..., None].expand(batch, heads, 1, number))[:, :, 0]
        nearest = first.expand(batch, heads, number).clone()  # of each open word, the word of the tree that it hangs on most
        at = torch.arange(batch, device=weights.device)[:, None]
        counted = torch.stack(self._kinds)
        right = torch.zeros(len(self._kinds), batch, heads, dtype=torch.float64, device=weights.device)
        for _ in range(int(self.words.max().item()) - 1):
            most, new = near.masked_fill(~open_, -1).max(-1)
            hung = nearest.gather(2, new[..., None])[..., 0]
            right += counted[:, at, new, hung] & (most >= 0)  # units with fewer words are done before others
            open_.scatter_(2, new[..., None], False)
            row = weights.gather(2, new[..., None, None].expand(batch, heads, 1, number))[:, :, 0]
            closer = row > near
            near = torch.where(closer, row, near)
            nearest = torch.where(closer, new[..., None], nearest)
        return right
