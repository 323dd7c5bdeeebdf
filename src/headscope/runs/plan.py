"""What a run will do, found out before anything is written: measures, corpora, units, and what would stop it.

Reading every corpus once here costs little, finds a broken file before the model has worked for an hour, and gives the bar a
total.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from headscope.corpora import BESIDE, FORMATS, Corpus, MadeCorpus
from headscope.errors import HeadscopeError, unknown_name
from headscope.measures import MEASURES, Measure, make
from headscope.models import Model
from headscope.models.weighting import check_weights
from headscope.names import ALL
from headscope.runs.bounds import bounded
from headscope.runs.cuts import MeanOutputs
from headscope.runs.inputs import read_chunks
from headscope.runs.needs import CAUSAL, FORWARD_ONLY, lacking, needs_heads
from headscope.runs.options import Options
from headscope.runs.passes import FORWARD, WAYS, Pass, going, way_of
from headscope.runs.progress import reading
from headscope.runs.variants import NOT_OF_MAPS, option
from headscope.types import NO_CORPUS, Annotation, Document, Unit, UnitKind

LETTERS = 4.5  # to a token


@dataclass(frozen=True)
class Plan:
    """Everything that decides the numbers, and how far there is to go."""

    model: Model
    options: Options
    passes: tuple[Pass, ...]
    left_out: dict[str, str] = field(default_factory=dict)  # measures that can't run here, and why
    means: MeanOutputs = field(default_factory=MeanOutputs, repr=False, compare=False)  # worked out when they are asked for

    @property
    def batch_size(self) -> int:
        return self.options.batch(self.model.device.type)

    def size(self, one: Pass) -> int:
        """The batch size of a pass. One that keeps all layers at once, to compare them or for the way back, takes a part of it
        on a CPU, where batches run side by side and memory is what there is least of."""
        if self.model.device.type != "cpu":
            return self.batch_size
        part = 16 if one.gradient or one.cuts else 4 if any("layers" in measure.needs for measure in one.measures) else 1
        return max(1, self.batch_size // part)

    @property
    def units(self) -> int:
        return sum(one.units for one in self.passes)

    def costs(self, *, examples: bool = False) -> dict[str, float]:
        """What each pass costs beside the others, by the name that progress knows it by; with `examples`, also those that find examples
        for a page."""
        found = {one.name: one.size * one.cost for one in self.passes}
        if examples:
            found |= {one.examples: one.size * FORWARD[one.unit] for one in self.passes if one.unit in ANNOTATIONS}
        return found

    def identity(self) -> dict[str, Any]:
        """What two runs must share for their tallies to be added."""
        return {
            "model": {"name": self.model.name, **self.model.identity},
            "corpora": {one.corpus.name: one.corpus.hash for one in self.passes},
            **({"skip_broken": True} if any(one.corpus.skip_broken for one in self.passes) else {}),
            "measures": {measure.name: list(measure.keys) for one in self.passes for measure in one.measures},
            **({"masking": vars(self.options.masking)} if any(one.gradient or one.cuts for one in self.passes) else {}),
            **({"every": every} if (every := self.every()) else {}),
            **self.options.what(),
        }

    def every(self) -> dict[str, int]:
        """The measures that read a part of their corpus, and every how manieth of its units that is; so are keys that do, as "pattern
        predictive"."""
        found = {measure.name: one.every for one in self.passes for measure in one.measures if one.every > 1}
        for one in (one for one in self.passes if one.tried > 1):
            found |= {f"{m.name} {key}": one.tried for m in one.measures for key in m.keys if m.key_needs.get(key) == "effects"}
        return found

    def fingerprint(self) -> str:
        """What a stopped run must share with its continuation: also how it is computed, so that not a bit differs."""
        how = {
            "batch_size": self.batch_size,
            "dtype": str(self.model.dtype),
            "device": self.model.device.type,
            "shard": str(self.options.shard),
        }
        return hashlib.sha256(json.dumps([self.identity(), how], sort_keys=True).encode()).hexdigest()


