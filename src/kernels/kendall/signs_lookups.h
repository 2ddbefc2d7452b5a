/* Products of comparisons by lookups (signs.h), for processors that shuffle
   bytes and have no popcount of vectors.

   Four comparisons of a column are a number of four bits, a nibble. What the
   nibbles of two columns come to is one of 16 x 16 numbers from 0 to 4:

     bits g       of columns without ties and missing rows: |x ^ y|, and
                  s s' is 4 - 2 |x ^ y|
     signs        two comparisons of other columns, as g & m and m: 2 - s s'
     bits m, p    |x & y|, the product itself

   A vector has the nibbles of 32 columns of b. The nibble of a column of a names
   a row of 16 numbers, and one shuffle looks the 32 nibbles up in that row. A
   row serves two columns of a: 256 rows of bytes, with the number of the first
   column in the lower half and that of the second in the upper half. Three such
   bytes are added before their halves are summed: so 256 comparisons of bits
   take 8/3 instructions, and not 8 as in bits_tile.h.

     for each chunk of 256 lookups: two units of one plane, or a unit of more
       make the offsets of rows for each two columns of a
       for each three blocks of b
         make their nibbles                            (in the nearest cache)
         for each pass, for each two columns of a
           for each three lookups
             for each block j: sums[j] += the sum of three shuffles
           add the sums to those of the job

   A chunk is filled up to a multiple of three lookups with nibbles of 0. */

enum {
  LOOKUP_BYTES = MC_BITS_UNIT * 4,   /* of a column's unit */
  LOOKUP_UNIT = 2 * LOOKUP_BYTES,    /* nibbles of a unit of bits */
  LOOKUP_CHUNK = 2 * LOOKUP_UNIT,    /* lookups, at most */
  LOOKUP_STRIDE = LOOKUP_CHUNK + 2,  /* a multiple of MC_LOOKUP_STEP */
  LOOKUP_BLOCKS = 3,                 /* of b, whose nibbles are side by side */
  LOOKUP_ROW = LOOKUP_BLOCKS * MC_LOOKUP_LANES,
  LOOKUP_TABLE = 256 * 16            /* bytes */
};
_Static_assert(LOOKUP_STRIDE % MC_LOOKUP_STEP == 0, "whole steps");
_Static_assert((int) MC_LOOKUP_LANES == (int) MC_SIGNS_COLUMNS, "a vector is a block");

/* Nibbles of a side: signs; bits m, p and g. */
enum { LOOKUP_S, LOOKUP_M, LOOKUP_P, LOOKUP_G, LOOKUP_SIDES };

/* The passes over a chunk: what is looked up, for which product, and of which nibbles of a and b.
   `times` the sum of all lookups is added to the product. The first two are the ways to s s'. */
typedef enum { LOOKUP_BITS, LOOKUP_SIGNS, LOOKUP_ANDS, LOOKUP_KINDS } lookup_kind;
typedef struct {
  lookup_kind kind;
  int product, a, b, times;
} lookup_pass;
enum { LOOKUP_PASSES = 5 };
static const lookup_pass lookup_passes[LOOKUP_PASSES] = {
  {LOOKUP_BITS, 0, LOOKUP_G, LOOKUP_G, -2}, {LOOKUP_SIGNS, 0, LOOKUP_S, LOOKUP_S, -1},
  {LOOKUP_ANDS, 1, LOOKUP_M, LOOKUP_M, 1},  {LOOKUP_ANDS, 2, LOOKUP_M, LOOKUP_P, 1},
  {LOOKUP_ANDS, 3, LOOKUP_P, LOOKUP_M, 1}};

/* Are blocks i and j counted in the pass? */
MC_INLINE bool lookup_wants(const mc_kendall_signs_job *job, lookup_pass pass, int i, int j) {
  const bool plain = job->planes == 1 || (job->a_plain[i] && job->b_plain[j]);
  return job->products[i][j] > pass.product &&
         (pass.product > 0 || plain == (pass.kind == LOOKUP_BITS));
}

