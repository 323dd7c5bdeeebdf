"""The annotation keeps the rules of ANNOTATION.md, the checker notices when it does not, and headscope reads what stands there."""

import importlib.util
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from headscope.corpora import open_corpus
from headscope.corpora.bundled import ANNOTATED

GENRES = ("dialogue", "encyclopaedia", "instructions", "narrative", "news")

SAMPLE = """\
# global.Entity = eid-head
# newdoc id = sample-1
# newpar
# sent_id = sample-1-1
# text = The cat's owner, a baker, fed it.
1 The _ DET _ _ 2 det _ Entity=(s1e1-2
2 cat _ NOUN _ _ 4 nmod:poss _ SpaceAfter=No
3 's _ PART _ _ 2 case _ Entity=s1e1)
4 owner _ NOUN _ _ 9 nsubj _ SpaceAfter=No
5 , _ PUNCT _ _ 7 punct _ _
6 a _ DET _ _ 7 det _ _
7 baker _ NOUN _ _ 4 appos _ SpaceAfter=No
8 , _ PUNCT _ _ 7 punct _ _
9 fed _ VERB _ _ 0 root _ _
10 it _ PRON _ _ 9 obj _ Entity=(s1e1-1)|SpaceAfter=No
11 . _ PUNCT _ _ 9 punct _ _
"""


@pytest.fixture(scope="module")
def rules():
    """annotation_rules.py, loaded by its path: under importlib mode tests are not a package."""
    name = "headscope_test_annotation_rules"
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name("annotation_rules.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def problems(rules, sample: str) -> list[str]:
    text = re.sub(r"^\d.*$", lambda line: line.group().replace(" ", "\t"), sample, flags=re.MULTILINE)
    (document,) = rules.read(text)
    return [p.message for p in (*rules.check_document(document), *rules.check_entities(document))]


def test_the_sample_keeps_the_rules(rules):
    assert problems(rules, SAMPLE) == []


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("9 fed _ VERB _ _ 0 root", "9 fed _ VERB _ _ 4 root", "0 words have head 0"),
        ("7 baker _ NOUN _ _ 4 appos", "7 baker _ NOUN _ _ 8 appos", "its own ancestor"),
        ("10 it _ PRON _ _ 9 obj", "10 it _ PRON _ _ 19 obj", "its head is 19"),
        ("10 it _ PRON _ _ 9 obj", "10 it _ PRON _ _ 9 dobj", "no relation dobj"),
        ("10 it _ PRON _ _ 9 obj", "10 it _ NOMEN _ _ 9 obj", "no part of speech"),
        ("10 it _ PRON _ _ 9 obj", "10 it _ PRON _ _ 9 iobj", "an only object is obj"),
        ("10 it _ PRON _ _ 9 obj", "10 it _ PRON _ _ 9 nsubj", "it has 2 nsubj"),
        ("10 it _ PRON _ _ 9 obj", "10 it _ PRON _ _ 9 obl", "has no case"),
        ("6 a _ DET _ _ 7 det", "6 a _ DET _ _ 9 det", "not on the verb fed"),
        ("6 a _ DET _ _ 7 det", "6 a _ ADJ _ _ 7 det", "det cannot be ADJ"),
        ("7 baker _ NOUN _ _ 4 appos", "7 baker _ NOUN _ _ 9 appos", "stands to its left"),
        ("4 owner _ NOUN _ _ 9 nsubj", "4 owner _ NOUN _ _ 9 nsubj:pass", "no aux:pass"),
        ("5 , _ PUNCT _ _ 7", "5 , _ PUNCT _ _ 9", "arc crosses"),
        ("8 , _ PUNCT _ _ 7", "8 , _ PUNCT _ _ 2", "arc crosses"),
        ("3 's _ PART _ _ 2 case _ Entity=s1e1)", "3 's _ PART _ _ 2 case _ _", "never closed"),
        ("(s1e1-2", "(s1e1-1", "governor outside the span"),
        ("(s1e1-2", "(s1e1-4", "is word 4 of 3"),
        ("Entity=(s1e1-1)|", "", "one mention only"),
        ("Entity=(s1e1-1)|", "", "a pronoun in no entity"),
        ("Entity=(s1e1-1)|", "Entity=(s1e1-1)(s1e1-1)|", "twice"),
        ("Entity=(s1e1-1)|", "Entity=s1e1|", "cannot be read"),
        ("owner _ NOUN _ _ 9 nsubj _ SpaceAfter=No", "owner _ NOUN _ _ 9 nsubj _ _", "the words give"),
    ],
)
def test_a_breach_is_noticed(rules, right, wrong, message):
    assert SAMPLE.count(right) == 1
    assert any(message in m for m in problems(rules, SAMPLE.replace(right, wrong)))


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ("so _ ADV _ _ 3 advmod", "that _ SCONJ", "so that is SCONJ mark, not ADV advmod"),
        ("as _ ADP _ _ 3 case", "such _ ADJ", "as such is no fixed expression, not ADP case"),
    ],
)
def test_a_fixed_expression_is_one_of_the_list(rules, first, second, message):
    words = f"1 {first} _ _\n2 {second} _ _ 1 fixed _ _\n3 it _ PRON _ _ 0 root _ _\n"
    assert message in problems(rules, f"# newdoc id = s-1\n# sent_id = s-1-1\n{words}")


