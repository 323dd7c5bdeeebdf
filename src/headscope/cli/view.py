"""headscope view: attention of a text as a page, opened at once or written to a file, or as a drawing."""

from pathlib import Path
from typing import Annotated

import typer

from headscope import console
from headscope.cli import options as o
from headscope.cli.standard_input import read_standard_input


def view(
    text: Annotated[
        str,
        typer.Argument(
            metavar="TEXT",
            help="The text, or an image file for a vision model; - reads a text from standard input.",
        ),
    ],
    second: Annotated[
        str | None, typer.Argument(metavar="[SECOND]", help="A second text; in an encoder–decoder model, the decoder reads it.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            help="FILE.html, a page that needs no network; .svg or .png for a static picture. [default: open a page in the browser]",
        ),
    ] = None,
    model: o.ModelOption = "bundled",
    kind: Annotated[str, typer.Option("--kind", help="The view to show first: head, model or neuron.")] = "head",
    head: Annotated[
        list[str] | None,
        typer.Option("--head", help="A head to show first, as in 8-10, or its number within --layer. Repeatable."),
    ] = None,
    layer: Annotated[int | None, typer.Option("--layer", help="The layer to show first, counted from 1.")] = None,
    token: Annotated[
        str | None,
        typer.Option(
            "--token", help="The token to show first: a word of the text, or a number, counted from 1, special tokens included."
        ),
    ] = None,
    stack: Annotated[
        str | None, typer.Option("--stack", help="encoder, decoder or cross, if the model has several. [default: the first]")
    ] = None,
    run: Annotated[
        str | None, typer.Option("--run", metavar="DIR", help="A run of this model, for the scores and labels of its heads.")
    ] = None,
    max_length: Annotated[
        int | None,
        typer.Option("--max-length", help="Cut the text to this number of tokens. [default: refuse a text that is too long]"),
    ] = None,
    generate: Annotated[
        int | None,
        typer.Option(
            "--generate", help="Let a causal model go on by this number of tokens; each is shown with what it attended to."
        ),
    ] = None,
    temperature: Annotated[
        float, typer.Option("--temperature", help="With --generate: 0 takes the likeliest token, more than 0 draws at random.")
    ] = 0.0,
    seed: Annotated[int, typer.Option("--seed", help="With --temperature: which draw.")] = 0,
    weights: o.ViewKindOption = "raw",
    without: o.WithoutOption = None,
    device: o.Device = "auto",
    dtype: o.Dtype = "auto",
    revision: o.Revision = None,
    trust_remote_code: o.TrustRemoteCode = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Show the heads of a model on a text, as an interactive page or as a static picture."""
    text = read_standard_input("the text").strip() if text == "-" else text

    off = o.switched_off(without)

    from headscope.api.known import check_heads
    from headscope.api.view import MAKERS, check_view, show_view

    check_view(kind, output, force=force, weights=weights)
    check_heads(model, [*(head or ()), *off])

    from headscope.api.models import Unloaded, gated

    made = MAKERS[kind](
        gated(Unloaded(model, device, dtype, revision, trust_remote_code), off), text, second,
        layer=layer, heads=head, token=token, stack=stack, run=run, max_length=max_length,
        generate=generate, temperature=temperature, seed=seed, **({} if kind == "neuron" else {"weights": weights}),
    )  # fmt: skip
    if output is None:
        path, opened = show_view(made)
        console.remark(_OPENED if opened else _NO_BROWSER)
    else:
        path = output
        made.save(path)
    if made.attention.cut:
        console.remark(f"The text was cut to {max_length} tokens; {made.attention.cut:,} were dropped.")
    for remark in made.attention.remarks:
        console.remark(remark)
    console.result(path)


_OPENED = "The page is a temporary file, and open in your browser; -o FILE.html writes it where you want it."
_NO_BROWSER = "No browser could be started here: open the file yourself, or write it elsewhere with -o FILE.html."
