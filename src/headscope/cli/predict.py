"""headscope predict: a head as a classifier on one's own text."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from headscope.cli import options as o
from headscope.errors import HeadscopeError

if TYPE_CHECKING:
    from headscope.answers.predictions import Pointed
    from headscope.tables.table import Table

_DIRECTIONS = {
    "dependent-to-head": "points_to: the word to which it attends most.",
    "head-to-dependent": "points_to: the word that attends most to it.",
    "both": "points_to: the word with the largest sum of the attention to it and from it.",
}
_COLUMNS = (
    *("text", "head", "direction", "place", "word"),
    *("points_to_place", "points_to", "weight"),
    *("runner_up_place", "runner_up", "runner_up_weight", "itself", "special"),
)


def predict(
    texts: Annotated[
        list[str], typer.Argument(metavar="TEXT...", help="A sentence; - reads sentences from standard input, one per line.")
    ],
    head: Annotated[list[str], typer.Option("--head", help="A head, as in 8-10. Repeatable.")],
    model: o.ModelOption = "bundled",
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
    device: o.Device = "auto",
    dtype: o.Dtype = "auto",
    revision: o.Revision = None,
    trust_remote_code: o.TrustRemoteCode = False,
    format: o.Format = "table",
) -> None:
    """Use a head as a classifier: for each word of a text, the word that it points to, the runner-up, and the weight on special
    tokens. A head never points to the word itself or to a special token."""
    from headscope.errors import unknown_name
    from headscope.types import Head

    heads = [Head.parse(name) for name in head]
    if direction not in _DIRECTIONS:
        raise unknown_name("direction", direction, _DIRECTIONS)
    if format not in ("table", "csv", "json"):
        raise unknown_name("format", format, ("table", "csv", "json"))
    sentences = [line for text in texts for line in (_standard_input() if text == "-" else [text])]

    from headscope.answers.predictions import predict as point
    from headscope.models import load

    loaded = load(model, device=device, dtype=dtype, revision=revision, trust_remote_code=trust_remote_code)
    found = point(loaded, heads, sentences, direction=direction, stack=stack, words=words)
    typer.echo(_table(found, loaded.name, direction, len(sentences)).to(format), nl=False)


def _standard_input() -> list[str]:
    """Its lines, but for empty ones."""
    if sys.stdin is None or sys.stdin.isatty():
        raise HeadscopeError("- reads sentences from standard input, one per line, but nothing was piped in.")
    try:
        lines = sys.stdin.buffer.read().decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise HeadscopeError(f"Standard input is not valid UTF-8: byte {error.object[error.start]:#04x}.") from None
    sentences = [line for line in lines if line.strip()]
    if not sentences:
        raise HeadscopeError("Standard input is empty: expected sentences, one per line.")
    return sentences


def _table(found: "list[Pointed]", model: str, direction: str, texts: int) -> "Table":
    from headscope.tables.table import Table

    heads = dict.fromkeys(str(one.head) for one in found)
    rows = [
        (
            *(one.text + 1, str(one.head), one.direction, one.word + 1, one.spelling),
            *(_from_one(one.target), one.target_spelling, one.weight),
            *(_from_one(one.second), one.second_spelling, one.second_weight, one.itself, one.special),
        )
        for one in found
    ]
    hidden = ["direction", "points_to_place", "runner_up_place"]
    hidden += ["text"] if texts == 1 else []
    hidden += ["head"] if len(heads) == 1 else []
    notes = (
        _DIRECTIONS[direction],
        "itself, special: the weight that the word gives to itself, and to special tokens such as [CLS] and [SEP].",
    )
    title = f"{'Head' if len(heads) == 1 else 'Heads'} {', '.join(heads)} of {model}, {direction}"
    return Table(title, _COLUMNS, list(rows), hidden=tuple(hidden), notes=notes)


def _from_one(place: int | None) -> int | None:
    return None if place is None else place + 1
