"""The table that `headscope predict` prints: each word of a text, the word that a head points to, and the runner-up."""

from collections.abc import Sequence

from headscope.answers.predictions import Pointed
from headscope.names import BOTH, TO_DEPENDENT, TO_HEAD, WEIGHTS
from headscope.tables.table import Table

MEANING = {
    TO_HEAD: "points_to: the word to which it attends most.",
    TO_DEPENDENT: "points_to: the word that attends most to it.",
    BOTH: "points_to: the word with the largest sum of the attention to it and from it.",
}
COLUMNS = (
    *("text", "head", "direction", "place", "word"),
    *("points_to_place", "points_to", "weight"),
    *("runner_up_place", "runner_up", "runner_up_weight", "itself", "special"),
)
LEAST = ("itself", "runner_up_weight", "runner_up", "special")


def predictions_table(found: Sequence[Pointed], model: str, direction: str, weights: str = "raw") -> Table:
    """One row a word; texts and places are counted from 1."""
    heads = dict.fromkeys(str(one.head) for one in found)
    rows = [
        (
            *(one.text + 1, str(one.head), one.direction, one.word + 1, one.spelling),
            *(_from_one(one.target), one.target_spelling, one.weight),
            *(_from_one(one.second), one.second_spelling, one.second_weight, one.itself, one.special),
        )
        for one in found
    ]
    hidden = ["direction", "points_to_place", "runner_up_place"]
    hidden += ["text"] if len({one.text for one in found}) == 1 else []
    hidden += ["head"] if len(heads) == 1 else []
    notes: tuple[str, ...] = (
        MEANING[direction],
        "itself, special: the weight that the word gives to itself, and to special tokens such as [CLS] and [SEP].",
    )
    notes += () if weights == "raw" else (f"Weights are {WEIGHTS[weights]}, as shares of the row.",)
    title = f"{'Head' if len(heads) == 1 else 'Heads'} {', '.join(heads)} of {model}, {direction}"
    return Table(title, COLUMNS, list(rows), hidden=tuple(hidden), notes=notes, least=LEAST)


def _from_one(place: int | None) -> int | None:
    return None if place is None else place + 1
