"""Whether sums and manifest are of one run, and every figure is one that can be."""

from collections.abc import Callable

from headscope.description import Description
from headscope.errors import HeadscopeError
from headscope.names import LAYER_WEIGHTS
from headscope.results.manifest import Manifest
from headscope.results.sample_text import Example
from headscope.results.series import asked_for
from headscope.tallies import Tally, impossible
from headscope.types import Head, Series


def check_fit(tally: Tally, manifest: Manifest, about: Callable[[str], Description]) -> None:
    """Raises where the tally has a series, a shape or a figure that a run with this manifest can't have."""
    asked, corpora = manifest.measures, {record.name for record in manifest.corpora}
    for series in tally:
        if series.measure not in asked or not asked_for(series.key, asked[series.measure]):
            raise _of_two(f"only the tally has {series.measure} {series.key}")
        if series.corpus not in corpora or series.stack not in manifest.model["stacks"]:
            raise _of_two(f"only the tally has the {series.stack} on '{series.corpus}'")
        layers, heads = manifest.model["stacks"][series.stack]
        described = about(series.measure)
        if series.weights in LAYER_WEIGHTS or described.layered:  # one map, or one figure, for a layer
            heads = 1
        shape = tally.rows(series).totals.shape[1:]
        if not _fits(shape, layers, heads, pairs=described.pairs, baseline=bool(series.baseline)):
            raise _of_two(
                f"the {series.stack} has {layers} × {heads} heads, the sums of {series.measure} are {shape[0]} × {shape[1]}"
            )
        check_figures(tally, series, described)


def check_example(example: Example | None, tally: Tally, manifest: Manifest) -> None:
    """Raises where a run's sample text is not of the heads that the manifest says, or where the manifest claims a stack that neither
    the sample text nor the tally has. The text has every stack of the model, also those that no measure is about."""
    stacks = manifest.model["stacks"]
    if example is None:
        if missing := sorted({*stacks} - {series.stack for series in tally}):
            raise _of_two(f"only the manifest has the {missing[0]}")
        return
    if missing := sorted({*stacks} ^ {*example.stacks}):
        whose = "the manifest" if missing[0] in stacks else "the example"
        raise _of_two(f"only {whose} has the {missing[0]}", "example")
    first = manifest.options.get("weights", ["raw"])[0]
    kinds = {first: {stack: one.maps for stack, one in example.stacks.items()}, **example.kinds}
    for kind, maps in kinds.items():
        for stack, map_ in maps.items():
            layers, heads = stacks[stack]
            heads = 1 if kind in LAYER_WEIGHTS else heads
            if map_.shape[:2] != (layers, heads):
                shape = f"{map_.shape[0]} × {map_.shape[1]}"
                raise _of_two(f"the {stack} has {layers} × {heads} heads, the maps of the example are {shape}", "example")


def check_figures(tally: Tally, series: Series, about: Description) -> None:
    """Raises where a figure lies outside the range of its quantity."""
    quantity = about.quantity
    rows = tally.rows(series)
    totals, weights = rows.totals.sum(0, keepdims=True), rows.weights.sum(0, keepdims=True)
    if found := impossible(totals, weights, quantity.low, quantity.high):
        (layer, head), value = found
        of = series.baseline or f"head {Head(layer, head)}"
        raise HeadscopeError(
            f"The {series.measure} {series.key} of {of} ({series.stack}, {series.corpus}) is {value:.3g}; "
            f"a {quantity.name} is {_range(quantity.low, quantity.high)}. The run is damaged, or its measure has another quantity."
        )


def _fits(shape: tuple[int, ...], layers: int, heads: int, *, pairs: bool, baseline: bool) -> bool:
    if pairs:
        every = layers * heads
        return shape == (1, every * (every - 1) // 2) or (baseline and shape == (1, 1))
    return shape == (layers, heads) or (baseline and shape[0] in (1, layers) and shape[1] in (1, heads))


def _range(low: float | None, high: float | None) -> str:
    ends = (f"from {low:g}" if low is not None else "", f"to {high:g}" if high is not None else "up")
    return " ".join(filter(None, ends))


def _of_two(why: str, what: str = "tally") -> HeadscopeError:
    return HeadscopeError(f"The {what} and the manifest are not of one run: {why}.")
