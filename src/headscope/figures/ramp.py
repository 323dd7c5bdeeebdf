"""The one sequential ramp, as the page draws it (web/src/colour.ts): white to deep blue, in the dark near-black to light yellow.

Each is a curve through OKLab (Ottosson 2020) walked at constant speed, so that equal steps of a value look like equal steps
of colour.
"""

from functools import lru_cache
from typing import Literal

import numpy as np
from jaxtyping import Float64

Theme = Literal["light", "dark"]
STEPS = 33  # classes in a style sheet, so fewer than the page has

# Start, a bend that gives the middle its hue (a straight line would pass through grey), end.
_CURVES: dict[Theme, tuple[str, str, str]] = {
    "light": ("#ffffff", "#52a6f0", "#08285c"),
    "dark": ("#191b1f", "#a85d3e", "#fff3a6"),
}
_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)

Colours = Float64[np.ndarray, "colour 3"]


def to_lab(colours: list[str]) -> Colours:
    """`#rrggbb` to OKLab."""
    channels = np.array([[int(c[at : at + 2], 16) / 255 for at in (1, 3, 5)] for c in colours])
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    lab: Colours = np.cbrt(linear @ _TO_CONES.T) @ _TO_LAB.T
    return lab


def _to_hex(lab: Colours) -> list[str]:
    linear = np.clip((lab @ np.linalg.inv(_TO_LAB).T) ** 3 @ np.linalg.inv(_TO_CONES).T, 0, 1)
    channels = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return ["#" + "".join(f"{round(255 * c):02x}" for c in row) for row in np.clip(channels, 0, 1)]


@lru_cache(maxsize=2)
def ramp(theme: Theme) -> tuple[str, ...]:
    """The ramp's colours, from low to high.

    >>> ramp("light")[0], ramp("light")[-1]
    ('#ffffff', '#08285c')
    """
    start, bend, end = to_lab(list(_CURVES[theme]))
    time = np.linspace(0, 1, 4097)[:, None]
    curve = (1 - time) ** 2 * start + 2 * (1 - time) * time * bend + time**2 * end
    travelled = np.concatenate([[0.0], np.linalg.norm(np.diff(curve, axis=0), axis=1).cumsum()])
    places = np.searchsorted(travelled, np.linspace(0, travelled[-1], STEPS) - 1e-12)
    return tuple(_to_hex(curve[places]))


def step(fraction: float) -> int:
    """The ramp's step at a fraction from 0 to 1; what lies outside takes the end's.

    >>> step(0.5), step(7.0)
    (16, 32)
    """
    return round(min(1.0, max(0.0, fraction)) * (STEPS - 1))
