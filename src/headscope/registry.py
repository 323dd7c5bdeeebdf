"""One registry for everything that has a name: measures, corpora, tables …

It does not import what it lists: an entry is added where the thing is defined, in its package's `__init__.py`.
"""

from collections.abc import Iterator
from typing import Generic, TypeVar

from headscope.errors import unknown_name

Entry = TypeVar("Entry")


class Registry(Generic[Entry]):
    """Names to things, in the order they were added; an unknown name is an error that suggests a known one.

    >>> fruit = Registry[int]("fruit")
    >>> fruit.add("apple", 3)
    3
    >>> fruit["apple"], list(fruit)
    (3, ['apple'])
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._entries: dict[str, Entry] = {}

    def add(self, name: str, entry: Entry) -> Entry:
        if name in self._entries:
            raise ValueError(f"the {self.kind} '{name}' is registered twice")
        self._entries[name] = entry
        return entry

    def __getitem__(self, name: str) -> Entry:
        try:
            return self._entries[name]
        except KeyError:
            raise unknown_name(self.kind, name, self._entries) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def items(self) -> Iterator[tuple[str, Entry]]:
        return iter(self._entries.items())
