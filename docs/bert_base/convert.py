"""Converts the attention maps of BERT-base that Dodrio publishes into a file for `headscope report --maps`.

    git clone https://github.com/poloclub/dodrio
    git -C dodrio checkout 8abef9d
    python docs/bert_base/convert.py dodrio -o sst2.npz

Dodrio (Wang, Turko, Chau 2021, MIT licence) shows BERT-base, uncased, fine-tuned on SST-2, on the longest sentences of a part of that data
set. For each sentence it has three things in `public/data`: the maps of all heads, padded with zeros to 64 tokens and rounded to four
digits; the tokens, with the saliency of each; and a dependency tree from Stanza. Sentences without a map, with a map of another size than
their tokens, or with a tree over other words are left out and counted. The sentences belong to SST-2: keep what this writes to yourself.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

DATA = Path("public") / "data"
MAPS, TOKENS, TREES = DATA / "sst2-attention-data", DATA / "sst2-saliency-list-grad-l1.json", DATA / "sst2-dependencies.json"
LONGEST = 53  # tokens: docs/bert-base.md is about the sentences up to this length, because we have the maps of these alone
CONTINUES = "##"  # how a piece inside a word begins
OFF = 0.02  # by which a row of rounded weights may miss 1


class Refused(Exception):
    """Why a sentence is left out."""


def read_words(tokens: Sequence[str]) -> tuple[list[str], list[int | None]]:
    """The words that the tokens between [CLS] and [SEP] spell, and each token's word.

    >>> read_words(["[CLS]", "wall", "##op", ".", "[SEP]"])
    (['wallop', '.'], [None, 0, 0, 1, None])
    """
    words: list[str] = []
    word_ids: list[int | None] = [None]
    for token in tokens[1:-1]:
        if token.startswith(CONTINUES) and words:
            words[-1] += token.removeprefix(CONTINUES)
        else:
            words.append(token)
        word_ids.append(len(words) - 1)
    return words, [*word_ids, None]


def read_tree(tree: dict[str, Any], words: Sequence[str]) -> tuple[list[int], list[str]]:
    """Each word's governor, counted from 1 and 0 for the root, and its relation."""
    if tree["words"] != list(words):
        raise Refused("the tree has other words than the tokens")
    edges = sorted(tree["list"], key=lambda edge: int(edge["child"]))
    if [edge["child"] for edge in edges] != list(range(len(words))):
        raise Refused("the tree has no edge, or several, for some word")
    heads = [0 if edge["parent"] is None else int(edge["parent"]) + 1 for edge in edges]
    if heads.count(0) != 1:
        raise Refused("the tree has no root, or several")
    return heads, [edge["relation"] for edge in edges]


def read_maps(path: Path, length: int) -> np.ndarray:
    """The maps [layer, head, query, key] without padding; rows, which four digits leave a little off, sum to 1."""
    if not path.is_file():
        raise Refused("there is no map")
    padded = np.asarray(json.loads(path.read_text("utf-8")), np.float64)
    if padded.ndim != 4 or min(padded.shape[2:]) < length:
        raise Refused("the map has another size than the tokens")
    # No token attends to padding, and some head attends to the last token.
    if padded[:, :, :length, length:].any() or not padded[:, :, :length, length - 1].any():
        raise Refused("the map has another size than the tokens")
    maps = padded[:, :, :length, :length]
    sums = maps.sum(-1, keepdims=True)
    if np.abs(sums - 1).max() > OFF:
        raise Refused("the rows of the map do not sum to 1")
    return (maps / sums).astype(np.float16)


def read_sentences(folder: Path, left_out: Counter[str], longest: int) -> Iterator[tuple[dict[str, Any], np.ndarray]]:
    """Every sentence: its line of JSON and its maps."""
    saliencies = json.loads((folder / TOKENS).read_text("utf-8"))
    trees = json.loads((folder / TREES).read_text("utf-8"))
    for number in sorted(trees, key=int):
        try:
            if number not in saliencies:
                raise Refused("there are no tokens")
            tokens = [token["token"] for token in saliencies[number]["tokens"] if token["token"] != "[PAD]"]
            if len(tokens) > longest:
                raise Refused(f"it has more than {longest} tokens")
            words, word_ids = read_words(tokens)
            heads, relations = read_tree(trees[number], words)
            maps = read_maps(folder / MAPS / f"attention-{int(number):04}.json", len(tokens))
        except Refused as reason:
            left_out[str(reason)] += 1
            continue
        line = {"id": number, "tokens": tokens, "word_ids": word_ids, "words": words, "heads": heads, "deprels": relations}
        yield line, maps


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the checkout of Dodrio")
    parser.add_argument(
        "-o", "--output", type=Path, default=Path("sst2.npz"), help="the file to write; a .jsonl is written beside it"
    )
    parser.add_argument("--longest", type=int, default=LONGEST, help=f"most tokens of a sentence (default: {LONGEST})")
    arguments = parser.parse_args()
    output = arguments.output.with_suffix(".npz")
    if missing := [str(path) for path in (MAPS, TOKENS, TREES) if not (arguments.folder / path).exists()]:
        parser.error(f"'{arguments.folder}' is no checkout of Dodrio: {', '.join(missing)} not found")
    if existing := [str(path) for path in (output, output.with_suffix(".jsonl")) if path.exists()]:
        parser.error(f"{' and '.join(existing)} exist already: choose another name with -o")
    left_out: Counter[str] = Counter()
    lines, arrays = [], {}
    for line, maps in read_sentences(arguments.folder, left_out, arguments.longest):
        lines.append(json.dumps(line))
        arrays[line["id"]] = maps
    if not lines:
        sys.exit(f"No sentence could be read: {dict(left_out)}")
    np.savez(output, **arrays)
    output.with_suffix(".jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    for reason, count in left_out.most_common():
        sys.stdout.write(f"{count} left out: {reason}\n")
    sys.stdout.write(f"Wrote {len(lines)} sentences to {output}. Next: headscope report --maps {output} -o bert-base\n")


if __name__ == "__main__":
    main()
