"""JSON lines: texts, sentences, documents."""

import json

import pytest

from headscope.types import Document, Sentence


def lines(*objects: object) -> str:
    return "\n".join(json.dumps(one) for one in objects) + "\n"


def test_texts_are_documents_of_paragraphs(read):
    made = read(
        "a.jsonl", lines({"text": "One.\n\n Two. \n"}, {"text": "Three.", "id": "x-1", "score": 2}, {"text": "Four.", "id": 7})
    )
    assert made == [Document("1", ("One.", "Two.")), Document("x-1", ("Three.",)), Document("7", ("Four.",))]


@pytest.mark.parametrize(("words", "relations", "tags"), [("words", "relations", "tags"), ("tokens", "deprels", "upos")])
def test_sentences_count_heads_from_one(read, words, relations, tags):
    row = {
        words: ["Leo", "sold", "it"],
        "heads": [2, 0, 2],
        relations: ["nsubj", "root", "obj"],
        tags: ["PROPN", "VERB", "PRON"],
        "id": "s-1",
    }
    [document] = read("a.jsonl", lines(row))
    assert document.sentences == (
        Sentence(
            ("Leo", "sold", "it"),
            (1, -1, 1),
            ("nsubj", "root", "obj"),
            ("PROPN", "VERB", "PRON"),
            place="'a.jsonl', line 1 (sentence s-1)",
        ),
    )
    assert document.id == "1" and document.paragraphs == ("Leo sold it",)


def test_lines_of_one_document_belong_together(read):
    made = read(
        "a.jsonl",
        lines(
            {"words": ["It", "'s", "on"], "text": "It's\non", "document": "d"},
            {"words": ["Go"], "document": "d", "heads": None},
            {"text": "Between.\nTwo.", "document": "d"},
            {"words": ["No"], "document": 9},
            {"words": ["Yes"]},
            {"words": ["Well"]},
        ),
    )
    assert [(one.id, one.paragraphs, len(one.sentences)) for one in made] == [
        ("d", ("It's on", "Go", "Between.", "Two."), 2),
        ("9", ("No",), 1),
        ("3", ("Yes", "Well"), 2),
    ]
    assert all(sentence.heads is None for one in made for sentence in one.sentences)


def test_without_documents_every_20_sentences_are_one(read):
    made = read("a.jsonl", lines(*[{"words": ["Go"]}] * 41))
    assert [(one.id, len(one.sentences)) for one in made] == [("1", 20), ("2", 20), ("3", 1)]


def test_empty_texts_are_counted(skipped):
    made, counts = skipped("a.jsonl", lines({"text": " \n"}, {"text": "One."}))
    assert [one.paragraphs for one in made] == [("One.",)] and counts == {"empty texts": 1}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"text": "x"', 'line 2 is not JSON, at column 13: \'{"text": "x"\'; expected an object with text or words'),
        ("text", "line 2 is not JSON, at column 1: 'text'"),
        ("[" * 100_000, "line 2 is not JSON"),
        ('{"heads": [' + "9" * 5000 + "]}", "line 2 is not JSON"),
        ('{"text": "\\ud800"}', "line 2 is not JSON"),
        ("[1]", "line 2 is not a JSON object: '[1]'"),
        ("{}", "line 2 has neither text nor words"),
        ('{"id": "s", "text": 3}', "line 2 (sentence s): text is not a text"),
        ('{"id": [1], "text": "x"}', "line 2: id is neither a text nor a number"),
        ('{"document": true, "text": "x"}', "line 2: document is neither a text nor a number"),
        ('{"words": "x"}', "line 2: words is not a list of words"),
        ('{"tokens": ["a", 1]}', "line 2: tokens is not a list of words"),
        ('{"words": ["a", " "]}', "line 2: words is not a list of words"),
        ('{"words": []}', "line 2 has no words"),
        ('{"words": ["a"], "heads": [0.0]}', "line 2: heads is not a list of numbers of words, counted from 1, 0 for the root"),
        ('{"words": ["a"], "heads": [true]}', "line 2: heads is not a list"),
        ('{"words": ["a"], "heads": [0, 1]}', "line 2: heads has 2 entries; expected 1, one for each word"),
        ('{"words": ["a"], "heads": [-1]}', "line 2: word 1 has the head -1, but there are 1 words"),
        ('{"words": ["a", "b"], "heads": [2, 1]}', "line 2: no word is the root"),
        ('{"words": ["a"], "relations": ["x", "y"]}', "line 2: relations has 2 entries; expected 1"),
        ('{"words": ["a"], "upos": [null]}', "line 2: upos is not a list of texts"),
    ],
)
def test_what_is_broken(refusal, skipped, line, words):
    text = f'{{"words": ["a"]}}\n{line}\n{{"words": ["b"]}}\n'
    message = refusal("a.jsonl", text)
    assert message.startswith(f"'a.jsonl', {words}")
    [left], counts = skipped("b.jsonl", text)
    assert left.paragraphs == ("a", "b") and list(counts.values()) == [1]
