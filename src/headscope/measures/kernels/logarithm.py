"""A logarithm that vectorises: the polynomial of the compiled road. (A GPU has an instruction.)

A positive float32 is x = 2^e · (1 + t) with √½ ≤ 1 + t < √2; its bits give e and t without a comparison, and
log2 x = e + t·P(t). P has degree 8, fitted for the smallest largest error: 7e-9 in exact arithmetic, under float32's own
rounding. For x = 0 the result is finite, so that x·log2 x = 0 needs no special case; log2 1 is exactly 0.
"""

HALF_ROOT = 0x3F3504F3  # the bits of √½
EXPONENT = -(1 << 23)  # all bits but the fraction's
FRACTION_BITS = 23

COEFFICIENTS = (
    1.442694902420044,
    -0.7213471531867981,
    0.4809204339981079,
    -0.36071905493736267,
    0.2876948118209839,
    -0.23857051134109497,
    0.21715793013572693,
    -0.20995426177978516,
    0.12549667060375214,
)
