"""Manifest → what the page says about the run itself: its facts, one row each, and its notes, one sentence each."""

from datetime import datetime

from headscope.names import LAYER_WEIGHTS, WEIGHTS
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.runs.variants import CHOICES

UNITS = {"pair": "segments", "sentence": "sentences", "window": "windows", "own": "sequences"}


def size(corpus: CorpusRecord) -> str:
    return f"{corpus.units:,} {UNITS.get(corpus.unit, 'units')}"


def day_of(manifest: Manifest) -> str:
    day = datetime.fromisoformat(manifest.created)
    return f"{day.day} {day:%b %Y}"


def facts_of(m: Manifest) -> list[list[str]]:
    road = {"tap": "through the tap", "collect": "asked for with output_attentions=True", "maps": "from a file"}[
        m.model["road"]
    ]
    weights = m.model.get("sha256") or m.model.get("revision", "")
    facts = [
        ["Model", f"{m.model['name']} ({m.model['architecture']}, {m.model['parameters'] / 1e6:,.1f} M parameters)"],
        ["Weights", f"sha256 {weights}" if "sha256" in m.model else f"revision {weights}"],
        ["Attention", f"{road}; outputs differ from the model's own by at most {m.model['difference']:.0e}"],
    ]
    for c in m.read:
        facts.append([f"Corpus {c.name}", f"{c.documents:,} documents, {size(c)}, {c.tokens:,} tokens; sha256 {c.sha256}"])
    batch = f"up to {m.options['max_length']} tokens a segment, {m.options['batch_size']} segments a batch"
    limit = f", the first {m.options['limit']:,} segments only" if m.options.get("limit") else ""
    facts.append(["Options", batch + limit])
    for kind in m.options.get("weights", []) if m.options.get("weights") != ["raw"] else []:
        facts.append(["Numbers", f"of {(WEIGHTS | LAYER_WEIGHTS)[kind]}"])
    chosen = [choice.words[m.options[name]] for name, choice in CHOICES.items() if name in m.options]
    if chosen:
        asked = "; asked for with --as-published" if m.options.get("as_published") else ""
        facts.append(["Variants", "; ".join(chosen) + asked])
    facts.append(["Computed", f"in {m.seconds:,.1f} s on {m.model['device']} in {m.model['dtype']}, {m.created}"])
    facts.append(
        [
            "Intervals",
            "95%, over document groups (jackknife, Student's t, Wilson's score interval); none where fewer than 10 groups have a figure",
        ]
    )
    facts.append(["Versions", ", ".join(f"{name} {number}" for name, number in m.versions.items())])
    return facts


def notes_of(m: Manifest) -> list[str]:
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
