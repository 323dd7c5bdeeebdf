"""Vig's six patterns: against slow loops written from the issue's words, heads made by hand, and the model asked pair by pair."""

from dataclasses import replace
from itertools import product
from math import sqrt

import numpy as np
import pytest
import torch
import transformers

from headscope.api.measure import measure
from headscope.errors import HeadscopeError
from headscope.measures import Maps, make, pattern
from headscope.measures.measure import Effects
from headscope.measures.pattern import Pattern
from headscope.measures.worked import score
from headscope.models.connect import connect
from headscope.models.loss import masking_refusal
from headscope.models.model import Model
from headscope.runs.effects import find_effects
from headscope.tokens import collate
from headscope.tokens.trials import is_tried, trial
from headscope.types import Unit

FIRST = "The king and the queen saw strawberries, and the king ate the strawberries of the old queen that he had bought."
SECOND = "A prince bought two tomatoes and three strawberries before the old king saw him."


@pytest.fixture(scope="module")
def rows(encoder):
    units = [Unit("a", FIRST, SECOND), Unit("b", SECOND), Unit("c", "Yes."), Unit("d", "The king saw the king", "the king")]
    return encoder.encode(units, 128)[0]


@pytest.fixture(scope="module")
def batch(rows, encoder):
    return collate(rows, encoder)


def random_maps(side, heads=2, seed=0):
    random = np.random.default_rng(seed)
    weights = random.dirichlet(np.full(side.ids.shape[1], 0.3), (len(side.lengths), heads, side.ids.shape[1]))
    return torch.tensor(weights)


def texts_of(row, encoder):
    """Per token: its string, whether it is special, its text, its word as a tuple of strings and the word's place."""
    tokens = encoder.tokenizer.convert_ids_to_tokens(list(row.ids))
    words: list[list[int]] = []
    for at, token in enumerate(tokens):
        if token not in ("[CLS]", "[SEP]"):
            if token.startswith("##"):
                words[-1].append(at)
            else:
                words.append([at])
    at_word = {at: tuple(word) for word in words for at in word}
    return [
        (token, token in ("[CLS]", "[SEP]"), row.segments[at], at_word.get(at, ())) for at, token in enumerate(tokens)
    ], tokens


def oracle(alpha, row, encoder, vectors):
    """One map's figure for each pattern but `predictive`; None where no token has a target."""
    about, tokens = texts_of(row, encoder)
    n = len(tokens)

    def is_word(token):
        return any(c.isalnum() for c in token)

    def targets(key, i):
        token, special, text, word = about[i]
        if special:
            return []
        found = []
        for j in range(n):
            other, other_special, other_text, other_word = about[j]
            delimiter = other in ("[CLS]", "[SEP]")
            spelt = [tokens[k] for k in word] == [tokens[k] for k in other_word]
            identical = word != other_word and token == other and spelt and is_word(token)
            like = False
            if not other_special and token != other and is_word(token) and is_word(other) and len(word) == len(other_word) == 1:
                a, b = vectors[row.ids[i]], vectors[row.ids[j]]
                like = float(a @ b) / sqrt(float(a @ a) * float(b @ b)) > 0.5
            holds = {
                "next": j == i + 1 and not other_special and text == other_text,
                "previous": j == i - 1 and not other_special and text == other_text,
                "same": identical and text == other_text,
                "same-other": identical and text != other_text,
                "related": like and text == other_text,
                "related-other": like and text != other_text,
                "pieces": j != i and word == other_word,
                "delimiter": delimiter,
            }
            if holds[key]:
                found.append(j)
        return found

    figures = {}
    for key in Pattern().keys:
        if key == "predictive":
            continue
        sums = [sum(float(alpha[i][j]) for j in found) for i in range(n) if (found := targets(key, i))]
        figures[key] = sum(sums) / len(sums) if sums else None
    return figures


