"""A view of a model that is at hand: its heads can be switched off, and the same text is then shown without them."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

Again: TypeAlias = Callable[[Sequence[str]], Any]  # the same view without these heads, and without no others


def again(source: object, make: Callable[[Any], Any]) -> Again | None:
    """What makes the view once more; None where the model is known by its name alone: loading it for every click would take too long."""
    from headscope.models.given import Gated, gated

    if not at_hand(source):
        return None
    base, gates = (source.model, source.gates) if isinstance(source, Gated) else (source, {})
    kept = {name: gate for name, gate in gates.items() if gate != 0}
    return lambda off: make(gated(base, {**kept, **dict.fromkeys(off, 0)}))


def at_hand(source: object) -> bool:
    """Whether this is a model that is loaded: a `Model`, or a live transformers model; also with gates."""
    from headscope.models.given import Gated
    from headscope.models.model import Model

    base = source.model if isinstance(source, Gated) else source
    return isinstance(base, Model) or hasattr(base, "config")
