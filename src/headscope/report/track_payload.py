"""Many runs → the JSON that their page is drawn from; web/src/track/payload.ts is its other side.

Twenty runs of a hundred scores are a million numbers. They go as 16-bit steps of each score's range, in base64: a third of what they
would take as text, and finer than any digit that is shown."""

import base64
from typing import Any

import numpy as np

from headscope.comparison.places import ACROSS, ALONG
from headscope.comparison.story import sentences
from headscope.comparison.track import Course, History, Track
from headscope.findings.labels import vocabulary
from headscope.tables.track import followed
from headscope.types import Series

FIRST = "Attention shows where a head reads, not why the model answers."
CAVEAT = f"{FIRST} A line that rises says that a head came to read there, no more."
MISSING = 65535  # where there is no number
_STEPS = MISSING - 1


def payload(track: Track) -> dict[str, Any]:
    """The page's data: what is said, and every line."""
    about = track.first.manifest
    runs = sum(len(one.labels) for one in track.histories)
    courses = track.histories[0].courses
    ids = {one.series: _id(track, one.series) for one in courses}
    behaviours = vocabulary(track.first)
    numbers = {one.name: number for number, one in enumerate(behaviours)}
    ranges = [_range([history.courses[at] for history in track.histories]) for at in range(len(courses))]
    along = ALONG[track.along]
    return {
        "title": _title(track),
        "summary": [f"{runs} runs", f"{len(courses)} scores", *_corpora(track)],
        "along": along,
        "across": track.across and ACROSS[track.across],
        "findings": [
            {
                "text": one.text,
                "score": ids.get(one.series) if one.series else None,
                "heads": [{"stack": one.stack, "layer": head.layer, "head": head.head} for head in one.heads],
            }
            for one in sentences(track)
        ],
        "followed": followed(track),
        "reading": _reading(track, along),
        "caveat": CAVEAT if any(len(one.labels) > 1 for one in track.histories) else FIRST,
        "stacks": [{"name": name, "layers": layers, "heads": heads} for name, (layers, heads) in about.model["stacks"].items()],
        "measures": [
            {"name": name, "title": one.title, "quantity": one.quantity.to_json()}
            for name in dict.fromkeys(course.series.measure for course in courses)
            for one in [track.first.about(name)]
        ],
        "behaviours": [one.to_json() for one in behaviours],
        "scores": [
            {
                "id": ids[one.series],
                "measure": one.series.measure,
                "key": one.series.key,
                "direction": one.series.direction or None,
                "stack": one.series.stack,
                "corpus": one.series.corpus,
                "words": track.first.key(one.series).does,
                "against": _against(one.against),
                "label": one.label or None,
                "bar": one.bar,
                "range": ranges[at],
                **track.first.key(one.series).own_quantity(),
            }
            for at, one in enumerate(courses)
        ],
        "histories": [_history(track, one, ranges, numbers, at) for at, one in enumerate(track.histories)],
        "agreements": [
            {"first": one.first, "second": one.second, "share": _known(one.share), "chance": _known(one.chance)}
            for one in track.agreements
        ],
    }


def _corpora(track: Track) -> list[str]:
    """What runs read: of every history, by the names that its first run has for it."""
    firsts = [one.manifests[0] for one in track.histories]
    return list(dict.fromkeys(corpus.name for one in firsts for corpus in one.texts or one.corpora))


def _title(track: Track) -> str:
    """12 heads over 17 training steps, 3 seeds; 12 heads in 3 seeds."""
    longest = max(len(one.labels) for one in track.histories)
    name = {"step": "training steps", "size": "sizes", "given": "runs"}[track.along]
    over = f" over {longest} {name}" if longest > 1 else ""
    apart = f"{len(track.histories)} {ACROSS[track.across]}s" if track.across else ""
    return f"{track.first.manifest.heads} heads{over}" + (f"{',' if over else ' in'} {apart}" if apart else "")


