"""Whether a head continues what was repeated, asked of running text; and where it rests meanwhile."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

import torch

from headscope.description import Key
from headscope.measures.follow import Follow, Targets
from headscope.measures.measure import Maps, Measure, Need, Observation
from headscope.measures.sections import INDUCTION
from headscope.rows import Pairs


class InductionText(Measure):
    """induction-text K = (1/|S|) Σ_{i∈S} Σ_{j∈T(i)} α_ij, over the tokens of running text.

    - `prefix`: S are the tokens that occurred before, and T(i) the tokens that followed them there: j with t_{j−1} = t_i and j < i.
    - `rest`: S are the tokens that occur for the first time, and T(i) is the first token of the text: what the head does where there is
      nothing to continue. The first token itself is not in S.
    t_i is the token at i. Only for causal models.

    The baseline `uniform` is uniform attention over the tokens that each token may see.

    <s> a b a c: the second a gives .8 to b, which followed a before; the tokens a, b and c, each new, give <s> 1, .4 and .1.

    >>> from headscope.measures.worked import score
    >>> rows = [[1., 0., 0., 0., 0.], [1., 0., 0., 0., 0.], [.4, .6, 0., 0., 0.], [.2, 0., .8, 0., 0.], [.1, 0., 0., 0., .9]]
    >>> score(InductionText(), rows, ids=[0, 1, 2, 1, 3])
    {'prefix': 0.8, 'rest': 0.5}
    """

    name = "induction-text"
    title = "Repeats in running text"
    read = (
        "Each point is a head: where a token occurred before in the text, the share of its attention on what followed it there; and where "
        "a token is new, the share on the first token of the text. The dashed line is uniform attention."
    )
    formula = "mean over repeated i of Σ α(i, j), j after an earlier i; mean over new i of α(i, first)"
    section = INDUCTION
    place = 20
    whole_maps = False
    second = True
    needs: ClassVar[frozenset[Need]] = frozenset({"maps", "causal"})
    known: ClassVar[Mapping[str, Key]] = {
        "prefix": Key("attends to what followed a token before, in running text", "what followed, in text", finding="none"),
        "rest": Key("rests on {cls} where a token is new", "{cls} from new tokens", finding="none"),
    }

    def _follow(self, maps: Maps) -> Follow:
        return Follow.once(maps, self.name, self.keys, partial(self._rules, maps))

    def listed(self, maps: Maps) -> Sequence[Pairs]:
        return (self._follow(maps).pairs,)

    def observe(self, maps: Maps) -> Observation:
        return self._follow(maps).observe(maps)

    def _rules(self, maps: Maps, names: Sequence[str], rows: slice) -> list[Targets]:
        return [self._targets(key, maps, rows) for key in names]

    def _targets(self, key: str, maps: Maps, rows: slice) -> Targets:
        queries, keys = maps.queries, maps.keys
        i, j = (torch.arange(side.ids.shape[1], device=side.ids.device) for side in (queries, keys))
        real, before = queries.real[:, rows, None], j < i[rows, None]
        earlier = (queries.ids[:, rows, None] == keys.ids[:, None]) & before & real
        found = torch.zeros_like(earlier)
        if key == "prefix":
            found[:, :, 1:] = earlier[:, :, :-1]
            return found & before
        found[:, :, 0] = real[..., 0] & ~earlier.any(-1) & (i[rows] > 0)
        return found
