"""Fits and scores the probes of one run: whose maps, which seeds, the control task, the learning curve, and what each head counts for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import torch

from headscope.models import Model
from headscope.probes import NAMES, PROBES, STRUCTURAL, Curve, Probe, Settings, Shape
from headscope.probes.baselines import BestOffset
from headscope.probes.fitting.ablation import ablate
from headscope.probes.fitting.control import control_heads
from headscope.probes.fitting.features import CACHED, PAIRS, Batches, Parsed, table_of
from headscope.probes.fitting.hidden import in_order
from headscope.probes.fitting.scoring import UAS, UUAS, Counts, counts, predict
from headscope.probes.fitting.training import hold_out
from headscope.probes.probe import Source
from headscope.probes.rows import Row, difference, with_interval
from headscope.probes.structural import DESCENT, fit_structural, undirected_scores
from headscope.probes.vectors.vectors import Vectors
from headscope.runs.map_cache import MapRoom
from headscope.runs.options import Options
from headscope.runs.probe_maps import Sentences, map_bytes, stack_of
from headscope.runs.progress import Progress
from headscope.runs.random_weights import randomised

SCORED_AT_ONCE = 64
ARGMAX = "argmax"


@dataclass(frozen=True)
class Asked:
    """What is to be done, beside model and treebanks."""

    names: tuple[str, ...]
    seeds: tuple[int, ...] = (0,)
    settings: Settings = field(default_factory=Settings)
    as_published: bool = False
    control: bool = True
    sizes: tuple[int, ...] = ()
    ablation: bool = False
    leave_out_shared: bool = False
    progress: bool = True


@dataclass(frozen=True)
class Data:
    """Training, held-out and test sentences in batches."""

    train: Batches
    held_out: Batches
    test: Batches


class Session:
    """One run over one model and its two treebanks."""

    def __init__(
        self,
        model: Model,
        train: Sentences,
        test: Sentences,
        vectors: Vectors | None,
        options: Options,
        asked: Asked,
        room: MapRoom,
    ) -> None:
        self.model, self.train, self.test, self.vectors = model, train, test, vectors
        self.options, self.asked, self.room = options, asked, room
        self.members, self.held = hold_out(train.documents)
        layers = tuple(site.heads for site in model.sites if site.stack == stack_of(model))
        table = None if vectors is None else table_of(vectors.table)
        self.shape = Shape(layers, table, asked.as_published)

    def run(self) -> list[Row]:
        """Every row, in the order of the table. Maps of one kind are let go before those of another are made."""
        found: dict[str, list[Row]] = {}
        sources: tuple[Source | None, ...] = (None, "model", "random")
        for source in sources:
            mine = [name for name in self.asked.names if name != STRUCTURAL and PROBES[name].maps == source]
            if mine:
                parsed = self._parsed(source)
                for name in mine:
                    found[name] = [row for seed in self.asked.seeds for row in self._rows(PROBES[name], parsed, seed)]
                del parsed
                self.room.clear()
        if STRUCTURAL in self.asked.names:
            found[STRUCTURAL] = [row for seed in self.asked.seeds for row in self._structural(seed)]
        return [row for name in NAMES for row in found.get(name, [])]

    def _parsed(self, source: Source | None) -> tuple[Parsed, Parsed]:
        """Both treebanks with the maps of one source."""
        model = randomised(self.model, self.asked.seeds[0]) if source == "random" else self.model
        found = []
        for part, label in ((self.train, "train"), (self.test, "test")):
            maps = None if source is None else self.room.maps(model, part, self.options, f"{label}-{source}")
            words = None if self.vectors is None else [self.vectors.numbers(sentence.words) for sentence in part.sentences]
            found.append(Parsed(part.sentences, part.documents, maps, words))
        return found[0], found[1]

    def _data(self, parsed: tuple[Parsed, Parsed], members: Sequence[int]) -> Data:
        device, size = self.model.device, self.asked.settings.settled(len(members)).size
        keep = device.type == "cuda" and self._fits()
        pairs = CACHED if device.type == "cpu" else PAIRS
        train, test = parsed
        return Data(
            Batches(train, members, size=size, device=device, keep=keep, pairs=pairs),
            Batches(train, self.held, size=SCORED_AT_ONCE, device=device, keep=keep, pairs=pairs),
            Batches(test, size=SCORED_AT_ONCE, device=device, keep=keep, pairs=pairs),
        )

    def _fits(self) -> bool:
        """Whether all maps can stay on the GPU beside what is computed there."""
        lengths = [len(sentence.words) for part in (self.train, self.test) for sentence in part.sentences]
        return 4 * map_bytes(self.model, lengths) < torch.cuda.mem_get_info(self.model.device)[0]

    def _fit(self, kind: type[Probe], data: Data, seed: int, label: str) -> tuple[Probe, Curve]:
        torch.manual_seed(seed)
        probe = kind(self.shape).to(self.model.device)
        settings = replace(self.asked.settings, seed=seed).settled(data.train.sentences)
        with Progress(f"{label}, seed {seed}", settings.epochs * data.train.sentences, 0, self.asked.progress) as bar:
            curve = probe.fit(
                data.train, data.held_out, settings, lambda _: bar.advance(data.train.sentences, data.train.words)
            )
        return probe, curve

    def _rows(self, kind: type[Probe], parsed: tuple[Parsed, Parsed], seed: int) -> Iterator[Row]:
        data = self._data(parsed, self.members)
        probe, curve = self._fit(kind, data, seed, kind.name)
        found = counts(parsed[1], predict(probe, data.test))
        embeddings = "" if self.vectors is None or not kind.words else self.vectors.name

        def row(metric: str, key: str, **numbers: Any) -> Row:
            names = (self.model.name, self.test.corpus.name, kind.name, embeddings, seed, metric, key)
            return Row(*names, **{"seconds": curve.seconds, **numbers})

        for (metric, key), one in found.items():
            yield row(metric, key, **with_interval(one))
        if self.asked.control:
            control, seconds = self._control(kind, parsed, seed)
            yield row("control", ARGMAX, **with_interval(control), seconds=seconds)
            yield row("selectivity", ARGMAX, **difference(found[UAS, ARGMAX], control))
        for number in self.asked.sizes:
            fewer = self._data(parsed, self.members[:number])
            small, its = self._fit(kind, fewer, seed, f"{kind.name} of {number:,}")
            one = counts(parsed[1], predict(small, fewer.test), [ARGMAX])[UAS, ARGMAX]
            yield row("size", str(min(number, len(self.members))), **with_interval(one), seconds=its.seconds)
        for number, step in enumerate(curve.passes, 1):
            yield row("loss", f"train {number}", value=step.train)
            yield row("loss", f"held-out {number}", value=step.held_out)
        for name, weights in probe.head_weights().items():
            for head, value in zip(self.shape.heads, weights.tolist(), strict=True):
                yield row("weight", f"{name} {head}", value=value)
        if isinstance(probe, BestOffset):
            yield row("offset", "", value=float(probe.offset))
        if self.asked.ablation and kind.maps == "model":
            for number, (gone, one) in enumerate(ablate(probe, data.held_out, data.test), 1):
                yield row("ablation", f"{number} {self.shape.heads[gone]}", **with_interval(one))

    def _control(self, kind: type[Probe], parsed: tuple[Parsed, Parsed], seed: int) -> tuple[Counts, float]:
        """The same probe, fitted to and scored on governors that a word's type decides by lot."""
        lots = [replace(part, governors=[control_heads(s, seed) for s in part.sentences]) for part in parsed]
        data = self._data((lots[0], lots[1]), self.members)
        probe, curve = self._fit(kind, data, seed, f"{kind.name}, control task")
        return counts(lots[1], predict(probe, data.test), [ARGMAX])[UAS, ARGMAX], curve.seconds

    def _structural(self, seed: int) -> Iterator[Row]:
        parsed = Parsed(self.train.sentences, self.train.documents)
        size, device = self.options.batch(self.model.device.type), self.model.device
        fitted = fit_structural(
            self.model, self.train.rows, parsed, settings=replace(DESCENT, seed=seed), batch_size=size, device=device
        )
        hidden = [one[0] for one in in_order(self.model, self.test.rows, [fitted.probe.layer], size)]
        found = undirected_scores(fitted.probe, Parsed(self.test.sentences, self.test.documents, hidden=hidden))
        tally = torch.tensor(found, dtype=torch.float64).reshape(-1, 2).numpy()
        names = (self.model.name, self.test.corpus.name, STRUCTURAL, "", seed)
        seconds = fitted.curve.seconds
        yield Row(*names, UUAS, "tree", **with_interval(Counts(tally[:, 0], tally[:, 1])), seconds=seconds)  # type: ignore[arg-type]
        for layer, value in fitted.layer_scores.items():
            yield Row(*names, "layer", str(layer), value, seconds=seconds)