def test_every_pattern_agrees_with_the_oracle(bundled, encoder, rows, batch):
    side = batch.source
    weights = random_maps(side)
    related = bundled.similar(side, side, 0.5)
    seen = Pattern().observe(Maps(weights, side, side, related=related))
    vectors = bundled.embeddings.double().numpy()
    met = set()
    for b, row in enumerate(rows):
        for head in range(2):
            expected = oracle(weights[b, head].numpy(), row, encoder, vectors)
            for at, key in enumerate(Pattern().keys):
                if key == "predictive":
                    continue
                assert bool(seen.weights[at, b]) == (expected[key] is not None), (row.document, key)
                if expected[key] is not None:
                    met.add(key)
                    assert seen.values[at, b, head].item() == pytest.approx(expected[key], rel=1e-6)
    assert met == set(Pattern().keys) - {"predictive"}, "the texts have every pattern"


def test_a_piece_repeated_inside_its_own_word_is_not_the_same_word_elsewhere():
    rows = np.full((6, 6), 0.1)
    rows[2, 3] = rows[3, 2] = 0.5
    once = score(Pattern(), rows.tolist(), "[CLS] ma ##na ##na is [SEP]")
    assert "same" not in once and "same-other" not in once and once["pieces"] == pytest.approx((0.2 + 0.6 + 0.6) / 3, abs=1e-4)
    rows = np.full((9, 9), 0.1)
    rows[2, 3] = rows[3, 2] = 0.9
    twice = score(Pattern(), rows.tolist(), "[CLS] ma ##na ##na ma ##na ##na is [SEP]")
    assert twice["same"] == pytest.approx((2 * 0.1 + 4 * 0.2) / 6, abs=1e-4), (
        "ma has one target, ##na two, all in the other word"
    )


def test_the_figure_knows_the_same_tokens():
    from headscope.figures.targets import targets
    from headscope.results.sample_text import StackExample, Tokens

    texts = ("[CLS]", "ma", "##na", "##na", "ma", "##na", "##na", "[SEP]")
    words = (-1, 0, 0, 0, 1, 1, 1, -1)
    side = Tokens(texts, tuple(word < 0 for word in words), (0,) * 8, words)
    found = targets("same", StackExample(side, side, np.zeros((1, 1, 8, 8), np.float32)))
    assert sorted(zip(*map(list, found.nonzero()), strict=True)) == [
        (1, 4), (2, 5), (2, 6), (3, 5), (3, 6), (4, 1), (5, 2), (5, 3), (6, 2), (6, 3),
    ]  # fmt: skip


def test_a_causal_model_is_not_asked_for_what_it_can_not_see(bundled, batch):
    side = batch.source
    n = side.ids.shape[1]
    seen = torch.ones(1, 1, n, n, dtype=torch.bool).tril().expand(len(side.lengths), -1, -1, -1)
    weights = seen / seen.sum(-1, keepdim=True).double()
    observed = Pattern().observe(Maps(weights, side, side, seen, related=bundled.similar(side, side, 0.5)))
    by_key = dict(zip(Pattern().keys, observed.weights, strict=True))
    assert not by_key["next"].any() and by_key["previous"].any() and by_key["same"].any()
    values = dict(zip(Pattern().keys, observed.values, strict=True))
    assert values["previous"][0].item() == pytest.approx(_previous_by_hand(side, 0))


def _previous_by_hand(side, b):
    """Even attention over the tokens up to i: 1 / (i + 1) on the one before."""
    words, texts = side.words[b].tolist(), side.segments[b].tolist()
    shares = [
        1 / (i + 1) for i in range(1, side.lengths[b]) if words[i] >= 0 and words[i - 1] >= 0 and texts[i] == texts[i - 1]
    ]
    return sum(shares) / len(shares)


# ---------------------------------------------------------------- predictive


def pearson(x, y):
    x, y = np.array(x) - np.mean(x), np.array(y) - np.mean(y)
    return float((x * y).sum() / np.sqrt((x * x).sum() * (y * y).sum()))


def made_up_effects(side, seed=0, pairs=10):
    random = np.random.default_rng(seed)
    n = [length - 2 for length in side.lengths]
    first = torch.tensor([[int(random.integers(1, max(2, m))) for _ in range(pairs)] for m in n])
    second = torch.tensor([[int(random.integers(1, max(2, m))) for _ in range(pairs)] for m in n])
    counted = torch.tensor([[at < (10, 7, 0, 2)[b] for at in range(pairs)] for b in range(len(n))])
    return Effects(first, second, torch.tensor(random.normal(size=(len(n), pairs))), counted)


