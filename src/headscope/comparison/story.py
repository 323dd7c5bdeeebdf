"""A track in sentences: which heads get which label and when, what they learn to find, who takes over, how seeds agree."""

from collections.abc import Iterator

import numpy as np

from headscope.comparison.onsets import FROM_START, NONE
from headscope.comparison.phrases import LEAST_LEAD, MOST_FOUND, Told, kind, lead, of_stack, rule_of, worth_telling
from headscope.comparison.places import ACROSS, at, between
from headscope.comparison.story_across import agreements, found_across, held, labels_across
from headscope.comparison.track import History, Onset, Track
from headscope.findings.wording import capitalised, finds, last_run, listed, of_the_time
from headscope.findings.wording import heads as said_heads
from headscope.types import Series

MOST_RISEN = 2  # measures of other things of which it is said when a head rises most
MOST_TAKEOVERS = 3
MOST_CEASED = 3  # heads that lose the same label and are told of one by one
FEWEST = 3  # runs of a history in which a line can rise: the one before, the first above, and one that shows that it stays


def sentences(track: Track) -> list[Told]:
    """What came out, in the order of the runs."""
    if not any(np.isfinite(one.low).any() for history in track.histories for one in history.courses):
        return [Told("No interval can be given: a run needs documents in at least 10 groups, and so nothing is said to rise.")]
    long = [one for one in track.histories if len(one.labels) > 1]
    told = [*_without_intervals(track)]
    if len(long) == 1:
        told += [*_labels(track, long[0]), *_ceased(track, long[0]), *_found(track, long[0]), *_takeovers(track, long[0])]
    elif long:
        told += [
            *labels_across(track),
            *found_across(track, _found(track, track.histories[0])),
            *(one for history in long for one in _takeovers(track, history)),
        ][:12]
    else:
        told += held(track)
    told += agreements(track)
    return [*told, _counted(track, long)] if long else told


def _without_intervals(track: Track) -> Iterator[Told]:
    """Which runs have none, if some have: no line can be said to be above anything there, and so none rises before it."""
    for history in track.histories:
        known = np.any([np.isfinite(one.low).any((1, 2)) for one in history.courses], 0)
        names = [at(name, track.along) for name, has in zip(history.labels, known, strict=True) if not has]
        if names:
            which = f" of {ACROSS[track.across]} {history.name}" if track.across else ""
            rising = (
                " No line is said to rise before a run without intervals, or in the next one; to follow the others, leave it out."
                if len(history.labels) > 1
                else ""
            )
            yield Told(f"No interval can be given {listed(names)}{which}: a run needs documents in at least 10 groups.{rising}")


def _counted(track: Track, histories: list[History]) -> Told:
    """How many lines rise at all."""
    if all(len(one.labels) < FEWEST for one in histories):
        return Told(
            "Nothing is said to rise in two runs: a third must show that it stays. headscope compare shows what differs between two."
        )
    every = [one.onsets for history in histories for one in history.courses if np.isfinite(one.baseline).any()]
    lines = sum(part.size for part in every)
    start, none = (sum(int((part == where).sum()) for part in every) for where in (FROM_START, NONE))
    risen = lines - start - none
    from_start = f"{start:,} {'is' if start == 1 else 'are'} above it from the start."
    if not risen:
        return Told(f"No line rises above its baseline and stays there, of {lines:,}; {from_start}")
    rise = "rises above its baseline and stays" if risen == 1 else "rise above their baseline and stay"
    return Told(f"{risen:,} of {lines:,} lines {rise} there; {from_start}")


def _text(track: Track, row: Onset) -> str:
    quantity = track.first.quantity(row.series)
    return quantity.text(row.value, row.low, row.high)


def _labels(track: Track, history: History) -> Iterator[Told]:
    """Which heads get a label, those that get it at the same time together; what else a lone head becomes is said with it."""
    rows = sorted(history.becoming(), key=lambda row: (row.run, row.series, -round(row.value, 6)))
    groups: dict[tuple[int, Series], list[Onset]] = {}
    for row in rows:
        groups.setdefault((row.run, row.series), []).append(row)
    said: set[Onset] = set()
    for (_, series), group in groups.items():
        left = [row for row in group if row not in said]
        if not left:
            continue
        first, many = left[0], len(left) > 1
        names = [row.head for row in left]
        does = track.first.key(series).plural if many else track.first.key(series).does
        verb, they, it = ("become", "they", f"{first.head} with ") if many else ("becomes", "it", "")
        text = (
            f"{capitalised(between(first.before, first.at, track.along))}, {said_heads(names)}{of_stack(track, series)} {verb} "
            f"{kind(track, first.bar, many)}: {they} {does}, {it}{_text(track, first)}, up from {_before(track, first)}"
        )
        if not many:
            for other in (
                row for row in rows if row.head == first.head and row.run >= first.run and row.series.stack == series.stack
            ):
                if other is not first and other not in said:
                    said.add(other)
                    text += (
                        f"; {at(other.at, track.along)} it becomes {kind(track, other.bar, False)} too, {_text(track, other)}"
                    )
        said.update(left)
        yield Told(f"{text}.", series, series.stack, tuple(names))


