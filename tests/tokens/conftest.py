"""Tokenizers of several kinds: the bundled one, and small ones trained here on one sentence."""

from collections.abc import Callable
from typing import Any

import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from transformers import AutoTokenizer, PreTrainedTokenizerFast

from headscope.models.bundled import FOLDER
from headscope.tokens import Encoder

SENTENCES = ["the cat sat on the mat. the cat, it is said, sat. it was , in a . sense, a cat."] * 3


@pytest.fixture(scope="session")
def bert() -> Encoder:
    return Encoder(AutoTokenizer.from_pretrained(FOLDER), longest=256)


@pytest.fixture(scope="session")
def byte_level() -> Callable[..., Encoder]:
    """GPT-2's kind, Ġ before words; `single` and `pair` are the template of the tokens it adds, where it adds any."""

    def make(special: tuple[str, ...], single: str | None = None, pair: str | None = None, **names: Any) -> Encoder:
        tokenizer = Tokenizer(models.BPE())
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.decoder = decoders.ByteLevel()
        alphabet = pre_tokenizers.ByteLevel.alphabet()
        trainer = trainers.BpeTrainer(
            vocab_size=300, special_tokens=list(special), initial_alphabet=alphabet, show_progress=False
        )
        tokenizer.train_from_iterator(SENTENCES, trainer)
        if single is not None:
            ids = [(token, tokenizer.token_to_id(token)) for token in special]
            tokenizer.post_processor = processors.TemplateProcessing(single=single, pair=pair, special_tokens=ids)
        return Encoder(PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names))

    return make


@pytest.fixture(scope="session")
def gpt(byte_level: Callable[..., Encoder]) -> Encoder:
    return byte_level(("<|endoftext|>",), bos_token="<|endoftext|>", eos_token="<|endoftext|>")


@pytest.fixture(scope="session")
def roberta(byte_level: Callable[..., Encoder]) -> Encoder:
    return byte_level(
        ("<s>", "<pad>", "</s>"),
        "<s> $A </s>",
        "<s> $A </s> </s> $B </s>",
        bos_token="<s>",
        eos_token="</s>",
        cls_token="<s>",
        sep_token="</s>",
        pad_token="<pad>",
    )


@pytest.fixture(scope="session")
def t5(byte_level: Callable[..., Encoder]) -> Encoder:
    """A closing token but no opening one."""
    return byte_level(("<pad>", "</s>"), "$A </s>", "$A </s> $B </s>", eos_token="</s>", pad_token="<pad>")


@pytest.fixture(scope="session")
def llama(byte_level: Callable[..., Encoder]) -> Encoder:
    """An opening token but no closing one."""
    return byte_level(("<s>", "</s>"), "<s> $A", "<s> $A <s> $B", bos_token="<s>", eos_token="</s>")
