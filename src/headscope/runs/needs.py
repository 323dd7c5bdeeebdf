"""What a measure may need of a model, and whether the model has it. What it needs of a corpus, `plan` finds by its units."""

from collections.abc import Callable

from headscope.measures.measure import Need
from headscope.models import Model, circuits
from headscope.models.loss import masking_refusal, refusal


def _layers(model: Model) -> str | None:
    uneven = any(site.heads != model.stacks[site.stack][1] for site in model.sites)
    return "its layers have different numbers of heads" if uneven else None


def _values(model: Model) -> str | None:
    return model.values.reason


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


def _nothing(model: Model) -> str | None:
    return None


# Why a model can't give it; None where it can.
LACKING: dict[Need, Callable[[Model], str | None]] = {
    "maps": _nothing,
    "layers": _layers,
    "gradient": refusal,
    "gates": refusal,
    "values": _values,
    "effects": masking_refusal,
    "embeddings": _embeddings,
    "causal": _causal,
    "weights": circuits.refusal,
    "closing": _closing,
    "trees": _nothing,
    "mentions": _nothing,
}
BACKWARD: frozenset[Need] = frozenset({"gradient", "gates"})  # what comes only on the way back
CAUSAL = "each token sees only itself and what comes before it"


def lacking(need: Need | None, model: Model) -> str | None:
    """Why a model can't give what is needed; None where it can."""
    return None if need is None else LACKING[need](model)
