#ifndef MC_PATHS_WORK_H
#define MC_PATHS_WORK_H

#include "base/status.h"
#include "base/team.h"
#include "dispatch/call.h"
#include "paths/types.h"
#include "tropical/semiring.h"

/* What the drivers of shortest paths share.

   A matrix is read as row-major: to R's column-major w[i, j] belongs row j and column i,
   so all of this happens on the graph with its edges reversed, whose shortest paths are
   the reversed ones, over the same vertices. */

/* The kernels of one precision, beside those of the semiring. */
typedef struct {
  int (*corner)(const void *panel, void *row, void *column);
  void (*solve)(const void *e, void *p);
  void (*row)(const void *from, void *to, int64_t n, int64_t k, int32_t *path, int32_t name);
  void (*update)(void *c, int64_t stride, int32_t *path, int64_t d, int64_t size, void *a, void *b,
                 bool keep_a, bool keep_b, int32_t first);
} mc_paths_kernels;

/* The panels of all steps, where they are wanted (solve.h): one for each 32 vertices. */
typedef struct {
  void *rows, *columns;
  int64_t apart; /* numbers from one panel to the next */
} mc_paths_panels;

typedef struct {
  const mc_paths_job *job;
  const mc_call *call;
  mc_tropical tropical; /* the minimum, in the precision of the job */
  mc_paths_kernels kernels;
  int64_t n, steps;
  int64_t before; /* vertices of the whole graph before those of this matrix: a part's, or 0 */
  int64_t block;
  int threads;
  bool zmorton;                /* the layout: Z-Morton in tiles of `block`, or row-major */
  void *number;                /* n x n, as the algorithm lays them out */
  int32_t *via;                /* likewise, or NULL */
  void *scratch;               /* of the recursion */
  const mc_paths_panels *kept; /* what "simd" is to leave there, or NULL */
  int64_t negative;            /* what mc_paths() reports with MC_ERR_CYCLE, or 0 */
} mc_paths_work;

/* The algorithms, on w->number and w->via, which hold weights and no vertices at the
   start, are functions of this type, named in algorithms.def. */
typedef mc_status mc_paths_solver(mc_paths_work *w);

/* Those of the job's precision. */
void mc_paths_take_kernels(mc_paths_work *w);

/* What "simd" takes where no block is given. */
int64_t mc_paths_simd_block(int64_t n, bool via, int threads);

/* Is this number below 0? */
bool mc_paths_is_negative(const mc_paths_work *w, const void *number);

/* Does jobs in parallel by the job's schedule, in passes. */
#define mc_paths_run(w, jobs, weight, body, ...) \
  mc_paths_run_at(MC_SITE(body), w, jobs, weight, body, __VA_ARGS__)
mc_status mc_paths_run_at(const mc_site *site, const mc_paths_work *w, int64_t jobs, double weight,
                          mc_body body, void *context);

#endif
