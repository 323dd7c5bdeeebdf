"""How much of what a layer writes at a token comes from other tokens."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import ClassVar

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.description import Key
from headscope.measures.measure import Maps, Measure, Need, Observation, wide
from headscope.measures.sections import MIXING

Parts = tuple[Float[Tensor, "batch query feature"], Float[Tensor, "batch query feature"]]
Moved = Callable[[], Parts | None]  # what all heads write from other tokens, and from the token itself


class Mixing(Measure):
    """mixing = mean over tokens i of ‖c_i‖ / (‖c_i‖ + ‖s_i‖), c_i what comes from other tokens, s_i what comes from i itself.

    After Kobayashi et al. 2021 (arXiv 2109.07152). One figure for a layer, in five variants. α is the attention, f_h(x_j) what head h
    writes from token j, x_i the residual, that is the input that the layer adds to what its heads write:

    - `Attn-W`: c is the mean over heads of Σ_{j≠i} α_ij, s the mean over heads of α_ii.
    - `Attn-N`: c is Σ_h Σ_{j≠i} α_ij f_h(x_j), s is Σ_h α_ii f_h(x_i).
    - `AttnRes-W`: half of Attn-W's c; half of its s and ½, for the residual.
    - `AttnRes-N`: as Attn-N, but s is Σ_h α_ii f_h(x_i) + x_i.
    - `AttnResLn-N`: c and s of AttnRes-N, each through the layer norm behind the sum: (y − mean y) / s ⊙ γ, s of the whole sum.

    Biases belong to neither. A model that normalises before attention (GPT-2, Llama) adds the heads' output to its stream and has no norm
    right behind that sum: it has no AttnResLn-N. What the model's heads move and what is added to it is found and proven
    at load (docs/weights.md); where it can't be, only the variants of weights are left. All are of the model's own attention, whatever
    `--weights` says. Not for cross attention, where no token attends to itself.

    Two tokens: the first takes half from itself, the second all from the first. Attn-W is .5 and 1; with the residual .25 and .5.

    >>> from headscope.measures.worked import score
    >>> score(Mixing(["Attn-W", "AttnRes-W"]), [[.5, .5], [1., 0.]])
    {'Attn-W': 0.75, 'AttnRes-W': 0.375}

    The same with values: the head writes (3, 0) from the first token and (0, 4) from the second, the residuals are (1.5, 0) and (0, 9).
    First token: c = (0, 2), s = (1.5, 0) + (1.5, 0); second: c = (3, 0), s = (0, 0) + (0, 9). So 2 / 5 and 3 / 12.

    >>> from headscope.measures.worked import moved_score
    >>> moved_score(Mixing(["AttnRes-N"]), [[.5, .5], [1., 0.]], moved=[[3., 0.], [0., 4.]], residual=[[1.5, 0.], [0., 9.]])
    {'AttnRes-N': 0.325}
    """

    name = "mixing"
    title = "How much a layer mixes tokens"
    read = (
        "Each point is a layer: of what it writes at a token, the share that comes from other tokens. At 0 tokens stay to themselves; at 1 "
        "nothing of the token's own is left. Variants that count the residual are much lower than attention weights alone suggest."
    )
    formula = "mean over i of ‖c(i)‖ / (‖c(i)‖ + ‖s(i)‖), c from other tokens, s from i itself"
    section = MIXING
    place = 10
    per = "layer"
    every_row = True
    key_needs: ClassVar[Mapping[str, Need]] = {"Attn-N": "values", "AttnRes-N": "residual", "AttnResLn-N": "norm"}
    known: ClassVar[Mapping[str, Key]] = {
        "Attn-W": Key("attends to other tokens", "attention weights", finding="none"),
        "Attn-N": Key("moves from other tokens", "what heads move", finding="none"),
        "AttnRes-W": Key("attends to other tokens, the residual counted", "weights + residual", finding="none"),
        "AttnRes-N": Key("moves from other tokens, the residual counted", "moved + residual", finding="none"),
        "AttnResLn-N": Key(
            "moves from other tokens, the residual and the norm counted", "moved + residual + norm", finding="none"
        ),
    }

    def observe(self, maps: Maps) -> Observation:
        units = len(maps.counts)
        square = maps.weights.shape[-1] == maps.weights.shape[-2]
        figures, counted = [], []
        moved = cache(lambda: _moved(maps))  # made once, for all variants that ask
        for key in self.keys:
            parts = VARIANTS[key](maps, moved) if square else None
            if parts is None:
                figures.append(maps.counts.new_zeros(units, 1))
            else:
                other, own = (torch.linalg.vector_norm(wide(part), dim=-1) for part in parts)
                whole = other + own
                figures.append(maps.row_mean((other / torch.where(whole > 0, whole, 1))[:, None]))
            counted.append(maps.counts.new_full((units,), float(parts is not None)))
        return Observation(torch.stack(figures), torch.stack(counted))

    def baselines(self, maps: Maps, even: Maps) -> dict[str, Observation]:
        """Uniform attention, of the variants of weights: nobody knows what it would move in the layers above the first."""
        return {"uniform": self.observe(even)}


def _own(maps: Maps) -> Float[Tensor, "batch any query"]:
    """α_ii."""
    return _raw(maps).diagonal(dim1=-2, dim2=-1)


def _raw(maps: Maps) -> Float[Tensor, "batch any query key"]:
    return maps.weights if maps.raw is None else maps.raw


def _by_weights(maps: Maps, moved: Moved) -> Parts:
    own, whole = wide(_own(maps)).mean(1), wide(_raw(maps).sum(-1)).mean(1)
    return (whole - own)[..., None], own[..., None]


def _by_weights_with_residual(maps: Maps, moved: Moved) -> Parts:
    other, own = _by_weights(maps, moved)
    return other / 2, own / 2 + 0.5


def _moved(maps: Maps) -> Parts | None:
    """What all heads write from other tokens, and from the token itself."""
    if maps.values is None or maps.projection is None:
        return None
    matrix, weights = maps.projection.matrix, _raw(maps)
    values = maps.values.to(weights.dtype)
    rows = matrix.to(weights.dtype).flatten(0, 1)  # [head · channel, feature]

    def written(read: Float[Tensor, "batch head query channel"]) -> Float[Tensor, "batch query feature"]:
        return read.transpose(1, 2).flatten(2) @ rows

    own = _own(maps)[..., None] * values
    return written(weights @ values - own), written(own)


def _moved_alone(maps: Maps, moved: Moved) -> Parts | None:
    return moved()


def _moved_with_residual(maps: Maps, moved: Moved) -> Parts | None:
    parts = moved()
    if parts is None or maps.residual is None:
        return None
    return parts[0], parts[1] + maps.residual.to(parts[1].dtype)


def _normalised(maps: Maps, moved: Moved) -> Parts | None:
    """The division by s is the same for both, and cancels in the ratio."""
    parts = _moved_with_residual(maps, moved)
    if parts is None or maps.norm is None:
        return None
    return maps.norm.direction(parts[0]), maps.norm.direction(parts[1])


VARIANTS: dict[str, Callable[[Maps, Moved], Parts | None]] = {
    "Attn-W": _by_weights,
    "Attn-N": _moved_alone,
    "AttnRes-W": _by_weights_with_residual,
    "AttnRes-N": _moved_with_residual,
    "AttnResLn-N": _normalised,
}
