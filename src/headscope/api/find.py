"""The heads of a run for which a query holds."""

from headscope.query import facts_of, search
from headscope.results.scores import Scores


def find(scores: Scores, query: str) -> list[str]:
    """The heads for which a query holds, as in `find(scores, "obj > 0.6 and sep < 0.3")`; see docs/find.md. Where a model has
    several stacks, a head is written decoder/3-5."""
    found = search(facts_of(scores), query)
    return [f"{stack}/{head}" if len(found.facts.stacks) > 1 else str(head) for stack, head in found.heads]
