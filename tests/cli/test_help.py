"""Help that can be read: short, in panels, with an example that runs; and a missing argument's error shows that example."""

import re
import shlex

import pytest
import typer

from headscope.cli import app
from headscope.runs.variants import CHOICES, option

VERBS = [str(verb.name) for verb in app.registered_commands]


@pytest.fixture
def narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("verb", VERBS)
def test_help_fits_and_has_no_types_of_ours(narrow, main, verb):
    status, text, _ = main(verb, "--help")
    assert status == 0
    assert max(map(len, text.splitlines())) <= 80
    assert not re.search(r"<\w+|\[\[|list\[|VALUE", text)
    assert text.rstrip().splitlines()[-1].startswith(f"Example: headscope {verb}")


def test_the_help_of_report_is_short_and_has_the_papers_switches_apart(narrow, main):
    _, text, _ = main("report", "--help")
    assert len(text.splitlines()) <= 43
    before, _, paper = text.partition("The paper's switches")
    for name, choice in CHOICES.items():
        assert f"{option(name)} {'|'.join(choice.words)}" in paper and f"{option(name)} " not in before


def test_the_switches_are_explained(main):
    _, text, _ = main("list", "switches")
    for name, choice in CHOICES.items():
        for value, what in choice.words.items():
            assert re.search(rf"{option(name)} +{value} +{re.escape(what)}", text)


@pytest.mark.parametrize("verb", app.registered_commands, ids=VERBS)
def test_an_example_is_one_that_the_verb_takes(verb):
    command = typer.main.get_command(app).commands[verb.name]
    words = shlex.split(verb.epilog)
    assert words[:2] == ["headscope", verb.name]
    command.make_context(verb.name, words[2:])  # raises where an option or argument is not known, or one is missing


@pytest.mark.parametrize(
    "words", [["show"], ["find", "atlas"], ["figure", "atlas", "offsets"], ["predict", "A text."], ["compare"]]
)
def test_a_missing_argument_is_named_with_an_example(main, words):
    status, output, errors = main(*words)
    assert status == 2 and output == ""
    assert re.fullmatch(rf"headscope: \S+ is missing\. .+ For example: headscope {words[0]} .+\n", errors), errors


def test_help_has_colour_on_a_terminal_alone(main, monkeypatch):
    assert "\x1b" not in main("show", "--help")[1]
