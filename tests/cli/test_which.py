"""headscope which and hs.which, as a user meets them."""

import csv
import io
import json

import numpy as np
import pytest

import headscope as hs

TEXT = "The old king watered his tomatoes."


def test_a_table(main):
    status, output, errors = main("which", TEXT, "tomatoes", "watered", "--top", "3")
    assert status == 0 and errors == ""
    lines = output.splitlines()
    assert lines[0] == "bert-8x8: heads by their attention from “tomatoes” to “watered”, 3 of 64"
    assert lines[2].split() == ["rank", "head", "weight"] and [line.split()[0] for line in lines[3:]] == ["1", "2", "3"]


def test_a_word_of_a_model_that_reads_bytes_needs_no_space(main):
    status, output, errors = main("which", TEXT, "tomatoes", "watered", "--top", "1", "-m", "gpt-8x8")
    assert status == 0 and errors == "" and output.startswith("gpt-8x8: heads by their attention from “tomatoes” to “watered”")
    assert main("which", TEXT, " tomatoes", " watered", "--top", "1", "-m", "gpt-8x8")[1] == output
    assert "Its words: <s>, The, old, king, watered, his, tomatoes" in main("which", TEXT, "plum", "king", "-m", "gpt-8x8")[2]


def test_the_weights_are_those_of_the_maps(main, bundled):
    rows = json.loads(main("which", TEXT, "tomatoes", "watered", "--top", "99", "--format", "json")[1])
    seen = hs.attend(bundled, TEXT)
    side, maps = seen.stack().queries, seen.stack().maps
    words = "".join(side.texts).replace("##", "")
    assert words == "[CLS]theoldkingwateredhistomatoes.[SEP]"
    place = {
        word: [at for at, one in enumerate(side.words) if one == number] for number, word in ((3, "watered"), (5, "tomatoes"))
    }
    expected = maps[:, :, place["tomatoes"]][..., place["watered"]].sum(-1).mean(-1)
    assert len(rows) == 64 and [row["rank"] for row in rows] == list(range(1, 65))
    for row in rows:
        layer, head = (int(part) - 1 for part in row["head"].split("-"))
        assert row["weight"] == pytest.approx(float(expected[layer, head]), abs=1e-5)
    assert rows[0]["weight"] == pytest.approx(float(np.max(expected)), abs=1e-4)


def test_the_library_says_the_same(main, bundled):
    rows = list(csv.DictReader(io.StringIO(main("which", TEXT, "6", "king", "--format", "csv")[1])))
    found = hs.which(bundled, TEXT, 6, "king")
    assert (found.source.text, found.target.text, len(found.linked)) == ("tomatoes", "king", 64)
    assert [str(one.head) for one in found.linked[:10]] == [row["head"] for row in rows]
    again = hs.which(hs.attend(bundled, TEXT), None, "tomatoes", "king")
    assert again.linked == found.linked


def test_a_run_puts_what_it_knows_beside(main, report):
    output = main("which", TEXT, "tomatoes", "watered", "--run", report.folder, "--format", "json")[1]
    rows = json.loads(output)
    scores = hs.open(report.folder)
    for row in rows:
        assert row["label"] is None or row["head"] in scores.where(f"label {row['label']}")
    assert all(row["known for"] and row["low"] <= row["score"] <= row["high"] for row in rows)
    table = main("which", TEXT, "tomatoes", "watered", "--run", report.folder)[1]
    assert "known for" in table.splitlines()[2]


@pytest.mark.parametrize(
    "words, said",
    [
        (("cabbages", "watered"), "There is no word 'cabbages' in the text. Its words: [CLS], the, old, king"),
        (("tomatoes", "the#2"), "'the' occurs once in the text: there is no the#2."),
        (("tomatoes", "40"), "There is no word 40: the text has 7 words"),
    ],
)
def test_mistakes_are_sentences(main, words, said):
    status, output, errors = main("which", TEXT, *words)
    assert (status, output) == (2, "") and errors.startswith(f"headscope: {said}") and len(errors.splitlines()) == 1
    assert "There is no format named 'xml'" in main("which", TEXT, "old", "king", "--format", "xml")[2]
    assert "There is no stack here named 'decoder'" in main("which", TEXT, "old", "king", "--stack", "decoder")[2]
