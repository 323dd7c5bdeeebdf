"""Runs a paper's set-up and makes the certificate: surface measures on a text, heads on a treebank and on coreference, probes.

Each part is a run folder. A part that is finished is not run again with `resume`, one that was stopped goes on.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from headscope.api.certificate import check_asked
from headscope.api.measure import measure
from headscope.api.models import ModelLike, TokenizerLike, opened
from headscope.api.options import make_options
from headscope.api.probe import probe
from headscope.corpora import Corpus
from headscope.errors import HeadscopeError
from headscope.models import Model
from headscope.models.loss import refusal
from headscope.names import JOURNAL, STAGED
from headscope.probes import Settings
from headscope.probes.vectors.files import MODEL, PACKAGE
from headscope.reproduce import certificate
from headscope.reproduce import paper as published_paper
from headscope.reproduce.certificate import Certificate, Run
from headscope.reproduce.folders import AS_PUBLISHED, FILES, open_probes
from headscope.reproduce.probed import ProbeRun
from headscope.reproduce.published import PARTS, Part
from headscope.reproduce.sources import Sources, open_sources
from headscope.runs.folder import RunFolder
from headscope.urls import local_path

SURFACE = ("offset", "token", "token-from-sep", "entropy", "peak")
MEASURES: dict[tuple[str, str], Sequence[str]] = {
    ("clark2019", "treebank"): ("dependency",),
    ("clark2019", "coreference"): ("coreference",),
    ("kobayashi2021", "text"): ("mixing",),
}
ONE_PASS = Settings(epochs=1, batch_size=1)  # how the published probes learn


@dataclass(frozen=True)
class Reproduction:
    """What is run where. `limit` is in units of each part: segments, sentences, windows, training sentences."""

    sources: Sources
    folder: Path
    paper: str = "clark2019"
    parts: tuple[Part, ...] = PARTS
    as_published: bool = False
    limit: int | None = None
    max_length: int | None = None
    batch_size: int | None = None
    embeddings: str | None = None
    leave_out_shared: bool = False
    resume: bool = False
    force: bool = False
    progress: bool = True

    @property
    def wanted(self) -> list[tuple[Part, bool]]:
        """The parts that have a corpus, by the paper's words and, where asked, as published too."""
        held = [part for part in self.parts if self.corpora(part)]
        return [(part, published) for part in held for published in (False, *([True] if self.as_published else []))]

    def corpora(self, part: Part) -> list[Corpus]:
        sources = self.sources
        some = [sources.train, sources.test] if part == "probes" else [getattr(sources, part)]
        return [corpus for corpus in some if corpus is not None]

    def place(self, part: Part, published: bool) -> Path:
        return self.folder / (part + AS_PUBLISHED if published else part)

    def check(self) -> None:
        """Raises where the folder is somebody's, or where a part of it must not be written. Touches nothing."""
        ours = {*FILES, *(part + end for part in PARTS for end in ("", AS_PUBLISHED))}
        held = {entry.name for entry in self.folder.iterdir()} if self.folder.is_dir() else set()
        if strange := held - ours - {STAGED, JOURNAL}:  # a killed run may have left files that were not renamed yet
            raise HeadscopeError(
                f"'{self.folder}' holds something else than a reproduction ('{min(strange)}'). Choose another folder."
            )
        if not self.wanted:
            raise HeadscopeError("There is nothing to run: no part that was asked for has a corpus.")
        for part, published in self.wanted:
            RunFolder(self.place(part, published)).check(resume=self.resume, force=self.force)


