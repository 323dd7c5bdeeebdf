"""Token stream → BERT: pretrains with masked words and next-sentence prediction on one GPU.

    python training/pretrain.py DATA OUT          DATA from prepare.py; the model comes to OUT/final

Batches are cut on the GPU from the token stream: [CLS] A [SEP] B [SEP], A starts at a sentence, B follows A or starts
elsewhere (half each). 16% of positions are predicted (80% [MASK], 10% random, 10% kept). Sequences of 128 tokens for 85% of
the time, then 256. AdamW 2e-3 (0.9, 0.95), weight decay 0.1, 2,500 warm-up steps, linear decay, clipping at 1, bf16.

`--device cpu` is for small runs: float32, or with `--precision bf16` compiled as on a GPU. It does not resume a run that was cut off.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from bert import Batch, Measured, Recipe, losses, make_model, write
from loop import HELD_OUT_BATCHES, Progress, add_options, check_run, held_out_losses, line, taken, train
from text import Mistake, run
from torch import Tensor
from transformers import BertForPreTraining

MARGIN = 64  # the last sentences of a range start no sequence, so that held-out sequences end before the training text


class Corpus(NamedTuple):
    tokens: Tensor  # (tokens,) int32
    starts: Tensor  # (sentences,) where each sentence starts
    limits: Tensor  # (sentences,) where its document ends
    held_out: int  # sentences before this one are held out
    meta: dict[str, int]


def load_corpus(data: Path, held_out: float, device: str) -> Corpus:
    if not (data / "meta.json").is_file():
        raise Mistake(f"{data} holds no prepared text: run prepare.py first.")
    meta = json.loads((data / "meta.json").read_text())
    arrays = [np.load(data / f"{name}.npy", allow_pickle=False) for name in ("tokens", "sentence_starts", "document_ends")]
    count = int(len(arrays[1]) * held_out)
    if min(count, len(arrays[1]) - count) <= MARGIN:
        raise Mistake(
            f"The text is too little: of {len(arrays[1]):,} sentence starts {count:,} are held out, and more than "
            f"{MARGIN} are needed on each side; give more text or change --held-out."
        )
    tokens, starts, limits = (
        torch.from_numpy(array.astype(kind)).to(device)
        for array, kind in zip(arrays, (np.int32, np.int64, np.int64), strict=True)
    )
    return Corpus(tokens, starts, limits, count, meta)


def cut_batch(corpus: Corpus, batch: int, length: int, chance: torch.Generator, low: int, high: int) -> Batch:
    """Cuts sequences that start at sentences low…high, wholly on the corpus's device: the GPU never waits for the CPU."""
    tokens, starts, limits, _, meta = corpus
    device, room = tokens.device, length - 3  # three places go to [CLS], [SEP], [SEP]

    def uniform(*shape: int) -> Tensor:
        return torch.rand(*shape, device=device, generator=chance)

    def sentences() -> Tensor:
        return torch.randint(low, high - MARGIN, (batch,), device=device, generator=chance)

    first = sentences()
    start_a, end = starts[first], limits[first]
    # A ends with a sentence, somewhere between 20% and 80% of the room, or with its document.
    after = torch.maximum(torch.searchsorted(starts, start_a + ((uniform(batch) * 0.6 + 0.2) * room).long()), first + 1)
    split = starts[torch.clamp(after, max=len(starts) - 1)]
    length_a = torch.clamp(torch.minimum(split, end) - start_a, 1, room - 8)
    follows = (uniform(batch) < 0.5) & (start_a + length_a < end - 8)
    other = sentences()
    start_b = torch.where(follows, start_a + length_a, starts[other])
    length_b = torch.clamp(torch.minimum(torch.where(follows, end, limits[other]) - start_b, room - length_a), 1)

    position = torch.arange(length, device=device)[None]
    at_a, at_b = position - 1, position - 2 - length_a[:, None]
    in_a, in_b = (at_a >= 0) & (at_a < length_a[:, None]), (at_b >= 0) & (at_b < length_b[:, None])
    ids = torch.full((batch, length), meta["pad"], device=device, dtype=torch.long)
    ids = torch.where(in_a, tokens[torch.clamp(start_a[:, None] + at_a, 0, len(tokens) - 1)].long(), ids)
    ids = torch.where(in_b, tokens[torch.clamp(start_b[:, None] + at_b, 0, len(tokens) - 1)].long(), ids)
    ids[:, 0] = meta["cls"]
    last = (length_a + length_b + 2)[:, None]
    ids = torch.where((position == length_a[:, None] + 1) | (position == last), meta["sep"], ids)
    segments = ((position >= length_a[:, None] + 2) & (position <= last)).long()

    # A fixed number of predicted positions keeps shapes fixed; special tokens and padding sort behind all others.
    count = int(length * 0.16)
    order = uniform(batch, length) + (~(in_a | in_b)).float() * 10
    predicted = order.topk(count, largest=False).indices
    real = order.gather(1, predicted) < 1
    original = ids.gather(1, predicted)
    fate = uniform(batch, count)
    noise = torch.randint(5, meta["vocabulary"], (batch, count), device=device, generator=chance)
    seen = torch.where(fate < 0.8, meta["mask"], torch.where(fate < 0.9, noise, original))
    ids = ids.scatter(1, predicted, torch.where(real, seen, original))
    return Batch(ids, segments, position <= last, predicted, torch.where(real, original, -100), (~follows).long())


