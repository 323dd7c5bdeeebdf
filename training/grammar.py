"""Text from a grammar of our own, to train a model that learns before one's eyes: `python training/grammar.py OUT`.

    OUT/train.txt   plain text to train on            OUT/test.txt   the same grammar, other sentences, to measure on
    OUT/trees.conllu   the sentences of test.txt with their dependency trees, which the grammar knows

A document has sentences and a refrain. Sentences have a subject, a verb that agrees with it in number, and mostly an object; what
stands between subject and verb may have another number. The refrain is a line of made-up syllables (ka bo ri le …), new in every
document, that comes twice after every sentence. So there is something to learn for a head that finds the subject, and a lot for one
that continues what stood there before: nothing else tells what comes next in a refrain.

The words are English, the text means nothing. The same seed gives the same bytes. Standard library only.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import NamedTuple

from text import Mistake, run, whole_file

NOUNS = (
    "baker", "bird", "boat", "cook", "cow", "dog", "doctor", "farmer", "frog", "friend", "girl", "goat", "guard", "horse", "hunter", "king",
    "lawyer", "miller", "nurse", "owl", "painter", "pilot", "poet", "queen", "rider", "sailor", "singer", "student", "teacher", "writer",
)  # fmt: skip
PLACES = ("bridge", "castle", "field", "forest", "garden", "harbour", "house", "market", "mill", "river", "school", "tower")
ADJECTIVES = (
    "brave",
    "busy",
    "clever",
    "famous",
    "gentle",
    "happy",
    "hungry",
    "kind",
    "lazy",
    "loud",
    "old",
    "proud",
    "quiet",
    "young",
)
VERBS = (
    "admire",
    "answer",
    "call",
    "feed",
    "follow",
    "greet",
    "help",
    "know",
    "meet",
    "paint",
    "praise",
    "see",
    "thank",
    "trust",
    "visit",
)
INTRANSITIVE = ("laugh", "listen", "rest", "sing", "sleep", "smile", "wait", "walk")
PREPOSITIONS = ("behind", "beside", "in", "near", "under")
SYLLABLES = tuple(c + v for c in "bdfgklmnprstvz" for v in "aeiou")
VERSES = 3  # of a document: a sentence and the refrain twice
LINE = (6, 12)  # syllables of a refrain, from and to


class Word(NamedTuple):
    """A word of a sentence: its form, its kind, the word that it depends on (counted from 1, 0 for the root) and how."""

    form: str
    kind: str
    head: int
    relation: str


Sentence = list[Word]


def noun_phrase(chance: random.Random, at: int, relation: str) -> tuple[Sentence, bool]:
    """Words from place `at` on, their first noun depending on `-1`, which the caller fills in; and whether they are many."""
    many = chance.random() < 0.5
    adjectives = [chance.choice(ADJECTIVES)] if chance.random() < 0.4 else []
    noun = at + 1 + len(adjectives)
    words = [Word(chance.choice(("the", "some", "these") if many else ("the", "a", "this")), "DET", noun, "det")]
    words += [Word(one, "ADJ", noun, "amod") for one in adjectives]
    words.append(Word(chance.choice(NOUNS) + ("s" if many else ""), "NOUN", -1, relation))
    if chance.random() < 0.3:
        place = noun + 3
        words += [Word(chance.choice(PREPOSITIONS), "ADP", place, "case"), Word("the", "DET", place, "det")]
        words.append(Word(chance.choice(PLACES) + chance.choice(("", "s")), "NOUN", noun, "nmod"))
    return words, many


def sentence(chance: random.Random) -> Sentence:
    subject, many = noun_phrase(chance, 1, "nsubj")
    verb = len(subject) + 1
    alone = chance.random() < 0.2
    words = [*subject, Word(chance.choice(INTRANSITIVE if alone else VERBS) + ("" if many else "s"), "VERB", 0, "root")]
    if not alone:
        words += noun_phrase(chance, verb + 1, "obj")[0]
    words.append(Word(".", "PUNCT", verb, "punct"))
    return [word._replace(head=verb) if word.head < 0 else word for word in words]


def refrain(chance: random.Random) -> Sentence:
    """A line of syllables; its tree says no more than that they stand in a row."""
    line = [chance.choice(SYLLABLES) for _ in range(chance.randint(*LINE))]
    words = [Word(one, "X", 0 if at == 0 else 1, "root" if at == 0 else "flat") for at, one in enumerate(line)]
    return [*words, Word(".", "PUNCT", 1, "punct")]


def document(chance: random.Random) -> list[Sentence]:
    line = refrain(chance)
    return [part for _ in range(VERSES) for part in (sentence(chance), line, line)]


def plain(sentences: list[Sentence]) -> str:
    """A document as two paragraphs of running text."""
    said = [" ".join(word.form for word in one).replace(" .", ".") for one in sentences]
    half = len(said) // 2
    return f"{' '.join(said[:half])}\n{' '.join(said[half:])}\n"


def conllu(name: str, sentences: list[Sentence]) -> str:
    blocks = []
    for number, one in enumerate(sentences):
        lines = [f"# newdoc id = {name}"] if number == 0 else []
        for at, word in enumerate(one, 1):
            after = "SpaceAfter=No" if at + 1 == len(one) else "_"
            lines.append("\t".join((str(at), word.form, "_", word.kind, "_", "_", str(word.head), word.relation, "_", after)))
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def write(out: Path, documents: int, test: int, seed: int) -> str:
    """Both texts and the trees; test documents come from a stream of chance of their own."""
    if min(documents, test) < 1:
        raise Mistake(f"--documents {documents} and --test {test} must be at least 1.")
    out.mkdir(parents=True, exist_ok=True)
    trained, held = random.Random(f"train {seed}"), random.Random(f"test {seed}")
    tested = [document(held) for _ in range(test)]
    texts = {
        "train.txt": "\n".join(plain(document(trained)) for _ in range(documents)),
        "test.txt": "\n".join(map(plain, tested)),
        "trees.conllu": "\n".join(conllu(f"d{number}", one) for number, one in enumerate(tested, 1)),
    }
    for name, text in texts.items():
        with whole_file(out / name) as partial:
            partial.write_text(text, encoding="utf8")
    return f"{out}: {documents:,} documents to train on, {test:,} to measure on"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Write text from a small grammar, and trees of a part of it, to OUT.")
    parser.add_argument("out", type=Path, metavar="OUT", help="folder to write to")
    parser.add_argument("--documents", type=int, default=40000, help="documents to train on (default 40000)")
    parser.add_argument("--test", type=int, default=100, help="documents to measure on (default 100)")
    parser.add_argument("--seed", type=int, default=0, help="of everything (default 0)")
    asked = vars(parser.parse_args(arguments))
    return run(lambda: write(**asked))


if __name__ == "__main__":
    sys.exit(main())
