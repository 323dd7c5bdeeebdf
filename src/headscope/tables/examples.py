"""What a head is most sure of, rightly and wrongly: as text for a terminal, where sentences are marked, and as rows for CSV and JSON."""

from dataclasses import dataclass

from headscope.answers.answer import Example
from headscope.characters import printable
from headscope.quantities import percent, percent_interval
from headscope.results.scores import Scores
from headscope.tables.table import Cell, Table
from headscope.types import Head, Series

COLUMNS = (
    *("kind", "rank", "head", "direction", "relation", "weight", "word", "predicted", "gold"),
    *("word_place", "asked_place", "predicted_place", "gold_places", "document", "place", "sentence"),
)
WHOLE, AROUND = 40, 8  # of a unit with more words than WHOLE, only those that are at most AROUND away from a marked one


@dataclass(frozen=True)
class Examples:
    """A head's examples under one score; `kinds` are those that were asked for: right, wrong."""

    scores: Scores
    series: Series
    head: Head
    found: list[Example]
    kinds: tuple[str, ...] = ("right", "wrong")

    def to(self, form: str) -> str:
        """As `table`, `csv` or `json`."""
        chosen = [one for one in self.found if one.kind in self.kinds]
        return _text(self, chosen) if form == "table" else _rows(self.series, chosen).to(form)


def _rows(series: Series, found: list[Example]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for number, one in enumerate(found):
        (p,) = one.predictions
        rank = number + 1 - next(at for at, other in enumerate(found) if other.kind == one.kind)
        about = (one.kind, rank, str(one.wanted.head), series.direction or None, series.key, p.weight)
        gold = ", ".join(one.words[at] for at in p.gold) or None
        places = (p.word + 1, p.asked + 1, p.predicted + 1, ", ".join(str(at + 1) for at in p.gold) or None)
        named = (one.words[p.word], one.words[p.predicted], gold)
        rows.append((*about, *named, *places, one.document, one.place, " ".join(one.words)))
    return Table("", COLUMNS, rows)


def _text(asked: Examples, found: list[Example]) -> str:
    """For a terminal: what was asked, then each example as a line about it and its sentence; nothing in them can move a cursor."""
    scores, series, head = asked.scores, asked.series, asked.head
    value = float(scores.value(series)[head])
    low, high = (None if end != end else end for end in (float(end[head]) for end in scores.interval(series)))
    between = percent_interval(low, high)
    cases = float(scores.tally.weights(series).sum())
    key = series.key if scores.about(series.measure).open_keys else f"{series.measure}.{series.key}"
    how = f", {series.direction}" if series.direction else ""
    share = f"{percent(value, low, high)}%{f' ({between})' if between else ''} of {cases:,.0f} cases right"
    lines = [f"{scores.manifest.model['name']} on {series.corpus} · head {head} on {key}{how}: {share}"]
    for kind in asked.kinds:
        mine = [one for one in found if one.kind == kind]
        lines += ["", f"{kind}, most confident first" if mine else f"{kind}: none"]
        for one in mine:
            (p,) = one.predictions
            lines += [f"{p.weight:.3f}  {_answer(one)} · {one.place or one.document}", f"       {marked(one)}"]
    legend = "*word* → **predicted**, [right answer] where the prediction is wrong; the number is the weight behind it."
    return "\n".join(printable(line) for line in [*lines, "", legend]) + "\n"


def _answer(one: Example) -> str:
    (p,) = one.predictions
    asked = f" (by {one.words[p.asked]})" if p.asked != p.word else ""
    gold = " or ".join(dict.fromkeys(one.words[at] for at in p.gold)) or "none, it is the root"
    return f"{one.words[p.word]}{asked} → {one.words[p.predicted]}" + ("" if p.right else f" [gold: {gold}]")


def marked(one: Example) -> str:
    """The sentence with its word, the predicted one and, where that is wrong, the right ones marked; of a long one the parts around."""
    (p,) = one.predictions
    signs = {} if p.right else dict.fromkeys(p.gold, "[{}]")
    signs |= {p.word: "*{}*", p.predicted: "**{}**"}
    shown = [at for at in range(len(one.words)) if len(one.words) <= WHOLE or min(abs(at - m) for m in signs) <= AROUND]
    words, last = [], -1
    for at in shown:
        words += ["…"] * (at > last + 1) + [signs.get(at, "{}").format(one.words[at])]
        last = at
    return " ".join([*words, *["…"] * (last < len(one.words) - 1)])
