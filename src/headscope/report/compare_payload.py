"""A comparison of two runs → the JSON that its page is drawn from; web/src/compare/payload.ts is its other side."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from headscope.comparison.comparison import LEAST, SURE, Comparison, Difference
from headscope.description import Description
from headscope.names import KINDS, LAYER_WEIGHTS, WEIGHTS
from headscope.results.manifest import Manifest
from headscope.tables.comparison import ALIKE, compared, leading, score_name, sentence, sentences

CAVEAT = "Attention shows where a head reads, not why the model answers. A head that reads elsewhere may do the same work."


def payload(comparison: Comparison) -> dict[str, Any]:
    """The page's data: what is said, and every score's numbers."""
    a, b = comparison.first.manifest, comparison.second.manifest
    scores = [_score(comparison, one) for one in comparison.differences]
    tops = {sentence(comparison, one): score_name(comparison, one) for one in leading(comparison.differences)}
    how = {"position": "heads in the same place", "divergence": "heads that attend alike", "scores": "heads that score alike"}
    return {
        "title": _title(comparison),
        "summary": [f"{a.heads} heads", f"{len(scores)} scores", how[comparison.match]],
        "findings": [{"text": _minus(text), "score": tops.get(text)} for text in sentences(comparison)],
        "compared": compared(comparison)[2:],
        "facts": _facts(a, b),
        "reading": _reading(comparison),
        "caveat": CAVEAT,
        "stacks": [
            {"name": name, "layers": layers, "heads": heads}
            for name, (layers, heads) in a.model["stacks"].items()
            if name in comparison.matchings
        ],
        "measures": [
            {
                "name": name,
                "title": about.title,
                "read": _read(about),
                "formula": about.formula,
                "quantity": about.quantity.to_json(),
            }
            for name in dict.fromkeys(one.pair.first.measure for one in comparison.differences)
            for about in [comparison.first.about(name)]
        ],
        "scores": scores,
        "partners": _partners(comparison),
    }


def _read(about: Description) -> str:
    """What a measure's figure is, from the sentence that the report reads it by: here are no points and no dashes."""
    sentence = about.read.split(". ")[0].rstrip(".")
    what = sentence.partition(": ")[2] or sentence
    return f"What is compared: {what}."


def _title(comparison: Comparison) -> str:
    a, b = comparison.first.manifest.model["name"], comparison.second.manifest.model["name"]
    if a != b:
        return f"{a} → {b}"
    kinds = [KINDS[run.weights[0]].label for run in (comparison.first, comparison.second)]
    if kinds[0] != kinds[1] and len(comparison.contrasts) == 1:
        return f"{a}: {kinds[0].lower()} → {kinds[1].lower()}"
    return f"{a}: {', '.join(map(str, comparison.contrasts)) or 'two runs'}"


def _score(comparison: Comparison, one: Difference) -> dict[str, Any]:
    first, second = one.pair.first, one.pair.second
    run = comparison.first
    spread = float(np.nanstd(np.concatenate([one.value_a, one.value_b])))
    return {
        "id": score_name(comparison, one),
        "measure": first.measure,
        "key": first.key,
        "direction": first.direction or None,
        "stack": first.stack,
        "corpus": first.corpus if first.corpus == second.corpus else f"{first.corpus} / {second.corpus}",
        "words": run.key(first).does,
        "finding": _minus(sentence(comparison, one)),
        "segments": int(comparison.first.tally.weights(first).sum()),
        "value": _rounded(one.difference),
        "low": _rounded(one.low),
        "high": _rounded(one.high),
        "baseline": None,
        "first": _rounded(one.value_a),
        "second": _rounded(one.value_b),
        "p": _rounded(one.p),
        "sure": one.sure.tolist(),
        "spread": spread,
        **run.key(first).own_quantity(),
        "drawn": bool(one.sure.any() if run.about(first.measure).open_keys else (np.abs(one.difference) >= LEAST).any()),
    }


def _minus(text: str) -> str:
    """A sentence with the minus signs that the page has; names of heads and scores keep their hyphens.

    >>> _minus("offset.-1: 3-5 0.95 → 0.41 (-0.54, -0.55 to -0.53)")
    'offset.-1: 3-5 0.95 → 0.41 (−0.54, −0.55 to −0.53)'
    """
    return re.sub(r"(?<=[ (])-(?=\d)", "−", text)


def _partners(comparison: Comparison) -> dict[str, list[list[str]]] | None:
    """Per stack the names of the second run's heads, in the places of the first's; None where all are in the same place."""
    if not any(matching.moved for matching in comparison.matchings.values()):
        return None
    made: dict[str, list[list[str]]] = {}
    for stack in comparison.matchings:
        layers, heads = comparison.first.manifest.model["stacks"][stack]
        made[stack] = [
            [str(comparison.partner(stack, layer * heads + head)) for head in range(heads)] for layer in range(layers)
        ]
    return made


def _reading(comparison: Comparison) -> list[str]:
    paired = {one.pair.paired for one in comparison.differences}
    together = "Both runs read the same documents, so intervals are paired by document."
    apart = "The runs read different documents, so intervals are not paired."
    drawn = (
        together
        if paired == {True}
        else apart
        if paired == {False}
        else f"Where both runs read one corpus, {together[0].lower()}{together[1:]}"
    )
    said = [
        "A cell is a head; its colour is the second run’s number less the first’s: blue where it is higher, orange where it is lower, "
        "the page’s own colour where they agree.",
        f"A dot marks a significant difference: p < {SURE}, corrected for all heads and scores of this page, so that of two runs that "
        "differ by chance alone 19 in 20 have no dot anywhere. Intervals are 95%, each for its head alone, and so leave 0 out more often.",
        f"Intervals and p are over documents. {drawn}",
        "Effect is the difference in standard deviations of the score over all heads of both runs: it makes scores of different units "
        "comparable.",
    ]
    if comparison.match != "position":
        said.append(ALIKE)
    return said


def _facts(a: Manifest, b: Manifest) -> list[dict[str, Any]]:
    made: dict[str, Callable[[Manifest], str]] = {
        "Model": _model,
        "Weights": _weights,
        "Numbers": lambda m: " and ".join((WEIGHTS | LAYER_WEIGHTS)[kind] for kind in m.options.get("weights", ["raw"])),
        "Corpora": _corpora,
        "Longest input": lambda m: f"{m.options.get('max_length', '–')} tokens",
        "Computed": lambda m: f"in {m.model.get('dtype', '–')} on {m.model.get('device', '–')}, {m.created}",
        "headscope": lambda m: m.versions.get("headscope", "–"),
    }
    return [{"name": name, "first": say(a), "second": say(b), "same": say(a) == say(b)} for name, say in made.items()]


def _model(m: Manifest) -> str:
    return f"{m.model['name']} ({m.model['architecture']})" if "architecture" in m.model else str(m.model["name"])


def _weights(m: Manifest) -> str:
    return f"sha256 {m.model['sha256']}" if "sha256" in m.model else f"revision {m.model.get('revision', 'not known')}"


def _corpora(m: Manifest) -> str:
    return "; ".join(
        f"{c.name}, {c.documents:,} documents, {c.units:,} units, {c.tokens:,} tokens, sha256 {c.sha256[:12]}"
        for c in m.corpora
    )


def _rounded(array: np.ndarray) -> list[list[float | None]]:
    return [[None if np.isnan(x) else round(float(x), 6) for x in row] for row in array]
