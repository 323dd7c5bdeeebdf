"""One road through one corpus: which measures go it, how, over how much, and what that costs."""

from dataclasses import dataclass, field, replace

from headscope.corpora import Corpus
from headscope.measures import Measure
from headscope.models import Model
from headscope.models.loss import is_causal
from headscope.runs.by_row import obstacle
from headscope.runs.needs import BACKWARD, CUTTING
from headscope.runs.options import Options
from headscope.tokens import CHUNK, Chunk
from headscope.types import NO_CORPUS, Unit, UnitKind

# What a token costs beside others, timed on the bundled model: forward by unit, where all layers are compared, and forward and back.
FORWARD: dict[UnitKind, float] = {"pair": 0.2, "sentence": 0.5, "window": 0.5, "own": 0.2, "none": 1.0}
COMPARED, BACK = 1.0, 0.9
CUT = 0.23  # for each pass of the model that cutting the heads comes to


@dataclass(frozen=True)
class Pass:
    """One road through one corpus: all measures that read it in the same units and the same way, forward or forward and back."""

    corpus: Corpus
    unit: UnitKind
    measures: tuple[Measure, ...]
    documents: int
    units: int  # of this run's shard
    gradient: bool = False
    cuts: bool = False  # whether its measures are of cut heads, which takes many passes of the model
    every: int = 1  # of the corpus's units every so manieth is read
    tried: int = 1  # of those every so manieth, by a hash, is read again with words masked
    skipped: dict[str, int] = field(default_factory=dict)  # what the reader left out, by reason
    relations: frozenset[str] = frozenset()  # of annotated sentences
    chunks: int = 0  # of all shards
    size: float = 0.0  # about how many tokens its units have, for progress
    total: int = 0  # units of all shards, whether read or not
    whole: float = 0.0  # about how many tokens these have
    work: float = 0.0  # of cut heads: how many full passes of the model a token takes
    maps: str | None = None  # why whole maps are formed; None: attention is measured row by row, without maps
    mean_units: tuple[Unit, ...] | None = None  # over which means of heads are taken, where the corpus is not at hand

    @property
    def name(self) -> str:
        """What progress calls it; tells the passes over one corpus apart."""
        kind = "" if self.unit in ("pair", *NO_CORPUS) else f", {self.unit}s"
        return f"{self.corpus.name}{kind}{', gradient' * self.gradient}{', heads cut' * self.cuts}"

    @property
    def cost(self) -> float:
        """What a token costs."""
        if self.cuts:
            return CUT * self.work
        compared = any("layers" in measure.needs for measure in self.measures)
        first = FORWARD[self.unit] if any(measure.wanted("logits") for measure in self.measures) else 0.0  # a pass before it
        return first + (BACK if self.gradient else COMPARED if compared else FORWARD[self.unit])

    def taken(self, chunk: Chunk) -> list[Unit]:
        """The units of a chunk that are read."""
        return [unit for at, unit in enumerate(chunk.units, CHUNK * chunk.index) if at % self.every == 0]

    @property
    def examples(self) -> str:
        """What progress calls the pass that finds examples in the same units."""
        return examples_name(self.corpus.name, self.unit)


def examples_name(corpus: str, unit: UnitKind) -> str:
    return f"{corpus}, examples" + (f" in {unit}s" if unit != "sentence" else "")


Way = tuple[bool, bool]  # whether a pass goes back too, and whether it cuts heads
WAYS: tuple[Way, ...] = ((False, False), (True, False), (False, True), (True, True))


def way_of(measure: Measure) -> Way:
    return any(measure.wanted(need) for need in BACKWARD), any(measure.wanted(need) for need in CUTTING)


def going(counted: Pass, measures: tuple[Measure, ...], way: Way, model: Model, options: Options) -> Pass:
    gradient, cuts = way
    work = 0.0
    if cuts:
        kinds = 1 + any(measure.wanted("mean-cuts") for measure in measures)
        copies = 1 / options.masking.rate if counted.unit in ("sentence", "window") and not is_causal(model) else 1.0
        share = 1.0 if is_causal(model) else options.masking.rate
        work = model.cuts.passes(share) * kinds * copies
    maps = obstacle(model, measures, options)
    return replace(counted, measures=measures, gradient=gradient, cuts=cuts, work=work, maps=maps)
