/* Euclidean distances of all pairs of points.

     pack the points in panels of 32, coordinate by coordinate     (algorithm 3)
     for each tile of up to 128 x 128 points, by threads
       for each block of 128 coordinates                      (fits in the cache)
         for each four points of one side, for each panel of the other: the kernel
       roots, into the result

   The panels' order is the paper's ASA layout; its algorithm 2 is the loop over a
   panel, here for four points at a time. A tile's sums wait in the thread's
   scratch between blocks of coordinates, so that panels are read from the nearest
   cache however many coordinates there are. Each sum takes its coordinates in
   their order, so results do not depend on threads and tiles. */

#include "distance.h"

#include <math.h>
#include <string.h>

#include "dispatch.h"
#include "pages.h"
#include "threads.h"
#include "tiles.h"

enum {
  LANES = MC_DISTANCE_LANES,
  ROWS = MC_DISTANCE_ROWS,
  GROUPS = LANES / ROWS,
  MICRO = ROWS * LANES,
  TILE_PANELS = 4,
  BLOCK = 128, /* coordinates */
  TILE_SUMS = TILE_PANELS * GROUPS * TILE_PANELS * MICRO
};

/* Packed points. `special` marks panels with NaN or an infinite value. */
typedef struct {
  const mc_matrix *from;
  int64_t points, panels;
  unsigned char *packed; /* [panel][coordinate][lane] */
  uint8_t *special;
} point_set;

typedef struct {
  const mc_distance_job *job;
  const mc_kernels *kernels;
  double *out;
  int64_t d;
  int size; /* of a number: 8 or 4 bytes */
  int threads;
  point_set a, b; /* broadcast points: columns of the result; lanes: rows */
  mc_grid grid;   /* in panels of a and of b */
  point_set *packing;
  unsigned char *scratch;
  int64_t scratch_bytes; /* a thread's */
} distance;

static int64_t smaller(int64_t a, int64_t b) {
  return a < b ? a : b;
}

int64_t mc_distance_size(int64_t n, int64_t m, bool symmetric) {
  if (!symmetric)
    return n * m;
  return n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n;
}

/* ---- packing ---- */

/* Coordinate k of points [first, first + count) as doubles, 0 behind them. */
static void gather(const mc_matrix *x, int64_t k, int64_t first, int64_t count,
                   double *value) {
  const int64_t at = k * x->rows + first;
  if (x->type == MC_F64) {
    memcpy(value, (const double *) x->data + at, (size_t) count * sizeof *value);
  } else {
    const int32_t *from = (const int32_t *) x->data + at;
    for (int64_t l = 0; l < count; l++)
      value[l] = from[l] == INT32_MIN ? (double) NAN : (double) from[l];
  }
  for (int64_t l = count; l < LANES; l++)
    value[l] = 0;
}

static void pack_panel(const distance *s, point_set *set, int64_t panel) {
  const int64_t first = panel * LANES, count = smaller(LANES, set->points - first);
  unsigned char *to = set->packed + panel * s->d * LANES * s->size;
  double nothing[LANES] = {0}; /* stays 0 while all values are finite */
  for (int64_t k = 0; k < s->d; k++, to += LANES * s->size) {
    double value[LANES];
    gather(set->from, k, first, count, value);
    for (int l = 0; l < LANES; l++)
      nothing[l] += value[l] - value[l];
    if (s->size == 8) {
      memcpy(to, value, sizeof value);
    } else {
      float narrow[LANES];
      for (int l = 0; l < LANES; l++)
        narrow[l] = (float) value[l];
      for (int l = 0; l < LANES; l++) /* too great for a float */
        nothing[l] += narrow[l] - narrow[l];
      memcpy(to, narrow, sizeof narrow);
    }
  }
  bool special = false;
  for (int l = 0; l < LANES; l++)
    special |= nothing[l] != 0;
  set->special[panel] = special || s->d == 0; /* NA, not 0 */
}

static void pack_pass(void *context, int64_t first, int64_t last) {
  const distance *s = context;
  int threads = s->threads;
  (void) threads;
  MC_PRAGMA(omp parallel for schedule(static) num_threads(threads))
  for (int64_t p = first; p < last; p++)
    pack_panel(s, s->packing, p);
}

