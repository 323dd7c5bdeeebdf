"""Corpora as they are published, where the development data is there: counts, and one reading held against another."""

import subprocess
import sys
from collections import Counter

import pytest

from headscope.corpora import open_corpus
from headscope.types import Document

TREEBANKS = {  # documents, sentences, words
    "ud-ewt/en_ewt-ud-train.conllu": (540, 12_544, 204_577),
    "ud-ewt/en_ewt-ud-dev.conllu": (318, 2_001, 25_147),
    "ud-ewt/en_ewt-ud-test.conllu": (316, 2_077, 25_094),
    "gum/en_gum-ud-dev.conllu": (30, 1_575, 28_119),
    "gum/en_gum-ud-test.conllu": (30, 1_464, 28_397),
    "wsj-sample-sd/wsj_sample_sd.conll": (196, 3_914, 94_084),
}
COREFERENCE = {  # documents, sentences, mentions
    "gum/en_gum-ud-dev.conllu": (30, 1_575, 7_897),
    "gum/en_gum-ud-test.conllu": (30, 1_464, 7_927),
    "ontogum/ontogum.train.v4_gold_conll": (177, 10_224, 23_320),
    "ontogum/ontogum.dev.v4_gold_conll": (30, 1_575, 3_818),
    "ontogum/ontogum.test.v4_gold_conll": (30, 1_464, 3_581),
}


def documents(path) -> list[Document]:
    corpus = open_corpus(path)
    made = list(corpus.documents())
    assert not corpus.skipped
    return made


@pytest.mark.parametrize("name", TREEBANKS)
def test_treebanks(shared_data, name):
    made = documents(shared_data / name)
    sentences = [sentence for document in made for sentence in document.sentences]
    assert (len(made), len(sentences), sum(len(sentence.words) for sentence in sentences)) == TREEBANKS[name]
    assert all(sentence.heads and sentence.relations and sentence.tags for sentence in sentences)
    assert all(sentence.heads.count(-1) == 1 for sentence in sentences)


@pytest.mark.parametrize("name", COREFERENCE)
def test_coreference(shared_data, name):
    made = documents(shared_data / name)
    sentences = [sentence for document in made for sentence in document.sentences]
    assert all(sentence.mentions is not None for sentence in sentences)
    assert (len(made), len(sentences), sum(len(sentence.mentions) for sentence in sentences)) == COREFERENCE[name]


def test_relations_of_the_sample_are_stanford_dependencies(shared_data):
    made = documents(shared_data / "wsj-sample-sd" / "wsj_sample_sd.conll")
    counts = Counter(relation for document in made for sentence in document.sentences for relation in sentence.relations)
    assert counts["root"] == 3_914
    assert all(counts[relation] > 100 for relation in ("det", "nn", "pobj", "dobj", "poss", "auxpass", "prt"))


@pytest.mark.parametrize("name", [name for name in TREEBANKS if name.endswith(("dev.conllu", "test.conllu"))])
def test_the_text_line_is_what_the_words_give(shared_data, tmp_path, name):
    """Without its text lines, a treebank reads the same: SpaceAfter and ranges are understood."""
    lines = (shared_data / name).read_text().splitlines(keepends=True)
    bare = tmp_path / "bare.conllu"
    bare.write_text("".join(line for line in lines if not line.startswith("# text =")))
    with_text, without = (documents(path) for path in (shared_data / name, bare))
    for one, other in zip(with_text, without, strict=True):
        assert [text.replace("\xa0", " ") for text in one.paragraphs] == list(other.paragraphs)


@pytest.mark.parametrize("part", ["dev", "test"])
def test_the_two_forms_of_gum_agree(shared_data, part):
    """The same documents in both formats: the same words, and nearly every mention of the smaller annotation in the larger."""
    whole = documents(shared_data / "gum" / f"en_gum-ud-{part}.conllu")
    onto = documents(shared_data / "ontogum" / f"ontogum.{part}.v4_gold_conll")
    spans: list[set] = [set(), set()]
    for first, second in zip(whole, onto, strict=True):
        assert f"{first.id} part 000" == second.id
        for at, (one, other) in enumerate(zip(first.sentences, second.sentences, strict=True)):
            assert one.words == other.words
            for found, sentence in zip(spans, (one, other), strict=True):
                found |= {(first.id, at, mention.start, mention.end) for mention in sentence.mentions}
    assert len(spans[0] & spans[1]) > 0.8 * len(spans[1])


@pytest.mark.parametrize("part", ["dev", "test"])
def test_annotated_heads_are_those_of_the_tree(shared_data, part):
    """The head of every mention of GUM hangs on a word outside it."""
    for document in documents(shared_data / "gum" / f"en_gum-ud-{part}.conllu"):
        for sentence in document.sentences:
            for mention in sentence.mentions:
                assert mention.start <= mention.head < mention.end
                assert not mention.start <= sentence.heads[mention.head] < mention.end, (sentence.place, mention)


def test_a_large_treebank_is_read_in_seconds(shared_data):
    """12,544 sentences take under two seconds of the processor, which a busy machine leaves as they are; ten allow for a slow one. In
    a process of its own, because the type checks of a test run cost several times what reading does."""
    code = (
        "import sys, time; from headscope.corpora import open_corpus; "
        "print(sum(1 for _ in open_corpus(sys.argv[1]).documents()), time.process_time())"
    )
    path = shared_data / "ud-ewt" / "en_ewt-ud-train.conllu"
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    documents, seconds = done.stdout.split()
    assert documents == "540" and float(seconds) < 10
