"""headscope measure: every head over a corpus, into a run folder."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from headscope.cli import options as o
from headscope.errors import HeadscopeError
from headscope.runs.variants import CHOICES, NOT_OF_MAPS, choose, option

if TYPE_CHECKING:
    from headscope.corpora import Corpus
    from headscope.models import Model
    from headscope.results.scores import Scores
    from headscope.runs.plan import Plan


@o.takes_run_request
def measure(
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder to write the run to.")],
    request: o.RunRequest,
    measure: o.MeasureOption = None,
    maps: o.MapsOption = None,
    shard: o.ShardOption = "1/1",
) -> None:
    """Measure every head of a model over a corpus and write a run folder (manifest, tally, Parquet tables)."""
    scores = run(output, request, measure, shard, maps=maps)
    if scores is not None and not request.quiet:
        sys.stderr.write(f"Wrote {output}. Look at it with: headscope show {output}\n")


def run(
    output: Path,
    request: o.RunRequest,
    measures: list[str] | None = None,
    shard: str = "1/1",
    also: "Callable[[Scores], dict[str, bytes]] | None" = None,
    maps: Path | None = None,
    check: "Callable[[Plan], None] | None" = None,
) -> "Scores | None":
    """What `measure` and `report` share: cheap checks first, then the model, then the run. None after a dry run. `check` raises where
    what is to be run does not go with what was given beside it."""
    from headscope.runs.folder import RunFolder
    from headscope.runs.options import Options, Shard
    from headscope.tokens.masking import Masking

    place = RunFolder(output)
    if not request.dry_run:
        place.check(resume=request.resume, force=request.force)
    masking = Masking.parse(request.masking)
    variants = choose(request.variants, as_published=request.as_published, only_maps=maps is not None)
    asked = Options(
        request.max_length, request.limit, request.batch_size, Shard.parse(shard), masking, request.as_published, **variants
    )
    if len(request.example or ()) > 2:
        raise HeadscopeError(f"--example takes one text or two, got {len(request.example or ())}.")
    if maps is not None:
        _check_alone(request)

    from headscope.api.measure import carry_out
    from headscope.models.maps import MapsModel
    from headscope.results.sample_maps import TEXTS
    from headscope.runs.plan import make_measures, make_plan

    wanted = None if measures is None else make_measures(measures, asked)
    model, corpora = _open(request) if maps is None else _open_maps(maps)
    plan = make_plan(model, corpora, wanted, asked, progress=not request.quiet)
    if check is not None:
        check(plan)
    if request.as_published and not request.quiet:
        turned = [f"{option(name)} {value}" for name, value in asked.chosen().items() if value == CHOICES[name].published]
        sys.stderr.write(f"As published: {', '.join(turned) or 'nothing, each variant was given'}.\n")
    if request.dry_run:
        typer.echo(_forecast(plan, request.format), nl=False)
        return None
    try:
        scores = carry_out(
            plan,
            place,
            resume=request.resume,
            force=request.force,
            progress=not request.quiet,
            example=request.example or TEXTS,
            also=also,
        )
    except KeyboardInterrupt:
        typer.echo("headscope: stopped. Run the same command with --resume to continue.", err=True)
        raise typer.Exit(130) from None
    if isinstance(model, MapsModel) and not request.quiet and (remark := model.rows.remark()):
        sys.stderr.write(f"{remark}\n")
    return scores


def _open(request: o.RunRequest) -> "tuple[Model, list[Corpus]]":
    from headscope.corpora import Corpus, open_corpora
    from headscope.models.images.patches import ImageModel, holds_images, open_images

    # First: a missing file is found sooner than a model is loaded.
    given = request.corpus or []
    pictures = bool(given) and all(map(holds_images, given))
    corpora: list[Corpus] = (
        [open_images(one) for one in given] if pictures else open_corpora(request.corpus, skip_broken=request.skip_broken)
    )

    from headscope.models import load

    model = load(
        request.model,
        device=request.device,
        dtype=request.dtype,
        revision=request.revision,
        trust_remote_code=request.trust_remote_code,
    )
    if isinstance(model, ImageModel) != pictures:
        reads, has = ("images", "text") if isinstance(model, ImageModel) else ("text", "images")
        raise HeadscopeError(f"'{request.model}' reads {reads}, and the corpus is {has}. Give it {reads} with -c.")
    return model, corpora


def _open_maps(path: Path) -> "tuple[Model, list[Corpus]]":
    from headscope.models.maps import open_maps

    model, corpus = open_maps(path)
    return model, [corpus]


def _check_alone(request: o.RunRequest) -> None:
    """Maps are what a model and a corpus would have given: nothing that is about those two goes with them."""
    usual = o.RunRequest()
    own = ("model", "corpus", "max_length", "example", "device", "dtype", "revision", "trust_remote_code")
    for name in (*own, *NOT_OF_MAPS):
        given = getattr(request, name) != getattr(usual, name) if name in own else request.variants.get(name) is not None
        if given:
            raise HeadscopeError(f"--maps brings its own attention and its own tokens: {option(name)} does not go with it.")


def _forecast(plan: "Plan", form: str) -> str:
    from headscope.runs.estimate import estimate
    from headscope.tables.table import Cell, Table

    guess = estimate(plan)
    heads = sum(layers * heads for layers, heads in plan.model.stacks.values())
    rows: list[tuple[Cell, ...]] = []
    for one, tokens, seconds in zip(plan.passes, guess.tokens, guess.seconds, strict=True):
        names = ", ".join(m.name for m in one.measures)
        rows.append((one.corpus.name, one.unit, one.documents, one.units, tokens, round(seconds, 1), names))
    reasons = dict.fromkeys(plan.left_out.values())
    missing = {reason: ", ".join(name for name, its in plan.left_out.items() if its == reason) for reason in reasons}
    left = "".join(f" Not {mine}: {reason}." for reason, mine in missing.items())
    title = (
        f"{plan.model.name}: {heads} heads through the {plan.model.road} on {plan.model.device}, "
        f"about {sum(guess.seconds):,.0f} s in all.{left} Nothing was written."
    )
    columns = ("corpus", "unit", "documents", "units", "tokens", "seconds", "measures")
    return Table(title, columns, rows, {"seconds": lambda row: f"{row['seconds']:,.1f}"}).to(form)