@pytest.mark.parametrize(("old", "new"), [("Entity=(s1e1-2", "_"), ("Entity=s1e1)", "Entity=s1e2)")])
def test_a_bracket_without_a_partner_is_noticed(rules, old, new):
    assert any("spans nest" in m for m in problems(rules, SAMPLE.replace(old, new)))


def test_other_text_than_the_plain_corpus_is_noticed(rules, tmp_path):
    text = "The cat's owner, a baker, fed it."
    (document,) = rules.read(re.sub(r"^\d.*$", "", SAMPLE, flags=re.MULTILINE))
    (tmp_path / "sample.txt").write_text(f"{text}\n\nAnother.\n")
    assert list(rules.check_plain([document], tmp_path)) == []
    (tmp_path / "sample.txt").write_text(f"{text} More.\n\nAnother.\n")
    assert len(list(rules.check_plain([document], tmp_path))) == 1


def test_the_annotation_keeps_the_rules(rules):
    documents, found = rules.check(ANNOTATED)
    assert [p for p in found if p.level == "error"] == []
    assert ANNOTATED.read_text(encoding="utf-8").startswith("# global.Entity = eid-head\n")
    assert Counter(d.id.rpartition("-")[0] for d in documents) == dict.fromkeys(GENRES, 5)
    sentences = [s for d in documents for s in d.sentences]
    mentions = [m for s in sentences for m in s.mentions]
    assert len(sentences) == 360 and sum(w.part != "PUNCT" for s in sentences for w in s.words) == 5473
    assert len(mentions) == 1028 and len({m.entity for m in mentions}) == 223


def test_a_pronoun_that_heads_a_relative_clause_is_relative(rules):
    """`what you see`, `whatever made the hole`: not a question."""
    documents, _ = rules.check(ANNOTATED)
    free = [
        w
        for d in documents
        for s in d.sentences
        for w in s.words
        if w.part == "PRON" and w.form.startswith("what") and any(c.relation == "acl:relcl" for c in s.children(w.id))
    ]
    assert [(w.form, w.features) for w in free] == [("what", "PronType=Rel"), ("whatever", "PronType=Rel")]


def test_headscope_reads_the_annotation(rules):
    """The same words, trees, tags, features and mentions as the checker's own reader, of every sentence; nothing left out."""
    corpus = open_corpus(ANNOTATED)
    documents = list(corpus.documents())
    assert corpus.annotations() == {"words", "trees", "mentions"} and not corpus.skipped
    expected, _ = rules.check(ANNOTATED)
    assert [d.id for d in documents] == [d.id for d in expected] == [f"{g}-{n}" for g in GENRES for n in range(1, 6)]
    for document, other in zip(documents, expected, strict=True):
        for sentence, its in zip(document.sentences, other.sentences, strict=True):
            assert sentence.words == tuple(w.form for w in its.words)
            assert sentence.heads == tuple(w.head - 1 for w in its.words)
            assert sentence.relations == tuple(w.relation for w in its.words)
            assert sentence.tags == tuple(w.part for w in its.words)
            features = tuple("" if w.features == "_" else w.features for w in its.words)
            assert sentence.features == (features if any(features) else None)
            assert sentence.mentions is not None
            mentions = {(m.entity, m.start - 1, m.end, m.start + m.head - 2) for m in its.mentions}
            assert {(m.entity, m.start, m.end, m.head) for m in sentence.mentions} == mentions


def test_the_annotated_documents_are_those_of_the_plain_corpus():
    plain = {d.id: d.paragraphs for d in open_corpus("bundled").documents()}
    annotated = {d.id: d.paragraphs for d in open_corpus(ANNOTATED).documents()}
    assert len(annotated) == 25
    assert annotated == {i: plain[i.replace("-", ".txt:")] for i in annotated}


def test_the_plain_corpus_leaves_the_annotation_out():
    corpus = open_corpus("bundled")
    assert [f.name for f in corpus.files] == [f"{genre}.txt" for genre in GENRES]
    assert corpus.annotations() == frozenset() and len(list(corpus.documents())) == 65
