"""One score of every head over many runs: a small panel for each head, in the places of the grid."""

from difflib import get_close_matches

import numpy as np

from headscope.comparison.phrases import rule_of
from headscope.comparison.places import ACROSS, ALONG
from headscope.comparison.track import Course, History, Track
from headscope.errors import HeadscopeError
from headscope.figures import style
from headscope.figures.figure import Drawing, Figure
from headscope.figures.svg import Element, line, polyline, text
from headscope.types import Head

_LEFT, _TOP, _GAP = 40.0, 26.0, 5.0


def track_lines(track: Track, name: str, history: str | None = None) -> Figure:
    """The lines of a score, `induction.prefix`, in one history, the first unless another is named."""
    known = {f"{one.series.measure}.{one.series.key}": one.series for one in reversed(track.histories[0].courses)}
    if name not in known:
        near = get_close_matches(name, known, 1)
        hint = f"Did you mean '{near[0]}'?" if near else f"It has {', '.join([*known][:6])} …"
        raise HeadscopeError(f"These runs have no score '{name}' in common. {hint}")
    chosen = next((one for one in track.histories if history in (None, one.name)), None)
    if chosen is None:
        raise HeadscopeError(f"There is no history '{history}' here: {', '.join(one.name for one in track.histories)}.")
    course = chosen.course(known[name])
    key, risen = track.first.key(course.series), int((course.onsets > 0).sum())
    which = f", {ACROSS[track.across]} {chosen.name}" if track.across else ""
    caption = (
        f"Each panel is a head: layers down, heads across. From left to right {ALONG[track.along]} {chosen.labels[0]} to "
        f"{chosen.labels[-1]}; from bottom to top {_low(course):.2g} to {_high(course):.2g}. Bars are 95% intervals over documents"
    )
    if course.against:
        rule = rule_of(track.first.about(course.series.measure), course)
        come = "comes" if risen == 1 else "come"
        title = f"{risen} of {course.onsets.size} heads {come} to {key.plural}, more than {rule} does{which}."
        caption += f", the dashed line is {rule}; a triangle marks the run from which on a head's whole interval is above it."
    else:
        title, caption = f"How much each of {course.onsets.size} heads {key.does}{which}.", f"{caption}."
    return Figure("track-lines", title, caption, _draw(course, chosen))


def _low(course: Course) -> float:
    return min(0.0, float(np.nanmin(course.value)))


def _high(course: Course) -> float:
    every = [part[np.isfinite(part)] for part in (course.value, course.high, course.baseline)]
    return float(np.concatenate(every).max())


def _draw(course: Course, history: History) -> Drawing:
    _, layers, heads = course.value.shape
    wide = (style.page() - _LEFT) / heads
    high = min(90.0, max(30.0, 0.6 * wide))
    made: list[Element] = [text(_LEFT - 8, _TOP - 8, "layer", "tick quiet", anchor="end")]
    for head in range(heads):
        made.append(text(_LEFT + (head + 0.5) * wide, _TOP - 8, str(head + 1), "tick quiet", anchor="middle"))
    for layer in range(layers):
        made.append(text(_LEFT - 8, _TOP + (layer + 0.5) * high + 4, str(layer + 1), "tick quiet", anchor="end"))
        for head in range(heads):
            made += _panel(course, Head(layer, head), _LEFT + head * wide, _TOP + layer * high, wide - _GAP, high - _GAP)
    return Drawing(_TOP + layers * high + 4, tuple(made))


def _panel(course: Course, head: Head, x: float, y: float, wide: float, high: float) -> list[Element]:
    runs = len(course.value)
    low, most = _low(course), _high(course)

    def up(value: float) -> float:
        return y + high - (high - 4) * (value - low) / ((most - low) or 1.0)

    def across(run: int) -> float:
        return x + 3 + (wide - 6) * (run / (runs - 1) if runs > 1 else 0.5)

    values, lows, highs, level = (
        part[:, head.layer, head.head] for part in (course.value, course.low, course.high, course.baseline)
    )
    made = [line(x, y + high, x + wide, y + high, "rule line-rule")]
    if np.isfinite(level).all():
        made.append(polyline([(across(run), up(float(one))) for run, one in enumerate(level)], "mean line-quiet dash-cls"))
    for run in np.flatnonzero(np.isfinite(lows)):
        made.append(line(across(int(run)), up(float(lows[run])), across(int(run)), up(float(highs[run])), "interval line-next"))
    made.append(
        polyline([(across(int(run)), up(float(values[run]))) for run in np.flatnonzero(np.isfinite(values))], "mean line-next")
    )
    onset = int(course.onsets[head])
    if onset > 0:
        made.append(style.mark("broad", across(onset), y + high - 3, 4.0, f"head {head} rises"))
    return made
