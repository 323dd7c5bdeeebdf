"""JSON lines: one object per line, with `text`, or with `words` (or `tokens`), a list: a sentence.

A sentence may have `heads`, counted from 1 with 0 for the root, as in CoNLL files; `relations` (or `deprels`); `tags` (or
`upos`); and `text`, how it runs. `id` names a line. Lines in a row with the same `document` are one document; without one,
a text is a document, each of its lines a paragraph, and every 20 sentences are one. Other names are passed over.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from headscope.corpora.plain import read_lines
from headscope.corpora.reading.draft import Draft
from headscope.corpora.reading.faults import Fault, Ledger, Where, places, quoted
from headscope.corpora.reading.original import Readable
from headscope.corpora.reading.trees import check_tree
from headscope.types import Document, Sentence

_WRONG = "lines that can't be used"


class Entry(NamedTuple):
    """One line: a sentence, or paragraphs, or a sentence with how it runs."""

    name: str | None
    document: str | None
    paragraphs: tuple[str, ...]
    sentence: Sentence | None


def documents(path: Path | Readable, shown: str, prefix: str, ledger: Ledger) -> Iterator[Document]:
    """The file's documents, named as they say, or else by their place in the file."""
    draft: Draft | None = None
    count, current = 0, None
    for number, raw in enumerate(read_lines(path, shown, ledger.bounds), 1):
        if not raw.strip():
            continue
        entry = ledger.attempt(_parse, raw, number, shown)
        if entry is None:
            if draft is not None:
                draft.add(None)
            continue
        group = entry.document or ("" if entry.sentence is not None else None)  # None: a text that stands alone
        if draft is None or group is None or group != current or (not group and draft.is_full):
            if draft is not None:
                yield from draft.finish()
            count += 1
            named = entry.name if group is None else group
            draft, current = Draft(prefix + (named or str(count)), ledger), group
        if entry.sentence is not None:
            draft.add(entry.sentence, " ".join(entry.paragraphs))
        elif not entry.paragraphs:
            ledger.count("empty texts")
        for paragraph in entry.paragraphs if entry.sentence is None else ():
            draft.add_text(paragraph)
    if draft is not None:
        yield from draft.finish()


def _parse(raw: str, line: int, shown: str) -> Entry:
    where, raw = places(shown), raw.rstrip()
    try:
        data = json.loads(raw)
        if "\\ud" in raw.lower():
            json.dumps(data, ensure_ascii=False).encode()  # half a surrogate pair is no character
    except (ValueError, RecursionError) as error:
        at = f", at column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise Fault(
            "lines that are not JSON",
            f"{where(line)} is not JSON{at}: {quoted(raw)}; expected an object with text or words.",
        ) from None
    if not isinstance(data, dict):
        raise Fault(_WRONG, f"{where(line)} is not a JSON object: {quoted(raw)}; expected one with text or words.")
    name, document = _name(data, "id", where(line)), _name(data, "document", where(line))
    where = places(shown, name or "")
    text = data.get("text")
    if text is not None and not isinstance(text, str):
        raise Fault(_WRONG, f"{where(line)}: text is not a text.")
    paragraphs = tuple(part.strip() for part in (text or "").split("\n") if part.strip())
    sentence = _sentence(data, line, where)
    if text is None and sentence is None:
        raise Fault(_WRONG, f"{where(line)} has neither text nor words; expected one of them.")
    return Entry(name, document, paragraphs, sentence)


def _sentence(data: dict[str, Any], line: int, where: Where) -> Sentence | None:
    words = _list(data, ("words", "tokens"), None, "words", lambda x: isinstance(x, str) and bool(x.strip()), where(line))
    if words is None:
        return None
    if not words:
        raise Fault(_WRONG, f"{where(line)} has no words; expected at least one.")
    written = _list(data, ("heads",), len(words), "numbers of words, counted from 1, 0 for the root", _is_number, where(line))
    heads = None if written is None else tuple(head - 1 for head in written)
    if heads is not None:
        check_tree(heads, [line] * len(heads), where)
    relations = _list(data, ("relations", "deprels"), len(words), "texts", lambda x: isinstance(x, str), where(line))
    tags = _list(data, ("tags", "upos"), len(words), "texts", lambda x: isinstance(x, str), where(line))
    return Sentence(words, heads, None if heads is None else relations, tags, place=where(line))


def _list(
    data: dict[str, Any], names: tuple[str, ...], length: int | None, what: str, good: Callable[[Any], bool], place: str
) -> tuple[Any, ...] | None:
    """A list by any of its names, checked; None where it is not given."""
    name = next((name for name in names if data.get(name) is not None), None)
    if name is None:
        return None
    values = data[name]
    if not isinstance(values, list) or not all(map(good, values)):
        raise Fault(_WRONG, f"{place}: {name} is not a list of {what}.")
    if length is not None and len(values) != length:
        raise Fault(_WRONG, f"{place}: {name} has {len(values)} entries; expected {length}, one for each word.")
    return tuple(values)


def _name(data: dict[str, Any], name: str, place: str) -> str | None:
    value = data.get(name)
    if value is None or value == "":
        return None
    if not isinstance(value, str) and not _is_number(value):
        raise Fault(_WRONG, f"{place}: {name} is neither a text nor a number.")
    return str(value)


def _is_number(value: Any) -> bool:
    return type(value) is int
