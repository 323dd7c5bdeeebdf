"""The library's front door: a model, a corpus and names of measures in, scores out; with a folder, a run on disk."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

from headscope.api.corpus import CorpusLike, open_sources
from headscope.api.engines import check_engine, opened_engine
from headscope.api.models import ModelLike, TokenizerLike, opened
from headscope.api.options import make_options
from headscope.api.record import model_record
from headscope.api.variants import MASKING, RunOptions, Variants
from headscope.corpora import Corpus
from headscope.errors import HeadscopeError
from headscope.models import Model
from headscope.models.images.patches import ImageCorpus, ImageModel
from headscope.names import LAYER_WEIGHTS
from headscope.results.describe import describe
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.open import open_run
from headscope.results.sample_maps import TEXTS, make_example
from headscope.results.scores import Scores
from headscope.runs import local
from headscope.runs.chunk import ALLOWED
from headscope.runs.folder import RunFolder
from headscope.runs.passes import Pass
from headscope.runs.plan import Plan, make_measures, make_plan
from headscope.runs.progress import expect, tell, whole
from headscope.runs.remote import check_place, delivered
from headscope.runs.seal import sealed
from headscope.types import NO_CORPUS

CORPUS = "bundled"  # where none is given
PAGE, PAGE_SHARE = "page", 0.04  # writing it takes about this share of the time that measuring takes


def measure(
    model: ModelLike = "bundled",
    corpus: CorpusLike | Sequence[CorpusLike] = CORPUS,
    measures: Sequence[str] | None = None,
    *,
    tokenizer: TokenizerLike | None = None,
    max_length: int | None = None,
    limit: int | None = None,
    batch_size: int | None = None,
    shard: str = "1/1",
    masking: str = MASKING,
    weights: str | Sequence[str] = "raw",
    skip_broken: bool = False,
    bounds: str | None = None,
    example: str | Sequence[str] | None = None,
    as_published: bool = False,
    engine: str = "local",
    workers: int | None = None,
    allow_failed: float = ALLOWED,
    folder: str | Path | None = None,
    resume: bool = False,
    force: bool = False,
    progress: bool = True,
    **variants: Unpack[Variants],
) -> Scores:
    """Measures every head of a model over one corpus or several, in one pass; all measures unless some are named.

    A live transformers model comes with its `tokenizer`, and is left as it was. `masking` is for measures that need a loss: the share of
    tokens predicted, and of these the shares masked and replaced. `weights` is what maps are made of, one kind or several in one
    pass: "raw" (attention), "norm" (times the norm of what is moved), "no-sink" (without special tokens and a causal model's first token),
    or with one map for a layer, "rollout" and "value-zeroing"; `scores.under("norm")` has the scores of one kind.
    `skip_broken` leaves out broken sentences of annotated corpora, and counts them. `bounds` allows longer lines, documents and
    unpacked files than usual ("line=8M,document=1G,unpacked=1T"). `example` is one text or two on which figures show
    the heads at work.
    `variants` are named as on the command line (smoothing="published", words_from="first" …); what is not given follows the
    paper's words or, with `as_published`, its authors' code.
    `engine` is "local", "ray" (workers of its own on this machine), "auto" or "ray://HOST:PORT" (those of a cluster), with so many
    `workers`; scores are the same. `allow_failed` is the share of units on which the model may raise an error; these are listed.
    With `folder` the run is kept there (manifest, tally, Parquet tables), can be stopped, and continued with `resume=True`. It may be a
    URL, to which the finished run is put.
    """
    check_engine(engine, workers)
    if folder is not None:
        check_place(folder, resume=resume, force=force)
    texts = texts_of(example)
    asked: RunOptions = {
        "max_length": max_length, "limit": limit, "batch_size": batch_size, "shard": shard, "masking": masking,
        "weights": weights, "as_published": as_published, "skip_broken": skip_broken, "bounds": bounds,
        **variants,
    }  # fmt: skip
    with whole(progress), planned(model, corpus, measures, asked, tokenizer=tokenizer, progress=progress) as plan:
        how = Way(engine, workers, allow_failed)
        if folder is None:
            return carry_out(plan, progress=progress, example=texts, how=how)
        with delivered(folder, resume=resume, force=force) as near:
            place = RunFolder(near)
            return carry_out(plan, place, resume=resume, force=force, progress=progress, example=texts, how=how)


@contextmanager
def planned(
    model: ModelLike,
    corpus: CorpusLike | Sequence[CorpusLike],
    measures: Sequence[str] | None,
    asked: RunOptions,
    *,
    tokenizer: TokenizerLike | None = None,
    progress: bool = True,
) -> Iterator[Plan]:
    """What is to be run, ready to run; the model, which takes longest, is opened last and only for as long as the `with` lasts."""
    options = make_options(asked, only_maps=isinstance(model, Model) and model.road == "maps")
    wanted = None if measures is None else make_measures(measures, options)
    needed = wanted is None or any(one.unit not in NO_CORPUS for one in wanted) or corpus not in (CORPUS, [CORPUS])
    skip, bounds = asked.get("skip_broken", False), asked.get("bounds")
    corpora = open_sources(corpus, skip_broken=skip, bounds=bounds, progress=progress) if needed else []
    tell("Loading model…")
    with opened(model, tokenizer) as loaded:
        sees = isinstance(loaded, ImageModel)
        if any(isinstance(one, ImageCorpus) != sees for one in corpora):
            reads, has = ("images", "text") if sees else ("text", "images")
            raise HeadscopeError(f"'{loaded.name}' reads {reads}, and the corpus is {has}. Give it {reads} with -c.")
        plan = make_plan(loaded, corpora, wanted, options, progress=progress)
        if progress:
            for one in corpora:
                if isinstance(one, Corpus):
                    one.remark_on_broken()
        yield plan


@dataclass(frozen=True)
class Way:
    """Who does the work of a run, and how much of it may fail; no number depends on it."""

    engine: str = "local"
    workers: int | None = None
    allowed: float = ALLOWED

    def run(self, plan: Plan, place: RunFolder | None = None, *, resume: bool = False, progress: bool = True) -> local.Run:
        with opened_engine(self.engine, self.workers, progress=progress) as engine:
            return local.run(plan, place, resume=resume, progress=progress, engine=engine, allowed=self.allowed)


def texts_of(example: str | Sequence[str] | None) -> tuple[str, ...]:
    """The text or two that figures show the heads at work on."""
    texts = (example,) if isinstance(example, str) else tuple(example or TEXTS)
    if len(texts) > 2:
        raise HeadscopeError(f"--example takes one text or two, got {len(texts)}.")
    return texts


def carry_out(
    plan: Plan,
    place: RunFolder | None = None,
    *,
    resume: bool = False,
    force: bool = False,
    progress: bool = True,
    example: Sequence[str] = TEXTS,
    also: Callable[[Scores], dict[str, bytes]] | None = None,
    how: Way = Way(),
) -> Scores:
    """Runs a plan; with a folder, writes the run there, or finds there that it is finished already. `also` makes further
    files from the scores (a report), which appear together with the rest, and anew for a run that is finished; for these, what the best
    heads get right and wrong is kept too, in another pass over the annotated corpora."""
    costs = plan.costs(examples=also is not None)
    expect(costs | ({PAGE: PAGE_SHARE * sum(costs.values())} if also is not None else {}))
    if place is None:
        return finish(how.run(plan, progress=progress), example)
    place.check(resume=resume, force=force)
    with place.locked():
        if resume and place.finished and not place.begun:
            done = open_run(place.path)
            if not _same(done.manifest, plan):
                place.check()  # another run's folder: the error that says so
            if also is None:
                return done
            scores = done  # only what is made of it is made anew
        else:
            scores = finish(how.run(plan, place, resume=resume, progress=progress), example)
        if also is not None and scores.examples is None:
            from headscope.answers.examples import make_examples  # needs polars, which a machine that only measures may lack

            scores.examples = make_examples(plan, scores, progress=progress)
        if also is not None:
            tell("Writing page…")
        place.publish(sealed(scores.files() | (also(scores) if also else {})))
    return scores


def _same(manifest: Manifest, plan: Plan) -> bool:
    return bool(manifest.options.get("fingerprint") == plan.fingerprint())


def finish(run: local.Run, example: Sequence[str] = TEXTS) -> Scores:
    """A completed run as scores, with its manifest and its example."""
    plan, model = run.plan, run.plan.model
    corpora = []
    for corpus in dict.fromkeys(one.corpus for one in plan.passes):
        mine = [one for one in plan.passes if one.corpus is corpus and not one.gradient and not one.cuts]
        mine = mine or [one for one in plan.passes if one.corpus is corpus]
        counts = run.counts.get(mine[0].name, local.Counts())  # a second pass with gradients reads the same units again
        corpora.append(
            CorpusRecord(
                corpus.name,
                corpus.origin,
                corpus.format,
                corpus.hash,
                mine[0].documents,
                counts.units,
                counts.tokens,
                counts.cut_units,
                counts.cut_tokens,
                _skipped(run, mine),
                [str(plan.options.shard)],
                mine[0].unit,
                [one.to_json() for one in counts.failed],
            )
        )
    options = {
        **{key: value for key, value in plan.identity().items() if key in ("masking", "every", *plan.options.what())},
        **({"as_published": True} if plan.options.as_published else {}),
        "batch_size": plan.batch_size,
        "fingerprint": plan.fingerprint(),
    }
    manifest = Manifest(
        model_record(model), corpora, plan.identity()["measures"], options, round(run.seconds, 2), plan.left_out
    )
    if plan.options.weights[0] in LAYER_WEIGHTS:  # what the scores are of
        manifest.model = manifest.under(plan.options.weights[0]).model
    measures = [measure for one in plan.passes for measure in one.measures]
    manifest.described = {measure.name: measure.described() for measure in measures}
    scores = Scores(run.tally, manifest, make_example(model, example, plan.options.weights))
    describe(scores, measures)
    return scores


def _skipped(run: local.Run, passes: Sequence[Pass]) -> dict[str, int]:
    """What was left out, by reason, in every kind of unit; and words of which a tokenizer made nothing."""
    skipped = dict(passes[0].skipped)
    for at, one in enumerate(passes):
        counts, kind = run.counts.get(one.name, local.Counts()), f" ({one.unit}s)" if at else ""
        skipped |= {f"{reason}{kind}": number for reason, number in counts.skipped.items()}
        if counts.words_without_tokens:
            skipped[f"words without a token{kind}"] = counts.words_without_tokens
    return skipped
