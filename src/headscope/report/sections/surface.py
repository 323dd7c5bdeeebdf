"""The section of surface patterns: what heads attend to most, and what each does, in a word."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from headscope.description import Description, Key
from headscope.findings.labels import MIXED, Rule, behaviours, rules
from headscope.findings.together import mostly_together
from headscope.findings.wording import listed, mostly, together
from headscope.report.sections.drawings import drawings
from headscope.report.sections.generic import READ, absent, head_by_head, undrawn
from headscope.report.sections.parts import measured, section, table
from headscope.results.scores import Scores
from headscope.tables.labels import labels
from headscope.types import Head, Stack


def surface(scores: Scores, about: Sequence[Description]) -> dict[str, Any]:
    """Whatever measures say that they stand here; four typical heads on a text; and what each head does, in a word."""
    part = about[0].section
    read = f"{READ} A head near 1 does little else."
    found = measured(scores, [one.name for one in about])
    if not found:
        return absent(scores, about, read=read)
    heads = drawings(scores, "four-heads", wide=True)
    patterns = [one for one in about if one.patterns and one.name in found]
    drawn = [chart for one in patterns for chart in drawings(scores, "patterns", wide=True, measure=one.name).made]
    made = head_by_head(scores, about)
    formulas = {}
    if any(behaviours(scores, stack=stack) for stack in scores.manifest.model["stacks"]):
        made["tables"].append(_labels(scores))
        said = "; ".join(map(_rule, rules(scores)))
        formulas["label"] = f"the last that holds of: {said}; else what it is significantly right about; else mixed"
    return section(
        part.id,
        part.name,
        title=_does(scores),
        read=read,
        formulas=formulas,
        caveat=part.caveat,
        charts=[*heads.made, *drawn],
        **made,
        notes=[*undrawn(scores, about), *heads.undrawn],
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
        f"score: {_units(scores)}.",
        "excess: 0 where uniform attention would be, 1 where a head does nothing but follow the pattern.",
    ]
    made = labels(scores)
    mine = {name: title for name, title in shown.items() if name in made.columns}
    return table(made, "labels", "What each head does, in a word", mine, notes=notes if "excess" in mine else notes[:1])


def _units(scores: Scores) -> str:
    """What the scores that gave the labels are of: "in nats where the label is broad, otherwise a share"."""
    units: dict[str, list[str]] = {}
    for rule in rules(scores):
        if unit := scores.about(rule.measure).quantity_of(rule.key, rule.direction).unit:
            units.setdefault(unit, []).append(rule.label)
    said = [f"in {unit} where the label is {listed(list(dict.fromkeys(names)), 'or')}" for unit, names in units.items()]
    return ", ".join([*said, "otherwise a share" if said else "a share"])


def _rule(rule: Rule) -> str:
    return f"{rule.label}, {rule.measure} {rule.key} > {rule.threshold:g}"


def _does(scores: Scores) -> str:
    """How many heads do what, where the whole interval of the score says so."""
    made = {(stack, one.head): one for stack in scores.manifest.model["stacks"] for one in behaviours(scores, stack=stack)}
    if not made:
        return ""
    # Without an interval the score itself must do.
    sure = {at: label for at, label in made.items() if label.label != MIXED and (label.low is None or label.sure)}
    parts = [_phrase(scores, label, number) for label, number in Counter(one.label for one in sure.values()).most_common()]
    left = {at for at in made if at not in sure}
    for phrase, heads in _together(scores):
        if mine := heads & left:
            parts.append(f"{len(mine)} {phrase(len(mine))}")
            left -= mine
    if not parts:
        return f"None of the {len(made)} heads does mostly one thing, by the paper's thresholds."
    end = "" if not left else f"; the other {len(left)} do a bit of everything, or are too close to a threshold to say"
    return f"Of {len(made)} heads, {listed(parts)}{end}."


def _phrase(scores: Scores, label: str, number: int) -> str:
    """What heads with a label do: what its rule's key says, or what they are right about."""
    rule = next((one for one in rules(scores) if one.label == label), None)
    if rule is None:
        about = next(about for about in map(scores.about, scores.manifest.measures) if about.behaviour == label)
        return f"{number} {'beats' if number == 1 else 'beat'} {about.counts} at {label}"
    about = scores.about(rule.measure)
    key = about.key(rule.key, rule.direction)
    does = key.does if number == 1 else key.plural
    much = about.quantity_of(rule.key, rule.direction).much
    return f"{number} {does if much is None or rule.threshold < much else mostly(does)}"


def _together(scores: Scores) -> list[tuple[Callable[[int], str], set[tuple[Stack, Head]]]]:
    """Heads that do several things of one kind, none of them mostly, but mostly these together."""
    found: dict[str, tuple[Callable[[int], str], set[tuple[Stack, Head]]]] = {}
    for stack in scores.manifest.model["stacks"]:
        for series, heads in mostly_together(scores, stack):
            keys = [scores.key(one) for one in series]
            phrase = partial(_several, keys)
            found.setdefault(series[0].measure, (phrase, set()))[1].update((stack, head) for head in heads)
    return list(found.values())


def _several(keys: Sequence[Key], number: int) -> str:
    return f"{mostly(together([key.does if number == 1 else key.plural for key in keys]))} together"