static mc_status make_set(const distance *s, point_set *set, const mc_matrix *x,
                          mc_arena *arena) {
  set->from = x;
  set->points = x->rows;
  set->panels = (x->rows + LANES - 1) / LANES;
  const int64_t width = s->d * LANES * s->size;
  if (width > 0 && set->panels > INT64_MAX / width)
    return MC_ERR_SIZE;
  set->packed = mc_alloc(arena, set->panels * width, 1);
  set->special = mc_alloc(arena, set->panels, 1);
  return set->packed == NULL || set->special == NULL ? MC_ERR_MEMORY : MC_OK;
}

/* ---- tiles ---- */

typedef struct {
  mc_tile t;
  unsigned char *sums, *counts;
} tile_work;

static int64_t micro_at(const tile_work *w, int64_t row_panel, int group,
                        int64_t column_panel) {
  return (((row_panel - w->t.row0) * GROUPS + group) * TILE_PANELS +
          (column_panel - w->t.column0)) * MICRO;
}

static bool is_special(const distance *s, int64_t row_panel, int64_t column_panel) {
  return s->a.special[row_panel] || s->b.special[column_panel];
}

static void run_kernel(const distance *s, const tile_work *w, int64_t row_panel,
                       int group, int64_t column_panel, int64_t k, int64_t count) {
  const int64_t at = micro_at(w, row_panel, group, column_panel);
  const int64_t a = (row_panel * s->d + k) * LANES + group * ROWS;
  const int64_t b = (column_panel * s->d + k) * LANES;
  const bool special = is_special(s, row_panel, column_panel);
  if (s->size == 8) {
    const double *x = (const double *) s->a.packed + a;
    const double *y = (const double *) s->b.packed + b;
    double *sum = (double *) w->sums + at, *counts = (double *) w->counts + at;
    if (special)
      s->kernels->distance_tile_missing_f64(x, y, count, sum, counts);
    else
      s->kernels->distance_tile_f64(x, y, count, sum);
  } else {
    const float *x = (const float *) s->a.packed + a;
    const float *y = (const float *) s->b.packed + b;
    float *sum = (float *) w->sums + at, *counts = (float *) w->counts + at;
    if (special)
      s->kernels->distance_tile_missing_f32(x, y, count, sum, counts);
    else
      s->kernels->distance_tile_f32(x, y, count, sum);
  }
}

/* Does point j have a distance to some point of the panel? Below the diagonal
   only, if symmetric. */
static int64_t first_lane(const distance *s, int64_t j, int64_t column_panel) {
  if (!s->job->symmetric)
    return 0;
  int64_t lane = j + 1 - column_panel * LANES;
  return lane > 0 ? lane : 0;
}

/* One point's distances to a panel, from its sums, into the result. */
static void put_row(const distance *s, const tile_work *w, int64_t j,
                    int64_t column_panel) {
  const int64_t row_panel = j / LANES;
  const int group = (int) (j % LANES) / ROWS;
  const int64_t at =
    micro_at(w, row_panel, group, column_panel) + j % ROWS * LANES;
  const int64_t first = first_lane(s, j, column_panel), i = column_panel * LANES;
  const int64_t count = smaller(LANES, s->b.points - i) - first;
  if (count <= 0)
    return;
  double *out = s->out + (s->job->symmetric
                            ? mc_distance_index(s->b.points, i + first, j)
                            : i + first + j * s->b.points);
  double wide[LANES];
  const double *sum = (const double *) w->sums + at + first;
  if (s->size == 4) {
    for (int64_t l = 0; l < count; l++)
      wide[l] = ((const float *) w->sums)[at + first + l];
    sum = wide;
  }
  const bool special = is_special(s, row_panel, column_panel);
  if (special) {
    for (int64_t l = 0; l < count; l++) {
      double c = s->size == 8 ? ((const double *) w->counts)[at + first + l]
                              : ((const float *) w->counts)[at + first + l];
      wide[l] = c == (double) s->d ? sum[l] : sum[l] / (c / (double) s->d);
      if (c == 0)
        wide[l] = s->job->na;
    }
    sum = wide;
  }
  if (s->job->squared)
    memcpy(out, sum, (size_t) count * sizeof *out);
  else
    s->kernels->distance_roots(sum, count, out);
  for (int64_t l = 0; special && l < count; l++)
    if (sum[l] != sum[l]) /* the root may have changed what NaN says */
      out[l] = s->job->na;
}

