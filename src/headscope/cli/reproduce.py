"""headscope reproduce: a paper's numbers beside ours, from new or finished runs."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from headscope.cli import options as o
from headscope.cli.probe import Embeddings
from headscope.errors import HeadscopeError, unknown_name
from headscope.runs.variants import CHOICES, option

if TYPE_CHECKING:
    from headscope.reproduce import Certificate
    from headscope.reproduce.certificate import Run

PartOption = Annotated[
    list[str] | None,
    typer.Option(
        "--part", help="Run only this part: text, treebank, coreference or probes. Repeatable. [default: all that can run]"
    ),
]
From = Annotated[
    list[Path] | None,
    typer.Option("--from", help="Make the certificate from a finished run, without a model. Repeatable."),
]
Published = Annotated[
    bool,
    typer.Option(
        "--as-published",
        help="Run each part a second time as the authors' code does, for a second column: "
        + " ".join(f"{option(name)} {choice.published}" for name, choice in CHOICES.items() if choice.published)
        + ", and probes as published.",
    ),
]


def reproduce(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="clark2019: What Does BERT Look At?")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The folder to write the runs and the certificate to.")
    ] = None,
    model: o.ModelOption = "bundled",
    text: Annotated[str | None, typer.Option("--text", help="A plain text, ideally English Wikipedia.")] = None,
    treebank: Annotated[
        str | None, typer.Option("--treebank", help="A treebank, ideally WSJ in Stanford Dependencies.")
    ] = None,
    coreference: Annotated[
        str | None, typer.Option("--coreference", help="A corpus with mentions, ideally CoNLL-2012.")
    ] = None,
    train: Annotated[
        str | None,
        typer.Option("--train", help="The treebank to train probes on. [default: three of four documents of --treebank]"),
    ] = None,
    test: Annotated[str | None, typer.Option("--test", help="The treebank to test probes on.")] = None,
    embeddings: Embeddings = None,
    part: PartOption = None,
    made: From = None,
    as_published: Published = False,
    limit: Annotated[
        int | None, typer.Option("--limit", help="Read only this number of units of each part, and of sentences for probes.")
    ] = None,
    max_length: o.MaxLength = 128,
    batch_size: o.BatchSize = None,
    skip_broken: o.SkipBroken = False,
    device: o.Device = "auto",
    dtype: o.Dtype = "auto",
    revision: o.Revision = None,
    trust_remote_code: o.TrustRemoteCode = False,
    resume: o.Resume = False,
    force: o.Force = False,
    quiet: o.Quiet = False,
    format: Annotated[str, typer.Option("--format", help="table, markdown, csv or json.")] = "table",
) -> None:
    """Run a paper's set-up and print a certificate: for every number, the paper's, its authors' notebook's, ours, the difference, and
    the known departure that explains it. Without corpora, the bundled ones are used."""
    from headscope.reproduce import PAPERS
    from headscope.reproduce.published import PARTS
    from headscope.tables.certificate import FORMS

    PAPERS[paper]
    if format not in FORMS:
        raise unknown_name("format", format, FORMS)
    for name in part or ():
        if name not in PARTS:
            raise unknown_name("part", name, PARTS)
    if made:
        corpora = {"--text": text, "--treebank": treebank, "--coreference": coreference, "--train": train, "--test": test}
        if given := [name for name, value in corpora.items() if value is not None]:
            raise HeadscopeError(f"--from reads runs that are there: {given[0]} does not go with it.")
        _finish(_from_runs(paper, made), output, format, quiet)
        return
    if output is None:
        raise HeadscopeError("Say where to keep the runs, with -o DIR; or where there are some, with --from DIR.")

    from headscope.api.reproduce import Reproduction
    from headscope.reproduce.sources import open_sources
    from headscope.runs.options import Options

    Options(max_length, limit, batch_size)  # raises where one is too small
    sources = open_sources(text, treebank, coreference, train, test, limit=limit, skip_broken=skip_broken)
    chosen = tuple(name for name in PARTS if not part or name in part)
    plan = Reproduction(
        sources,
        output,
        chosen,
        as_published,
        limit,
        max_length,
        batch_size,
        embeddings,
        resume,
        force,
        progress=not quiet,
    )
    plan.check()

    from headscope.models import load

    loaded = load(model, device=device, dtype=dtype, revision=revision, trust_remote_code=trust_remote_code)
    from headscope.api.reproduce import run_parts

    ours: list[Run] = []
    theirs: list[Run] = []
    try:
        for name, published, run in run_parts(loaded, plan):
            (theirs if published else ours).append(run)
            if not quiet:
                sys.stderr.write(f"{name}{' as published' if published else ''}: {plan.place(name, published)}\n")
    except KeyboardInterrupt:
        typer.echo("headscope: stopped. Run the same command with --resume to continue.", err=True)
        raise typer.Exit(130) from None
    from headscope.reproduce import certificate

    _finish(certificate(ours, theirs, name=paper), output, format, quiet)


def _from_runs(paper: str, folders: list[Path]) -> "Certificate":
    from headscope.reproduce import certificate
    from headscope.reproduce.folders import read_runs

    return certificate(*read_runs(folders), name=paper)


def _finish(found: "Certificate", output: Path | None, form: str, quiet: bool) -> None:
    """Writes the certificate where asked, and prints it."""
    from headscope.reproduce.folders import MARKDOWN, write
    from headscope.tables.certificate import certificate_table, markdown

    if output is not None:
        write(output, found, markdown(found))
    typer.echo(markdown(found) if form == "markdown" else certificate_table(found).to(form), nl=False)
    if output is not None and not quiet:
        sys.stderr.write(f"Wrote {output / MARKDOWN}.\n")
