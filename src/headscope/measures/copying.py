"""Whether a head copies: whether reading a token makes the model more likely to say that token. From the weights alone."""

from collections.abc import Mapping
from typing import ClassVar

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.description import Key
from headscope.measures.measure import Maps, Measure, Need, Observation
from headscope.measures.sections import INDUCTION
from headscope.quantities import RATIO

DRAWN, AT_ONCE = 64, 8  # random heads of each layer, so many at a time
BAR = 0.95  # the share of them that stays below the baseline


class Copying(Measure):
    """copying = Σ λ / Σ |λ|, λ the eigenvalues of W_O^h W_U W_E W_V^h, from −1 to 1 (Elhage et al. 2021).

    W_E embeds a token, W_V^h and W_O^h are what head h reads of it and writes, W_U turns that into the logits of tokens. The scales of the
    norms are folded in, of the layer's input into W_V and of the final one into W_U, and so is that a layer norm takes the mean away. The
    matrix is as wide as a head; its eigenvalues are those of the vocabulary × vocabulary matrix W_E W_V^h W_O^h W_U that are not 0: what
    reading each token does to the logit of each. All positive, and reading a token raises its own logit: the head copies. All negative,
    and it lowers it. The weights alone tell, so no corpus is read; there is no interval. For GPT-2, GPT-NeoX, Llama, Mistral,
    Qwen2, Qwen3 and Gemma.

    The baseline `random weights` is from heads of the same shape whose W_V and W_O are drawn at random: 95% of them stay below it.

    A head of width 2, of which the matrix is [[2, 1], [0, −1]]: its eigenvalues are 2 and −1, so (2 − 1) / (2 + 1).

    >>> round(Copying().share(torch.tensor([[2., 1.], [0., -1.]])).item(), 4)
    0.3333
    """

    name = "copying"
    title = "Copying, from the weights alone"
    read = (
        "Each point is a head: at 1, reading a token makes the model more likely to say this token; at −1, less likely. 95% of heads with "
        "random weights stay below the dashed line. No text is read: the weights alone say it."
    )
    formula = "Σ λ / Σ |λ|, λ the eigenvalues of W_O W_U W_E W_V of the head"
    section = INDUCTION
    place = 30
    quantity = RATIO
    unit = "none"
    needs: ClassVar[frozenset[Need]] = frozenset({"weights"})
    baseline_per = "layer"
    known: ClassVar[Mapping[str, Key]] = {
        "all": Key("copies what it attends to", "copying", do="copy what they attend to", finding="none")
    }

    def share(self, matrix: Float[Tensor, "*head channel channel"]) -> Float[Tensor, "*head"]:
        sizes = torch.linalg.eigvals(matrix).abs().sum(-1)
        return matrix.diagonal(dim1=-2, dim2=-1).sum(-1) / torch.where(
            sizes > 0, sizes, 1
        )  # the trace is the sum of the eigenvalues

    def observe(self, maps: Maps) -> Observation:
        assert maps.circuit is not None, "this measure is only asked with the weights"
        circuit = maps.circuit
        return _of_one(self.share(circuit.copies(circuit.value, circuit.output)))

    def baselines(self, maps: Maps, even: Maps) -> dict[str, Observation]:
        assert maps.circuit is not None
        circuit, generator = maps.circuit, torch.Generator().manual_seed(0)
        shares = []
        for _ in range(DRAWN // AT_ONCE):
            value, output = (
                torch.randn(AT_ONCE, *one.shape[1:], generator=generator, dtype=one.dtype).to(one.device)
                for one in (circuit.value, circuit.output)
            )
            shares.append(self.share(circuit.copies(value, output)))
        return {"random weights": _of_one(torch.cat(shares).quantile(BAR)[None])}


def _of_one(shares: Float[Tensor, " head"]) -> Observation:
    """A figure of every head, once: there is one unit."""
    return Observation(shares[None, None], torch.ones(1, 1, dtype=shares.dtype, device=shares.device))
