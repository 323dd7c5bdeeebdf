"""Attention made elsewhere: a file of maps with a file of tokens beside it, read and written. docs/maps.md has the format.

lines: who the tokens are · arrays: the weights · model: both as something a run can measure · write: making such files.
"""

from headscope.models.maps.lines import Line, beside
from headscope.models.maps.model import MapsCorpus, MapsModel, open_maps
from headscope.models.maps.write import PRECISIONS, MapsWriter, check_model, check_output, unit_line, unit_maps

__all__ = [
    "PRECISIONS",
    "Line",
    "MapsCorpus",
    "MapsModel",
    "MapsWriter",
    "beside",
    "check_model",
    "check_output",
    "open_maps",
    "unit_line",
    "unit_maps",
]
