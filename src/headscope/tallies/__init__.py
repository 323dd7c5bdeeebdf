"""Sums that add."""

from headscope.tallies.file import read, to_bytes
from headscope.tallies.groups import GROUPS, group_of
from headscope.tallies.possible import impossible
from headscope.tallies.tally import Tally, grid_of

__all__ = ["GROUPS", "Tally", "grid_of", "group_of", "impossible", "read", "to_bytes"]
