"""Reads a pickle without running it. A pickle is a program; pickletools takes it apart, and the few steps that make lists,
dictionaries, tuples, texts, numbers and NumPy arrays are done here, by hand. Whatever else it asks for, by any road, is
refused before it happens.

Large blocks of bytes stay on disk until they are used, so that memory does not grow with the file.
"""

import mmap
from collections.abc import Callable, Sequence
from pathlib import Path
from pickletools import genops
from typing import Any

from headscope.errors import HeadscopeError, one_line
from headscope.files import check_regular
from headscope.models.maps.unpickle_numpy import MAKERS, Array, Dtype, make_array, text_of

MOST_STEPS = 5_000_000  # the published file has some 300,000
LONGEST_LINE = 65_536  # of the parts of a pickle that are text
LARGE = 4096  # bytes; larger blocks are left on disk

_PLAIN = {"INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4", "FLOAT", "BINFLOAT"}
_TEXT = {"UNICODE", "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8"}
_BLOCKS = {  # how many bytes stand before the data
    "SHORT_BINSTRING": 2, "BINSTRING": 5, "SHORT_BINBYTES": 2, "BINBYTES": 5, "BINBYTES8": 9, "BYTEARRAY8": 9,
}  # fmt: skip
_CONSTANTS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}
_EMPTY: dict[str, Callable[[], Any]] = {"EMPTY_LIST": list, "EMPTY_DICT": dict, "EMPTY_TUPLE": tuple}
_TUPLES = {"TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}


class _Global(str):
    """A name that a pickle may use, as `module.name`."""


def load(path: Path) -> Any:
    """What a pickle holds, arrays as `Array`; raises at the first thing that is none of the plain ones."""
    check_regular(path)
    if not path.is_file():
        raise HeadscopeError(f"There is no file '{path}'.")
    try:
        with path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)  # closed when the last array is gone
    except (OSError, ValueError) as error:
        raise HeadscopeError(f"'{path}' can't be read: {one_line(error)}.") from None
    try:
        return _Machine(path, data).run()
    except (ValueError, IndexError, KeyError, TypeError, OverflowError, MemoryError) as error:
        raise HeadscopeError(f"'{path}' is not a pickle that can be read, or is damaged: {one_line(error)}.") from None


class _Reader:
    """The file as pickletools wants it. What is announced and isn't there costs nothing: a map reads no further than its end."""

    def __init__(self, data: mmap.mmap) -> None:
        self.read, self.tell, self._data = data.read, data.tell, data

    def readline(self) -> bytes:
        here = self._data.tell()
        end = self._data.find(b"\n", here, here + LONGEST_LINE)
        if end < 0:
            raise ValueError(f"a line without end at byte {here}")
        return self._data.read(end + 1 - here)


