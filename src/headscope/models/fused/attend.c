/* Attention of float32 heads on a CPU, and with it what is asked of its rows. compiled.py compiles this file and calls it; plain.py is the
   same in plain torch, and says what every figure means.

   A task is one head of one text, or some of its queries. Its keys are laid down in panels, so that scores of ROWS queries with a panel are
   sums of products of numbers that lie side by side; what kinds of token each key is stands beside its value, so that the weights on
   kinds come with the output. A row's figures depend on nothing but the row: not on threads, on other rows, nor on other texts.

   Longer than our files are: parts that are compiled apart could not be drawn into one another's loops. */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__AVX512F__)
enum { LANES = 16, ROWS = 8 };
#elif defined(__AVX__)
enum { LANES = 8, ROWS = 4 };
#else
enum { LANES = 4, ROWS = 4 };
#endif
enum { PANEL = 2 * LANES, WIDE = 3 }; /* keys of a panel; vectors of an output that are summed together: they fit the registers */

typedef float floats __attribute__((vector_size(4 * LANES)));
typedef int32_t integers __attribute__((vector_size(4 * LANES)));
typedef float stored __attribute__((vector_size(4 * LANES), aligned(4), may_alias)); /* anywhere in memory */

#define INLINE static inline __attribute__((always_inline))

static const float LOWEST = -1e30f; /* the score of what is hidden */

typedef struct {
    int64_t unit, head, row; /* how far apart these lie; the numbers of a row lie side by side */
} strides;

typedef struct {
    int64_t units, heads, groups, queries, keys, features, channels, kinds, distances, parts;
    const float *query, *key, *value, *bias, *sinks, *of_kind, *norms; /* bias, sinks and norms may be absent */
    strides queries_at, keys_at, values_at, bias_at, outputs_at;
    int64_t bias_key;
    float scale;
    const int32_t *low, *high;     /* [unit, query]; absent: every key is seen */
    const int64_t *distance;       /* [distance] */
    const int64_t *pair_starts;    /* [unit, query] and the end; absent: no pairs are listed */
    const int32_t *pair_keys;      /* [pair], by unit and query */
    const int64_t *pair_places;    /* [pair]: where in `taken` */
    float *output, *figures;       /* figures [figure, unit, head, query]: entropy, largest, kinds, distances */
    float *taken;                  /* [place, head] */
    float *moved, *moved_scale;    /* with norms: figures of norm weights but for distances; 1 / Σ α n, [unit, head, query] */
    int64_t next;                  /* the task that nobody has taken yet */
} problem;

INLINE floats load(const float *from) { return *(const stored *)from; }
INLINE void store(float *to, floats x) { *(stored *)to = x; }
INLINE floats all(float x) { return x - (floats){0}; }
INLINE floats larger(floats x, floats y) {
    integers more = x > y;
    return (floats)((more & (integers)x) | (~more & (integers)y));
}
INLINE float sum(floats x) {
    float total = 0;
    for (int lane = 0; lane < LANES; lane++) total += x[lane];
    return total;
}
INLINE float largest(floats x) {
    float most = x[0];
    for (int lane = 1; lane < LANES; lane++) most = x[lane] > most ? x[lane] : most;
    return most;
}

/* e^x for x ≤ 0, and 0 below -87: 2^n · e^f with n whole and |f| ≤ ln 2 / 2. */
INLINE floats power(floats x) {
    const float whole = 12582912.0f; /* 1.5 · 2^23: adding it leaves a whole number in the last bits */
    integers there = x > -87.0f;
    x = (floats)((integers)x & there);
    floats shifted = x * 1.44269504f + whole;
    floats n = shifted - whole;
    floats f = x - n * 0.693145752f;
    f = f - n * 1.42860677e-6f;
    floats p = f * (1.0f / 720) + (1.0f / 120);
    p = p * f + (1.0f / 24);
    p = p * f + (1.0f / 6);
    p = p * f + 0.5f;
    p = p * f + 1.0f;
    p = p * f + 1.0f;
    integers result = (integers)p + (((integers)shifted - 0x4B400000) << 23);
    return (floats)(result & there);
}

INLINE int64_t up(int64_t number, int64_t step) { return (number + step - 1) / step * step; }