def _ceased(track: Track, history: History) -> Iterator[Told]:
    """Which heads lose a label: each by itself, or where many lose the same (random weights attend broadly) all in one sentence."""
    groups: dict[Series, list[Onset]] = {}
    for row in sorted(history.ceasing(), key=lambda row: row.run):
        groups.setdefault(row.series, []).append(row)
    for series, group in groups.items():
        if len(group) > MOST_CEASED:
            yield _many_ceased(track, series, group)
            continue
        for row in group:
            text = (
                f"{capitalised(between(row.before, row.at, track.along))}, head {row.head}{of_stack(track, series)} ceases to be "
                f"{kind(track, row.bar, False)}: {_text(track, row)}, down from {_before(track, row)}."
            )
            yield Told(text, series, series.stack, (row.head,))


def _many_ceased(track: Track, series: Series, group: list[Onset]) -> Told:
    """29 heads cease to be broad heads, 10 of them between steps 512 and 768; the first (2-2) between …, the last (8-4) between …"""
    when: dict[tuple[str, str], list[Onset]] = {}  # in the order of the runs
    for row in group:
        when.setdefault((row.before, row.at), []).append(row)
    said = {place: between(*place, track.along) for place in when}
    most = max(when, key=lambda place: len(when[place]))
    text = f"{len(group)} heads{of_stack(track, series)} cease to be {kind(track, group[0].bar, True)}"
    if len(when) == 1:
        text += f" {said[most]}"
    else:
        told = [f"{len(when[most])} of them {said[most]}"] if len(when[most]) > 1 else []
        told += [
            f"the {which} ({listed([str(row.head) for row in when[place]])}) {said[place]}"
            for which, place in (("first", next(iter(when))), ("last", next(reversed(when))))
            if place != most or len(when[most]) == 1
        ]
        text += f"{', ' if len(when[most]) > 1 else ': '}{'; '.join(told)}"
    return Told(f"{text}.", series, series.stack, tuple(row.head for row in group))


def _before(track: Track, row: Onset) -> str:
    """The value before, with no more digits than the interval after it carries."""
    return track.first.quantity(row.series).number(row.value_before, row.low, row.high)


def _found(track: Track, history: History) -> Iterator[Told]:
    """What heads come to do more of than something simpler would: of right answers the largest leads at the end over the best rule, of
    other shares of attention the largest over their baseline, where no head has the label; one for each relation, one for each measure."""
    right: dict[str, Onset] = {}
    others: dict[str, Onset] = {}
    labelled = {row.series for row in history.becoming()}
    for one in history.courses:
        about = track.first.about(one.series.measure)
        if not worth_telling(track, one) or one.series in labelled:
            continue
        found, name = (right, f"{one.series.measure} {one.series.key}") if about.counts else (others, one.series.measure)
        for row in history.of(one):
            if name not in found or lead(history, row) > lead(history, found[name]):
                found[name] = row
    ranked = [
        row
        for some, most in ((right, MOST_FOUND), (others, MOST_RISEN))
        for row in sorted(some.values(), key=lambda row: -lead(history, row))[:most]
        if lead(history, row) >= LEAST_LEAD
    ]
    for row in sorted(ranked, key=lambda row: row.run):
        yield Told(_overtaking(track, history, row), row.series, row.series.stack, (row.head,))


def _overtaking(track: Track, history: History, row: Onset) -> str:
    """Head 2-4 attends to …, 54% (53–55) in the end; it overtakes uniform attention (6%) between steps 48 and 64, half way at …"""
    about, course = track.first.about(row.series.measure), history.course(row.series)
    place = (slice(None), row.head.layer, row.head.head)
    value, low, high, level = (part[place] for part in (course.value, course.low, course.high, course.baseline))
    half = last_run((value >= (value[-1] + level[-1]) / 2).tolist())
    rule = rule_of(about, course)
    ends = [float(part[-1]) for part in (low, high)]
    quantity = track.first.quantity(row.series)
    said = quantity.text(float(value[-1]), *ends)
    does = finds(track.first, row.series)
    said = f"{does} {of_the_time(said)}" if about.counts else f"{does}, {said}"
    later = f", and is half way up {at(history.labels[half], track.along)}" if half is not None and half > row.run else ""
    level_said = quantity.number(float(level[-1]), *ends)
    return (
        f"Head {row.head}{of_stack(track, row.series)} {said} in the end; it overtakes {rule} ({level_said}) "
        f"{between(row.before, row.at, track.along)}{later}."
    )


def _takeovers(track: Track, history: History) -> Iterator[Told]:
    largest = sorted(history.takeovers, key=lambda one: one.distance - one.own)[:MOST_TAKEOVERS]
    for one in sorted(largest, key=lambda one: one.run):
        before, after = history.labels[one.run - 1], history.labels[one.run]
        which = f" ({ACROSS[track.across]} {history.name})" if track.across else ""
        text = (
            f"{capitalised(between(before, after, track.along))}, head {one.after} takes over from head {one.before}{which}: "
            f"it then attends as {one.before} did before (divergence {one.distance:.3f} nats; {one.own:.3f} from what it did itself)."
        )
        yield Told(text, None, one.stack, (one.before, one.after))