def _history(track: Track, one: History, ranges: list[list[float]], numbers: dict[str, int], at: int) -> dict[str, Any]:
    packed = [_packed([course.value, course.low, course.high], span) for course, span in zip(one.courses, ranges, strict=True)]
    return {
        "name": one.name,
        "runs": list(one.labels),
        "lines": packed,
        "baselines": [_levels(course) for course in one.courses],
        "onsets": [course.onsets.ravel().tolist() for course in one.courses],
        "becomes": [None if course.bar is None else course.becomes.ravel().tolist() for course in one.courses],
        # A head's label in each run, as the number of the behaviour; negative, less one, where its interval does not support it.
        "labels": [
            {
                stack: [numbers[label.label] if label.sure or label.score is None else -1 - numbers[label.label] for label in heads]
                for stack, heads in run.items()
                if heads
            }
            for run in one.behaviours
        ],
        "takeovers": [
            {"run": move.run, "stack": move.stack, "before": str(move.before), "after": str(move.after), "distance":
            round(move.distance, 4), "own": round(move.own, 4)} for move in one.takeovers
        ],
        "partners": _partners(track, at),
    }  # fmt: skip


def _partners(track: Track, at: int) -> dict[str, list[int]] | None:
    """For each head of the first history, counted layer by layer, its partner in this one; None for the first itself."""
    names = (track.histories[0].name, track.histories[at].name)
    found = next((one for one in track.agreements if at and (one.first, one.second) == names), None)
    return None if found is None else {stack: matching.partner.tolist() for stack, matching in found.matchings.items()}


def _range(courses: list[Course]) -> list[float]:
    every = np.concatenate([part.ravel() for one in courses for part in (one.value, one.low, one.high)])
    every = every[np.isfinite(every)]
    return [float(every.min()), float(every.max())] if every.size else [0.0, 1.0]


def _packed(parts: list[np.ndarray], span: list[float]) -> str:
    """Values, low and high ends, run by run and head by head, little-endian."""
    every = np.stack(parts)
    width = (span[1] - span[0]) or 1.0
    steps = np.where(np.isfinite(every), np.round((np.nan_to_num(every) - span[0]) / width * _STEPS), MISSING)
    return base64.b64encode(np.clip(steps, 0, MISSING).astype("<u2").tobytes()).decode()


def _levels(course: Course) -> list[float | None]:
    """The baseline in each run; the mean of heads that have one each."""
    means = [float(np.mean(level)) for level in course.baseline]
    return [None if np.isnan(level) else round(level, 6) for level in means]


def _id(track: Track, series: Series) -> str:
    """`offset.+1`, with direction, stack and corpus where these must be said."""
    more = [series.direction] if series.direction else []
    more += [series.stack] if len(track.first.manifest.model["stacks"]) > 1 else []
    more += [series.corpus] if track.first.several_corpora else []
    return f"{series.measure}.{series.key}" + (f" ({', '.join(more)})" if more else "")


def _against(name: str) -> str:
    """
    >>> _against("uniform"), _against("offset -1"), _against("")
    ('uniform attention', 'offset -1', '')
    """
    return "uniform attention" if name == "uniform" else name


def _reading(track: Track, along: str) -> list[str]:
    if track.across and all(len(one.labels) < 2 for one in track.histories):
        one = ACROSS[track.across]
        partner = " Of other seeds it is the matched head: the one that attends most alike." if one == "seed" else ""
        return [
            f"Each dot is one score of one head in one {one}, its line the 95% interval over documents; the dash is the baseline there: "
            f"what uniform attention, or the best fixed rule, comes to. The full dot is of the {one} that is chosen above.{partner}",
            "A score of two heads agrees where both are above the baseline with their whole interval, or neither is.",
        ]
    said = [
        f"A line is one score of one head over the runs, by {along}; the band is its 95% interval over documents, the dashed line the "
        "baseline: what uniform attention, or the best fixed rule, comes to.",
        "A line rises where its whole interval gets above the baseline and stays there in every later run, at least one; most later "
        "intervals must also lie above the last one before. The mark is the first such run.",
        "A head gets a label where its whole interval is above the threshold of the label, by the same rule. In the film a sign "
        "with a “?” is one that its interval does not support in that run.",
    ]
    if track.across == "seed":
        said.append("Thin lines are the matched heads of other seeds: those that attend most alike at the end, one for each.")
    return said


def _known(number: float) -> float | None:
    return None if np.isnan(number) else round(number, 4)
