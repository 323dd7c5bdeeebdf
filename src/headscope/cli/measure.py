"""headscope measure: every head over a corpus, into a run folder."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from headscope.cli import options as o

if TYPE_CHECKING:
    from headscope.results.scores import Scores
    from headscope.runs.plan import Plan


@o.takes_run_request
def measure(
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder to write the run to.")],
    request: o.RunRequest,
    measure: o.MeasureOption = None,
    shard: o.ShardOption = "1/1",
) -> None:
    """Measure every head of a model over a corpus; write a run folder (manifest, tally, Parquet tables)."""
    scores = run(output, request, measure, shard)
    if scores is not None and not request.quiet:
        sys.stderr.write(f"Wrote {output}. Look at it with: headscope show {output}\n")


def run(
    output: Path,
    request: o.RunRequest,
    measures: list[str] | None = None,
    shard: str = "1/1",
    also: "Callable[[Scores], dict[str, bytes]] | None" = None,
) -> "Scores | None":
    """What `measure` and `report` share: cheap checks first, then the model, then the run. None after a dry run."""
    from headscope.corpora import open_corpus
    from headscope.runs.folder import RunFolder
    from headscope.runs.options import Options, Shard

    place = RunFolder(output)
    if not request.dry_run:
        place.check(resume=request.resume, force=request.force)
    asked = Options(request.max_length, request.limit, request.batch_size, Shard.parse(shard))
    corpora = [open_corpus(spec) for spec in request.corpus]

    from headscope.models import load
    from headscope.results.measuring import carry_out
    from headscope.runs.plan import make_measures, make_plan

    wanted = make_measures(measures)
    model = load(
        request.model,
        device=request.device,
        dtype=request.dtype,
        revision=request.revision,
        trust_remote_code=request.trust_remote_code,
    )
    plan = make_plan(model, corpora, wanted, asked, progress=not request.quiet)
    if request.dry_run:
        typer.echo(_forecast(plan, request.format), nl=False)
        return None
    try:
        return carry_out(plan, place, resume=request.resume, force=request.force, progress=not request.quiet, also=also)
    except KeyboardInterrupt:
        typer.echo("headscope: stopped. The same command with --resume goes on from here.", err=True)
        raise typer.Exit(130) from None


def _forecast(plan: "Plan", form: str) -> str:
    from headscope.runs.estimate import estimate
    from headscope.tables.table import Cell, Table

    guess = estimate(plan)
    heads = sum(layers * heads for layers, heads in plan.model.stacks.values())
    rows: list[tuple[Cell, ...]] = []
    for one, tokens in zip(plan.passes, guess.tokens, strict=True):
        seconds, names = round(tokens / guess.tokens_per_second, 1), ", ".join(m.name for m in one.measures)
        rows.append((one.corpus.name, one.unit, one.documents, one.units, tokens, seconds, names))
    title = (
        f"{plan.model.name}: {heads} heads through the {plan.model.road} on {plan.model.device}, "
        f"about {guess.tokens_per_second:,.0f} tokens/s; {guess.seconds:,.0f} s in all. Nothing was written."
    )
    columns = ("corpus", "unit", "documents", "units", "tokens", "seconds", "measures")
    return Table(title, columns, rows, {"seconds": lambda row: f"{row['seconds']:,.1f}"}).to(form)
