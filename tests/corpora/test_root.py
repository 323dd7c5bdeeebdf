"""The root has one name, however a treebank spells its relation."""

import json

import pytest

from headscope.corpora import open_corpus
from headscope.types import Sentence

ROWS = "1\tIt\t_\tX\t_\t_\t2\tnsubj\t_\t_\n2\tran\t_\tX\t_\t_\t0\t{root}\t_\t_\n\n"
FORMS = {
    "a.conllu": ROWS,
    "a.conllx": ROWS,
    "a.conll": "It 2-nsubj\nran 0-{root}\n\n",
    "a.jsonl": json.dumps({"words": ["It", "ran"], "heads": [2, 0], "relations": ["nsubj", "ROOT"]}).replace("ROOT", "{root}")
    + "\n",
}


@pytest.mark.parametrize("spelt", ["root", "Root", "ROOT"])
@pytest.mark.parametrize("name", FORMS)
def test_in_every_format(tmp_path, name, spelt):
    (tmp_path / name).write_text(FORMS[name].replace("{root}", spelt))
    (document,) = open_corpus(tmp_path / name).documents()
    assert document.sentences[0].relations == ("nsubj", "root")


def test_sentences_made_in_python_and_other_names_of_relations():
    assert Sentence(("Go",), (-1,), ("ROOT",)).relations == ("root",)
    assert Sentence(("a", "b"), (-1, 0), ("Root", "rooted")).relations == ("root", "rooted")
    assert Sentence(("Go",), (-1,), None).relations is None
