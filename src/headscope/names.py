"""Words that are written into files and typed by people, each spelt once: keys, directions, the files of a run.

Standard library only: reading a run must know them without torch.
"""

TO_HEAD, TO_DEPENDENT, BOTH = "dependent-to-head", "head-to-dependent", "both"
DIRECTIONS = (TO_HEAD, TO_DEPENDENT, BOTH)
# What the weights of a map can be of, the first being the model's own.
WEIGHTS = {
    "raw": "attention weights",
    "norm": "attention weights times the norm of what they move",
    "no-sink": "attention weights without special tokens and a causal model's first token",
}
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
LOCK, STAGED, JOURNAL = ".headscope-lock", ".headscope-new", ".headscope-journal"  # there while a run is written
EXAMPLES, PROBES = "examples.parquet", "probes.parquet"
RESULTS = (
    TALLY,
    "scores.parquet",
    "baselines.parquet",
    "labels.parquet",
    "patterns.parquet",
    "best.parquet",
    "distances.parquet",
    "clusters.parquet",
    "example.safetensors",
    EXAMPLES,
    PROBES,
    "report.html",
    MANIFEST,
)
FIGURES = "figures"
