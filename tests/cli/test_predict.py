"""headscope predict, as a user meets it."""

import csv
import io
import json

import pytest

TEXT = "The old king watered his tomatoes."


def test_a_table(main):
    status, output, errors = main("predict", "--head", "3-5", TEXT)
    assert status == 0 and errors == ""
    lines = output.splitlines()
    assert lines[0] == "Head 3-5 of bert-8x8, dependent-to-head"
    assert lines[2].split() == ["place", "word", "points_to", "weight", "runner_up", "runner_up_weight", "itself", "special"]
    assert [line.split()[1:3] for line in lines[3:9]] == [
        ["The", "old"], ["old", "king"], ["king", "watered"], ["watered", "his"], ["his", "tomatoes"], ["tomatoes", "."],
    ]  # fmt: skip
    assert lines[-1].startswith("itself, special:")


def test_several_heads_texts_and_a_direction(main):
    arguments = ("predict", "--head", "3-5", "--head", "3-8", "--direction", "head-to-dependent", TEXT, "It rains.")
    status, output, _ = main(*arguments, "--format", "json")
    rows = json.loads(output)
    assert status == 0 and {(row["text"], row["head"]) for row in rows} == {(1, "3-5"), (1, "3-8"), (2, "3-5"), (2, "3-8")}
    first = [row for row in rows if row["head"] == "3-5" and row["text"] == 1]
    assert [row["points_to"] for row in first[1:4]] == ["The", "old", "king"] and first[1]["points_to_place"] == 1
    assert {row["direction"] for row in rows} == {"head-to-dependent"}
    table = main(*arguments)[1]
    assert table.startswith("Heads 3-5, 3-8 of bert-8x8, head-to-dependent") and "the word that attends most to it" in table


def test_standard_input_and_words(headscope):
    done = headscope("predict", "--head", "3-8", "--words", "-", "--format", "csv", input="don't stop .\n\nNow .\n")
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["text"], row["word"]) for row in rows] == [("1", "don't"), ("1", "stop"), ("1", "."), ("2", "Now"), ("2", ".")]
    assert rows[1]["points_to"] == "don't"
    done = headscope("predict", "--head", "3-8", "-", input="\n \n")
    assert (done.returncode, done.stdout) == (2, "") and "Standard input is empty" in done.stderr


def test_hostile_words_cannot_move_the_cursor(main):
    status, output, _ = main("predict", "--head", "3-5", "--words", "a \x1b[2J\x9b31m \u202eb </svg> \x07")
    assert status == 0
    assert not set(output) & set("\x1b\x9b\x07\u202e") and "\ufffd[2J\ufffd31m" in output and "</svg>" in output


CASES = {
    "no such head": (["--head", "9-9", TEXT], "There is no head 9-9: 'bert-8x8' has 8 layers of 8 heads, 1-1 to 8-8."),
    "not a head": (["--head", "8.10", TEXT], "'8.10' is not a head"),
    "empty": (["--head", "1-1", " "], "The text is empty"),
    "too long": (["--head", "1-1", "word " * 400], "reads at most 256 tokens"),
    "no such direction": (["--head", "1-1", "--direction", "dependant-to-head", TEXT], "Did you mean 'dependent-to-head'?"),
    "no such stack": (["--head", "1-1", "--stack", "cross", TEXT], "no stack in 'bert-8x8' named 'cross'"),
    "no such format": (["--head", "1-1", "--format", "xml", TEXT], "no format named 'xml'"),
    "no such model": (["--head", "1-1", "-m", "./nowhere", TEXT], "There is no folder './nowhere'"),
}


@pytest.mark.parametrize("case", CASES)
def test_mistakes_are_one_sentence(main, case):
    arguments, words = CASES[case]
    status, output, errors = main("predict", *arguments)
    assert status == 2 and output == ""
    assert words in errors and errors.startswith("headscope: ") and errors.count("\n") == 1
