"""What a measure may need of a model, and whether the model has it. What it needs of a corpus, `plan` finds by its units."""

from collections.abc import Callable, Sequence

from headscope.measures.measure import Measure, Need
from headscope.models import Model, circuits, direct
from headscope.models.large import no_way_back
from headscope.models.loss import masking_refusal, refusal
from headscope.models.weighting import Weights
from headscope.names import LAYER_WEIGHTS


def _layers(model: Model) -> str | None:
    uneven = any(site.heads != model.stacks[site.stack][1] for site in model.sites)
    return "its layers have different numbers of heads" if uneven else None


def _values(model: Model) -> str | None:
    return model.values.reason


def _residual(model: Model) -> str | None:
    return model.residuals.reason


def _norm(model: Model) -> str | None:
    return model.residuals.no_norm


def _embeddings(model: Model) -> str | None:
    return "its input embeddings are not known" if model.embeddings is None else None


def _causal(model: Model) -> str | None:
    return (
        None if model.stacks.keys() <= model.causal else "it reads a text as a whole, so that nothing is left to be continued"
    )


def _closing(model: Model) -> str | None:
    """Of a file of maps it is known when its tokens are read: a measure of them then counts nothing."""
    if model.road == "maps" or model.encoder.sep is not None:
        return None
    return "its tokenizer closes no text with a token of its own"


def _cuts(model: Model) -> str | None:
    return refusal(model) or model.cuts.refusal


def _backward(model: Model) -> str | None:
    return refusal(model) or no_way_back(model.identity, model.device)


def _nothing(model: Model) -> str | None:
    return None


# Why a model can't give it; None where it can.
LACKING: dict[Need, Callable[[Model], str | None]] = {
    "maps": _nothing,
    "layers": _layers,
    "gradient": _backward,
    "gates": _backward,
    "values": _values,
    "logits": direct.refusal,
    "residual": _residual,
    "norm": _norm,
    "effects": masking_refusal,
    "cuts": _cuts,
    "mean-cuts": _cuts,
    "embeddings": _embeddings,
    "causal": _causal,
    "weights": circuits.refusal,
    "closing": _closing,
    "trees": _nothing,
    "mentions": _nothing,
}
BACKWARD: frozenset[Need] = frozenset({"gradient", "gates"})  # what comes only on the way back
CUTTING: frozenset[Need] = frozenset({"cuts", "mean-cuts"})  # what takes a pass for each head
FORWARD_ONLY: frozenset[Need] = frozenset({"residual", "norm"})  # what is known while a pass goes forward
# What only heads have, not any map.
OF_HEADS: frozenset[Need] = BACKWARD | CUTTING | FORWARD_ONLY | {"layers", "values", "logits", "weights"}
CAUSAL = "each token sees only itself and what comes before it"


def needs_heads(measure: Measure, weights: Sequence[Weights]) -> str | None:
    """Why a measure makes no sense of weights that have one map for a layer; None where it does."""
    single = next((kind for kind in weights if kind in LAYER_WEIGHTS), None)
    if single is None or not any(measure.wanted(need) for need in OF_HEADS):
        return None
    return f"it needs the model's heads, and --weights {single} has one map for a layer"


def lacking(need: Need | None, model: Model) -> str | None:
    """Why a model can't give what is needed; None where it can."""
    return None if need is None else LACKING[need](model)
