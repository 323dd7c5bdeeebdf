"""The command line: one file per verb. Data goes to standard output, progress and remarks to standard error.

A user's mistake is one sentence and exit status 2; Ctrl-C is 130. torch is imported by the verbs that need it, not here, so
that `--help` answers at once.
"""

import os
import signal
import sys
from typing import Any

import typer

from headscope import __version__
from headscope.cli import (
    compare,
    examples,
    figure,
    find,
    maps,
    measure,
    merge,
    predict,
    probe,
    report,
    reproduce,
    serve,
    show,
    table,
    view,
)
from headscope.cli import list as list_verb
from headscope.errors import HeadscopeError

app = typer.Typer(
    name="headscope",
    help="Measures and shows what the attention heads of a transformer look at.\n\n"
    "Heads are written layer-head, both counted from 1: 8-10 is layer 8, head 10.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("report")(report.report)
app.command("measure")(measure.measure)
app.command("show")(show.show)
app.command("find")(find.find)
app.command("table")(table.table)
app.command("compare")(compare.compare)
app.command("figure")(figure.figure)
app.command("examples")(examples.examples)
app.command("predict")(predict.predict)
app.command("probe")(probe.probe)
app.command("reproduce")(reproduce.reproduce)
app.command("view")(view.view)
app.command("serve")(serve.serve)
app.command("merge")(merge.merge)
app.command("maps")(maps.maps)
app.command("list")(list_verb.list_)


def _version(wanted: bool) -> bool:
    if wanted:
        typer.echo(f"headscope {__version__}")
        raise typer.Exit
    return wanted


@app.callback()
def _common(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version and exit."),
) -> None:
    pass


def _stop(*_: Any) -> None:
    raise KeyboardInterrupt


def main() -> None:
    """Runs a verb; turns what a person can put right into a sentence."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "true")
    signal.signal(signal.SIGTERM, _stop)
    try:
        app()
    except HeadscopeError as error:
        typer.echo(f"headscope: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:  # `headscope show … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
