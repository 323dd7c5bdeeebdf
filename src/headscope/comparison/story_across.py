"""Several histories in sentences: when each seed gets a head of a kind, what matched heads do in every language, how far they agree."""

from collections.abc import Iterable, Iterator

import numpy as np

from headscope.comparison.matching import MATCHES
from headscope.comparison.phrases import LEAST_LEAD, MOST_FOUND, Told, kind, lead, of_stack, rule_of, worth_telling
from headscope.comparison.places import ACROSS, at
from headscope.comparison.seeds import Agreement
from headscope.comparison.track import Course, Onset, Track
from headscope.findings.wording import finds, last_run, listed
from headscope.types import Head, Series


def labels_across(track: Track) -> Iterator[Told]:
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


def found_across(track: Track, first: Iterable[Told]) -> Iterator[Told]:
    """Of what heads of the first history come to do, when the best head of each other one gets half way there."""
    across = ACROSS[track.across or "seed"]
    for told in first:
        assert told.series is not None
        parts, heads = [], []
        for history in track.histories:
            rows = list(history.of(history.course(told.series)))
            best = max(rows, key=lambda row: lead(history, row), default=None)
            if best is not None and lead(history, best) >= LEAST_LEAD:
                course = history.course(told.series)
                value, level = (part[:, best.head.layer, best.head.head] for part in (course.value, course.baseline))
                half = last_run((value >= (value[-1] + level[-1]) / 2).tolist())
                number = track.first.quantity(told.series).number(float(value[-1]))
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


def held(track: Track) -> Iterator[Told]:
    """Of histories of one run each, what matched heads do in all of them: above the baseline with their whole intervals, the largest
    smallest lead first; one head for each score."""
    partners = [None, *(one.matchings for one in track.agreements if one.first == track.histories[0].name)]
    found = []
    for at_score, one in enumerate(track.histories[0].courses):
        if not worth_telling(track, one):
            continue
        rows = []
        for history, matchings in zip(track.histories, partners, strict=True):
            course = history.courses[at_score]
            order = slice(None) if matchings is None else matchings[one.series.stack].partner
            rows.append([part[0].ravel()[order] for part in (course.value, course.low, course.high, course.baseline)])
        values, lows, highs, levels = (np.array(part) for part in zip(*rows, strict=True))
        leads = np.where((lows > levels).all(0), (values - levels).min(0), -np.inf)
        best = int(leads.argmax())
        if leads[best] >= LEAST_LEAD:
            parts = zip(values[:, best], lows[:, best], highs[:, best], levels[:, best], strict=True)
            heads = [best if matchings is None else int(matchings[one.series.stack].partner[best]) for matchings in partners]
            found.append((round(float(leads[best]), 6), one, heads, [tuple(map(float, part)) for part in parts]))
    for _, one, heads, numbers in sorted(found, key=lambda row: -row[0])[:MOST_FOUND]:
        yield _held_sentence(track, one, [Head(*divmod(head, one.value.shape[2])) for head in heads], numbers)


def _held_sentence(track: Track, one: Course, heads: list[Head], numbers: list[tuple[float, ...]]) -> Told:
    """In both languages head 7-5 finds …: 84% in de (the best fixed offset 32%) and 81% in en (34%)."""
    about, across = (
        track.first.about(one.series.measure),
        "" if track.across == "language" else f"{ACROSS[track.across or 'seed']} ",
    )
    quantity = track.first.quantity(one.series)
    rule, same = rule_of(about, one), len(set(heads)) == 1
    parts: list[str] = []
    for history, head, (value, low, high, level) in zip(track.histories, heads, numbers, strict=True):
        which = "" if same else f"head {head}; "
        against = f"{which}{'' if parts else f'{rule} '}{quantity.number(level, low, high)}"
        parts.append(f"{quantity.number(value, low, high)} in {across}{history.name} ({against})")
    who = f"head {heads[0]}" if same else "a head"
    text = (
        f"In {_every(track, len(heads))} {who}{of_stack(track, one.series)} {finds(track.first, one.series)}: {listed(parts)}."
    )
    return Told(text, one.series, one.series.stack, tuple(heads[:1]))


def _every(track: Track, number: int) -> str:
    """Both seeds; all 3 seeds; 2 of 3 seeds."""
    total, across = len(track.histories), ACROSS[track.across or "seed"]
    if number < total:
        return f"{number} of {total} {across}s"
    return f"both {across}s" if total == 2 else f"all {total} {across}s"


def agreements(track: Track) -> list[Told]:
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