MC_INLINE bool lookup_wants_any(const mc_kendall_signs_job *job, lookup_pass pass) {
  for (int i = 0; i < signs_blocks(job->a_panels); i++)
    for (int j = 0; j < signs_blocks(job->b_panels); j++)
      if (lookup_wants(job, pass, i, j))
        return true;
  return false;
}

MC_INLINE int lookup_steps_up(int lookups) {
  return (lookups + MC_LOOKUP_STEP - 1) / MC_LOOKUP_STEP * MC_LOOKUP_STEP;
}

/* The lookups of so many units, in whole steps. */
MC_INLINE int lookup_count(lookup_kind kind, int units) {
  return lookup_steps_up((kind == LOOKUP_SIGNS ? 2 : 1) * LOOKUP_UNIT * units);
}

/* ---- tables ---- */

MC_INLINE int lookup_ones(int v) {
  return (v & 1) + (v >> 1 & 1) + (v >> 2 & 1) + (v >> 3 & 1);
}

/* What nibbles x and y come to. Two signs: equal and unequal comparisons that both have. */
MC_INLINE int lookup_number(lookup_kind kind, int x, int y) {
  if (kind == LOOKUP_BITS)
    return lookup_ones(x ^ y);
  if (kind == LOOKUP_ANDS)
    return lookup_ones(x & y);
  const int both = x >> 2 & y >> 2;
  return 2 - (lookup_ones(both) - 2 * lookup_ones((x ^ y) & both));
}

MC_INLINE void lookup_table(lookup_kind kind, uint8_t *table) {
  uint8_t number[16][16];
  for (int x = 0; x < 16; x++)
    for (int y = 0; y < 16; y++)
      number[x][y] = (uint8_t) lookup_number(kind, x, y);
  for (int two = 0; two < 256; two++)
    for (int y = 0; y < 16; y++)
      table[16 * two + y] = (uint8_t) (number[two % 16][y] + 16 * number[two / 16][y]);
}

/* ---- nibbles ---- */

/* One side of the job. */
typedef struct {
  const uint64_t *bits;
  int64_t stride;
  int panels, planes;
} lookup_side;

/* The nibbles of a column in a unit: LOOKUP_BYTES bytes, or twice as many signs, which are made in
   `signs`. Columns behind the last panel repeat that panel. Returns the address of the bytes. */
MC_INLINE const uint8_t *lookup_column(const lookup_side *side, int64_t unit, int of, int column,
                                       uint8_t *signs) {
  const int panel = column / MC_BITS_PANEL, last = side->panels - 1;
  const int plane = of == LOOKUP_M ? 1 : of == LOOKUP_P ? 2 : 0;
  const uint64_t *words = side->bits + (panel < last ? panel : last) * side->stride +
                          (unit * side->planes + plane) * SIGNS_PLANE +
                          column % MC_BITS_PANEL * MC_BITS_UNIT_WORDS64;
  if (of != LOOKUP_S)
    return (const uint8_t *) words;
  for (int k = 0; k < LOOKUP_BYTES; k += 32)
    mc_nibbles_masked((const uint8_t *) words + k, (const uint8_t *) (words + SIGNS_PLANE) + k,
                      signs + 2 * k);
  return signs;
}

MC_INLINE int lookup_bytes(int of) {
  return of == LOOKUP_S ? 2 * LOOKUP_BYTES : LOOKUP_BYTES;
}

/* The offsets of rows for columns 0 and 1, 2 and 3, ... of a: LOOKUP_STRIDE for each two. */
MC_INLINE void lookup_offsets(const lookup_side *a, int64_t unit, int units, int of,
                             uint16_t *offset) {
  const int bytes = lookup_bytes(of);
  uint8_t signs[2][2 * LOOKUP_BYTES];
  for (int c = 0; c < a->panels * MC_BITS_PANEL; c += 2, offset += LOOKUP_STRIDE) {
    uint16_t *to = offset;
    for (int64_t u = unit; u < unit + units; u++) {
      const uint8_t *first = lookup_column(a, u, of, c, signs[0]);
      const uint8_t *second = lookup_column(a, u, of, c + 1, signs[1]);
      for (int k = 0; k < bytes; k += 16, to += 32)
        mc_lookup_offsets(first + k, second + k, to);
    }
    for (; (to - offset) % MC_LOOKUP_STEP != 0; to++)
      *to = 0;
  }
}