def make_measures(names: Sequence[str] | None, options: Options | None = None) -> list[Measure]:
    """The measures asked for, each once; all of them when none is named. The options may choose a variant of their formulas."""
    measures = [make(name, vars(options or Options())) for name in (names if names is not None else MEASURES)]
    if not measures:
        raise HeadscopeError(f"No measure was asked for. Known: {', '.join(MEASURES)}.")
    twice = {m.name for m in measures if sum(m.name == other.name for other in measures) > 1}
    if twice:
        raise HeadscopeError(f"The measure '{min(twice)}' was asked for twice; give all its keys at once, as in offset=-2,+2.")
    return measures


def make_plan(
    model: Model,
    corpora: Sequence[Corpus],
    measures: Sequence[Measure] | None,
    options: Options,
    *,
    progress: bool = True,
) -> Plan:
    """Checks what is asked against the model and the corpora, and counts the work. Without measures it takes all that the
    model allows, and says of the others why not."""
    options = options.fitted(model.encoder)
    alien = [option(name) for name in options.chosen() if model.road == "maps" and name in NOT_OF_MAPS]
    if alien:
        raise HeadscopeError(f"Maps bring their own attention and their own tokens: {alien[0]} does not go with them.")
    check_weights(options.weights, model)
    names = [corpus.name for corpus in corpora]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise HeadscopeError(
            f"Two corpora are named '{twice[0]}': their scores could not be told apart. Rename one of the files."
        )
    wanted = list(measures) if measures is not None else make_measures(None, options)
    reasons = {
        measure.name: reason
        for measure in wanted
        if (reason := needs_heads(measure, options.weights) or _obstacle(measure, model, corpora, options))
    }
    if measures is not None and reasons:
        name, reason = next(iter(reasons.items()))
        raise HeadscopeError(f"'{name}' can't be measured on '{model.name}': {reason}.")
    if not any(measure.name not in reasons for measure in wanted):
        raise HeadscopeError(f"Nothing can be measured on '{model.name}': {next(iter(reasons.values()))}.")
    wanted = [measure for measure in wanted if measure.name not in reasons]
    for at, measure in enumerate(wanted):
        missing = {key: reason for key in measure.keys if (reason := _missing(measure, key, model))}
        if missing and (measure.chosen or len(missing) == len(measure.keys)):
            key, reason = next(iter(missing.items()))
            raise HeadscopeError(f"'{measure.name}={key}' can't be measured on '{model.name}': {reason}.")
        reasons |= {f"{measure.name} {key}": reason for key, reason in missing.items()}
        wanted[at] = measure.without(missing) if missing else measure
    passes = []
    for corpus in corpora:
        fitting = [measure for measure in wanted if corpus in _fitting(measure, corpora, options)]
        for kind in dict.fromkeys(measure.unit for measure in fitting):
            counted = _count(corpus, kind, model, options, progress)
            for way in WAYS:
                mine = tuple(m for m in fitting if m.unit == kind and way_of(m) == way)
                if mine:
                    passes.append(going(counted, mine, way, model, options))
    for measure in (measure for measure in wanted if measure.unit in NO_CORPUS):
        counted = _count(_made(measure, model), measure.unit, model, options, progress)
        passes.append(going(counted, (measure,), way_of(measure), model, options))
    if measures is None:
        passes, costly = bounded(passes, model, options)
        reasons |= costly
    _check_use(corpora, passes, options)
    if options.limit is not None:
        for corpus in corpora:
            corpus.settle()  # all that will be measured was read
    return Plan(model, options, tuple(passes), reasons)


def _made(measure: Measure, model: Model) -> MadeCorpus:
    """What a measure reads that makes its own input; known by the measure and the tokens it is made of."""
    about = json.dumps([measure.name, list(measure.keys), model.encoder.tokenizer.vocab_size])
    digest = hashlib.sha256(about.encode()).hexdigest()
    if measure.unit == "none":
        return MadeCorpus(measure.name, "no text", (), "none", digest, make=lambda: iter([Document(measure.name, ())]))
    make = partial(measure.documents, model.encoder, model.ordinary)
    return MadeCorpus(measure.name, f"made by {measure.name}", (), "made", digest, make=make)