class _Machine:
    """The stack and the memo of a pickle, with the steps that are allowed."""

    def __init__(self, path: Path, data: mmap.mmap) -> None:
        self.path, self.data = path, data
        self.stack: list[Any] = []
        self.below: list[list[Any]] = []  # what lies under each mark
        self.memo: dict[int, Any] = {}

    def run(self) -> Any:
        for count, (code, argument, position) in enumerate(genops(_Reader(self.data))):  # type: ignore[arg-type]
            if count > MOST_STEPS:
                raise self.refused(f"more than {MOST_STEPS:,} steps")
            if code.name == "STOP":
                break
            self.step(code.name, argument, position or 0)
        return self.stack.pop()

    def step(self, name: str, argument: Any, position: int) -> None:
        """One step; those that make plain values first, as most of them do."""
        stack = self.stack
        if name in _PLAIN or name in _TEXT:
            stack.append(argument)
        elif name in _BLOCKS:
            stack.append(self.block(argument, position + _BLOCKS[name]))
        elif name in _CONSTANTS:
            stack.append(_CONSTANTS[name])
        elif name in _EMPTY:
            stack.append(_EMPTY[name]())
        elif name in _TUPLES:
            stack.append(tuple([stack.pop() for _ in range(_TUPLES[name])][::-1]))
        elif name == "MARK":
            self.below.append(stack)
            self.stack = []
        elif name in ("TUPLE", "LIST", "DICT", "POP_MARK"):
            items = self.since_mark()
            if name != "POP_MARK":
                self.stack.append(tuple(items) if name == "TUPLE" else items if name == "LIST" else self.set_items({}, items))
        elif name in ("APPEND", "APPENDS"):
            items = [stack.pop()] if name == "APPEND" else self.since_mark()
            self.top(list).extend(items)
        elif name in ("SETITEM", "SETITEMS"):
            items = [stack.pop(), stack.pop()][::-1] if name == "SETITEM" else self.since_mark()
            self.set_items(self.top(dict), items)
        elif name in ("PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE"):
            self.memo[len(self.memo) if name == "MEMOIZE" else argument] = stack[-1]
        elif name in ("GET", "BINGET", "LONG_BINGET"):
            stack.append(self.memo[argument])
        elif name in ("GLOBAL", "STACK_GLOBAL"):
            stack.append(self.known(argument.split(" ") if name == "GLOBAL" else [stack.pop(), stack.pop()][::-1]))
        elif name == "REDUCE":
            values, called = stack.pop(), stack.pop()
            if type(called) is not _Global or type(values) is not tuple or called not in MAKERS:
                raise self.refused("a call of what is no maker of arrays")
            stack.append(MAKERS[called](*values))
        elif name == "BUILD":
            self.build(stack.pop())
        elif name == "POP":
            stack.pop()
        elif name == "DUP":
            stack.append(stack[-1])
        elif name not in ("PROTO", "FRAME"):
            detail = f" '{argument[:80]}'" if isinstance(argument, str) else ""
            raise self.refused(f"the step {name}{detail}")

    def block(self, argument: str | bytes | bytearray, start: int) -> Any:
        if len(argument) > LARGE:
            return memoryview(self.data)[start : start + len(argument)]
        return argument.encode("latin-1") if isinstance(argument, str) else bytes(argument)

    def since_mark(self) -> list[Any]:
        items, self.stack = self.stack, self.below.pop()
        return items

    def top(self, kind: type) -> Any:
        if type(self.stack[-1]) is not kind:
            raise self.refused(f"something put into what is no {kind.__name__}")
        return self.stack[-1]

    def set_items(self, target: dict[Any, Any], items: Sequence[Any]) -> dict[Any, Any]:
        for key, value in zip(items[::2], items[1::2], strict=True):
            if type(key) not in (str, bytes, int):
                raise self.refused("a dictionary whose keys are neither texts nor numbers")
            target[key] = value
        return target

    def known(self, parts: Sequence[Any]) -> _Global:
        name = ".".join(part if isinstance(part, str) else "?" for part in parts)
        if name not in MAKERS and name != "numpy.ndarray":  # which is named as an argument, and never called
            raise self.refused(f"'{name[:80]}'")
        return _Global(name)

    def build(self, state: Any) -> None:
        """Fills an array, or sets the byte order of a dtype; nothing else can be built."""
        target = self.stack[-1]
        if type(target) is Array and target.value is None and type(state) is tuple and len(state) == 5:
            _, shape, dtype, fortran, raw = state
            target.value = make_array(raw, dtype, shape, "F" if fortran else "C")
        elif type(target) is Dtype and type(state) is tuple and len(state) >= 5 and state[2:5] == (None, None, None):
            target.order = {"<": "<", ">": ">", "|": "|"}[text_of(state[1])]
        else:
            raise self.refused("an object with a state of its own")

    def refused(self, what: str) -> HeadscopeError:
        return HeadscopeError(
            f"'{self.path}' is refused, and nothing in it was run: it asks for {what}. "
            "Only NumPy arrays of numbers, lists, dictionaries, tuples, texts and numbers are read from a pickle."
        )
