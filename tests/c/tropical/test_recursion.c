/* The recursion with two problems of Tithi et al., against plain loops: parenthesization, for the
   maximum, and the gap problem, for the minimum, whose matrix has other numbers of rows and
   columns. The functions are those of their figure 3. */
#include "tropical/recursion.h"

#include <math.h>
#include <stdatomic.h>

#include "base/integers.h"
#include "check.h"
#include "data.h"
#include "guard.h"
#include "interrupts.h"
#include "tropical/panel.h"

enum { LANES = MC_TROPICAL_LANES, SIDE = 8, MOST_TILES = 100 };

/* A dynamic program on a row-major matrix c, in tiles of SIDE x SIDE. */
typedef struct {
  mc_tropical_semiring t;
  mc_tropical_block c, across, down; /* gaps: w(q, j), and w'(p, i) */
  const double *match;               /* of cell (i, j) with (i - 1, j - 1) */
  bool *done;                        /* [tile][tile] that are final, or NULL */
  int64_t fails;                     /* the tile that fails, i * MOST_TILES + j, or -1 */
  _Atomic int64_t *products;         /* counts the products of tiles, or NULL */
} problem;

static double *at(const mc_tropical_block *x, int64_t i, int64_t j) {
  return (double *) (void *) x->number + i * x->stride + j;
}

static mc_tropical_block part_make(int64_t rows, int64_t columns, bool vertices) {
  mc_tropical_block x = {(unsigned char *) GUARD_NEW(double, rows *columns), NULL, columns, rows,
                         columns};
  if (vertices)
    x.via = GUARD_NEW(int32_t, rows * columns);
  for (int64_t i = 0; vertices && i < rows * columns; i++)
    x.via[i] = INT32_MIN;
  return x;
}

static void part_free(mc_tropical_block x) {
  guard_free(x.number);
  guard_free(x.via);
}

static mc_tropical_block tile_at(const problem *p, const mc_tropical_block *x, int64_t i,
                                 int64_t j) {
  return mc_tropical_block_at(&p->t, x, i * SIDE, j * SIDE, SIDE, SIDE);
}

/* Tile (i, j) is final. */
static mc_status finish(const problem *p, int64_t i, int64_t j) {
  if (p->done != NULL)
    p->done[i * MOST_TILES + j] = true;
  return p->fails == i * MOST_TILES + j ? MC_ERR_SIZE : MC_OK;
}

/* Tile (i, j) of c by the product of two tiles; a is packed by rows if it is transposed. */
static void product(const problem *p, int64_t i, int64_t j, mc_tropical_block a, bool transposed,
                    mc_tropical_block b, int64_t first) {
  _Alignas(64) double columns[SIDE * LANES], rows[SIDE * LANES];
  const mc_tropical_block x = tile_at(p, &p->c, i, j);
  (transposed ? mc_tropical_pack_rows : mc_tropical_pack_columns)(&p->t, &a, columns, SIDE * LANES);
  mc_tropical_pack_rows(&p->t, &b, rows, SIDE * LANES);
  mc_tropical_product(&p->t, &x, columns, rows, SIDE * LANES, b.rows, (int32_t) first);
}

/* ---- parenthesization: c[i][j] = max over i < k < j of c[i][k] + c[k][j] ---- */

static void meet(const problem *p, int64_t i, int64_t j, int64_t k) {
  const double sum = *at(&p->c, i, k) + *at(&p->c, k, j);
  if (sum > *at(&p->c, i, j)) {
    *at(&p->c, i, j) = sum;
    if (p->c.via != NULL)
      p->c.via[i * p->c.stride + j] = (int32_t) k;
  }
}

static mc_status inner(void *context, int64_t i, int64_t j, int64_t k) {
  const problem *p = context;
  const int64_t end = mc_min((i + 1) * SIDE, p->c.rows);
  (void) k;
  for (int64_t u = end - 1; u >= i * SIDE; u--)
    for (int64_t v = u + 2; v < end; v++)
      for (int64_t m = u + 1; m < v; m++)
        meet(p, u, v, m);
  return finish(p, i, j);
}

static mc_status beside(void *context, int64_t i, int64_t j, int64_t k) {
  const problem *p = context;
  const int64_t end = (i + 1) * SIDE, last = mc_min((j + 1) * SIDE, p->c.columns);
  (void) k;
  for (int64_t u = end - 1; u >= i * SIDE; u--)
    for (int64_t v = j * SIDE; v < last; v++) {
      for (int64_t m = u + 1; m < end; m++)
        meet(p, u, v, m);
      for (int64_t m = j * SIDE; m < v; m++)
        meet(p, u, v, m);
    }
  return finish(p, i, j);
}

