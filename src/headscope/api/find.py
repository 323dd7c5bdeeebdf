"""The heads of a run for which a query holds."""

from headscope.api.open import RunLike, run_of
from headscope.query import facts_of, search
from headscope.tables.table import Table


def find(run: RunLike, query: str) -> list[str]:
    """The heads for which a query holds, as in `find(scores, "obj > 0.6 and sep < 0.3")`; see docs/find.md. Where a model has
    several stacks, a head is written decoder/3-5."""
    found = search(facts_of(run_of(run)), query)
    return [f"{stack}/{head}" if len(found.facts.stacks) > 1 else str(head) for stack, head in found.heads]


def find_table(run: RunLike, query: str) -> Table:
    """The same as a table, with the scores that the query names."""
    from headscope.tables.found import found_table

    return found_table(run_of(run), query)
