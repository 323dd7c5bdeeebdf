"""Text → gpt-8x8: a tokenizer, and a causal language model (Llama architecture) that is trained with it from scratch on one GPU.

    python training/gpt.py OUT TEXT [TEXT…]          the model comes to OUT/final, with --checkpoints more to OUT/step-N

Each TEXT (plain, or compressed as .xz) has one paragraph per line and a blank line between documents. Byte-level BPE is learnt from 15% of
the documents. The stream is every document with </s> behind it; sequences of 512 tokens start at random places of it, with <s> in the place
of their first token. AdamW 2e-3 (0.9, 0.95), weight decay 0.1, 400 warm-up steps, cosine to 5%, clipping at 1, bf16, 256 sequences a step.

Checkpoints are whole models at 0, 16, 24, 32, 48 … steps, the powers of two and half way between them: headscope reads each.
Other seeds of one model take its tokenizer (--tokenizer OUT/final), so that all of them read the same tokens.
`--device cpu` is for small runs: float32, or with `--precision bf16` compiled as on a GPU. It does not resume a run that was cut off.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from folder import write_folder
from loop import HELD_OUT_BATCHES, Options, Progress, add_options, check_run, cosine, held_out_losses, option, taken, train
from text import Mistake, check_sources, documents, run
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from torch import Tensor
from torch.nn.functional import cross_entropy
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

FIRST, LAST = 0, 1  # <s> and </s>
AT_ONCE = 2000  # documents that are encoded in one call
CARD = """\
# GPT {layers}×{heads}

A causal language model of {layers} layers × {heads} heads ({total_heads} heads, {head_size} dimensions each), width {hidden}, \
Llama architecture (rotary positions, RMS norm, gated feed-forward of {feed_forward}, tied embeddings), byte-level BPE of \
{vocabulary:,} entries, {parameters:.2f} M parameters, float16. Every text starts with `<s>`.
Trained from scratch by `training/gpt.py` on a text of {corpus_tokens:,} tokens: {steps:,} steps, {seen:,} tokens, \
{seconds:,.0f} seconds on {device}. Positions up to {length} were trained.

Held out: {loss:.3f} nats a token at length {length}.

