"""One tiny model a family. Weights are drawn wide, so that attention is far from even and a lost mask, bias, cap or sink shows."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

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
ENDS = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
GROUPED = {**COMMON, **ENDS, "num_key_value_heads": 2, "head_dim": 8}
DIVIDED = {name: value for name, value in GROUPED.items() if name != "head_dim"}  # the head's size follows from the others
ENCODER, DECODER, HYBRID = {"encoder": (3, 4)}, {"decoder": (3, 4)}, {"decoder": (2, 4)}
BOTH = {"encoder": (3, 4), "decoder": (2, 4), "cross": (2, 4)}

Road = Literal["tap", "collect", "refused"]


@dataclass(frozen=True)
class Family:
    """A model, and what is expected of it. `stacks` are layers and heads; `layers` the model's own numbers of those that have
    attention weights, where others have none; `oldest` is the road with the oldest transformers that is declared, where it is another
    one."""

    title: str
    make: Callable[[], Any]
    stacks: dict[str, tuple[int, int]] = field(default_factory=lambda: ENCODER)
    road: Road = "tap"
    single: bool = False  # parts of it are float32 whatever is asked for
    layers: tuple[int, ...] = ()
    oldest: Road | None = None
    note: str = ""


def gpt_oss() -> Any:
    sizes = GROUPED | {"num_local_experts": 4, "num_experts_per_tok": 2, "sliding_window": 4}
    model = t.GptOssForCausalLM(t.GptOssConfig(**sizes, rope_parameters={"rope_type": "default", "rope_theta": 10000.0}))
    for layer in model.model.layers:
        torch.nn.init.normal_(layer.self_attn.sinks)
    return model


def t5(config: Any = t.T5Config, model: Any = t.T5ForConditionalGeneration) -> Any:
    sizes = {"d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 3, "num_decoder_layers": 2, "num_heads": 4}
    names = {"pad_token_id": 0, "eos_token_id": 1, "decoder_start_token_id": 0}
    return model(config(vocab_size=VOCABULARY, **sizes, **names, initializer_factor=2.0))


def like_bart(config: Any, model: Any, heads: int = 4, **more: Any) -> Any:
    layers = {"encoder_layers": 3, "decoder_layers": 2, "encoder_attention_heads": 4, "decoder_attention_heads": heads}
    sizes = {"d_model": 32, "encoder_ffn_dim": 48, "decoder_ffn_dim": 48, "max_position_embeddings": 64, "init_std": 0.3}
    return model(config(vocab_size=VOCABULARY, **layers, **sizes | ENDS | {"forced_eos_token_id": 2} | more))


def led() -> Any:
    ends = {"max_encoder_position_embeddings": 64, "max_decoder_position_embeddings": 64}
    return like_bart(t.LEDConfig, t.LEDForConditionalGeneration, attention_window=[4, 8, 4], init_std=0.2, **ends)


def mobilebert() -> Any:
    sizes = COMMON | {
        "embedding_size": 16,
        "intra_bottleneck_size": 16,
        "num_feedforward_networks": 1,
        "initializer_range": 0.22,
    }
    return t.MobileBertModel(t.MobileBertConfig(**sizes))


def distilbert() -> Any:
    sizes = {"dim": 32, "n_layers": 3, "n_heads": 4, "hidden_dim": 48, "max_position_embeddings": 64}
    return t.DistilBertModel(t.DistilBertConfig(vocab_size=VOCABULARY, **sizes, initializer_range=0.3))


def like_gpt2(config: Any, model: Any, **more: Any) -> Any:
    sizes = {"n_embd": 32, "n_layer": 3, "n_head": 4, "n_positions": 64, "initializer_range": 0.3}
    return model(config(vocab_size=VOCABULARY, **sizes, bos_token_id=1, eos_token_id=2, **more))


def gemma2() -> Any:
    sizes = GROUPED | {"sliding_window": 4, "attn_logit_softcapping": 1.5, "query_pre_attn_scalar": 8}
    return t.Gemma2ForCausalLM(t.Gemma2Config(**sizes))


def gemma3() -> Any:
    """Two layers of a window, then one that sees all."""
    kinds = {"layer_types": ["sliding_attention", "sliding_attention", "full_attention"]}
    return t.Gemma3ForCausalLM(t.Gemma3TextConfig(**GROUPED, **kinds, sliding_window=4, query_pre_attn_scalar=8))


def modernbert() -> Any:
    """One layer of global attention, two of a window."""
    names = {"cls_token_id": 1, "sep_token_id": 2, **ENDS}
    return t.ModernBertModel(t.ModernBertConfig(**COMMON, local_attention=4, **names))


def xlnet() -> Any:
    sizes = {"d_model": 32, "n_layer": 3, "n_head": 4, "d_inner": 48, "initializer_range": 0.3}
    return t.XLNetModel(t.XLNetConfig(vocab_size=VOCABULARY, **sizes))


def deberta(config: Any = t.DebertaV2Config, model: Any = t.DebertaV2Model, **more: Any) -> Any:
    relative = {"relative_attention": True, "pos_att_type": ["p2c", "c2p"], "max_relative_positions": 8}
    return model(config(**COMMON, **relative | more))


def deberta_v3() -> Any:
    buckets = {"max_relative_positions": -1, "position_buckets": 8, "share_att_key": True}
    return deberta(**buckets, norm_rel_ebd="layer_norm", position_biased_input=False)


def opt() -> Any:
    sizes = {"hidden_size": 32, "num_hidden_layers": 3, "num_attention_heads": 4, "ffn_dim": 48, "word_embed_proj_dim": 32}
    return t.OPTForCausalLM(t.OPTConfig(vocab_size=VOCABULARY, **sizes, max_position_embeddings=64, init_std=0.3, **ENDS))


def bloom() -> Any:
    sizes = {"hidden_size": 32, "n_layer": 3, "n_head": 4, "initializer_range": 0.3}
    return t.BloomForCausalLM(t.BloomConfig(vocab_size=VOCABULARY, **sizes, **ENDS))


def mpt() -> Any:
    sizes = {"d_model": 32, "n_layers": 3, "n_heads": 4, "max_seq_len": 64, "initializer_range": 0.3}
    return t.MptForCausalLM(t.MptConfig(vocab_size=VOCABULARY, **sizes))


def jamba() -> Any:
    """Attention in every second layer, state spaces in the others."""
    layers = {"attn_layer_period": 2, "attn_layer_offset": 1, "expert_layer_period": 2, "num_experts": 2}
    state = {"use_mamba_kernels": False, "mamba_d_state": 4, "mamba_dt_rank": 4}
    sizes = DIVIDED | {"num_hidden_layers": 4}
    return t.JambaForCausalLM(t.JambaConfig(**sizes, **layers, **state))


def qwen3_next() -> Any:
    """Linear attention, which has no weights, in every other layer."""
    kinds = {"num_hidden_layers": 4, "layer_types": ["linear_attention", "full_attention"] * 2}
    linear = {f"linear_{side}_head_dim": 8 for side in ("key", "value")} | {"linear_num_key_heads": 2}
    experts = {"num_experts": 2, "num_experts_per_tok": 1, "moe_intermediate_size": 16, "shared_expert_intermediate_size": 16}
    return t.Qwen3NextForCausalLM(t.Qwen3NextConfig(**GROUPED | kinds, **linear, linear_num_value_heads=4, **experts))


def lfm2() -> Any:
    kinds = {"num_hidden_layers": 4, "layer_types": ["conv", "full_attention"] * 2}
    return t.Lfm2ForCausalLM(t.Lfm2Config(**DIVIDED | kinds))


def fnet() -> Any:
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "intermediate_size": 48}
    return t.FNetModel(t.FNetConfig(vocab_size=VOCABULARY, **sizes))


TWO_SIDED: dict[str, Family] = {
    "bert": Family("BERT, mBERT, SciBERT", lambda: t.BertForMaskedLM(t.BertConfig(**COMMON))),
    "roberta": Family("RoBERTa", lambda: t.RobertaForMaskedLM(t.RobertaConfig(**COMMON | {"type_vocab_size": 2}))),
    "xlm-roberta": Family("XLM-R", lambda: t.XLMRobertaForMaskedLM(t.XLMRobertaConfig(**COMMON | {"type_vocab_size": 2}))),
    "distilbert": Family("DistilBERT", distilbert, note="its layers carry no number: calls are counted"),
    "albert": Family("ALBERT", lambda: t.AlbertModel(t.AlbertConfig(**COMMON, embedding_size=16)), note="one layer, run several times"),
    "electra": Family("ELECTRA", lambda: t.ElectraModel(t.ElectraConfig(**COMMON, embedding_size=16))),
    "mobilebert": Family("MobileBERT", mobilebert),
    "modernbert": Family(
        "ModernBERT", modernbert, single=True, oldest="collect", note="windows and full attention in turns; rotary positions"
    ),
    "xlnet": Family("XLNet", xlnet, road="collect"),
    "deberta": Family("DeBERTa v2", deberta, road="collect"),
    "deberta-v3": Family("DeBERTa v3", deberta_v3, road="collect"),
    "mpnet": Family("MPNet", lambda: t.MPNetModel(t.MPNetConfig(**COMMON)), road="collect"),
    "longformer": Family(
        "Longformer",
        lambda: t.LongformerModel(t.LongformerConfig(**COMMON, attention_window=[8, 4, 8])),
        road="collect",
        note="windows, written out as full maps; no token is global",
    ),
}  # fmt: skip
ENCODER_DECODER: dict[str, Family] = {
    "t5": Family("T5", t5, BOTH, oldest="collect", note="a bias of positions"),
    "mt5": Family("mT5", lambda: t5(t.MT5Config, t.MT5ForConditionalGeneration), BOTH, oldest="collect"),
    "bart": Family(
        "BART",
        lambda: like_bart(t.BartConfig, t.BartForConditionalGeneration, heads=2),
        {"encoder": (3, 4), "decoder": (2, 2), "cross": (2, 2)},
    ),
    "marian": Family(
        "MarianMT", lambda: like_bart(t.MarianConfig, t.MarianMTModel, decoder_start_token_id=0, init_std=0.5), BOTH
    ),
    "pegasus": Family("PEGASUS", lambda: like_bart(t.PegasusConfig, t.PegasusForConditionalGeneration), BOTH),
    "mbart": Family("mBART", lambda: like_bart(t.MBartConfig, t.MBartForConditionalGeneration), BOTH),
    "led": Family("LED", led, BOTH, road="collect", single=True, note="windows in the encoder, written out as full maps"),
}
CAUSAL: dict[str, Family] = {
    "gpt2": Family("GPT-2", lambda: like_gpt2(t.GPT2Config, t.GPT2LMHeadModel), DECODER),
    "gptj": Family("GPT-J", lambda: like_gpt2(t.GPTJConfig, t.GPTJForCausalLM, rotary_dim=4), DECODER, road="collect"),
    "gpt-neox": Family("GPT-NeoX, Pythia", lambda: t.GPTNeoXForCausalLM(t.GPTNeoXConfig(**COMMON)), DECODER, note="rotary positions"),
    "opt": Family("OPT", opt, DECODER),
    "bloom": Family("BLOOM", bloom, DECODER, road="collect", note="ALiBi"),
    "mpt": Family("MPT", mpt, DECODER, road="collect", single=True, note="ALiBi"),
    "falcon": Family(
        "Falcon",
        lambda: t.FalconForCausalLM(t.FalconConfig(**COMMON, bias=False, alibi=False)),
        DECODER,
        road="collect",
        note="one key for all heads, rotary positions; ALiBi, see below",
    ),
    "llama": Family("Llama", lambda: t.LlamaForCausalLM(t.LlamaConfig(**GROUPED)), DECODER, note="grouped queries, rotary positions"),
    "mistral": Family(
        "Mistral",
        lambda: t.MistralForCausalLM(t.MistralConfig(**GROUPED, sliding_window=4)),
        DECODER,
        single=True,
        note="a window",
    ),
    "qwen2": Family("Qwen2", lambda: t.Qwen2ForCausalLM(t.Qwen2Config(**DIVIDED)), DECODER, note="grouped queries"),
    "qwen3": Family("Qwen3", lambda: t.Qwen3ForCausalLM(t.Qwen3Config(**GROUPED)), DECODER, note="grouped queries, normalised"),
    "phi3": Family("Phi-3", lambda: t.Phi3ForCausalLM(t.Phi3Config(**DIVIDED)), DECODER),
    "gemma": Family("Gemma", lambda: t.GemmaForCausalLM(t.GemmaConfig(**GROUPED)), DECODER),
    "gemma2": Family("Gemma 2", gemma2, DECODER, single=True, note="capped logits; windows and full attention in turns"),
    "gemma3": Family("Gemma 3", gemma3, DECODER, single=True, note="windows and full attention in turns"),
    "gpt-oss": Family("gpt-oss", gpt_oss, DECODER, single=True, note="sinks: rows sum to less than 1; windows in turns"),
}  # fmt: skip
HYBRIDS: dict[str, Family] = {
    "jamba": Family("Jamba", jamba, HYBRID, single=True, layers=(1, 3), note="state spaces in the other layers"),
    "qwen3-next": Family("Qwen3-Next", qwen3_next, HYBRID, single=True, layers=(1, 3), note="linear attention in the other layers"),
    "lfm2": Family("LFM2", lfm2, HYBRID, layers=(1, 3), note="convolutions in the other layers"),
}  # fmt: skip
REFUSED: dict[str, Family] = {
    "mamba": Family(
        "Mamba",
        lambda: t.MambaForCausalLM(t.MambaConfig(vocab_size=VOCABULARY, hidden_size=32, num_hidden_layers=2)),
        {},
        road="refused",
        single=True,
        note="state spaces",
    ),
    "fnet": Family("FNet", fnet, {}, road="refused", note="Fourier transforms"),
}
SERVED = TWO_SIDED | ENCODER_DECODER | CAUSAL | HYBRIDS
FAMILIES = SERVED | REFUSED