static mc_status between(void *context, int64_t i, int64_t j, int64_t k) {
  const problem *p = context;
  if (p->products != NULL)
    atomic_fetch_add(p->products, 1);
  product(p, i, j, tile_at(p, &p->c, i, k), false, tile_at(p, &p->c, k, j), k * SIDE);
  return MC_OK;
}

enum { A, B, C };

#define CALLS_A                                                 \
  {                                                             \
    {1, A, MC_I1, MC_I1, MC_I1}, {1, A, MC_I2, MC_I2, MC_I2}, { \
      2, B, MC_I1, MC_I2, MC_I1                                 \
    }                                                           \
  }
#define CALLS_B                                                                              \
  {                                                                                          \
    {1, B, MC_I2, MC_J1, MC_I2}, {2, C, MC_I1, MC_J1, MC_I2}, {2, C, MC_I2, MC_J2, MC_J1},   \
      {3, B, MC_I1, MC_J1, MC_I1}, {3, B, MC_I2, MC_J2, MC_I2}, {4, C, MC_I1, MC_J2, MC_I2}, \
      {5, C, MC_I1, MC_J2, MC_J1}, {                                                         \
      6, B, MC_I1, MC_J2, MC_I1                                                              \
    }                                                                                        \
  }

static const mc_tropical_function parenthesization[] = {[A] = {inner, 1 / 6.0, CALLS_A, 0},
                                                        [B] = {beside, 1, CALLS_B, 0},
                                                        [C] = {between, 1, MC_PRODUCT(C), 0}};

/* The same, with tasks along all of k. */
static const mc_tropical_function in_pieces[] = {[A] = {inner, 1 / 6.0, CALLS_A, 0},
                                                 [B] = {beside, 1, CALLS_B, 0},
                                                 [C] = {between, 1, MC_PRODUCT(C), 2}};

/* What every problem is run with. */
typedef struct {
  int threads;
  int64_t region;
  mc_monitor *monitor;
} manner;

static const mc_tropical_function gap[3];

static mc_status run(const mc_tropical_function *functions, problem *p, manner m) {
  const mc_tropical_range i = {0, mc_round_up(p->c.rows, SIDE) / SIDE};
  const mc_tropical_range j = {0, mc_round_up(p->c.columns, SIDE) / SIDE};
  const mc_tropical_recursion r = {.functions = functions,
                                   .context = p,
                                   .monitor = m.monitor,
                                   .weight = 1,
                                   .threads = m.threads,
                                   .region = m.region};
  const double share = functions == gap ? 1 : 1 / 6.0;
  mc_monitor_start(m.monitor, share * (double) (i.count * j.count * i.count));
  return mc_tropical_recurse(&r, &(mc_tropical_call){A, i, j, i});
}

/* Values to begin with above the diagonal, of which more than the neighbours' may stay. */
static problem make_points(rng *r, int64_t n, bool vertices) {
  problem p = {.t = mc_tropical_semiring_make(mc_kernels_active(), MC_TROPICAL_MAX, false),
               .c = part_make(n, n, vertices),
               .fails = -1};
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++)
      *at(&p.c, i, j) = j <= i                             ? p.t.identity
                        : j == i + 1 || rng_chance(r, 0.2) ? (double) rng_below(r, 50) - 20
                                                           : p.t.identity;
  return p;
}

static void parenthesize_loop(problem *p) {
  for (int64_t length = 2; length < p->c.rows; length++)
    for (int64_t i = 0; i + length < p->c.rows; i++)
      for (int64_t k = i + 1; k < i + length; k++)
        meet(p, i, i + length, k);
}

static int64_t different(const problem *p, const problem *want) {
  for (int64_t i = 0; i < p->c.rows * p->c.columns; i++)
    if (*at(&p->c, 0, i) != *at(&want->c, 0, i))
      return i;
  return -1;
}

/* Does every split that is recorded give the value, and has the value not changed where none
   is? */
static void check_splits(const problem *p, const problem *before) {
  for (int64_t i = 0; i < p->c.rows; i++)
    for (int64_t j = 0; j < p->c.columns; j++) {
      const int32_t k = p->c.via[i * p->c.stride + j];
      const double value = *at(&p->c, i, j);
      if (k == INT32_MIN)
        CHECK(value == *at(&before->c, i, j));
      else
        CHECK(k > i && k < j && value == *at(&p->c, i, k) + *at(&p->c, k, j));
    }
}

