"""The command line: one file per verb. Data goes to standard output, progress and remarks to standard error.

A user's mistake is one sentence and exit status 2, and so is a limit of the machine; Ctrl-C is 130. That nobody reads the output to its end
changes neither the work nor the status. torch is imported by the verbs that need it, not here, so
that `--help` answers at once.
"""

import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any

import typer

from headscope import __version__, console
from headscope.cli import (
    compare,
    examples,
    figure,
    find,
    gallery,
    maps,
    measure,
    merge,
    predict,
    probe,
    report,
    reproduce,
    serve,
    show,
    slurm,
    status,
    table,
    track,
    verify,
    view,
    which,
)
from headscope.cli import list as list_verb
from headscope.cli.help import Verb, Verbs
from headscope.cli.limits import heed_limits, limit_reached
from headscope.cli.terminal import clear
from headscope.errors import HeadscopeError

MODEL, RUNS, MORE = "Work with a model", "Read runs", "More"

app = typer.Typer(
    name="headscope",
    cls=Verbs,
    help="Measures and shows what the attention heads of a transformer look at.\n\n"
    "Heads are written layer-head, both counted from 1: 8-10 is layer 8, head 10.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _add(panel: str, name: str, verb: Callable[..., Any], example: str) -> None:
    app.command(name, cls=Verb, epilog=f"headscope {name} {example}".rstrip(), rich_help_panel=panel)(verb)


_add(MODEL, "report", report.report, "-m bundled -c my-text.txt -o atlas")
_add(MODEL, "measure", measure.measure, "-c my-text.txt --measure offset -o run")
_add(RUNS, "show", show.show, "atlas 7-7")
_add(RUNS, "find", find.find, 'atlas "obj > 0.6 and sep < 0.3"')
_add(RUNS, "table", table.table, "atlas labels")
_add(RUNS, "compare", compare.compare, "before after -o compare.html")
_add(RUNS, "track", track.track, "runs/step-* -o track.html")
_add(RUNS, "figure", figure.figure, "atlas grid -o grid.svg")
_add(RUNS, "gallery", gallery.gallery, "bert-run gpt-run -o site")
_add(RUNS, "examples", examples.examples, "atlas --head 7-7 --relation obj")
_add(MODEL, "predict", predict.predict, '"The old king watered his tomatoes." --head 7-7')
_add(MODEL, "probe", probe.probe, "-c train.conllu --test test.conllu -o probes")
_add(MORE, "reproduce", reproduce.reproduce, "clark2019 -o clark")
_add(MODEL, "which", which.which, '"The old king watered his tomatoes." tomatoes watered')
_add(MODEL, "view", view.view, '"She saw the dog." -o view.html')
_add(MODEL, "serve", serve.serve, "-m bundled")
_add(RUNS, "merge", merge.merge, "part-1 part-2 -o whole")
_add(MORE, "slurm", slurm.slurm, "--parts 8 -o job.sh -- -c my-text.txt -o run")
_add(RUNS, "status", status.status, "run")
_add(RUNS, "verify", verify.verify, "atlas")
_add(MODEL, "maps", maps.maps, "-c my-text.txt -o maps.npz")
_add(MORE, "list", list_verb.list_, "measures")


def _version(wanted: bool) -> bool:
    if wanted:
        console.result(f"headscope {__version__}")
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
    heed_limits()
    with console.guarded():
        status = _status()
    sys.exit(status)


def _status() -> Any:
    """What the process ends with. Standard output is written to its end here, where it can still be said that it can't."""
    try:
        try:
            app()
        except SystemExit as end:
            sys.stdout.flush()
            return end.code
        return 0
    except KeyboardInterrupt:
        return 130
    except BaseException as error:  # Rust's panics are no Exceptions
        refused = error if isinstance(error, HeadscopeError) else limit_reached(error)
        if refused is None:  # a defect of ours
            traceback.print_exc()
            return 1
    clear()
    console.refusal(refused)
    return 2
