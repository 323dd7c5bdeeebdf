"""What cutting each head does to the loss of every predicted token of a batch: what measures of cut heads see."""

from collections.abc import Callable, Sequence
from threading import Lock

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.measures.measure import Cuts
from headscope.models import Model
from headscope.models.cuts import Kind, Means
from headscope.models.loss import is_causal
from headscope.runs.draws import Draw, draw_tokens, draw_words
from headscope.tokens import Encoded, batches
from headscope.tokens.masking import IGNORED, Masking
from headscope.types import Site

MEAN_UNITS = 64  # of a corpus, evenly spread: what a head gives on average is taken over these
MEAN_BATCH = 16  # always: what a head gives on average does not depend on how a run is cut into batches


def find_cuts(
    model: Model, rows: Sequence[Encoded], masking: Masking, kinds: Sequence[Kind] = ("zero",), means: Means = ()
) -> dict[Site, Cuts]:
    """By site, the rise of every predicted token's loss under each kind of cut. Of annotated units every word is predicted once, whole; of
    others single tokens are, as the run's masking says."""
    drawn = (draw_words if rows[0].sentences else draw_tokens)(model, rows, masking)
    whole, kept = model.cuts.whole(drawn.batch, drawn.labels)
    place = _Places(model, drawn, len(rows), max(map(len, rows)))
    found = {}
    for site, losses in model.cuts.losses(drawn.batch, drawn.labels, kept, kinds, means):
        rises = place(losses - whole)
        found[site] = Cuts(dict(zip(kinds, rises, strict=True)), place.predicted)
    return found


class _Places:
    """Predicted words, in the order of rows and positions → the units and tokens that they are."""

    def __init__(self, model: Model, drawn: Draw, units: int, length: int) -> None:
        row, at = (drawn.labels != IGNORED).nonzero(as_tuple=True)
        self._at = at + is_causal(model)  # the label of a position is the token after it
        self._unit = torch.tensor(drawn.units, device=row.device)[row]
        self._shape = (units, length)
        self.predicted = torch.zeros(self._shape, dtype=torch.bool, device=row.device)
        self.predicted[self._unit, self._at] = True

    def __call__(self, values: Float[Tensor, "kind head word"]) -> Float[Tensor, "kind batch head token"]:
        kinds, heads, _ = values.shape
        placed = values.new_zeros(kinds, heads, *self._shape)
        placed[:, :, self._unit, self._at] = values
        return placed.transpose(1, 2)


class MeanOutputs:
    """What each head gives on average, worked out when it is first asked for, once per corpus."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: dict[str, Means] = {}

    def of(self, name: str, model: Model, rows: Callable[[], Sequence[Encoded]], masking: Masking) -> Means:
        """Over all tokens of these units, as the model reads them where it predicts."""
        with self._lock:
            if name not in self._known:
                self._known[name] = mean_outputs(model, rows(), masking)
            return self._known[name]


def mean_outputs(model: Model, rows: Sequence[Encoded], masking: Masking) -> Means:
    """The mean over all tokens of what each head gives, before the output projection; of every attention computation."""
    sums: list[Tensor] = []
    tokens = 0
    for some in batches(rows, MEAN_BATCH):
        drawn = draw_tokens(model, some, masking)
        _, kept = model.cuts.whole(drawn.batch, drawn.labels)
        real = drawn.batch.source.real
        wide = torch.float32 if real.device.type == "mps" else torch.float64
        parts = [output[real].sum(0, dtype=wide) for output in kept.attention]
        sums = parts if not sums else [one + other for one, other in zip(sums, parts, strict=True)]
        tokens += int(real.sum())
    return [one / tokens for one in sums]
