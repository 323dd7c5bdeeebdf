"""What measuring long texts without maps costs: time over the model's own forward pass, and memory above the weights.

    python benchmarks/lengths.py [--shape small | 8b] [--device cuda] [--dtype float32] [--lengths 2048,8192] [--maps] [--repeat 3]

`small` is a causal model of 12 layers of 12 heads (hidden 768), `8b` one of 32 layers of 32 heads in 8 groups (hidden 4096), both of
Llama's kind with random weights. The text is the bundled corpus, one token after the other, so that words come back as they do in text.

    bare         the forward pass with torch's own attention
    by row       all surface measures, without maps
    maps         the same on whole maps (only with --maps)

Memory on a GPU is the most that torch had taken above the weights; on a CPU the growth of the process's largest size.
"""

import argparse
import resource
import time
from collections.abc import Callable

import torch
import transformers

from headscope.corpora import open_corpus
from headscope.measures import Measure
from headscope.models import Model
from headscope.models.bundled import FOLDERS
from headscope.models.connect import connect
from headscope.runs.accumulate import observe
from headscope.runs.by_row import observe_by_row
from headscope.runs.plan import make_measures
from headscope.tallies import Tally
from headscope.tokens import Encoded, Encoder, collate

SHAPES = {
    "small": {"hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 2048},
    "8b": {
        "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336,
    },
}  # fmt: skip


def make_model(shape: str | dict[str, int], device: str, dtype: torch.dtype, longest: int) -> Model:
    torch.manual_seed(0)
    tokenizer = transformers.AutoTokenizer.from_pretrained(FOLDERS["gpt-8x8"])
    sizes, shape = (SHAPES[shape], shape) if isinstance(shape, str) else (shape, "made")
    config = transformers.LlamaConfig(vocab_size=len(tokenizer), max_position_embeddings=longest, **sizes)
    with torch.device(device):
        torch.set_default_dtype(dtype)
        module = transformers.LlamaModel(config).eval().requires_grad_(False)
        torch.set_default_dtype(torch.float32)
    return connect(Model(shape, module, Encoder(tokenizer, longest)))


def text(model: Model, length: int) -> Encoded:
    ids: list[int] = []
    while len(ids) < length:
        for document in open_corpus("bundled").documents():
            for paragraph in document.paragraphs:
                ids += model.encoder.tokenizer(paragraph, add_special_tokens=False)["input_ids"]
    return Encoded("text", tuple(ids[:length]), (0,) * length, (0,) * length)


def causal_measures() -> list[Measure]:
    """The surface measures, of what a causal model can have."""
    wanted = [m for m in make_measures(None) if m.needs == {"maps"} and not m.whole_maps]
    return [m.without([k for k in m.keys if not m.key(k).causal or k in ("sep", "predictive")]) for m in wanted]


def taken(device: str, task: Callable[[], None], repeat: int) -> tuple[float, float]:
    """The best time of a task in seconds, and the memory that it took in gigabytes."""
    gpu = device.startswith("cuda")
    before = torch.cuda.memory_allocated() if gpu else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    if gpu:
        torch.cuda.reset_peak_memory_stats()
    times = []
    for _ in range(repeat + 1):
        began = time.perf_counter()
        task()
        if gpu:
            torch.cuda.synchronize()
        times.append(time.perf_counter() - began)
    most = torch.cuda.max_memory_allocated() if gpu else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return min(times[1:] or times), (most - before) / 1e9


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shape", default="small", choices=SHAPES)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--dtype", default="float32")
    parser.add_argument("--lengths", default="2048")
    parser.add_argument("--maps", action="store_true")
    parser.add_argument("--repeat", type=int, default=3)
    arguments = parser.parse_args()
    lengths = [int(length) for length in arguments.lengths.split(",")]
    dtype, device = getattr(torch, arguments.dtype), arguments.device
    tapped, plain = (make_model(arguments.shape, device, dtype, max(lengths)) for _ in range(2))
    plain.module.set_attn_implementation("sdpa")
    print(f"without maps: {tapped.without_maps or 'yes'}")
    measures = causal_measures()
    where = torch.cuda.get_device_name() if device.startswith("cuda") else f"{torch.get_num_threads()} CPU threads"
    print(
        f"{arguments.shape} {tapped.stacks}, {arguments.dtype}, {where}, torch {torch.__version__}; {', '.join(m.name for m in measures)}"
    )
    for length in lengths:
        batch = collate([text(tapped, length)], tapped.encoder, tapped.device)

        @torch.inference_mode()
        def bare(batch=batch) -> None:
            plain.body(**plain.inputs(batch))

        def by_row(batch=batch) -> None:
            observe_by_row(tapped, measures, batch).add_to(Tally(), "benchmark")

        def maps(batch=batch) -> None:
            observe(tapped, measures, batch).add_to(Tally(), "benchmark")

        floor, least = taken(device, bare, arguments.repeat)
        line = f"{length:7,} tokens: bare {floor * 1e3:9.1f} ms {least:6.2f} GB"
        for name, task in (("by row", by_row), *([("maps", maps)] if arguments.maps else [])):
            seconds, memory = taken(device, task, arguments.repeat)
            line += f"; {name} {seconds * 1e3:9.1f} ms {memory:6.2f} GB, {seconds / floor:5.2f} × bare"
        print(line, flush=True)


if __name__ == "__main__":
    main()
