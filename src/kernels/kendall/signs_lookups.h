/* Products of comparisons by lookups (signs.h), for processors that shuffle
   bytes and have no popcount of vectors.

   Four comparisons of a column are a number of four bits, a nibble. What the
   nibbles of two columns come to is one of 16 x 16 numbers from 0 to 4:

     bits g       of columns without ties and missing rows: |x ^ y|, and
                  s s' is 4 - 2 |x ^ y|
     signs        two comparisons of other columns, as g & m and m: 2 - s s'
     bits m, p    |x & y|, the product itself

   A vector has the nibbles of 32 or 64 columns of b: of one block, or of two. The
   nibble of a column of a names a row of 16 numbers, and one shuffle looks all
   nibbles of a vector up in that row. A row serves two columns of a: 256 rows of bytes, with
   the number of the first column in the lower half and that of the second in the
   upper half. Three such bytes are added before their halves are summed: so the
   four comparisons of a vector's columns with one column of a take 4/3
   instructions. Without popcounts of vectors bits_tile.h takes 4 instructions for
   the same comparisons.

     for each chunk: LOOKUP_UNITS units of one plane, or a unit of more
       prefetch the next chunk
       make the offsets of rows for each two columns of a
       for each three vectors of columns of b
         make their nibbles                            (in the nearest cache)
         for each pass, for each two columns of a
           for each three lookups
             for each vector v: bytes[v] += the sum of three shuffles
           sums[v] += bytes[v]                         (16 bits)
     add the sums to those of the job                  (32 bits)

   A chunk is filled up to a multiple of three lookups with nibbles of 0. */

enum {
  LOOKUP_BYTES = MC_BITS_UNIT * 4, /* of a column's unit */
  LOOKUP_UNIT = 2 * LOOKUP_BYTES,  /* nibbles of a unit of bits */
  LOOKUP_UNITS = 64 / MC_LOOKUP_LANES, /* so that the nibbles of a chunk take 24 KiB */
  LOOKUP_STRIDE = 2 * LOOKUP_UNIT + 2, /* nibbles of a chunk at most: two units, or one as signs */
  LOOKUP_VECTORS = 3,                  /* of b, whose nibbles are side by side */
  LOOKUP_ROW = LOOKUP_VECTORS * MC_LOOKUP_LANES,
  LOOKUP_BLOCKS = MC_LOOKUP_LANES / MC_SIGNS_COLUMNS, /* of a vector */
  LOOKUP_TABLE = 256 * 16                             /* bytes */
};
_Static_assert(LOOKUP_STRIDE % MC_LOOKUP_STEP == 0, "whole steps");
_Static_assert(LOOKUP_BLOCKS * (int) MC_SIGNS_COLUMNS == (int) MC_LOOKUP_LANES, "whole blocks");

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

MC_INLINE int lookup_vectors(const mc_kendall_signs_job *job) {
  return (signs_blocks(job->b_panels) + LOOKUP_BLOCKS - 1) / LOOKUP_BLOCKS;
}

/* Is block i counted in the pass with a block of vector v of b? */
MC_INLINE bool lookup_wants_vector(const mc_kendall_signs_job *job, lookup_pass pass, int i,
                                   int v) {
  for (int j = v * LOOKUP_BLOCKS; j < (v + 1) * LOOKUP_BLOCKS; j++)
    if (j < signs_blocks(job->b_panels) && lookup_wants(job, pass, i, j))
      return true;
  return false;
}

