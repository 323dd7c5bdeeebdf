"""Attention → tally. The contents page: one line a measure, in the order in which reports show them."""

from collections.abc import Mapping
from typing import Any

from headscope.measures.ablation import Ablation
from headscope.measures.ablation_by_relation import AblationByRelation
from headscope.measures.copying import Copying
from headscope.measures.coreference.coreference import Coreference
from headscope.measures.dependency import Dependency
from headscope.measures.direct import Direct
from headscope.measures.divergence import Divergence
from headscope.measures.entropy import Entropy
from headscope.measures.gradient import Gradient
from headscope.measures.idle import Idle
from headscope.measures.importance import Importance
from headscope.measures.induction import Induction
from headscope.measures.induction_text import InductionText
from headscope.measures.measure import Maps, Measure, Observation, parse
from headscope.measures.mixing import Mixing
from headscope.measures.offset import Offset
from headscope.measures.pattern import Pattern
from headscope.measures.peak import Peak
from headscope.measures.resting import Resting
from headscope.measures.sink import Sink
from headscope.measures.token import Token, TokenFromRest, TokenFromSep
from headscope.measures.tree import Tree
from headscope.registry import Registry

MEASURES: Registry[type[Measure]] = Registry("measure")
for _measure in (
    Offset,
    Token,
    TokenFromSep,
    TokenFromRest,
    Entropy,
    Peak,
    Sink,
    Resting,
    Pattern,
    Induction,
    InductionText,
    Copying,
    Gradient,
    Importance,
    Direct,
    Mixing,
    Divergence,
    Dependency,
    Tree,
    Idle,
    Coreference,
    Ablation,
    AblationByRelation,
):
    MEASURES.add(_measure.name, _measure)


def make(spec: str, options: Mapping[str, Any] | None = None) -> Measure:
    """The measure that a name asks for, with its keys where given, and of a run's options those that it takes.

    >>> make("offset=-2,+2").keys
    ('-2', '+2')
    """
    name, keys = parse(spec)
    measure = MEASURES[name]
    return measure(keys, **{option: options[option] for option in measure.takes if options and option in options})


__all__ = ["MEASURES", "Maps", "Measure", "Observation", "make", "parse"]
