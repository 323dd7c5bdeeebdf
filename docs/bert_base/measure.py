"""Measures the published maps of BERT-base and keeps the numbers of docs/bert-base.md in numbers.json, beside this file.

    python docs/bert_base/measure.py sst2.npz

`convert.py` makes sst2.npz, `page.py` makes the page of the numbers. A test measures again, where the maps are, and compares.
"""

import json
import sys
from pathlib import Path
from typing import Any

import headscope as hs
from headscope.findings.best import Best, best_heads
from headscope.reproduce.published import paper
from headscope.tables.published import DEPENDENCY_HEADS, PublishedHead

NUMBERS = Path(__file__).with_name("numbers.json")
MEASURES = ("offset", "token", "dependency")
# In the order of the paper's table. "prep" and "pobj" have no relation of Universal Dependencies with their meaning.
RELATIONS = (
    *(
        "all",
        "det",
        "compound",
        "nsubj",
        "amod",
        "obj",
        "advmod",
        "aux",
        "nmod:poss",
        "nmod:poss (own word)",
        "aux:pass",
        "ccomp",
        "mark",
    ),
    "compound:prt",
)
HALF = 0.5
DIGITS = 4


def measure(maps: str | Path) -> dict[str, Any]:
    """Every number of the page."""
    model, corpus = hs.open_maps(maps)
    run = hs.measure(model, corpus, MEASURES, progress=False)
    best = {row.key: row for row in best_heads(run, "dependency")}
    published = {
        number.way.universal or number.way.key: DEPENDENCY_HEADS[number.way.key]
        for number in paper().numbers
        if number.way.kind == "best"
    }
    published["nmod:poss (own word)"] = published["nmod:poss"]
    [sep] = run.matching("token", "sep")
    [corpus_facts] = run.manifest.corpora
    return {
        "sentences": corpus_facts.units,
        "tokens": run.manifest.tokens,
        "heads": run.manifest.heads,
        "relations": [describe_relation(run, best[key], published[key]) for key in RELATIONS],
        "next": heads_above_half(run, "+1"),
        "previous": heads_above_half(run, "-1"),
        "sep_by_layer": [round_share(mean) for mean in run.value(sep).mean(1)],
    }


def describe_relation(run: hs.Scores, best: Best, theirs: PublishedHead) -> dict[str, Any]:
    """The best head here, held out; the paper's head here; the best fixed offset; and the paper's numbers."""
    held = best.held_out
    assert held is not None
    [series] = [series for series in run.matching("dependency", best.key) if series.direction == theirs.direction]
    low, high = run.interval(series)
    ranked = run.top("dependency", best.key, 2 * run.manifest.heads)  # in both directions
    rank = next(
        rank for rank, head in enumerate(ranked, 1) if (head.head, head.direction) == (str(theirs.head), theirs.direction)
    )
    return {
        "relation": best.key,
        "cases": best.cases,
        "small": best.small,
        "head": str(best.head),
        "accuracy": round_share(held.value),
        "low": round_share(held.low),
        "high": round_share(held.high),
        "offset": best.baseline,
        "offset_accuracy": round_share(best.baseline_value),
        "p": round_share(best.p),
        "paper_head_here": round_share(run.value(series)[theirs.head]),
        "paper_head_here_low": round_share(low[theirs.head]),
        "paper_head_here_high": round_share(high[theirs.head]),
        "paper_head_rank": rank,
        "paper_relation": theirs.relation,
        "paper_head": str(theirs.head),
        "paper_accuracy": theirs.accuracy,
        "paper_offset": theirs.offset,
        "paper_offset_accuracy": theirs.baseline,
    }


def heads_above_half(run: hs.Scores, offset: str) -> list[dict[str, Any]]:
    """The heads that give more than half of their attention to one offset, the highest first."""
    ranked = run.top("offset", offset, run.manifest.heads)
    return [
        {"head": head.head, "value": round_share(head.value), "low": round_share(head.low), "high": round_share(head.high)}
        for head in ranked
        if head.value > HALF
    ]


def round_share(share: float | None) -> float | None:
    """Four digits: more than any interval supports, and the same on every machine."""
    return None if share is None or share != share else round(float(share), DIGITS)


def main() -> None:
    NUMBERS.write_text(json.dumps(measure(sys.argv[1]), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
