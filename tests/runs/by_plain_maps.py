"""What a run should give, by another way: each text alone through the model's own plain attention, its maps through tests/oracle.py.

What a token may see is told by rules, not read off a mask. A layer's score is the mean over the texts that have one there.
"""

import copy
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import torch

from headscope.models import Model
from headscope.tokens import Encoded

Sees = Callable[[int, int], bool]
SURFACE = ("offset", "token", "token-from-sep", "token-from-rest", "entropy", "peak")
MEASURES = (*SURFACE, "sink", "pattern")
Values = dict[tuple[str, str, str], np.ndarray]  # by stack, measure and key


def _oracle() -> ModuleType:
    spec = importlib.util.spec_from_file_location("headscope_test_oracle", Path(__file__).parents[1] / "oracle.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


oracle = _oracle()


def everything(i: int, j: int) -> bool:
    return True


def earlier(i: int, j: int) -> bool:
    return j <= i


def back(width: int) -> Sees:
    """A window of so many tokens, the token itself the last of them."""
    return lambda i, j: 0 <= i - j < width


def around(reach: int) -> Sees:
    return lambda i, j: abs(i - j) <= reach


def tokens_of(row: Encoded, model: Model, *, shifted: bool) -> list[Any]:
    """A text's tokens; `shifted`: as a decoder reads them beside an encoder, behind its first token."""
    table = model.module.get_input_embeddings().weight.detach().double().numpy()
    found, word = [], -1
    for token, text in zip(row.ids, row.segments, strict=True):
        string = model.encoder.tokenizer.convert_ids_to_tokens(token)
        special = string in ("[CLS]", "[SEP]")
        word += not special and not string.startswith("##")
        found.append(oracle.Token(string, text, None if special else word, table[token]))
    if not shifted:
        return found
    first = oracle.Token("[start]", row.segments[0], None, table[model.start])
    return [first, *found[:-1]]


@torch.inference_mode()
def maps_of(model: Model, rows: Sequence[Encoded]) -> list[dict[tuple[str, int], np.ndarray]]:
    """Each text's maps [head, query, key] by stack and layer, from a copy of the model with plain attention."""
    module = copy.deepcopy(model.module)
    module.set_attn_implementation("eager")
    found = []
    for row in rows:
        inputs = {"input_ids": torch.tensor([row.ids])}
        if model.start is not None:
            inputs["decoder_input_ids"] = torch.tensor([[model.start, *row.ids[:-1]]])
        outputs = module(**inputs, output_attentions=True, return_dict=True, use_cache=False)
        several = len(model.stacks) > 1
        found.append(
            {
                (stack, layer): maps[0].double().numpy()
                for stack in model.stacks
                for layer, maps in enumerate(outputs[f"{stack}_attentions" if several else "attentions"])
            }
        )
    return found


def figures(
    attention: np.ndarray, queries: Sequence[Any], keys: Sequence[Any], sees: Sees
) -> dict[tuple[str, str], float | None]:
    """Every measure of one map."""
    strings = [token.string for token in keys]
    found = {("pattern", key): value for key, value in oracle.pattern(attention, queries, keys, sees).items()}
    found |= {("sink", key): value for key, value in oracle.sink(attention).items()}
    found |= {("offset", key): oracle.offset(attention, int(key)) for key in ("-1", "0", "+1")}
    sources = {
        "token": [*range(len(queries))],
        "token-from-sep": [i for i, token in enumerate(queries) if token.string == "[SEP]"],
        "token-from-rest": [i for i, token in enumerate(queries) if token.string != "[SEP]"],
    }
    for measure, some in sources.items():
        found |= {(measure, kind): oracle.share(attention, strings, kind, some) for kind in oracle.KINDS}
    found["entropy", "all"] = oracle.entropy(attention, sources["token"])
    found["entropy", "cls"] = oracle.entropy(attention, [i for i, token in enumerate(queries) if token.string == "[CLS]"])
    found["peak", "all"] = oracle.peak(attention)
    return found


def expected(model: Model, rows: Sequence[Encoded], sees: Mapping[str, Sequence[Sees]]) -> tuple[Values, Values]:
    """Every score [layer, head], and uniform attention's [layer]; NaN where no text has a figure. `sees` is the rule of each layer of each
    stack."""
    scores, uniform = Values(), Values()
    maps = maps_of(model, rows)
    for stack, (layers, heads) in model.stacks.items():
        by_layer: list[dict[tuple[str, str], list[np.ndarray]]] = [{} for _ in range(layers)]
        for row, mine in zip(rows, maps, strict=True):
            queries = tokens_of(row, model, shifted=stack != "encoder" and model.start is not None)
            keys = tokens_of(row, model, shifted=stack == "decoder" and model.start is not None)
            for layer, rule in enumerate(sees[stack]):
                even = np.array([[float(rule(i, j)) for j in range(len(keys))] for i in range(len(queries))])
                even /= even.sum(-1, keepdims=True)
                each = [figures(attention, queries, keys, rule) for attention in (*mine[stack, layer], even)]
                for name, value in each[0].items():
                    known = by_layer[layer].setdefault(name, [])
                    if value is not None:
                        known.append(np.array([one[name] for one in each]))
        for name in by_layer[0]:
            means = [np.mean(one[name], 0) if one[name] else np.full(heads + 1, np.nan) for one in by_layer]
            scores[stack, *name] = np.stack(means)[:, :-1]
            uniform[stack, *name] = np.stack(means)[:, -1]
    return scores, uniform
