"""How far maps and scores on an accelerator, and in half precision, are from those on a CPU in float32; one row a model and dtype.

    python benchmarks/devices.py [--device cuda] [--model bundled]… [--texts 32] [--length 64]

    road         how the model is served there
    output       largest change of an output through the tap there, as at load, relative to its largest value
    map          largest difference of a weight from the CPU's, over all layers, heads and real tokens
    mean         the mean of those differences
    offset entropy peak sink    largest difference of any head's score from the CPU's

Beside the models that are named, tiny ones of many families with random weights, drawn so wide that attention is far from even. Needs
torch, transformers, NumPy, safetensors and jaxtyping, and headscope's sources on the path; the device may also be cpu, for half
precision there.
"""

import argparse
import copy
import gc
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import torch
import transformers as t
from transformers import AutoTokenizer

from headscope.measures import make
from headscope.models import Model, load
from headscope.models.bundled import FOLDER
from headscope.models.connect import connect
from headscope.runs.accumulate import observe
from headscope.tallies import Tally
from headscope.tokens import Encoded, Encoder, TokenBatch, collate

MEASURES = ("offset", "entropy", "peak", "sink")
DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
WORDS = 400
ENDS: dict[str, Any] = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
SIZES: dict[str, Any] = {
    "vocab_size": WORDS, "hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4, "intermediate_size": 96,
    "max_position_embeddings": 256, "initializer_range": 0.15,
}  # fmt: skip
GROUPED = {**SIZES, **ENDS, "num_key_value_heads": 2, "head_dim": 16}
KINDS = ["sliding_attention", "full_attention"] * 2


def gpt2() -> Any:
    sizes = {"n_embd": 64, "n_layer": 4, "n_head": 4, "n_positions": 256, "initializer_range": 0.15}
    return t.GPT2LMHeadModel(t.GPT2Config(vocab_size=WORDS, **sizes, bos_token_id=1, eos_token_id=2))


def t5() -> Any:
    sizes = {"d_model": 64, "d_kv": 16, "d_ff": 96, "num_layers": 3, "num_heads": 4, "decoder_start_token_id": 0}
    return t.T5ForConditionalGeneration(t.T5Config(vocab_size=WORDS, **sizes, pad_token_id=0, eos_token_id=1))


def gpt_oss() -> Any:
    experts = {"num_local_experts": 4, "num_experts_per_tok": 2, "sliding_window": 16, "layer_types": KINDS}
    model = t.GptOssForCausalLM(
        t.GptOssConfig(**GROUPED, **experts, rope_parameters={"rope_type": "default", "rope_theta": 1e4})
    )
    for layer in model.model.layers:
        torch.nn.init.normal_(layer.self_attn.sinks)
    return model