def held_out(model: BertForPreTraining, corpus: Corpus, recipe: Recipe) -> list[float]:
    """Mean word and sentence loss of 20 batches, the same ones for every run over the same text."""
    chance = torch.Generator(corpus.tokens.device.type).manual_seed(7)
    size = (recipe.long_batch_size, recipe.length)
    batches = (cut_batch(corpus, *size, chance, 0, corpus.held_out) for _ in range(HELD_OUT_BATCHES))
    return held_out_losses(model, recipe, corpus.tokens.device.type, losses, batches)


def train_bert(data: Path, out: Path, recipe: Recipe, device: str, checkpoints: bool) -> Measured:
    corpus = load_corpus(data, recipe.held_out, device)
    torch.manual_seed(recipe.seed)
    model = make_model(recipe, corpus.meta["vocabulary"], corpus.meta["pad"]).to(device)
    chance = torch.Generator(device).manual_seed(recipe.seed + 1)

    def cut(done: float) -> Batch:
        size = (recipe.batch_size, recipe.length) if done < 0.85 else (recipe.long_batch_size, recipe.long_length)
        return cut_batch(corpus, *size, chance, corpus.held_out, len(corpus.starts))

    def save(name: str, progress: Progress) -> Measured:
        words, sentence = held_out(model, corpus, recipe)
        measured = Measured(
            **vars(progress), words=words, sentence=sentence, corpus_tokens=len(corpus.tokens), positions=recipe.long_length
        )
        write(model, data / "vocab.txt", out / name, measured)
        return measured

    return train(model, recipe, device, cut, losses, ("words", "sentence"), line, checkpoints, save)


def pretrain(data: Path, out: Path, recipe: Recipe, device: str, checkpoints: bool, force: bool) -> str:
    check_run(recipe, out, device, force)
    return train_bert(data, out, recipe, device, checkpoints).line()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Pretrain a BERT on what prepare.py wrote; the model comes to OUT/final.")
    parser.add_argument("data", type=Path, metavar="DATA", help="folder written by prepare.py")
    parser.add_argument("out", type=Path, metavar="OUT", help="folder to write to")
    add_options(parser, Recipe)
    asked = vars(parser.parse_args(arguments))
    recipe = taken(Recipe, asked)
    return run(lambda: pretrain(recipe=recipe, **asked))


if __name__ == "__main__":
    sys.exit(main())
