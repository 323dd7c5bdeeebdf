"""How large a figure is on paper: a width with its unit, dots per inch, and the view box that keeps its type readable there."""

import re
from dataclasses import dataclass

from headscope.errors import HeadscopeError

UNITS = {"in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, "px": 1 / 96}  # in inches; a pixel is CSS's
SMALLEST, LARGEST = 1.0, 60.0  # inches
DPI, SCREEN = 300.0, 96.0
LEAST_DPI, MOST_DPI = 30.0, 1200.0
UNITS_TO_AN_INCH = 133.0  # of the view box at most: its 12-unit type is then 6.5 points high


@dataclass(frozen=True)
class Size:
    """A figure's width in inches, and the dots per inch of a PNG."""

    inches: float
    dpi: float = DPI

    @property
    def box(self) -> float:
        """The width of the view box to lay it out for."""
        return self.inches * UNITS_TO_AN_INCH

    @classmethod
    def parse(cls, width: str | None, dpi: float | None = None) -> "Size | None":
        """A width as people write it; None where neither is given. Pixels are those of the PNG unless `dpi` says otherwise.

        >>> Size.parse("3.3in"), Size.parse("96px"), Size.parse(None)
        (Size(inches=3.3, dpi=300.0), Size(inches=1.0, dpi=96.0), None)
        """
        if dpi is not None and not LEAST_DPI <= dpi <= MOST_DPI:
            raise HeadscopeError(
                f"--dpi {dpi:g} is out of range: expected {LEAST_DPI:g} to {MOST_DPI:g}; 300 is usual in print."
            )
        if width is None:
            return None if dpi is None else cls(7.5, dpi)
        found = re.fullmatch(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*([a-z]*)\s*", width)
        if found is None or found[2] not in UNITS:
            near = f" Did you mean {found[1]}in?" if found is not None and not found[2] else ""
            raise HeadscopeError(
                f"'{width}' is not a width: expected a number and in, cm, mm or px, as in 3.3in or 84mm.{near}"
            )
        inches = float(found[1]) * UNITS[found[2]]
        if not SMALLEST <= inches <= LARGEST:
            raise HeadscopeError(
                f"--width {width} is out of range: expected {SMALLEST:g} to {LARGEST:g} inches (2.54 cm to 152 cm)."
            )
        return cls(inches, dpi or (SCREEN if found[2] == "px" else DPI))
