"""One tiny model a family. Weights are drawn wide, so that attention is far from even and a lost mask, bias, cap or sink shows."""

from collections.abc import Callable
from typing import Any

import torch
import transformers as t

VOCABULARY = 120
COMMON: dict[str, Any] = {
    "vocab_size": VOCABULARY,
    "hidden_size": 32,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "intermediate_size": 48,
    "max_position_embeddings": 64,
    "initializer_range": 0.3,
}
GROUPED = {**COMMON, "num_key_value_heads": 2, "head_dim": 8, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
ENDS = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}


def gpt_oss() -> Any:
    sizes = GROUPED | {"num_local_experts": 4, "num_experts_per_tok": 2, "sliding_window": 4}
    model = t.GptOssForCausalLM(t.GptOssConfig(**sizes, rope_parameters={"rope_type": "default", "rope_theta": 10000.0}))
    for layer in model.model.layers:
        torch.nn.init.normal_(layer.self_attn.sinks)
    return model


def t5() -> Any:
    sizes = {"d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 3, "num_decoder_layers": 2, "num_heads": 4}
    names = {"pad_token_id": 0, "eos_token_id": 1, "decoder_start_token_id": 0}
    return t.T5ForConditionalGeneration(t.T5Config(vocab_size=VOCABULARY, **sizes, **names, initializer_factor=2.0))


def bart() -> Any:
    """Encoder and decoder differ in layers and heads."""
    layers = {"encoder_layers": 3, "decoder_layers": 2, "encoder_attention_heads": 4, "decoder_attention_heads": 2}
    sizes = {"d_model": 32, "encoder_ffn_dim": 48, "decoder_ffn_dim": 48, "max_position_embeddings": 64, "init_std": 0.3}
    return t.BartForConditionalGeneration(t.BartConfig(vocab_size=VOCABULARY, **layers, **sizes, **ENDS, forced_eos_token_id=2))


def mobilebert() -> Any:
    sizes = COMMON | {"embedding_size": 16, "intra_bottleneck_size": 16, "num_feedforward_networks": 1}
    return t.MobileBertModel(t.MobileBertConfig(**sizes))


def distilbert() -> Any:
    sizes = {"dim": 32, "n_layers": 3, "n_heads": 4, "hidden_dim": 48, "max_position_embeddings": 64}
    return t.DistilBertModel(t.DistilBertConfig(vocab_size=VOCABULARY, **sizes, initializer_range=0.3))


def gpt2() -> Any:
    sizes = {"n_embd": 32, "n_layer": 3, "n_head": 4, "n_positions": 64, "initializer_range": 0.3}
    return t.GPT2LMHeadModel(t.GPT2Config(vocab_size=VOCABULARY, **sizes, bos_token_id=1, eos_token_id=2))


def gemma2() -> Any:
    sizes = GROUPED | {"sliding_window": 4, "attn_logit_softcapping": 1.5, "query_pre_attn_scalar": 8}
    return t.Gemma2ForCausalLM(t.Gemma2Config(**sizes))


def modernbert() -> Any:
    """One layer of global attention, two of a window."""
    names = {"cls_token_id": 1, "sep_token_id": 2, **ENDS}
    return t.ModernBertModel(t.ModernBertConfig(**COMMON, local_attention=4, **names))


def xlnet() -> Any:
    sizes = {"d_model": 32, "n_layer": 3, "n_head": 4, "d_inner": 48, "initializer_range": 0.3}
    return t.XLNetModel(t.XLNetConfig(vocab_size=VOCABULARY, **sizes))


TAPPED: dict[str, Callable[[], Any]] = {
    "bert": lambda: t.BertForMaskedLM(t.BertConfig(**COMMON)),
    "roberta": lambda: t.RobertaForMaskedLM(t.RobertaConfig(**COMMON | {"type_vocab_size": 2})),
    "distilbert": distilbert,
    "albert": lambda: t.AlbertModel(t.AlbertConfig(**COMMON, embedding_size=16)),
    "electra": lambda: t.ElectraModel(t.ElectraConfig(**COMMON, embedding_size=16)),
    "gpt2": gpt2,
    "llama": lambda: t.LlamaForCausalLM(t.LlamaConfig(**GROUPED)),
    "gemma2": gemma2,
    "gpt-oss": gpt_oss,
    "t5": t5,
    "bart": bart,
    "modernbert": modernbert,
    "mobilebert": mobilebert,
}
COLLECTED: dict[str, Callable[[], Any]] = {
    "xlnet": xlnet,
    "deberta": lambda: t.DebertaV2Model(
        t.DebertaV2Config(**COMMON, relative_attention=True, pos_att_type=["p2c", "c2p"], max_relative_positions=8)
    ),
}
REFUSED: dict[str, Callable[[], Any]] = {
    "longformer": lambda: t.LongformerModel(t.LongformerConfig(**COMMON, attention_window=8)),
    "mamba": lambda: t.MambaForCausalLM(t.MambaConfig(vocab_size=VOCABULARY, hidden_size=32, num_hidden_layers=2)),
}
FAMILIES = TAPPED | COLLECTED | REFUSED
SINGLE = ("gemma2", "gpt-oss", "modernbert", "mamba")  # parts of these are float32 whatever is asked for