static void try_points(const mc_tropical_function *functions, int64_t n, bool vertices, manner m) {
  check_note("n %d, vertices %d, %d threads, region %d, pieces %d", (int) n, vertices, m.threads,
             (int) m.region, functions == in_pieces);
  rng same = {(uint64_t) n}, again = {(uint64_t) n}, third = {(uint64_t) n};
  problem p = make_points(&same, n, vertices), want = make_points(&again, n, false);
  const problem before = make_points(&third, n, false);
  parenthesize_loop(&want);
  _Atomic int64_t products = 0;
  const int64_t tiles = mc_round_up(n, SIDE) / SIDE;
  p.products = &products;
  CHECK_INT(run(functions, &p, m), MC_OK);
  CHECK_INT(different(&p, &want), -1);
  CHECK_INT(products, tiles * (tiles - 1) * (tiles - 2) / 6); /* each i < k < j once */
  if (vertices)
    check_splits(&p, &before);
  part_free(p.c);
  part_free(want.c);
  part_free(before.c);
}

static void test_parenthesization(void) {
  for (int64_t n = 1; n <= 70; n++)
    try_points(n % 3 == 0 ? in_pieces : parenthesization, n, n % 2,
               (manner){1 + (int) n % 4, 1 + n % 5, NULL});
  const int64_t sizes[] = {127, 128, 129, 200};
  for (int s = 0; s < (check_fast() ? 1 : 4); s++)
    for (int threads = 1; threads <= 4; threads++)
      for (int64_t region = 2; region <= 32; region *= 4)
        try_points(region == 2 ? parenthesization : in_pieces, sizes[s], threads % 2,
                   (manner){threads, region, NULL});
}

/* ---- the gap problem ---- */

static void improve(const problem *p, int64_t i, int64_t j, double cost) {
  if (cost < *at(&p->c, i, j))
    *at(&p->c, i, j) = cost;
}

/* Cell (i, j) from those of columns q on and of rows r on, and its neighbour. */
static void align(const problem *p, int64_t i, int64_t j, int64_t q, int64_t r) {
  if (i > 0 && j > 0)
    improve(p, i, j, *at(&p->c, i - 1, j - 1) + p->match[i * p->c.stride + j]);
  for (; q < j; q++)
    improve(p, i, j, *at(&p->c, i, q) + *at(&p->across, q, j));
  for (; r < i; r++)
    improve(p, i, j, *at(&p->c, r, j) + *at(&p->down, r, i));
}

static mc_status corner(void *context, int64_t i, int64_t j, int64_t k) {
  const problem *p = context;
  (void) k;
  for (int64_t u = i * SIDE; u < mc_min((i + 1) * SIDE, p->c.rows); u++)
    for (int64_t v = j * SIDE; v < mc_min((j + 1) * SIDE, p->c.columns); v++)
      align(p, u, v, j * SIDE, i * SIDE);
  return finish(p, i, j);
}

static mc_status from_left(void *context, int64_t i, int64_t j, int64_t k) {
  const problem *p = context;
  product(p, i, j, tile_at(p, &p->c, i, k), false, tile_at(p, &p->across, k, j), 0);
  return MC_OK;
}

static mc_status from_above(void *context, int64_t i, int64_t j, int64_t k) {
  const problem *p = context;
  product(p, i, j, tile_at(p, &p->down, k, i), true, tile_at(p, &p->c, k, j), 0);
  return MC_OK;
}

static const mc_tropical_function gap[3] = {[A] = {corner,
                                                   1,
                                                   {{1, A, MC_I1, MC_J1, MC_I1},
                                                    {2, B, MC_I1, MC_J2, MC_J1},
                                                    {2, C, MC_I2, MC_J1, MC_I1},
                                                    {3, A, MC_I1, MC_J2, MC_I1},
                                                    {3, A, MC_I2, MC_J1, MC_I2},
                                                    {4, B, MC_I2, MC_J2, MC_J1},
                                                    {5, C, MC_I2, MC_J2, MC_I1},
                                                    {6, A, MC_I2, MC_J2, MC_I2}},
                                                   0},
                                            [B] = {from_left, 1, MC_PRODUCT(B), 0},
                                            [C] = {from_above, 1, MC_PRODUCT(C), 0}};

static mc_tropical_block random_costs(rng *r, int64_t n) {
  const mc_tropical_block x = part_make(n, n, false);
  for (int64_t i = 0; i < n * n; i++)
    *at(&x, 0, i) = 3 + (double) rng_below(r, 40);
  return x;
}

