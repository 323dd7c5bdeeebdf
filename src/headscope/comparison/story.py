"""A track in sentences: which heads get which label and when, what they learn to find, who takes over, how seeds agree."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from headscope.comparison.matching import MATCHES
from headscope.comparison.onsets import FROM_START, NONE
from headscope.comparison.places import ACROSS, at, between
from headscope.comparison.seeds import Agreement
from headscope.comparison.track import History, Onset, Track
from headscope.findings.labels import vocabulary
from headscope.findings.wording import capitalised, finds, last_run, listed, of_the_time
from headscope.findings.wording import heads as said_heads
from headscope.names import OWN, SUBTYPES
from headscope.types import Head, Series, Stack

MOST_FOUND = 3  # relations of which it is said when a head finds them
MOST_RISEN = 2  # measures of other things of which it is said when a head rises most
LEAST_LEAD = 0.1  # over the baseline, at the end: less is not worth a sentence
MOST_TAKEOVERS = 3
FEWEST = 3  # runs of a history in which a line can rise: the one before, the first above, and one that shows that it stays


@dataclass(frozen=True)
class Told:
    """A sentence, the score that it is made from and the heads that it names."""

    text: str
    series: Series | None = None
    stack: Stack | None = None
    heads: tuple[Head, ...] = ()


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
            *_labels_across(track),
            *_found_across(track),
            *(one for history in long for one in _takeovers(track, history)),
        ][:12]
    told += _agreements(track)
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
    start, none = (sum(int((part == kind).sum()) for part in every) for kind in (FROM_START, NONE))
    risen = lines - start - none
    from_start = f"{start:,} {'is' if start == 1 else 'are'} above it from the start."
    if not risen:
        return Told(f"No line rises above its baseline and stays there, of {lines:,}; {from_start}")
    rise = "rises above its baseline and stays" if risen == 1 else "rise above their baseline and stay"
    return Told(f"{risen:,} of {lines:,} lines {rise} there; {from_start}")


def kind(track: Track, label: str, many: bool) -> str:
    """What a head with a label is called: "an induction head"."""
    words = next((one.words for one in vocabulary(track.first) if one.name == label), label)
    return f"{words} heads" if many else f"{'an' if words[:1].lower() in 'aeio' else 'a'} {words} head"


def _text(track: Track, row: Onset) -> str:
    quantity = track.first.about(row.series.measure).quantity
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
            f"{capitalised(between(first.before, first.at, track.along))}, {said_heads(names)}{_of(track, series)} {verb} "
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


def _of(track: Track, series: Series) -> str:
    return f" of the {series.stack}" if len(track.first.manifest.model["stacks"]) > 1 else ""


def _ceased(track: Track, history: History) -> Iterator[Told]:
    for row in sorted(history.ceasing(), key=lambda row: row.run):
        text = (
            f"{capitalised(between(row.before, row.at, track.along))}, head {row.head}{_of(track, row.series)} ceases to be "
            f"{kind(track, row.bar, False)}: {_text(track, row)}, down from {_before(track, row)}."
        )
        yield Told(text, row.series, row.series.stack, (row.head,))


def _before(track: Track, row: Onset) -> str:
    """The value before, with no more digits than the interval after it carries."""
    return track.first.about(row.series.measure).quantity.number(row.value_before, row.low, row.high)


def _found(track: Track, history: History) -> Iterator[Told]:
    """What heads come to do more of than something simpler would: of right answers the largest leads at the end over the best rule, of
    other shares of attention the largest over their baseline, where no label tells of them; one for each relation, one for each measure."""
    right: dict[str, Onset] = {}
    others: dict[str, Onset] = {}
    for one in history.courses:
        about = track.first.about(one.series.measure)
        if (
            one.series.key in about.keywords
            or one.series.key.endswith((OWN, SUBTYPES))
            or not about.quantity.percent
            or one.bar is not None
        ):
            continue
        found, name = (right, f"{one.series.measure} {one.series.key}") if about.counts else (others, one.series.measure)
        for row in history.of(one):
            if name not in found or _lead(history, row) > _lead(history, found[name]):
                found[name] = row
    ranked = [
        row
        for some, most in ((right, MOST_FOUND), (others, MOST_RISEN))
        for row in sorted(some.values(), key=lambda row: -_lead(history, row))[:most]
        if _lead(history, row) >= LEAST_LEAD
    ]
    for row in sorted(ranked, key=lambda row: row.run):
        yield Told(_overtaking(track, history, row), row.series, row.series.stack, (row.head,))


def _overtaking(track: Track, history: History, row: Onset) -> str:
    """Head 2-4 attends to …, 54% (53–55) in the end; it overtakes uniform attention (6%) between steps 48 and 64, half way at …"""
    about, course = track.first.about(row.series.measure), history.course(row.series)
    place = (slice(None), row.head.layer, row.head.head)
    value, low, high, level = (part[place] for part in (course.value, course.low, course.high, course.baseline))
    half = last_run((value >= (value[-1] + level[-1]) / 2).tolist())
    rule = about.counts or ("uniform attention" if course.against == "uniform" else course.against)
    ends = [float(part[-1]) for part in (low, high)]
    said = about.quantity.text(float(value[-1]), *ends)
    does = finds(track.first, row.series)
    said = f"{does} {of_the_time(said)}" if about.counts else f"{does}, {said}"
    later = f", and is half way up {at(history.labels[half], track.along)}" if half is not None and half > row.run else ""
    level_said = about.quantity.number(float(level[-1]), *ends)
    return (
        f"Head {row.head}{_of(track, row.series)} {said} in the end; it overtakes {rule} ({level_said}) "
        f"{between(row.before, row.at, track.along)}{later}."
    )


def _lead(history: History, row: Onset) -> float:
    level = history.course(row.series).baseline[-1, row.head.layer, row.head.head]
    return round(row.last - float(level), 6)


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


def _labels_across(track: Track) -> Iterator[Told]:
    """Of each label, when the first head gets it in each history."""
    firsts: dict[Series, dict[str, Onset]] = {}
    for history in track.histories:
        for row in sorted(history.becoming(), key=lambda row: (row.run, -round(row.value, 6))):
            firsts.setdefault(row.series, {}).setdefault(row.history, row)
    order = {one.series: number for number, one in enumerate(track.histories[0].courses)}
    across = ACROSS[track.across or "seed"]
    for series in sorted(firsts, key=lambda series: (min(row.run for row in firsts[series].values()), order[series])):
        rows = firsts[series]
        parts = [f"{at(row.at, track.along)} in {across} {name} (head {row.head})" for name, row in rows.items()]
        label = next(iter(rows.values())).bar
        text = f"In {_every(track, len(rows))} a head becomes {kind(track, label, False)}: {listed(parts)}."
        yield Told(text, series, series.stack, tuple(row.head for row in list(rows.values())[:1]))


def _every(track: Track, number: int) -> str:
    """Both seeds; all 3 seeds; 2 of 3 seeds."""
    total, across = len(track.histories), ACROSS[track.across or "seed"]
    if number < total:
        return f"{number} of {total} {across}s"
    return f"both {across}s" if total == 2 else f"all {total} {across}s"


def _found_across(track: Track) -> Iterator[Told]:
    """Of what heads of the first history come to do, when the best head of each other one gets half way there."""
    across = ACROSS[track.across or "seed"]
    for told in _found(track, track.histories[0]):
        assert told.series is not None
        parts, heads = [], []
        for history in track.histories:
            rows = list(history.of(history.course(told.series)))
            best = max(rows, key=lambda row: _lead(history, row), default=None)
            if best is not None and _lead(history, best) >= LEAST_LEAD:
                course = history.course(told.series)
                value, level = (part[:, best.head.layer, best.head.head] for part in (course.value, course.baseline))
                half = last_run((value >= (value[-1] + level[-1]) / 2).tolist())
                number = track.first.about(told.series.measure).quantity.number(float(value[-1]))
                parts.append(
                    f"{at(history.labels[half or 0], track.along)} in {across} {history.name} (head {best.head}, in the end {number})"
                )
                heads.append(best.head)
        does = finds(track.first, told.series)
        yield Told(
            f"In {_every(track, len(parts))} a head {does}. The best is half way up {listed(parts)}.",
            told.series,
            told.stack,
            tuple(heads[:1]),
        )


def _agreements(track: Track) -> list[Told]:
    if not track.agreements:
        return []
    across = ACROSS[track.across or "seed"]
    first = track.agreements[0]
    told = [one for one in track.agreements if np.isfinite(one.share)]
    if not told:
        return [
            Told(f"No score can be compared between {across}s: that takes a baseline, and intervals in both runs of a pair.")
        ]
    parts = [
        f"{100 * one.share:.0f}% ({one.first} and {one.second}; {100 * one.chance:.0f}% if paired blindly)" for one in told
    ]
    paired = (
        "Each head is compared with itself" if first.match == "position" else f"Each head is paired with {MATCHES[first.match]}"
    )
    last = " in the last run of each" if any(len(one.labels) > 1 for one in track.histories) else ""
    when = f" {at(first.run, track.along)}" if first.run else last
    shares = parts if len(parts) <= 4 else [_spread(told)]
    return [Told(f"{paired}{when}. Scores that agree between {across}s, both above the baseline or neither: {listed(shares)}.")]


def _spread(told: list[Agreement]) -> str:
    shares, blind = ([getattr(one, name) for one in told] for name in ("share", "chance"))
    return (
        f"{100 * min(shares):.0f} to {100 * max(shares):.0f}% over {len(shares)} pairs, {100 * np.mean(shares):.0f}% on average "
        f"({100 * np.mean(blind):.0f}% if paired blindly)"
    )
