"""What can be asked of a run beside model, corpus and measures, with types: `measure`, `report` and `forecast` take these by name.

The variants are those of `runs/variants.py`, which says what each does; a test holds the two together. No torch here: the command line
makes its options from this file.
"""

from collections.abc import Sequence
from typing import Literal, TypedDict

from headscope.runs.variants import CHOICES, NOT_OF_MAPS, Choice, option

MASKING = "0.15,0.8,0.1"  # the share of tokens predicted, and of these the shares masked and replaced


class Variants(TypedDict, total=False):
    """Where the paper leaves a choice, or its published code departs from it."""

    segments: Literal["paragraphs", "filled"]
    segment_ids: Literal["pair", "zero"]
    map_precision: Literal["full", "float16"]
    smoothing: Literal["none", "published"]
    loss: Literal["mean", "sum"]
    gradient_per: Literal["pair", "token"]
    words_from: Literal["mean", "first", "max"]
    possessors: Literal["marker", "own"]
    offsets: Literal["five", "published"]
    directions: Literal["two", "three"]
    windows: Literal["sentences", "first"]
    antecedents: Literal["words", "mentions"]
    mention_heads: Literal["annotated", "tree", "last"]
    no_match: Literal["wrong", "nearest"]


class RunOptions(Variants, total=False):
    """All that decides what is measured, and how."""

    max_length: int | None  # None: 128, or what the model reads if that is less
    limit: int | None
    batch_size: int | None
    shard: str
    masking: str
    weights: str | Sequence[str]
    as_published: bool
    skip_broken: bool
    bounds: str | None


__all__ = ["CHOICES", "MASKING", "NOT_OF_MAPS", "Choice", "RunOptions", "Variants", "option"]
