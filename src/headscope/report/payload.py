"""Scores → the JSON that the page is drawn from. What is said is decided here, how it looks in web/src/report.ts."""

from collections.abc import Iterable

from headscope.description import Description
from headscope.findings.claims import claims
from headscope.findings.findings import Finding, findings, verdict
from headscope.findings.labels import Label, behaviours, label_names, patterns, vocabulary
from headscope.findings.wording import can_be_right, listed
from headscope.report.cards import cards
from headscope.report.facts import day_of, facts_of, notes_of, size
from headscope.report.kinds import kind, switch
from headscope.report.pictures import pictures_of_heads, text_under_every_head
from headscope.report.score import Data, known, of_text, score, score_id
from headscope.report.sections import sections
from headscope.results.scores import Scores
from headscope.tables.probe_source import Record, from_bytes

EXAMPLES = 2  # sentences on a head's card, and one on which it fails
CAVEAT = "Attention shows where a head reads, not why the model answers."


def payload(scores: Scores, *, examples: int = EXAMPLES, probes: Iterable[Record] | None = None) -> Data:
    """The page's data; web/src/payload.ts is its other side. `examples` is the number of sentences on each head's card, `probes` rows as in
    probes.parquet, by default those that the run has. Of a run about several kinds of weights: the first, and what the others change."""
    if probes is None and scores.probes is not None:
        probes = from_bytes(scores.probes)
    rows = None if probes is None else list(probes)
    several = len(scores.weights) > 1
    pages = {name: _page(scores.under(name), examples, rows, one_of_several=several) for name in scores.weights}
    return {**pages[scores.weights[0]], "kinds": switch(pages)}


def _page(scores: Scores, examples: int, probes: Iterable[Record] | None, *, one_of_several: bool) -> Data:
    """All that is said of a run under one kind of weights."""
    m = scores.manifest
    made = claims(scores)
    names = [c.name for c in m.texts if c.name != "annotated" or "bundled" not in {other.name for other in m.corpora}]
    corpora = " and ".join(f"the {name} corpus" if name == "bundled" else name for name in names)
    series = [one for one in scores.series() if can_be_right(scores, one)]
    parts = sections(scores, probes)
    return {
        "title": f"{m.model['name']} on {corpora}" if corpora else str(m.model["name"]),
        "summary": [
            f"{m.heads} heads",
            *([listed([size(c) for c in m.read]), f"{m.tokens:,} tokens"] if m.read else ["no text"]),
            day_of(m),
            *(f"{name} {m.versions[name]}" for name in ("headscope", "transformers") if name in m.versions),
        ],
        "verdict": verdict(scores, made),
        "findings": [_finding(scores, one) for one in findings(scores, made)],
        "kind": kind(scores, one_of_several=one_of_several),
        "facts": facts_of(m),
        "notes": notes_of(m),
        "caveat": CAVEAT,
        "stacks": [{"name": name, "layers": layers, "heads": heads} for name, (layers, heads) in m.model["stacks"].items()],
        "measures": [_measure(scores.about(name)) for name in dict.fromkeys(one.measure for one in series)],
        "scores": [score(scores, one) for one in series if of_text(scores, one)],
        "relations": [score(scores, one) for one in series if not of_text(scores, one) and scores.tally.groups(one)],
        "special": scores.special,
        "behaviours": [one.to_json() for one in vocabulary(scores)],
        "labels": [_label(stack, one) for stack in m.model["stacks"] for one in behaviours(scores, stack=stack)],
        "patterns": [_label(stack, one) for stack in m.model["stacks"] for one in patterns(scores, stack=stack)],
        "label_names": dict(zip(("behaviour", "pattern"), label_names(scores), strict=True)),
        "sections": [one for one in parts if not one["missing"]],
        "absent": [{name: one[name] for name in ("name", "missing", "command")} for one in parts if one["missing"]],
        "cards": cards(scores, made, examples),
        "texts": text_under_every_head(scores),
        "pictures": pictures_of_heads(scores),
    }


def _measure(about: Description) -> Data:
    """What the page is told of a measure; a figure is drawn and written by its quantity."""
    names = ("name", "title", "read", "formula", "unit", "cases", "second", "counts", "behaviour", "rest")
    said = {name: getattr(about, name) for name in names}
    return {**said, "keywords": list(about.keywords), "section": about.section.id, "quantity": about.quantity.to_json()}


def _finding(scores: Scores, one: Finding) -> Data:
    heads = [{"stack": one.series.stack, "layer": head.layer, "head": head.head} for head in one.heads]
    return {"text": one.text, "score": score_id(scores, one.series), "heads": heads}


def _label(stack: str, one: Label) -> Data:
    numbers = {name: known(getattr(one, name)) for name in ("score", "margin", "low", "high")}
    return {"stack": stack, "layer": one.head.layer, "head": one.head.head, "label": one.label, **numbers, "sure": one.sure}
