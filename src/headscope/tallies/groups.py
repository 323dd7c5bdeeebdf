"""Document groups: the grain at which a tally keeps its sums, so that memory does not grow with the corpus.

A document falls by a stable hash of its id into one of 200 groups. Halves, intervals and bootstrap samples are over groups.
"""

from hashlib import blake2b

GROUPS = 200


def group_of(document: str) -> int:
    """The group of a document, the same on every machine and in every session.

    >>> group_of("1"), group_of("2")
    (110, 100)
    """
    return int.from_bytes(blake2b(document.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big") % GROUPS