static void do_tile(const distance *s, int64_t id, unsigned char *mine) {
  const int64_t bytes = (int64_t) TILE_SUMS * s->size;
  const tile_work w = {mc_grid_tile(&s->grid, id), mine, mine + bytes};
  memset(mine, 0, (size_t) s->scratch_bytes);
  for (int64_t k = 0; k < s->d; k += BLOCK)
    for (int64_t p = w.t.row0; p < w.t.row1; p++)
      for (int group = 0; group < GROUPS; group++)
        if (p * LANES + group * ROWS < s->a.points)
          for (int64_t q = w.t.diagonal ? p : w.t.column0; q < w.t.column1; q++)
            run_kernel(s, &w, p, group, q, k, smaller(BLOCK, s->d - k));
  const int64_t end = smaller(w.t.row1 * LANES, s->a.points);
  for (int64_t j = w.t.row0 * LANES; j < end; j++)
    for (int64_t q = w.t.diagonal ? j / LANES : w.t.column0; q < w.t.column1; q++)
      put_row(s, &w, j, q);
}

static void tiles_pass(void *context, int64_t first, int64_t last) {
  const distance *s = context;
  int threads = s->threads;
  (void) threads;
  MC_PRAGMA(omp parallel for schedule(dynamic) num_threads(threads))
  for (int64_t id = first; id < last; id++)
    do_tile(s, id, s->scratch + mc_thread_id() * s->scratch_bytes);
}

/* ---- the whole ---- */

static bool any_special(const point_set *set) {
  for (int64_t p = 0; p < set->panels; p++)
    if (set->special[p])
      return true;
  return false;
}

static mc_status pack(distance *s, point_set *set, double weight,
                      mc_monitor *monitor) {
  s->packing = set;
  return mc_run_passes(monitor, set->panels, s->threads, weight, pack_pass, s);
}

mc_status mc_distance(const mc_distance_job *job, double *out,
                      mc_distance_report *report, mc_arena *arena,
                      mc_monitor *monitor) {
  const mc_matrix *x = &job->x, *y = job->symmetric ? x : &job->y;
  if (x->columns != y->columns)
    return MC_ERR_ARGUMENT;
  if (job->single && x->columns > INT64_C(1) << 24)
    return MC_ERR_SIZE; /* floats count coordinates */
  const double numbers = (double) mc_distance_size(x->rows, y->rows, job->symmetric);
  distance s = {
    .job = job,
    .kernels = mc_kernels_active(),
    .out = out,
    .d = x->columns,
    .size = job->single ? 4 : 8,
    .threads = mc_threads(job->threads,
                          numbers * (1e-9 + 1e-10 * (double) x->columns), 1e-3)
  };
  *report = (mc_distance_report){s.threads};
  mc_status status = make_set(&s, &s.b, x, arena);
  if (status == MC_OK && !job->symmetric)
    status = make_set(&s, &s.a, y, arena);
  if (status != MC_OK)
    return status;

  /* progress counts distances; packing a panel is like 32 of them */
  if (monitor != NULL) {
    monitor->total = numbers + LANES * (double) (s.b.panels + s.a.panels) + 1;
    monitor->done = 0;
    monitor->speed = 0;
  }
  status = pack(&s, &s.b, LANES, monitor);
  if (status == MC_OK && !job->symmetric)
    status = pack(&s, &s.a, LANES, monitor);
  if (status != MC_OK)
    return status;
  if (job->symmetric)
    s.a = s.b;

  const bool special = any_special(&s.a) || any_special(&s.b);
  s.scratch_bytes = (int64_t) TILE_SUMS * s.size * (special ? 2 : 1);
  s.scratch = mc_alloc(arena, s.threads, s.scratch_bytes);
  if (s.scratch == NULL)
    return MC_ERR_MEMORY;
  status = mc_pages_prepare(
    out, mc_distance_size(x->rows, y->rows, job->symmetric) * (int64_t) sizeof *out,
    s.threads, monitor);
  if (status != MC_OK)
    return status;
  s.grid = mc_grid_for_threads(s.a.panels, s.b.panels, TILE_PANELS, job->symmetric,
                               s.threads);
  if (monitor != NULL)
    monitor->speed = 0; /* distances have another than packing */
  const double weight = numbers / (double) (s.grid.tiles > 0 ? s.grid.tiles : 1);
  return mc_run_passes(monitor, s.grid.tiles, s.threads, weight, tiles_pass, &s);
}
