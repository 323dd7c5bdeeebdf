"""How many governors each probe finds, as bars with intervals, beside the paper's numbers: its table 3."""

from collections.abc import Sequence
from typing import Any

from headscope.errors import HeadscopeError, say_which
from headscope.figures.axes import Scale, tick_texts
from headscope.figures.figure import Drawing, Figure
from headscope.figures.lettering import plain, shortened
from headscope.figures.style import page
from headscope.figures.svg import Element, line, number, text
from headscope.quantities import percent, percent_interval
from headscope.tables.probe_source import ARGMAX, TREE, Number, Summary, records_of, summaries, trainings
from headscope.tables.published_probes import PROBES, UAS, UUAS
from headscope.ties import rounded

NAME = "probes"
SEES = ("attention", "attention-words")  # probes that look at the model's own attention
_LEFT, _RIGHT, _TOP, _ROW, _BAR = 218.0, 128.0, 30.0, 40.0, 14.0
_MARK = 5.0  # half of the diamond
_LONGEST = 22  # of a file's name


def probes(given: Any, *, model: str | None = None, corpus: str | None = None) -> Figure:
    """Bars from `Probed`, a polars frame or rows as in probes.parquet; of one model and corpus."""
    found = _one_place(summaries(records_of(given), model=model, corpus=corpus))
    shown = [one for one in found if _score(one) is not None]
    if not shown:
        raise HeadscopeError(f"The figure '{NAME}' needs the score {UAS} or {UUAS} of a probe, and there is none here.")
    return Figure(NAME, _title(shown), _caption(shown), _draw(shown))


def _one_place(found: list[Summary]) -> list[Summary]:
    for name in ("model", "corpus"):
        known = list(dict.fromkeys(getattr(one, name) for one in found))
        if len(known) > 1:
            several = "models" if name == "model" else "corpora"
            raise say_which(f"These are scores of several {several}", name, known)
    return found


def _score(one: Summary) -> Number | None:
    """What a bar shows: governors, or of a probe that predicts none, edges."""
    return one.get(UAS, ARGMAX) or one.get(UUAS, TREE)


def _is_undirected(one: Summary) -> bool:
    return one.get(UAS, ARGMAX) is None


def _caption(shown: Sequence[Summary]) -> str:
    known = any((score := _score(one)) is not None and score.low is not None for one in shown)
    sure = "the thin line at its end is the 95% interval over test sentences"
    interval = sure if known else "there were too few sentences for intervals"
    parts = [f"A bar is the share of words, punctuation left out, whose governor a probe finds; {interval}. "]
    kinds = [
        ("grey", [one for one in shown if one.probe not in SEES and not _is_undirected(one)], "without the model's attention")
    ]
    kinds.append(("orange", [one for one in shown if one.probe in SEES], "with it"))
    parts += [f"{', '.join(f'{colour}: {what}' for colour, some, what in kinds if some)}. ".capitalize()]
    if any(map(_is_undirected, shown)):
        parts.append("Hollow: edges found whichever way, from hidden vectors, so not to be compared with the others. ")
    if any(one.get("control", ARGMAX) for one in shown):
        parts.append(
            "Thin bar below: the same probe where a word's type decides its governor by lot; what a probe finds beyond that, "
            "it has not from knowing words by heart. "
        )
    if any(one.probe in PROBES for one in shown):
        parts.append("Diamond: the paper's number, BERT-base on the Penn Treebank. ")
    return "".join(parts) + " ".join([f"{plain(shown[0].model)} on {plain(shown[0].corpus)}.", *map(plain, trainings(shown))])


def _left() -> float:
    """Where bars begin: their names take less room in a narrow column."""
    return min(_LEFT, 0.4 * page())


def _draw(shown: Sequence[Summary]) -> Drawing:
    scale = Scale(0.0, 1.0, _left(), page() - min(_RIGHT, 0.26 * page()))
    bottom = _TOP + _ROW * len(shown)
    ticks = scale.ticks(5)
    made: list[Element] = [text(_left(), _TOP - 16, "percent of words", "tick quiet")]
    for value, written in zip(ticks, tick_texts([100 * tick for tick in ticks]), strict=True):
        x = scale(value)
        made.append(line(x, _TOP - 4, x, bottom, "rule line-rule" if value == 0 else "rule line-faint"))
        made.append(text(x, bottom + 16, written, "tick quiet", anchor="middle"))
    for at, one in enumerate(shown):
        made += _bar(one, scale, _TOP + at * _ROW + 4)
    return Drawing(bottom + 24, tuple(made))


