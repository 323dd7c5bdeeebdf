"""Which weights a page is about, in words; and, of a run about several kinds, what the page changes when its reader chooses another."""

import numpy as np

from headscope.findings.wording import heads as named
from headscope.findings.wording import listed
from headscope.names import KINDS
from headscope.quantities import SHARE
from headscope.report.change import change
from headscope.report.score import Data
from headscope.results.scores import Scores
from headscope.ties import highest, rounded
from headscope.types import Head

PLAIN = "raw"  # a page about nothing else need not say so


def kind(scores: Scores, *, one_of_several: bool) -> Data | None:
    """What the page calls the weights that its numbers are of; None where they are plain attention and nothing else was measured."""
    name = scores.weights[0]
    if name == PLAIN and not one_of_several:
        return None
    known = KINDS[name]
    said = f"{known.sentence} {dropped(scores)}".rstrip()
    return {"name": name, "label": known.label, "sentence": said, "under": known.under}


def switch(pages: dict[str, Data]) -> list[Data]:
    """The kinds that a reader can choose from, the first being the page itself: each with what it changes. Empty where there is one.
    Measures and sections that are the same under all of them are marked as such."""
    first, *others = pages
    if not others:
        return []
    for name in [measure["name"] for measure in pages[first]["measures"]]:
        shown = [[one for one in page["scores"] if one["measure"] == name] for page in pages.values()]
        for page in pages.values() if all(one == shown[0] for one in shown) else ():
            for measure in page["measures"]:
                if measure["name"] == name:
                    measure["every_kind"] = True
    for part in pages[first]["sections"]:
        seen = [_shown(page, part["id"]) for page in pages.values()]
        for page in pages.values() if all(one == seen[0] for one in seen) else ():
            next(one for one in page["sections"] if one["id"] == part["id"])["every_kind"] = True
    return [
        {"name": name, "label": KINDS[name].label, "change": change(pages[first], page) if name in others else {}}
        for name, page in pages.items()
    ]


def _shown(page: Data, id: str) -> list[Data]:
    """All that a page shows in one section: what is said there, and the scores of its measures."""
    parts = [part for part in page["sections"] if part["id"] == id]
    names = {one["name"] for one in page["measures"] if one["section"] == id}
    return [*parts, *(one for one in (*page["scores"], *page["relations"]) if one["measure"] in names)]


def dropped(scores: Scores) -> str:
    """How many tokens are not counted, since the head rests there, and which heads never read the text; empty where all count."""
    measured = [series for series in scores.series() if scores.about(series.measure).drops and scores.tally.groups(series)]
    if scores.weights[0] != "no-sink" or not measured:
        return ""
    said = []
    for series in measured:
        values = scores.value(series)
        most = Head(*(int(at) for at in np.unravel_index(highest(values), values.shape)))
        never = [Head(*map(int, at)) for at in np.argwhere(rounded(values) >= 1)]
        where = f" of the {series.stack}" if len(scores.manifest.model["stacks"]) > 1 else ""
        mean, largest = (SHARE.number(float(number)) for number in (values.mean(), values[most]))
        said.append(f"{mean} of a head’s tokens on average{where}, {largest} of those of head {most}")
        if never:
            said[-1] += f" ({named(never)} never read{'s' if len(never) == 1 else ''} the text: no figure)"
    return f"Where a head gives less than 1% of its attention to the text, the token is not counted: {listed(said)}."
