"""docs/cli.md: every verb with its arguments and options, as typer has them before a terminal's width comes in."""

import inspect
import re
from typing import Any

from make_markdown import COMMAND, escaped, page, table
from typer.models import ArgumentInfo
from typer.utils import get_params_from_function

from headscope.cli import app
from headscope.cli.help import kind

BEFORE = """\
Data goes to standard output, progress and remarks to standard error. If you make a mistake, headscope
prints one sentence and exits with status 2. A stopped run exits with 130. `headscope COMMAND --help` prints what is below.

Nothing that headscope prints can control your terminal. In sentences and tables U+FFFD (\ufffd) stands for control characters, marks of
writing direction and invisible characters, whatever model, corpus or run they come from; CSV has the same, JSON escapes them (`\\u001b`)
and so is exact. Where the terminal's encoding lacks a character, it is written as JSON escapes it; files are always UTF-8.

A reader may stop reading: `headscope show DIR | head` prints what `head` wants, and exits with status 0. A measurement goes on when nobody
reads what it says. If standard output is full or closed, headscope says so and exits with status 2, as it does when a limit of the shell
(`ulimit -v`, `ulimit -n`) leaves it too little memory or too few open files."""


def cli_page() -> str:
    verbs = app.registered_commands
    assert app.registered_callback is not None and app.registered_callback.callback is not None
    common = get_params_from_function(app.registered_callback.callback).values()
    rows = [
        *((_names(one), _help_and_default(one)[0]) for one in common),
        ("`-h`, `--help`", "Show the arguments and options of a command."),
    ]
    return page(
        f"<!-- Made by `{COMMAND}` from src/headscope/cli: change it there. -->",
        "# The command line",
        str(app.info.help),
        BEFORE,
        table(
            ("command", "what it does"),
            [(f"[`{verb.name}`](#headscope-{verb.name})", _sentence(verb.callback)) for verb in verbs],
        ),
        table(("option", "what it does"), rows),
        *(_section(str(verb.name), verb.callback, str(verb.epilog)) for verb in verbs),
    )


def _sentence(verb: Any) -> str:
    return escaped(" ".join(inspect.cleandoc(verb.__doc__ or "").split()))


def _section(name: str, verb: Any, example: str) -> str:
    parameters = list(get_params_from_function(verb).values())
    arguments = [one for one in parameters if isinstance(one.default, ArgumentInfo)]
    usage = " ".join(["headscope", name, "[OPTIONS]", *map(_argument, arguments)])
    rows = [(f"`{_argument(one)}`", *_help_and_default(one)) for one in arguments]
    options = [(_names(one), *_help_and_default(one)) for one in parameters if one not in arguments]
    return page(
        f"## headscope {name}",
        _sentence(verb),
        f"```\n{usage}\n```",
        f"For example: `{example}`",
        table(("argument", "what", "default"), rows) if rows else "",
        table(("option", "what", "default"), options),
    ).rstrip()


def _argument(one: Any) -> str:
    name = (one.default.metavar or one.name.upper()).strip("[]")
    return name if one.default.default is ... else f"[{name}]"


def _names(one: Any) -> str:
    """How an option is written: `-m`, `--model TEXT`."""
    dashed, value = one.name.replace("_", "-"), kind(one.annotation)
    given = list(one.default.param_decls) or [f"--{dashed}" if value else f"--{dashed}/--no-{dashed}"]
    given = [part for name in given for part in name.split("/")]
    words = one.default.metavar or value
    return ", ".join(f"`{name} {words if name == given[-1] else ''}`".replace(" `", "`") for name in given)


def _help_and_default(one: Any) -> tuple[str, str]:
    """What is said of it, and its default: the one in its words, or its own."""
    said, value = str(one.default.help or ""), one.default.default
    words = re.search(r"\s*\[default: (.*)\]$", said)
    if words:
        return escaped(said[: words.start()]), escaped(words[1])
    if value is None or value is False:
        return escaped(said), ""
    if value is ... or value is True:
        return escaped(said), "required" if value is ... else "on"
    return escaped(said), f"`{', '.join(map(str, value)) if isinstance(value, list) else value}`"
