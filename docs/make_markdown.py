"""Docstrings → Markdown."""

import ast
import builtins
import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

import headscope

PACKAGES = Path(str(headscope.__file__)).parent.parent
ROOT = Path(__file__).parent.parent
COMMAND = "python docs/make.py"


def page(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


def source(module: ModuleType) -> str:
    """Where a module is written, from the root of the project."""
    return f"src/{Path(str(module.__file__)).relative_to(PACKAGES).as_posix()}"


def made_from(*modules: ModuleType) -> str:
    """The first line of a page: where what it says is written."""
    return f"<!-- Made by `{COMMAND}` from {', '.join(map(source, modules))}: change it there. -->"


def blocks_of(thing: object) -> list[str]:
    """The paragraphs of a docstring; a doctest with what it shows is one."""
    return re.split(r"\n{2,}", inspect.getdoc(thing) or "")


def sections(thing: object) -> tuple[list[str], list[str]]:
    """A docstring's paragraphs: what it is, and from the sentence before the first doctest on, the example."""
    blocks = blocks_of(thing)
    first = next((at for at, block in enumerate(blocks) if block.startswith(">>>")), len(blocks))
    first -= 1 < first < len(blocks)  # the sentence before it is of the example, unless it is the definition itself
    return blocks[:first], blocks[first:]


def prose(blocks: Iterable[str]) -> str:
    """Paragraphs as Markdown: a list that a docstring ends by the next line is ended by a blank one."""
    return "\n\n".join(re.sub(r"(^- .*\n)(?=[^-\s])", r"\1\n", block, flags=re.MULTILINE) for block in blocks)


def example(blocks: list[str], module: ModuleType) -> str:
    """Sentences and doctests; what the doctests use of their module is imported first, so that they run when copied."""
    code = [line[4:] for block in blocks for line in block.splitlines() if line.startswith((">>> ", "... "))]
    imports = "".join(f">>> {line}\n" for line in _missing("\n".join(code), module))
    made = []
    for block in blocks:
        is_code = block.startswith(">>>")
        made.append(f"```python\n{imports}{block}\n```" if is_code else prose([block]))
        imports = "" if is_code else imports
    return "\n\n".join(made)


def _missing(code: str, module: ModuleType) -> Iterator[str]:
    """The imports of what a doctest has from its module's own names."""
    nodes = list(ast.walk(ast.parse(code)))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    brought = {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
    own = {node.id for node in names if isinstance(node.ctx, ast.Store)} | brought | {*dir(builtins)}
    for name in sorted({node.id for node in names} - own):
        thing = getattr(module, name)
        yield f"import {name}" if isinstance(thing, ModuleType) else f"from {thing.__module__} import {name}"


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    columns = list(columns)
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def escaped(text: str | None) -> str:
    """Text of the command line, in which no sign means anything to Markdown."""
    return re.sub(r"([*<])", r"\\\1", text or "")
