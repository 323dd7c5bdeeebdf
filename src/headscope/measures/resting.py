"""How often a head rests: gives next to nothing to any token of the text."""

from collections.abc import Mapping
from typing import ClassVar

from headscope.description import Key
from headscope.measures.measure import Maps, Measure, Observation, wide
from headscope.measures.sections import SURFACE
from headscope.names import LEFT


class Resting(Measure):
    """resting = the share of query tokens i with Σ_{j∉S} α_ij < 0.01, S the special tokens and, in a causal model, the first token.

    These are the rows that `--weights no-sink` does not count: of the others it says where a head looks when it looks at all. Uniform
    attention never rests.

    Three tokens, one of which gives all but .005 to [SEP]:

    >>> from headscope.measures.worked import score
    >>> score(Resting(), [[.5, .3, .2], [.0, .005, .995], [.2, .2, .6]], "it was [SEP]")
    {'all': 0.3333}
    """

    name = "resting"
    title = "How often a head rests"
    read = (
        "Each point is a head: the share of tokens from which it gives less than 1% of its attention to the text, and the rest to special "
        "tokens or the first token. Near 1 the head hardly ever reads anything."
    )
    formula = "share of i with Σ α(i, j) < 0.01, j of the text"
    section = SURFACE
    place = 65
    every_row = drops = True
    whole_maps = False
    known: ClassVar[Mapping[str, Key]] = {"all": Key("rests", "resting", finding="none", by_layer=False)}

    def observe(self, maps: Maps) -> Observation:
        return Observation(maps.row_mean(wide(maps.into("text") < LEFT))[None], maps.every[None])
