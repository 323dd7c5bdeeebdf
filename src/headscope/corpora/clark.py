"""The paper's own lines: one word per line, `word head-relation`, a blank line after each sentence.

Heads are counted from 1, and 0 is the root: `board 9-dobj`. Words and relations may have hyphens in them; a number comes
before the first hyphen of what stands last. Every 20 sentences are one document.
"""

from collections.abc import Iterator
from pathlib import Path

from headscope.corpora.reading.blocks import Line, blocks
from headscope.corpora.reading.draft import gather
from headscope.corpora.reading.faults import Fault, Ledger, Where, places, quoted
from headscope.corpora.reading.original import Readable
from headscope.corpora.reading.trees import read_heads
from headscope.types import Document, Sentence


def documents(path: Path | Readable, shown: str, prefix: str, ledger: Ledger) -> Iterator[Document]:
    where = places(shown)
    made = (ledger.attempt(_sentence, block, where) for block in blocks(path, shown, ledger.bounds))
    yield from gather(made, prefix, ledger)


def _sentence(block: list[Line], where: Where) -> Sentence:
    words, heads, relations = [], [], []
    for line in block:
        word, _, rest = line.text.strip().replace("\t", " ").rpartition(" ")
        head, hyphen, relation = rest.partition("-")
        if not (word.strip() and head and hyphen and relation):
            raise Fault(
                "sentences with unreadable lines",
                f"{where(line.number)}: {quoted(line.text)}; expected a word, a space, and head-relation, as in: board 9-dobj.",
            )
        words.append(word.strip())
        heads.append(head)
        relations.append(relation)
    tree = read_heads(heads, [line.number for line in block], where)
    return Sentence(tuple(words), tree, None if tree is None else tuple(relations), place=where(block[0].number))
