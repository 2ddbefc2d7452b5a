/* Numbers of alleles, and what cells are, against plain loops; any number of threads; memory. */
#include "haplotype/genotypes.h"

#include <math.h>
#include <string.h>

#include "haplotype/cells.h"
#include "haplotype/types.h"

#include "check.h"
#include "data.h"
#include "guard.h"

static double cell_of(const mc_matrix *m, int64_t cell) {
  if (m->type == MC_F64)
    return ((const double *) m->data)[cell];
  const int32_t x = ((const int32_t *) m->data)[cell];
  return x == INT32_MIN ? (double) NAN : x;
}

/* What cell `which` (0 or 1) of a subject's two at a locus stands for, 0 for missing. */
static double allele_of(const mc_haplotype_genotype_job *job, int j, int which, int64_t i) {
  const int64_t n = job->cells.rows;
  const double x =
    cell_of(&job->cells, job->width == 2 ? (2 * j + which) * n + i : (int64_t) j * n + i);
  if (isnan(x))
    return 0;
  return job->one == NULL ? x : (which == 1 && job->two != NULL ? job->two : job->one)[(int) x];
}

static void check_code(const mc_haplotype_genotype_job *job, int threads) {
  const int64_t n = job->cells.rows;
  int32_t *number = GUARD_NEW(int32_t, 2 * job->loci * n);
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  mc_haplotype_genotype_result r;
  CHECK_INT(mc_haplotype_genotypes_code(job, number, &r, &call), MC_OK);
  CHECK(!r.odd);
  int64_t empty = 0;
  for (int j = 0; j < job->loci; j++) {
    for (int64_t a = 0; a < r.count[j]; a++) {
      bool seen = false;
      for (int64_t i = 0; i < 2 * n && !seen; i++)
        seen = number[2 * j * n + i] == a + 1;
      CHECK(seen && (a == 0 || r.allele[j][a - 1] < r.allele[j][a]));
    }
    for (int k = 0; k < 2; k++)
      for (int64_t i = 0; i < n; i++) {
        const int32_t own = number[(2 * j + k) * n + i];
        const double allele = allele_of(job, j, k, i);
        CHECK(own >= 0 && own <= r.count[j]);
        CHECK(own == 0 ? allele == 0 : r.allele[j][own - 1] == allele);
      }
  }
  for (int64_t i = 0; i < n; i++) {
    bool any = false;
    for (int j = 0; j < 2 * job->loci; j++)
      any = any || number[j * n + i] != 0;
    CHECK(r.nothing[i] == !any);
    empty += !any;
  }
  CHECK_INT(r.empty, empty);
  guard_arena_release(&arena);
  guard_free(number);
}

enum { SMALL, LARGE, NEGATIVE, HALVES, MANY, KINDS };

static double random_allele(rng *r, int kind) {
  switch (kind) {
  case LARGE: return 250 + (double) rng_below(r, 12); /* about the end of the table */
  case NEGATIVE: return (double) rng_below(r, 9) - 4;
  case HALVES: return (double) (rng_below(r, 9) - 4) / 2;
  case MANY: return 2147483647 - (double) rng_below(r, 5000);
  default: return (double) rng_below(r, 4);
  }
}

/* Two columns for each locus, of integers or doubles. */
static void test_columns(void) {
  rng r = {81};
  for (int64_t n = 1; n < 22000; n += n < 5 ? 1 : 1400 + n)
    for (int kind = 0; kind < KINDS; kind++)
      for (int type = 0; type < 2; type++) {
        const int loci = 1 + (int) rng_below(&r, 4);
        const int64_t count = 2 * loci * n;
        double *x = GUARD_NEW(double, count);
        int32_t *y = GUARD_NEW(int32_t, count);
        for (int64_t i = 0; i < count; i++) {
          const double own = random_allele(&r, rng_chance(&r, 0.9) ? kind : SMALL);
          const bool missing = rng_chance(&r, 0.1) || i % n == 3;
          x[i] = missing ? (rng_chance(&r, 0.5) ? NAN : -0.0) : own;
          y[i] = missing ? (rng_chance(&r, 0.5) ? INT32_MIN : 0) : (int32_t) floor(own);
        }
        const mc_haplotype_genotype_job job = {
          .cells = {type == 0 ? (void *) x : (void *) y, type == 0 ? MC_F64 : MC_I32, n, 2 * loci},
          .loci = loci,
          .width = 2};
        for (int threads = 1; threads <= 3; threads++) {
          check_note("%d subjects, kind %d, type %d, %d threads", (int) n, kind, type, threads);
          check_code(&job, threads);
        }
        guard_free(x);
        guard_free(y);
      }
}

