"""Table 1 of the paper for this run: the best head of each relation, held out and not, and what [SEP] is to it."""

from collections.abc import Callable, Mapping, Sequence

from headscope.findings.best import FEWEST_CASES, Best, best_heads
from headscope.findings.claims import BY_MORE_THAN_LUCK, Claims, claims
from headscope.findings.no_op import Rest, rest
from headscope.names import ALL, OWN, SUBTYPES, TO_DEPENDENT, TO_HEAD, base_of
from headscope.quantities import percent, percent_interval
from headscope.results.scores import Scores
from headscope.statistics.intervals import FEWEST_GROUPS
from headscope.tables.kind import TableKind, missing, named, places_of, where_columns
from headscope.tables.published import DEPARTURES, PublishedHead, like_paper, published_head
from headscope.tables.run import about
from headscope.tables.table import Cell, Table
from headscope.types import Series, Stack

DEPENDENCY, IDLE = "dependency", "idle"  # the measures that the table is made of
LEFT_OUT = ("punct", "root")  # as in the paper; they count in `all`

# CSV and JSON have all columns: picked and scored on the same data, held out, the lead, [SEP], and the paper's.
_SAME = ("relation", "cases", "head", "direction", "accuracy", "low", "high", "offset", "offset_accuracy")
_HELD = ("held_out", "held_out_low", "held_out_high", "held_out_heads", "baseline", "baseline_offsets")
_LEAD = ("margin", "margin_low", "margin_high", "p", "claimed", "small")
_IDLE = ("idle", "idle_others", "idle_low", "idle_high")
_PAPER = ("paper_head", "paper_direction", "paper", "paper_baseline", "paper_offset", "paper_relation")
COLUMNS = (*_SAME, *_HELD, *_LEAD, *_IDLE, *_PAPER)
_SHOWN = ("relation", "cases", "head", "direction", "accuracy", "held_out", "baseline", "margin", "p", "small", "idle")
HIDDEN = tuple(name for name in COLUMNS if name not in (*_SHOWN, "paper_head", "paper", "paper_baseline"))
LEAST = ("small", "paper_baseline", "paper_head", "idle", "paper", "accuracy", "p", "direction", "cases")
_SHORT = {TO_HEAD: "to head", TO_DEPENDENT: "to dependent"}


def dependency(
    scores: Scores, *, corpus: str | None = None, stack: str | None = None, left_out: tuple[str, ...] = LEFT_OUT
) -> Table:
    """One row per relation that has a case, those with the most cases first; `punct` and `root` are left out unless `left_out` says
    otherwise. CSV and JSON have shares from 0 to 1, a terminal shows percent with no more digits than the intervals carry."""
    rows: list[tuple[Cell, ...]] = []
    found: list[tuple[tuple[str, Stack], Best]] = []
    beside: dict[str, str | None] = {}
    known = claims(scores)
    for place in places_of(scores, DEPENDENCY, DEPENDENCY, corpus, stack):
        every = best_heads(scores, DEPENDENCY, corpus=place[0], stack=place[1])
        made = [best for best in every if base_of(best.key) not in left_out]
        relations = {best.key for best in every}
        for best in sorted(made, key=lambda best: -best.cases):
            theirs = published_head(best.key, relations)
            about_best = (_rest(scores, place, best), _claimed(known, place, best), theirs)
            beside[best.key] = None if theirs is None else theirs.relation
            rows.append((*named(scores, *place), *_row(best, *about_best)))
        found += [(place, best) for best in made]
    if not rows:
        raise missing(DEPENDENCY, [DEPENDENCY])
    columns = (*where_columns(scores), *COLUMNS)
    told = notes(beside, scores.special["sep"])
    judged = [_claimed(known, *one) for one in found if _judged(one[1])]
    return Table(about(scores), columns, rows, _TEXT, HIDDEN, sentence(judged), told, least=LEAST)


def _claimed(known: Claims, place: tuple[str, Stack], best: Best) -> bool:
    return known.claimed(*place, DEPENDENCY, best.key)


def _judged(best: Best) -> bool:
    """A relation with cases enough to tell a head from luck; not `all`, nor one that is counted under another name too."""
    return best.p is not None and best.key != ALL and not best.key.endswith((SUBTYPES, OWN))


def _row(best: Best, rested: Rest | None, claimed: bool, published: PublishedHead | None) -> tuple[Cell, ...]:
    """The cells of COLUMNS."""
    same = (best.key, best.cases, str(best.head), best.direction or None, best.value, best.low, best.high)
    rival = (best.baseline, best.baseline_value)
    lead: tuple[Cell, ...] = (None,) * 9
    if (held := best.held_out) is not None:
        heads = ", ".join(f"{pick.head} {pick.direction}".strip() for pick in held.picks)
        offsets = None if held.baselines is None else ", ".join(held.baselines)
        lead = (held.value, held.low, held.high, heads, held.baseline, offsets)
        lead += (held.margin, held.margin_low, held.margin_high)
    idle: tuple[Cell, ...] = (None,) * 4 if rested is None else (rested.bearing, rested.others, rested.low, rested.high)
    paper: tuple[Cell, ...] = (None,) * len(_PAPER)
    if published is not None:
        numbers = (round(published.accuracy / 100, 3), round(published.baseline / 100, 3), f"offset {published.offset:+d}")
        paper = (str(published.head), published.direction, *numbers, published.relation)
    return (*same, *rival, *lead, best.p, "yes" if claimed else None, "small" if best.small else None, *idle, *paper)


