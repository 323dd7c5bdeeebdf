"""Text → token stream: the first of two steps that make bert-8x8.

    python training/prepare.py DATA TEXT [TEXT…]

Each TEXT (plain, or compressed as .xz) has one paragraph per line and a blank line between documents. Written to DATA:

    vocab.txt             WordPiece, lower-cased, learnt from a tenth of the text; one that is already there is kept and used
    tokens.npy            every token of every document, one after the other, uint16
    sentence_starts.npy   where in the stream the sentences start that pretraining may begin at
    document_ends.npy     for each of these, where its document ends
    meta.json             sizes and the ids of the special tokens; written last, so that its presence means the rest is whole

It does not split sentences well (a full stop in "Dr." ends one): pretraining only needs places that are mostly boundaries.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from text import Mistake, check_sources, run, text_lines, whole_file
from tokenizers import BertWordPieceTokenizer

DOCUMENT_END = 65535  # the largest uint16, so no vocabulary may reach it
TAIL = 300  # no sequence starts this close to the end of the stream
SHORTEST = 24  # a start with no more than this left of its document cannot hold two segments
SPECIAL = ("pad", "unk", "cls", "sep", "mask")


def read_vocabulary(path: Path) -> dict[str, int]:
    # Not splitlines(): an entry may itself be one of the rarer line separators of Unicode.
    entries = path.read_text(encoding="utf8").split("\n")
    return {token: number for number, token in enumerate(entries) if token}


def learn_vocabulary(lines: Iterable[str], size: int, share: float, seed: int) -> dict[str, int]:
    chance = random.Random(seed)
    learner = BertWordPieceTokenizer(lowercase=True)
    sample = (line for line in lines if chance.random() < share)
    learner.train_from_iterator(sample, vocab_size=size, min_frequency=5, limit_alphabet=400, show_progress=False)
    return dict(learner.get_vocab())


def check_vocabulary(vocabulary: dict[str, int], origin: str) -> None:
    missing = [f"[{name.upper()}]" for name in SPECIAL if f"[{name.upper()}]" not in vocabulary]
    if missing:
        raise Mistake(f"{origin} lacks {', '.join(missing)}, which a BERT vocabulary needs.")
    if not any(mark in vocabulary for mark in ".!?"):
        raise Mistake(f"{origin} has none of . ! ?, so no sentence can be found: give more text or raise --vocabulary-share.")
    if max(vocabulary.values()) >= DOCUMENT_END:
        raise Mistake(f"{origin} has {max(vocabulary.values()) + 1:,} entries; at most {DOCUMENT_END:,} fit into 16 bits.")


def encode(lines: Iterable[str], vocabulary: dict[str, int]) -> np.ndarray:
    """All token ids in order, with DOCUMENT_END wherever a document ends."""
    tokenizer = BertWordPieceTokenizer(vocabulary, lowercase=True)
    mark = np.array([DOCUMENT_END], np.uint16)
    parts: list[np.ndarray] = []
    paragraphs: list[str] = []

    def flush() -> None:
        parts.extend(np.array(one.ids, np.uint16) for one in tokenizer.encode_batch(paragraphs, add_special_tokens=False))
        paragraphs.clear()

    for line in lines:
        if line.strip():
            paragraphs.append(line)
        if not line.strip() or len(paragraphs) >= 4000:
            flush()
        if not line.strip():
            parts.append(mark)
    flush()
    return np.concatenate([*parts, mark])


def lay_out(stream: np.ndarray, vocabulary: dict[str, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Stream with document marks → tokens, sentence starts, the end of each start's document, number of documents."""
    marks = np.flatnonzero(stream == DOCUMENT_END)
    tokens = stream[stream != DOCUMENT_END]
    ends = np.unique(marks - np.arange(len(marks)))  # the marks before a mark are gone from `tokens`
    ends = ends[ends > 0]
    closing = np.isin(tokens, [vocabulary[mark] for mark in ".!?" if mark in vocabulary])
    starts = np.flatnonzero(closing) + 1
    starts = starts[starts < len(tokens)]
    quotes = np.isin(tokens[starts], [vocabulary[mark] for mark in '"”’)' if mark in vocabulary])
    starts = np.unique(np.concatenate([[0], starts + quotes, ends[:-1]]))  # a closing quote belongs to the sentence before
    starts = starts[starts < len(tokens) - TAIL]
    if len(starts) == 0:
        raise Mistake(f"The text is too little: {len(tokens):,} tokens, and more than {TAIL} are needed.")
    limits = ends[np.searchsorted(ends, starts, side="right")]
    keep = limits - starts > SHORTEST
    if not keep.any():
        raise Mistake(f"Every document is too short: none has more than {SHORTEST} tokens after the start of a sentence.")
    return tokens, starts[keep], limits[keep], len(ends)


