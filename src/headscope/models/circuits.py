"""What the weights alone say of a head: which token it would write, given which token it reads.

From a token's embedding through the layer's norm, the head's W_V and W_O, the final norm and the unembedding, all of it is linear but for
the division inside the norms, which only scales a row by a positive number. Where these matrices lie is known family by family; of
other models, and of those in which something that is not linear stands between, the reason is said.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from headscope.models.gates import by_call
from headscope.models.large import unread

if TYPE_CHECKING:
    from headscope.models.model import Model

Parts = tuple[nn.Module, Float[Tensor, "feature values"], Float[Tensor, "heads feature"]]
ROWS = 8192  # of the vocabulary at a time


@dataclass(frozen=True)
class Norm:
    """The linear part of a norm: x → (x − mean x) ⊙ γ, without the mean where the norm takes none away."""

    scale: Float[Tensor, " feature"]
    centred: bool

    def before(self, matrix: Float[Tensor, "*head feature channel"]) -> Float[Tensor, "*head feature channel"]:
        """The matrix that reads what the norm gives, as one that reads what the norm is given."""
        scaled = self.scale[:, None] * matrix
        return scaled - scaled.mean(-2, keepdim=True) if self.centred else scaled


@dataclass(frozen=True)
class Circuit:
    """One layer's heads: row vectors, float64. Biases say nothing of which token was read, and have no part in it."""

    norm: Norm  # of the layer's input
    value: Float[Tensor, "head feature channel"]  # W_V
    output: Float[Tensor, "head channel feature"]  # W_O
    vocabulary: Float[
        Tensor, "feature feature"
    ]  # W_U W_E, with the final norm before it: from what heads write to what heads read

    def copies(
        self, value: Float[Tensor, "some feature channel"], output: Float[Tensor, "some channel feature"]
    ) -> Float[Tensor, "some channel channel"]:
        """W_O W_U W_E W_V of these heads in the place of the layer's, the norms folded in. Its eigenvalues are those of the vocabulary ×
        vocabulary matrix W_E W_V W_O W_U that are not 0."""
        return output @ self.vocabulary @ self.norm.before(value)


def _gpt2(module: Any, layer: int) -> Parts:
    block = module.transformer.h[layer]
    return block.ln_1, block.attn.c_attn.weight.chunk(3, -1)[-1], block.attn.c_proj.weight


def _gpt_neox(module: Any, layer: int) -> Parts:
    block, heads = module.gpt_neox.layers[layer], module.config.num_attention_heads
    together = block.attention.query_key_value.weight.T  # columns: of each head its queries, keys and values
    value = together.reshape(len(together), heads, 3, -1)[:, :, 2].flatten(1)
    return block.input_layernorm, value, block.attention.dense.weight.T


def _llama(module: Any, layer: int) -> Parts:
    block = module.model.layers[layer]
    return block.input_layernorm, block.self_attn.v_proj.weight.T, block.self_attn.o_proj.weight.T


# By the type that a model's configuration names: its layer's norm, W_V and W_O of all heads side by side; and where the final norm is.
FAMILIES: dict[str, tuple[Callable[[Any, int], Parts], Callable[[Any], nn.Module]]] = {
    "gpt2": (_gpt2, lambda module: module.transformer.ln_f),
    "gpt_neox": (_gpt_neox, lambda module: module.gpt_neox.final_layer_norm),
    **{name: (_llama, lambda module: module.model.norm) for name in ("llama", "mistral", "qwen2", "qwen3", "gemma")},
}
SERVED = "GPT-2, GPT-NeoX, Llama, Mistral, Qwen2, Qwen3 and Gemma"
_AFTER = "a norm of its own stands behind its attention, so that what one head writes depends on the others"
WHY_NOT = {
    **dict.fromkeys(("gemma2", "gemma3", "gemma3_text", "olmo2"), _AFTER),
    "bloom": "a norm stands behind its embeddings",
}


def refusal(model: "Model") -> str | None:
    """Why a model's weights do not tell what its heads copy; None where they do."""
    if model.road == "maps":
        return "only its maps are known, not its weights"
    if not model.stacks.keys() <= model.causal:
        return "it does not predict the next token from what its heads write"
    kind = str(getattr(model.network.config, "model_type", ""))
    if kind not in FAMILIES:
        return WHY_NOT.get(kind, f"where a head's weights lie is known of {SERVED}, not of '{kind}'")
    module: Any = model.network
    if getattr(module, "get_output_embeddings", lambda: None)() is None:
        return "it has no language-model head"
    return unread(module)


def find(model: "Model") -> tuple[Circuit, ...]:
    """Every layer's circuit, in the order of the model's sites."""
    module: Any = model.network
    family, final = FAMILIES[module.config.model_type]
    vocabulary = norm_of(final(module)).before(_vocabulary(module))
    found, gates = [], by_call(model)
    for number, site in enumerate(model.sites):
        norm, value, output = family(module, site.layer)
        width = len(output) // site.heads
        values = _double(value).reshape(len(value), -1, width).transpose(0, 1)  # fewer than heads, where heads share them
        values = values.repeat_interleave(site.heads // len(values), 0)
        if number in gates:
            values = values * values.new_tensor(gates[number])[:, None, None]
        outputs = _double(output).reshape(site.heads, width, -1)
        found.append(Circuit(norm_of(norm), values, outputs, vocabulary))
    return tuple(found)


def _vocabulary(module: Any) -> Float[Tensor, "feature feature"]:
    """W_U W_E = Σ over tokens of the row that writes it and the row that it is read as, some thousand at a time."""
    written, read = module.get_output_embeddings().weight, module.get_input_embeddings().weight
    size = min(len(written), len(read))
    parts = [slice(at, min(at + ROWS, size)) for at in range(0, size, ROWS)]
    return torch.stack([_double(written[part]).T @ _double(read[part]) for part in parts]).sum(0)


def norm_of(norm: Any) -> Norm:
    """The linear part of a module."""
    scale = _double(norm.weight)
    return Norm(1 + scale if type(norm).__name__ == "GemmaRMSNorm" else scale, isinstance(norm, nn.LayerNorm))


def _double(tensor: Tensor) -> Tensor:
    tensor = tensor.detach()
    return (tensor.cpu() if tensor.device.type == "mps" else tensor).double()
