"""What an older headscope wrote of its measures, as a newer one says it: numbers in files stay what they are, wrong words do not."""

from dataclasses import replace

from headscope.description import Description
from headscope.patterns import PREDICTIVE, PREDICTIVE_KEY

_PREDICTIVE = (PREDICTIVE, "")


def corrected(described: Description) -> Description:
    """`predictive` was described as a share of attention; (1 + r) / 2 is stored, r a correlation."""
    if described.name != "pattern" or _PREDICTIVE not in described.keys or described.keys[_PREDICTIVE].quantity is not None:
        return described
    return replace(described, keys={**described.keys, _PREDICTIVE: PREDICTIVE_KEY})
