"""What the model loses without a head: against transformers with a hook, planted and random models, and however a run is cut up."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import torch
import transformers
from torch.nn.functional import cross_entropy

from headscope.api.measure import measure
from headscope.api.merge import merge
from headscope.corpora import open_corpus
from headscope.findings.matter import needed
from headscope.measures import make
from headscope.measures.measure import Cuts, Maps
from headscope.models import Model, load
from headscope.models.connect import connect
from headscope.names import TO_DEPENDENT, TO_HEAD
from headscope.runs.cuts import find_cuts, mean_outputs
from headscope.runs.draws import deal, draw_tokens
from headscope.tokens import chunks, collate
from headscope.tokens.masking import DEFAULT, IGNORED, Masking
from headscope.types import Head

UNITS, LENGTH = 3, 24


def by_hand(loaded, heads):
    """ΔL of some heads, nats per predicted token: transformers' own model and attention, all logits, and a hook that sets the head's slice
    of what the output projection reads to zero."""
    causal = "decoder" in loaded.stacks
    module, encoder = loaded.module, loaded.encoder
    module.set_attn_implementation("sdpa")
    layers = module.model.layers if causal else module.bert.encoder.layer
    projections = [layer.self_attn.o_proj if causal else layer.attention.output.dense for layer in layers]
    (chunk,) = chunks(open_corpus("bundled").documents(), "pair", UNITS)
    drawn = [draw_tokens(loaded, [row], DEFAULT) for row in encoder.encode(chunk.units, LENGTH)[0]]

    def loss():
        total, number = 0.0, 0
        with torch.inference_mode():
            for one in drawn:
                outputs = module(**loaded.inputs(one.batch))
                logits = outputs["logits"] if "logits" in outputs else outputs["prediction_logits"]
                chosen = one.labels != IGNORED
                total += float(cross_entropy(logits[chosen].double(), one.labels[chosen], reduction="sum"))
                number += int(chosen.sum())
        return total / number

    def zeroed(at):
        def hook(_, inputs):
            cut = inputs[0].clone()
            cut[..., 32 * at : 32 * at + 32] = 0
            return (cut,)

        return hook

    whole, found = loss(), []
    for head in map(Head.parse, heads):
        hook = projections[head.layer].register_forward_pre_hook(zeroed(head.head))
        found.append(loss() - whole)
        hook.remove()
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("name", "heads"), [("bert-8x8", ("1-3", "5-2", "8-5")), ("gpt-8x8", ("1-1", "4-6", "7-4"))])
def test_three_heads_of_each_bundled_model_against_a_hook(name, heads):
    """In float64, so that what is left of a difference is not rounding."""
    scores = measure(load(name, dtype="float64"), "bundled", ["ablation=zero"], limit=UNITS, max_length=LENGTH, progress=False)
    values = scores.value(scores.find("ablation", "zero"))
    ours = [values[Head.parse(head)] for head in heads]
    np.testing.assert_allclose(ours, by_hand(load(name, dtype="float64"), heads), atol=1e-6)
    assert np.abs(ours).max() > 1e-3


def test_batches_shards_and_order_change_nothing(small, tmp_path):
    """The mean is over the same units for all; sums add."""
    asked = {"limit": 70, "max_length": 12, "progress": False}
    whole = measure(small, "bundled", ["ablation"], **asked)
    keys = [whole.find("ablation", key) for key in ("zero", "mean")]
    assert all(np.abs(whole.value(key)).max() > 1e-3 for key in keys)
    assert np.abs(whole.value(keys[0]) - whole.value(keys[1])).max() > 1e-3
    for index in (1, 2):
        measure(small, "bundled", ["ablation"], shard=f"{index}/2", batch_size=48, folder=tmp_path / str(index), **asked)
    merged = merge([tmp_path / "1", tmp_path / "2"])
    for key in keys:
        np.testing.assert_allclose(merged.value(key), whole.value(key), atol=1e-5)
        np.testing.assert_array_equal(merged.tally.weights(key), whole.tally.weights(key))


def test_the_mean_is_over_all_tokens_that_are_not_padding(small):
    (chunk,) = chunks(open_corpus("bundled").documents(), "pair", 5)
    rows = small.encoder.encode(chunk.units, 20)[0]
    rows[2] = replace(rows[2], **{name: getattr(rows[2], name)[:7] for name in ("ids", "types", "segments", "words")})
    means = mean_outputs(small, rows, DEFAULT)
    heard = [[] for _ in small.sites]
    for row in rows:
        batch = draw_tokens(small, [row], DEFAULT).batch
        with torch.inference_mode():
            small.run(batch, lambda number, call: heard[number].append((call.weights @ call.values)[0].transpose(0, 1)))
    for mean, parts in zip(means, heard, strict=True):
        assert torch.allclose(mean.float(), torch.cat(parts).mean(0), atol=1e-5)


def copier(encoder):
    """A causal model of one layer of two heads in which head 1-2 alone says what comes next: it looks one token back, and what it finds
    there is what follows in a text of two words in turn. Head 1-1 spreads its attention and adds something that tells nothing."""
    wide, size = 96, len(encoder.tokenizer)
    config = transformers.GPT2Config(vocab_size=size, n_embd=2 * wide, n_layer=1, n_head=2, n_positions=wide, n_inner=4)
    torch.manual_seed(0)
    module = transformers.GPT2LMHeadModel(config).eval().requires_grad_(False)
    body, block = module.transformer, module.transformer.h[0]
    for parameter in (*block.attn.parameters(), *block.mlp.parameters()):
        parameter.zero_()
    body.wte.weight.zero_()
    body.wte.weight[:, :wide] = torch.nn.functional.normalize(torch.randn(size, wide), dim=-1)
    body.wpe.weight.copy_(torch.cat([torch.zeros(wide, wide), torch.eye(wide)], 1))
    mapped = block.attn.c_attn.weight  # [in, queries, keys and values of both heads]
    at = torch.arange(wide)
    mapped[wide + at[1:], wide + at[:-1]] = 30.0  # head 2: the query of place i is place i - 1
    mapped[wide + at, 3 * wide + at] = 30.0  # its keys are places
    mapped[at, 5 * wide + at] = 1.0  # its values are tokens
    mapped[at, 4 * wide + at] = 0.1  # head 1 spreads, and gives the mean of what stood before
    block.attn.c_proj.weight[wide + at, at] = 3.0
    block.attn.c_proj.weight[at, at] = 0.01
    return connect(Model("copier", module, encoder))


def test_a_head_that_alone_carries_a_copied_token_is_found(encoder, tmp_path):
    words = ["river", "house", "old", "water", "she", "boat", "then", "was", "morning", "left", "wide", "came", "saw", "in"]
    texts = ["\n".join([" ".join([one, other] * 8)] * 2) for one, other in pairwise(words)]
    path = tmp_path / "turns.txt"
    path.write_text("\n\n".join(texts))
    scores = measure(copier(encoder), path, ["ablation"], progress=False)
    for key in ("zero", "mean"):
        series = scores.find("ablation", key)
        low, high = scores.interval(series)
        assert low[0, 1] > 1.0, "the copied token is lost with the head"
        assert abs(scores.value(series)[0, 0]) < 0.05 and high[0, 0] < low[0, 1]
    assert [one.head for one in needed(scores) if one.first] == [Head(0, 1)], "and the page claims it"


def test_random_weights_make_no_head_matter(encoder):
    """Five seeds: of no head is it claimed that the model needs it more than the others of its layer."""
    size = {"hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2, "num_attention_heads": 4}
    for seed in range(5):
        torch.manual_seed(seed)
        config = transformers.BertConfig(vocab_size=len(encoder.tokenizer), max_position_embeddings=32, **size)
        module = transformers.BertForMaskedLM(config).eval().requires_grad_(False)
        model = connect(Model("random", module, encoder))
        scores = measure(model, "bundled", ["ablation=zero"], limit=48, max_length=16, progress=False)
        found = needed(scores)
        assert len(found) == 8 and all(one.p is not None for one in found), "there are enough documents for a claim"
        assert not [one for one in found if one.sure], seed
        assert max(abs(one.value) for one in found) < 0.01


def test_every_word_is_predicted_once_and_whole(small):
    (chunk,) = chunks(open_corpus("annotated").documents(), "sentence", 6)
    from headscope.tokens import encode_annotated

    rows, _ = encode_annotated(small.encoder, chunk.units, 64)
    for row in rows:
        hands = deal(row, 0.15)
        words = {word for word in row.words if word >= 0}
        assert sum(map(len, hands)) == len(words) and set.union(*hands) == words
        assert max(map(len, hands)) <= max(1, 0.15 * len(words))
    cuts = find_cuts(small, rows, Masking(0.4))[small.sites[0]]
    assert torch.equal(cuts.predicted, collate(rows, small.encoder).source.words >= 0)


def test_relations_against_loops(random_annotated, annotated_maps):
    """A word's rise is the sum of its tokens'; words of which a token is not predicted do not count."""
    units = [random_annotated(seed, n, heads=2) for seed, n in enumerate((6, 9, 14))]
    maps = annotated_maps(units)
    tokens = maps.queries.words.shape[1]
    random = np.random.default_rng(0)
    rise, predicted = random.normal(size=(3, 2, tokens)), random.random((3, tokens)) < 0.8
    cuts = Cuts({"zero": torch.tensor(rise)}, torch.tensor(predicted))
    seen = make("ablation-by-relation").observe(
        Maps(maps.weights, maps.queries, maps.keys, sentences=maps.sentences, cuts=cuts)
    )
    names = {name: at for at, name in enumerate(seen.names)}
    counted = 0
    for b, unit in enumerate(units):
        (sentence,) = unit.sentences
        places = [[t for t, word in enumerate(unit.words) if word == w] for w in range(len(sentence.words))]
        whole = [bool(mine) and all(predicted[b, t] for t in mine) for mine in places]
        for relation in set(sentence.relations):
            dependents = {w for w, r in enumerate(sentence.relations) if r == relation}
            governors = {sentence.heads[w] for w in dependents} - {-1}
            for way, words in ((TO_HEAD, dependents), (TO_DEPENDENT, governors)):
                mine = [w for w in words if whole[w]]
                at = names[relation, way]
                assert seen.weights[at, b] == len(mine)
                counted += len(mine)
                if mine:
                    expected = np.mean([rise[b][:, places[w]].sum(-1) for w in mine], 0)
                    np.testing.assert_allclose(seen.values[at, b].numpy(), expected, atol=1e-12)
    assert counted > 20 and {"pronoun", "proper", "nominal"} <= {key for key, _ in names}


def test_a_run_by_relation(small):
    scores = measure(small, "annotated", ["ablation-by-relation"], limit=6, progress=False)
    names = {(series.key, series.direction) for series in scores.series()}
    assert {("all", TO_HEAD), ("nsubj", TO_HEAD), ("nsubj", TO_DEPENDENT), ("pronoun", "")} <= names
    chosen = measure(small, "annotated", ["ablation-by-relation=nsubj,pronoun"], limit=6, progress=False)
    assert {series.key for series in chosen.series()} == {"nsubj", "pronoun"}
    for series in chosen.series():
        np.testing.assert_array_equal(chosen.value(series), scores.value(series))
