"""Sums that add."""

from headscope.tallies.file import read, to_bytes
from headscope.tallies.groups import GROUPS, group_of
from headscope.tallies.tally import GRID, Tally

__all__ = ["GRID", "GROUPS", "Tally", "group_of", "read", "to_bytes"]