MC_INLINE bool lookup_wants_any(const mc_kendall_signs_job *job, lookup_pass pass) {
  for (int i = 0; i < signs_blocks(job->a_panels); i++)
    for (int v = 0; v < lookup_vectors(job); v++)
      if (lookup_wants_vector(job, pass, i, v))
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

/* The nibbles of vector v of columns of b: a row of LOOKUP_ROW bytes for each lookup. */
MC_INLINE void lookup_nibbles(const lookup_side *b, int64_t unit, int units, int of, int v,
                              uint8_t *to) {
  const int bytes = lookup_bytes(of);
  uint8_t signs[MC_LOOKUP_LANES][2 * LOOKUP_BYTES];
  int made = 0;
  for (int64_t u = unit; u < unit + units; u++) {
    const uint8_t *from[MC_LOOKUP_LANES];
    for (int c = 0; c < MC_LOOKUP_LANES; c++)
      from[c] = lookup_column(b, u, of, v * MC_LOOKUP_LANES + c, signs[c]);
    for (int k = 0; k < bytes; k += 32, made += 64) {
      mc_nibbles_make(from, to + (int64_t) made * LOOKUP_ROW, LOOKUP_ROW);
      for (int c = 0; c < MC_LOOKUP_LANES; c++)
        from[c] += 32;
    }
  }
  for (; made % MC_LOOKUP_STEP != 0; made++)
    memset(to + (int64_t) made * LOOKUP_ROW, 0, MC_LOOKUP_LANES);
}

/* Fetches a unit of all panels into the caches. Panels are far apart. */
MC_INLINE void lookup_prefetch(const lookup_side *side, int64_t unit) {
  const int words = side->planes * SIGNS_PLANE;
  for (int p = 0; p < side->panels; p++)
    for (int k = 0; k < words; k += 8)
      __builtin_prefetch(side->bits + p * side->stride + unit * words + k);
}

/* ---- sums ---- */

/* Sums of what is looked up, of two columns of a and of a vector of columns of b. */
typedef uint16_t lookup_sums[2][MC_LOOKUP_LANES];

/* Adds the lookups of one run, MC_LOOKUP_STEP * MC_LOOKUP_RUN at most. `vectors` is a constant. */
MC_INLINE void lookup_run(const uint8_t *table, const uint16_t *offset, const uint8_t *nibbles,
                          int lookups, int vectors, lookup_sums *sums) {
  mc_lookup_sums sum[LOOKUP_VECTORS];
  MC_UNROLL for (int v = 0; v < vectors; v++)
    sum[v] = mc_lookup_sums_zero();
  for (int k = 0; k < lookups; k += MC_LOOKUP_STEP) {
    mc_lookup_row row0 = mc_lookup_row_load(table + offset[0]);
    mc_lookup_row row1 = mc_lookup_row_load(table + offset[1]);
    mc_lookup_row row2 = mc_lookup_row_load(table + offset[2]);
    MC_UNROLL for (int v = 0; v < vectors; v++) {
      const uint8_t *of = nibbles + v * MC_LOOKUP_LANES;
      mc_nibbles v0 = mc_lookup(row0, mc_nibbles_load(of));
      mc_nibbles v1 = mc_lookup(row1, mc_nibbles_load(of + LOOKUP_ROW));
      mc_nibbles v2 = mc_lookup(row2, mc_nibbles_load(of + 2 * LOOKUP_ROW));
      sum[v] = mc_lookup_sums_add(sum[v], mc_nibbles_add(mc_nibbles_add(v0, v1), v2));
    }
    offset += MC_LOOKUP_STEP;
    nibbles += MC_LOOKUP_STEP * LOOKUP_ROW;
  }
  MC_UNROLL for (int v = 0; v < vectors; v++)
    mc_lookup_sums_flush(sum[v], sums[v][0], sums[v][1]);
}

MC_INLINE void lookup_runs(const uint8_t *table, const uint16_t *offset, const uint8_t *nibbles,
                           int lookups, int vectors, lookup_sums *sums) {
  enum { MOST = MC_LOOKUP_STEP * MC_LOOKUP_RUN };
  const int runs = (lookups + MOST - 1) / MOST;
  const int run = lookup_steps_up((lookups + runs - 1) / runs);
  for (int first = 0; first < lookups; first += run)
    lookup_run(table, offset + first, nibbles + (int64_t) first * LOOKUP_ROW,
               lookups - first < run ? lookups - first : run, vectors, sums);
}

/* sums[v] grow by all lookups. Not inlined, so that the loops have the registers to themselves. */
static __attribute__((noinline)) void
MC_FN(lookup_two)(const uint8_t *table, const uint16_t *offset, const uint8_t *nibbles, int lookups,
                  int vectors, lookup_sums *sums) {
  switch (vectors) {
  case 3: lookup_runs(table, offset, nibbles, lookups, 3, sums); break;
  case 2: lookup_runs(table, offset, nibbles, lookups, 2, sums); break;
  case 1: lookup_runs(table, offset, nibbles, lookups, 1, sums); break;
  }
}

/* A pass over a chunk: all columns of a against vectors v0 <= v < v1 of b. Vectors between two that
   the pass counts are looked up as well. `sums` are [two columns of a][vector of b]. */
MC_INLINE void lookup_chunk(const mc_kendall_signs_job *job, lookup_pass pass, int lookups,
                            const uint8_t *table, const uint16_t *offset, const uint8_t *nibbles,
                            int v0, int v1, lookup_sums *sums) {
  for (int c = 0; c < job->a_panels * MC_BITS_PANEL; c += 2, offset += LOOKUP_STRIDE) {
    const int i = c / MC_SIGNS_COLUMNS;
    int first = v0, last = v1;
    while (first < last && !lookup_wants_vector(job, pass, i, first))
      first++;
    while (last > first && !lookup_wants_vector(job, pass, i, last - 1))
      last--;
    MC_FN(lookup_two)(table, offset, nibbles + (first - v0) * MC_LOOKUP_LANES, lookups,
                      last - first, sums + first);
    sums += lookup_vectors(job);
  }
}

/* ---- the job's sums ---- */

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

/* Adds the sums of column `column` of a and of vector v of b to those of the job. */
MC_INLINE void lookup_add_sums(const mc_kendall_signs_job *job, lookup_pass pass, int column, int v,
                               const uint16_t *sums) {
  enum { HALF = MC_SIGNS_COLUMNS / 2 };
  for (int k = 0; k < LOOKUP_BLOCKS; k++) {
    const int j = v * LOOKUP_BLOCKS + k;
    if (j >= signs_blocks(job->b_panels) || !lookup_wants(job, pass, column / MC_SIGNS_COLUMNS, j))
      continue;
    int32_t *to = lookup_sums_at(job, pass.product, column, j);
    for (int half = 0; half < 2; half++)
      mc_lookup_accumulate(to + half * HALF * HALF, sums, 2 * k + half, pass.times);
  }
}

/* Adds all sums of a pass to those of the job. The sums become 0. */
MC_INLINE void lookup_drain(const mc_kendall_signs_job *job, lookup_pass pass, lookup_sums *sums) {
  for (int c = 0; c < job->a_panels * MC_BITS_PANEL; c += 2)
    for (int v = 0; v < lookup_vectors(job); v++, sums++) {
      for (int two = 0; two < 2; two++)
        lookup_add_sums(job, pass, c + two, v, (*sums)[two]);
      memset(sums, 0, sizeof *sums);
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

/* Of the passes that are taken: tables and sums. Of the nibbles that they read: those of
   LOOKUP_VECTORS vectors of b, and the offsets of a. Pointers that no pass needs are NULL. */
typedef struct {
  uint8_t *table[LOOKUP_KINDS], *nibbles[LOOKUP_SIDES];
  uint16_t *offset[LOOKUP_SIDES];
  lookup_sums *sums[LOOKUP_PASSES];
} lookup_work;

/* The bytes of the tables, and of `passes` and `sides` in a tile of `blocks` x `blocks` blocks.
   `blocks` is even. */
#define LOOKUP_SCRATCH(passes, sides, blocks)                                                      \
  (LOOKUP_KINDS * LOOKUP_TABLE +                                                                   \
   (passes) * (blocks) * (blocks) * MC_SIGNS_COLUMNS * MC_SIGNS_COLUMNS * 2 +                      \
   (sides) * LOOKUP_STRIDE * (LOOKUP_ROW + (blocks) * MC_SIGNS_COLUMNS / 2 * 2))
#define LOOKUP_FITS(blocks)                                                                        \
  (LOOKUP_SCRATCH(2, 2, blocks) <= MC_SIGNS_SCRATCH(blocks) &&                                     \
   LOOKUP_SCRATCH(LOOKUP_PASSES, LOOKUP_SIDES, (blocks) / 2) <= MC_SIGNS_SCRATCH(blocks))
_Static_assert(LOOKUP_FITS(MC_SIGNS_BLOCKS) && LOOKUP_FITS(MC_SIGNS_BLOCKS / 2) &&
                 LOOKUP_FITS(MC_SIGNS_BLOCKS / 4),
               "one product, and more in half as many blocks");

MC_INLINE lookup_work lookup_work_of(const mc_kendall_signs_job *job) {
  lookup_work w = {.table = {NULL}};
  const int64_t twos = (int64_t) job->a_panels * MC_BITS_PANEL / 2;
  const int64_t sums = twos * lookup_vectors(job) * (int64_t) sizeof(lookup_sums);
  uint8_t *free = job->scratch;
  bool side[LOOKUP_SIDES] = {false};
  for (int p = 0; p < LOOKUP_PASSES; p++) {
    const lookup_pass pass = lookup_passes[p];
    if (!lookup_wants_any(job, pass))
      continue;
    side[pass.a] = side[pass.b] = true;
    w.sums[p] = (lookup_sums *) (void *) free;
    memset(free, 0, (size_t) sums);
    free += sums;
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
      free += twos * LOOKUP_STRIDE * 2;
    }
  return w;
}

/* A chunk of so many units, in all passes. */
MC_INLINE void lookup_units(const mc_kendall_signs_job *job, const lookup_work *w, int64_t unit,
                            int units) {
  const lookup_side a = {job->a, job->stride, job->a_panels, job->planes};
  const lookup_side b = {job->b, job->stride, job->b_panels, job->planes};
  const int vectors = lookup_vectors(job);
  const int groups = (vectors + LOOKUP_VECTORS - 1) / LOOKUP_VECTORS;
  for (int64_t u = unit + units; u < unit + 2 * units && u < job->units; u++) {
    lookup_prefetch(&a, u);
    lookup_prefetch(&b, u);
  }
  for (int of = 0; of < LOOKUP_SIDES; of++)
    if (w->offset[of] != NULL)
      lookup_offsets(&a, unit, units, of, w->offset[of]);
  for (int group = 0; group < groups; group++) {
    const int v0 = vectors * group / groups, v1 = vectors * (group + 1) / groups;
    for (int of = 0; of < LOOKUP_SIDES; of++)
      for (int v = v0; v < v1 && w->nibbles[of] != NULL; v++)
        lookup_nibbles(&b, unit, units, of, v, w->nibbles[of] + (v - v0) * MC_LOOKUP_LANES);
    for (int p = 0; p < LOOKUP_PASSES; p++) {
      const lookup_pass pass = lookup_passes[p];
      if (w->sums[p] != NULL)
        lookup_chunk(job, pass, lookup_count(pass.kind, units), w->table[pass.kind],
                     w->offset[pass.a], w->nibbles[pass.b], v0, v1, w->sums[p]);
    }
  }
}

MC_INLINE void lookups_of(const mc_kendall_signs_job *job) {
  enum { DRAIN = UINT16_MAX / (4 * LOOKUP_STRIDE) };          /* chunks whose sums have 16 bits */
  const int most = job->planes == 1 ? (int) LOOKUP_UNITS : 1; /* units of a chunk */
  const lookup_work w = lookup_work_of(job);
  for (int p = 0; p < LOOKUP_PASSES; p++)
    if (w.sums[p] != NULL)
      lookup_init_sums(job, lookup_passes[p]);
  int chunks = 0;
  for (int64_t unit = 0; unit < job->units; unit += most) {
    const int units = job->units - unit < most ? 1 : most;
    lookup_units(job, &w, unit, units);
    if (++chunks % DRAIN != 0 && unit + units < job->units)
      continue;
    for (int p = 0; p < LOOKUP_PASSES; p++)
      if (w.sums[p] != NULL)
        lookup_drain(job, lookup_passes[p], w.sums[p]);
  }
}