/* Keys in panels: [panel, feature, key of the panel]; 0 beyond the last. */
static void lay_keys(float *to, const float *from, int64_t apart, int64_t keys, int64_t features) {
    for (int64_t start = 0; start < keys; start += PANEL, to += PANEL * features) {
        int64_t number = keys - start < PANEL ? keys - start : PANEL;
        if (number < PANEL) memset(to, 0, sizeof(float) * PANEL * features);
        for (int64_t key = 0; key < number; key++) {
            const float *row = from + (start + key) * apart;
            for (int64_t feature = 0; feature < features; feature++) to[feature * PANEL + key] = row[feature];
        }
    }
}

/* Values, and beside them what a weight is multiplied with to be counted: each kind; with norms n, n ln n, and n of each kind. */
static void lay_values(float *to, int64_t width, const problem *p, int64_t unit, int64_t head, int64_t group) {
    const float *value = p->value + unit * p->values_at.unit + group * p->values_at.head;
    const float *of_kind = p->of_kind + unit * p->keys * p->kinds;
    const float *norm = p->norms ? p->norms + (unit * p->heads + head) * p->keys : 0;
    int64_t at = up(p->channels, LANES);
    for (int64_t key = 0; key < p->keys; key++, to += width, of_kind += p->kinds) {
        memcpy(to, value + key * p->values_at.row, sizeof(float) * p->channels);
        memset(to + p->channels, 0, sizeof(float) * (width - p->channels));
        memcpy(to + at, of_kind, sizeof(float) * p->kinds);
        if (!norm) continue;
        float n = norm[key], *more = to + at + p->kinds;
        more[0] = n;
        more[1] = n > 0 ? n * logf(n) : 0;
        for (int64_t kind = 0; kind < p->kinds; kind++) more[2 + kind] = n * of_kind[kind];
    }
}

/* scores[row, key] of ROWS queries, which lie as [feature, row], with the keys of some panels. */
static void put_scores(float *scores, int64_t apart, const float *query, const float *panels, int64_t features, int64_t first, int64_t last) {
    for (int64_t start = first; start < last; start += PANEL) {
        const float *panel = panels + start * features;
        floats sums[ROWS][2];
        for (int row = 0; row < ROWS; row++) sums[row][0] = sums[row][1] = (floats){0};
        for (int64_t feature = 0; feature < features; feature++, panel += PANEL) {
            floats left = load(panel), right = load(panel + LANES);
#pragma GCC unroll 8
            for (int row = 0; row < ROWS; row++) {
                float one = query[feature * ROWS + row];
                sums[row][0] += one * left;
                sums[row][1] += one * right;
            }
        }
#pragma GCC unroll 8
        for (int row = 0; row < ROWS; row++) {
            store(scores + row * apart + start, sums[row][0]);
            store(scores + row * apart + start + LANES, sums[row][1]);
        }
    }
}

/* sums[row, column] = Σ over keys of weights[row, key] · values[key, column], of `number` vectors of columns. */
INLINE void put_output(
    float *sums, const float *weights, int64_t apart, const float *values, int64_t width, int64_t first, int64_t last, const int number
) {
    floats found[ROWS][WIDE];
    for (int row = 0; row < ROWS; row++)
        for (int at = 0; at < number; at++) found[row][at] = (floats){0};
    values += first * width;
    for (int64_t key = first; key < last; key++, values += width) {
        floats value[WIDE];
#pragma GCC unroll 3
        for (int at = 0; at < number; at++) value[at] = load(values + at * LANES);
#pragma GCC unroll 8
        for (int row = 0; row < ROWS; row++) {
            float one = weights[row * apart + key];
#pragma GCC unroll 3
            for (int at = 0; at < number; at++) found[row][at] += one * value[at];
        }
    }
#pragma GCC unroll 8
    for (int row = 0; row < ROWS; row++)
#pragma GCC unroll 3
        for (int at = 0; at < number; at++) store(sums + row * width + at * LANES, found[row][at]);
}

static void put_outputs(
    float *sums, const float *weights, int64_t apart, const float *values, int64_t width, int64_t first, int64_t last
) {
    int64_t at = 0;
    for (; at + WIDE * LANES <= width; at += WIDE * LANES) put_output(sums + at, weights, apart, values + at, width, first, last, WIDE);
    if (width - at == 2 * LANES) put_output(sums + at, weights, apart, values + at, width, first, last, 2);
    if (width - at == LANES) put_output(sums + at, weights, apart, values + at, width, first, last, 1);
}

typedef struct {
    float scale, entropy, largest, spread, log_whole, most_moved; /* α = power · scale; Σ powers · t · n; ln of the whole sum */
} row;

