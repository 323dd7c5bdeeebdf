"""The form of `manifest.json`: what every reader of a run may rely on.

A field that all runs have is required; one that some have is `NotRequired`. Another field is a line here; what is not named here is let
through. A form that older runs do not have needs a new number in `FORMATS`.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from headscope.errors import HeadscopeError
from headscope.forms import Count, Rule, fitted, read_json, within
from headscope.names import FIGURES, LAYER_WEIGHTS, RESULTS, WEIGHTS
from headscope.runs.seal import whole
from headscope.runs.variants import CHOICES
from headscope.types import MOST_HEADS, Stack, UnitKind

FORMAT = 2  # what is written
FORMATS = (1, 2)  # what is read: 1 has no digests


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _is_file(name: str) -> bool:
    return name in RESULTS or re.fullmatch(rf"{FIGURES}/[^/\\]+\.\w+", name) is not None


Size = Annotated[int, within(1, MOST_HEADS)]
Shape = Annotated[
    list[Size],
    Rule("a list of two numbers, layers and heads", lambda shape: len(shape) == 2),
    Rule(f"layers and heads of a model, {MOST_HEADS:,} heads at most", lambda shape: shape[0] * shape[1] <= MOST_HEADS),
]
Name = Annotated[str, Rule("a name", bool)]
Time = Annotated[str, Rule("a time as in 2026-01-31T12:00:00+00:00", _is_time)]
Shards = Annotated[
    list[Annotated[str, Rule("a shard, as in 1/3", lambda text: bool(re.fullmatch(r"[1-9]\d{0,8}/[1-9]\d{0,8}", text)))]],
    Rule("a list of shards", bool),
]
Kind = Annotated[str, Rule("a kind of weights", lambda kind: kind in WEIGHTS or kind in LAYER_WEIGHTS)]
Weights = Annotated[list[Kind], Rule("a list of kinds of weights", bool)]
Digest = Annotated[str, Rule("a SHA-256", lambda text: bool(re.fullmatch(r"[0-9a-f]{64}", text)))]
FileName = Annotated[str, Rule("the name of a run's file", _is_file)]


class ModelForm(TypedDict):
    """What a manifest says of a model."""

    name: Name
    stacks: Annotated[dict[Stack, Shape], Rule("stacks with their layers and heads", bool)]
    sha256: NotRequired[str]
    revision: NotRequired[str]
    architecture: NotRequired[str]
    parameters: NotRequired[Count]
    special: NotRequired[dict[str, str]]
    road: NotRequired[Literal["tap", "collect", "maps"]]
    difference: NotRequired[float]
    device: NotRequired[str]
    dtype: NotRequired[str]


class FailedForm(TypedDict):
    """A unit on which the model raised an error."""

    chunk: Annotated[int, within(1)]
    document: str
    error: str


class CorpusForm(TypedDict):
    """One corpus of a run: the fields of `CorpusRecord`."""

    name: Name
    origin: str
    format: str
    sha256: str
    documents: Count
    units: Count
    tokens: Count
    cut_units: Count
    cut_tokens: Count
    skipped: dict[str, Count]
    shards: Shards
    unit: NotRequired[UnitKind]
    failed: NotRequired[list[FailedForm]]


class OptionsForm(TypedDict, total=False):
    """Options that readers ask for; the variants are checked against their choices, where they are known."""

    max_length: Annotated[int, within(1)]
    limit: Annotated[int, within(1)] | None
    batch_size: Annotated[int, within(1)] | None  # None: probes choose it by the number of sentences
    weights: Weights
    masking: dict[str, Any]
    every: dict[Name, Annotated[int, within(2)]]
    as_published: bool
    leave_out_shared: bool
    split: dict[str, Any]
    fingerprint: str
    embeddings: str


class ManifestForm(TypedDict):
    """The whole of it."""

    created: Time
    model: ModelForm
    corpora: list[CorpusForm]
    measures: dict[str, list[str]]
    options: OptionsForm
    left_out: dict[str, str]
    seconds: Annotated[float, Rule("a number from 0 up", lambda seconds: bool(seconds >= 0))]
    versions: dict[str, str]
    described: NotRequired[dict[str, dict[str, Any]]]
    files: NotRequired[dict[FileName, Digest]]


def read_form(data: bytes, path: str) -> Mapping[str, Any]:
    """The data of a manifest, which is what was written and has the form; raises ValueError where not, HeadscopeError where another
    headscope must read it."""
    found = read_json(data.decode("utf-8"))
    if not isinstance(found, dict) or type(found.get("format")) is not int:
        raise ValueError("it does not say its format")
    if found["format"] not in FORMATS:
        raise HeadscopeError(
            f"'{path}' is of format {found['format']}; this headscope reads format {' and '.join(map(str, FORMATS))}."
        )
    if not (whole(data) if found["format"] > 1 or b'"digest"' in data else True):
        raise ValueError("its digest is not that of its text, so it was changed since it was written")
    made: Mapping[str, Any] = fitted(found, ManifestForm)
    for name, choice in CHOICES.items():
        if name in made["options"]:
            fitted(made["options"][name], Literal[tuple(choice.words)], f"options.{name}")
    if found["format"] > 1 and "files" not in made:
        raise ValueError("it does not list its files")
    return made
