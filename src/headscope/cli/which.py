"""headscope which: the heads that connect two words of a text."""

from typing import Annotated

import typer

from headscope import console
from headscope.cli import options as o


def which(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The text.")],
    source: Annotated[
        str,
        typer.Argument(
            metavar="FROM",
            help="The word that attends: as it is written, as word#2 for the second time that it occurs, or by its number, counted from 1.",
        ),
    ],
    target: Annotated[str, typer.Argument(metavar="TO", help="The word that is attended to.")],
    second: Annotated[
        str | None, typer.Option("--second", help="A second text; in an encoder–decoder model, the decoder reads it.")
    ] = None,
    model: o.ModelOption = "bundled",
    top: Annotated[int, typer.Option("--top", min=1, help="The number of heads.")] = 10,
    stack: Annotated[
        str | None, typer.Option("--stack", help="encoder, decoder or cross, if the model has several. [default: the first]")
    ] = None,
    run: Annotated[
        str | None, typer.Option("--run", metavar="DIR", help="A run of this model, for the labels and scores of its heads.")
    ] = None,
    max_length: Annotated[
        int | None,
        typer.Option("--max-length", help="Cut the text to this number of tokens. [default: refuse a text that is too long]"),
    ] = None,
    weights: o.KindOption = "raw",
    device: o.Device = "auto",
    dtype: o.Dtype = "auto",
    revision: o.Revision = None,
    trust_remote_code: o.TrustRemoteCode = False,
    format: o.Format = "table",
) -> None:
    """Find the heads that connect two words of a text: all heads ranked by their attention from one word to the other."""
    o.check_format(format)

    from headscope.api.known import check_kinds

    check_kinds([weights])

    from headscope.api.models import Unloaded
    from headscope.api.open import run_of
    from headscope.api.screen import print_table
    from headscope.api.which import attend, which_table
    from headscope.api.which import which as rank

    scores = None if run is None else run_of(run)
    loaded = Unloaded(model, device, dtype, revision, trust_remote_code)
    seen = attend(loaded, text, second, max_length=max_length, weights=weights)
    found = rank(seen, None, source, target, stack=stack)
    if seen.cut:
        console.remark(f"The text was cut to {max_length} tokens; {seen.cut:,} were dropped.")
    print_table(which_table(seen, found, scores, top=top), format)
