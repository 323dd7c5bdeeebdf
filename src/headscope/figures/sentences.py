"""Sentences under the best heads of some relations, their best and worst cases: the paper's figure 5 with gold beside it.

Which relations, which sentences, and what to say of them is decided here; `sentence` draws one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from headscope.answers.answer import Example
from headscope.answers.examples import from_bytes
from headscope.errors import HeadscopeError
from headscope.figures import style
from headscope.figures.figure import Drawing, Figure
from headscope.figures.lettering import plain, shortened
from headscope.figures.sentence import draw_sentence
from headscope.figures.source import Source
from headscope.figures.svg import Element, text
from headscope.findings.best import Best, HeldOut, best_heads
from headscope.findings.claims import claims
from headscope.findings.wording import finds, listed
from headscope.names import ALL, OWN, SUBTYPES, TO_HEAD, base_of
from headscope.quantities import percent, percent_interval
from headscope.results.scores import Scores
from headscope.results.series import only
from headscope.tables.dependency import DEPENDENCY
from headscope.ties import rounded
from headscope.types import Series

NAME = "sentences"
RELATIONS = 4
LEFT_OUT = ("punct", "root", ALL)
TOP, GAP, BETWEEN, NARROWEST = 62.0, 16.0, 6.0, 320.0

# What the two kinds of kept sentences are called.
CASES = {"most right": "best case", "least right": "worst case"}


@dataclass(frozen=True)
class Shown:
    """A relation, its best head, and the sentences that are its best and its worst case; `series` is what the head is best in."""

    series: Series
    best: Best
    most: Example
    least: Example | None


def sentences(scores: Scores, corpus: str | None = None, stack: str | None = None, *, special: bool = True) -> Figure:
    """Up to four relations with the largest lead over an offset: their best heads on a sentence that is a best case and one that is a
    worst case. `special` draws [CLS] and [SEP] too, where words attend to them."""
    source = Source(NAME, scores, corpus, stack)
    chosen = _choose(source)
    around = (scores.special["cls"], scores.special["sep"]) if special else None
    across = 2 if style.page() >= 2 * NARROWEST else 1
    each = (style.page() - 24 - GAP * (across - 1)) / across
    made: list[Element] = []
    y = 0.0
    for start in range(0, len(chosen), across):
        ends = []
        for at, one in enumerate(chosen[start : start + across]):
            elements, end = _draw(one, 12 + at * (each + GAP), y, each, around)
            made += elements
            ends.append(end)
        y = max(ends) + 24
    attend = "grey and blue, the attention from them"
    if any(one.best.direction != TO_HEAD for one in chosen):
        attend = "grey and blue, the attention from them (to them, where the head is read head-to-dependent)"
    caption = (
        "Each relation under its best head, on a sentence that is a best case and on one that is a worst case, of those with two such "
        f"words or more. Words that bear the relation stand on grey. On their left, {attend}, the stronger the larger the weight: "
        "blue goes to the word that the head predicts, with a dot where the attention ends, and is dashed where that is wrong. On the "
        "right, orange, the governor as annotated, at the dot. A tick or a cross says whether the two agree; the number is the weight. "
        f"Percent: {_scored(chosen)}, with 95% intervals where there are enough documents. "
        f"{plain(str(scores.manifest.model['name']))}{_shape(source)} on {plain(chosen[0].series.corpus)}."
    )
    return Figure(NAME, _title(scores, chosen), caption, Drawing(y - 16, tuple(made)))


def _choose(source: Source) -> list[Shown]:
    source.check(DEPENDENCY)
    scores, corpus, stack = source.scores, source.corpus, source.stack
    data = scores.examples
    if data is None:
        raise HeadscopeError(
            f"The figure '{NAME}' shows heads on sentences, and this run keeps none (examples.parquet): headscope report keeps some "
            "where a relation has enough cases, merged runs have none."
        )
    kept: dict[tuple[object, ...], list[Example]] = {}
    for name, one in from_bytes(data):
        if corpus in (None, name) and stack in (None, one.wanted.stack) and one.weights is not None:
            kept.setdefault((one.kind, *one.wanted[1:]), []).append(one)
    found = []
    place = only(scores.matching(DEPENDENCY, corpus=corpus, stack=stack), ("corpus", "stack"))[0]
    for best in best_heads(scores, DEPENDENCY, corpus=corpus, stack=stack):
        of = (best.head, DEPENDENCY, best.key, best.direction)
        most, least = (kept.get((kind, *of), []) for kind in CASES)
        ours = best.key not in LEFT_OUT and base_of(best.key) not in LEFT_OUT and not best.key.endswith((OWN, SUBTYPES))
        if ours and most:
            found.append(
                Shown(place._replace(key=best.key, direction=best.direction), best, most[0], least[0] if least else None)
            )
    if not found:
        raise HeadscopeError(f"The figure '{NAME}' needs a sentence with two words of one relation, and this run keeps none.")
    return sorted(found, key=lambda one: -rounded(_margin(one.best)))[:RELATIONS]


def _margin(best: Best) -> float:
    """The lead over the best offset, held out where it is known."""
    margin = best.margin if best.held_out is None else best.held_out.margin
    return -1.0 if margin is None else margin


def _held_out(best: Best) -> HeldOut | None:
    """What was scored on other documents than it was picked on, where that is this head: where it is the best on both halves."""
    held = best.held_out
    same = held is not None and all((pick.head, pick.direction) == (best.head, best.direction) for pick in held.picks)
    return held if same else None


def _scored(chosen: list[Shown]) -> str:
    flattered = [shortened(one.best.key, 18) for one in chosen if _held_out(one.best) is None]
    if len(flattered) == len(chosen):
        return "heads are picked and scored on the same documents"
    but = f" (of {listed(flattered)} on the same, since halves differ in their best head)" if flattered else ""
    return f"picked on one half of the documents, scored on the other{but}"


def _numbers(best: Best) -> tuple[str, str, str | None]:
    """The head's share right, its interval, and the best offset's."""
    if (held := _held_out(best)) is not None:
        ends, value, rival = (held.low, held.high), held.value, held.baseline
    else:
        ends, value, rival = (best.low, best.high), best.value, best.baseline_value
    simple = None if rival is None else percent(rival, *ends, small=best.small)
    return percent(value, *ends, small=best.small), percent_interval(*ends), simple


def _title(scores: Scores, chosen: Sequence[Shown]) -> str:
    """Of the first relation of which a claim is made; with too few documents to tell, of the first that leads."""
    known = claims(scores)
    sure = (one for one in chosen if known.claimed(*one.series[:4]) or (one.best.small and _margin(one.best) > 0))
    one = next(sure, None)
    value, _, rival = _numbers((one or chosen[0]).best)
    against = "" if rival is None else f"; a fixed offset in {rival}%"
    if one is None:
        nearest = f"{plain(chosen[0].best.key)}, head {chosen[0].best.head}: it is right in {value}% of cases{against}"
        return f"At none of these relations does a head beat a fixed offset by more than luck; nearest to it comes {nearest}."
    return f"Head {one.best.head} {plain(finds(scores, one.series))} in {value}% of cases{against}."


def _shape(source: Source) -> str:
    layers, heads = source.shape()
    return f" ({layers} {'layer' if layers == 1 else 'layers'} of {heads} {'head' if heads == 1 else 'heads'})"


def _draw(one: Shown, x: float, y: float, wide: float, special: tuple[str, str] | None) -> tuple[list[Element], float]:
    """A relation: its heading, and its two sentences beside each other; and where they end."""
    value, between, rival = _numbers(one.best)
    way = "" if one.best.direction == TO_HEAD else f", {one.best.direction}"
    line = f"right {value}%{f' ({between})' if between else ''}" + ("" if rival is None else f", best offset {rival}%")
    made = [
        text(x, y + 14, f"{shortened(one.best.key, 18)} · head {one.best.head}", "heading"),
        text(x, y + 32, f"{line}{way}", "tick quiet"),
    ]
    each = (wide - BETWEEN) / 2
    ends = [y]
    for at, example in enumerate((one.most, one.least)):
        if example is not None:
            right = sum(p.right for p in example.predictions)
            left = x + at * (each + BETWEEN)
            made.append(text(left, y + 52, f"{CASES[example.kind]}: {right} of {len(example.predictions)}", "tick strong"))
            elements, end = draw_sentence(example, left, y + TOP, each, special)
            made += elements
            ends.append(end)
    return made, max(ends)