def _bar(one: Summary, scale: Scale, y: float) -> list[Element]:
    score, control = _score(one), one.get("control", ARGMAX)
    assert score is not None
    middle = y + _BAR / 2
    made = [text(_left() - 10, middle + 4, one.title, "label", anchor="end")]
    if one.embeddings:
        made.append(
            text(_left() - 10, middle + 18, f"vectors: {shortened(one.embeddings, _LONGEST)}", "tick quiet", anchor="end")
        )
    style = "box line-syntax" if _is_undirected(one) else f"bar fill-{'syntax' if one.probe in SEES else 'broad'}"
    end = scale(score.value)
    made.append(_rectangle(end, y, _BAR, style, f"{one.title}: {_written(score)}"))
    if control is not None:
        made.append(
            _rectangle(scale(control.value), y + _BAR + 2, 4.0, "control fill-rule", f"control task: {_written(control)}")
        )
    right = end
    paper = PROBES.get(one.probe)
    if paper is not None:
        x = scale(paper.score / 100)
        made.append(_diamond(x, middle, f"the paper: {paper.score:.0f}"))
        right = max(right, x + _MARK)
    if score.low is not None and score.high is not None:  # last, because nothing may hide it
        right = max(right, scale(score.high))
        made += [
            line(scale(score.low), middle, scale(score.high), middle, style) for style in ("halo", "rule interval-of line-ink")
        ]
    made.append(text(right + 8, middle + 4, _beside(score, paper is not None, one), "tick"))
    return made


def _beside(score: Number, in_paper: bool, one: Summary) -> str:
    said = percent(score.value, score.low, score.high)
    return f"{said} · paper {PROBES[one.probe].score:.0f}" if in_paper else said


def _written(score: Number) -> str:
    between = percent_interval(score.low, score.high)
    said = percent(score.value, score.low, score.high)
    return f"{said} ({between})" if between else said


def _rectangle(end: float, y: float, height: float, style: str, title: str) -> Element:
    return Element("rect", Element("title", title), x=_left(), y=y, width=max(0.0, end - _left()), height=height, class_=style)


def _diamond(x: float, y: float, title: str) -> Element:
    corners = ((x, y - _MARK), (x + _MARK, y), (x, y + _MARK), (x - _MARK, y))
    points = " ".join(f"{number(a)},{number(b)}" for a, b in corners)
    return Element("polygon", Element("title", title), points=points, class_="paper fill-page line-quiet")


def _title(shown: Sequence[Summary]) -> str:
    """What attention adds to words and distances, as far as the intervals tell; otherwise which probe finds most."""
    directed = {one.probe: score for one in shown if (score := one.get(UAS, ARGMAX)) is not None and _is_best(one, shown)}
    ours, rival = directed.get("attention-words"), directed.get("distances-words")
    if ours is not None and rival is not None:
        said, other = percent(ours.value, ours.low, ours.high), percent(rival.value, rival.low, rival.high)
        ahead = ours.above(rival)
        found = f"Attention and words together find the governors of {said}% of words"
        if ahead is None:
            return f"{found}, distances and words {other}%: too close to tell apart."
        return f"{found}, {'more' if ahead else 'less'} than distances and words do ({other}%)."
    best = max(shown, key=lambda one: -1.0 if _is_undirected(one) else _value(one))
    if _is_undirected(best):
        return f"The {best.title} finds {_plain(best)}% of a tree's edges, whichever way."
    if len(directed) == 1:
        return f"{best.title.capitalize()}: the governors of {_plain(best)}% of words are found."
    return f"Of {len(directed)} probes, {best.title} finds the most governors: those of {_plain(best)}% of words."


def _value(one: Summary) -> float:
    score = _score(one)
    return 0.0 if score is None else rounded(score.value)


def _plain(one: Summary) -> str:
    score = _score(one)
    assert score is not None
    return percent(score.value, score.low, score.high)


def _is_best(one: Summary, shown: Sequence[Summary]) -> bool:
    """Of one probe with several kinds of vectors, the first with the highest score."""
    return one is max((other for other in shown if other.probe == one.probe), key=_value)
