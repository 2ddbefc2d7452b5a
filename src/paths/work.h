#ifndef MC_PATHS_WORK_H
#define MC_PATHS_WORK_H

#include "base/status.h"
#include "base/team.h"
#include "dispatch/call.h"
#include "paths/types.h"
#include "tropical/semiring.h"

/* What the algorithms of shortest paths share.

   A matrix is read as row-major. So row j and column i belong to w[i, j] of R's column-major
   matrix: the graph has its edges reversed. Its shortest paths are the reversed ones, over the same
   vertices. */

/* The kernels of one precision that the semiring does not have. */
typedef struct {
  int (*corner)(const void *panel, void *row, void *column);
  void (*solve)(const void *e, void *p);
  void (*row)(const void *from, void *to, int64_t n, int64_t k, int32_t *path, int32_t name);
  void (*update)(void *c, int64_t stride, int32_t *path, int64_t d, int64_t size, void *a, void *b,
                 bool keep_a, bool keep_b, int32_t first);
} mc_paths_kernels;

/* Room for the panels of all steps (solve.h), one for each 32 vertices. */
typedef struct {
  void *rows, *columns;
  int64_t apart; /* numbers from one panel to the next */
} mc_paths_panels;

typedef struct {
  const mc_paths_job *job;
  const mc_call *call;
  mc_tropical_semiring tropical; /* the semiring of the minimum, in the job's precision */
  mc_paths_kernels kernels;
  int64_t n, steps;
  int64_t before; /* if the matrix is a part of a graph: how many vertices come before its own */
  int64_t block;
  int threads;
  bool zmorton;                /* is the layout Z-Morton, in tiles of `block`? If not, row-major */
  void *number;                /* n x n, in the layout of the algorithm */
  int32_t *via;                /* n x n, in that layout, or NULL */
  void *scratch;               /* for the recursion */
  const mc_paths_panels *kept; /* where "simd" leaves its panels, or NULL */
  int64_t negative;            /* what mc_paths() reports with MC_ERR_CYCLE, or 0 */
} mc_paths_work;

/* The type of an algorithm, which algorithms.def names. At its start w->number has weights and
   w->via no vertices. */
typedef mc_status mc_paths_solver(mc_paths_work *w);

/* Takes the kernels of the job's precision. */
void mc_paths_take_kernels(mc_paths_work *w);

/* The block of "simd" if none is given. */
int64_t mc_paths_simd_block(int64_t n, bool via, int threads);

/* Is this number below 0? */
bool mc_paths_is_negative(const mc_paths_work *w, const void *number);

/* Does jobs in parallel, by the job's schedule, in passes. The dynamic schedule does the first
   `urgent` jobs first (base/jobs.h). */
#define mc_paths_run(w, urgent, jobs, weight, body, ...) \
  mc_paths_run_at(MC_SITE(body), w, urgent, jobs, weight, body, __VA_ARGS__)
mc_status mc_paths_run_at(const mc_site *site, const mc_paths_work *w, int64_t urgent, int64_t jobs,
                          double weight, mc_body body, void *context);

#endif
