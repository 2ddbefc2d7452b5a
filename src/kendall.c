/* Kendall's tau of all pairs: rank the columns, choose a kernel, walk over
   panels of columns whose ranks fit into the scratch bound. */

#include "kendall.h"

#include <math.h>
#include <string.h>

#include "kendall_panel.h"
#include "threads.h"
#include "tiles.h"

/* Shares of MC_KENDALL_SCRATCH. The kernels get what these leave. */
static const int64_t RANKS_BUDGET = INT64_C(64) << 20;
static const int64_t SORT_BUDGET = INT64_C(32) << 20;

/* Progress is counted in pairs of columns; ranking a column counts as one. */
static const double RANKING_WORK = 1;

static int64_t smaller(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static int fit_threads(int threads, int64_t bytes_each, int64_t budget) {
  int64_t fit = budget / (bytes_each > 0 ? bytes_each : 1);
  return fit < 1 ? 1 : (int) smaller(threads, fit);
}

/* The bitset kernel takes O(n^2) and the sorting ones O(n log n) steps; where
   they cross is measured by bench/kendall.R. */
static mc_kendall_kernel choose_kernel(mc_kendall_kernel asked, int64_t n) {
  if (asked != MC_KENDALL_AUTO)
    return asked;
  return n <= mc_kernels_active()->kendall_crossover ? MC_KENDALL_BITSET
                                                     : MC_KENDALL_RADIX;
}

/* Roughly how long a job takes on one thread of a machine of 2020, to keep small
   ones on one: where other processes compete for the processors, waiting for
   each other costs threads milliseconds. */
static const double THREAD_SECONDS = 1e-3;

static double guess_seconds(mc_kendall_kernel kernel, int64_t rows, double mx,
                            double my) {
  double n = (double) rows, pair;
  switch (kernel) {
  case MC_KENDALL_BITSET: pair = n * n / 1000; break;
  case MC_KENDALL_NAIVE: pair = n * n / 30; break;
  case MC_KENDALL_RADIX: pair = 2 * n; break;
  default: pair = 60 * n; break;
  }
  return 1e-9 * (mx * my / 2 * pair + (mx + my) / 2 * 8 * n);
}

/* ---- rows ---- */

/* The rows without NA in x and y: *rows is NULL if these are all. */
static mc_status complete_rows(const mc_kendall_job *job, mc_arena *arena,
                               uint32_t **rows, int64_t *n) {
  const int64_t all = job->x.rows;
  uint8_t *flag = mc_alloc(arena, all, 1);
  if (flag == NULL)
    return MC_ERR_MEMORY;
  memset(flag, 0, (size_t) all);
  mc_flag_missing(&job->x, flag);
  if (!job->symmetric)
    mc_flag_missing(&job->y, flag);
  *n = 0;
  for (int64_t i = 0; i < all; i++)
    *n += flag[i] == 0;
  if (*n == all)
    return MC_OK;
  *rows = mc_alloc(arena, *n, sizeof **rows);
  if (*rows == NULL)
    return MC_ERR_MEMORY;
  int64_t k = 0;
  for (int64_t i = 0; i < all; i++)
    if (flag[i] == 0)
      (*rows)[k++] = (uint32_t) i;
  return MC_OK;
}

/* Applies `use`: which rows (NULL for all) and how many take part. */
static mc_status choose_rows(const mc_kendall_job *job, mc_arena *arena,
                             uint32_t **rows, int64_t *n) {
  *rows = NULL;
  *n = job->x.rows;
  switch (job->use) {
  case MC_USE_ALL_OBS:
    return mc_any_missing(&job->x) ||
               (!job->symmetric && mc_any_missing(&job->y))
             ? MC_ERR_MISSING
             : MC_OK;
  case MC_USE_COMPLETE:
  case MC_USE_NA_OR_COMPLETE: {
    mc_status status = complete_rows(job, arena, rows, n);
    if (status == MC_OK && *n == 0 && job->use == MC_USE_COMPLETE)
      return MC_ERR_NO_COMPLETE;
    return status;
  }
  default:
    return MC_OK;
  }
}

/* ---- panels ---- */

typedef struct {
  const mc_kendall_job *job;
  const uint32_t *rows;
  int64_t n;
  mc_kendall_kernel kernel;
  int threads, sort_threads;
  mc_ranks a, b;
  mc_rank_scratch sort_scratch;
  void *pair_scratch;
  mc_bitset_buffers bitset;
  mc_monitor *monitor;
} kendall;

static mc_status rank_columns(kendall *k, mc_ranks *ranks, const mc_matrix *x,
                              int64_t first, int64_t last) {
  ranks->columns = last - first;
  mc_status status =
    mc_ranks_fill(ranks, x, k->rows, first, last, k->sort_threads,
                  &k->sort_scratch, k->monitor, RANKING_WORK);
  if (k->monitor != NULL)
    k->monitor->speed = 0; /* pairs have another */
  return status;
}

static mc_status do_panel(kendall *k, mc_kendall_panel *panel) {
  if (k->kernel == MC_KENDALL_BITSET)
    return mc_kendall_bitset(panel, &k->bitset, k->threads, k->monitor);
  return mc_kendall_pairs(panel, k->kernel, k->threads, k->pair_scratch,
                          k->monitor);
}

/* All pairs of a grid of panels; the ranks of a row of panels stay. */
static mc_status do_panels(kendall *k, mc_kendall_panel *panel,
                           const mc_grid *grid) {
  const mc_kendall_job *job = k->job;
  int64_t ranked = -1;
  for (int64_t id = 0; id < grid->tiles; id++) {
    mc_tile t = mc_grid_tile(grid, id);
    mc_status status = MC_OK;
    if (ranked != t.row0)
      status = rank_columns(k, &k->a, &job->x, t.row0, t.row1);
    ranked = t.row0;
    if (status == MC_OK && !t.diagonal)
      status = rank_columns(k, &k->b, job->symmetric ? &job->x : &job->y,
                            t.column0, t.column1);
    if (status == MC_OK) {
      panel->a = &k->a;
      panel->b = t.diagonal ? &k->a : &k->b;
      panel->a0 = t.row0;
      panel->b0 = t.column0;
      panel->triangle = t.diagonal;
      status = do_panel(k, panel);
    }
    if (status != MC_OK)
      return status;
  }
  return MC_OK;
}

/* Pairs, and columns ranked, in do_panels(). */
static double total_work(const mc_grid *grid) {
  double total = 0;
  int64_t ranked = -1;
  for (int64_t id = 0; id < grid->tiles; id++) {
    mc_tile t = mc_grid_tile(grid, id);
    double rows = (double) (t.row1 - t.row0);
    double columns = (double) (t.column1 - t.column0);
    total += t.diagonal ? rows * (rows + 1) / 2 : rows * columns;
    total += RANKING_WORK * (t.diagonal ? 0 : columns);
    total += RANKING_WORK * (ranked != t.row0 ? rows : 0);
    ranked = t.row0;
  }
  return total;
}

/* Allocates everything for panels of `width` columns. */
static mc_status make_buffers(kendall *k, int64_t a_columns, int64_t b_columns,
                              mc_arena *arena) {
  int64_t left = MC_KENDALL_SCRATCH;
  bool ordered = k->kernel == MC_KENDALL_RADIX;
  mc_status status = mc_ranks_make(&k->a, k->n, a_columns, ordered, arena);
  if (status == MC_OK)
    status = mc_ranks_make(&k->b, k->n, b_columns, ordered, arena);
  left -= (a_columns + b_columns) * mc_ranks_column_bytes(k->n, ordered);

  int64_t sorting = mc_rank_scratch_bytes(k->n);
  k->sort_threads = fit_threads(k->threads, sorting, SORT_BUDGET);
  if (status == MC_OK)
    status = mc_rank_scratch_make(&k->sort_scratch, k->n, k->sort_threads, arena);
  left -= k->sort_threads * sorting;
  if (status != MC_OK)
    return status;

  if (k->kernel == MC_KENDALL_BITSET)
    return mc_kendall_bitset_make(&k->bitset, a_columns,
                                  b_columns > 0 ? b_columns : a_columns, arena);
  int64_t each = mc_kendall_pairs_scratch(k->kernel, k->n);
  k->threads = fit_threads(k->threads, each, left);
  k->pair_scratch = mc_alloc(arena, k->threads, (each > 0 ? each : 1));
  return k->pair_scratch == NULL ? MC_ERR_MEMORY : MC_OK;
}

mc_status mc_cor_kendall(const mc_kendall_job *job, double *tau,
                         mc_kendall_report *report, mc_arena *arena,
                         mc_monitor *monitor) {
  const int64_t mx = job->x.columns, my = job->symmetric ? mx : job->y.columns;
  if (!job->symmetric && job->y.rows != job->x.rows)
    return MC_ERR_ARGUMENT;
  if (job->x.rows > MC_RANKS_MAX_ROWS)
    return MC_ERR_SIZE;

  kendall k = {.job = job, .monitor = monitor};
  uint32_t *rows;
  mc_status status = choose_rows(job, arena, &rows, &k.n);
  if (status != MC_OK)
    return status;
  k.rows = rows;
  k.kernel = choose_kernel(job->kernel, k.n);
  k.threads = mc_threads(job->threads,
                         guess_seconds(k.kernel, k.n, (double) mx, (double) my),
                         THREAD_SECONDS);
  *report = (mc_kendall_report){.kernel = k.kernel, .threads = k.threads};
  if (k.n <= 1 || mx == 0 || my == 0) {
    for (int64_t i = 0; i < mx * my; i++)
      tau[i] = job->na;
    return MC_OK;
  }

  /* One panel if all ranks fit; else square ones, two sets of ranks at a time. */
  int64_t each = mc_ranks_column_bytes(k.n, k.kernel == MC_KENDALL_RADIX);
  int64_t columns = job->symmetric ? mx : mx + my;
  int64_t side = mx > my ? mx : my;
  if (columns > RANKS_BUDGET / each) {
    side = RANKS_BUDGET / 2 / each;
    side = side < 1 ? 1 : side;
  }
  mc_grid grid = mc_grid_make(mx, my, side, job->symmetric);
  bool alone = job->symmetric && grid.tiles == 1;
  status = make_buffers(&k, smaller(side, mx), alone ? 0 : smaller(side, my),
                        arena);
  if (status != MC_OK)
    return status;
  report->threads = k.threads;

  mc_kendall_panel panel = {
    .mirror = job->symmetric,
    .pairwise = job->use == MC_USE_PAIRWISE,
    .na = job->na,
    .tau = tau,
    .tau_rows = mx,
    .constant_pairs = &report->constant_pairs
  };
  if (monitor != NULL) {
    monitor->total = total_work(&grid);
    monitor->done = 0;
    monitor->speed = 0;
  }
  return do_panels(&k, &panel, &grid);
}
