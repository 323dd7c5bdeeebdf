"""Queries over the scores of a run, `dobj > 0.6 and sep < 0.3`: text → tokens → tree → heads. docs/find.md is the language.

In reading order: `language` (words, limits and sentences, as data), `tokens`, `grammar`, `facts`, `names`, `evaluate`, `suggest`.
"""

from headscope.query.evaluate import Column, Found
from headscope.query.facts import Facts, facts_of
from headscope.query.grammar import parse
from headscope.query.language import QueryError
from headscope.query.suggest import search

__all__ = ["Column", "Facts", "Found", "QueryError", "facts_of", "parse", "search"]
