"""The sections of running text: surface patterns, what the loss depends on, how broadly heads attend."""

from collections import Counter
from typing import Any

from headscope.findings.labels import Rule, behaviours, rules
from headscope.measures import MEASURES
from headscope.report.sections.drawings import drawings
from headscope.report.sections.means import means, references
from headscope.report.sections.parts import left_out, measured, section, table, why_not
from headscope.results.scores import Scores
from headscope.tables.labels import labels

SURFACE = ("offset", "token", "token-from-sep", "token-from-rest", "peak", "sink", "pattern")
# Of one head, of several: what a label says.
_DOES = {
    "next": ("attends mostly to the next token", "attend mostly to the next token"),
    "previous": ("attends mostly to the previous token", "attend mostly to the previous token"),
    "broad": ("attends broadly", "attend broadly"),
    "cls": ("attends mostly to [CLS]", "attend mostly to [CLS]"),
    "sep": ("attends mostly to [SEP]", "attend mostly to [SEP]"),
    "punct": ("attends mostly to punctuation", "attend mostly to punctuation"),
}


def surface(scores: Scores) -> dict[str, Any]:
    """Offsets, special tokens, the largest weight, patterns; and what each head does, in a word."""
    read = (
        "Each point is a head and each chart one thing that heads attend to; the heavy line is the mean of the layer, the dashes are what "
        "even attention would give. A head near 1 does little else."
    )
    id, name = "surface", "Surface patterns"
    found = measured(scores, [measure for measure in SURFACE if measure in MEASURES])
    if not found:
        command = f"headscope measure -m MODEL -c CORPUS {' '.join(f'--measure {one}' for one in SURFACE[:2])} -o DIR"
        return section(id, name, read=read, missing=why_not(scores, SURFACE[0]), command=command)
    heads = drawings(scores, "four-heads", wide=True)
    patterns = drawings(scores, "patterns", wide=True, measure="pattern").made if "pattern" in found else []
    tables = means(scores, SURFACE, "surface-by-layer", "Mean attention by layer")
    formulas = {}
    if any(behaviours(scores, stack=stack) for stack in scores.manifest.model["stacks"]):
        tables.append(_labels(scores))
        said = "; ".join(map(_rule, rules(scores)))
        formulas["label"] = f"the last that holds of: {said}; else what it is significantly right about; else mixed"
    return section(
        id,
        name,
        title=_does(scores),
        read=read,
        formulas=formulas,
        caveat="A label is a summary: a head that has one may do other things as well.",
        measures=found,
        charts=[*heads.made, *patterns],
        tables=tables,
        references=references(found),
        notes=[*left_out(scores, SURFACE), *heads.undrawn],
    )


def gradients(scores: Scores) -> dict[str, Any]:
    """How much the loss depends on attention, by kind of token."""
    id, name, measure = "gradients", "Gradients: what attention the loss depends on", MEASURES["gradient"]
    if not measured(scores, ["gradient"]):
        command = "headscope measure -m MODEL -c CORPUS --measure gradient -o DIR"
        missing = why_not(scores, "gradient")
        return section(id, name, read=measure.read, formulas={"gradient": measure.formula}, missing=missing, command=command)
    charts = drawings(scores, "gradient").made
    return section(
        id,
        name,
        title=charts[0]["title"] if charts else "",
        read=measure.read,
        formulas={"gradient": measure.formula},
        caveat="A gradient says what a small change would do, not what the head does for the model as a whole.",
        measures=["gradient"],
        charts=charts,
        tables=means(scores, ["gradient"], "gradient-by-layer", "Mean gradient by layer"),
        notes=[
            "The paper prints no numbers of its gradients; it reports that from layer 5 of BERT-base on that of [SEP] is very small, so "
            "that attending to [SEP] is close to doing nothing.",
            *left_out(scores, ["gradient"]),
        ],
    )


def entropy(scores: Scores) -> dict[str, Any]:
    """How broadly heads attend, from all tokens and from [CLS]."""
    id, name, measure = "entropy", "Entropy: how broadly heads attend", MEASURES["entropy"]
    if not measured(scores, ["entropy"]):
        command = "headscope measure -m MODEL -c CORPUS --measure entropy -o DIR"
        missing = why_not(scores, "entropy")
        return section(id, name, read=measure.read, formulas={"entropy": measure.formula}, missing=missing, command=command)
    made = drawings(scores, "entropy").made
    return section(
        id,
        name,
        title=made[0]["title"] if made else "",
        read=measure.read,
        formulas={"entropy": measure.formula},
        caveat="A broad head may still carry information: a mean over a sentence is one.",
        measures=["entropy"],
        tables=means(scores, ["entropy"], "entropy-by-layer", "Mean entropy by layer, in nats"),
        references=references(["entropy"]),
        notes=left_out(scores, ["entropy"]),
    )


def _labels(scores: Scores) -> dict[str, Any]:
    shown = {
        "stack": "stack",
        "head": "head",
        "label": "what it does",
        "score": "score",
        "margin": "above the threshold by (95%)",
        "pattern": "pattern it follows most",
        "excess": "excess over chance",
        "lead": "lead over the next (95%)",
    }
    notes = [
        "score: in nats where the label is broad, otherwise a share of attention.",
        "excess: 0 where even attention would be, 1 where a head does nothing but follow the pattern.",
    ]
    made = labels(scores)
    mine = {name: title for name, title in shown.items() if name in made.columns}
    return table(made, "labels", "What each head does, in a word", mine, notes=notes if "excess" in mine else notes[:1])


def _rule(rule: Rule) -> str:
    return f"{rule.label}, {rule.measure} {rule.key} > {rule.threshold:g}"


def _does(scores: Scores) -> str:
    """How many heads do what, where the whole interval of the score says so."""
    made = [label for stack in scores.manifest.model["stacks"] for label in behaviours(scores, stack=stack)]
    if not made:
        return ""
    # Without an interval the score itself must do.
    sure = [label for label in made if label.label in _DOES and (label.low is None or label.sure)]
    counts = Counter(label.label for label in sure)
    if not counts:
        return f"None of the {len(made)} heads does mostly one thing, by the paper's thresholds."
    parts = [f"{number} {_DOES[label][number > 1]}" for label, number in counts.most_common()]
    rest = len(made) - len(sure)
    end = "" if not rest else f"; the other {rest} do a bit of everything, or are too close to a threshold to say"
    return f"Of {len(made)} heads, {', '.join(parts[:-1])}{' and ' if len(parts) > 1 else ''}{parts[-1]}{end}."