static void try_gap(int64_t rows, int64_t columns, manner m) {
  check_note("%d x %d, %d threads, region %d", (int) rows, (int) columns, m.threads,
             (int) m.region);
  rng r = {(uint64_t) (rows * 1000 + columns)};
  double *match = GUARD_NEW(double, rows *columns);
  problem p = {.t = mc_tropical_semiring_make(mc_kernels_active(), MC_TROPICAL_MIN, false),
               .c = part_make(rows, columns, false),
               .across = random_costs(&r, columns),
               .down = random_costs(&r, rows),
               .match = match,
               .fails = -1};
  problem want = p;
  want.c = part_make(rows, columns, false);
  for (int64_t i = 0; i < rows * columns; i++) {
    match[i] = (double) rng_below(&r, 12);
    *at(&p.c, 0, i) = *at(&want.c, 0, i) = i == 0 ? 0 : p.t.identity;
  }
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++)
      align(&want, i, j, 0, 0);
  CHECK_INT(run(gap, &p, m), MC_OK);
  CHECK_INT(different(&p, &want), -1);
  part_free(p.c);
  part_free(p.across);
  part_free(p.down);
  part_free(want.c);
  guard_free(match);
}

static void test_gap(void) {
  const int64_t sizes[] = {1, 7, 8, 9, 17, 32, 40, 65};
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      try_gap(sizes[i], sizes[j], (manner){1 + (i + j) % 4, 1 + (i * j) % 5, NULL});
  if (!check_fast())
    try_gap(150, 70, (manner){3, 100, NULL});
}

/* ---- interrupts and failures ---- */

/* Of the context, the side of a region in tiles. */
static mc_status solve_stopped(void *context, const mc_call *call) {
  const int64_t *region = context;
  rng r = {5};
  problem p = make_points(&r, 60, false);
  const mc_status status =
    run(parenthesization, &p, (manner){call->threads, *region, call->monitor});
  CHECK(status != MC_OK || fabs(call->monitor->done - call->monitor->total) < 1e-6);
  part_free(p.c);
  return status;
}

static void test_interrupt(void) {
  for (int64_t region = 1; region <= 16; region *= 2) {
    check_note("region %d", (int) region);
    const check_polls end = check_interrupts((interruptible){solve_stopped, &region, 2, 0, 0});
    CHECK(end.polls > (region < 8)); /* there were polls; several for small regions */
  }
}

/* What needs a tile that has failed is not done: the tiles right of it and above. */
static void test_failure(void) {
  enum { N = 60, TILES = 8 };
  bool *done = GUARD_NEW(bool, MOST_TILES *MOST_TILES);
  for (int64_t i = 0; i < TILES; i++)
    for (int64_t j = i; j < TILES; j++)
      for (int64_t region = 1; region <= 8; region *= 8) {
        check_note("tile %d, %d, region %d", (int) i, (int) j, (int) region);
        rng r = {6};
        problem p = make_points(&r, N, false);
        for (int64_t t = 0; t < MOST_TILES * MOST_TILES; t++)
          done[t] = false;
        p.done = done;
        p.fails = i * MOST_TILES + j;
        CHECK_INT(run(parenthesization, &p, (manner){3, region, NULL}), MC_ERR_SIZE);
        for (int64_t u = 0; u <= i; u++)
          for (int64_t v = j; v < TILES; v++)
            CHECK_INT(done[u * MOST_TILES + v], u == i && v == j);
        part_free(p.c);
      }
  guard_free(done);
}

/* ---- regions ---- */

static void test_region(void) {
  CHECK_INT(mc_tropical_recursion_region(128, 1, 1), 1); /* a poll after each tile */
  CHECK_INT(mc_tropical_recursion_region(128, 1, 8.0 * 128 * 128 * 128), 2);
  CHECK_INT(mc_tropical_recursion_region(128, 1, 0), 4);    /* 512^3 units, but not 1,024^3 */
  CHECK_INT(mc_tropical_recursion_region(128, 8, 0), 8);    /* 1,024^3 */
  CHECK_INT(mc_tropical_recursion_region(100000, 1, 0), 2); /* two in each direction */
}

/* An empty range is nothing to do. */
static void test_empty(void) {
  const mc_tropical_recursion r = {.functions = parenthesization, .threads = 1, .region = 1};
  const mc_tropical_range none = {0, 0}, some = {0, 3};
  CHECK_INT(mc_tropical_recurse(&r, &(mc_tropical_call){C, some, some, none}), MC_OK);
  CHECK_INT(mc_tropical_recurse(&r, &(mc_tropical_call){C, none, some, some}), MC_OK);
}

static const check_test tests[] = {{"parenthesization", test_parenthesization},
                                   {"gaps", test_gap},
                                   {"interrupts", test_interrupt},
                                   {"failures", test_failure},
                                   {"regions", test_region},
                                   {"empty ranges", test_empty},
                                   {0}};
const check_suite suite_recursion = {"recursion", tests, true, "tropical_ "};
