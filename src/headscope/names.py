"""Words that are written into files and typed by people, each spelt once: keys, directions, the files of a run.

Standard library only: reading a run must know them without torch.
"""

from typing import NamedTuple

TO_HEAD, TO_DEPENDENT, BOTH = "dependent-to-head", "head-to-dependent", "both"
DIRECTIONS = (TO_HEAD, TO_DEPENDENT, BOTH)
# What the weights of a map can be of, the first being the model's own.
WEIGHTS = {
    "raw": "attention weights",
    "norm": "attention weights times the norm of what they move",
    "no-sink": "attention weights without special tokens and a causal model's first token",
}
LEFT = 0.01  # what a row of a map must have left without its sinks; with less, the head rests there


class Kind(NamedTuple):
    """How people are told of a kind of weights: on a button, in a caption ("140 segments, norm weights"), in a sentence."""

    label: str
    under: str
    sentence: str


KINDS = {
    "raw": Kind("Where heads read", "attention weights", "Numbers are of attention weights: where a head reads."),
    "norm": Kind(
        "What heads move",
        "norm weights",
        "Numbers are of norm weights, attention times the size of what it brings along: what a head moves. Read “attends to” as “takes "
        "from”.",
    ),
    "no-sink": Kind(
        "Without sinks",
        "weights without sinks",
        "Numbers are of attention without special tokens and a causal model’s first token: where a head looks when it looks at the text.",
    ),
    "rollout": Kind(
        "What attention carried", "rollout", "Numbers are of rollout: what attention carried over all layers so far."
    ),
    "value-zeroing": Kind(
        "What a layer depends on",
        "value zeroing",
        "Numbers are of value zeroing: how much a layer's output depends on a token.",
    ),
}
# What is made of all heads of a layer, or of all layers up to it: one map for a layer.
LAYER_WEIGHTS = {
    "rollout": "how much of each token attention carried to each place, over all layers so far",
    "value-zeroing": "how much a layer's output changes without the values of a token",
}
DEFAULT_MODEL = "bert-8x8"  # what `bundled` means
ALL = "all"
OWN = " (own word)"  # ends the key under which a possessor's own prediction is kept, beside that of its marker
SUBTYPES = ":*"  # ends the key of a relation with all its subtypes


def base_of(key: str) -> str:
    """The relation without its subtype.

    >>> base_of("nmod:poss"), base_of("nmod:*"), base_of("nsubj")
    ('nmod', 'nmod', 'nsubj')
    """
    return key.partition(":")[0]


MANIFEST, TALLY, CHECKPOINT = "manifest.json", "tally.safetensors", "checkpoint.safetensors"
EARLIER = "checkpoint-before.safetensors"  # the one before it
STATUS = ".headscope-status"  # how far a run has come, for those who watch; there while it runs
LOCK, STAGED, JOURNAL = ".headscope-lock", ".headscope-new", ".headscope-journal"  # there while a run is written
EXAMPLES, PROBES, PAGE = "examples.parquet", "probes.parquet", "report.html"
RESULTS = (
    TALLY,
    "scores.parquet",
    "baselines.parquet",
    "labels.parquet",
    "patterns.parquet",
    "best.parquet",
    "distances.parquet",
    "layers.parquet",
    "clusters.parquet",
    "example.safetensors",
    EXAMPLES,
    PROBES,
    PAGE,
    MANIFEST,
)
FIGURES = "figures"
