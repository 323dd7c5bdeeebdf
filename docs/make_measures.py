"""docs/measures/: a page a measure, from its docstring and what it declares, and their index."""

import re
import sys

from make_markdown import example, made_from, page, prose, sections, table

from headscope import measures
from headscope.description import Description
from headscope.measures import MEASURES, Measure
from headscope.runs.variants import CHOICES, option

UNITS = {
    "pair": "a segment: two consecutive paragraphs of a document, cut to `--max-length` tokens",
    "sentence": "a sentence of a treebank",
    "window": "a window: as many whole sentences of a document as fit into `--max-length` tokens",
    "own": "inputs that the measure makes itself",
    "none": "the weights alone: no text is read",
}
CORPORA = {"pair": " -c TEXT", "sentence": " -c TREEBANK", "window": " -c CORPUS", "own": "", "none": ""}
QUANTITIES = {
    "share": "a share, from 0 to 1",
    "loss": "change of the loss, in nats, per unit of attention",
}  # others: their unit
NEEDS = {
    "layers": "the maps of all layers at once, of one batch",
    "gradient": "a language-model head, for a loss",
    "gates": "a language-model head, for a loss",
    "cuts": "a language-model head, for a loss, and heads that can be switched off",
    "logits": "a causal language model of a family whose logits are a sum over its parts",
    "residual": "what a layer adds its heads to, found and proven",
    "norm": "the layer's norm, found and proven",
    "values": "the value vectors of the heads",
    "effects": "a masked-language-model head: what masking one word does to the prediction of another",
    "embeddings": "input embeddings",
    "causal": "a causal model: one in which no token sees a later one",
    "weights": "the weights of a causal language model of a family that it knows",
    "closing": "a tokenizer that closes a text with a token of its own",
    "trees": "a treebank: words with their governors and relations",
    "mentions": "a corpus with mentions of entities",
}
UNIFORM = "`uniform`: uniform attention over all tokens that each token may see."
NO_BASELINE = "There is none: uniform attention has no such figure."
MASKING = "the share of tokens predicted, and of these the shares masked and replaced by another token"

BEFORE = """\
A measure takes the attention maps of a head over one unit of text and gives one number per key. α(i, j) is the attention from
token i to token j: how much of j goes into the update of i. Each row of a map sums to 1, in models with sinks to less than 1."""
AFTER = """\
A score's `value` is `total / weight`: for measures of running text the mean over segments of the segment's figure, for
{counting} the share of cases that are right, for other measures of annotated text the mean over words.
The 95% interval is over groups of documents, made [as described](../intervals.md); with fewer than 10 groups there is none.
Anything that a model or a corpus cannot support is left out, and the manifest says why.
Attention shows where a head reads, not why the model answers.

`--max-length` and `--limit` affect every measure, because they decide what the model reads. The options on a measure's page are
choices that the paper leaves open, or in which its authors' code differs from it."""


def measure_pages() -> dict[str, str]:
    """Name of the page → its text."""
    return {"README": _index(), **{name: _page(kind) for name, kind in MEASURES.items()}}


def _index() -> str:
    every = {name: kind().described() for name, kind in MEASURES.items()}
    rows = [
        (
            f"[`{name}`]({name}.md)",
            about.title,
            "the treebank's relations" if about.open_keys else " ".join(f"`{key}`" for key, _ in about.keys),
            about.unit,
            f"`{about.formula}`",
        )
        for name, about in every.items()
    ]
    made = table(("measure", "what", "keys", "unit", "formula"), rows)
    counting = " and ".join(f"`{name}`" for name, about in every.items() if about.counts)
    return page(made_from(measures), "# Measures", BEFORE, made, AFTER.format(counting=counting))


def _page(kind: type[Measure]) -> str:
    module, about = sys.modules[kind.__module__], kind().described()
    said, worked = sections(kind)
    of_baselines = [block for block in said if block.startswith("The baseline")]
    definition = prose(block for block in said if block not in of_baselines)
    folder = "/".join(kind.__module__.split(".")[1:-1])
    first_line = (module.__doc__ or "").split("\n\n")[0].replace("\n", " ")
    return page(
        made_from(module),
        f"# {kind.name}",
        f"**{about.title}.** {first_line}",
        f"```\nheadscope measure{CORPORA[kind.unit]} --measure {kind.name} -o DIR\n```",
        "## Definition",
        re.sub(r"(?<=see )(\w+\.py)", rf"[\1](../../src/headscope/{folder}/\1)", definition),
        table(("", ""), _facts(kind, about)),
        f"## Worked example\n\n{example(worked, module)}",
        f"## How to read it\n\n{about.read}",
        f"## Keys\n\n{_keys(kind, about)}",
        f"## Baseline\n\n{_baseline(kind, of_baselines)}",
        f"## Options that change it\n\n{_options(kind)}",
    )


def _facts(kind: type[Measure], about: Description) -> list[tuple[str, str]]:
    needs = [NEEDS[need] for need in sorted(kind.needs) if need in NEEDS]
    return [
        ("in short", f"`{about.formula}`"),
        ("measured on", UNITS[kind.unit]),
        ("in", QUANTITIES.get(about.quantity.name) or about.quantity.unit or about.quantity.name),
        ("needs", "; ".join(needs) or "attention alone"),
    ]


def _keys(kind: type[Measure], about: Description) -> str:
    if kind.open_keys:
        return (
            f"`all`, and the relations of the treebank as annotated. `--measure {kind.name}=nsubj,obj` asks for some of them; "
            "`nmod:*` is a relation with all its subtypes."
        )
    rows = [(f"`{key}`", one.does, NEEDS.get(kind.key_needs.get(key, ""), "")) for (key, _), one in about.keys.items()]
    columns = ("key", "a head with a high figure", "needs beside")
    return table(columns, rows) if any(row[2] for row in rows) else table(columns[:2], [row[:2] for row in rows])


def _baseline(kind: type[Measure], said: list[str]) -> str:
    if kind.baselines is not Measure.baselines:
        return prose(said) or prose((kind.baselines.__doc__ or "").split("\n\n"))
    return NO_BASELINE if kind.needs & {"gradient", "gates", "layers"} else prose([UNIFORM, *said])


def _options(kind: type[Measure]) -> str:
    """The choices of a run that bear on this measure: those it takes itself, those of its input, those of its maps."""
    names = {*kind.takes, "loss" if "gradient" in kind.needs else "map_precision"}
    names |= {"pair": {"segments", "segment_ids"}, "window": {"windows"}}.get(kind.unit, set())
    names |= {"words_from"} if kind.between == "words" else set()
    rows = [
        (
            f"`{option(name)}`",
            "; ".join(f"`{value}`: {words}" for value, words in choice.words.items()),
            f"`{choice.default}`",
            f"`{choice.published}`" if choice.published else "",
        )
        for name, choice in CHOICES.items()
        if name in names
    ]
    rows += [("`--masking`", MASKING, "`0.15,0.8,0.1`", "")] if "gradient" in kind.needs else []
    return table(("option", "values", "default", "with `--as-published`"), rows)
