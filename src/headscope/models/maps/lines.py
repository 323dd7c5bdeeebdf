"""STEM.jsonl, one line a map: its id, its tokens, and where known which of them are special, of which text, of which word.

It does not look at weights, and it does not tokenise: a token is what whoever made the maps says it is.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from headscope.corpora.plain import read_lines as read_text
from headscope.corpora.reading.bounds import Bounds
from headscope.corpora.reading.original import Readable
from headscope.corpora.reading.trees import check_tree
from headscope.errors import HeadscopeError
from headscope.names import WEIGHTS
from headscope.types import Sentence

Kind = Literal["", "cls", "sep"]
BOUNDS = Bounds(line=2**26)  # a line has the tokens of a whole map

OPENING = frozenset({"[CLS]", "<s>", "<cls>", "<bos>", "[BOS]", "<|begin_of_text|>"})
CLOSING = frozenset({"[SEP]", "</s>", "<sep>", "<eos>", "[EOS]", "<|end_of_text|>"})
NEITHER = frozenset({"[MASK]", "<mask>", "[UNK]", "<unk>", "[PAD]", "<pad>"})  # special, but around no text


@dataclass(frozen=True)
class Line:
    """One map's tokens. `special` and `cls` are positions; `heads` count words from 1, 0 is the root, as in CoNLL files.

    `cls` is needed only where names and order don't tell which special tokens open the text.
    """

    id: str
    tokens: tuple[str, ...]
    special: tuple[int, ...] | None = None
    segment: tuple[int, ...] | None = None
    word_ids: tuple[int | None, ...] | None = None
    words: tuple[str, ...] | None = None
    heads: tuple[int, ...] | None = None
    deprels: tuple[str, ...] | None = None
    document: str | None = None
    cls: tuple[int, ...] | None = None
    weights: str | None = None  # what the map is made of, where that is not attention itself

    def kinds(self) -> tuple[Kind, ...]:
        """Of every token whether it opens a text ([CLS], <s>) or closes one ([SEP], </s>). Names decide; of special tokens
        with other names the first one opens and the others close. Without `special`, names alone.

        >>> Line("1", ("<go>", "it", ".", "<stop>"), special=(0, 3)).kinds()
        ('cls', '', '', 'sep')
        """
        found: list[Kind] = [""] * len(self.tokens)
        named = (at for at, token in enumerate(self.tokens) if token in OPENING | CLOSING)
        special = sorted(set(named if self.special is None else self.special))
        around = [at for at in special if self.tokens[at] not in NEITHER]
        for order, at in enumerate(around):
            first = order == 0 and self.tokens[at] not in CLOSING
            opens = first or self.tokens[at] in OPENING if self.cls is None else at in self.cls
            found[at] = "cls" if opens else "sep"
        return tuple(found)

    def segments(self) -> tuple[int, ...]:
        """Of every token which text it is of, 0 or 1; where not given, the second text begins at the first ordinary token
        after a closing one."""
        if self.segment is not None:
            return self.segment
        found, closed, current = [], False, 0
        for kind in self.kinds():
            current = 1 if closed and not kind else current
            closed = closed or kind == "sep"
            found.append(current)
        return tuple(found)

    def sentence(self) -> Sentence | None:
        """What the line says of its words, where it says what depends on what and which tokens are of which word; its place is the
        line's id."""
        if self.words is None or self.heads is None or self.deprels is None or self.word_ids is None:
            return None
        return Sentence(self.words, tuple(head - 1 for head in self.heads), self.deprels, place=self.id)

    def to_json(self) -> str:
        return json.dumps({name: value for name, value in asdict(self).items() if value is not None}, ensure_ascii=False)


def beside(path: Path) -> Path:
    """Where the lines of a file of maps are."""
    return path.with_suffix(".jsonl")


def read_lines(path: Path | Readable) -> Iterator[Line]:
    """The lines of a file, each checked; blank ones are passed over."""
    for number, text in enumerate(read_text(path, f"'{path.name}'", BOUNDS), 1):
        if text.strip():
            yield _parse(text, f"'{path.name}', line {number}")


def _parse(text: str, where: str) -> Line:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise HeadscopeError(f"{where} is not JSON: expected an object with id and tokens on each line.") from None
    if not isinstance(data, dict):
        raise HeadscopeError(f"{where} is not a JSON object: expected one with id and tokens.")
    if not isinstance(data.get("id"), str) or not data["id"]:
        raise HeadscopeError(f"{where} has no id: expected a text, the name of its map.")
    where = f"{where} (the map '{data['id']}')"
    if data.get("weights") is not None and str(data["weights"]) not in WEIGHTS:
        raise HeadscopeError(f"{where}: weights are not a kind that is known: expected {', '.join(WEIGHTS)}.")
    if data.get("document") is not None and not isinstance(data["document"], str):
        raise HeadscopeError(f"{where}: document is not a text.")
    line = Line(
        data["id"],
        _list(data, "tokens", where, "texts", _is_text) or (),
        special=_list(data, "special", where, "positions, counted from 0", _is_number),
        segment=_list(data, "segment", where, "0 or 1", lambda x: _is_number(x) and x < 2),
        word_ids=_list(
            data, "word_ids", where, "numbers of words, counted from 0, or null", lambda x: x is None or _is_number(x)
        ),
        words=_list(data, "words", where, "texts", _is_text),
        heads=_list(data, "heads", where, "numbers of words, counted from 1, 0 for the root", _is_number),
        deprels=_list(data, "deprels", where, "texts", _is_text),
        document=data.get("document"),
        cls=_list(data, "cls", where, "positions, counted from 0", _is_number),
        weights=data.get("weights"),
    )
    _check(line, where)
    return line


def _check(line: Line, where: str) -> None:
    """What the lists say of one another."""
    tokens = len(line.tokens)
    if not tokens:
        raise HeadscopeError(f"{where} has no tokens: expected a list of texts.")
    for name, positions in (("special", line.special), ("cls", line.cls)):
        if positions and max(positions) >= tokens:
            raise HeadscopeError(f"{where}: {name} names position {max(positions)}, but there are {tokens} tokens.")
    words = None if line.words is None else len(line.words)
    for names, of, expected in ((("segment", "word_ids"), "tokens", tokens), (("heads", "deprels"), "words", words)):
        for name in names:
            given = getattr(line, name)
            if given is not None and len(given) != expected:
                raise HeadscopeError(f"{where}: {name} has {len(given)} entries, but there are {expected or 'no'} {of}.")
    if words is None:
        return
    if (last := max((at for at in line.word_ids or () if at is not None), default=-1)) >= words:
        raise HeadscopeError(f"{where}: word_ids names word {last}, counted from 0, but there are {words} words.")
    if line.heads:
        check_tree([head - 1 for head in line.heads], range(1, words + 1), lambda _: where)


def _list(data: dict[str, Any], name: str, where: str, what: str, good: Callable[[Any], bool]) -> tuple[Any, ...] | None:
    value = data.get(name)
    if value is None:
        return None
    if not isinstance(value, list) or not all(map(good, value)):
        raise HeadscopeError(f"{where}: {name} is not a list of {what}.")
    return tuple(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return type(value) is int and value >= 0