/* The nibbles of block `block` of b: a row of LOOKUP_ROW bytes for each lookup. */
MC_INLINE void lookup_nibbles(const lookup_side *b, int64_t unit, int units, int of, int block,
                              uint8_t *to) {
  const int bytes = lookup_bytes(of);
  uint8_t signs[MC_SIGNS_COLUMNS][2 * LOOKUP_BYTES];
  int made = 0;
  for (int64_t u = unit; u < unit + units; u++) {
    const uint8_t *from[MC_SIGNS_COLUMNS];
    for (int c = 0; c < MC_SIGNS_COLUMNS; c++)
      from[c] = lookup_column(b, u, of, block * MC_SIGNS_COLUMNS + c, signs[c]);
    for (int k = 0; k < bytes; k += 32, made += 64) {
      mc_nibbles_make(from, to + (int64_t) made * LOOKUP_ROW, LOOKUP_ROW);
      for (int c = 0; c < MC_SIGNS_COLUMNS; c++)
        from[c] += 32;
    }
  }
  for (; made % MC_LOOKUP_STEP != 0; made++)
    memset(to + (int64_t) made * LOOKUP_ROW, 0, MC_SIGNS_COLUMNS);
}

/* ---- sums ---- */

/* Sums of what is looked up, of two columns of a and up to three blocks of b. */
typedef uint16_t lookup_sums[2][LOOKUP_BLOCKS][MC_LOOKUP_LANES] __attribute__((aligned(32)));

/* Adds the lookups of one run, MC_LOOKUP_STEP * MC_LOOKUP_RUN at most. `blocks` is a constant. */
MC_INLINE void lookup_run(const uint8_t *table, const uint16_t *offset, const uint8_t *nibbles,
                          int lookups, int blocks, lookup_sums sums) {
  mc_lookup_sums sum[LOOKUP_BLOCKS];
  MC_UNROLL for (int j = 0; j < blocks; j++)
    sum[j] = mc_lookup_sums_zero();
  for (int k = 0; k < lookups; k += MC_LOOKUP_STEP) {
    mc_lookup_row row0 = mc_lookup_row_load(table + offset[0]);
    mc_lookup_row row1 = mc_lookup_row_load(table + offset[1]);
    mc_lookup_row row2 = mc_lookup_row_load(table + offset[2]);
    MC_UNROLL for (int j = 0; j < blocks; j++) {
      const uint8_t *of = nibbles + j * MC_LOOKUP_LANES;
      mc_nibbles v0 = mc_lookup(row0, mc_nibbles_load(of));
      mc_nibbles v1 = mc_lookup(row1, mc_nibbles_load(of + LOOKUP_ROW));
      mc_nibbles v2 = mc_lookup(row2, mc_nibbles_load(of + 2 * LOOKUP_ROW));
      sum[j] = mc_lookup_sums_add(sum[j], mc_nibbles_add(mc_nibbles_add(v0, v1), v2));
    }
    offset += MC_LOOKUP_STEP;
    nibbles += MC_LOOKUP_STEP * LOOKUP_ROW;
  }
  MC_UNROLL for (int j = 0; j < blocks; j++)
    mc_lookup_sums_flush(sum[j], sums[0][j], sums[1][j]);
}

MC_INLINE void lookup_runs(const uint8_t *table, const uint16_t *offset, const uint8_t *nibbles,
                           int lookups, int blocks, lookup_sums sums) {
  enum { MOST = MC_LOOKUP_STEP * MC_LOOKUP_RUN };
  const int runs = (lookups + MOST - 1) / MOST;
  const int run = lookup_steps_up((lookups + runs - 1) / runs);
  for (int first = 0; first < lookups; first += run)
    lookup_run(table, offset + first, nibbles + (int64_t) first * LOOKUP_ROW,
               lookups - first < run ? lookups - first : run, blocks, sums);
}

/* sums[column][block] become the sums of all lookups. Not inlined, so that the loops have the
   registers to themselves. */
