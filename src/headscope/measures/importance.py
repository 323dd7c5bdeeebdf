"""How much the model's loss would change if a head gave a little more or less."""

from collections.abc import Mapping
from typing import ClassVar

from headscope.description import Key
from headscope.measures.measure import Maps, Measure, Need, Observation, wide
from headscope.measures.sections import MATTER
from headscope.quantities import NATS


class Importance(Measure):
    """importance = mean over segments x of |∂L(x)/∂ξ| at ξ = 1; the gate ξ multiplies the head's output.

    After Michel et al. 2019 (arXiv 1905.10650). L(x) is the language-model loss of a segment, in nats: its mean over the tokens that are
    predicted in it (their sum, where the run's option `loss` says so), masked words or, in a causal model, every next token. One backward
    pass gives all heads at once.

    It says what a small change of the gate would do. Switching the head off is a large one: L(0) − L(1) is about −∂L/∂ξ only where the loss
    is straight in between. Segments whose loss rises and segments whose loss falls do not cancel, since absolute values are averaged.

    A segment whose loss falls by .02 nats for each unit by which the gate opens:

    >>> from headscope.measures.worked import score
    >>> score(Importance(), [[.5, .5], [.5, .5]], gate=-.02)
    {'all': 0.02}
    """

    name = "importance"
    title = "How much the loss depends on a head"
    read = (
        "Each point is a head: how much the model's loss changes, in nats, for each unit by which the head's output is made larger or "
        "smaller, averaged over texts. Near 0, a little more or less of the head makes no difference to the predictions."
    )
    formula = "mean over texts of |∂L/∂ξ| at ξ = 1, ξ multiplying the head's output"
    needs: ClassVar[frozenset[Need]] = frozenset({"gates"})
    quantity = NATS
    section = MATTER
    place = 20
    every_row = True
    beside = "ablation.zero"  # what it stands in for
    known: ClassVar[Mapping[str, Key]] = {"all": Key("matters to the loss", "importance", finding="none")}

    def baselines(self, maps: Maps, even: Maps) -> dict[str, Observation]:
        """None: uniform attention has no loss of its own here."""
        return {}

    def observe(self, maps: Maps) -> Observation:
        assert maps.gates is not None, "this measure is only asked in a backward pass"
        return Observation(wide(maps.gates).abs()[None], wide(maps.predicted)[None])
