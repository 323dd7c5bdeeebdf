"""The paper's probing classifiers as the table and the figure show them beside ours: table 3, in percent of words, punctuation left out.

The numbers and their sources are in `reproduce`: BERT-base, Penn Treebank with Stanford Dependencies, GloVe vectors. The structural
probe is Hewitt and Manning's (2019), and its score undirected.
"""

from typing import NamedTuple

from headscope.reproduce.published import paper

UAS, UUAS = "uas", "uuas"


class PublishedProbe(NamedTuple):
    """A score, and whether edges must have the right direction for it (`uas`) or not (`uuas`)."""

    score: float
    metric: str = UAS


_NUMBERS = [number for number in paper().numbers if number.way.kind == "probe"]
PROBES = {one.way.probe: PublishedProbe(float(one.paper), one.way.metric) for one in _NUMBERS if one.paper is not None}

# What the authors' notebook prints where it differs; its vectors are misaligned, and a bias per head is learned.
NOTEBOOK = {number.way.probe: number.notebook for number in _NUMBERS if number.notebook is not None}

# From the lowest to the highest.
ORDER = tuple(sorted((name for name, one in PROBES.items() if one.metric == UAS), key=lambda name: PROBES[name].score))
