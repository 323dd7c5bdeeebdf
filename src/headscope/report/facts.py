"""Manifest → what the page says about the run itself: its facts, one row each, and its notes, one sentence each."""

from datetime import datetime
from typing import Any

from headscope.names import LAYER_WEIGHTS, WEIGHTS
from headscope.results.manifest import UNITS, CorpusRecord, Manifest
from headscope.runs.variants import CHOICES


def size(corpus: CorpusRecord) -> str:
    return f"{corpus.units:,} {UNITS.get(corpus.unit, 'units')}"


def day_of(manifest: Manifest) -> str:
    day = datetime.fromisoformat(manifest.created)
    return f"{day.day} {day:%b %Y}"


ROADS = {"tap": "through the tap", "collect": "asked for with output_attentions=True", "maps": "from a file"}


def facts_of(m: Manifest) -> list[list[str]]:
    """What the manifest says; no reader needs all of its fields, so a run that another tool wrote may lack some."""
    weights = m.model.get("sha256") or m.model.get("revision", "")
    facts = [
        ["Model", _model(m.model)],
        ["Weights", f"sha256 {weights}" if "sha256" in m.model else f"revision {weights}"],
    ]
    attention = [ROADS[m.model["road"]]] if "road" in m.model else []
    if "difference" in m.model:
        attention.append(f"outputs differ from the model's own by at most {m.model['difference']:.0e}")
    if attention:
        facts.append(["Attention", "; ".join(attention)])
    for c in m.read:
        facts.append([f"Corpus {c.name}", f"{c.documents:,} documents, {size(c)}, {c.tokens:,} tokens; sha256 {c.sha256}"])
    if options := ", ".join(_options(m)):
        facts.append(["Options", options])
    for kind in m.options.get("weights", []) if m.options.get("weights") != ["raw"] else []:
        facts.append(["Numbers", f"of {(WEIGHTS | LAYER_WEIGHTS)[kind]}"])
    chosen = [choice.words[m.options[name]] for name, choice in CHOICES.items() if name in m.options]
    if chosen:
        asked = "; asked for with --as-published" if m.options.get("as_published") else ""
        facts.append(["Variants", "; ".join(chosen) + asked])
    on = "".join(f" {word} {m.model[name]}" for word, name in (("on", "device"), ("in", "dtype")) if name in m.model)
    facts.append(["Computed", f"in {m.seconds:,.1f} s{on}, {m.created}"])
    facts.append(
        [
            "Intervals",
            "95%, over document groups (jackknife, Student's t, Wilson's score interval); none where fewer than 10 groups have a figure. "
            "They hold less than 95% where a few documents are far longer than the rest and are attended to in another way, and in 10 to "
            "25 groups where a few documents decide (docs/intervals.md)",
        ]
    )
    facts.append(["Versions", ", ".join(f"{name} {number}" for name, number in m.versions.items())])
    return facts


def _model(model: dict[str, Any]) -> str:
    """
    >>> _model({"name": "m", "architecture": "BertForMaskedLM", "parameters": 14_100_000}), _model({"name": "m"})
    ('m (BertForMaskedLM, 14.1 M parameters)', 'm')
    """
    more = [str(model["architecture"])] if "architecture" in model else []
    more += [f"{model['parameters'] / 1e6:,.1f} M parameters"] if "parameters" in model else []
    return f"{model['name']}" + (f" ({', '.join(more)})" if more else "")


def _options(m: Manifest) -> list[str]:
    words = {
        "max_length": "up to {} tokens a segment",
        "batch_size": "{} segments a batch",
        "limit": "the first {:,} segments only",
    }
    return [text.format(m.options[name]) for name, text in words.items() if m.options.get(name)]


def notes_of(m: Manifest) -> list[str]:
    notes = [f"{name} was not measured: {reason}." for name, reason in m.left_out.items()]
    for c in m.corpora:
        if c.cut_units:
            to = f" to {m.options['max_length']} tokens" if "max_length" in m.options else ""
            notes.append(
                f"{c.cut_units:,} of {c.units:,} segments of {c.name} were cut{to}; {c.cut_tokens:,} tokens were dropped."
            )
        notes += [f"Of {c.name} were left out: {reason} ({count:,})." for reason, count in c.skipped.items()]
        if c.shards != ["1/1"]:
            notes.append(f"Only shards {', '.join(c.shards)} of {c.name} are in this run.")
    return notes
