"""Scores → the JSON that the page is drawn from. What is said is decided here, how it looks in web/src/report.ts."""

from datetime import datetime
from typing import Any

import numpy as np

from headscope.measures import MEASURES
from headscope.report.findings import findings, text_series, title
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.runs.variants import CHOICES
from headscope.types import Series

UNITS = {"pair": "segments", "sentence": "sentences", "window": "windows"}
CAVEAT = "Attention shows where a head reads, not why the model answers."


def payload(scores: Scores) -> dict[str, Any]:
    """The page's data; web/src/payload.ts is its other side."""
    m = scores.manifest
    names = [c.name for c in m.corpora if c.name != "annotated" or "bundled" not in {other.name for other in m.corpora}]
    corpora = " and ".join(f"the {name} corpus" if name == "bundled" else name for name in names)
    return {
        "title": f"{m.model['name']} on {corpora}",
        "summary": [f"{m.heads} heads", " and ".join(_size(c) for c in m.corpora), f"{m.tokens:,} tokens", _day(m)],
        "findings": [
            {"text": f.text, "score": None if MEASURES[f.series.measure].open_keys else _id(scores, f.series)}
            for f in findings(scores)
        ],
        "facts": _facts(m),
        "notes": _notes(m),
        "caveat": CAVEAT,
        "stacks": [{"name": name, "layers": layers, "heads": heads} for name, (layers, heads) in m.model["stacks"].items()],
        "measures": [
            {"name": name, "title": MEASURES[name].title, "read": MEASURES[name].read, "formula": MEASURES[name].formula}
            for name in dict.fromkeys(series.measure for series in text_series(scores))
        ],
        "scores": [_score(scores, series) for series in text_series(scores)],
    }


def _score(scores: Scores, series: Series) -> dict[str, Any]:
    measure = MEASURES[series.measure]([series.key])
    low, high = scores.interval(series)
    even = scores.baseline(series)
    simple = scores.best_baseline(series) if even is None else ("uniform", even)
    return {
        "id": _id(scores, series),
        "measure": series.measure,
        "key": series.key,
        "direction": series.direction or None,
        "stack": series.stack,
        "corpus": series.corpus,
        "words": measure.phrase(series.key),
        "finding": title(scores, series),
        "unit": measure.quantity,
        "segments": int(scores.tally.weights(series).sum()),
        "value": _rounded(scores.value(series)),
        "low": _rounded(low),
        "high": _rounded(high),
        "baseline": None if simple is None else {"name": simple[0], "value": round(simple[1], 6)},
    }


def _id(scores: Scores, series: Series) -> str:
    """`offset.+1`, with the stack and the corpus where there are several."""
    several_stacks, several_corpora = len(scores.manifest.model["stacks"]) > 1, len(scores.manifest.corpora) > 1
    name = f"{series.measure}.{series.key}"
    name = f"{series.stack}.{name}" if several_stacks else name
    return f"{name}@{series.corpus}" if several_corpora else name


def _rounded(array: np.ndarray) -> list[list[float | None]]:
    return [[None if np.isnan(x) else round(float(x), 6) for x in row] for row in array]


def _size(corpus: CorpusRecord) -> str:
    return f"{corpus.units:,} {UNITS[corpus.unit]}"


def _day(manifest: Manifest) -> str:
    day = datetime.fromisoformat(manifest.created)
    return f"{day.day} {day:%b %Y}"


def _facts(m: Manifest) -> list[list[str]]:
    road = {"tap": "through the tap", "collect": "asked for with output_attentions=True", "maps": "from a file"}[
        m.model["road"]
    ]
    weights = m.model.get("sha256") or m.model.get("revision", "")
    facts = [
        ["Model", f"{m.model['name']} ({m.model['architecture']}, {m.model['parameters'] / 1e6:,.1f} M parameters)"],
        ["Weights", f"sha256 {weights}" if "sha256" in m.model else f"revision {weights}"],
        ["Attention", f"{road}; outputs differ from the model's own by at most {m.model['difference']:.0e}"],
    ]
    for c in m.corpora:
        facts.append([f"Corpus {c.name}", f"{c.documents:,} documents, {_size(c)}, {c.tokens:,} tokens; sha256 {c.sha256}"])
    batch = f"up to {m.options['max_length']} tokens a segment, {m.options['batch_size']} segments a batch"
    limit = f", the first {m.options['limit']:,} segments only" if m.options.get("limit") else ""
    facts.append(["Options", batch + limit])
    chosen = [choice.words[m.options[name]] for name, choice in CHOICES.items() if name in m.options]
    if chosen:
        asked = "; asked for with --as-published" if m.options.get("as_published") else ""
        facts.append(["Variants", "; ".join(chosen) + asked])
    facts.append(["Computed", f"in {m.seconds:,.1f} s on {m.model['device']} in {m.model['dtype']}, {m.created}"])
    facts.append(["Intervals", "95%, by the bootstrap over document groups; none where fewer than 10 groups have a figure"])
    facts.append(["Versions", ", ".join(f"{name} {number}" for name, number in m.versions.items())])
    return facts


def _notes(m: Manifest) -> list[str]:
    notes = [f"{name} was not measured: {reason}." for name, reason in m.left_out.items()]
    for c in m.corpora:
        if c.cut_units:
            notes.append(
                f"{c.cut_units:,} of {c.units:,} segments of {c.name} were cut to {m.options['max_length']} tokens; "
                f"{c.cut_tokens:,} tokens fell away."
            )
        notes += [f"Of {c.name} were left out: {reason} ({count:,})." for reason, count in c.skipped.items()]
        if c.shards != ["1/1"]:
            notes.append(f"Only shards {', '.join(c.shards)} of {c.name} are in this run.")
    return notes
