"""Attention of all heads → fitted score. The contents page: one line per probe, in the order of the paper's table.

Reading order: features (what a probe sees), probe (what it is), one file a probe, training, decoding, scoring, control.
"""

from headscope.probes.attention import Attention
from headscope.probes.attention_words import AttentionWords, RandomWords
from headscope.probes.baselines import BestOffset, RightBranching
from headscope.probes.distances import DistancesWords
from headscope.probes.fitting.settings import Curve, Settings
from headscope.probes.probe import Probe, Shape
from headscope.registry import Registry

PROBES: Registry[type[Probe]] = Registry("probe")
for _probe in (RightBranching, BestOffset, RandomWords, DistancesWords, Attention, AttentionWords):
    PROBES.add(_probe.name, _probe)

STRUCTURAL = "structural"  # on hidden vectors, and of undirected edges: fitted in its own way, see structural.py
NAMES = (*PROBES, STRUCTURAL)

__all__ = ["NAMES", "PROBES", "STRUCTURAL", "Curve", "Probe", "Settings", "Shape"]