def test_predictive_is_the_correlation_over_the_pairs(batch):
    side = batch.source
    weights, effects = random_maps(side, 3), made_up_effects(side)
    seen = Pattern(["predictive"]).observe(Maps(weights, side, side, effects=effects))
    assert seen.weights[0].tolist() == [1, 1, 0, 0], "a unit with fewer than three pairs has no say"
    for b, head in product((0, 1), range(3)):
        pairs = [p for p in range(10) if effects.counted[b, p]]
        attention = [weights[b, head, effects.first[b, p], effects.second[b, p]].item() for p in pairs]
        r = pearson(attention, [effects.drop[b, p].item() for p in pairs])
        assert seen.values[0, b, head].item() == pytest.approx((1 + r) / 2, rel=1e-6)


def test_a_head_that_looks_where_the_model_guesses_from_has_1_its_opposite_0_and_an_even_one_chance(batch):
    side = batch.source
    effects = made_up_effects(side)
    weights = torch.full((len(side.lengths), 3, *[side.ids.shape[1]] * 2), 0.01, dtype=torch.float64)
    first, second, drop = effects.first[0], effects.second[0], effects.drop[0].clone()
    for p in range(10):  # pairs that were drawn twice agree with themselves
        twice = (first == first[p]) & (second == second[p])
        drop[twice] = drop[p]
        weights[0, 0, first[p], second[p]] = 0.1 + drop[p] / 100
        weights[0, 1, first[p], second[p]] = 0.1 - drop[p] / 100
    effects = Effects(effects.first, effects.second, torch.stack([drop, *effects.drop[1:]]), effects.counted)
    seen = Pattern(["predictive"]).observe(Maps(weights, side, side, effects=effects))
    assert seen.values[0, 0].tolist() == pytest.approx([1, 0, 0.5], abs=1e-9)


@pytest.fixture(scope="module")
def tiny(encoder):
    torch.manual_seed(5)
    config = transformers.BertConfig(
        vocab_size=16384, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32
    )
    module = transformers.BertForMaskedLM(config).eval()
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.mul_(20 if parameter.ndim > 1 else 1)  # so that one word matters to another
    return connect(Model("tiny", module, encoder))


def log_probability(model, row, hidden, word):
    """log p of the word at its place with these places masked, by the model itself: no tap, no selection, no batch."""
    module = model.module
    ids = torch.tensor([row.ids])
    ids[0, list(hidden)] = model.encoder.tokenizer.mask_token_id
    module.set_attn_implementation("eager")
    try:
        with torch.no_grad():
            logits = module(input_ids=ids, token_type_ids=torch.tensor([row.types])).logits
    finally:
        module.set_attn_implementation("headscope")
    return torch.log_softmax(logits[0, word].double(), -1)[row.ids[word]].item()


def test_effects_are_what_masking_two_words_instead_of_one_does(tiny, rows):
    found = find_effects(tiny, rows)
    sizes = []
    for b, row in enumerate(rows):
        one = trial(row, tiny.encoder)
        if one is None:
            assert not found.counted[b].any()
            continue
        pairs = {(i, j): p for p, (i, j) in enumerate(zip(found.first[b].tolist(), found.second[b].tolist(), strict=True))}
        assert found.counted[b].sum() == len(one.hidden) * len(one.also)
        for i, j in product(one.hidden, one.also):
            expected = log_probability(tiny, row, one.hidden, i) - log_probability(tiny, row, (*one.hidden, j), i)
            assert found.counted[b, pairs[i, j]] and found.drop[b, pairs[i, j]].item() == pytest.approx(expected, abs=2e-5)
            sizes.append(abs(expected))
    assert len(sizes) >= 12 and max(sizes) > 0.1, "otherwise nothing was compared"


