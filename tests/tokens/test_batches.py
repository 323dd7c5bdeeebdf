"""Encoded units → batches of like length → padded tensors, with what each token is."""

import torch

from headscope.tokens import Encoded, batches, collate
from headscope.types import Unit


def encoded(*lengths):
    return [Encoded(f"d{at}", tuple(range(10, 10 + n)), (0,) * n, (0,) * n) for at, n in enumerate(lengths)]


def test_batches_hold_units_of_like_length_and_every_unit_once():
    units = encoded(9, 3, 7, 3, 12, 1, 7)
    found = list(batches(units, 3))
    assert [[len(unit) for unit in batch] for batch in found] == [[1, 3, 3], [7, 7, 9], [12]]
    assert sorted(unit.document for batch in found for unit in batch) == [f"d{at}" for at in range(7)]


def test_units_of_one_length_stay_in_their_order():
    assert [unit.document for (unit,) in batches(encoded(5, 5, 4, 5), 1)] == ["d2", "d0", "d1", "d3"]


def test_no_units_give_no_batch():
    assert list(batches([], 4)) == []


def test_collate_pads_on_the_right(bert):
    units, _ = bert.encode([Unit("1", "the house.", "in, water"), Unit("2", "of")], 64)
    batch = collate(units, bert)
    side = batch.source
    pad = bert.tokenizer.pad_token_id
    assert batch.documents == ("1", "2") and batch.target is None
    assert side.lengths == (9, 3) and batch.tokens == 12
    assert side.ids[0].tolist() == list(units[0].ids)
    assert side.ids[1].tolist() == [*units[1].ids, *[pad] * 6]
    assert side.real.tolist() == [[True] * 9, [True] * 3 + [False] * 6]
    assert batch.types.tolist() == [[0] * 5 + [1] * 4, [0] * 9]
    assert side.segments.tolist() == batch.types.tolist()


def places(kind):
    return [row.nonzero().flatten().tolist() for row in kind]


def test_collate_names_the_tokens(bert):
    units, _ = bert.encode([Unit("1", "the house.", "in, water"), Unit("2", "of")], 64)
    side = collate(units, bert).source
    #             0     1   2     3 4     5  6 7     8
    # row 0:      [CLS] the house . [SEP] in , water [SEP];  row 1: [CLS] of [SEP]
    assert places(side.cls) == [[0], [0]]
    assert places(side.sep) == [[4, 8], [2]]
    assert places(side.punct) == [[3, 6], []]
    assert side.has_cls and side.has_sep
    unit, position = side.sep_at
    assert list(zip(unit.tolist(), position.tolist(), strict=True)) == [(0, 4), (0, 8), (1, 2)]


def test_padding_is_of_no_kind(bert):
    """Even where a tokenizer pads with a token that means something else: GPT-2's has no padding, 0 is put there."""
    units, _ = bert.encode([Unit("1", "the house was in water"), Unit("2", "of")], 64)
    before = bert.tokenizer.pad_token
    for token in ("[SEP]", "[CLS]", "."):
        try:
            bert.tokenizer.pad_token = token
            side = collate(units, bert).source
        finally:
            bert.tokenizer.pad_token = before
        assert side.ids[1, 3:].unique().tolist() == bert.tokenizer.convert_tokens_to_ids([token])
        assert not (side.cls | side.sep | side.punct)[~side.real].any()


def test_a_tokenizer_without_padding_or_special_tokens(gpt):
    units, _ = gpt.encode([Unit("1", "the cat sat."), Unit("2", "it")], 64)
    side = collate(units, gpt).source
    assert side.lengths == (len(units[0]), len(units[1])) and not side.real[1, len(units[1]) :].any()
    assert not side.cls.any() and not side.sep.any() and not side.has_cls and not side.has_sep
    assert places(side.punct) == [[len(units[0]) - 1], []]


def test_segment_ids_are_left_out_where_the_tokenizer_has_none(roberta):
    units, _ = roberta.encode([Unit("1", "the cat", "sat")], 64)
    batch = collate(units, roberta)
    assert batch.types is None
    assert batch.source.segments.tolist() == [list(units[0].segments)] and 1 in units[0].segments


def test_the_decoder_reads_the_same_text_behind_its_first_token(t5):
    units, _ = t5.encode([Unit("1", "the cat", "it sat on"), Unit("2", "mat")], 64)
    batch = collate(units, t5, start=0)
    for row, unit in enumerate(units):
        n = len(unit)
        assert batch.target.ids[row, :n].tolist() == [0, *unit.ids[:-1]]
        assert batch.target.segments[row, :n].tolist() == [unit.segments[0], *unit.segments[:-1]]
    assert batch.target.lengths == batch.source.lengths and torch.equal(batch.target.real, batch.source.real)
    assert places(batch.source.sep) == [[2, len(units[0]) - 1], [len(units[1]) - 1]]
    assert places(batch.target.sep) == [[3], []]  # the closing token moved out of the text


def test_a_decoder_s_first_token_neither_opens_nor_closes_a_text(bert):
    """BART's decoder begins with </s>, which is also what closes a text."""
    row = Encoded("d", (bert.cls, 20, 21, bert.sep, 22, bert.sep), None, (0,) * 6)
    for start in (bert.sep, bert.cls):
        batch = collate([row, row], bert, start=start)
        assert batch.source.sep[0].tolist() == [False, False, False, True, False, True]
        assert batch.target.ids[0].tolist() == [start, bert.cls, 20, 21, bert.sep, 22]
        assert batch.target.sep[1].tolist() == [False] * 4 + [True, False]
        assert batch.target.cls[1].tolist() == [False, True] + [False] * 4
        assert [at.tolist() for at in batch.target.sep_at] == [[0, 1], [4, 4]]
