"""A loaded model: its tokenizer, its device, where its attention is formed, and one way to run it."""

import inspect
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from headscope.errors import HeadscopeError
from headscope.models import by_row, circuits, collect, embeddings, layers, residuals
from headscope.models import gates as gating
from headscope.models.circuits import Circuit
from headscope.models.fused import Inputs
from headscope.models.gates import Gated
from headscope.models.large import first_device
from headscope.models.readers import Readers
from headscope.models.readers import find as find_readers
from headscope.models.readers import gating as gating_of
from headscope.models.residuals import Residuals
from headscope.models.tap import Attends, Call, Cut, Gates, Listener, listening
from headscope.models.values import Values, find
from headscope.tokens import Encoder, Side, TokenBatch
from headscope.types import Site, Stack
from headscope.workers import on_one_thread

if TYPE_CHECKING:
    from headscope.models.cuts import Cutter

Road = Literal["tap", "collect", "maps"]


class _LastMap(Exception):
    """Raised to leave a forward pass early: what follows the last attention map, feed-forward and vocabulary, is not needed."""


@dataclass
class Model:
    """A transformer that can be listened to. Make one with `headscope.load`."""

    name: str
    network: nn.Module  # as transformers has it: it knows nothing of gates, which `run` and its kin apply
    encoder: Encoder
    sites: tuple[Site, ...] = ()
    road: Road = "tap"
    identity: dict[str, str] = field(default_factory=dict)  # what tells these weights from others: a hash or a revision
    difference: float = 0.0  # largest change of an output through the tap, from the check at load
    trial: TokenBatch | None = field(default=None, repr=False)  # the batch of that check
    causal: frozenset[Stack] = frozenset()  # the stacks in which no token sees a later one
    # Of hybrid models, by stack, the model's own numbers, from 0, of the layers that have attention weights: layers here.
    own_layers: dict[Stack, tuple[int, ...]] = field(default_factory=dict)
    kind: ClassVar[str] = "raw"  # what its maps are made of; maps from a file may be made of other weights
    asked: str | None = None  # the revision that was asked for by its name, a branch or tag; `identity` has the commit
    gates: Gated = field(default_factory=dict)  # what multiplies the output of single heads; of all others it is 1

    def gated(self, gates: Mapping[str, float | int]) -> "Model":
        """This model with the output of some heads multiplied by a number before the output projection reads it: `{"7-7": 0}` switches
        head 7-7 off. The weights are shared, and this model stays as it is. In a model of several stacks, heads are written `cross/2-1`.

        >>> from headscope.models import load
        >>> load("bundled").gated({"7-7": 0, "3-5": 0.5}).name
        'bert-8x8 without 7-7, with 3-5 × 0.5'
        """
        found = gating.read(self, gates)  # before the copy, which then has what was proven for it
        other = copy(self)
        for kept in ("circuits", "cuts"):  # from this model, and of its heads
            other.__dict__.pop(kept, None)
        other.gates = found
        other.name = self.name.removesuffix(gating.told(gating.named(self))) + gating.told(gating.named(other))
        return other

    @property
    def device(self) -> torch.device:
        """Where it reads its tokens, and where all of it lies unless `device_map` laid its layers out."""
        return first_device(self.network)

    @property
    def dtype(self) -> torch.dtype:
        return next(parameter.dtype for parameter in self.network.parameters() if parameter.is_floating_point())

    @property
    def is_encoder_decoder(self) -> bool:
        return bool(getattr(self.network.config, "is_encoder_decoder", False))

    @property
    def start(self) -> int | None:
        """The decoder's first token, where there is a decoder beside the encoder."""
        if not self.is_encoder_decoder:
            return None
        config = self.network.config
        candidates = (getattr(config, "decoder_start_token_id", None), getattr(config, "bos_token_id", None))
        return next((int(token) for token in candidates if token is not None), 0)

    @property
    def tried(self) -> AbstractContextManager[None]:
        """For passes that prove something on a few tokens."""
        return on_one_thread(sum(parameter.numel() for parameter in self.network.parameters()))

    @cached_property
    def base_network(self) -> nn.Module:
        """The network without its task head: attention is the same, and a vocabulary's worth of logits is not computed."""
        base = getattr(self.network, "base_model", self.network)
        return base if isinstance(base, nn.Module) else self.network

    @property
    def module(self) -> nn.Module:
        """The model of transformers, to be used by itself; refused of a gated model, since it would run without the gates."""
        gating.check_none(self, "module")
        return self.network

    @property
    def body(self) -> nn.Module:
        """The same without its task head."""
        gating.check_none(self, "body")
        return self.base_network

    @cached_property
    def values(self) -> Values:
        """What each head writes into the layer's output, proven when it is first asked for; or why that is not known."""
        with self.tried:
            return find(self)

    @cached_property
    def residuals(self) -> Residuals:
        """What is added to what a layer's heads move, proven when it is first asked for; or why that is not known."""
        with self.tried:
            return residuals.find(self)

    @cached_property
    def no_layers(self) -> str | None:
        """Why its layers can't be run by themselves, as value zeroing does; None where they can, proven when it is first asked for."""
        with self.tried:
            return layers.refusal(self)

    @cached_property
    def cuts(self) -> "Cutter":
        """How its heads are cut, one by one, proven when it is first asked for."""
        from headscope.models.cuts import find as find_cuts  # which need a model

        with self.tried:
            return find_cuts(self)

    @cached_property
    def readers(self) -> Readers:
        """Of a model without a tap: the modules that read what its heads give, proven when first asked for; or why they are not known."""
        return find_readers(self)

    @property
    def embeddings(self) -> Float[Tensor, "token feature"] | None:
        """What the model knows of a token before it reads: a vector for each; None where it does not say."""
        return embeddings.of_tokens(self.network)

    def similar(self, queries: Side, keys: Side, cut: float) -> Callable[[slice], Bool[Tensor, "batch query key"]] | None:
        """Which tokens have input embeddings with a cosine above `cut`, as a function of the queries asked about."""
        table = self.embeddings
        return None if table is None else embeddings.similar(table, queries, keys, cut)

    @cached_property
    def circuits(self) -> tuple[Circuit, ...]:
        """What the weights of every layer's heads read and write, in the order of the sites; `circuits.refusal` says where not."""
        return circuits.find(self)

    @cached_property
    def ordinary(self) -> list[int]:
        """The ids of tokens that are words or parts of words, as far as the model knows them."""
        tokenizer = self.encoder.tokenizer
        special = set(tokenizer.all_special_ids)
        size = min(len(tokenizer), int(getattr(self.network.config, "vocab_size", len(tokenizer))))
        return [token for token in range(size) if token not in special] or list(range(size))

    @cached_property
    def _accepted(self) -> frozenset[str]:
        return frozenset(inspect.signature(self.base_network.forward).parameters)

    @property
    def stacks(self) -> dict[Stack, tuple[int, int]]:
        """Layers and heads of every stack; layers may differ in their number of heads, the largest counts."""
        shape: dict[Stack, tuple[int, int]] = {}
        for site in self.sites:
            layers, heads = shape.get(site.stack, (0, 0))
            shape[site.stack] = (max(layers, site.layer + 1), max(heads, site.heads))
        return shape

    @property
    def present(self) -> dict[Stack, tuple[int, ...]]:
        """How many heads every layer of every stack has."""
        heads = {(site.stack, site.layer): site.heads for site in self.sites}
        return {stack: tuple(heads.get((stack, at), 0) for at in range(layers)) for stack, (layers, _) in self.stacks.items()}

    def sides(self, batch: TokenBatch, stack: Stack) -> tuple[Side, Side]:
        """The tokens of the queries and of the keys of a stack's maps."""
        if stack == "encoder" or batch.target is None:
            return batch.source, batch.source
        return batch.target, batch.source if stack == "cross" else batch.target

    def inputs(self, batch: TokenBatch) -> dict[str, Any]:
        """The batch under the names that this model's forward takes."""
        known: dict[str, Any] = {
            "input_ids": batch.source.ids,
            "attention_mask": batch.source.real.long(),
            "token_type_ids": self._known_types(batch.types),
            "use_cache": False,
        }
        if batch.target is not None:
            known |= {"decoder_input_ids": batch.target.ids, "decoder_attention_mask": batch.target.real.long()}
        return {name: value for name, value in known.items() if value is not None and name in self._accepted}

    def _known_types(self, types: Int[Tensor, "batch position"] | None) -> Int[Tensor, "batch position"] | None:
        """Token types as the model knows them: one that it has no embedding for is 0. Many RoBERTas have one type and a tokenizer of
        BERT's form, which gives two; the separators between two texts are there all the same."""
        if types is None or self._types is None:
            return types
        return types.masked_fill(types >= self._types, 0)

    @cached_property
    def _types(self) -> int | None:
        return embeddings.token_types(self.base_network)

    @torch.inference_mode()
    def attend(self, batch: TokenBatch, listener: Callable[[Site, Call], None]) -> None:
        """Runs the batch and hands every layer's attention to the listener; nothing is kept, and nothing is computed that
        comes after the last map."""

        def hear(number: int, call: Call) -> None:
            listener(self.sites[number], call)
            if self.road == "tap" and number == len(self.sites) - 1:
                raise _LastMap

        with suppress(_LastMap):
            self.run(batch, hear)

    @torch.inference_mode()
    def attend_by_row(self, batch: TokenBatch, attends: Callable[[Site, Inputs], Tensor]) -> None:
        """The same without maps: every layer's attention is computed by `attends`. Only through the tap."""

        def compute(number: int, inputs: Inputs) -> Tensor:
            if number >= len(self.sites):
                raise self._miscounted(number + 1)
            output = attends(self.sites[number], inputs)
            if number == len(self.sites) - 1:
                raise _LastMap
            return output

        with suppress(_LastMap):
            raise self._miscounted(self.run_by_row(batch, compute)[1])

    def run_by_row(self, batch: TokenBatch, attends: Attends, *, whole: bool = False) -> tuple[Any, int]:
        """The model's output with attention computed by `attends`, and how often that was asked; with its task head if `whole`, and then
        every layer must have asked: otherwise gates, too, were passed by."""
        with listening(None, gating.by_call(self), attends, self.device) as ear:
            outputs = (self.network if whole else self.base_network)(**self.inputs(batch))
        if whole and ear.heard != len(self.sites):
            raise self._miscounted(ear.heard)
        return outputs, ear.heard

    @cached_property
    def without_maps(self) -> str | None:
        """Why attention can't be measured row by row in this model, without maps; None where it can, which a trial has shown."""
        with self.tried:
            return by_row.refusal(self)

    def run(self, batch: TokenBatch, listener: Listener, *, whole: bool = False) -> Any:
        """Runs the batch by the model's road, with its task head if `whole`; the listener gets calls by their number. Raises where
        the pass has another number of maps than the check at load heard: scores of what is left would look like scores of all."""
        return self.forward(self.inputs(batch), listener, whole=whole)

    def forward(self, inputs: dict[str, Any], listener: Listener, *, whole: bool = False) -> Any:
        """The same, of inputs under the names that this model takes."""
        module, heard = self.network if whole else self.base_network, 0

        def hear(number: int, call: Call) -> Gates | Cut | None:
            nonlocal heard
            heard = number + 1
            if self.sites and heard > len(self.sites):
                raise self._miscounted(heard)
            return listener(number, call)

        if self.road == "collect":
            with gating_of(self):
                outputs = collect.forward(module, inputs, hear)
        else:
            with listening(hear, gating.by_call(self), device=self.device):
                outputs = module(**inputs)
        if self.sites and heard < len(self.sites):
            raise self._miscounted(heard)
        return outputs

    def _miscounted(self, heard: int) -> HeadscopeError:
        way = getattr(self.network.config, "_attn_implementation", None)
        return HeadscopeError(
            f"'{self.name}' gave {heard} attention maps in a pass, but {len(self.sites)} when it was loaded; its attention is now set to "
            f"'{way}'. Two models that share one config object change each other's attention: load the model again, with a "
            "config of its own (copy.deepcopy)."
        )
