"""What fuzzing starts from: for every target a few small inputs that are right, so that it need not find the formats by itself."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import safetensors.numpy

from headscope.corpora import FORMATS
from headscope.tallies import GROUPS, Tally, to_bytes
from headscope.types import Series

OLDER = Path(__file__).parents[1] / "tests" / "tallies" / "older" / "format-2.safetensors"
CORPORA = {
    "plain": "One line. Another one.\nA second paragraph.\n\nA second document, with one.\n",
    "conllu": (
        "# newdoc id = a\n# global.Entity = eid-etype-head\n# text = He 's here\n"
        "1\tHe\the\tPRON\t_\t_\t3\tnsubj\t_\tEntity=(e1-person-1)\n2\t's\tbe\tAUX\t_\t_\t3\tcop\t_\t_\n3\there\there\tADV\t_\t_\t0\troot\t_\t_\n\n"
        "1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n1\tdo\tdo\tAUX\t_\t_\t2\taux\t_\tEntity=(e1-person-1\n2\tnot\tnot\tPART\t_\t_\t0\troot\t_\tEntity=e1)\n"
        "2.1\t_\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    ),
    "conllx": "1\tIt\tit\tPRP\tPRP\t_\t2\tnsubj\n2\trains\train\tVBZ\tVBZ\t_\t0\troot\n\n",
    "conll2012": (
        "#begin document (a/b); part 000\na 0 0 Ann NNP (TOP* - - - - * (1)\na 0 1 met VBD * - - - - * -\n"
        "a 0 2 her PRP *) - - - - * (2|(1)\na 0 3 aunt NN * - - - - * 2)\n\n#end document\n"
    ),
    "clark": "He 2-nsubj\nsaw 0-root\nit 2-dobj\n\nRain 0-root\n\n",
    "jsonl": (
        json.dumps({"text": "One.\n\nTwo.", "id": "a"}) + "\n"
        + json.dumps({"words": ["a", "b"], "heads": [2, 0], "relations": ["det", "root"], "tags": ["X", "Y"], "document": "d"}) + "\n"
    ),
}  # fmt: skip
QUERIES = (
    "7-7", "mixed", "obj > 0.6 and sep < 0.3", "top 5 entropy", "dependency.obj top 3", 'not (sep >= 50% or "nmod:poss" <= .5)',
    "layer >= 6", "offset.+1 top 1", "label = next", "entropy@wiki > 1e-3", "head-to-dependent det > 0.2", "8-10 or 3-5 sort sep",
)  # fmt: skip


def readers() -> Iterator[bytes]:
    for number, name in enumerate(FORMATS):
        for lenient in (0, 128):
            byte = next(b for b in range(lenient, lenient + 128) if b % len(FORMATS) == number)
            yield bytes([byte]) + CORPORA[name].encode()


def query() -> Iterator[bytes]:
    yield from (text.encode() for text in QUERIES)


def manifest() -> Iterator[bytes]:
    corpus = {
        "name": "c", "origin": "c.jsonl", "format": "jsonl", "sha256": "0" * 64, "documents": 1, "units": 2, "tokens": 9, "cut_units": 0,
        "cut_tokens": 0, "skipped": {"too long": 1}, "shards": ["1/2"], "unit": "sentence",
    }  # fmt: skip
    model = {
        "name": "m",
        "stacks": {"encoder": [2, 3]},
        "special": {"cls": "[CLS]", "sep": "[SEP]"},
        "road": "tap",
        "dtype": "float32",
    }
    made = {
        "format": 2, "created": "2026-01-31T12:00:00+00:00", "model": model, "corpora": [corpus], "measures": {"offset": ["+1"]},
        "options": {"max_length": 128, "limit": None, "batch_size": 16, "weights": ["raw", "norm"], "words_from": "mean"},
        "left_out": {"sink": "why"}, "seconds": 1.5, "versions": {"python": "3.12"},
        "files": {"tally.safetensors": "0" * 64, "figures/a.svg": "1" * 64},
    }  # fmt: skip
    yield json.dumps(made).encode()
    yield json.dumps(made | {"format": 1}).encode()


def tally() -> Iterator[bytes]:
    made, weights = Tally(), np.zeros(GROUPS)
    weights[3] = 2
    made.add(Series("c", "encoder", "offset", "+1"), np.ones((GROUPS, 1, 2)) * weights[:, None, None] / 2, weights)
    yield to_bytes(made)
    # Version 1 has no digest, so that a changed one is read on.
    yield OLDER.read_bytes().replace(rb"\"version\": 2", rb"\"version\": 1").replace(b"sha256", b"digest")


def maps() -> Iterator[bytes]:
    line = {
        "id": "1", "tokens": ["[CLS]", "it", "##s", "[SEP]"], "special": [0, 3], "segment": [0, 0, 0, 0], "word_ids": [None, 0, 0, None],
        "words": ["its"], "heads": [0], "deprels": ["root"], "document": "d", "cls": [0], "weights": "raw",
    }  # fmt: skip
    yield json.dumps(line).encode() + b"\n"
    yield b'{"id": "1", "tokens": ["<s>", "it", "</s>"]}\n\n{"id": "2", "tokens": ["a"]}\n'


def arrays() -> Iterator[bytes]:
    made = {"1": np.full((1, 1, 2, 2), 0.5, np.float16)}
    for save in (np.savez, np.savez_compressed):
        held = io.BytesIO()
        save(held, **made)
        yield b"\0" + held.getvalue()
    yield b"\1" + safetensors.numpy.save(made)
    # A pickle of [{"tokens": ["a"], "attns": 1}], opcode by opcode: nothing here imports pickle.
    yield b"\2\x80\x02]q\0}q\1(X\6\0\0\0tokensq\2]q\3X\1\0\0\0aq\4aX\5\0\0\0attnsq\5K\1ua."


STARTS: dict[str, Callable[[], Iterator[bytes]]] = {
    one.__name__: one for one in (readers, query, manifest, tally, maps, arrays)
}
