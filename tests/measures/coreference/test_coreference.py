"""The coreference measure: by hand, against slow loops written from the paper's words, planted heads, and what must change nothing."""

import importlib.util
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import torch

from headscope.errors import HeadscopeError
from headscope.measures import Maps
from headscope.measures.coreference.antecedents import RULES
from headscope.measures.coreference.coreference import ANTECEDENTS, Coreference
from headscope.measures.coreference.mention_heads import MENTION_HEADS
from headscope.tokens import Encoded, collate
from headscope.types import Mention, Sentence


def _load():
    """coreference_oracle.py, by its path: under importlib mode tests are not a package."""
    spec = importlib.util.spec_from_file_location("coreference_oracle", Path(__file__).with_name("coreference_oracle.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


slow = _load()
KEYS, Piece = slow.KEYS, slow.Piece
every_reading = pytest.mark.parametrize("antecedents", ANTECEDENTS)


def plain(sentences, *rows):
    """One token a word, no special tokens; each of `rows` is a map."""
    number = sum(len(sentence.words) for sentence in sentences)
    return Piece(tuple(sentences), tuple(range(number)), np.array(rows, dtype=float))


@pytest.fixture(scope="module")
def make_window_maps(encoder):
    """Windows as one padded batch: weights into padding are 0, rows of padding hold `garbage`."""

    def make(pieces, garbage=0.0):
        encoded = [
            Encoded("d", (5,) * len(p.words), (0,) * len(p.words), (0,) * len(p.words), p.words, sentences=p.sentences)
            for p in pieces
        ]
        batch = collate(encoded, encoder)
        longest = batch.source.ids.shape[1]
        weights = np.zeros((len(pieces), len(pieces[0].maps), longest, longest))
        for row, piece in zip(weights, pieces, strict=True):
            n = len(piece.words)
            row[:, :n, :n] = piece.maps
            row[:, n:] = garbage
        sentences = tuple(piece.sentences for piece in pieces)
        return Maps(torch.tensor(weights), batch.source, batch.source, sentences=sentences)

    return make


@pytest.fixture(scope="module")
def seen(make_window_maps):
    """Per window and key, the figures of all heads and the number of cases; then the same of each baseline."""

    def see(measure, pieces, **options):
        maps = make_window_maps(pieces, **options)
        return read(measure, measure.observe(maps)), {
            name: read(measure, observation) for name, observation in measure.baselines(maps, maps).items()
        }

    def read(measure, observation):
        assert observation.names == tuple((key, "") for key in measure.keys)
        assert observation.values.dtype == observation.weights.dtype == torch.float64
        return [
            {
                key: (observation.values[at, b].tolist(), observation.weights[at, b].item())
                for at, key in enumerate(measure.keys)
            }
            for b in range(observation.values.shape[1])
        ]

    return see


def sentence(text, *mentions):
    words, tags = zip(*(one.rsplit("/", 1) for one in text.split()), strict=True)
    return Sentence(words, tags=tags, mentions=tuple(Mention(*mention) for mention in mentions))


GARDEN = (
    sentence("Mia/PROPN has/VERB a/DET cat/NOUN", (0, 1, "mia"), (2, 4, "cat")),  # 0 to 3
    sentence("Mia/PROPN feeds/VERB the/DET cat/NOUN", (0, 1, "mia"), (2, 4, "cat")),  # 4 to 7
    sentence("She/PRON likes/VERB it/PRON", (0, 1, "mia"), (2, 3, "cat")),  # 8 to 10
)
# Mia at 4: the antecedent 0; cat at 7: 3; She at 8: 0 and 4; it at 10: 3 and 7. Heads of mentions: 0 3 4 7 8 10.


def pointing(number, points):
    """A map in which each word looks at one word: as `points` says, else at itself."""
    rows = np.eye(number)
    for at, to in points.items():
        rows[at] = 0
        rows[at, to] = 1
    return rows


def test_by_hand(seen):
    first = pointing(11, {4: 0, 7: 2, 8: 4, 10: 8})  # Mia and She are right, the cat looks at "the", it at She
    second = np.full((11, 11), 1 / 11)  # ties go to the earlier: word 0, but from word 0 itself
    third = pointing(11, {})  # all on itself: itself is no answer, the others tie at 0, so word 0
    (found,), rules = seen(Coreference(), [plain(GARDEN, first, second, third)])
    assert found == {
        "all": ([0.5, 0.5, 0.5], 4),
        "pronoun": ([0.5, 0.5, 0.5], 2),
        "proper": ([1.0, 1.0, 1.0], 1),
        "nominal": ([0.0, 0.0, 0.0], 1),
    }
    # nearest: Mia → cat, cat → Mia, She → cat, it → She. head match: Mia and the cat. sieves: both again; She agrees with a cat, of
    # which nothing is known, and it is nearer than Mia: wrong; it agrees with the cat and not with She: right.
    assert {rule: figures for rule, (figures,) in rules.items()} == {
        "nearest": {"all": ([0.0], 4), "pronoun": ([0.0], 2), "proper": ([0.0], 1), "nominal": ([0.0], 1)},
        "head match": {"all": ([0.5], 4), "pronoun": ([0.0], 2), "proper": ([1.0], 1), "nominal": ([1.0], 1)},
        "sieves": {"all": ([0.75], 4), "pronoun": ([0.5], 2), "proper": ([1.0], 1), "nominal": ([1.0], 1)},
    }
    assert tuple(rules) == tuple(RULES)


def test_answers_among_mentions_only(seen):
    rows = np.zeros((11, 11))
    rows[4, 1], rows[4, 0] = 0.6, 0.4  # "has" is no mention; Mia is
    rows[7, 2], rows[7, 10] = 0.7, 0.3  # a mention behind is an answer too, and wrong here
    rows[8, 8], rows[8, 9], rows[8, 4] = 0.5, 0.3, 0.2  # itself is none
    rows[10, 9] = 1.0  # nothing on any mention: the earliest, Mia
    piece = plain(GARDEN, rows)
    (words,), _ = seen(Coreference(), [piece])
    (mentions,), _ = seen(Coreference(antecedents="mentions"), [piece])
    assert {key: words[key][0][0] for key in KEYS} == {"all": 0, "pronoun": 0, "proper": 0, "nominal": 0}
    assert {key: mentions[key][0][0] for key in KEYS} == {"all": 0.5, "pronoun": 0.5, "proper": 1, "nominal": 0}
    assert {key: words[key][1] for key in KEYS} == {key: mentions[key][1] for key in KEYS}


def test_split_words(seen):
    """Attention to a split word is summed, from one it is averaged."""
    text = (sentence("Leo/PROPN and/CCONJ Mia/PROPN ;/PUNCT Mia/PROPN", (0, 1, "leo"), (2, 3, "mia"), (4, 5, "mia")),)
    words = (-1, 0, 1, 2, 2, 3, 4, 4, -1)  # both Mias are split
    rows = np.zeros((9, 9))
    rows[6, [0, 1, 3, 4]] = 0.4, 0.3, 0.1, 0.2  # from the first token of the second Mia: [CLS] .4, Leo .3, Mia .1 + .2
    rows[7, [1, 3, 4, 8]] = 0.2, 0.2, 0.1, 0.5  # the mean of both is Leo .25, Mia .3
    (found,), _ = seen(Coreference(), [Piece(text, words, rows[None])])
    assert found["all"] == ([1.0], 1) and found["proper"] == ([1.0], 1)
    rows[7, 1] = 0.4  # now Leo has .35
    (found,), _ = seen(Coreference(), [Piece(text, words, rows[None])])
    assert found["all"] == ([0.0], 1)


def test_a_planted_head_finds_all_and_the_previous_word_does_not(seen):
    planted = pointing(11, {4: 0, 7: 3, 8: 4, 10: 3})
    previous = pointing(11, {at: at - 1 for at in range(1, 11)})
    following = pointing(11, {at: at + 1 for at in range(10)})
    (found,), _ = seen(Coreference(), [plain(GARDEN, planted, previous, following)])
    # The word before Mia at 4 is the cat at 3, before the cat at 7 "the", before She at 8 the cat at 7, before it at 10 "likes".
    assert found == {"all": ([1, 0, 0], 4), "pronoun": ([1, 0, 0], 2), "proper": ([1, 0, 0], 1), "nominal": ([1, 0, 0], 1)}
    (found,), _ = seen(Coreference(antecedents="mentions"), [plain(GARDEN, planted, previous)])
    # Among mentions: cat for Mia; nothing for the cat, so Mia at 0; cat for She; nothing for it.
    assert found["all"] == ([1, 0], 4)


def test_any_antecedent_is_right_and_what_is_behind_is_not(seen):
    maps = [pointing(11, {8: to}) for to in (0, 4, 7, 10)]
    (found,), _ = seen(Coreference(["pronoun"]), [plain(GARDEN, *maps)])
    # She at 8 finds Mia at 0 and at 4; "it" looks at itself and so answers 0, which is wrong.
    assert found == {"pronoun": ([0.5, 0.5, 0, 0], 2)}


def test_nested_mentions_and_mentions_with_one_head_word(seen):
    text = (
        sentence("Mia/PROPN and/CCONJ Leo/PROPN left/VERB", (0, 3, "both"), (0, 1, "mia"), (2, 3, "leo")),
        sentence("They/PRON told/VERB his/PRON mother/NOUN", (0, 1, "both"), (2, 4, "mother"), (2, 3, "leo")),
    )
    # They: the head word of "Mia and Leo" is Mia; his: Leo, though he stands inside "his mother".
    (found,), _ = seen(Coreference(), [plain(text, pointing(8, {4: 0, 6: 2}), pointing(8, {4: 2, 6: 7}))])
    assert found["all"] == ([1, 0], 2) and found["pronoun"] == ([1, 0], 2) and found["proper"] == ([0, 0], 0)
    # Among mentions "mother" is an answer for "his": a wrong one.
    (found,), _ = seen(Coreference(antecedents="mentions"), [plain(text, pointing(8, {4: 0, 6: 7}))])
    assert found["all"] == ([0.5], 2)


@every_reading
def test_words_without_a_token_are_not_asked_and_no_answer(seen, antecedents):
    """Word 4, the second Mia, got no token: She has one antecedent left, and three cases are left."""
    words = tuple(word for word in range(11) if word != 4)
    of = {word: at for at, word in enumerate(words)}
    rows = np.zeros((10, 10))
    rows[of[8], of[0]] = rows[of[7], of[3]] = rows[of[10], of[8]] = 1
    (found,), rules = seen(Coreference(antecedents=antecedents), [Piece(GARDEN, words, rows[None])])
    assert found["all"] == ([pytest.approx(2 / 3)], 3) and found["proper"] == ([0], 0) and found["pronoun"] == ([0.5], 2)
    assert rules["head match"][0]["all"] == ([pytest.approx(1 / 3)], 3)
    # A word without a token that comes first must not win where all others have no weight.
    words = tuple(range(1, 11))
    (found,), _ = seen(Coreference(["nominal"]), [Piece(GARDEN, words, np.zeros((1, 10, 10)))])
    assert found == {"nominal": ([0], 1)}


def test_windows_without_cases_have_no_weight(seen):
    bare = plain((Sentence(("Yes", "."), mentions=()),), np.eye(2))
    alone = plain(GARDEN[:1], np.eye(4))
    (first, second, third), rules = seen(Coreference(), [bare, plain(GARDEN, pointing(11, {4: 0})), alone])
    assert all(weight == 0 and values == [0] for values, weight in [*first.values(), *third.values()])
    assert second["proper"] == ([1], 1)
    assert all(weight == 0 for rows in rules.values() for at in (0, 2) for _, weight in rows[at].values())
    (only,), _ = seen(Coreference(), [bare])
    assert only == first


def test_two_windows_of_different_size(seen):
    small = (sentence("Leo/PROPN saw/VERB Leo/PROPN", (0, 1, "leo"), (2, 3, "leo")),)
    large, tiny = plain(GARDEN, pointing(11, {4: 0, 7: 3})), plain(small, pointing(3, {2: 0}))
    both, rules = seen(Coreference(), [tiny, large])
    assert both[0]["all"] == ([1], 1) and both[0]["nominal"] == ([0], 0)
    assert both[1]["all"] == ([0.75], 4)  # She looks at itself: word 0, which is right by the tie
    assert rules["nearest"][0]["all"] == ([1], 1) and rules["nearest"][1]["all"] == ([0], 4)


# --- against slow loops ---


@pytest.mark.parametrize(("antecedents", "no_match"), list(product(ANTECEDENTS, ("wrong", "nearest"))))
def test_against_slow_loops(seen, antecedents, no_match):
    pieces = [slow.random_piece(seed) for seed in range(150)]
    found, rules = seen(Coreference(antecedents=antecedents, no_match=no_match), pieces)
    cases = 0
    for b, piece in enumerate(pieces):
        expected = slow.oracle(piece, antecedents == "mentions", no_match)
        for key in KEYS:
            shares, number = expected[key]
            assert found[b][key][1] == number
            assert found[b][key][0] == pytest.approx(shares[: len(piece.maps)], abs=1e-12), (b, key)
            for rule, share in zip(RULES, shares[len(piece.maps) :], strict=True):
                assert rules[rule][b][key] == ([pytest.approx(share, abs=1e-12)], number), (b, key, rule)
        cases += expected["all"][1]
    assert cases > 400


# --- what changes nothing ---


@pytest.fixture(scope="module")
def pieces():
    return [slow.random_piece(seed) for seed in range(200, 216)]


@every_reading
def test_some_figure_is_not_trivial(seen, pieces, antecedents):
    found, rules = seen(Coreference(antecedents=antecedents), pieces)
    figures = [value for window in found for values, weight in window.values() if weight for value in values]
    assert len(figures) > 50 and 0.05 < np.mean(figures) < 0.95 and np.std(figures) > 0.1
    assert all(0 < np.mean([w["all"][0][0] for w in windows if w["all"][1]]) < 1 for windows in rules.values())


@every_reading
@pytest.mark.parametrize("garbage", [0.0, 1e6, np.nan, np.inf])
def test_padding_changes_nothing(seen, pieces, antecedents, garbage):
    measure = Coreference(antecedents=antecedents)
    alone = [seen(measure, [piece]) for piece in pieces]
    longest = plain(GARDEN * 4, *[np.eye(44)] * 3)
    found, rules = seen(measure, [*pieces, longest], garbage=garbage)
    assert [one[0][0] for one in alone] == found[:-1]
    assert all([one[1][rule][0] for one in alone] == windows[:-1] for rule, windows in rules.items())


@every_reading
@pytest.mark.parametrize("size", [1, 3, 5])
def test_the_batch_size_and_the_order_change_nothing(seen, pieces, antecedents, size):
    measure = Coreference(antecedents=antecedents)
    whole, whole_rules = seen(measure, pieces)
    order = np.random.default_rng(size).permutation(len(pieces))
    moved = [pieces[at] for at in order]
    parts = [seen(measure, moved[at : at + size]) for at in range(0, len(moved), size)]
    assert [whole[at] for at in order] == [window for found, _ in parts for window in found]
    for rule, windows in whole_rules.items():
        assert [windows[at] for at in order] == [window for _, rules in parts for window in rules[rule]]


def test_heads_are_measured_one_by_one(seen, pieces):
    whole, _ = seen(Coreference(), pieces)
    for head in range(3):
        alone, _ = seen(Coreference(), [piece._replace(maps=piece.maps[head : head + 1]) for piece in pieces])
        assert alone == [{key: (values[head : head + 1], n) for key, (values, n) in window.items()} for window in whole]


def test_one_key_alone_has_the_figure_it_has_among_all(seen, pieces):
    whole, rules = seen(Coreference(), pieces)
    for key in KEYS:
        alone, alone_rules = seen(Coreference([key]), pieces)
        assert alone == [{key: window[key]} for window in whole]
        assert alone_rules == {rule: [{key: window[key]} for window in windows] for rule, windows in rules.items()}


def test_the_gold_is_worked_out_once_for_all_layers(make_window_maps, pieces):
    """And readings that differ don't take each other's."""
    maps = make_window_maps(pieces)
    words, mentions = Coreference(), Coreference(antecedents="mentions")
    first = words.observe(maps)
    known = dict(maps.memo)
    assert torch.equal(words.observe(maps).values, first.values) and words.baselines(maps, maps) and maps.memo == known
    assert not torch.equal(mentions.observe(maps).values, first.values) and len(maps.memo) == len(known) + 1


# --- options ---


def test_how_heads_are_found_changes_what_is_asked(seen):
    text = (
        sentence("the/DET king/NOUN of/ADP Spain/PROPN left/VERB", (0, 4, "king")),
        sentence("the/DET king/NOUN of/ADP Spain/PROPN slept/VERB", (0, 4, "king")),
    )
    piece = plain(text, pointing(10, {6: 1, 8: 1}), pointing(10, {6: 3, 8: 3}))
    found = {how: seen(Coreference(mention_heads=how), [piece])[0][0] for how in MENTION_HEADS}
    assert found["annotated"]["nominal"] == found["tree"]["nominal"] == ([1, 0], 1)
    assert found["last"]["proper"] == ([0, 1], 1) and found["last"]["nominal"] == ([0, 0], 0)


def test_unknown_options_and_keys_are_named():
    with pytest.raises(HeadscopeError, match="antecedents 'tokens' is not known to 'coreference': expected words or mentions"):
        Coreference(antecedents="tokens")
    with pytest.raises(HeadscopeError, match=r"mention_heads 'first'.*annotated or tree or last"):
        Coreference(mention_heads="first")
    with pytest.raises(HeadscopeError, match=r"no_match 'right'.*wrong or nearest"):
        Coreference(no_match="right")
    with pytest.raises(HeadscopeError, match=r"no key of 'coreference' named 'pronouns'\. Did you mean 'pronoun'"):
        Coreference(["pronouns"])
