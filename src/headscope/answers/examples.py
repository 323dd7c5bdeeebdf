"""Which examples a finished run keeps, and their file: what heads are most sure of, rightly and wrongly, and sentences for figures.

For the best head and direction of every relation that is not small, and of every kind of mention; and for every other head, of the
relation and direction in which it leads the best fixed offset furthest, where its whole interval does: the 5 most confident right and
the 5 most confident wrong predictions (`right`, `wrong`). Of relations also 5 sentences that are best cases and 5 that are worst
cases (`most right`, `least right`): by the share of right words among those that bear the relation, which are at least 2, then by
the mean confidence, then by their order; they have at most 40 words, and come with the head's map.

`examples.parquet` has one row per example, in this order of columns:

model, corpus, stack, layer, head (from 0), name (8-10), measure, key, direction (null where it has no meaning), kind, rank (from 1);
order (the unit's number in the corpus), document, place (file and line), words;
predictions: a list of word, asked (the word whose attention answered: the word itself, or a possessor's marker), predicted, gold (a
list: the governor, none for a root; or the antecedents' head words), weight (the confidence); all words by their place, from 0;
map: the attention between words, row by row, cls and sep: that from each word to [CLS] and [SEP]; rounded to half precision, null for
`right` and `wrong`.
"""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl
from jaxtyping import Float32

from headscope.answers.answer import Example, Prediction, Wanted
from headscope.errors import HeadscopeError, one_line
from headscope.findings.best import best_heads, few
from headscope.names import OWN, SUBTYPES
from headscope.results.frames import to_parquet
from headscope.results.scores import Scores
from headscope.ties import rounded
from headscope.types import Head, Series, Stack

if TYPE_CHECKING:
    from headscope.runs.plan import Plan

FILE = "examples.parquet"
KEPT = 5
SENTENCES = 5
_PREDICTION = pl.Struct(
    {
        **dict.fromkeys(("word", "asked", "predicted"), pl.Int32),
        "gold": pl.List(pl.Int32),
        "weight": pl.Float32,
    }
)
COLUMNS: dict[str, Any] = {
    **dict.fromkeys(("model", "corpus", "stack"), pl.String),
    **dict.fromkeys(("layer", "head"), pl.Int32),
    **dict.fromkeys(("name", "measure", "key", "direction", "kind"), pl.String),
    **dict.fromkeys(("rank", "order"), pl.Int32),
    **dict.fromkeys(("document", "place"), pl.String),
    "words": pl.List(pl.String),
    "predictions": pl.List(_PREDICTION),
    **dict.fromkeys(("map", "cls", "sep"), pl.List(pl.Float32)),
}


READ = {column: kind for column, kind in COLUMNS.items() if column != "name"}  # older files have no names of heads


class Placed(NamedTuple):
    """An example and the corpus that it is from."""

    corpus: str
    example: Example


def wanted_of(scores: Scores) -> dict[str, list[Wanted]]:
    """By corpus, the best head of everything that has enough cases to tell which head is good, and what each other head is good at."""
    found: dict[str, list[Wanted]] = {}
    places = dict.fromkeys((s.corpus, s.stack, s.measure) for s in scores.series() if scores.about(s.measure).counts)
    for corpus, stack, measure in places:
        for best in best_heads(scores, measure, corpus=corpus, stack=stack):
            if not best.small:
                found.setdefault(corpus, []).append(Wanted(stack, best.head, measure, best.key, best.direction))
        if scores.about(measure).open_keys and (more := typical(scores, corpus, stack)):
            mine = found.setdefault(corpus, [])
            mine += [one for one in more if one not in mine]
    return found


def typical(scores: Scores, corpus: str, stack: Stack) -> list[Wanted]:
    """By head, the relation and direction in which it leads the best fixed offset furthest, where the whole interval of its value
    lies above that; heads that lead nowhere are left out. A description of the head, and no proof that it is good: of some fifty
    such numbers the largest is partly the luckiest."""
    lead: dict[Head, tuple[float, Wanted]] = {}
    for series in scores.series():
        if (series.corpus, series.stack) != (corpus, stack) or not _relation(scores, series):
            continue
        rule = scores.best_baseline(series)
        if rule is None or few(int(scores.tally.weights(series).sum()), scores.tally.groups(series)):
            continue
        values, (low, _) = scores.value(series), scores.interval(series)
        for head in (Head(*at) for at in np.ndindex(*values.shape)):
            margin = rounded(float(values[head]) - rule[1])
            if low[head] > rule[1] and margin > lead.get(head, (0.0,))[0]:
                lead[head] = (margin, Wanted(stack, head, series.measure, series.key, series.direction))
    return [wanted for _, (_, wanted) in sorted(lead.items())]