def prepare(data: Path, sources: list[Path], size: int = 16384, share: float = 0.1, seed: int = 0) -> str:
    """Does all of it and says in a line what came out. Nothing is written before the text has proved to be enough."""
    if not 0 < share <= 1:
        raise Mistake(f"--vocabulary-share is {share}; it must be more than 0 and at most 1.")
    if not len(SPECIAL) < size <= DOCUMENT_END:
        raise Mistake(f"--vocabulary-size is {size}; it must lie between {len(SPECIAL) + 1} and {DOCUMENT_END:,}.")
    check_sources(sources)
    data.mkdir(parents=True, exist_ok=True)
    kept = data / "vocab.txt"
    if kept.exists():
        vocabulary, origin = read_vocabulary(kept), str(kept)
        print(f"using the {len(vocabulary):,} entries of {kept}", file=sys.stderr)
    else:
        vocabulary, origin = learn_vocabulary(text_lines(sources), size, share, seed), "The vocabulary learnt from this text"
    check_vocabulary(vocabulary, origin)
    tokens, starts, limits, documents = lay_out(encode(text_lines(sources), vocabulary), vocabulary)

    (data / "meta.json").unlink(missing_ok=True)  # until the end, DATA may hold new tokens beside old sentence starts
    if not kept.exists():
        with whole_file(kept) as partial:
            entries = sorted(vocabulary, key=vocabulary.__getitem__)
            partial.write_text("".join(f"{token}\n" for token in entries), encoding="utf8")
    for name, array in (("tokens", tokens), ("sentence_starts", starts), ("document_ends", limits)):
        with whole_file(data / f"{name}.npy") as partial, partial.open("wb") as file:
            np.save(file, array, allow_pickle=False)
    sizes = {"vocabulary": max(vocabulary.values()) + 1, "tokens": len(tokens), "documents": documents}
    with whole_file(data / "meta.json") as partial:
        partial.write_text(json.dumps(sizes | {name: vocabulary[f"[{name.upper()}]"] for name in SPECIAL}) + "\n")
    return f"{len(tokens):,} tokens, {len(starts):,} sentence starts, {documents:,} documents, {len(vocabulary):,} entries"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Turn text into the token stream that pretrain.py reads.")
    parser.add_argument("data", type=Path, metavar="DATA", help="folder to write to; a vocab.txt in it is kept and used")
    parser.add_argument(
        "texts", type=Path, nargs="+", metavar="TEXT", help="a paragraph per line, documents apart by a blank one; or .xz"
    )
    parser.add_argument("--vocabulary-size", type=int, default=16384, help="entries to learn at most (default %(default)s)")
    parser.add_argument(
        "--vocabulary-share", type=float, default=0.1, help="share of lines to learn it from (default %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, help="which lines these are (default %(default)s)")
    asked = parser.parse_args(arguments)
    return run(lambda: prepare(asked.data, asked.texts, asked.vocabulary_size, asked.vocabulary_share, asked.seed))


if __name__ == "__main__":
    sys.exit(main())
