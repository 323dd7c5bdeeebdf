"""A causal language model goes on from a text, token by token, out of its cache; whoever listens gets the attention of every pass."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from headscope.errors import HeadscopeError
from headscope.models.model import Model
from headscope.models.tap import Call
from headscope.types import Site

Hear = Callable[[int, Site, Call], None]  # the number of the pass, the layer, its attention


@dataclass(frozen=True)
class Choice:
    """How the next token is chosen: at temperature 0 the likeliest, otherwise at random from softmax(logits / temperature)."""

    temperature: float = 0.0
    seed: int = 0

    def check(self) -> None:
        if not 0 <= self.temperature < float("inf"):
            raise HeadscopeError(f"--temperature {self.temperature} is not one: expected 0, for the likeliest token, or more.")

    def chooser(self) -> Callable[[Tensor], int]:
        chance = torch.Generator().manual_seed(self.seed)

        def choose(logits: Tensor) -> int:
            if not self.temperature:
                return int(logits.argmax())
            shares = torch.softmax(logits.double().cpu() / self.temperature, -1)
            return int(torch.multinomial(shares, 1, generator=chance))

        return choose


def check_continues(model: Model, count: int) -> None:
    """Raises unless the model writes text, and `count` tokens are some."""
    if count < 1:
        raise HeadscopeError(f"--generate {count} is too few: expected at least 1 token.")
    if model.is_encoder_decoder or model.causal != {"decoder"}:
        raise HeadscopeError(
            f"'{model.name}' can't go on from a text: it is not a causal language model, as GPT-2 and Llama are. Try -m gpt-8x8."
        )
    if getattr(model.network, "get_output_embeddings", lambda: None)() is None:
        raise HeadscopeError(
            f"'{model.name}' can't go on from a text: it was saved as {type(model.network).__name__}, without the layer that predicts "
            "tokens."
        )


def check_room(model: Model, prompt: int, count: int) -> None:
    """Raises unless the model can add `count` tokens to a text of `prompt` tokens."""
    longest = model.encoder.longest
    if longest is not None and prompt + count > longest:
        room = longest - prompt
        advice = f"Ask for at most {room:,}." if room > 0 else "Give a shorter text."
        raise HeadscopeError(
            f"The text has {prompt:,} tokens, and {count:,} more are too many: '{model.name}' reads at most {longest:,}. {advice}"
        )


@torch.inference_mode()
def continuation(model: Model, ids: list[int], count: int, hear: Hear, choice: Choice | None = None) -> list[int]:
    """Up to `count` tokens that follow `ids`, fewer where the model ends the text. The first pass reads `ids`, and each one after it a
    single token, keys and values of the others being in the cache; the last token is read too, so that each has its row."""
    choose = (choice or Choice()).chooser()
    ends: Any = getattr(getattr(model.network, "generation_config", None), "eos_token_id", None)
    last = {ends} if isinstance(ends, int) else {*(ends or ())}
    cache, new, found = None, ids, list[int]()

    def listener(at: int, call: Call) -> None:
        hear(len(found), model.sites[at], call)

    while True:
        number = len(found)
        inputs = {
            "input_ids": torch.tensor([new], device=model.device),
            "attention_mask": torch.ones(1, len(ids) + number, dtype=torch.long, device=model.device),
            "past_key_values": cache,
            "use_cache": True,
        }
        output = model.forward(inputs, listener, whole=True)
        cache = output.past_key_values
        if number == count or (found and found[-1] in last):
            return found
        new = [choose(output.logits[0, -1])]
        found += new
