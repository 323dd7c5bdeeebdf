"""Queries over the scores of a run, `dobj > 0.6 and sep < 0.3`: text → tokens → tree → heads. docs/find.md is the language.

In reading order: `language` (words, limits and sentences, as data), `tokens`, `grammar`, `facts`, `names`, `evaluate`.
"""

from headscope.results.query.evaluate import Column, Found, search
from headscope.results.query.facts import Facts, facts_of
from headscope.results.query.grammar import parse
from headscope.results.query.language import QueryError

__all__ = ["Column", "Facts", "Found", "QueryError", "facts_of", "parse", "search"]
