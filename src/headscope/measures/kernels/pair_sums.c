/* Sums over the entries of attention maps, for each pair of heads. compiled.py says what they are, compiles this file with the
   numbers of logarithm.py (COEFFICIENTS, HALF_ROOT, EXPONENT, FRACTION_BITS) and the WIDTH of a strip, and calls it. */

#include <stdint.h>

#ifdef __AVX512F__
enum { LANES = 16 };
#else
enum { LANES = 8 }; /* wider ones would not fit the registers */
#endif

typedef float floats __attribute__((vector_size(4 * LANES)));
typedef int32_t integers __attribute__((vector_size(4 * LANES)));
typedef float stored __attribute__((vector_size(4 * LANES), aligned(4), may_alias)); /* anywhere in memory */

static const float coefficients[] = COEFFICIENTS;
enum { LAST = sizeof coefficients / sizeof coefficients[0] - 1 };

static inline floats load(const float *from) { return *(const stored *)from; }

/* log2 x, and something finite where x is 0. */
static inline floats logarithm(floats x) {
    integers bits = (integers)x;
    integers above = bits - HALF_ROOT;
    floats t = (floats)(bits - (above & EXPONENT)) - 1.0f;
    floats sum = t * coefficients[LAST] + coefficients[LAST - 1];
    for (int power = LAST - 2; power >= 0; power--) sum = sum * t + coefficients[power];
    return sum * t + __builtin_convertvector(above >> FRACTION_BITS, floats);
}

/* sums[a, b] += Σ x log2 x − own(p) − own(q) over x = p + q, for a ≤ b; strips and own are [strip, head, WIDTH], sums [head, head].
   Within a strip in float32, beyond it in float64. */
void pair_sums(const float *strips, const float *own, int64_t number, int64_t heads, double *sums) {
    for (int64_t strip = 0; strip < number; strip++, strips += heads * WIDTH, own += heads * WIDTH)
        for (int64_t a = 0; a < heads; a++)
            for (int64_t b = a; b < heads; b++) {
                floats total = {0};
                for (int64_t i = 0; i < WIDTH; i += LANES) {
                    floats x = load(strips + a * WIDTH + i) + load(strips + b * WIDTH + i);
                    floats taken_off = load(own + a * WIDTH + i) + load(own + b * WIDTH + i);
                    total += x * logarithm(x) - taken_off;
                }
                float sum = 0;
                for (int lane = 0; lane < LANES; lane++) sum += total[lane];
                sums[a * heads + b] += sum;
            }
}