/* Scores of one row, from `first` to `last`, whole vectors, → powers of them: e^t with t = score − the largest. */
static row put_powers(float *scores, int64_t first, int64_t last, const float *sink, const float *norm, int64_t keys) {
    floats most = all(LOWEST);
    for (int64_t key = first; key < last; key += LANES) most = larger(load(scores + key), most);
    float own = largest(most), top = sink && *sink > own ? *sink : own;
    floats whole = {0}, spread = {0}, moved = {0}, furthest = {0};
    for (int64_t key = first; key < last; key += LANES) {
        floats t = load(scores + key) - top, weight = power(t);
        store(scores + key, weight);
        whole += weight + (t - t); /* a score that is no number makes the row no number */
        floats product = weight * t;
        spread += product;
        if (norm) { /* beyond the last key a weight is 0 and a norm not there */
            floats n = {0};
            if (key + LANES <= keys) n = load(norm + key);
            else for (int64_t lane = 0; lane < keys - key; lane++) n[lane] = norm[key + lane];
            moved += product * n;
            furthest = larger(weight * n, furthest);
        }
    }
    float mine = sum(whole), sum_of_all = mine + (sink ? expf(*sink - top) : 0);
    row found = {.scale = 1 / sum_of_all, .log_whole = logf(sum_of_all)};
    found.entropy = (found.log_whole * mine - sum(spread)) * found.scale;
    found.largest = expf(own - top) * found.scale;
    found.spread = sum(moved) * found.scale;
    found.most_moved = largest(furthest) * found.scale;
    return found;
}

INLINE void add_bias(float *scores, const float *bias, int64_t apart, int64_t first, int64_t last) {
    if (apart == 1)
        for (int64_t key = first; key < last; key++) scores[key] += bias[key];
    else
        for (int64_t key = first; key < last; key++) scores[key] += bias[key * apart];
    for (int64_t key = first; key < last; key++) scores[key] = scores[key] < LOWEST ? LOWEST : scores[key];
}

/* What a query that sees something is asked, from its powers and its sums. */
static void answer(problem *p, int64_t unit, int64_t head, int64_t query, const float *powers, const float *sums, row it) {
    int64_t figure = p->units * p->heads * p->queries, at = (unit * p->heads + head) * p->queries + query;
    const float *kinds = sums + up(p->channels, LANES);
    float *output = p->output + unit * p->outputs_at.unit + head * p->outputs_at.head + query * p->outputs_at.row;
    for (int64_t channel = 0; channel < p->channels; channel++) output[channel] = sums[channel] * it.scale;
    p->figures[at] = it.entropy;
    p->figures[figure + at] = it.largest;
    for (int64_t kind = 0; kind < p->kinds; kind++) p->figures[(2 + kind) * figure + at] = kinds[kind] * it.scale;
    for (int64_t number = 0; number < p->distances; number++) {
        int64_t key = query + p->distance[number];
        if (key >= 0 && key < p->keys) p->figures[(2 + p->kinds + number) * figure + at] = powers[key] * it.scale;
    }
    if (p->pair_starts) {
        const int64_t *starts = p->pair_starts + unit * p->queries + query;
        for (int64_t pair = starts[0]; pair < starts[1]; pair++)
            p->taken[p->pair_places[pair] * p->heads + head] = powers[p->pair_keys[pair]] * it.scale;
    }
    if (!p->norms) return;
    const float *moved = kinds + p->kinds; /* Σ e n, Σ e n ln n, and Σ e n of each kind */
    float whole = moved[0] * it.scale;
    if (whole <= 0) return; /* a row that moves nothing has zeros */
    float scale = 1 / whole;
    p->moved_scale[at] = scale;
    p->moved[at] = it.log_whole + logf(whole) - (moved[1] * it.scale + it.spread) * scale;
    p->moved[figure + at] = it.most_moved * scale;
    for (int64_t kind = 0; kind < p->kinds; kind++) p->moved[(2 + kind) * figure + at] = moved[2 + kind] * it.scale * scale;
}

/* Room for one task. */
typedef struct {
    float *panels, *values, *query, *scores, *sums;
    int64_t width, apart; /* of a row of values, and between two rows of scores */
} room;

