"""headscope predict: a head as a classifier on one's own text."""

from typing import Annotated

import typer

from headscope.cli import options as o
from headscope.cli.standard_input import read_standard_input
from headscope.errors import HeadscopeError, unknown_name
from headscope.names import DIRECTIONS
from headscope.types import Head


def predict(
    texts: Annotated[
        list[str], typer.Argument(metavar="TEXT...", help="A sentence; - reads sentences from standard input, one per line.")
    ],
    head: Annotated[list[str], typer.Option("--head", help="A head, as in 8-10. Repeatable.")],
    model: o.ModelOption = "bundled",
    without: o.WithoutOption = None,
    direction: Annotated[
        str,
        typer.Option(
            "--direction",
            help="dependent-to-head: the word that a word attends to most; head-to-dependent: the word that attends most to it; "
            "both: the word with the largest sum.",
        ),
    ] = "dependent-to-head",
    stack: Annotated[
        str | None, typer.Option("--stack", help="encoder, decoder or cross, if the model has several. [default: the first]")
    ] = None,
    words: Annotated[
        bool,
        typer.Option(
            "--words",
            help="Split the text at spaces only. Otherwise punctuation and n't, 's, 're, 've, 'll, 'd, 'm are words of their own, as "
            "in treebanks.",
        ),
    ] = False,
    weights: o.KindOption = "raw",
    device: o.Device = "auto",
    dtype: o.Dtype = "auto",
    revision: o.Revision = None,
    trust_remote_code: o.TrustRemoteCode = False,
    format: o.Format = "table",
) -> None:
    """Use a head as a classifier: for each word of a text, the word that it points to, the runner-up, and the weight on special
    tokens. A head never points to the word itself or to a special token."""
    heads, gates = [Head.parse(name) for name in head], o.switched_off(without)
    if direction not in DIRECTIONS:
        raise unknown_name("direction", direction, DIRECTIONS)
    o.check_format(format)

    from headscope.api.known import check_heads, check_kinds

    check_kinds([weights])
    check_heads(model, [*head, *gates])
    sentences = [line for text in texts for line in (_standard_input() if text == "-" else [text])]

    from headscope.api.models import load
    from headscope.api.predict import predict as point
    from headscope.api.predict import predictions_table
    from headscope.api.screen import print_table

    loaded = load(model, device=device, dtype=dtype, revision=revision, trust_remote_code=trust_remote_code).gated(gates)
    found = point(loaded, heads, sentences, direction=direction, stack=stack, words=words, weights=weights)
    print_table(predictions_table(found, loaded.name, direction, weights), format)


def _standard_input() -> list[str]:
    """Its lines, but for empty ones."""
    sentences = [line for line in read_standard_input("sentences (one per line)").splitlines() if line.strip()]
    if not sentences:
        raise HeadscopeError("Standard input is empty: expected sentences, one per line.")
    return sentences
