"""Scores → tables. The contents page: one line a table that `headscope table` makes, in the order in which they are listed."""

from headscope.registry import Registry
from headscope.tables.by_layer import BY_LAYER
from headscope.tables.coreference import COREFERENCE_TABLE
from headscope.tables.dependency import DEPENDENCY_TABLE
from headscope.tables.kind import TableKind
from headscope.tables.labels import LABELS
from headscope.tables.languages import LANGUAGES_TABLE
from headscope.tables.layers import LAYERS
from headscope.tables.neighbours import NEIGHBOURS

TABLES: Registry[TableKind] = Registry("table")
for _kind in (LABELS, BY_LAYER, DEPENDENCY_TABLE, LANGUAGES_TABLE, COREFERENCE_TABLE, NEIGHBOURS, LAYERS):
    TABLES.add(_kind.name, _kind)

__all__ = ["TABLES", "TableKind"]
