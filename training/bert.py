"""The model: its recipe, its two losses, and the folder that AutoModel and AutoTokenizer load with nothing else done.

    OUT/final/   config.json  model.safetensors (float16)  vocab.txt  tokenizer.json  tokenizer_config.json  README.md

It does not train: that is pretrain.py. It does not learn a vocabulary: that is prepare.py.
"""

from __future__ import annotations

import math
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from prepare import Mistake, read_vocabulary
from safetensors.torch import save
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


def option(default: Any, meaning: str) -> Any:
    return field(default=default, metadata={"help": f"{meaning} (default {default})"})


@dataclass(frozen=True)
class Recipe:
    """What a run is asked to do: each choice is a command-line option, and the defaults are those of the bundled model."""

    layers: int = option(8, "layers")
    heads: int = option(8, "heads per layer")
    hidden: int = option(256, "width of the model")
    feed_forward: int = option(1024, "width of the feed-forward layer")
    seconds: float = option(1150.0, "training time, without compiling")
    steps: int = option(0, "stop after this many steps instead; 0 goes by --seconds")
    length: int = option(128, "tokens of a sequence for the first 85%% of the time")
    batch_size: int = option(1024, "sequences of that length in a batch")
    long_length: int = option(256, "tokens of a sequence after that")
    long_batch_size: int = option(512, "sequences of that length in a batch; also of a held-out batch")
    learning_rate: float = option(1e-3, "highest learning rate")
    warm_up: int = option(2500, "steps until it is reached")
    held_out: float = option(0.005, "share of the sentence starts, the first ones, that is never trained on")
    report_every: int = option(500, "steps between progress lines")
    seed: int = option(0, "of the weights and the batches")

    def check(self) -> None:
        for name in ("layers", "heads", "hidden", "feed_forward", "batch_size", "long_batch_size", "report_every"):
            if getattr(self, name) < 1:
                raise Mistake(f"--{name.replace('_', '-')} is {getattr(self, name)}; it must be at least 1.")
        if not 0 < self.held_out < 1:
            raise Mistake(f"--held-out is {self.held_out}; it must lie between 0 and 1.")
        if not self.learning_rate > 0:
            raise Mistake(f"--learning-rate is {self.learning_rate}; it must be more than 0.")
        if self.hidden % self.heads:
            raise Mistake(f"--hidden {self.hidden} cannot be divided among --heads {self.heads}.")
        if not 16 <= self.length <= self.long_length <= POSITIONS:
            raise Mistake(f"--length {self.length} and --long-length {self.long_length} must rise and lie in 16…{POSITIONS}.")
        if self.steps <= 0 and not self.seconds > 0:
            raise Mistake("Without --steps, --seconds must be more than 0.")


@dataclass(frozen=True)
class Measured:
    """What a run came to; the model card is filled from it."""

    words: float  # held-out masked-word loss, nats
    sentence: float  # held-out next-sentence loss, nats
    steps: int
    seen: int  # tokens that went through the model, padding included
    seconds: float  # of training, without compiling
    corpus_tokens: int
    positions: int  # the longest sequence trained on
    device: str

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
    # Without dropout: 10.8 M parameters are few against 141 M tokens of text.
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


def write_folder(model: BertForPreTraining, vocabulary: Path, folder: Path, measured: Measured) -> None:
    """Writes everything beside `folder` and renames it at the end: a folder of that name is always whole."""
    if not math.isfinite(measured.words + measured.sentence):
        raise Mistake("The loss is no longer a number, so nothing was written; try a lower --learning-rate.")
    partial, replaced = folder.with_name(f".{folder.name}.partial"), folder.with_name(f".{folder.name}.replaced")
    for leftover in (partial, replaced):
        shutil.rmtree(leftover, ignore_errors=True)
    partial.mkdir(parents=True)
    # The output layer shares its weight and bias with others and is tied again on loading; safetensors refuses shared memory.
    state = {
        name: tensor.detach().half().cpu().contiguous().clone()
        for name, tensor in model.state_dict().items()
        if not name.startswith("cls.predictions.decoder") and "position_ids" not in name
    }
    (partial / "model.safetensors").write_bytes(save(state, metadata={"format": "pt"}))
    config = BertConfig.from_dict(model.config.to_dict() | {"architectures": ["BertForPreTraining"], "dtype": "float16"})
    config.save_pretrained(partial)
    write_tokenizer(vocabulary, partial, measured.positions)
    (partial / "README.md").write_text(card(config, model.num_parameters(), measured), encoding="utf8")
    if folder.exists():
        folder.rename(replaced)
    partial.rename(folder)
    shutil.rmtree(replaced, ignore_errors=True)


def card(config: BertConfig, parameters: int, measured: Measured) -> str:
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
        parameters=parameters / 1e6,
        perplexity=math.exp(measured.words),
    )
