"""Corpora that are damaged or meant to do harm: read, or refused in one sentence; never another error, no time, no memory."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headscope.corpora import FORMATS, open_corpus
from headscope.errors import HeadscopeError

QUICK = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
COLUMNS = [name for name in FORMATS if name.startswith("conll")]

CELLS = """1 2 3 0 - _ 1-2 2-1 1.1 0.1 Go ( ) (1 1) (1) (1|2) (e1[1/2]-x-1 ² ١ 0-root x- 999999999999 SpaceAfter=No
Entity=(e1 Entity=e1) Entity=(e1-x-9) Entity=(e1[2/2])"""
CELL = st.sampled_from([*CELLS.split(), "", " ", "\x85"])
ROWS = st.lists(CELL, min_size=1, max_size=13).map("\t".join)
TREES = st.tuples(st.integers(0, 4), st.integers(-1, 5), CELL).map(
    lambda row: "\t".join([str(row[0]), "w", "_", "X", "_", "_", str(row[1]), "dep", "_", row[2]])
)
LINES = """# newdoc id = a
# newdoc
# newpar
# global.Entity = eid-x-head
# global.Entity = x
# text = t
#
#begin document (a); part 000
#begin document
#end document
Go 1-root
Go 0-root
on 1-prt
{"text": "a"}
{"words": ["a", "b"], "heads": [2, 0]}
{"words": ["a"], "document": "d"}
[]
{"""
ODD = st.sampled_from([*LINES.split("\n"), "", " ", "\ufeff"])
FILES = st.lists(ROWS | TREES | TREES | ODD, max_size=30).map("\n".join)
BRACKETED = st.lists(
    st.sampled_from(["(e1--1", "e1)", "(e1)", "(e2", "e2)", "(e1[1/2]", "(e1[2/2]", "e1[2/2])", ""]), max_size=8
)


def survives(spec: str) -> None:
    """Read strictly and leniently; what is raised is one sentence that a person can act on."""
    for skip in (False, True):
        try:
            corpus = open_corpus(spec, skip_broken=skip)
            for document in corpus.documents():
                assert document.id and document.paragraphs and all(document.paragraphs)
                for sentence in document.sentences:
                    checked(sentence)
            corpus.annotations()
        except HeadscopeError as error:
            assert "\n" not in str(error) and len(str(error)) < 600 + len(spec)


def checked(sentence) -> None:
    """What every reader promises of a sentence."""
    count = len(sentence.words)
    assert count and all(word.strip() for word in sentence.words)
    for column in (sentence.heads, sentence.relations, sentence.tags, sentence.features):
        assert column is None or len(column) == count
    if sentence.heads is not None:
        for at in range(count):
            steps = 0
            while at != -1:
                at, steps = sentence.heads[at], steps + 1
                assert steps <= count
    for mention in sentence.mentions or ():
        assert 0 <= mention.start < mention.end <= count
        assert mention.head is None or mention.start <= mention.head < mention.end


@pytest.mark.parametrize("name", FORMATS)
@QUICK
@given(data=st.binary(max_size=400))
def test_random_bytes(tmp_path, name, data):
    (tmp_path / "a.conll").write_bytes(data)
    survives(f"{name}:{tmp_path / 'a.conll'}")
    survives(str(tmp_path / "a.conll"))


@pytest.mark.parametrize("name", FORMATS)
@QUICK
@given(text=FILES)
def test_random_lines(tmp_path, name, text):
    (tmp_path / "a.conll").write_text(text, encoding="utf-8")
    survives(f"{name}:{tmp_path / 'a.conll'}")
    survives(str(tmp_path / "a.conll"))


@pytest.mark.parametrize("name", ["conllu", "conll2012"])
@QUICK
@given(sentences=st.lists(st.lists(BRACKETED, min_size=1, max_size=5), max_size=4), declared=st.booleans())
def test_random_brackets(tmp_path, name, sentences, declared):
    """Lines that are right but for their brackets, so that these are reached."""
    lines = ["# global.Entity = eid-x-head" if declared else "#", "#begin document (a); part 000"][name == "conll2012" :]
    for words in sentences:
        for at, marks in enumerate(words):
            if name == "conllu":
                lines.append(f"{at + 1}\tw\t_\tX\t_\t_\t{at}\tdep\t_\tEntity={''.join(marks)}")
            else:
                lines.append(f"a 0 {at} w NN * - - - - * {'|'.join(filter(None, marks)) or '-'}")
        lines.append("")
    (tmp_path / "a").write_text("\n".join([*lines, "#end document"][: len(lines) + (name == "conll2012")]))
    survives(f"{name}:{tmp_path / 'a'}")


@pytest.mark.parametrize("name", FORMATS)
@QUICK
@given(at=st.integers(0, 10**6), byte=st.integers(0, 255))
def test_a_spoiled_byte(tmp_path, name, at, byte):
    """One byte of a good file changed: it is read or refused."""
    good = bytearray(GOOD[name].encode())
    good[at % len(good)] = byte
    (tmp_path / "a").write_bytes(good)
    survives(f"{name}:{tmp_path / 'a'}")


TREE = "1\tOld\t_\tX\t_\tA=b\t2\tamod\t_\tEntity=(e1-x-2\n2\tboats\t_\tX\t_\t_\t0\troot\t_\tEntity=e1)|SpaceAfter=No\n\n"
GOOD = {
    "plain": "One.\nTwo.\n\nThree.\n",
    "conllu": "# newdoc id = a\n# global.Entity = eid-etype-head\n# newpar\n# sent_id = s\n# text = Old boats\n" + TREE * 3,
    "conllx": TREE * 3,
    "conll2012": "#begin document (a); part 000\na 0 0 Old J * - - - - * (1|(2)\na 0 1 hat N * - - - - * 1)\n\n#end document\n",
    "clark": "Old 2-amod\nboats 0-root\n\n" * 3,
    "jsonl": '{"id": "s", "document": "d", "words": ["Old", "hat"], "heads": [2, 0], "tags": ["J", "N"]}\n{"text": "a\\nb"}\n',
}


def test_the_good_files_are_good(tmp_path):
    for name, text in GOOD.items():
        (tmp_path / "a").write_text(text)
        assert list(open_corpus(f"{name}:{tmp_path / 'a'}").documents()), name


def line(at: int, head: int, more: str = "_") -> str:
    return f"{at}\tw\t_\tX\t_\t_\t{head}\tdep\t_\t{more}\n"


MANY = 20_000
BOMBS = {
    "a chain of heads": "".join(line(at, at - 1) for at in range(1, MANY)),
    "a chain the other way": "".join(line(at, at + 1) for at in range(1, MANY)) + line(MANY, 0),
    "a long cycle": line(1, 0) + "".join(line(at, at + 1) for at in range(2, MANY)) + line(MANY, 2),
    "mentions in mentions": "# global.Entity = eid-x-head\n"
    + "".join(line(at, at - 1, "Entity=(e1-x-1") for at in range(1, MANY))
    + "".join(line(at, at - 1, "Entity=e1)") for at in range(MANY, 2 * MANY - 1)),
    "brackets in one cell": line(1, 0, "Entity=" + "(e1" * MANY + "e1)" * MANY),
    "brackets that never close": "\n".join(line(1, 0, "Entity=(e1") for _ in range(MANY)),
    "positions without end": "# global.Entity = eid-minspan\n" + line(1, 0, "Entity=(e1-" + "1," * MANY + "1)"),
    "empty nodes without end": "".join(f"0.{at}\tw\t_\tX\t_\t_\t_\t_\t_\t_\n" for at in range(1, MANY)) + line(1, 0),
    "comments without end": "# newdoc id = a\n" * MANY + line(1, 0),
    "hyphens": "# global.Entity = " + "-" * 10**6 + "eid\n" + line(1, 0, "Entity=(" + "-" * 10**6 + "e1)"),
    "spaces in a comment": "# text =" + " " * 10**6 + "x\n" + line(1, 0),
    "spaces in a name": "# newdoc" + " " * 10**6 + "=\n" + line(1, 0),
}


READ = """
import sys, time, tracemalloc
from headscope.corpora import open_corpus
from headscope.errors import HeadscopeError

def read():
    try:
        list(open_corpus(sys.argv[1]).documents())
    except HeadscopeError as error:
        assert len(str(error)) < 600

began = time.process_time()  # of the processor, whatever else it does
read()
seconds = time.process_time() - began
tracemalloc.start()
read()
print(seconds, tracemalloc.get_traced_memory()[1])
"""


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_cost_neither_time_nor_memory(headscope, tmp_path, name):
    """In a process of its own: with the type checks of a test run every small function costs many times what it does."""
    (tmp_path / "a.conllu").write_text(BOMBS[name])
    done = headscope(tmp_path / "a.conllu", code=READ)
    assert done.returncode == 0, done.stderr
    seconds, memory = map(float, done.stdout.split())
    assert seconds < 5 and memory < 100e6


READ_LENIENTLY = """
import sys, tracemalloc
from headscope.corpora import open_corpus
from headscope.errors import HeadscopeError

tracemalloc.start()
try:
    list(open_corpus(sys.argv[1], skip_broken=True).documents())
except HeadscopeError as error:
    print(tracemalloc.get_traced_memory()[1], error)
"""


@pytest.mark.parametrize("name", [*COLUMNS, "clark"])
def test_a_file_without_blank_lines_is_not_read_whole(headscope, tmp_path, name):
    path: Path = tmp_path / "a"
    path.write_text("w 1-dep\n" * 400_000)
    done = headscope(f"{name}:{path}", code=READ_LENIENTLY)
    assert "line 1: a sentence of more than 100,000 lines; expected one word per line" in done.stdout, done.stderr
    assert int(done.stdout.split()[0]) < 60e6


@pytest.mark.parametrize("name", FORMATS)
def test_an_endless_line(tmp_path, name):
    (tmp_path / "a.conll").write_bytes(b"1" * (2**20 + 2))
    with pytest.raises(HeadscopeError, match="line 1 is longer than 1 MiB"):
        list(open_corpus(f"{name}:{tmp_path / 'a.conll'}").documents())
    with pytest.raises(HeadscopeError, match="line 1 is longer than 1 MiB"):
        open_corpus(tmp_path / "a.conll")