static __attribute__((noinline)) void
MC_FN(lookup_two)(const uint8_t *table, const uint16_t *offset, const uint8_t *nibbles, int lookups,
                  int blocks, lookup_sums sums) {
  for (int two = 0; two < 2; two++)
    for (int j = 0; j < blocks; j++)
      memset(sums[two][j], 0, sizeof sums[two][j]);
  switch (blocks) {
  case 3: lookup_runs(table, offset, nibbles, lookups, 3, sums); break;
  case 2: lookup_runs(table, offset, nibbles, lookups, 2, sums); break;
  case 1: lookup_runs(table, offset, nibbles, lookups, 1, sums); break;
  }
}

/* The job's sums of column `column` of a and of block j of b. Sums of the other half of the block's
   columns are HALF * HALF further on. */
MC_INLINE int32_t *lookup_sums_at(const mc_kendall_signs_job *job, int product, int column, int j) {
  enum { HALF = MC_SIGNS_COLUMNS / 2 };
  const int64_t block =
    (int64_t) (product * signs_blocks(job->b_panels) + j) * signs_blocks(job->a_panels) +
    column / MC_SIGNS_COLUMNS;
  return job->sums + block * MC_SIGNS_COLUMNS * MC_SIGNS_COLUMNS +
         (column % MC_SIGNS_COLUMNS / HALF * 2 * HALF + column % HALF) * HALF;
}

/* A pass over a chunk: all columns of a against blocks j0 <= j < j1 of b. Blocks between two that
   the pass counts are looked up as well. */
MC_INLINE void lookup_chunk(const mc_kendall_signs_job *job, lookup_pass pass, int lookups,
                            const uint8_t *table, const uint16_t *offset, const uint8_t *nibbles,
                            int j0, int j1) {
  enum { HALVES = MC_SIGNS_COLUMNS / 2 * (MC_SIGNS_COLUMNS / 2) };
  for (int c = 0; c < job->a_panels * MC_BITS_PANEL; c += 2, offset += LOOKUP_STRIDE) {
    const int i = c / MC_SIGNS_COLUMNS;
    int first = j0, last = j1;
    while (first < last && !lookup_wants(job, pass, i, first))
      first++;
    while (last > first && !lookup_wants(job, pass, i, last - 1))
      last--;
    lookup_sums sums;
    MC_FN(lookup_two)(table, offset, nibbles + (first - j0) * MC_LOOKUP_LANES, lookups,
                      last - first, sums);
    for (int two = 0; two < 2; two++)
      for (int j = first; j < last; j++) {
        int32_t *to = lookup_sums_at(job, pass.product, c + two, j);
        if (lookup_wants(job, pass, i, j))
          mc_lookup_accumulate(to, to + HALVES, sums[two][j - first], pass.times);
      }
  }
}

/* The initial value of a pass's sums. Bits: all comparisons, with the idle ones if there is one
   plane. A nibble of 0 is two signs of 0, and adds 2: signs begin with 2 for each lookup. */
MC_INLINE int64_t lookup_initial(const mc_kendall_signs_job *job, lookup_pass pass) {
  switch (pass.kind) {
  case LOOKUP_BITS:
    return job->planes == 1 ? job->units * MC_BITS_UNIT * MC_BITS_BLOCK : job->comparisons;
  case LOOKUP_SIGNS: return 2 * job->units * lookup_count(LOOKUP_SIGNS, 1);
  default: return 0;
  }
}

MC_INLINE void lookup_init_sums(const mc_kendall_signs_job *job, lookup_pass pass) {
  const int32_t initial = (int32_t) lookup_initial(job, pass);
  for (int j = 0; j < signs_blocks(job->b_panels); j++)
    for (int i = 0; i < signs_blocks(job->a_panels); i++) {
      int32_t *sums = lookup_sums_at(job, pass.product, i * MC_SIGNS_COLUMNS, j);
      if (lookup_wants(job, pass, i, j))
        for (int k = 0; k < MC_SIGNS_COLUMNS * MC_SIGNS_COLUMNS; k++)
          sums[k] = initial;
    }
}

/* ---- the job ---- */