def _check_use(corpora: Sequence[Corpus], passes: Sequence[Pass], options: Options) -> None:
    """Every corpus is of use, every key is there, and this shard has work."""
    for corpus in corpora:
        mine = [one for one in passes if one.corpus is corpus]
        if not mine and corpus.name not in {*BESIDE, *BESIDE.values()}:  # these come together, whether both are read or not
            raise HeadscopeError(
                f"Nothing that was asked for reads the corpus '{corpus.name}': measures of running text take the plain corpora where "
                "there are any, the others those with trees or mentions."
            )
    for one in passes:
        for measure in one.measures:
            if measure.open_keys and one.relations:
                folded = {f"{name.partition(':')[0]}:*" for name in one.relations}
                known = [*dict.fromkeys((ALL, *measure.known)), *sorted(one.relations), *sorted(folded)]
                for key in measure.keys:
                    if key not in known:
                        raise unknown_name(f"relation in '{one.corpus.name}'", key, known)
    if not any(one.units for one in passes):
        most = max(one.chunks for one in passes)
        raise HeadscopeError(f"Shard {options.shard} is empty: units go in chunks of 64, so at most {most} shards have work.")


ANNOTATIONS: dict[str, Annotation] = {"sentence": "trees", "window": "mentions"}
_SAID = {"trees": "dependency trees", "mentions": "coreference"}


def _fitting(measure: Measure, corpora: Sequence[Corpus], options: Options) -> list[Corpus]:
    """The corpora that a measure is of. One that reads running text takes the plain ones where there are any: an annotated
    corpus is small, and mostly a part of another. With `--limit`, only as many sentences are looked at as its units can have."""
    most = None if options.limit is None else max(1000, options.limit * options.max_length)
    if measure.unit in NO_CORPUS:
        return []
    if measure.unit in ANNOTATIONS:
        return [corpus for corpus in corpora if ANNOTATIONS[measure.unit] in corpus.annotations(most)]
    return [corpus for corpus in corpora if corpus.annotations(most) <= {"words"}] or list(corpora)


def _obstacle(measure: Measure, model: Model, corpora: Sequence[Corpus], options: Options) -> str | None:
    if measure.unit == "own" and model.road == "maps":
        return "only its maps are known, and the measure makes texts of its own"
    if measure.unit not in NO_CORPUS and not _fitting(measure, corpora, options):
        return f"no corpus here is annotated for {_SAID[ANNOTATIONS[measure.unit]]}"
    if way_of(measure)[0] and any(measure.wanted(need) for need in FORWARD_ONLY):
        return "residuals are known on the way forward, gradients on the way back"
    return next((reason for need in sorted(measure.needs) if (reason := lacking(need, model))), None)


def _missing(measure: Measure, key: str, model: Model) -> str | None:
    """Why a key can't be measured on this model."""
    if not measure.key(key).causal and model.stacks.keys() <= model.causal:
        return CAUSAL
    return lacking(measure.key_needs.get(key), model)


def _letters(unit: Unit) -> float:
    """How long a unit is, about."""
    return max(LETTERS, len(unit.first) + len(unit.second or "") + LETTERS * len(unit.ids))


def _count(corpus: Corpus, kind: UnitKind, model: Model, options: Options, progress: bool) -> Pass:
    documents = units = total = last = 0
    letters = every = 0.0
    seen: str | None = None
    relations: set[str] = set()
    for chunk in reading(read_chunks(corpus, kind, model, options), f"reading {corpus.name}", progress):
        total += len(chunk.units)
        last = chunk.index + 1
        for unit in chunk.units:
            documents += unit.document != seen
            seen = unit.document
            relations.update(name for sentence in unit.sentences for name in sentence.relations or ())
        mine = sum(min(options.max_length * LETTERS, _letters(unit)) for unit in chunk.units)
        every += mine
        if options.shard.takes(chunk.index):
            units += len(chunk.units)
            letters += mine
    if not total and corpus.skipped:
        left = ", ".join(f"{reason} ({number:,})" for reason, number in corpus.skipped.items())
        raise HeadscopeError(f"Nothing of the corpus '{corpus.origin}' is left: all of it is broken. Left out: {left}.")
    if not total:
        raise HeadscopeError(
            f"The corpus '{corpus.origin}' is empty: it was read as {corpus.format}, {FORMATS[corpus.format]}."
            if corpus.format in FORMATS
            else f"The corpus '{corpus.origin}' is empty."
        )
    skipped = dict(corpus.skipped) if options.shard.index == 1 else {}  # told once, not by every shard
    return Pass(
        *(corpus, kind, (), documents, units),
        skipped=skipped,
        relations=frozenset(relations),
        chunks=last,
        size=letters / LETTERS,
        total=total,
        whole=every / LETTERS,
    )
