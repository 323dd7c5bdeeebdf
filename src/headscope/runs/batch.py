"""One batch of a pass: whichever way the pass goes, forward, forward and back, row by row, or with heads cut."""

from typing import cast

from headscope.errors import HeadscopeError
from headscope.measures.measure import Cuts
from headscope.measures.word_maps import From
from headscope.models.direct import directions
from headscope.runs.accumulate import observe
from headscope.runs.by_row import observe_by_row
from headscope.runs.cuts import MEAN_UNITS, find_cuts
from headscope.runs.effects import find_effects
from headscope.runs.figures import BatchFigures
from headscope.runs.gradient import observe_gradient
from headscope.runs.inputs import encode, read_chunks
from headscope.runs.passes import Pass
from headscope.runs.plan import Plan
from headscope.runs.weights import observe_weights
from headscope.tokens import Encoded, collate
from headscope.types import Site, Unit
from headscope.workers import is_out_of_memory


def observe_rows(plan: Plan, one: Pass, rows: list[Encoded]) -> BatchFigures:
    """One batch of a pass, as it is: one that does not fit into memory is refused, not halved."""
    try:
        return observe_batch(plan, one, rows)
    except RuntimeError as error:
        if not is_out_of_memory(error):
            raise
    raise HeadscopeError(
        f"A batch of {len(rows)} × {max(map(len, rows))} tokens does not fit into the memory of {plan.model.device}. "
        "A run would go on with halves of it; try a smaller --batch-size."
    )


def observe_batch(plan: Plan, one: Pass, rows: list[Encoded]) -> BatchFigures:
    """One batch of a pass, in whichever way the pass goes."""
    if one.unit == "none":
        return observe_weights(plan.model, one.measures, rows[0].document, plan.options.weights)
    options, words_from = plan.options, cast(From, plan.options.words_from)
    asked = any(measure.wanted("effects") for measure in one.measures)
    effects = find_effects(plan.model, rows, one.tried) if asked else None
    cuts = _cuts(plan, one, rows) if one.cuts else None
    if one.gradient:
        return observe_gradient(
            plan.model,
            one.measures,
            rows,
            options.masking,
            options.loss,
            effects=effects,
            words_from=words_from,
            precision=options.map_precision,
            weights=options.weights,
            cuts=cuts,
        )
    batch = collate(rows, plan.model.encoder, plan.model.device, plan.model.start)
    if one.maps is None:
        return observe_by_row(plan.model, one.measures, batch, effects, options.weights)
    toward = directions(plan.model, batch) if any(measure.wanted("logits") for measure in one.measures) else None
    return observe(plan.model, one.measures, batch, options.map_precision, effects, words_from, options.weights, toward, cuts)


def _cuts(plan: Plan, one: Pass, rows: list[Encoded]) -> dict[Site, Cuts]:
    """What cutting each head does in a batch. Means are over units of all the corpus, whichever part of it is a run's own."""
    model, options = plan.model, plan.options
    if not any(measure.wanted("mean-cuts") for measure in one.measures):
        return find_cuts(model, rows, options.masking)

    means = plan.means.of(one.name, model, lambda: encode(mean_units(plan, one), one.unit, model, options)[0], options.masking)
    return find_cuts(model, rows, options.masking, ("zero", "mean"), means)


def mean_units(plan: Plan, one: Pass) -> list[Unit]:
    """The units, evenly spread over all of a corpus, over which means of heads are taken: sent along to a worker that has no corpus."""
    if one.mean_units is not None:
        return list(one.mean_units)
    step = max(1, one.total // MEAN_UNITS)
    units = [unit for chunk in read_chunks(one.corpus, one.unit, plan.model, plan.options) for unit in chunk.units]
    return units[::step][:MEAN_UNITS]