/* The passes that are taken, their tables, and of the nibbles that they read those of three blocks
   of b, and the offsets of a. */
typedef struct {
  bool taken[LOOKUP_PASSES];
  uint8_t *table[LOOKUP_KINDS], *nibbles[LOOKUP_SIDES];
  uint16_t *offset[LOOKUP_SIDES];
} lookup_work;

/* The bytes of tables, and of so many sides in a tile of so many blocks. */
#define LOOKUP_SCRATCH(sides, blocks)                                                              \
  (LOOKUP_KINDS * LOOKUP_TABLE +                                                                   \
   (sides) * LOOKUP_STRIDE * (LOOKUP_ROW + (blocks) * MC_SIGNS_COLUMNS / 2 * 2))
_Static_assert(LOOKUP_SCRATCH(LOOKUP_SIDES, MC_SIGNS_FEWER_BLOCKS) <= MC_SIGNS_SCRATCH,
               "up to four products");
_Static_assert(LOOKUP_SCRATCH(2, MC_SIGNS_BLOCKS) <= MC_SIGNS_SCRATCH, "one product");

MC_INLINE lookup_work lookup_work_of(const mc_kendall_signs_job *job) {
  lookup_work w = {.taken = {false}};
  uint8_t *free = job->scratch;
  bool side[LOOKUP_SIDES] = {false};
  for (int p = 0; p < LOOKUP_PASSES; p++) {
    const lookup_pass pass = lookup_passes[p];
    w.taken[p] = lookup_wants_any(job, pass);
    if (!w.taken[p])
      continue;
    side[pass.a] = side[pass.b] = true;
    if (w.table[pass.kind] == NULL) {
      w.table[pass.kind] = free;
      lookup_table(pass.kind, free);
      free += LOOKUP_TABLE;
    }
  }
  for (int of = 0; of < LOOKUP_SIDES; of++)
    if (side[of]) {
      w.nibbles[of] = free;
      free += LOOKUP_STRIDE * LOOKUP_ROW;
    }
  for (int of = 0; of < LOOKUP_SIDES; of++)
    if (side[of]) {
      w.offset[of] = (uint16_t *) (void *) free;
      free += (int64_t) job->a_panels * MC_BITS_PANEL / 2 * LOOKUP_STRIDE * 2;
    }
  return w;
}

MC_INLINE void lookups_of(const mc_kendall_signs_job *job) {
  const lookup_side a = {job->a, job->stride, job->a_panels, job->planes};
  const lookup_side b = {job->b, job->stride, job->b_panels, job->planes};
  const int chunk = job->planes == 1 ? 2 : 1; /* units */
  const int b_blocks = signs_blocks(job->b_panels);
  const int groups = (b_blocks + LOOKUP_BLOCKS - 1) / LOOKUP_BLOCKS;
  const lookup_work w = lookup_work_of(job);
  for (int p = 0; p < LOOKUP_PASSES; p++)
    if (w.taken[p])
      lookup_init_sums(job, lookup_passes[p]);
  for (int64_t unit = 0; unit < job->units; unit += chunk) {
    const int units = job->units - unit < chunk ? 1 : chunk;
    for (int of = 0; of < LOOKUP_SIDES; of++)
      if (w.offset[of] != NULL)
        lookup_offsets(&a, unit, units, of, w.offset[of]);
    for (int group = 0; group < groups; group++) {
      const int j0 = b_blocks * group / groups, j1 = b_blocks * (group + 1) / groups;
      for (int of = 0; of < LOOKUP_SIDES; of++)
        for (int j = j0; j < j1 && w.nibbles[of] != NULL; j++)
          lookup_nibbles(&b, unit, units, of, j, w.nibbles[of] + (j - j0) * MC_LOOKUP_LANES);
      for (int p = 0; p < LOOKUP_PASSES; p++) {
        const lookup_pass pass = lookup_passes[p];
        if (w.taken[p])
          lookup_chunk(job, pass, lookup_count(pass.kind, units), w.table[pass.kind],
                       w.offset[pass.a], w.nibbles[pass.b], j0, j1);
      }
    }
  }
}