/* ROWS queries from `start` on, of which those below `stop` are real. */
static void put_rows(problem *p, room *r, int64_t unit, int64_t head, int64_t start, int64_t stop) {
    int64_t number = stop - start < ROWS ? stop - start : ROWS, low[ROWS], high[ROWS], first = p->keys, last = 0;
    for (int64_t at = 0; at < number; at++) {
        low[at] = p->low ? p->low[unit * p->queries + start + at] : 0;
        high[at] = p->high ? p->high[unit * p->queries + start + at] : p->keys;
        if (high[at] <= low[at]) continue;
        if (low[at] < first) first = low[at];
        if (high[at] > last) last = high[at];
    }
    if (last <= first) return; /* queries that see nothing, as padding may: zeros */
    const float *query = p->query + unit * p->queries_at.unit + head * p->queries_at.head;
    for (int64_t feature = 0; feature < p->features; feature++)
        for (int64_t at = 0; at < ROWS; at++)
            r->query[feature * ROWS + at] = at < number ? query[(start + at) * p->queries_at.row + feature] * p->scale : 0;
    int64_t begin = first / PANEL * PANEL, end = up(last, PANEL);
    put_scores(r->scores, r->apart, r->query, r->panels, p->features, begin, end);
    const float *norm = p->norms ? p->norms + (unit * p->heads + head) * p->keys : 0;
    row found[ROWS];
    for (int64_t at = 0; at < number; at++) {
        float *scores = r->scores + at * r->apart;
        if (high[at] <= low[at]) {
            memset(scores + begin, 0, sizeof(float) * (end - begin));
            continue;
        }
        if (p->bias)
            add_bias(scores, p->bias + unit * p->bias_at.unit + head * p->bias_at.head + (start + at) * p->bias_at.row, p->bias_key,
                     low[at], high[at]);
        for (int64_t key = begin; key < low[at]; key++) scores[key] = LOWEST;
        for (int64_t key = high[at]; key < end; key++) scores[key] = LOWEST;
        found[at] = put_powers(scores, begin, end, p->sinks ? p->sinks + head : 0, norm, p->keys);
    }
    put_outputs(r->sums, r->scores, r->apart, r->values, r->width, first, last);
    /* What lies outside, a listed pair or a distance may still ask for: nobody sees it. */
    for (int64_t at = 0; at < number; at++) {
        if (high[at] <= low[at]) continue;
        float *scores = r->scores + at * r->apart;
        memset(scores, 0, sizeof(float) * begin);
        memset(scores + end, 0, sizeof(float) * (r->apart - end));
        answer(p, unit, head, start + at, scores, r->sums + at * r->width, found[at]);
    }
}

/* Takes tasks until none is left; several threads may call it with one problem. 1 where there is no memory. */
int attend(problem *p) {
    int64_t columns = p->kinds + (p->norms ? 2 + p->kinds : 0);
    room r = {.width = up(p->channels, LANES) + up(columns, LANES), .apart = up(p->keys, PANEL) + LANES};
    int64_t sizes[] = {up(p->keys, PANEL) * p->features, p->keys * r.width, ROWS * p->features, ROWS * r.apart, ROWS * r.width};
    float **parts[] = {&r.panels, &r.values, &r.query, &r.scores, &r.sums};
    int64_t whole = 0;
    for (int at = 0; at < 5; at++) whole += up(sizes[at], 16);
    float *memory = aligned_alloc(64, sizeof(float) * whole), *here = memory;
    if (!memory) return 1;
    for (int at = 0; at < 5; here += up(sizes[at], 16), at++) *parts[at] = here;
    memset(r.scores, 0, sizeof(float) * sizes[3]);
    int64_t tasks = p->units * p->heads * p->parts, size = up((p->queries + p->parts - 1) / p->parts, ROWS);
    for (;;) {
        int64_t task = __atomic_fetch_add(&p->next, 1, __ATOMIC_RELAXED);
        if (task >= tasks) break;
        int64_t unit = task / (p->heads * p->parts), head = task / p->parts % p->heads, group = head / (p->heads / p->groups);
        int64_t start = task % p->parts * size, stop = start + size < p->queries ? start + size : p->queries;
        lay_keys(r.panels, p->key + unit * p->keys_at.unit + group * p->keys_at.head, p->keys_at.row, p->keys, p->features);
        lay_values(r.values, r.width, p, unit, head, group);
        for (; start < stop; start += ROWS) put_rows(p, &r, unit, head, start, stop);
    }
    free(memory);
    return 0;
}

/* The same on several threads of whoever `parallel` is: OpenMP's own way of running a function on its threads. */
typedef struct {
    problem *of;
    int failed;
} shared;

static void take(void *given) {
    shared *mine = given;
    if (attend(mine->of)) __atomic_store_n(&mine->failed, 1, __ATOMIC_RELAXED);
}

int attend_together(problem *p, void (*parallel)(void (*)(void *), void *, unsigned, unsigned), unsigned threads) {
    shared all = {.of = p, .failed = 0};
    parallel(take, &all, threads, 0);
    return all.failed;
}