/* Maps, to few alleles and to many. */
static void test_maps(void) {
  rng r = {82};
  for (int64_t n = 1; n < 4000; n = 5 * n + 3)
    for (int kind = 0; kind < 4; kind++)
      for (int width = 1; width <= 2; width++) {
        const int32_t values = (int32_t[]){3, 60, 1500, 4000}[kind];
        const int32_t known = (int32_t[]){2, 255, 40, 3000}[kind];
        const int loci = 3;
        int32_t *one = GUARD_NEW(int32_t, values), *two = GUARD_NEW(int32_t, values);
        int32_t *x = GUARD_NEW(int32_t, n * loci * width);
        for (int32_t v = 0; v < values; v++) {
          one[v] = (int32_t) rng_below(&r, known + 1);
          two[v] = (int32_t) rng_below(&r, known + 1);
        }
        for (int64_t i = 0; i < n * loci * width; i++)
          x[i] = rng_chance(&r, 0.05) ? INT32_MIN : (int32_t) rng_below(&r, values);
        const mc_haplotype_genotype_job job = {.cells = {x, MC_I32, n, loci * width},
                                               .loci = loci,
                                               .width = width,
                                               .one = one,
                                               .two = width == 1 ? two : NULL,
                                               .values = values,
                                               .known = known};
        check_note("%d subjects, map %d, width %d", (int) n, kind, width);
        check_code(&job, 1);
        check_code(&job, 3);
        guard_free(one);
        guard_free(two);
        guard_free(x);
      }
}

/* Cells that cannot be; more alleles than numbers. */
static void test_odd(void) {
  const int32_t one[] = {1, 1, 2}, two[] = {1, 2, 2};
  const double odd[] = {3, -1, 0.5, INFINITY, -INFINITY, 1e300};
  for (int k = 0; k < 6; k++) {
    double x[] = {0, 1, 2, NAN, 0, odd[k]};
    int32_t number[12];
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 1);
    const mc_matrix cells = {x, MC_F64, 3, 2};
    mc_haplotype_genotype_result r;
    const mc_haplotype_genotype_job map = {
      .cells = cells, .loci = 2, .width = 1, .one = one, .two = two, .values = 3, .known = 2};
    CHECK_INT(mc_haplotype_genotypes_code(&map, number, &r, &call), MC_OK);
    CHECK(r.odd);
    const mc_haplotype_genotype_job columns = {.cells = cells, .loci = 1, .width = 2};
    CHECK_INT(mc_haplotype_genotypes_code(&columns, number, &r, &call), MC_OK);
    CHECK(r.odd == (isinf(odd[k]) != 0));
    guard_arena_release(&arena);
  }
  const int64_t n = 20000;
  for (int64_t more = 0; more < 2; more++) {
    int32_t *x = GUARD_NEW(int32_t, 2 * n), *number = GUARD_NEW(int32_t, 2 * n);
    for (int64_t i = 0; i < 2 * n; i++)
      x[i] = (int32_t) (7 * (i % (MC_HAPLOTYPE_MOST_ALLELES + more)) - 50000);
    guard_arena arena = guard_arena_make();
    const mc_call call = mc_call_make(&arena.arena, NULL, 2);
    const mc_haplotype_genotype_job job = {.cells = {x, MC_I32, n, 2}, .loci = 1, .width = 2};
    mc_haplotype_genotype_result r;
    CHECK_INT(mc_haplotype_genotypes_code(&job, number, &r, &call), MC_OK);
    CHECK(!r.odd && (r.allele[0] == NULL) == (more == 1));
    CHECK_INT(r.count[0], MC_HAPLOTYPE_MOST_ALLELES + more);
    guard_arena_release(&arena);
    guard_free(x);
    guard_free(number);
  }
}