def reproduce(
    model: ModelLike,
    folder: str | Path,
    *,
    paper: str = "clark2019",
    tokenizer: TokenizerLike | None = None,
    text: str | None = None,
    treebank: str | None = None,
    coreference: str | None = None,
    train: str | None = None,
    test: str | None = None,
    parts: Sequence[str] | None = None,
    as_published: bool = False,
    limit: int | None = None,
    max_length: int | None = None,
    batch_size: int | None = None,
    embeddings: str | None = None,
    leave_out_shared: bool = False,
    skip_broken: bool = False,
    bounds: str | None = None,
    resume: bool = False,
    force: bool = False,
    progress: bool = True,
    done: Callable[[Part, bool, Path], None] | None = None,
) -> Certificate:
    """Runs the parts of a paper that were asked for and have a corpus, without corpora on the bundled ones; returns the certificate.
    `done` hears of every part that is finished: its name, whether it was as published, and its folder."""
    check_asked(paper, parts)
    make_options({"max_length": max_length, "limit": limit, "batch_size": batch_size})  # raises where one is too small
    chosen = tuple(name for name in published_paper(paper).parts if not parts or name in parts)
    sources = open_sources(
        text, treebank, coreference, train, test,
        probes="probes" in chosen, limit=limit, leave_out_shared=leave_out_shared, skip_broken=skip_broken, bounds=bounds,
    )  # fmt: skip
    plan = Reproduction(
        sources, local_path(folder), paper, chosen, as_published, limit, max_length, batch_size, embeddings, leave_out_shared, resume,
        force, progress,
    )  # fmt: skip
    plan.check()
    runs: dict[bool, list[Run]] = {False: [], True: []}
    with opened(model, tokenizer) as loaded:
        for part, published, run in run_parts(loaded, plan):
            runs[published].append(run)
            if done is not None:
                done(part, published, plan.place(part, published))
    return certificate(runs[False], runs[True], name=paper)


def run_parts(model: Model, plan: Reproduction) -> Iterator[tuple[Part, bool, Run]]:
    """Runs one part after the other, and hands each on when it is finished, with whether it was as published."""
    for part, published in plan.wanted:
        yield part, published, (_probes if part == "probes" else _measured)(model, plan, part, published)


def measures_of(part: Part, model: Model, paper: str = "clark2019") -> list[str]:
    """What is measured; gradients and distances where the model allows them."""
    if (paper, part) in MEASURES:
        return list(MEASURES[paper, part])
    same = all(site.heads == model.stacks[site.stack][1] for site in model.sites)
    return [*SURFACE, *(["gradient"] if refusal(model) is None else []), *(["divergence"] if same else [])]


def _measured(model: Model, plan: Reproduction, part: Part, published: bool) -> Run:
    return measure(
        model,
        plan.corpora(part),
        measures_of(part, model, plan.paper),
        max_length=plan.max_length,
        limit=plan.limit,
        batch_size=plan.batch_size,
        as_published=published,
        folder=plan.place(part, published),
        resume=plan.resume,
        force=plan.force,
        progress=plan.progress,
    )


def _probes(model: Model, plan: Reproduction, part: Part, published: bool) -> Run:
    place = plan.place(part, published)
    if plan.resume and RunFolder(place).finished:
        done = open_probes(place)
        if _same(done, model, plan, published):
            return done
        RunFolder(place).check(force=plan.force)  # another run's folder: the error that says so
    train, test = plan.corpora(part)
    found = probe(
        model,
        train,
        test,
        [number.way.probe for number in published_paper().numbers if number.way.kind == "probe"],
        embeddings=plan.embeddings,
        max_length=plan.max_length,
        limit=plan.limit,
        batch_size=plan.batch_size,
        settings=ONE_PASS if published else None,
        as_published=published,
        control=False,
        leave_out_shared=plan.leave_out_shared,
        folder=place,
        force=plan.force or plan.resume,
        progress=plan.progress,
    )
    return ProbeRun(found.manifest, [vars(row) for row in found.rows])


def _same(done: ProbeRun, model: Model, plan: Reproduction, published: bool) -> bool:
    """Whether probes that are there are those that would be fitted."""
    about, options = done.manifest.model, done.manifest.options
    vectors = MODEL if plan.embeddings is None else Path(plan.embeddings.removeprefix(PACKAGE)).name
    length = make_options({"max_length": plan.max_length}).fitted(model.encoder).max_length
    wanted = {"limit": plan.limit, "max_length": length, "embeddings": vectors}
    return (
        {"name": model.name, **model.identity} == {key: about.get(key) for key in ("name", *model.identity)}
        and [record.sha256 for record in done.manifest.corpora] == [corpus.hash for corpus in plan.corpora("probes")]
        and {key: options.get(key) for key in wanted} == wanted
        and bool(options.get("as_published")) == published
        and bool(options.get("leave_out_shared")) == plan.leave_out_shared
    )
