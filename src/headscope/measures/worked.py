"""A measure on one small map written by hand: for docstrings, teaching and tests."""

from collections.abc import Sequence
from dataclasses import replace

import torch

from headscope.measures.measure import Cuts, Maps, Measure
from headscope.tokens import Side
from headscope.types import Sentence


def make_side(tokens: Sequence[str]) -> Side:
    """One unit's tokens as a side of a map; the first [SEP] ends the first text."""

    def of_kind(*names: str) -> torch.Tensor:
        return torch.tensor([[token in names for token in tokens]])

    first_end = tokens.index("[SEP]") if "[SEP]" in tokens else len(tokens)
    segments = torch.tensor([[int(i > first_end) for i in range(len(tokens))]])
    ids = torch.arange(len(tokens))[None]
    real = torch.ones_like(ids, dtype=torch.bool)
    special = {"[CLS]", "[SEP]"}
    word, words = -1, []
    for token in tokens:
        word += token not in special and not token.startswith("##")
        words.append(-1 if token in special else word)
    known: dict[tuple[str, ...], int] = {}
    whole = [tuple(other for other, its in zip(tokens, words, strict=True) if its == word) for word in words]
    spelt = [
        known.setdefault((token, *mine), len(known)) if word >= 0 and any(map(str.isalnum, token)) else -1
        for token, word, mine in zip(tokens, words, whole, strict=True)
    ]
    return Side(
        ids,
        real,
        of_kind("[CLS]"),
        of_kind("[SEP]"),
        of_kind(".", ","),
        segments,
        torch.tensor([words]),
        torch.tensor([spelt]),
        (len(tokens),),
    )


def score(
    measure: Measure,
    weights: Sequence[Sequence[float]],
    tokens: str | None = None,
    gradient: Sequence[Sequence[float]] | None = None,
    ids: Sequence[int] | None = None,
    gate: float | None = None,
    logits: Sequence[float] | None = None,
) -> dict[str, float]:
    """The measure's figures for one map, rounded to four places; rows are the tokens being updated. `ids` say which tokens are equal;
    `gate` is the derivative of the loss at the head's gate, `logits` what the head adds to the logit of the token after each."""
    names = tokens.split() if tokens is not None else [f"word{i}" for i in range(len(weights))]
    side = make_side(names) if ids is None else replace(make_side(names), ids=torch.tensor([list(ids)]))
    maps, change = (None if m is None else torch.tensor(m, dtype=torch.float64)[None, None] for m in (weights, gradient))
    assert maps is not None
    gates, added = (None if m is None else torch.tensor(m, dtype=torch.float64)[None, None] for m in (gate, logits))
    seen = measure.observe(Maps(maps, side, side, gradient=change, gates=gates, logits=added))
    return {key: round(seen.values[at, 0, 0].item(), 4) for at, key in enumerate(measure.keys) if seen.weights[at, 0]}


def cut_scores(
    measure: Measure, rise: Sequence[float], predicted: Sequence[bool], tokens: str | None = None
) -> dict[str, float]:
    """The figures of a measure of cut heads, for one head whose cut makes each token's loss rise so much, whatever is put in its place."""
    side = make_side(tokens.split() if tokens is not None else [f"word{i}" for i in range(len(rise))])
    risen = torch.tensor([[list(rise)]], dtype=torch.float64)
    cuts = Cuts({"zero": risen, "mean": risen}, torch.tensor([list(predicted)]))
    seen = measure.observe(Maps(risen.new_zeros(1, 1, 0, 0), side, side, cuts=cuts))
    return {key: round(seen.values[at, 0, 0].item(), 4) for at, key in enumerate(measure.keys) if seen.weights[at, 0]}


def moved_score(
    measure: Measure,
    weights: Sequence[Sequence[float]],
    moved: Sequence[Sequence[float]],
    residual: Sequence[Sequence[float]] | None = None,
    scale: Sequence[float] | None = None,
) -> dict[str, float]:
    """The figures of a measure of what a layer moves, of one map: `moved` is what its head writes from each token, `residual` what
    that is added to, `scale` that of a layer norm behind the sum."""
    from headscope.models.residuals import Norm
    from headscope.models.values import Projection

    side = make_side([f"word{i}" for i in range(len(weights))])
    wide = torch.float64
    maps = Maps(
        torch.tensor(weights, dtype=wide)[None, None],
        side,
        side,
        values=torch.tensor(moved, dtype=wide)[None, None],
        projection=Projection(torch.eye(len(moved[0]), dtype=wide)[None], None),
        residual=None if residual is None else torch.tensor(residual, dtype=wide)[None],
        norm=None if scale is None else Norm(torch.tensor(scale, dtype=wide)),
    )
    seen = measure.observe(maps)
    return {key: round(seen.values[at, 0, 0].item(), 4) for at, key in enumerate(measure.keys) if seen.weights[at, 0]}


def parse_scores(
    measure: Measure,
    weights: Sequence[Sequence[float]],
    tokens: str,
    heads: Sequence[int],
    relations: str,
) -> dict[tuple[str, str], float]:
    """The figures of a measure of parsed sentences, by key and direction; `heads` are of the words, -1 for the root. A token
    that begins with ## goes on the word before it."""
    side = make_side(tokens.split())
    whole = tokens.replace(" ##", "").split()
    sentence = Sentence(tuple(word for word in whole if word not in ("[CLS]", "[SEP]")), tuple(heads), tuple(relations.split()))
    maps = torch.tensor(weights, dtype=torch.float64)[None, None]
    seen = measure.observe(Maps(maps, side, side, sentences=((sentence,),)))
    assert seen.names is not None
    return {name: round(seen.values[at, 0, 0].item(), 4) for at, name in enumerate(seen.names) if seen.weights[at, 0]}
