/* What sinks of edges are made of: strengths and p-values in bins, the bound of a false discovery
   rate, the list. */
#include "kendall/edges.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"
#include "kendall/inference.h"
#include "kendall/p_bins.h"
#include "kendall/p_cells.h"

static double unit(rng *r) {
  return (double) (rng_next(r) >> 11) * 0x1p-53;
}

/* ---- strengths ---- */

/* Bin k has what is at least k / 10000, as doubles are compared. */
static void test_strength_bins(void) {
  rng r = {1};
  for (int k = 0; k < MC_STRENGTH_BINS; k++) {
    const double edge = k / 10000.0;
    CHECK_INT(mc_kendall_strength_bin(edge), k);
    if (k > 0)
      CHECK_INT(mc_kendall_strength_bin(nextafter(edge, 0)), k - 1);
    if (k < MC_STRENGTH_BINS - 1)
      CHECK_INT(mc_kendall_strength_bin(nextafter(edge, 1)), k);
  }
  for (int k = 0; k < 100000; k++) {
    const double s = unit(&r);
    const int bin = mc_kendall_strength_bin(s);
    CHECK(bin / 10000.0 <= s && s < (bin + 1) / 10000.0);
  }
}

static void test_strength_cutoff(void) {
  int64_t bins[MC_STRENGTH_BINS] = {0};
  CHECK(mc_kendall_strength_cutoff(bins, 0) == 0);
  bins[10000] = 3;
  bins[5000] = 4;
  bins[0] = 2;
  CHECK(isnan(mc_kendall_strength_cutoff(bins, 2)));
  CHECK(mc_kendall_strength_cutoff(bins, 3) == 0.5001);
  CHECK(mc_kendall_strength_cutoff(bins, 6) == 0.5001);
  CHECK(mc_kendall_strength_cutoff(bins, 7) == 0.0001);
  CHECK(mc_kendall_strength_cutoff(bins, 9) == 0);
}

static void test_strength(void) {
  CHECK(mc_kendall_edge_strength(MC_SIGN_BOTH, -0.5) == 0.5);
  CHECK(mc_kendall_edge_strength(MC_SIGN_POSITIVE, -0.5) == -0.5);
  CHECK(mc_kendall_edge_strength(MC_SIGN_NEGATIVE, -0.5) == 0.5);
  CHECK(mc_kendall_edge_least(MC_SIGN_BOTH, 0) == 0);
  CHECK(mc_kendall_edge_least(MC_SIGN_POSITIVE, 0) == nextafter(0, 1));
  CHECK(mc_kendall_edge_least(MC_SIGN_NEGATIVE, 0.25) == 0.25);
}

/* Of any tile the greatest, wherever it is, and NA is none; nor is a column with itself. */
static void test_strongest(void) {
  rng r = {2};
  for (int round = 0; round < 6000; round++)
    for (int sign = MC_SIGN_BOTH; sign <= MC_SIGN_NEGATIVE; sign++) {
      mc_pairs_tile tile = {.rows = 4, .columns = 4, .stride = 4};
      if (round % 3 > 0) {
        tile.stride = round % 3 == 1 ? 4 : MC_PAIRS_TILE;
        tile.rows = 1 + (int) rng_below(&r, tile.stride);
        tile.diagonal = rng_chance(&r, 0.5);
        tile.columns = tile.diagonal ? tile.rows : 1 + (int) rng_below(&r, tile.stride);
      }
      double tau[64], expected = -1;
      for (int k = 0; k < 64; k++)
        tau[k] = rng_chance(&r, 0.2) ? NAN : 2 * unit(&r) - 1;
      for (int i = 0; i < tile.rows; i++)
        for (int j = 0; j < tile.columns; j++) {
          const double s =
            mc_kendall_edge_strength((mc_kendall_edge_sign) sign, tau[tile.stride * i + j]);
          if (!tile.diagonal || i < j)
            expected = s > expected ? s : expected;
        }
      CHECK(mc_kendall_edge_strongest((mc_kendall_edge_sign) sign, &tile, tau) == expected);
    }
}

/* ---- p-values ---- */

static void test_p_bins(void) {
  CHECK_INT(mc_kendall_p_bin(0), 0);
  CHECK_INT(mc_kendall_p_bin(DBL_MIN * DBL_EPSILON), 0);
  CHECK_INT(mc_kendall_p_bin(1), MC_P_BINS - 1);
  CHECK_INT(mc_kendall_p_bin(nextafter(1, 0)), MC_P_BINS - 2);
  for (int k = 0; k < MC_P_BINS; k++) {
    const double least = mc_kendall_p_bin_least(k);
    CHECK_INT(mc_kendall_p_bin(least), k);
    if (k > 0)
      CHECK_INT(mc_kendall_p_bin(nextafter(least, 0)), k - 1);
  }
}

