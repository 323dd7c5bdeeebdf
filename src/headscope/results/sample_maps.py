"""Makes the example of a run: one short text, or two, through the model once more, every map kept."""

from collections.abc import Sequence

import numpy as np

from headscope.models import Call, Model
from headscope.models.maps import MapsModel
from headscope.models.weighting import Weighing, Weights
from headscope.names import LAYER_WEIGHTS
from headscope.results.sample_text import Example, StackExample, Tokens
from headscope.tokens import Encoded, Side, collate
from headscope.types import Site, Stack, Unit

# Words that come back, related ones, some that most vocabularies split, and both kinds of punctuation.
TEXTS = (
    "The old king watered his tomatoes before breakfast.",
    "After breakfast the queen sold the tomatoes, and the king bought strawberries.",
)
LONGEST = 48  # tokens; more can't be read in a figure


def make_example(model: Model, texts: Sequence[str] = TEXTS, weights: Sequence[Weights] = ("raw",)) -> Example | None:
    """The attention of every head over the texts, under each kind of weights; of attention from a file, over its unit of the handiest
    length. None where the text gives no token."""
    row = _of_file(model) if isinstance(model, MapsModel) else _of_texts(model, texts)
    if row is None:
        return None
    batch = collate([row], model.encoder, model.device, model.start)
    maps: dict[str, dict[Stack, list[np.ndarray]]] = {kind: {stack: [] for stack in model.stacks} for kind in weights}
    weighings = {kind: Weighing(kind, model, batch) for kind in weights}

    def hear(site: Site, call: Call) -> None:
        for kind, weighing in weighings.items():
            weighed = weighing.of(site, call, model.sides(batch, site.stack)[1])
            layer = weighed.weights[0].float().cpu().numpy()
            heads = 1 if kind in LAYER_WEIGHTS else model.stacks[site.stack][1]
            missing = heads - len(layer)  # a layer with fewer heads than others
            maps[kind][site.stack].append(np.pad(layer, ((0, missing), (0, 0), (0, 0))))

    model.attend(batch, hear)
    # As it is kept: a page shows the same from the run and from its folder.
    kept = {
        kind: {stack: np.stack(layers).astype(np.float16).astype(np.float32) for stack, layers in of.items()}
        for kind, of in maps.items()
    }
    first, *others = weights
    stacks = {}
    for stack in model.stacks:
        queries, keys = (tokens_of(model, side) for side in model.sides(batch, stack))
        stacks[stack] = StackExample(queries, keys, kept[first][stack])
    return Example(stacks, {kind: kept[kind] for kind in others})


def _of_texts(model: Model, texts: Sequence[str]) -> Encoded | None:
    longest = min(LONGEST, model.encoder.longest or LONGEST)
    rows, _ = model.encoder.encode([Unit("example", texts[0], texts[1] if len(texts) > 1 else None)], longest)
    return rows[0] if rows else None


def _of_file(model: MapsModel) -> Encoded | None:
    """Not so short that nothing happens, not so long that nothing can be read."""
    fitting = [row for row in model.encoder.rows() if 2 <= len(row) <= LONGEST]
    return max(fitting, key=len, default=None)


def tokens_of(model: Model, side: Side) -> Tokens:
    """The tokens of one row of a batch, as they are written, with the words that they are parts of."""
    ids = side.ids[0].tolist()
    words = tuple(side.words[0].tolist())
    special = tuple(word < 0 for word in words)
    return Tokens(tuple(model.encoder.tokens(ids)), special, tuple(side.segments[0].tolist()), words)
