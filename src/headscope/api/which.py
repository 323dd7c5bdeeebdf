"""Which heads connect two words of a text, with what a run says of these heads."""

from typing import Any

from headscope.api.attend import attend
from headscope.api.models import ModelLike, TokenizerLike
from headscope.api.open import RunLike, run_of
from headscope.findings.claims import claims
from headscope.findings.labels import behaviours
from headscope.quantities import shown, shown_interval
from headscope.tables.table import Cell, Table
from headscope.views import which as views
from headscope.views.attention import Attention
from headscope.views.run_scores import check_run
from headscope.views.which import Linked, Which


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
) -> Which:
    """The heads of a model by their weight from one word of a text to another, the largest first.

    A word is given as it is written, as `word#2` where it occurs several times, or by its place among the words, counted from 1. Its
    weight is the sum over the pieces of the target, and the mean over those of the source. Attention that is there already
    (`hs.attend`) takes the place of the model, with None for the text. Of a model with several stacks the first is meant unless `stack`
    says which.

    >>> found = which("bundled", "She found the key.", "found", "the")
    >>> found.source.text, found.target.text, len(found.linked), found.linked[0].rank
    ('found', 'the', 64, 1)
    """
    if isinstance(model, Attention):
        return views.which(model, source, target, stack=stack)
    seen = attend(model, text or "", second, tokenizer=tokenizer, max_length=max_length)
    return views.which(seen, source, target, stack=stack)


def which_table(seen: Attention, found: Which, run: RunLike | None = None, *, top: int | None = 10) -> Table:
    """One row a head; with a run, its label, and the best that it does over a corpus."""
    several = len(seen.stacks) > 1
    scores = None if run is None else run_of(run)
    told: dict[Any, Any] = {}
    made = None
    if scores is not None:
        check_run(seen, scores)
        told = {(stack, one.head): one.label for stack in seen.stacks for one in behaviours(scores, stack=stack)}
        made = claims(scores)
    rows: list[tuple[Cell, ...]] = []
    for one in found.linked[:top]:
        row: list[Cell] = [*([one.stack] if several else []), one.rank, str(one.head), one.weight]
        if scores is not None and made is not None:
            best = next(iter(made.of(one.stack, one.head)), None)
            row.append(told.get((one.stack, one.head)))
            row += [None] * 4 if best is None else [scores.key(best.series).does, best.value, best.low, best.high]
        rows.append(tuple(row))
    beside = ("label", "over the corpus", "score", "low", "high") if scores is not None else ()
    place = f"from “{found.source.text}” to “{found.target.text}”"
    title = f"{found.model}: heads by their attention {place}, {len(rows)} of {len(found.linked)}"
    notes = (
        [f"“{found.target.text}” is later than “{found.source.text}”, and the model sees no later word."]
        if found.hidden
        else []
    )
    return Table(
        title,
        (*(["stack"] if several else []), "rank", "head", "weight", *beside),
        rows,
        {"score": _score},
        ("low", "high"),
        notes=tuple(notes),
    )


def _score(row: dict[str, Cell]) -> str:
    value, low, high = row["score"], row["low"], row["high"]
    if not (isinstance(value, float) and isinstance(low, float) and isinstance(high, float)):
        return "–"
    return f"{shown(value, low, high)} ({shown_interval(low, high)})"


__all__ = ["Attention", "Linked", "Which", "attend", "which", "which_table"]