def _relation(scores: Scores, series: Series) -> bool:
    """Whether it is a score of right answers about a relation of the corpus, and not of one that holds others or has no answer."""
    about = scores.about(series.measure)
    counted = bool(about.counts) and about.open_keys
    return counted and series.key not in about.keywords and not series.key.endswith((OWN, SUBTYPES))


def make_examples(plan: "Plan", scores: Scores, *, progress: bool = True) -> bytes | None:
    """The examples of a run that was just made, as the bytes of `examples.parquet`: another pass over its annotated corpora. None
    where no relation has enough cases."""
    from headscope.answers.confident import collect  # needs torch, which reading does not

    found: list[Placed] = []
    corpora = {one.corpus.name: one.corpus for one in plan.passes}
    for name, wanted in wanted_of(scores).items():
        made = collect(plan.model, corpora[name], plan.options, wanted, KEPT, sentences=SENTENCES, progress=progress)
        found += [
            Placed(name, one) for one in made if one.weights is None or scores.about(one.wanted.measure).unit == "sentence"
        ]
    return to_bytes(found, str(scores.manifest.model["name"])) if found else None


def to_bytes(found: Sequence[Placed], model: str) -> bytes:
    rows, ranks = [], dict[tuple[Any, ...], int]()
    for corpus, one in found:
        thing = (corpus, one.wanted, one.kind)
        ranks[thing] = ranks.get(thing, 0) + 1
        stack, head, measure, key, direction = one.wanted
        predictions = [
            {"word": p.word, "asked": p.asked, "predicted": p.predicted, "gold": list(p.gold), "weight": p.weight}
            for p in one.predictions
        ]
        arrays = [_halved(array) for array in (one.weights, one.cls, one.sep)]
        about = (model, corpus, stack, *head, str(head), measure, key, direction or None)
        rows.append((*about, one.kind, ranks[thing], one.order, one.document, one.place, list(one.words), predictions, *arrays))
    return to_parquet(pl.DataFrame(rows, schema=COLUMNS, orient="row"))


def _halved(array: np.ndarray | None) -> list[float] | None:
    return None if array is None else array.astype(np.float16).astype(np.float32).ravel().tolist()


def from_bytes(data: bytes) -> list[Placed]:
    """The examples in the order in which they were written; what is not such a file is refused with a sentence."""
    try:
        frame = pl.read_parquet(BytesIO(data))
        return [
            Placed(row["corpus"], _example(row)) for row in frame.select(list(READ)).cast(pl.Schema(READ)).iter_rows(named=True)
        ]
    except (pl.exceptions.PolarsError, KeyError, TypeError, ValueError, OSError) as error:
        raise HeadscopeError(f"'{FILE}' is not one that headscope wrote, or is damaged: {one_line(error)}.") from None


def _example(row: dict[str, Any]) -> Example:
    words = tuple(row["words"])
    n = len(words)
    predictions = tuple(
        Prediction(p["word"], p["asked"], p["predicted"], tuple(p["gold"]), round(p["weight"], 4)) for p in row["predictions"]
    )
    places = [at for p in predictions for at in (p.word, p.asked, p.predicted, *p.gold)]
    if not predictions or min(places) < 0 or max(places) >= n or row["kind"] not in ("right", "wrong", *_WHOLE):
        raise ValueError(f"an example of {n} words that are not in it")
    wanted = Wanted(row["stack"], Head(row["layer"], row["head"]), row["measure"], row["key"], row["direction"] or "")
    one = Example(wanted, row["kind"], row["order"], row["document"], row["place"], words, predictions)
    if row["kind"] not in _WHOLE:
        return one
    return replace(one, weights=_array(row["map"], n, n), cls=_array(row["cls"], n), sep=_array(row["sep"], n))


_WHOLE = ("most right", "least right")


def _array(numbers: list[float] | None, *shape: int) -> Float32[np.ndarray, "..."]:
    if numbers is None:
        raise ValueError("a map is missing")
    return np.array(numbers, np.float32).reshape(shape)


def kept_examples(found: Sequence[Placed], series: Series, head: Head, top: int) -> list[Example] | None:
    """The examples of a head under a key, at most `top` right and `top` wrong ones; None where the file does not have so many though
    there may be."""
    wanted = Wanted(series.stack, head, series.measure, series.key, series.direction)
    mine = [one for corpus, one in found if corpus == series.corpus and one.wanted == wanted and one.kind not in _WHOLE]
    if not mine:
        return None
    chosen = []
    for kind in ("right", "wrong"):
        alike = [one for one in mine if one.kind == kind]
        if top > len(alike) >= KEPT:
            return None
        chosen += alike[:top]
    return chosen