def test_every_fourth_unit_is_tried_and_the_others_have_no_effect(tiny, rows):
    many = [replace(row, ids=(row.ids[0], at + 200, *row.ids[2:])) for at in range(10) for row in rows]
    part = find_effects(tiny, many, 4)
    tried = [is_tried(row, 4) for row in many]
    assert 0 < sum(tried) < len(many) / 2
    counted = [is_it and trial(row, tiny.encoder) is not None for is_it, row in zip(tried, many, strict=True)]
    assert part.counted.any(-1).tolist() == counted and not part.drop[~part.counted.any(-1)].any()
    whole = find_effects(tiny, many)
    torch.testing.assert_close(part.drop[counted], whole.drop[counted], atol=2e-5, rtol=0)
    assert not find_effects(tiny, [row for row, is_it in zip(many, tried, strict=True) if not is_it], 4).counted.any()


def test_a_trial_is_drawn_by_the_segment_alone(rows, encoder):
    whole = trial(rows[0], encoder)
    assert whole == trial(rows[0], encoder)
    text = rows[0].segments[whole.hidden[0]]
    lexical = [encoder.is_lexical(token) and part == text for token, part in zip(rows[0].ids, rows[0].segments, strict=True)]
    size = min(24, sum(lexical))
    assert (len(whole.hidden), len(whole.also)) == (size // 4, size // 6)
    assert not set(whole.hidden) & set(whole.also)
    tokens = encoder.tokenizer.convert_ids_to_tokens(list(rows[0].ids))
    assert all(any(c.isalnum() for c in tokens[at]) for at in (*whole.hidden, *whole.also))
    assert len({rows[0].segments[at] for at in (*whole.hidden, *whole.also)}) == 1, "words of one text"
    assert trial(rows[2], encoder) is None, "too short"


# ---------------------------------------------------------------- in a run


def test_keys_that_a_model_has_nothing_for_are_left_out_and_named(encoder):
    torch.manual_seed(0)
    size = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    body = connect(Model("body", transformers.BertModel(transformers.BertConfig(vocab_size=16384, **size)).eval(), encoder))
    assert masking_refusal(body) == "it does not predict masked words"
    scores = measure(body, "bundled", ["pattern"], limit=4, progress=False)
    assert scores.manifest.left_out == {"pattern predictive": "it does not predict masked words"}
    assert "predictive" not in scores.manifest.measures["pattern"]
    with pytest.raises(HeadscopeError, match="'pattern=predictive' can't be measured on 'body': it does not predict masked"):
        measure(body, "bundled", ["pattern=next,predictive"], limit=4, progress=False)


@pytest.mark.parametrize("batch_size", [1, 7])
def test_batches_change_nothing_through_the_model(small, batch_size):
    scores = [measure(small, "bundled", ["pattern"], limit=10, batch_size=size, progress=False) for size in (16, batch_size)]
    for series in scores[0].series():
        assert scores[1].value(series) == pytest.approx(scores[0].value(series), abs=1e-5), series.key


def test_the_chance_level_is_even_attention_and_one_half(bundled, encoder):
    scores = measure(bundled, "bundled", ["pattern"], limit=3, progress=False)
    from headscope.corpora import open_corpus
    from headscope.tokens import chunks

    units = next(chunks(open_corpus("bundled").documents(), "pair", 3)).units
    rows, _ = encoder.encode(units, 128)
    assert scores.baseline(scores.find("pattern", "predictive")) == 0.5
    expected = np.mean([1 / len(row) for row in rows])
    assert scores.baseline(scores.find("pattern", "next")) == pytest.approx(expected, abs=1e-9)


def test_no_pattern_in_a_model_with_random_weights(untrained):
    scores = measure(untrained, "bundled", ["pattern"], limit=40, progress=False)
    from headscope.findings.labels import patterns

    assert {label.label for label in patterns(scores)} == {"mixed"}


def test_unknown_keys_are_refused():
    with pytest.raises(HeadscopeError, match="no key of 'pattern' named 'nex'"):
        make("pattern=nex")


def test_words_of_one_token():
    """The same as holding each token against each, in any order, with words of several pieces and tokens that spell nothing."""
    random = torch.Generator().manual_seed(1)
    for n in (1, 2, 40):
        words, spellings = (torch.randint(-1, n, (3, n), generator=random) for _ in range(2))
        expected = ((words[:, :, None] == words[:, None]).sum(-1) == 1) & (spellings >= 0)
        assert torch.equal(pattern._whole(words, spellings), expected)
