"""The numbers in docs/what-a-head-is-for.md, from a run of `headscope report` on the bundled model and corpus.

They take a minute to measure, so `python docs/make.py --run ATLAS` writes them, and a test holds the page against the report that the tests
make anyway.
"""

import re

import headscope as hs
from headscope.findings.agreement import agreements
from headscope.findings.labels import behaviours
from headscope.findings.matter import needed
from headscope.quantities import shown, shown_interval
from headscope.results.scores import Scores
from headscope.ties import rounded

PAGE = "what-a-head-is-for.md"
_MARK = "<!-- {}: numbers of a run, by `python docs/make.py --run ATLAS` -->"
BEGIN, END = (_MARK.format(word) for word in ("begin", "end"))


def with_numbers(page: str, scores: Scores) -> str:
    """The page with the numbers of this run between its marks."""
    return re.sub(
        f"(?<={re.escape(BEGIN)}\n).*?(?={re.escape(END)})", lambda _: f"{paragraph(scores)}\n", page, flags=re.DOTALL
    )


def paragraph(scores: Scores) -> str:
    """How many heads the model needs, which most and what it does, and how far the slope agrees."""
    every = needed(scores)
    sure = sorted((one for one in every if one.sure), key=lambda one: -rounded(one.value))
    first = sure[0]
    quantity = scores.quantity(first.series)
    label = next(one.label for one in behaviours(scores) if one.head == first.head)
    [order] = agreements(scores)
    part = scores.manifest.options.get("every", {}).get(first.series.measure, 1)
    texts = f"every {part}th text of the bundled corpus" if part > 3 else "the bundled corpus"
    loss = quantity.text(first.value, first.low, first.high)
    rho = f"{shown(order.rho, order.low, order.high)} ({shown_interval(order.low, order.high)})"
    return (
        f"On {texts}, which is what `headscope report` cuts heads on, this holds for {len(sure)} of the {len(every)} heads of\n"
        f"`{scores.manifest.model['name']}`: without head {first.head} (`{label}`) the loss rises by {loss}. `importance` orders\n"
        f"the heads nearly as switching them off does: their rank correlation, on the page with its interval, is {rho}."
    )


def read(folder: str) -> Scores:
    return hs.open(folder)
