"""The model: its recipe, its two losses, and the folder that AutoModel and AutoTokenizer load with nothing else done.

    OUT/final/   config.json  model.safetensors (float16)  vocab.txt  tokenizer.json  tokenizer_config.json  README.md

It does not train: that is pretrain.py. It does not learn a vocabulary: that is prepare.py.
"""

from __future__ import annotations

import math
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from folder import write_folder
from loop import Options, Progress, option
from prepare import read_vocabulary
from text import Mistake
from torch import Tensor
from torch.nn.functional import cross_entropy
from transformers import BertConfig, BertForPreTraining, BertTokenizer

POSITIONS = 512  # that the model has; those past --long-length stay untrained
CARD = """\
# BERT {layers}×{heads}

A BERT of {layers} layers × {heads} heads ({total_heads} heads, {head_size} dimensions each), hidden {hidden}, feed-forward \
{feed_forward}, a lower-cased WordPiece vocabulary of {vocabulary:,} entries, {parameters:.1f} M parameters, float16.
Trained from scratch by `training/pretrain.py` on a text of {corpus_tokens:,} tokens: {steps:,} steps, {seen:,} tokens, \
{seconds:,.0f} seconds on {device}. Masked words and next sentence, as BERT. Positions up to {positions} were trained.

Held out: masked-word loss {words:.3f} (perplexity {perplexity:.2f}), next-sentence loss {sentence:.3f}.

Loads with `AutoModel`, `AutoModelForMaskedLM`, `AutoModelForPreTraining`; ask for float32 on a CPU.
"""


@dataclass(frozen=True)
class Recipe(Options):
    """What a run is asked to do: each choice is a command-line option, and the defaults are those of the bundled model."""

    seconds: float = option(1080.0, "training time, without compiling")
    length: int = option(128, "tokens of a sequence for the first 85%% of the time")
    batch_size: int = option(1024, "sequences of that length in a batch")
    long_length: int = option(256, "tokens of a sequence after that")
    long_batch_size: int = option(512, "sequences of that length in a batch; also of a held-out batch")

    def check(self) -> None:
        super().check()
        for name in ("batch_size", "long_batch_size"):
            self.at_least_one(name)
        if not 16 <= self.length <= self.long_length <= POSITIONS:
            raise Mistake(f"--length {self.length} and --long-length {self.long_length} must rise and lie in 16…{POSITIONS}.")


@dataclass(frozen=True)
class Measured(Progress):
    """What a run came to; the model card is filled from it."""

    words: float  # held-out masked-word loss, nats
    sentence: float  # held-out next-sentence loss, nats
    corpus_tokens: int
    positions: int  # the longest sequence trained on

    def line(self) -> str:
        return (
            f"held out: words {self.words:.4f} (perplexity {math.exp(self.words):.2f}), sentence {self.sentence:.4f}; "
            f"{self.steps:,} steps, {self.seen:,} tokens, {self.seconds:.0f} seconds"
        )


class Batch(NamedTuple):
    ids: Tensor  # (batch, length)
    segments: Tensor  # (batch, length) 0 in [CLS] A [SEP] and in padding, 1 in B [SEP]
    mask: Tensor  # (batch, length) false in padding
    predicted: Tensor  # (batch, predicted) positions
    labels: Tensor  # (batch, predicted) what stood there; -100 where a short sequence ran out of positions
    unrelated: Tensor  # (batch,) 0 if B follows A in the text, 1 if not: as BERT has it


def make_model(recipe: Recipe, vocabulary: int, pad: int) -> BertForPreTraining:
    # Without dropout: 10.8 M parameters are few against 47.9 M tokens of text.
    config = BertConfig(
        vocab_size=vocabulary,
        pad_token_id=pad,
        max_position_embeddings=POSITIONS,
        hidden_size=recipe.hidden,
        num_hidden_layers=recipe.layers,
        num_attention_heads=recipe.heads,
        intermediate_size=recipe.feed_forward,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    model = BertForPreTraining(config)
    model.set_attn_implementation("sdpa")
    return model


def losses(
    model: BertForPreTraining, ids: Tensor, segments: Tensor, mask: Tensor, predicted: Tensor, labels: Tensor, unrelated: Tensor
) -> tuple[Tensor, Tensor]:
    """Masked-word and next-sentence loss of a batch. Only the predicted positions go through the vocabulary, a sixth of all."""
    output = model.bert(ids, attention_mask=mask, token_type_ids=segments)
    picked = output.last_hidden_state.gather(1, predicted[..., None].expand(-1, -1, model.config.hidden_size))
    logits = model.cls.predictions(picked).reshape(-1, model.config.vocab_size).float()  # (batch × predicted, vocabulary)
    words = cross_entropy(logits, labels.reshape(-1), ignore_index=-100)
    return words, cross_entropy(model.cls.seq_relationship(output.pooler_output).float(), unrelated)


def write_tokenizer(vocabulary: Path, folder: Path, positions: int) -> None:
    tokenizer = BertTokenizer(vocab=read_vocabulary(vocabulary), do_lower_case=True, model_max_length=positions)
    tokenizer.save_pretrained(folder)
    shutil.copyfile(vocabulary, folder / "vocab.txt")


def write(model: BertForPreTraining, vocabulary: Path, folder: Path, measured: Measured) -> None:
    """The model folder; the output layer shares its weight and bias with the embeddings."""
    loss, tied = measured.words + measured.sentence, ("cls.predictions.decoder", "bert.embeddings.position_ids")
    said = card(model, measured)
    write_folder(model, folder, loss, tied, lambda place: write_tokenizer(vocabulary, place, measured.positions), said)


def card(model: BertForPreTraining, measured: Measured) -> str:
    config = model.config
    layers, heads = config.num_hidden_layers, config.num_attention_heads
    return CARD.format(
        **vars(measured),
        layers=layers,
        heads=heads,
        total_heads=layers * heads,
        hidden=config.hidden_size,
        head_size=config.hidden_size // heads,
        feed_forward=f"{config.intermediate_size:,}",
        vocabulary=config.vocab_size,
        parameters=model.num_parameters() / 1e6,
        perplexity=math.exp(measured.words),
    )
