/* Products of comparisons as bytes (signs.h), for processors with tiles of bytes.

   A processor with tiles of bytes multiplies 16 columns by 16 in one
   instruction, 64 comparisons long.

     for each unit of 512 comparisons
       make the bytes of a; make the bytes of b's first block
       for each block j of b                           (bytes in the nearest cache)
         for each block i of a, for each product
           for each 64 comparisons
             sums[i][j] += a[i] b[j]'
             make some bytes of block j + 1 meanwhile

   Bytes are eight times as large as bits. So they are made for one tile, and
   while the processor multiplies. */

enum {
  SIGNS_STEP = MC_SIGNS_COLUMNS * MC_SIGNS_WORD, /* bytes */
  SIGNS_HALF = SIGNS_STEP / 2,
  SIGNS_STEPS = MC_BITS_UNIT_WORDS64, /* of a unit */
  SIGNS_ITEMS = 2 * SIGNS_STEPS       /* halves of steps */
};
_Static_assert(MC_SIGNS_COLUMNS == 2 * MC_SIGNS_HALF, "a block is two halves");

/* The bytes of the blocks of a, and of two of b, of 512 comparisons in so many planes. */
#define SIGNS_SCRATCH(planes, blocks) ((planes) * ((blocks) + 2) * MC_SIGNS_COLUMNS * 512)
#define SIGNS_FITS(blocks)                                                                         \
  (SIGNS_SCRATCH(1, blocks) <= MC_SIGNS_SCRATCH(blocks) &&                                         \
   SIGNS_SCRATCH(3, (blocks) / 2) <= MC_SIGNS_SCRATCH(blocks))
_Static_assert(SIGNS_FITS(MC_SIGNS_BLOCKS) && SIGNS_FITS(MC_SIGNS_BLOCKS / 2) &&
                 SIGNS_FITS(MC_SIGNS_BLOCKS / 4),
               "one product, and more in half as many blocks");

/* Bytes of a block in the making: [plane][step][half]. An item is a half of a step in one plane of
   bytes. at[]: where the words of the block's columns are. Columns behind the last panel repeat
   it. */
typedef struct {
  const uint64_t *bits; /* the unit, of the first panel */
  int64_t at[MC_SIGNS_COLUMNS];
  int planes, next, items;
  int8_t *to;
} signs_making;

MC_INLINE signs_making signs_make(const mc_kendall_signs_job *job, const uint64_t *bits, int panels,
                                  int64_t unit, int block, int items, int8_t *to) {
  signs_making m = {.bits = bits + unit * job->planes * SIGNS_PLANE,
                    .planes = job->planes,
                    .items = items,
                    .to = to};
  for (int c = 0; c < MC_SIGNS_COLUMNS && items > 0; c++) {
    const int panel = block * SIGNS_BLOCK_PANELS + c / MC_BITS_PANEL;
    m.at[c] = (panel < panels ? panel : panels - 1) * job->stride +
              c % MC_BITS_PANEL * MC_BITS_UNIT_WORDS64;
  }
  return m;
}

/* Makes the next item; `rows`: of a factor a. A plane of bytes comes from two planes of bits: s
   from g and m, m from m and m, p from p and p. */
MC_INLINE void signs_make_next(signs_making *m, bool rows) {
  const int plane = m->next / SIGNS_ITEMS, item = m->next % SIGNS_ITEMS;
  const uint64_t *g = m->bits + plane * SIGNS_PLANE + item / 2;
  const uint64_t *mask = plane == 0 ? g + SIGNS_PLANE : g;
  const int64_t *at = m->at + item % 2 * MC_SIGNS_HALF;
  int8_t *to = m->to + (int64_t) m->next * SIGNS_HALF;
  if (rows && m->planes == 1)
    mc_signs_rows(to, g, g, at, false);
  else if (rows)
    mc_signs_rows(to, g, mask, at, true);
  else if (m->planes == 1)
    mc_signs_fours(to, g, g, at, false);
  else
    mc_signs_fours(to, g, mask, at, true);
  m->next++;
}

/* A unit of a product, while the next block of b is made: due / all items a step. */
MC_INLINE void signs_multiply(const int8_t *a, const int8_t *b, int32_t *sums, bool first,
                              signs_making *next, int *due, int all) {
  mc_signs t;
  if (first)
    mc_signs_zero(&t);
  else
    mc_signs_load(&t, sums);
  for (int k = 0; k < SIGNS_STEPS; k++) {
    mc_signs_step(&t, a + (int64_t) k * SIGNS_STEP, b + (int64_t) k * SIGNS_STEP);
    for (*due += next->items; *due >= all && next->next < next->items; *due -= all)
      signs_make_next(next, false);
  }
  mc_signs_store(sums, &t);
}

/* One unit of all blocks, with so many planes of bytes. */
MC_INLINE void signs_unit(const mc_kendall_signs_job *job, int64_t unit, int planes) {
  static const struct {
    int a, b;
  } factors[MC_SIGNS_PRODUCTS] = {{0, 0}, {1, 1}, {1, 2}, {2, 1}}; /* planes s, m, p */
  enum { PLANE = SIGNS_STEPS * SIGNS_STEP };
  const int a_blocks = signs_blocks(job->a_panels), b_blocks = signs_blocks(job->b_panels);
  const int64_t block = (int64_t) planes * PLANE;
  const int items = planes * SIGNS_ITEMS;
  int8_t *a = job->scratch, *b = a + a_blocks * block;
  for (int i = 0; i < a_blocks; i++) {
    signs_making make = signs_make(job, job->a, job->a_panels, unit, i, items, a + i * block);
    while (make.next < items)
      signs_make_next(&make, true);
  }
  signs_making next = signs_make(job, job->b, job->b_panels, unit, 0, items, b);
  for (int j = 0; j < b_blocks; j++) {
    const int8_t *now = next.to;
    while (next.next < next.items)
      signs_make_next(&next, false);
    next = signs_make(job, job->b, job->b_panels, unit, j + 1, j + 1 < b_blocks ? items : 0,
                      b + (j + 1) % 2 * block);
    int all = 0, due = 0; /* steps, and items that are due, times the steps */
    for (int i = 0; i < a_blocks; i++)
      all += job->products[i][j] * SIGNS_STEPS;
    for (int i = 0; i < a_blocks; i++)
      for (int q = 0; q < job->products[i][j]; q++)
        signs_multiply(a + i * block + factors[q].a * PLANE, now + factors[q].b * PLANE,
                       job->sums + ((int64_t) (q * b_blocks + j) * a_blocks + i) *
                                     (MC_SIGNS_COLUMNS * MC_SIGNS_COLUMNS),
                       unit == 0, &next, &due, all);
  }
}

MC_INLINE void products_of(const mc_kendall_signs_job *job) {
  int most = 0;
  for (int i = 0; i < signs_blocks(job->a_panels); i++)
    for (int j = 0; j < signs_blocks(job->b_panels); j++)
      most = job->products[i][j] > most ? job->products[i][j] : most;
  mc_signs_begin();
  for (int64_t unit = 0; unit < job->units && most > 0; unit++)
    signs_unit(job, unit, most == 4 ? 3 : most);
  mc_signs_end();
}
