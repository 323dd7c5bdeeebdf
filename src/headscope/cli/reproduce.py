"""headscope reproduce: a paper's numbers beside ours, from new or finished runs."""

from pathlib import Path
from typing import Annotated

import typer

from headscope import console
from headscope.api.variants import CHOICES, option
from headscope.cli import options as o
from headscope.cli.measure import RESUME
from headscope.cli.probe import Embeddings, LeaveOutShared
from headscope.errors import HeadscopeError

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
    paper: Annotated[
        str,
        typer.Argument(metavar="PAPER", help="clark2019, What Does BERT Look At?, or kobayashi2021, how layers mix tokens."),
    ],
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
    leave_out_shared: LeaveOutShared = False,
    embeddings: Embeddings = None,
    part: PartOption = None,
    made: From = None,
    as_published: Published = False,
    limit: Annotated[
        int | None, typer.Option("--limit", help="Read only this number of units of each part, and of sentences for probes.")
    ] = None,
    max_length: o.MaxLength = None,
    batch_size: o.BatchSize = None,
    skip_broken: o.SkipBroken = False,
    bounds: o.BoundsOption = None,
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
    from headscope.api.certificate import check_asked, from_runs, print_certificate, write_certificate

    check_asked(paper, part, format)
    if made:
        corpora = {"--text": text, "--treebank": treebank, "--coreference": coreference, "--train": train, "--test": test}
        if given := [name for name, value in corpora.items() if value is not None]:
            raise HeadscopeError(f"--from reads runs that are there: {given[0]} does not go with it.")
        found = from_runs(made, paper)
    else:
        if output is None:
            raise HeadscopeError("Say where to keep the runs, with -o DIR; or where there are some, with --from DIR.")

        from headscope.api.models import Unloaded
        from headscope.api.reproduce import reproduce as run

        def done(name: str, published: bool, place: Path) -> None:
            if not quiet:
                console.remark(f"{name}{' as published' if published else ''}: {place}")

        with o.stoppable(RESUME):
            found = run(
                Unloaded(model, device, dtype, revision, trust_remote_code),
                output,
                paper=paper,
                text=text,
                treebank=treebank,
                coreference=coreference,
                train=train,
                test=test,
                parts=part,
                as_published=as_published,
                limit=limit,
                max_length=max_length,
                batch_size=batch_size,
                embeddings=embeddings,
                leave_out_shared=leave_out_shared,
                skip_broken=skip_broken,
                bounds=bounds,
                resume=resume,
                force=force,
                progress=not quiet,
                done=done,
            )
    written = None if output is None else write_certificate(found, output)
    print_certificate(found, format)
    if written is not None and not quiet:
        console.remark(f"Wrote {written}.")
