"""The result of a run as a person holds it: every head's scores with their intervals, ready to rank, tabulate and save."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
from jaxtyping import Float64

from headscope.description import SPECIAL, Description, Key
from headscope.errors import HeadscopeError, unknown_name
from headscope.names import OWN
from headscope.quantities import Quantity
from headscope.results import sample_text as examples
from headscope.results.fit import check_fit
from headscope.results.folds import folded
from headscope.results.manifest import Manifest
from headscope.results.score import HeadScore, square
from headscope.results.series import in_order, no_score, only
from headscope.results.weighed import intervals_by_layer, mean_of_known, of_kind, unmarked
from headscope.statistics.intervals import interval
from headscope.tallies import Tally
from headscope.ties import rounded
from headscope.types import Head, Series, Stack

if TYPE_CHECKING:
    import pandas
    import polars


class Scores:
    """What `headscope.measure` returns and `headscope.open` reads: a tally, and what it is of.

    `measured` are the sums as they were measured: these are saved and merged. `tally` is what is shown: the same and the folds.
    """

    def __init__(
        self,
        tally: Tally,
        manifest: Manifest,
        example: examples.Example | None = None,
        kept: bytes | None = None,
        probes: bytes | None = None,
    ) -> None:
        self.measured = tally
        self.manifest = manifest
        check_fit(tally, manifest, self.about)
        folds = {name: self.about(name).folds for name in {series.measure for series in tally}}
        self.tally = of_kind(folded(tally, manifest.measures, folds))
        self.example = example  # one text under every head, for figures
        self.examples = kept  # examples.parquet: what the best heads get right and wrong
        self.probes = probes  # probes.parquet: what probes of the same model gave, if somebody put it beside the run
        self.whole = self  # the run with all its kinds of weights, of which `under` gives one
        self._intervals: dict[Series, tuple[Float64[np.ndarray, "layer head"], Float64[np.ndarray, "layer head"]]] = {}

    @property
    def weights(self) -> tuple[str, ...]:
        """The kinds of weights that the run is about; scores are of the first, unless another is asked for with `under`."""
        return tuple(self.manifest.options.get("weights", ["raw"]))

    def under(self, kind: str) -> "Scores":
        """The same run under one kind of weights, as in `scores.under("norm")`."""
        if kind not in self.weights:
            raise unknown_name("kind of weights in this run", kind, self.weights)
        if self.weights == (kind,):
            return self
        first = kind == self.weights[0]
        manifest = self.manifest.under(kind)
        example = self.example.under("" if first else kind) if self.example else None
        sums = unmarked(self.measured, "" if first else kind)
        made = Scores(sums, manifest, example, self.examples if first else None, self.probes)
        made.whole = self
        return made

    def __repr__(self) -> str:
        names = ", ".join(self.manifest.measures)
        return f"<Scores of {self.manifest.model['name']}: {self.manifest.heads} heads, {self.manifest.units} units, {names}>"

    def about(self, measure: str) -> Description:
        """What a measure of this run says of itself."""
        if measure not in self.manifest.described:  # a run of an older headscope, or one made by hand
            from headscope.measures import MEASURES

            self.manifest.described[measure] = MEASURES[measure]().described(special=self.special, causal=self.causal)
        return self.manifest.described[measure]

    def key(self, series: Series) -> Key:
        """What is said of one score: its words, its rules."""
        about = self.about(series.measure)
        if about.open_keys and (series.key, series.direction) not in about.keys:  # likewise
            from headscope.measures import MEASURES

            return MEASURES[series.measure]().key(series.key, series.direction).named(self.special)
        return about.key(series.key, series.direction)

    def quantity(self, series: Series) -> Quantity:
        """What its numbers are of, and how people read them."""
        return self.key(series).quantity or self.about(series.measure).quantity

    @property
    def special(self) -> dict[str, str]:
        """What the tokens are called that a text begins and ends with; where a tokenizer adds none, the first token stands for it. And
        which token the first one is."""
        known = self.manifest.model.get("special")
        if known is None:
            return SPECIAL
        first = f"{SPECIAL['first']}, {known['cls']}" if "cls" in known else SPECIAL["first"]
        return {**dict.fromkeys(SPECIAL, SPECIAL["first"]), "first": first, **known}

    @property
    def causal(self) -> bool:
        """Whether no token sees a later one."""
        return set(self.manifest.model.get("stacks", ())) == {"decoder"}

    def series(self, *, baselines: bool = False) -> Iterator[Series]:
        """What was measured, in the order of the measures and their keys as asked for. Of keys that are what the corpus has, `all`
        comes first, then those with the most cases."""
        mine = ((series, self.about(series.measure)) for series in self._ordered if bool(series.baseline) == baselines)
        return (series for series, about in mine if not (about.pairs or (about.layered and not baselines)))

    @cached_property
    def _ordered(self) -> list[Series]:
        return in_order(self.tally, self.manifest.measures, [record.name for record in self.manifest.corpora])

    def __contains__(self, series: object) -> bool:
        return series in self._every

    @cached_property
    def _every(self) -> frozenset[Series]:
        return frozenset(self._ordered)

    @property
    def several_corpora(self) -> bool:
        """Whether some score was measured on more than one corpus, so that it must be said which."""
        seen = {(series.corpus, series[1:]) for series in self.tally}
        return len({rest for _, rest in seen}) < len(seen)

    @property
    def pairs(self) -> list[Series]:
        """The series whose figures are of pairs of heads, in distances.parquet and not among the scores."""
        return [series for series in self.tally if self.about(series.measure).pairs]

    @property
    def layered(self) -> list[Series]:
        """The series whose figures are of layers, in layers.parquet and not among the scores of heads."""
        return [series for series in self._ordered if not series.baseline and self.about(series.measure).layered]

    def distances(self, *, corpus: str | None = None, stack: str | None = None) -> Float64[np.ndarray, "head head"]:
        """The mean divergence per token between every two heads, layer by layer; symmetric, 0 on the diagonal."""
        found = [s for s in self.pairs if corpus in (None, s.corpus) and stack in (None, s.stack)]
        if len(found) != 1:
            hint = "measure how unlike heads are" if not found else "say which with --corpus and --stack (corpus=, stack=)"
            raise HeadscopeError(f"This run has {len(found)} tables of distances between heads: {hint}.")
        return square(self.value(found[0])[0])

    def matching(
        self,
        measure: str,
        key: str | None = None,
        *,
        corpus: str | None = None,
        stack: str | None = None,
        direction: str | None = None,
    ) -> list[Series]:
        """The series that are meant, where something is left open all of them; raises where there is none."""
        if measure not in self.manifest.measures:
            raise unknown_name("measure in this run", measure, self.manifest.measures)
        mine = [s for s in self.series() if s.measure == measure]
        keys = dict.fromkeys([*self.manifest.measures[measure], *(s.key for s in mine)])
        if key is not None and key not in keys:
            raise unknown_name(f"key of '{measure}' in this run", key, keys)
        names = [c.name for c in self.manifest.corpora]
        if corpus is not None and corpus not in names:
            raise unknown_name("corpus in this run", corpus, names)
        ways = {s.direction for s in mine} - {""}
        if direction and direction not in ways:
            if not ways:
                raise HeadscopeError(f"'{measure}' has no directions in this run: leave '{direction}' out.")
            raise unknown_name(f"direction of '{measure}' in this run", direction, ways)
        wanted = Series(corpus or "", cast(Stack, stack or ""), measure, key or "", direction or "")
        found = [s for s in mine if all(its in ("", other) for its, other in zip(wanted[:5], s[:5], strict=True))]
        if not found:
            raise no_score(self.about(measure))
        return found

    def find(
        self,
        measure: str,
        key: str | None = None,
        *,
        corpus: str | None = None,
        stack: str | None = None,
        direction: str | None = None,
    ) -> Series:
        """The one series that is meant; raises where there are several and nothing says which."""
        found = self.matching(measure, key, corpus=corpus, stack=stack, direction=direction)
        return only(found, ("key", "stack", "corpus", "direction"))[0]

    def value(self, series: Series) -> Float64[np.ndarray, "layer head"]:
        return self.tally.value(series)

    def interval(self, series: Series) -> tuple[Float64[np.ndarray, "layer head"], Float64[np.ndarray, "layer head"]]:
        """The 95% interval of every head, over document groups; NaN with fewer than 10 groups."""
        if series not in self._intervals:
            own = intervals_by_layer(self.measured, series)
            self._intervals[series] = own or interval(self.tally.totals(series), self.tally.weights(series))
        return self._intervals[series]

    def baseline_series(self, series: Series) -> list[Series]:
        """The baselines of a series, the nearest offsets first. They have no direction where something without attention
        predicts; a possessor's own word has those of its relation."""
        for key in dict.fromkeys((series.key, series.key.removesuffix(OWN))):
            mine = self._baselines.get((*series[:3], key), [])
            if found := [other for other in mine if other.direction in ("", series.direction)]:
                return found
        return []

    @cached_property
    def _baselines(self) -> dict[tuple[str, ...], list[Series]]:
        found: dict[tuple[str, ...], list[Series]] = {}
        for series in self.series(baselines=True):
            found.setdefault(series[:4], []).append(series)
        return found

    def baselines(self, series: Series) -> dict[str, float]:
        """The value of every baseline of this series, by its name; of one that has a value for each layer or head, the mean of those that
        have one."""
        return {other.baseline: mean_of_known(self.value(other)) for other in self.baseline_series(series)}

    def baseline_values(self, series: Series, name: str = "uniform") -> Float64[np.ndarray, "layer head"] | None:
        """What each head is to be compared with: a baseline's value for the stack, for its layer or for itself."""
        found = next((other for other in self.baseline_series(series) if other.baseline == name), None)
        return None if found is None else np.broadcast_to(self.value(found), self.value(series).shape)

    def baseline(self, series: Series, name: str = "uniform") -> float | None:
        """The value of a baseline of this series."""
        return self.baselines(series).get(name)

    def best_baseline(self, series: Series) -> tuple[str, float] | None:
        """The baseline with the highest value, and that value; of equal ones the first, None where there is none."""
        known = self.baselines(series)
        return max(known.items(), key=lambda item: rounded(item[1]), default=None)

    def top(
        self,
        measure: str,
        key: str | None = None,
        n: int = 5,
        *,
        lowest: bool = False,
        corpus: str | None = None,
        stack: str | None = None,
        direction: str | None = None,
    ) -> list[HeadScore]:
        """The n heads with the highest (or lowest) score, of those that have one; ties go to the earlier head. Where a measure has
        directions and none is said, heads are ranked in all of them at once, and each says in which."""
        series = only(self.matching(measure, key, corpus=corpus, stack=stack, direction=direction), ("key", "stack", "corpus"))
        values = np.stack([self.value(one) for one in series])
        low, high = np.stack([self.interval(one) for one in series], 1)
        flat = rounded(values.ravel())
        order = np.argsort(flat if lowest else -flat, kind="stable")
        ranked = [np.unravel_index(i, values.shape) for i in order[~np.isnan(flat[order])][:n]]
        ends = [[None if np.isnan(end[at]) else float(end[at]) for end in (low, high)] for at in ranked]
        return [
            HeadScore(str(Head(*map(int, at[1:]))), float(values[at]), least, most, series[at[0]].direction)
            for at, (least, most) in zip(ranked, ends, strict=True)
        ]

    def where(self, query: str) -> list[str]:
        """The heads for which a query holds, as in `scores.where("obj > 0.6 and sep < 0.3")`; see docs/find.md. Where a model has
        several stacks, a head is written decoder/3-5."""
        from headscope.api.find import find

        return find(self, query)

    def to_polars(self) -> "polars.DataFrame":
        """One row per head and score, with the columns of `scores.parquet`."""
        from headscope.results.frames import scores_frame

        return scores_frame(self)

    def to_pandas(self) -> "pandas.DataFrame":
        try:
            return self.to_polars().to_pandas()
        except ModuleNotFoundError as error:
            raise HeadscopeError(f"to_pandas needs the package '{error.name}': pip install pandas pyarrow.") from None

    def files(self) -> dict[str, bytes]:
        """The files of a run folder."""
        from headscope.api.save import files

        return files(self)

    def save(self, folder: str | Path, *, force: bool = False) -> None:
        """Writes a run to a folder or a URL, all of it or nothing."""
        from headscope.api.save import save

        save(self, folder, force=force)
