"""Tiny models of further families with their tokenizers, made on the spot: an encoder–decoder, and two whose layers see differently.

Weights are whole numbers of NumPy's generator times a power of two, the same on every machine; torch's own random numbers are not.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import tokenizers
import torch
import transformers

SIZES = {"hidden_size": 32, "num_hidden_layers": 3, "num_attention_heads": 4, "intermediate_size": 48}
ENDS = {"pad_token_id": 0, "bos_token_id": 2, "eos_token_id": 3}  # by the order of SPECIAL
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
WINDOW = 8
OFTEN = 5  # times that a word occurs in the corpora to be a token


def t5(vocabulary: int) -> Any:
    sizes = {"d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 3, "num_decoder_layers": 2, "num_heads": 4}
    names = {"pad_token_id": 0, "eos_token_id": 3, "decoder_start_token_id": 0}
    return transformers.T5ForConditionalGeneration(transformers.T5Config(vocab_size=vocabulary, **sizes, **names))


def modernbert(vocabulary: int) -> Any:
    """Full attention in the first and the last layer, a window in the other."""
    sizes = {**SIZES, "max_position_embeddings": 64, "local_attention": WINDOW, "global_attn_every_n_layers": 2}
    names = {**ENDS, "cls_token_id": 2, "sep_token_id": 3}
    return transformers.ModernBertForMaskedLM(transformers.ModernBertConfig(vocab_size=vocabulary, **sizes, **names))


def gemma3(vocabulary: int) -> Any:
    """Full attention in the second layer, windows in the others."""
    kinds = ["sliding_attention", "full_attention", "sliding_attention"]
    sizes = {**SIZES, "num_key_value_heads": 2, "head_dim": 8, "max_position_embeddings": 256}
    window = {"layer_types": kinds, "sliding_window": WINDOW, "query_pre_attn_scalar": 8}
    return transformers.Gemma3ForCausalLM(transformers.Gemma3TextConfig(vocab_size=vocabulary, **sizes, **window, **ENDS))


MODELS: dict[str, tuple[Callable[[int], Any], tuple[str, ...]]] = {  # and the tokens that open and close a text
    "t5": (t5, ("[CLS]", "[SEP]")),
    "modernbert": (modernbert, ("[CLS]", "[SEP]")),
    "gemma3": (gemma3, ("[CLS]",)),
}


def make_tokenizer(corpora: Sequence[Path], ends: tuple[str, ...]) -> Any:
    """Words that the corpora have often, and letters for the others."""
    counts = Counter(word for path in corpora for word in path.read_text().lower().split())
    often = sorted(word for word, count in counts.items() if count >= OFTEN and word.isalpha() and word.isascii())
    letters = [chr(code) for code in range(33, 127) if not chr(code).isupper()]
    pieces = dict.fromkeys([*SPECIAL, *letters, *(f"##{letter}" for letter in letters), *often])
    numbers = {piece: number for number, piece in enumerate(pieces)}
    made = tokenizers.Tokenizer(tokenizers.models.WordPiece(numbers, unk_token="[UNK]"))
    made.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    closed, again = (" [SEP]", " [SEP]:1") if "[SEP]" in ends else ("", "")
    made.post_processor = tokenizers.processors.TemplateProcessing(
        single=f"[CLS] $A{closed}", pair=f"[CLS] $A{closed} $B:1{again}", special_tokens=[(end, numbers[end]) for end in ends]
    )
    names = {f"{token.strip('[]').lower()}_token": token for token in ("[PAD]", "[UNK]", "[MASK]", *ends)}
    return transformers.PreTrainedTokenizerFast(tokenizer_object=made, **names)


@torch.no_grad()
def save(name: str, corpora: Sequence[Path], folder: Path) -> None:
    """A model and its tokenizer, as a user would have them."""
    transformers.utils.logging.disable_progress_bar()
    make, ends = MODELS[name]
    tokenizer = make_tokenizer(corpora, ends)
    model, generator = make(len(tokenizer)), np.random.default_rng(0)
    for _, parameter in sorted(model.named_parameters()):
        if parameter.ndim > 1:  # norms and biases are ones and zeros
            parameter.copy_(torch.from_numpy(generator.integers(-1024, 1025, parameter.shape) / 2.0**11))
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