/* A cell that has a bin has only p-values of that bin. */
static void test_p_cells(void) {
  rng r = {6};
  guard_arena arena = guard_arena_make();
  int64_t with_bin = 0;
  for (int threads = 1; threads <= 3; threads++) {
    const int16_t *cells = mc_kendall_p_cells_make(threads, &arena.arena);
    CHECK(cells != NULL);
    for (int k = 0; k < 20000; k++) {
      /* on a limit of cells, beside one, or anywhere */
      const double power = ldexp(1, (int) rng_below(&r, 40) - 20);
      double square = power * (1 + (double) rng_below(&r, 4096) / 4096);
      square = k % 4 == 0   ? square
               : k % 4 == 1 ? nextafter(square, 0)
               : k % 4 == 2 ? nextafter(square, INFINITY)
                            : power * (1 + unit(&r));
      if (k < 3)
        square = k == 0 ? 0 : k == 1 ? 1e9 : DBL_MIN * DBL_EPSILON;
      const double p = mc_kendall_normal_p(MC_TWO_SIDED, sqrt(square));
      const int bin = cells[mc_kendall_p_cell(square)];
      check_note("square %.17g", square);
      CHECK(bin == -1 || bin == mc_kendall_p_bin(p));
      with_bin += bin >= 0;
    }
  }
  CHECK(with_bin > 30000); /* half of all */
  guard_arena_release(&arena);
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* Nothing above the last bin passes, and not for want of trying: the last one that does is in a
   bin where the bound could have been no lower by much. */
static void test_fdr_bound(void) {
  enum { MOST = 3000 };
  static double p[MOST];
  static int64_t bins[MC_P_BINS];
  rng r = {3};
  for (int round = 0; round < 300; round++) {
    const int count = (int) rng_below(&r, MOST);
    const double shape = 1 + 20 * unit(&r), rate = rng_chance(&r, 0.1) ? 1 : pow(unit(&r), 3);
    memset(bins, 0, sizeof bins);
    for (int k = 0; k < count; k++) {
      p[k] = round % 3 == 0 ? (double) rng_below(&r, 11) / 10 : pow(unit(&r), shape);
      bins[mc_kendall_p_bin(p[k])]++;
    }
    qsort(p, (size_t) count, sizeof *p, ascending);
    int passing = 0;
    for (int k = 0; k < count; k++)
      if ((double) count / (k + 1) * p[k] <= rate)
        passing = k + 1;
    const mc_kendall_fdr_bound bound = mc_kendall_fdr_bound_of(bins, rate, MOST);
    check_note("round %d: %d of %d pass", round, passing, count);
    CHECK_INT(bound.pairs, count);
    CHECK(bound.found >= passing);
    CHECK(bound.fits == INFINITY);
    if (passing > 0)
      CHECK(bound.last_bin >= mc_kendall_p_bin(p[passing - 1]));
    if (bound.last_bin < 0)
      CHECK_INT(bound.found, 0);
    else {
      CHECK(bound.found > 0 && mc_kendall_p_bin(p[bound.found - 1]) == bound.last_bin);
      CHECK(bound.found == count || mc_kendall_p_bin(p[bound.found]) > bound.last_bin);
      /* a bin is a sixteenth wide, or all of what is below the normal numbers */
      CHECK((double) count / (double) bound.found * p[bound.found - 1] <= rate * 17 / 16 * 1.0001 ||
            bound.last_bin < 16);
    }
    /* What fits: below that rate no more, at it more. */
    const int64_t most = rng_below(&r, MOST);
    const mc_kendall_fdr_bound tight = mc_kendall_fdr_bound_of(bins, rate, most);
    if (tight.fits == INFINITY)
      CHECK(count <= most);
    else {
      CHECK(tight.fits == 0 ||
            mc_kendall_fdr_bound_of(bins, nextafter(tight.fits, 0), most).found <= most);
      CHECK(mc_kendall_fdr_bound_of(bins, tight.fits, most).found > most);
    }
  }
}

/* ---- the list ---- */

static void test_list(void) {
  rng r = {4};
  guard_arena arena = guard_arena_make();
  mc_kendall_edges edges = {0};
  int64_t sum = 0, count = 0;
  CHECK_INT(mc_kendall_edges_count(&edges), 0);
  for (int round = 0; round < 60; round++) {
    const int64_t room = rng_below(&r, 50);
    CHECK_INT(mc_kendall_edges_reserve(&edges, room, &arena.arena), MC_OK);
    for (int64_t left = room; left > 0;) {
      const int64_t more = 1 + rng_below(&r, left);
      mc_kendall_edge *place = mc_kendall_edges_add(&edges, more);
      for (int64_t k = 0; k < more; k++) {
        place[k] = (mc_kendall_edge){.from = (int32_t) count, .n = round};
        sum += count++;
      }
      left -= more;
      if (rng_chance(&r, 0.1))
        break;
    }
    CHECK_INT(mc_kendall_edges_count(&edges), count);
  }
  for (const mc_kendall_edge_chunk *chunk = edges.last; chunk != NULL; chunk = chunk->before)
    for (int64_t k = 0; k < chunk->count; k++)
      sum -= chunk->edge[k].from;
  CHECK_INT(sum, 0);
  arena.refuse = arena.calls + 1;
  CHECK_INT(mc_kendall_edges_reserve(&edges, 1000000, &arena.arena), MC_ERR_MEMORY);
  CHECK_INT(mc_kendall_edges_count(&edges), count);
  guard_arena_release(&arena);
}

static const check_test tests[] = {{"bins of strengths", test_strength_bins},
                                   {"a cutoff that fits", test_strength_cutoff},
                                   {"strength", test_strength},
                                   {"the strongest of a tile", test_strongest},
                                   {"bins of p-values", test_p_bins},
                                   {"cells of squares", test_p_cells},
                                   {"the bound of a false discovery rate", test_fdr_bound},
                                   {"the list of edges", test_list},
                                   {0}};
const check_suite suite_edges = {"edges", tests, false, NULL};
