"""What can be asked of a run, beside the model, the corpora and the measures."""

import re
from dataclasses import dataclass, replace
from typing import Any

from headscope.errors import HeadscopeError
from headscope.models.weighting import Weights
from headscope.runs.variants import Variants
from headscope.tokens import Encoder
from headscope.tokens.masking import DEFAULT, Masking


@dataclass(frozen=True)
class Shard:
    """Part `index` of `count`, counted from 1: every count-th chunk.

    >>> Shard.parse("2/3"), Shard(2, 3).takes(4), Shard(2, 3).takes(5)
    (Shard(index=2, count=3), True, False)
    """

    index: int = 1
    count: int = 1

    def takes(self, chunk: int) -> bool:
        return chunk % self.count == self.index - 1

    def __str__(self) -> str:
        return f"{self.index}/{self.count}"

    @classmethod
    def parse(cls, text: str) -> "Shard":
        match = re.fullmatch(r"(\d+)/(\d+)", text.strip())
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            raise HeadscopeError(f"'{text}' is not a shard: expected i/n with i from 1 to n, as in 1/3.")
        return cls(int(match[1]), int(match[2]))


LENGTH = 128  # of an input in tokens, where none is given


@dataclass(frozen=True)
class Options(Variants):
    """`limit` is in units per corpus; `batch_size` None chooses one for the device. The variants are options like the others, given
    by name."""

    max_length: int = LENGTH
    limit: int | None = None
    batch_size: int | None = None
    shard: Shard = Shard()
    masking: Masking = DEFAULT  # of the measures that need a loss
    weights: tuple[Weights, ...] = ("raw",)  # what the maps are made of
    length_given: bool = True  # if not, a model that reads less than `max_length` gets what it reads
    as_published: bool = False  # whether the variants were asked for at once; they alone decide the numbers

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.smoothing != "none" and "no-sink" in self.weights:
            raise HeadscopeError(
                "--smoothing published does not go with --weights no-sink: it would give rows that are not counted a weight. "
                "Leave one of them out."
            )
        for name in ("max_length", "limit", "batch_size"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise HeadscopeError(f"--{name.replace('_', '-')} {value} is too small: expected 1 or more.")

    def fitted(self, encoder: Encoder) -> "Options":
        """The same for a model that reads with this encoder; raises where a length that was given is more than it reads, or leaves no room
        for text."""
        length = self.max_length
        if not self.length_given and encoder.longest is not None:
            length = min(length, encoder.longest)
        encoder.check_length(length)
        return replace(self, max_length=length, length_given=True)

    def batch(self, device: str) -> int:
        return self.batch_size or (16 if device == "cpu" else 64)

    def what(self) -> dict[str, Any]:
        """The options that decide which numbers come out; the others only decide how."""
        weights = {} if self.weights == ("raw",) else {"weights": list(self.weights)}
        return {"max_length": self.max_length, "limit": self.limit, **weights, **self.chosen()}
