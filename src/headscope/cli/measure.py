"""headscope measure: every head over a corpus, into a run folder."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from headscope import console
from headscope.api.variants import NOT_OF_MAPS, option
from headscope.cli import options as o
from headscope.errors import HeadscopeError

FORMS = ("table", "csv", "json")  # of what a dry run says

if TYPE_CHECKING:
    from headscope.api.corpus import CorpusLike
    from headscope.api.models import ModelLike

RevisionsOption = Annotated[
    str | None,
    typer.Option(
        "--revisions",
        metavar="NAME,…",
        rich_help_panel=o.MODEL,
        help="Several branches or tags of a model on the Hub, as in step0,step1000: each gets a run of its own in the output folder.",
    ),
]
RESUME = "Run the same command with --resume to continue."


@o.takes_run_request
def measure(
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR",
            help="The folder or URL to write the run to; of several models, one run each inside it.",
        ),
    ],
    request: o.RunRequest,
    measure: o.MeasureOption = None,
    maps: o.MapsOption = None,
    shard: o.ShardOption = "1/1",
    without: o.WithoutOption = None,
    revisions: RevisionsOption = None,
) -> None:
    """Measure every head of a model over a corpus and write a run folder (manifest, tally, Parquet tables). -m 'checkpoints/step-*', -m
    'org/model-seed_{0..4}' and --revisions measure many models, each into a run of its own, with one reading of the corpus: see 'track'."""
    o.check_names(request, measure, without, only_maps=maps is not None)
    o.starting(request.quiet)
    from headscope.api.measure_each import named_models

    models = None if maps is not None else named_models(request.model, revisions)
    if models is not None:
        return measure_many(models, output, request, measure, shard, without)
    model, corpus = sources(request, output, maps, without)
    if request.dry_run:
        return dry_run(model, corpus, request, measure, shard)

    from headscope.api.measure import measure as run

    with o.stoppable(RESUME):
        run(
            model,
            corpus,
            measure,
            example=request.example,
            folder=output,
            resume=request.resume,
            force=request.force,
            progress=not request.quiet,
            **request.way(),
            **request.options(shard),
        )
    if not request.quiet:
        remark_on(model)
        console.remark(f"Wrote {output}. Look at it with: headscope show {output}")
    return None


def measure_many(
    models: dict[str, tuple[str, str | None]],
    output: str,
    request: o.RunRequest,
    measures: list[str] | None,
    shard: str,
    without: str | None,
) -> None:
    """Each model into a run of its own."""
    from headscope.api.measure_each import check_folders, each, measure_each

    if not request.dry_run:
        check_folders(output, list(models), resume=request.resume, force=request.force)
    model, corpus = sources(request, output, None, without, check=False)
    every = each(model, models)
    if request.dry_run:
        dry_run(next(iter(every.values())), corpus, request, measures, shard)
        if not request.quiet:
            console.remark(f"This is of the first of {len(every)} models: {', '.join(every)}.")
        return
    with o.stoppable(RESUME):
        written = measure_each(
            every,
            corpus,
            measures,
            folder=output,
            example=request.example,
            resume=request.resume,
            force=request.force,
            progress=not request.quiet,
            **request.options(shard),
        )
    if not request.quiet:
        names = " ".join(map(str, written if len(written) < 4 else [written[0], "…"]))
        console.remark(f"Wrote {len(every)} runs to {output}. See them as one story: headscope track {names} -o track.html")


def sources(
    request: o.RunRequest, output: str, maps: Path | None, without: str | None = None, *, check: bool = True
) -> "tuple[ModelLike, CorpusLike | Sequence[CorpusLike]]":
    """What is measured on what, the model not yet loaded; or maps, which are both. Says what --as-published turned on."""
    gates = o.switched_off(without)
    from headscope.api.models import Unloaded, gated
    from headscope.api.options import published_options
    from headscope.api.save import check_folder

    if request.dry_run:
        o.check_format(request.format)
    elif check:
        check_folder(output, resume=request.resume, force=request.force)
    if maps is not None:
        _check_alone(request, without)
    turned = published_options(request.options(), only_maps=maps is not None)
    if request.as_published and not request.quiet:
        console.remark(f"As published: {', '.join(turned) or 'nothing, each variant was given'}.")
    if maps is not None:
        from headscope.api.maps import open_maps

        return open_maps(maps)
    how = (request.device, request.dtype, request.revision, request.trust_remote_code, request.device_map, request.quantize)
    return gated(Unloaded(request.model, *how), gates), request.corpus


def dry_run(
    model: "ModelLike",
    corpus: "CorpusLike | Sequence[CorpusLike]",
    request: o.RunRequest,
    measures: list[str] | None = None,
    shard: str = "1/1",
) -> None:
    """Says what would run."""
    from headscope.api.forecast import forecast
    from headscope.api.screen import print_table

    table = forecast(model, corpus, measures, progress=not request.quiet, **request.options(shard))
    print_table(table, request.format)


def remark_on(model: "ModelLike") -> None:
    """What a file of maps has to say once all of it has been read."""
    from headscope.api.maps import maps_remark

    if remark := maps_remark(model):
        console.remark(remark)


def _check_alone(request: o.RunRequest, without: str | None) -> None:
    """Maps are what a model and a corpus would have given: nothing that is about those two goes with them."""
    if without is not None:
        raise HeadscopeError(
            "--maps brings its own attention: no head can be switched off. Leave --without out, or give a model."
        )
    usual = o.RunRequest()
    own = (
        "model",
        "corpus",
        "max_length",
        "example",
        "device",
        "dtype",
        "device_map",
        "quantize",
        "revision",
        "trust_remote_code",
    )
    for name in (*own, *NOT_OF_MAPS):
        given = getattr(request, name) != getattr(usual, name) if name in own else request.variants.get(name) is not None
        if given:
            raise HeadscopeError(f"--maps brings its own attention and its own tokens: {option(name)} does not go with it.")
