"""What was asked of a run → options that were looked at."""

from collections.abc import Mapping
from typing import cast

from headscope.api.variants import CHOICES, MASKING, RunOptions, option
from headscope.errors import unknown_name
from headscope.models.weighting import make_weights
from headscope.runs.options import LENGTH, Options, Shard
from headscope.runs.variants import choose
from headscope.tokens.masking import Masking


def make_options(asked: RunOptions, *, only_maps: bool = False) -> Options:
    """Options that were looked at; raises where one is unknown or impossible."""
    own = {name: value for name, value in asked.items() if name not in RunOptions.__annotations__ or name in CHOICES}
    for name in own:
        if name not in CHOICES:
            raise unknown_name("variant", name, CHOICES)
    published = asked.get("as_published", False)
    length = asked.get("max_length")
    return Options(
        LENGTH if length is None else length,
        asked.get("limit"),
        asked.get("batch_size"),
        Shard.parse(asked.get("shard", "1/1")),
        Masking.parse(asked.get("masking", MASKING)),
        make_weights(asked.get("weights", "raw")),
        length_given=length is not None,
        as_published=published,
        **choose(cast(Mapping[str, str | None], own), as_published=published, only_maps=only_maps),
    )


def published_options(asked: RunOptions, *, only_maps: bool = False) -> list[str]:
    """What `as_published` changes, as it would be typed.

    >>> published_options({"as_published": True, "smoothing": "none"}, only_maps=True)
    ['--map-precision float16', '--words-from first', '--offsets published']
    """
    chosen = make_options(asked, only_maps=only_maps).chosen()
    return [f"{option(name)} {value}" for name, value in chosen.items() if value == CHOICES[name].published]