def _rest(scores: Scores, place: tuple[str, Stack], best: Best) -> Rest | None:
    """What [SEP] is to the best head; None where the run does not have it, as of governors of a relation with its subtypes."""
    series = Series(*place, IDLE, best.key.removesuffix(OWN), best.direction)
    if series not in scores or series._replace(key=ALL) not in scores:
        return None
    return rest(scores, IDLE, best.head, best.direction, best.key, corpus=place[0], stack=place[1])


def sentence(claimed: Sequence[bool]) -> str:
    """Of how many relations a claim is made, in words: one truth value for each that has cases enough."""
    enough = f"{FEWEST_CASES} cases in {FEWEST_GROUPS} groups of documents"
    if not claimed:
        return f"No relation has {enough}: too few to tell a good head from a lucky one."
    number = sum(claimed)
    have = "has" if number == 1 else "have"
    return f"Of {len(claimed)} relations with at least {enough}, {number} {have} a head that beats the best fixed offset by more than luck."


def notes(beside: Mapping[str, str | None], sep: str) -> tuple[str, ...]:
    """What the columns are. `beside` has what the paper calls each relation."""
    made = [
        "In percent. accuracy: the best head picked and scored on the same documents; held_out: picked on one half, scored on the other;",
        f"baseline: the best fixed offset of each half, scored on it; margin: the lead; idle: weight on {sep} from its words / others.",
        f"*: {BY_MORE_THAN_LUCK}. p itself is corrected for heads and directions alone.",
    ]
    if any(beside.values()):
        made.append(f"paper: BERT-base on WSJ with Stanford Dependencies; < is head-to-dependent. {like_paper(beside)}")
    if "auxpass" in beside.values():
        accuracy, baseline = DEPARTURES["auxpass"]
        made.append(f"The paper's auxpass looks miscopied: its authors' notebook has {accuracy}, offset {baseline}.")
    return tuple(made)


def _number(row: dict[str, Cell], name: str) -> float | None:
    cell = row[name]
    return cell if isinstance(cell, float) else None


def _share(name: str, low: str, high: str, interval: bool = True) -> Callable[[dict[str, Cell]], str]:
    def text(row: dict[str, Cell]) -> str:
        value, ends = _number(row, name), (_number(row, low), _number(row, high))
        if value is None:
            return "–"
        between = percent_interval(*ends) if interval else ""
        shown = percent(value, *ends, small=row["small"] is not None)
        return f"{shown} ({between})" if between else shown

    return text


def _with(name: str, offset: str, like: str = "") -> Callable[[dict[str, Cell]], str]:
    """An offset's accuracy, and the offset."""

    def text(row: dict[str, Cell]) -> str:
        value = _number(row, name)
        if value is None:
            return "–"
        ends = (_number(row, f"{like}_low"), _number(row, f"{like}_high")) if like else (None, None)
        small = bool(like) and row["small"] is not None
        offsets = dict.fromkeys(str(row[offset]).replace("offset ", "").split(", "))
        return f"{percent(value, *ends, small=small)} ({'/'.join(offsets)})"

    return text


def _idle_text(row: dict[str, Cell]) -> str:
    ends = (_number(row, "idle_low"), _number(row, "idle_high"))
    means = [_number(row, name) for name in ("idle", "idle_others")]
    if means == [None, None]:
        return "–"
    return " / ".join("–" if mean is None else percent(mean, *ends) for mean in means)


def _margin_text(row: dict[str, Cell]) -> str:
    """The lead, with a star where it is claimed to be more than luck."""
    return _share("margin", "margin_low", "margin_high")(row) + ("*" if row["claimed"] else "")


def _p_text(row: dict[str, Cell]) -> str:
    p = _number(row, "p")
    return "–" if p is None else f"{p:.2g}"


_TEXT: dict[str, Callable[[dict[str, Cell]], str]] = {
    "direction": lambda row: _SHORT.get(str(row["direction"]), str(row["direction"] or "–")),
    "accuracy": _share("accuracy", "low", "high", interval=False),
    "held_out": _share("held_out", "held_out_low", "held_out_high"),
    "baseline": _with("baseline", "baseline_offsets", "held_out"),
    "margin": _margin_text,
    "p": _p_text,
    "small": lambda row: str(row["small"] or ""),
    "idle": _idle_text,
    "paper": lambda row: "–" if (value := _number(row, "paper")) is None else percent(value),
    "paper_head": lambda row: str(row["paper_head"] or "–") + (" <" if row["paper_direction"] == TO_DEPENDENT else ""),
    "paper_baseline": _with("paper_baseline", "paper_offset"),
}

DEPENDENCY_TABLE = TableKind(
    DEPENDENCY, "the best head of each relation, against the best fixed offset and the paper's", dependency
)
