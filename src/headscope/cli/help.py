"""Help as a terminal shows it: panels of options, a line each where that is enough, and an example at the end.

The first sentence of an option's help is shown; docs/cli.md has all of it. Colour is for terminals alone, and NO_COLOR turns it off.
"""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_origin

import typer
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from typer.core import TyperCommand, TyperGroup
from typer.utils import get_params_from_function

from headscope import console
from headscope.errors import HeadscopeError

WIDEST = 100  # longer lines are hard to read
PAPER = "The paper's switches, the default first; see 'headscope list switches'"

FIRST = """\
headscope shows what every attention head of a transformer does.

Type this first. In half a minute it measures a small BERT and writes a page:
  headscope report
Then your own model and text:
  headscope report -m google-bert/bert-base-uncased -c my-text.txt -o my-atlas
Or look at one sentence:
  headscope view "She saw the dog." -o view.html

All commands: headscope --help. The options of one: headscope report --help.
"""


class Verb(TyperCommand):
    """A verb whose help is drawn here; `epilog` is an example of its use, which a missing argument's error shows too."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(_drawn(_verb_page(self, ctx)))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        try:
            return list(super().parse_args(ctx, args))
        except typer.BadParameter as error:
            missing: Any = error.param
            if type(error).__name__ != "MissingParameter" or missing is None:
                raise
        name = "/".join(missing.opts) if missing.param_type_name == "option" else _called(missing)
        what = _first_sentence(missing.help or "")[0]
        raise HeadscopeError(f"{name} is missing. {name}: {what}. For example: {self.epilog}")


class Verbs(TyperGroup):
    """All verbs, in panels; without any, what to type first."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args:
            console.data(FIRST)
            ctx.exit()
        return list(super().parse_args(ctx, args))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write(_drawn(_group_page(self, ctx)))


def _drawn(parts: Iterable[RenderableType]) -> str:
    return "\n".join(line.rstrip() for line in console.drawn(*parts, widest=WIDEST).splitlines())


def _verb_page(verb: Any, ctx: Any) -> Iterator[RenderableType]:
    parameters = [one for one in verb.get_params(ctx) if not getattr(one, "hidden", False)]
    arguments = [one for one in parameters if one.param_type_name == "argument"]
    options = [one for one in parameters if one not in arguments]
    yield Text(" ".join(["Usage:", ctx.command_path, *map(_place, arguments), "[OPTIONS]"]))
    yield Padding(Text(" ".join((verb.help or "").split("\n\n")[0].split())), (0, 0, 1, 2))
    if arguments:
        yield _lines("Arguments", [(_called(one), *_first_sentence(one.help or ""), one) for one in arguments])
    given = get_params_from_function(inspect.unwrap(verb.callback, stop=lambda made: hasattr(made, "__signature__")))
    for panel in dict.fromkeys(["Options", *map(_panel, options)]):
        mine = [(one, _names(one, given)) for one in options if _panel(one) == panel and one.name != "help"]
        brief = [name for one, name in mine if "|" in name]
        rows = [(name, *_first_sentence(one.help or ""), one) for one, name in mine if name not in brief]
        if rows:
            yield _lines(panel, rows)
        if brief:
            yield Padding(Columns([Text(name, "cyan") for name in brief], (0, 2)), (0, 0, 0, 2))
    yield Text(f"Example: {verb.epilog}")


def _group_page(group: Any, ctx: Any) -> Iterator[RenderableType]:
    yield Text(f"Usage: {ctx.command_path} COMMAND [OPTIONS]")
    yield Padding(Text(" ".join((group.help or "").split())), (0, 0, 1, 2))
    commands = [group.get_command(ctx, name) for name in group.list_commands(ctx)]
    for panel in dict.fromkeys(one.rich_help_panel for one in commands):
        mine = [one for one in commands if one.rich_help_panel == panel]
        yield _lines(str(panel), [(one.name, _first_sentence(one.help or "")[0], "", None) for one in mine])
    options = [one for one in group.get_params(ctx) if not one.hidden]
    yield _lines("Options", [(_names(one), *_first_sentence(one.help or ""), one) for one in options])


def _lines(heading: str, rows: list[tuple[str, str, str, Any]]) -> RenderableType:
    """A heading, and a line each: its name, what it is, its default."""
    grid = Table.grid(padding=(0, 2, 0, 0), expand=True)
    grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    for name, what, told, parameter in rows:
        text = Text(what)
        if default := told or _default(parameter):
            text.append(f" [{default}]", "dim")
        if getattr(parameter, "required", False) and parameter.param_type_name == "option":
            text.append(" (required)", "red")
        grid.add_row(Text(f"  {name}", "cyan"), text)
    return Group(Text(heading, "bold"), grid)


def _panel(option: Any) -> str:
    return getattr(option, "rich_help_panel", None) or "Options"


def _called(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper()).strip("[]{}")


def _place(argument: Any) -> str:
    """An argument's place in the usage line."""
    return _called(argument) if argument.required else f"[{_called(argument)}]"


def _names(option: Any, given: Mapping[str, Any] = {}) -> str:
    """`-m, --model NAME`."""
    names = ", ".join(sorted([*option.opts, *option.secondary_opts], key=len))
    return f"{names} {option.metavar or kind(given[option.name].annotation)}".rstrip() if option.name in given else names


def kind(annotation: Any) -> str:
    """What an option of a type takes, in a word; nothing for a flag.

    >>> kind(list[int] | None), kind(bool)
    ('N …', '')
    """
    inside = _inside(annotation)
    words = {bool: "", int: "N", float: "N", Path: "PATH"}
    word = next((word for one, word in words.items() if one in inside), "TEXT")
    return f"{word} …" if word and any(get_origin(one) is list for one in inside) else word


def _inside(annotation: Any) -> set[Any]:
    """The types in an annotation: those of list[int] | None are list[int], int and None."""
    return {annotation} | {kind for inner in get_args(annotation) for kind in _inside(inner)}


def _default(option: Any) -> str:
    """The value of an option that is not given, where that says something."""
    value = getattr(option, "default", None)
    if option is None or option.required or value is None or isinstance(value, bool):
        return ""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _first_sentence(said: str) -> tuple[str, str]:
    """What comes first, and the default where the words have one.

    >>> _first_sentence("A measure, or some of its keys. Repeatable. [default: all]")
    ('A measure, or some of its keys', 'all')
    """
    words = " ".join(said.split())
    told = re.search(r"\s*\[default: (.*)\]$", words)
    words = words[: told.start()] if told else words
    first = re.split(r"(?<=[^.][.]) (?=[A-Z])", words)[0]
    return first.rstrip("."), told[1] if told else ""
