"""The loss of every predicted token with each head cut: all heads of a model, at less than a full pass a head.

A cut replaces what a head gives, before the output projection reads it, by zero or by its mean. What comes below the cut layer is computed
once, the attention of the cut layer too; the heads of a layer go through the rest together, as rows of one batch, in blocks of a bounded
number of tokens. Logits are made in tiles and never kept. Both are proven when a model is first cut, head by head of every layer against
a pass of its own; where a proof fails, that model's cuts take the plain road.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from headscope.errors import HeadscopeError
from headscope.models.by_row import unheard
from headscope.models.gates import by_call
from headscope.models.loss import is_causal, next_tokens, read_losses, refusal, selecting, vocabulary, word_losses
from headscope.models.model import Model
from headscope.models.replay import Pass, Replay, install, played, repeated
from headscope.models.tap import Call, Gates, listening
from headscope.models.vocabulary import leaving, token_losses
from headscope.tokens import TokenBatch
from headscope.tokens.masking import IGNORED
from headscope.types import Site

Kind = Literal["zero", "mean"]
Means = Sequence[Float[Tensor, "head channel"]]  # of every attention computation, in the order of the sites
TOKENS = {"cpu": 2048}  # of a block
MANY_TOKENS = 32768  # on other devices
LOGITS = 2**25  # numbers at once, where logits are not made in tiles
TOLERANCE = {
    torch.float64: 1e-9,
    torch.float32: 1e-4,
}  # of a loss, as a share of it: in float32 it is within 4e-5 of the exact one
HALF_TOLERANCE = 2e-2
PLAIN = "its layers can't be run by themselves, so every head takes a full pass"


@dataclass(frozen=True)
class Cutter:
    """How the heads of a model are cut: `replays` says whether layers below the cut are computed once, `tiles` whether logits are made in
    tiles. `refusal` says why heads can't be cut at all."""

    model: Model
    replays: bool = False
    tiles: bool = False
    refusal: str | None = None

    def passes(self, share: float = 1.0) -> float:
        """How many passes of the model without its vocabulary one cut of each head comes to, where so many of the tokens are predicted.
        Counted by weights, not clocked."""
        sites, head = self.model.sites, vocabulary(self.model)
        weights = {id(one): one.numel() for one in self.model.base_network.parameters() if one.ndim > 1}
        tables = [part for part in self.model.base_network.modules() if isinstance(part, nn.Embedding)]
        inside = sum(weights.values()) - sum(weights.get(id(table.weight), 0) for table in tables)
        words = 0 if head is None else max((one.numel() for one in head.parameters()), default=0)
        above = [(len(sites) - at) / len(sites) if self.replays else 1.0 for at in range(len(sites))]
        return sum(site.heads * (part + share * words / max(1, inside)) for site, part in zip(sites, above, strict=True))

    @torch.inference_mode()
    def whole(self, batch: TokenBatch, labels: Int[Tensor, "batch position"]) -> tuple[Float[Tensor, " word"], Pass]:
        """−log p of every predicted word with all heads, and what a replay needs."""
        kept = Pass()
        return self._run(self.model.inputs(batch), labels, kept, range(len(self.model.sites))), kept

    @torch.inference_mode()
    def losses(
        self,
        batch: TokenBatch,
        labels: Tensor,
        kept: Pass,
        kinds: Sequence[Kind] = ("zero",),
        means: Means = (),
        *,
        last: bool = False,
    ) -> Iterator[tuple[Site, Tensor]]:
        """The same with one head cut, layer by layer: of each site, [kind, head, word]. `last`: of each site's last head alone."""
        inputs, size = self.model.inputs(batch), len(labels)
        for number, site in enumerate(self.model.sites):
            heads = range(site.heads)[-1 if last else 0 :]
            wanted = [(kind, head) for kind in kinds for head in heads]
            together = self._together(labels)
            found = []
            for at in range(0, len(wanted), together):
                block = wanted[at : at + together]
                output = torch.cat([kept.attention[number]] * len(block))
                for row, (kind, head) in enumerate(block):
                    part = output[row * size : (row + 1) * size, :, head]
                    part.copy_(means[number][head].to(part) if kind == "mean" else torch.zeros_like(part))
                times = len(block)
                play, made = self._replay(kept, number, output, times, size)
                losses = self._run(repeated(inputs, times, size), labels.repeat(times, 1), play, made)
                found.append(losses.reshape(times, -1))
            yield site, torch.cat(found).reshape(len(kinds), len(heads), -1)

    def _together(self, labels: Int[Tensor, "batch position"]) -> int:
        """How many cuts go through the model at once."""
        most = TOKENS.get(labels.device.type, MANY_TOKENS) // labels.numel()
        if not self.tiles:
            words = int((labels != IGNORED).sum()) * int(getattr(self.model.network.config, "vocab_size", 1))
            most = min(most, LOGITS // max(1, words))
        return max(1, most)

    def _replay(self, kept: Pass, number: int, output: Tensor, times: int, size: int) -> tuple[Replay, list[int]]:
        """A pass with this output in the place of one attention computation's, and the numbers of those that are made."""
        skipped = kept.inside[number] if self.replays else 0
        before = repeated(kept.layers[skipped - 1], times, size) if skipped else None
        reached = [at for at, inside in enumerate(kept.inside) if inside >= skipped or not self.replays]
        return Replay(skipped, before, reached.index(number), output), [at for at in reached if at != number]

    def _run(
        self, inputs: dict[str, Any], labels: Int[Tensor, "batch position"], play: Pass | Replay, made: Sequence[int]
    ) -> Float[Tensor, " word"]:
        """The losses of a pass in which attention computations of these numbers are made."""
        head, predicted = vocabulary(self.model), labels != IGNORED
        gates, attends = by_call(self.model), unheard(self.model)
        of_made = {at: gates[number] for at, number in enumerate(made) if number in gates}
        heard = listening(None if attends else lambda *_: None, of_made, attends, self.model.device)
        if not self.tiles:
            with played(play), heard, selecting(self.model, predicted):
                return read_losses(self.model.network(**inputs), labels)
        assert isinstance(head, nn.Linear)
        with played(play), heard, leaving(head) as left:
            self.model.network(**inputs)
        (hidden,) = left
        return token_losses(head, hidden[predicted], labels[predicted])


def find(model: Model) -> Cutter:
    """How the heads of a model are cut, proven on the batch of the check at load: each layer's last head as a pass of its own has it."""
    reason = refusal(model)
    if reason is not None or model.trial is None:
        return Cutter(model, refusal=reason or "it was not checked when it was loaded")
    batch = model.trial
    labels = next_tokens(batch) if is_causal(model) else batch.source.ids.masked_fill(~batch.source.real, IGNORED)
    modules: list[nn.Module] = []
    with torch.inference_mode():
        expected, _ = word_losses(model, batch, labels, lambda _, call: modules.append(call.module))  # type: ignore[arg-type]
        each = [word_losses(model, batch, labels, _closed(number))[0] for number in range(len(model.sites))]
    tiles = isinstance(vocabulary(model), nn.Linear) and _holds(Cutter(model, tiles=True), batch, labels, expected)
    replays = install(model, modules)
    for cutter in (Cutter(model, replays, tiles), Cutter(model, False, tiles), Cutter(model)):
        if _holds(cutter, batch, labels, expected, each):
            return cutter
    return Cutter(model, refusal="its heads can't be cut: a pass without one is not what cutting it gives")


def _closed(number: int) -> Any:
    """A listener that closes the gate of the last head of one attention computation."""

    def hear(at: int, call: Call) -> Gates | None:
        if at != number:
            return None
        gates = call.weights.new_ones(call.weights.shape[:2])
        gates[:, -1] = 0
        return gates

    return hear


def _holds(cutter: Cutter, batch: TokenBatch, labels: Tensor, expected: Tensor, each: Sequence[Tensor] = ()) -> bool:
    """Whether the losses are what they should be, with all heads, and where `each` is given, without each layer's last."""
    try:
        whole, kept = cutter.whole(batch, labels)
        if not _near(whole, expected, cutter.model.dtype):
            return False
        if not each:
            return True
        if cutter.replays and (min(kept.inside, default=-1) < 0 or len(kept.inside) != len(cutter.model.sites)):
            return False
        found = [losses[0, -1] for _, losses in cutter.losses(batch, labels, kept, last=True)]
        return all(_near(one, other, cutter.model.dtype) for one, other in zip(found, each, strict=True))
    except (RuntimeError, ValueError, TypeError, IndexError, KeyError, AttributeError, HeadscopeError):
        return False


def _near(one: Tensor, other: Tensor, dtype: torch.dtype) -> bool:
    limit = TOLERANCE.get(dtype, HALF_TOLERANCE)
    return one.shape == other.shape and bool(((one - other).abs() <= limit * other.abs().clamp(min=1)).all())
