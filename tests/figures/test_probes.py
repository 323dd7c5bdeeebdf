"""Bars of probes and maps of their weights: every mark lies where its number says, and titles claim what intervals carry."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from headscope.errors import HeadscopeError
from headscope.figures.lettering import width
from headscope.figures.probe_weights import probe_weights
from headscope.figures.probes import probes
from headscope.tables.probe_source import COLUMNS, TITLES
from headscope.tables.published_probes import PROBES

OURS = {
    "right-branching": 0.27,
    "best-offset": 0.29,
    "random-words": 0.31,
    "distances-words": 0.55,
    "attention": 0.48,
    "attention-words": 0.7,
}
WORDS = ("random-words", "distances-words", "attention-words")


def row(probe, metric, key, value, *, half=0.006, seed=0, model="m", corpus="c", embeddings=None):
    ends = (None, None) if half is None else (value - half, value + half)
    kind = ("model" if probe in WORDS else "") if embeddings is None else embeddings
    return dict(zip(COLUMNS, (model, corpus, probe, kind, seed, metric, key, value, *ends, 1.0), strict=True))


def rows_of(values=OURS, **options):
    made = [row(probe, "uas", "argmax", value, **options) for probe, value in values.items()]
    made += [row(probe, "control", "argmax", value - 0.1, **options) for probe, value in values.items()]
    return [*made, row("structural", "uuas", "tree", 0.66, **options)]


def weights_of(layers=3, heads=4, probe="attention", seed=0):
    random = np.random.default_rng(seed)
    return [
        row(probe, "weight", f"{way} {layer + 1}-{head + 1}", float(random.standard_normal()), half=None, seed=seed)
        for way in "wu"
        for layer in range(layers)
        for head in range(heads)
    ]


def share_of(drawn):
    """From a place across to a share, by the numbers under the bars."""
    ticks = [
        (float(one.get("x")), float(one.text) / 100)
        for one in drawn.of_class("tick")
        if one.get("text-anchor") == "middle" and re.fullmatch(r"\d+", one.text)
    ]
    (x0, v0), (x1, v1) = ticks[0], ticks[-1]
    return lambda x: v0 + (x - x0) / (x1 - x0) * (v1 - v0)


def ends_of(rectangles):
    return [float(one.get("x")) + float(one.get("width")) for one in rectangles]


def test_bars_intervals_and_the_papers_numbers_lie_where_they_should(read):
    drawn = read(probes(rows_of()).svg)
    share = share_of(drawn)
    bars, hollow = drawn.of_class("bar"), drawn.of_class("box")
    assert [share(end) for end in ends_of(bars)] == pytest.approx(list(OURS.values()), abs=1e-3)
    assert [share(end) for end in ends_of(hollow)] == pytest.approx([0.66], abs=1e-3)
    assert [share(float(one.get("x"))) for one in bars] == pytest.approx([0] * 6, abs=1e-3), "bars start at nothing"
    assert [share(end) for end in ends_of(drawn.of_class("control"))] == pytest.approx(
        [v - 0.1 for v in OURS.values()], abs=1e-3
    )
    lines = drawn.of_class("interval-of")
    found = [(share(float(one.get("x1"))), share(float(one.get("x2")))) for one in lines]
    assert np.array(found) == pytest.approx(np.array([(v - 0.006, v + 0.006) for v in (*OURS.values(), 0.66)]), abs=1e-3)
    marks = [np.mean([float(point.split(",")[0]) for point in one.get("points").split()]) for one in drawn.of_class("paper")]
    expected = [PROBES[name].score / 100 for name in TITLES if name in PROBES]
    assert [share(x) for x in marks] == pytest.approx(expected, abs=1e-3)
    assert [one.text for one in drawn.of_class("label")] == list(TITLES.values())


def test_what_sees_attention_is_told_apart(read):
    drawn = read(probes(rows_of()).svg)
    kinds = ["fill-syntax" in one.get("class") for one in drawn.of_class("bar")]
    assert kinds == [name in ("attention", "attention-words") for name in OURS]


def test_numbers_beside_the_bars(read):
    texts = [one.text for one in read(probes(rows_of()).svg).of_class("tick")]
    assert "70.0 · paper 77" in texts and "29.0" in texts and "66.0 · paper 80" in texts
    wide = [one.text for one in read(probes(rows_of(half=0.03)).svg).of_class("tick")]
    assert "70 · paper 77" in wide, "no more digits than the interval carries"


def test_captions_say_what_was_learned_from():
    trained = {
        "train": "t",
        "split": "corpora",
        "train_documents": 3,
        "train_sentences": 90,
        "test_documents": 1,
        "test_sentences": 40,
    }
    made = [{**one, **trained} for one in (*rows_of(), *weights_of())]
    for figure in (probes(made), probe_weights(made)):
        assert figure.caption.endswith("m on c. Trained on 90 sentences of t, tested on 40 sentences of c.")


def test_titles_claim_what_intervals_carry():
    assert probes(rows_of()).title == (
        "Attention and words together find the governors of 70.0% of words, more than distances and words do (55.0%)."
    )
    behind = probes(rows_of(OURS | {"attention-words": 0.5}))
    assert behind.title.endswith("find the governors of 50.0% of words, less than distances and words do (55.0%).")
    close = probes(rows_of(half=0.1))
    assert close.title.endswith("find the governors of 70% of words, distances and words 55%: too close to tell apart.")
    assert probes(rows_of({"attention": 0.5, "best-offset": 0.3})).title == (
        "Of 2 probes, attention only finds the most governors: those of 50.0% of words."
    )
    assert (
        probes([row("attention", "uas", "argmax", 0.5)]).title == "Attention only: the governors of 50.0% of words are found."
    )
    assert probes([row("structural", "uuas", "tree", 0.6)]).title == (
        "The structural probe finds 60.0% of a tree's edges, whichever way."
    )


def test_captions_speak_of_what_is_drawn():
    whole = probes(rows_of()).caption
    for words in ("95% interval", "Grey: ", "orange: ", "Hollow: ", "by lot", "Diamond: "):
        assert words in whole
    small = probes([row("best-offset", "uas", "argmax", 0.3, half=None)]).caption
    for words in ("95% interval", "orange", "Hollow", "by lot", "Diamond"):
        assert words not in small
    assert "too few sentences" in small and small.endswith(" m on c.")


def test_several_vectors_have_a_bar_each(read):
    made = [*rows_of(), row("attention-words", "uas", "argmax", 0.75, embeddings="a-very-long-name-of-a-file-of-vectors.txt")]
    drawn = read(probes(made).svg)
    assert [one.text for one in drawn.of_class("label")].count("attention + words") == 2
    assert any(one.text.startswith("vectors: a-very-long") and one.text.endswith("…") for one in drawn.of_class("tick"))
    assert "75.0% of words" in probes(made).title, "the better of the two"


def test_what_can_not_be_drawn_says_why():
    with pytest.raises(HeadscopeError, match="several models: say which of m, n"):
        probes(rows_of() + rows_of(model="n"))
    assert probes(rows_of() + rows_of(model="n"), model="n").caption.endswith("n on c.")
    with pytest.raises(HeadscopeError, match="several corpora: say which of c, d"):
        probes(rows_of() + rows_of(corpus="d"))
    with pytest.raises(HeadscopeError, match="needs the score uas or uuas of a probe"):
        probes(weights_of())
    with pytest.raises(HeadscopeError, match="There are no scores of probes here"):
        probes([])


# The map of weights


def test_squares_are_as_large_as_the_weights(read):
    made = weights_of()
    drawn = read(probe_weights(made).svg)
    squares = drawn.of_class("weight")
    found = {}
    for one in squares:
        head, value = one[0].text.split(": ")
        found.setdefault(head, []).append((float(value), float(one.get("width")), "fill-syntax" in one.get("class")))
    assert len(squares) == 24 and all(len(both) == 2 for both in found.values())
    every = [one for both in found.values() for one in both]
    largest = max(abs(value) for value, *_ in every)
    side = max(wide for _, wide, _ in every)
    for value, wide, filled in every:
        assert wide == pytest.approx(side * (abs(value) / largest) ** 0.5, abs=0.15)  # titles have three digits
        assert filled == (value > 0)
    expected = {(one["key"].split()[1], round(one["value"], 2)) for one in made}
    assert {(head, round(value, 2)) for head, both in found.items() for value, *_ in both} == expected


def test_each_way_has_its_map_and_heads_their_place(read):
    made = [row("attention", "weight", f"{way} {head}", value, half=None) for way, head, value in
            (("w", "1-1", 0.1), ("w", "2-2", 0.1), ("u", "1-1", 0.1), ("u", "1-2", -4.0))]  # fmt: skip
    figure = probe_weights(made)
    assert figure.title == "Attention from the word to its governor under head 1-2 speaks most against a governor (weight -4)."
    drawn = read(figure.svg)
    assert [one.text for one in drawn.of_class("heading")] == ["from the word to its governor", "from the governor to the word"]
    places = {one[0].text: float(one.get("x")) + float(one.get("width")) / 2 for one in drawn.of_class("weight")}
    downs = {one[0].text: float(one.get("y")) + float(one.get("height")) / 2 for one in drawn.of_class("weight")}
    assert places["1-2: -4"] < 350 < places["2-2: 0.1"], "the governor's map is on the right"
    assert downs["2-2: 0.1"] > downs["1-2: -4"]


def test_which_probe_and_seeds():
    both = weights_of() + weights_of(probe="attention-words", seed=1)
    assert "'attention only'" in probe_weights(both).caption
    assert "between average words in the probe 'attention + words'" in probe_weights(both, probe="attention-words").caption
    assert "the mean over 2 seeds" in probe_weights(weights_of() + weights_of(seed=7)).caption
    with pytest.raises(HeadscopeError, match="There is no probe with weights named 'distances-words'"):
        probe_weights(both, probe="distances-words")
    with pytest.raises(HeadscopeError, match="needs the weights of a probe that sees attention"):
        probe_weights(rows_of())
    several = both + [one | {"model": "n"} for one in both]
    with pytest.raises(HeadscopeError, match="weights of several fits of 'attention'"):
        probe_weights(several)
    assert probe_weights(several, model="n").caption.endswith("n on c.")
    nothing = [one | {"value": 0.0} for one in weights_of()]
    assert probe_weights(nothing).title == "No head has any weight in the probe."


# What holds of both

HOSTILE = "</svg><script>alert(1)</script>\u202e\x07"
DRAWN = {
    "bars": lambda: probes([*rows_of(), *rows_of({"attention-words": 1.0}, embeddings="v.txt")]),
    "no intervals": lambda: probes(rows_of(half=None)),
    "all and nothing": lambda: probes(rows_of({"attention": 1.0, "attention-words": 0.1}, half=0.0)),
    "weights": lambda: probe_weights(weights_of()),
    "one head": lambda: probe_weights(weights_of(1, 1)),
    "many heads": lambda: probe_weights(weights_of(24, 16)),
    "hostile": lambda: probes([one | {"model": HOSTILE, "corpus": HOSTILE, "embeddings": HOSTILE} for one in rows_of()]),
}


@pytest.mark.parametrize("name", DRAWN)
def test_well_formed_inside_its_box_and_the_same_twice(name):
    figure = DRAWN[name]()
    assert figure.svg == DRAWN[name]().svg and "<script" not in figure.svg and "\u202e" not in figure.svg
    root = ElementTree.fromstring(figure.svg)
    _, _, wide, high = map(float, root.get("viewBox").split())
    assert wide == 720 and figure.title.endswith(".")
    for element in root.iter():
        assert not any("nan" in value or "inf" in value for value in element.attrib.values())
        if element.tag.endswith("rect"):
            assert float(element.get("x", 0)) + float(element.get("width")) <= wide
        if element.tag.endswith("text"):
            size = {"title": 18 * 1.17, "heading": 14, "tick": 12}.get(element.get("class").split()[0], 13.0)
            across = width(element.text, size * 0.95)
            start = float(element.get("x")) - {"end": 1, "middle": 0.5}.get(element.get("text-anchor"), 0) * across
            assert start >= -1 and start + across <= wide + 1, element.text
            assert 0 <= float(element.get("y")) <= high


def test_files(tmp_path):
    probes(rows_of()).save(tmp_path / "probes.html")
    probe_weights(weights_of()).save(tmp_path / "weights.svg")
    assert (tmp_path / "probes.html").read_bytes().startswith(b"<!DOCTYPE html>")
    assert (tmp_path / "weights.svg").read_bytes().startswith(b"<svg")
