"""docs/probes.md: every probe, the control task, training and what is scored, from their docstrings."""

import sys
from types import ModuleType
from typing import Any

from make_markdown import blocks_of, example, made_from, page, prose, sections

from headscope.corpora import split
from headscope.probes import PROBES, STRUCTURAL, Settings
from headscope.probes import probe as one_probe
from headscope.probes import rows as probe_rows
from headscope.probes.fitting import control
from headscope.probes.structural import Structural

BEFORE = """\
A measure looks at one head. A probe is a small classifier on the maps of all heads together. headscope fits it to some sentences and scores
it on others. j is a dependent, i a candidate for its governor; """
AFTER = """\
```
headscope probe -c TREEBANK -o DIR
headscope probe -c TRAIN --test TEST -o DIR
```

[cli.md](cli.md#headscope-probe) has its options, [run-format.md](run-format.md#probesparquet) its files."""


def probes_page() -> str:
    kinds = _in_order({**dict(PROBES.items()), STRUCTURAL: Structural})
    modules = [sys.modules[kind.__module__] for kind in kinds.values()]
    rest = [split, control, sys.modules[Settings.__module__], probe_rows]
    formula = blocks_of(one_probe)[1].split(" It\n")[0]
    scored = "\n\n".join(blocks_of(probe_rows)).replace("| `` |", "| (empty) |")
    return page(
        made_from(*dict.fromkeys([one_probe, *modules, *rest])),
        "# Probes",
        BEFORE + formula,
        AFTER,
        *(_section(name, kind, sys.modules[kind.__module__]) for name, kind in kinds.items()),
        "## Training and test sentences",
        prose(blocks_of(split)),
        "## The control task",
        prose(blocks_of(control)),
        prose(block for block in blocks_of(control.control_heads) if not block.startswith(">>>")),
        "## Training",
        prose(blocks_of(Settings)),
        f"`settled`: {blocks_of(Settings.settled)[0]}",
        f"## What is scored\n\n{scored}",
    )


def _in_order(kinds: dict[str, Any]) -> dict[str, Any]:
    """As they are listed, but a probe that varies another one comes behind it."""
    places = {kind: at for at, kind in enumerate(kinds.values())}

    def place(name: str) -> tuple[int, int]:
        mine = places[kinds[name]]
        return max(mine, places.get(kinds[name].__base__, mine)), mine

    return {name: kinds[name] for name in sorted(kinds, key=lambda name: (place(name)[0], -place(name)[1]))}


def _section(name: str, kind: Any, module: ModuleType) -> str:
    what, worked = sections(kind)
    sees = ["word vectors"] if getattr(kind, "words", False) else []
    maps = {"model": "the maps of the model", "random": "the maps of the same model with random weights"}
    sees += [maps[source]] if (source := getattr(kind, "maps", None)) else []
    last = (
        f"In short: `{kind.formula}`. It uses {' and '.join(sees) or 'the positions of words only'}."
        if kind is not Structural
        else ""
    )
    last = last or blocks_of(module)[1]
    return page(f"## {name}", prose(what), last, example(worked, module)).rstrip()
