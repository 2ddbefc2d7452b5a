/* Distances between points, and nearest neighbours: all algorithms and layouts on all targets, with
   one to four threads, are compared with the definition. Distances in doubles that are not fused
   must have its bits. Others must be as near as the help page says, if the numbers are tame; if
   not, the same distances must be missing. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "dispatch/dispatch.h"
#include "distance/distance_oracle.h"
#include "distance/neighbors_oracle.h"
#include "fuzz.h"
#include "guard.h"
#include "oracle.h"

const char fuzz_topic[] = "distance";

/* Some coordinates are missing if `holes`. */
static mc_matrix points(fuzz_source *s, mc_type type, int64_t n, int64_t d, fuzz_kind kind,
                        bool holes) {
  mc_matrix x = fuzz_matrix(s, type, n, d, kind);
  for (int64_t i = 0; i < n * d && holes && type == MC_F64; i++)
    if (fuzz_chance(s, 8))
      ((double *) guard_owned(x.data))[i] = NAN;
  return x;
}

/* Sizes, kinds of numbers, threads: the same for all methods. */
typedef struct {
  mc_matrix x, y;
  fuzz_kind kind;
  bool alone; /* x with itself */
  int threads;
} problem;

/* A third of the searches has as many points and coordinates as the filter of neighbours needs
   (distance/screen.h). */
static problem make(fuzz_source *s, bool search) {
  problem p = {.kind = (fuzz_kind) fuzz_pick(s, FUZZ_KINDS), .threads = fuzz_threads(s)};
  const mc_type type = fuzz_chance(s, 5) ? MC_I32 : MC_F64;
  const bool holes = fuzz_chance(s, 3);
  const bool large = search && fuzz_chance(s, 3);
  const int64_t n = large ? 96 + fuzz_pick(s, 160) : fuzz_size(s, 140);
  const int64_t d = large ? 8 + fuzz_pick(s, 24) : fuzz_size(s, n > 64 ? 9 : 40);
  p.alone = fuzz_chance(s, 2);
  p.x = points(s, type, n, d, p.kind, holes);
  p.y = p.alone ? p.x : points(s, MC_F64, fuzz_size(s, 70), d, p.kind, holes);
  return p;
}

static void distances(const problem *p, fuzz_source *s) {
  const bool tame = p->kind <= FUZZ_REALS && p->x.type == MC_F64;
  mc_distance_job job = {.x = mc_columns_of_matrix(p->x),
                         .y = mc_columns_of_matrix(p->y),
                         .symmetric = p->alone,
                         .squared = fuzz_chance(s, 2),
                         .na = -1,
                         .blas = &distance_blas};
  const int64_t size = mc_distance_size(p->x.rows, p->y.rows, p->alone);
  double *exact = distance_exact(&job, &p->x, &p->y);
  long double *near = tame ? distance_squares(&p->x, &p->y, p->alone) : NULL;
  const int turn = (int) fuzz_pick(s, 3);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1))
    for (int which = 0; which < DISTANCE_METHODS; which++) {
      const distance_method *how = &distance_methods[which];
      const bool gemm = how->algorithm == MC_DISTANCE_GEMM;
      const int form = (turn + which + t) % 3;
      job.fused = form == 1;
      job.single = form == 2 && !gemm && !distance_in_place(how) && tame;
      job.algorithm = how->algorithm;
      job.layout = how->layout;
      job.block = how->block;
      check_note("%s, %d and %d points of %d, method %d, kind %d, squared %d, fused %d, single %d",
                 mc_target_active(), (int) p->x.rows, p->alone ? -1 : (int) p->y.rows,
                 (int) p->x.columns, which, p->kind, job.squared, job.fused, job.single);
      mc_distance_report report;
      double *out = distance_run(&job, 1 + (p->threads + which + t) % 4, &report);
      if (!job.fused && !job.single && !gemm)
        CHECK(oracle_same(out, exact, size));
      else if (tame)
        distance_check(&job, near, out);
      else
        for (int64_t i = 0; i < size; i++)
          CHECK((out[i] == -1) == (exact[i] == -1) && !isnan(out[i]));
      guard_free(out);
    }
  guard_free(exact);
  guard_free(near);
}

static void neighbors(const problem *p, fuzz_source *s) {
  const mc_distance_neighbors_job job = {.x = p->x,
                                         .y = p->y,
                                         .self = p->alone,
                                         .fused = fuzz_chance(s, 4),
                                         .first = (int32_t) fuzz_pick(s, 2),
                                         .no_number = -7,
                                         .no_distance = -3};
  const bool few = p->x.rows >= 96 && p->x.columns >= 8; /* limits that leave out most points */
  const int64_t k = few ? 1 + fuzz_pick(s, 4) : fuzz_size(s, p->x.rows + 2);
  rng r = {(uint64_t) fuzz_pick(s, 65536)};
  const mc_distance_job exactly = {.na = -1};
  double *exact = job.fused ? NULL : distance_exact(&exactly, &p->x, &p->y);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1)) {
    double *all = job.fused ? neighbors_all(&job, p->y.rows) : exact;
    check_note("%s, neighbours of %d and %d points of %d, k %d, kind %d, fused %d, %d threads",
               mc_target_active(), (int) p->x.rows, p->alone ? -1 : (int) p->y.rows,
               (int) p->x.columns, (int) k, p->kind, job.fused, p->threads);
    neighbors_check_nearest(&job, all, k, p->threads);
    rng again = r;
    neighbors_check_within(&job, all, &again, p->threads);
    if (job.fused)
      guard_free(all);
  }
  guard_free(exact);
}

void fuzz_job(fuzz_source *s) {
  const bool search = fuzz_chance(s, 2);
  problem p = make(s, search);
  if (search)
    neighbors(&p, s);
  else
    distances(&p, s);
  matrix_free(&p.x);
  if (!p.alone)
    matrix_free(&p.y);
}