TINY: dict[str, Callable[[], Any]] = {
    "bert": lambda: t.BertForMaskedLM(t.BertConfig(**SIZES)),
    "roberta": lambda: t.RobertaForMaskedLM(t.RobertaConfig(**SIZES)),
    "albert": lambda: t.AlbertModel(t.AlbertConfig(**SIZES, embedding_size=32)),
    "modernbert": lambda: t.ModernBertModel(
        t.ModernBertConfig(**SIZES, **ENDS, local_attention=16, cls_token_id=1, sep_token_id=2)
    ),
    "deberta": lambda: t.DebertaV2Model(t.DebertaV2Config(**SIZES, relative_attention=True, pos_att_type=["p2c", "c2p"])),
    "longformer": lambda: t.LongformerModel(t.LongformerConfig(**SIZES, attention_window=16)),
    "t5": t5,
    "gpt2": gpt2,
    "llama": lambda: t.LlamaForCausalLM(t.LlamaConfig(**GROUPED)),
    "qwen3": lambda: t.Qwen3ForCausalLM(t.Qwen3Config(**GROUPED)),
    "gemma2": lambda: t.Gemma2ForCausalLM(t.Gemma2Config(**GROUPED, sliding_window=16, query_pre_attn_scalar=16)),
    "gpt-oss": gpt_oss,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--model", action="append", help="bundled, a folder or a Hub name; repeatable [default: bundled]")
    parser.add_argument("--texts", type=int, default=32)
    parser.add_argument("--length", type=int, default=64, help="of the longest text; the others are shorter")
    arguments = parser.parse_args()
    t.utils.logging.set_verbosity_error()
    print(f"torch {torch.__version__}, transformers {t.__version__}, {_name(arguments.device)}", flush=True)
    header = f"{'model':22} {'dtype':9} {'road':8} {'output':>8} {'map':>8} {'mean':>8}"
    print(header + "".join(f" {name:>8}" for name in MEASURES), flush=True)
    loaders = {name: partial(_load, name) for name in arguments.model or ["bundled"]}
    for name, loader in {**loaders, **{name: partial(_make, name) for name in TINY}}.items():
        try:
            compare(name, loader, arguments.device, arguments.texts, arguments.length)
        except Exception as error:  # one family that fails does not hide the others
            print(f"{name:22} failed: {type(error).__name__}: {str(error)[:160]}", flush=True)
        gc.collect()


def compare(name: str, loader: Callable[[str, str], Model], device: str, texts: int, length: int) -> None:
    reference = loader("cpu", "float32")
    rows = _rows(reference, texts, length)
    expected, scores = _heard(reference, collate(rows, reference.encoder, start=reference.start))
    for dtype in DTYPES:
        if (device, dtype) == ("cpu", "float32"):
            continue
        model = loader(device, dtype)
        maps, theirs = _heard(model, collate(rows, model.encoder, device, model.start))
        assert maps.keys() == expected.keys() and theirs.keys() == scores.keys()
        changes = [(maps[key] - expected[key]).abs() for key in expected]
        largest, mean = max(float(one.max()) for one in changes), sum(float(one.mean()) for one in changes) / len(changes)
        line = f"{name:22} {dtype:9} {model.road:8} {model.difference:8.1e} {largest:8.1e} {mean:8.1e}"
        for measure in MEASURES:
            line += f" {max(float(abs(scores[key] - theirs[key]).max()) for key in scores if key.measure == measure):8.1e}"
        print(line, flush=True)


def _load(name: str, device: str, dtype: str) -> Model:
    return load(name, device=device, dtype=dtype)


def _make(name: str, device: str, dtype: str) -> Model:
    torch.manual_seed(0)
    module = TINY[name]().eval().requires_grad_(False).to(device, DTYPES[dtype])
    return connect(Model(name, copy.deepcopy(module), Encoder(AutoTokenizer.from_pretrained(FOLDER))))


def _rows(model: Model, texts: int, length: int) -> list[Encoded]:
    """Texts of unequal length, of tokens that the model knows."""
    random = torch.Generator().manual_seed(1)
    known = model.ordinary
    rows = []
    for at in range(texts):
        n = max(2, length - at * length // (2 * texts))
        ids = tuple(known[i] for i in torch.randint(len(known), (n,), generator=random).tolist())
        rows.append(Encoded(f"d{at}", ids, (0,) * n, (0,) * n))
    return rows


def _heard(model: Model, batch: TokenBatch) -> tuple[dict[Any, torch.Tensor], dict[Any, Any]]:
    """Every map at real tokens, in float64 on the CPU, and every score."""
    maps = {}

    def listen(site: Any, call: Any) -> None:
        queries, keys = model.sides(batch, site.stack)
        real = queries.real[:, None, :, None] & keys.real[:, None, None, :]
        maps[site] = call.weights.masked_fill(~real, 0).double().cpu()

    model.attend(batch, listen)
    tally = Tally()
    observe(model, [make(name) for name in MEASURES], batch).add_to(tally, "made")
    return maps, {series: tally.value(series) for series in tally if not series.baseline}


def _name(device: str) -> str:
    return torch.cuda.get_device_name() if device.startswith("cuda") and torch.cuda.is_available() else device


if __name__ == "__main__":
    sys.exit(main())
