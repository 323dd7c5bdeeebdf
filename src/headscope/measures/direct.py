"""What a head of a decoder adds to the logit of the token that comes next, by itself."""

from collections.abc import Mapping
from typing import ClassVar

from headscope.description import Key
from headscope.measures.measure import Maps, Measure, Need, Observation, wide
from headscope.measures.sections import MATTER
from headscope.quantities import LOGITS


class Direct(Measure):
    """direct = mean over tokens i of (Σ_j α_ij v_j) W_O · u_i: what the head adds to the logit of the right next token.

    Direct logit attribution, of decoders only. u_i = centred(γ ⊙ (W_U[r] − mean W_U)) / s_i reads a logit out of the residual stream at i:
    r is the token that follows i, W_U[r] its row of the unembedding, of which the mean over the vocabulary is taken away; γ is the scale
    of the final norm and s_i what that norm divides by, held as it is (a norm that takes no mean away does not centre). The embedding, all
    heads, the feed-forward layers and the biases add up to the logit of r, less the mean logit of the vocabulary.

    It is the head's direct effect alone: what later layers make of what the head wrote counts as theirs.

    Three tokens: at the first, the head adds 1 to the logit of the second; at the second, .5 to that of the third; behind the last, nothing
    is predicted.

    >>> from headscope.measures.worked import score
    >>> score(Direct(), [[1., 0., 0.], [1., 0., 0.], [1., 0., 0.]], logits=[1., .5, 0.])
    {'all': 0.75}
    """

    name = "direct"
    title = "What a head adds to the right logit directly"
    read = (
        "Each point is a head: how much of the logit of the right next token, above the mean logit of the vocabulary, is written by the "
        "head itself. Below 0, the head writes against the right token; near 0, what it writes is read by later layers, or by none."
    )
    formula = "mean over i of (Σ α(i, j) v(j)) W_O · u(i), u(i) reading the logit of the next token"
    needs: ClassVar[frozenset[Need]] = frozenset({"logits", "causal"})
    quantity = LOGITS
    section = MATTER
    place = 30
    every_row = True
    known: ClassVar[Mapping[str, Key]] = {"all": Key("writes the right next token", "direct", finding="none")}

    def baselines(self, maps: Maps, even: Maps) -> dict[str, Observation]:
        """None: uniform attention in one head would change what the others read."""
        return {}

    def observe(self, maps: Maps) -> Observation:
        assert maps.logits is not None, "this measure is only asked where heads' logits are known"
        followed = maps.queries.real.roll(-1, 1)  # all tokens but the last
        followed[:, -1] = False
        number = wide(followed).sum(-1)
        added = wide(maps.logits).masked_fill(~followed[:, None], 0).sum(-1)
        return Observation((added / number.clamp(min=1)[:, None])[None], wide(number > 0)[None])