static void test_look(void) {
  rng r = {83};
  const double values[] = {0, 0, 1, 2, NAN, 3, 4, -1, 1.5, -0.5, 2.5, INFINITY, -INFINITY, -0.0};
  for (int64_t n = 1; n < 3000; n = 4 * n + 1)
    for (int columns = 1; columns < 5; columns++)
      for (int type = 0; type < 2; type++) {
        double *x = GUARD_NEW(double, n *columns);
        int32_t *y = GUARD_NEW(int32_t, n * columns);
        for (int64_t i = 0; i < n * columns; i++) {
          x[i] = values[rng_below(&r, rng_chance(&r, 0.9) ? 5 : 14)];
          y[i] = isnan(x[i]) ? INT32_MIN : isinf(x[i]) ? 77 : (int32_t) floor(x[i]);
        }
        const mc_matrix m = {type == 0 ? (void *) x : (void *) y, type == 0 ? MC_F64 : MC_I32, n,
                             columns};
        mc_haplotype_cell_counts want = {0}, got;
        for (int64_t i = 0; i < n * columns; i++) {
          const double own = cell_of(&m, i), other = i + n < n * columns ? cell_of(&m, i + n) : 0;
          if (isnan(own))
            continue;
          want.known++;
          want.zeros += own == 0;
          want.others += own != 0 && own != 1 && own != 2;
          want.negative += own < 0;
          want.fraction += own < 2 && own != floor(own);
          want.above3 += own > 3;
          if (i / n % 2 == 0 && i / n + 1 < columns && !isnan(other)) {
            want.pairs++;
            want.alone += (own == 0) != (other == 0);
          }
        }
        guard_arena arena = guard_arena_make();
        const mc_call call = mc_call_make(&arena.arena, NULL, 1 + (int) rng_below(&r, 3));
        CHECK_INT(mc_haplotype_cells_look(&m, &got, &call), MC_OK);
        CHECK(memcmp(&got, &want, sizeof got) == 0);
        guard_arena_release(&arena);
        guard_free(x);
        guard_free(y);
      }
}

static void test_fit(void) {
  rng r = {84};
  enum { N = 50, LOCI = 7 };
  int32_t *x = GUARD_NEW(int32_t, 2 * N * LOCI), most[LOCI];
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, 2);
  for (int j = 0; j < LOCI; j++) {
    most[j] = 1 + j;
    for (int i = 0; i < 2 * N; i++)
      x[2 * j * N + i] = (int32_t) rng_below(&r, most[j] + 1);
  }
  CHECK(mc_haplotype_genotypes_fit(x, most, N, LOCI, &call));
  for (int k = 0; k < 20; k++) {
    const int at = (int) rng_below(&r, 2 * N * LOCI);
    const int32_t kept = x[at];
    x[at] = k % 2 == 0 ? -1 : most[at / (2 * N)] + 1;
    CHECK(!mc_haplotype_genotypes_fit(x, most, N, LOCI, &call));
    x[at] = kept;
  }
  guard_arena_release(&arena);
  guard_free(x);
}

static void test_refused(void) {
  double x[] = {1, 2, 3, 2000, 1, 2, 3, 0.5, 1, 2, 3, 4};
  int32_t number[12];
  const mc_haplotype_genotype_job job = {.cells = {x, MC_F64, 2, 6}, .loci = 3, .width = 2};
  for (int64_t refuse = 1; refuse < 100; refuse++) {
    guard_arena arena = guard_arena_make();
    arena.refuse = refuse;
    const mc_call call = mc_call_make(&arena.arena, NULL, 2);
    mc_haplotype_genotype_result r;
    const mc_status status = mc_haplotype_genotypes_code(&job, number, &r, &call);
    guard_arena_release(&arena);
    CHECK(status == MC_OK || status == MC_ERR_MEMORY);
    CHECK(status == MC_ERR_MEMORY || refuse > 10);
    if (status == MC_OK)
      break;
  }
}

static const check_test tests[] = {{"two columns for each locus", test_columns},
                                   {"maps", test_maps},
                                   {"cells that cannot be, too many alleles", test_odd},
                                   {"what cells are", test_look},
                                   {"numbers that fit", test_fit},
                                   {"memory that is refused", test_refused},
                                   {0}};
const check_suite suite_genotypes = {"genotypes", tests, false, NULL};
