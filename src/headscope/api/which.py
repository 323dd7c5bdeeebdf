"""Which heads connect two words of a text, with what a run says of these heads."""

import numpy as np

from headscope.api.attend import attend
from headscope.api.models import ModelLike, TokenizerLike
from headscope.api.open import RunLike, run_of
from headscope.findings.claims import claims
from headscope.findings.labels import behaviours
from headscope.findings.strongest import Strongest
from headscope.quantities import shown, shown_interval
from headscope.results.scores import Scores
from headscope.tables.table import Cell, Table
from headscope.views import which as views
from headscope.views.attention import Attention
from headscope.views.run_scores import check_run
from headscope.views.which import Linked, Which

BY = {"raw": "their attention", "norm": "what they move (norm weights)", "no-sink": "their attention without sinks"}
BESIDE = ("label", "known for", "score", "low", "high")


def which(
    model: "ModelLike | Attention",
    text: str | None,
    source: str | int,
    target: str | int,
    second: str | None = None,
    *,
    tokenizer: TokenizerLike | None = None,
    stack: str | None = None,
    max_length: int | None = None,
    weights: str | None = None,
) -> Which:
    """The heads of a model by their weight from one word of a text to another, the largest first.

    A word is given as it is written, as `word#2` where it occurs several times, or by its place among the words, counted from 1. Its
    weight is the sum over the pieces of the target, and the mean over those of the source. Attention that is there already
    (`hs.attend`) takes the place of the model, with None for the text. Of a model with several stacks the first is meant unless `stack`
    says which. `weights` is what the maps are made of (docs/weights.md).

    >>> found = which("bundled", "She found the key.", "found", "the")
    >>> found.source.text, found.target.text, len(found.linked), found.linked[0].rank
    ('found', 'the', 64, 1)
    """
    if isinstance(model, Attention):
        seen = model if weights is None else model.under(weights)
    else:
        seen = attend(model, text or "", second, tokenizer=tokenizer, max_length=max_length, weights=weights or "raw")
    return views.which(seen, source, target, stack=stack)


def which_table(seen: Attention, found: Which, run: RunLike | None = None, *, top: int | None = 10) -> Table:
    """One row a head; with a run, its label and what it is known for over a corpus."""
    several = len(seen.stacks) > 1
    known = None if run is None else _Known(seen, run_of(run))
    rows: list[tuple[Cell, ...]] = [
        (*([one.stack] if several else []), one.rank, str(one.head), one.weight, *(known.of(one) if known else ()))
        for one in found.linked[:top]
    ]
    place = f"from “{found.source.text}” to “{found.target.text}”"
    later = f"“{found.target.text}” is later than “{found.source.text}”, and the model sees no later word."
    return Table(
        f"{found.model}: heads by {BY[seen.weights]} {place}, {len(rows)} of {len(found.linked)}",
        (*(["stack"] if several else []), "rank", "head", "weight", *(BESIDE if known else ())),
        rows,
        {"score": _score},
        ("low", "high"),
        notes=(later,) if found.hidden else (),
    )


class _Known:
    """What a run says of heads: the label; and the best claim of a head, or where there is none, the score in which it is furthest above
    the median head."""

    def __init__(self, seen: Attention, scores: Scores) -> None:
        check_run(seen.name, {name: (one.layers, one.heads) for name, one in seen.stacks.items()}, scores)
        self.scores = scores
        self.labels = {(stack, one.head): one.label for stack in seen.stacks for one in behaviours(scores, stack=stack)}
        self.claims = claims(scores)
        self.strongest = {stack: Strongest(scores, stack) for stack in seen.stacks}

    def of(self, one: Linked) -> tuple[Cell, ...]:
        label = self.labels.get((one.stack, one.head))
        for claim in self.claims.of(one.stack, one.head):
            return label, self.scores.key(claim.series).does, claim.value, claim.low, claim.high
        for series in self.strongest[one.stack].of(one.head):
            low, high = (None if np.isnan(end[one.head]) else float(end[one.head]) for end in self.scores.interval(series))
            return label, self.scores.key(series).does, float(self.scores.value(series)[one.head]), low, high
        return label, None, None, None, None


def _score(row: dict[str, Cell]) -> str:
    value, low, high = row["score"], row["low"], row["high"]
    if not isinstance(value, float):
        return "–"
    ends = (low, high) if isinstance(low, float) and isinstance(high, float) else (None, None)
    between = shown_interval(*ends)
    return f"{shown(value, *ends)} ({between})" if between else shown(value)


__all__ = ["Attention", "Linked", "Which", "attend", "which", "which_table"]