Loads with `AutoModelForCausalLM`; ask for float32 on a CPU.
"""


@dataclass(frozen=True)
class Recipe(Options):
    """What a run is asked to do: each choice is a command-line option, and the defaults are those of the bundled model."""

    feed_forward: int = option(704, "width of the gated feed-forward layer")
    steps: int = option(9000, "steps; 0 goes by --seconds")
    warm_up: int = option(400, "steps until the highest learning rate is reached")
    length: int = option(512, "tokens of a sequence")
    batch_size: int = option(256, "sequences in a batch")
    vocabulary_size: int = option(16384, "entries of the vocabulary, at most")
    vocabulary_share: float = option(0.15, "share of the documents that it is learnt from")
    first_weights: float = option(0.02, "spread of the weights that training begins with")
    shortest: int = option(200, "documents of so many characters or fewer are left out")

    def check(self) -> None:
        super().check()
        self.at_least_one("batch_size")
        if self.length < 4:
            raise Mistake(f"--length is {self.length}; it must be at least 4.")
        if self.vocabulary_size < 258:
            raise Mistake(f"--vocabulary-size is {self.vocabulary_size}; it must be at least 258: every byte, <s> and </s>.")
        if not self.first_weights > 0:
            raise Mistake(f"--first-weights is {self.first_weights}; it must be more than 0.")
        if not 0 < self.vocabulary_share <= 1:
            raise Mistake(f"--vocabulary-share is {self.vocabulary_share}; it must be more than 0 and at most 1.")


def learn_tokenizer(sources: list[Path], recipe: Recipe) -> Tokenizer:
    """Byte-level BPE that puts <s> before a text."""
    chance = random.Random(recipe.seed)
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=recipe.vocabulary_size,
        special_tokens=["<s>", "</s>"],
        min_frequency=5,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    sample = (text for text in documents(sources, recipe.shortest) if chance.random() < recipe.vocabulary_share)
    tokenizer.train_from_iterator(sample, trainer)
    template = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A </s> $B", special_tokens=[("<s>", FIRST), ("</s>", LAST)]
    )
    tokenizer.post_processor = processors.Sequence([processors.ByteLevel(trim_offsets=True), template])
    return tokenizer


def encode(sources: list[Path], tokenizer: Tokenizer, shortest: int) -> list[np.ndarray]:
    """The token ids of every document, </s> behind it."""
    found: list[np.ndarray] = []
    waiting: list[str] = []

    def flush() -> None:
        rows = tokenizer.encode_batch(waiting, add_special_tokens=False)
        found.extend(np.array([*row.ids, LAST], np.int32) for row in rows)
        waiting.clear()

    for document in documents(sources, shortest):
        waiting.append(document)
        if len(waiting) == AT_ONCE:
            flush()
    flush()
    return found


def streams(rows: list[np.ndarray], recipe: Recipe, device: str) -> tuple[Tensor, Tensor]:
    """The held-out stream, of the first documents, and that of the others."""
    count = int(len(rows) * recipe.held_out)
    parts = rows[:count], rows[count:]
    if min(sum(map(len, part)) for part in parts) <= recipe.length + 1:
        raise Mistake(
            f"The text is too little: of {len(rows):,} documents {count:,} are held out, and more than {recipe.length + 1} tokens are "
            "needed on each side; give more text, or change --held-out or --length."
        )
    held, trained = (torch.from_numpy(np.concatenate(part)).to(device) for part in parts)
    return held, trained


def cut_batch(stream: Tensor, batch: int, length: int, chance: torch.Generator) -> Tensor:
    """Sequences of `length` tokens and the one after them, from random places; the first token is <s>."""
    start = torch.randint(0, len(stream) - length - 1, (batch, 1), device=stream.device, generator=chance)
    ids = stream[start + torch.arange(length + 1, device=stream.device)].long()  # (batch, length + 1)
    ids[:, 0] = FIRST
    return ids


def losses(model: LlamaForCausalLM, ids: Tensor) -> tuple[Tensor]:
    """Nats a token, of every next token."""
    hidden = model.model(input_ids=ids[:, :-1], use_cache=False).last_hidden_state
    logits = model.lm_head(hidden).reshape(-1, model.config.vocab_size).float()
    return (cross_entropy(logits, ids[:, 1:].reshape(-1)),)


def make_model(recipe: Recipe, vocabulary: int) -> LlamaForCausalLM:
    config = LlamaConfig(
        vocab_size=vocabulary,
        hidden_size=recipe.hidden,
        intermediate_size=recipe.feed_forward,
        num_hidden_layers=recipe.layers,
        num_attention_heads=recipe.heads,
        num_key_value_heads=recipe.heads,
        max_position_embeddings=recipe.length,
        tie_word_embeddings=True,
        bos_token_id=FIRST,
        eos_token_id=LAST,
        pad_token_id=LAST,
        rms_norm_eps=1e-5,
        initializer_range=recipe.first_weights,
    )
    model = LlamaForCausalLM(config)
    model.set_attn_implementation("sdpa")
    return model


def card(model: LlamaForCausalLM, progress: Progress, corpus_tokens: int, loss: float) -> str:
    config = model.config
    layers, heads = config.num_hidden_layers, config.num_attention_heads
    return CARD.format(
        **vars(progress),
        layers=layers,
        heads=heads,
        total_heads=layers * heads,
        head_size=config.hidden_size // heads,
        hidden=config.hidden_size,
        feed_forward=config.intermediate_size,
        vocabulary=config.vocab_size,
        parameters=model.num_parameters() / 1e6,
        corpus_tokens=corpus_tokens,
        length=config.max_position_embeddings,
        loss=loss,
    )


def read_tokenizer(folder: Path) -> Tokenizer:
    """That of a model which was trained here."""
    path = folder / "tokenizer.json"
    if not path.is_file():
        raise Mistake(f"There is no {path}: --tokenizer takes the folder of a model that gpt.py wrote.")
    tokenizer = Tokenizer.from_file(str(path))
    if (tokenizer.token_to_id("<s>"), tokenizer.token_to_id("</s>")) != (FIRST, LAST):
        raise Mistake(f"{path} is of another kind: its first two tokens are not <s> and </s>.")
    return tokenizer


def train_gpt(
    out: Path, texts: list[Path], recipe: Recipe, device: str, checkpoints: bool, force: bool, tokenizer: Path | None = None
) -> str:
    check_run(recipe, out, device, force)
    check_sources(texts)
    pieces = learn_tokenizer(texts, recipe) if tokenizer is None else read_tokenizer(tokenizer)
    held, stream = streams(encode(texts, pieces, recipe.shortest), recipe, device)
    torch.manual_seed(recipe.seed)
    model = make_model(recipe, pieces.get_vocab_size()).to(device)
    chance = torch.Generator(device).manual_seed(recipe.seed + 1)
    named = PreTrainedTokenizerFast(
        tokenizer_object=pieces, bos_token="<s>", eos_token="</s>", pad_token="</s>", model_max_length=recipe.length,
        clean_up_tokenization_spaces=False,
    )  # fmt: skip

    def cut(_: float) -> tuple[Tensor]:
        return (cut_batch(stream, recipe.batch_size, recipe.length, chance),)

    def save(name: str, progress: Progress) -> str:
        same = torch.Generator(device).manual_seed(7)  # the same batches for every run over the same text
        batches = ((cut_batch(held, recipe.batch_size, recipe.length, same),) for _ in range(HELD_OUT_BATCHES))
        [loss] = held_out_losses(model, recipe, device, losses, batches)
        said = card(model, progress, len(stream), loss)
        write_folder(model, out / name, loss, ("lm_head.weight",), lambda place: named.save_pretrained(place), said)
        return (
            f"held out: loss {loss:.4f} (perplexity {math.exp(loss):.2f}); {progress.steps:,} steps, {progress.seen:,} tokens, "
            f"{progress.seconds:.0f} seconds"
        )

    return train(model, recipe, device, cut, losses, ("loss",), cosine, checkpoints, save)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Train a causal language model and its tokenizer; it comes to OUT/final.")
    parser.add_argument("out", type=Path, metavar="OUT", help="folder to write to")
    parser.add_argument(
        "texts", type=Path, nargs="+", metavar="TEXT", help="a paragraph per line, documents apart by a blank one; or .xz"
    )
    add_options(parser, Recipe)
    parser.add_argument(
        "--tokenizer",
        type=Path,
        metavar="FOLDER",
        help="take the tokenizer of this model instead of learning one: for other seeds",
    )
    asked = vars(parser.parse_args(arguments))
    recipe = taken(Recipe, asked)
    return run(lambda: train_gpt(recipe=recipe, **asked))


if __name__ == "__main__":
    sys.exit(main())
