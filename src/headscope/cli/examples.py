"""headscope examples: the most confident predictions of a head, right and wrong."""

from typing import Annotated

import typer

from headscope import console
from headscope.cli import options as o


def examples(
    folder: o.RunFolderArgument,
    head: Annotated[str, typer.Option("--head", help="A head, as in 8-10.")],
    relation: Annotated[
        str,
        typer.Option(
            "--relation",
            help="A relation (dobj, nmod:*, all), or mentions: coreference, coreference.pronoun, .proper or .nominal.",
        ),
    ],
    direction: Annotated[
        str | None,
        typer.Option("--direction", help="dependent-to-head or head-to-dependent. [default: the better one]"),
    ] = None,
    top: Annotated[int, typer.Option("--top", min=1, help="The number of right predictions, and of wrong ones.")] = 5,
    right: Annotated[
        bool | None, typer.Option("--right/--wrong", help="Only right or only wrong predictions. [default: both]")
    ] = None,
    corpus: Annotated[
        str | None, typer.Option("-c", "--corpus", help="Which corpus of the run, or its file, if it has moved.")
    ] = None,
    model: Annotated[str | None, typer.Option("-m", "--model", help="The run's model, if it has moved.")] = None,
    stack: Annotated[str | None, typer.Option("--stack", help="encoder, decoder or cross, if the model has several.")] = None,
    batch_size: o.BatchSize = None,
    device: o.Device = "auto",
    trust_remote_code: o.TrustRemoteCode = False,
    quiet: o.Quiet = False,
    format: o.Format = "table",
) -> None:
    """Show a head's most confident right and wrong predictions of a relation. If the run does not store enough of them, the command
    reads its corpus again with its model. It writes nothing."""
    o.check_format(format)

    from headscope.api.examples import examples as find_examples

    with o.stoppable():
        found = find_examples(
            folder,
            head,
            relation,
            direction=direction,
            top=top,
            right=right,
            corpus=corpus,
            stack=stack,
            model=model,
            device=device,
            batch_size=batch_size,
            trust_remote_code=trust_remote_code,
            progress=not quiet,
        )
    console.data(found.to(format))
