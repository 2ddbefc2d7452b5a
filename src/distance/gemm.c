/* Distances by inner products, |a - b|^2 = |a|^2 + |b|^2 - 2 a b: the paper's competitor, made
   safe.

     norms of all points
     for each tile of up to 1024 x 1024 points
       its inner products, by the BLAS and its own threads
       for each point of a, by our threads
         sums, if they lose few digits; else by the difference (algorithm 1)
         roots, into the result

   A sum is kept if it is more than LEAST = 1 / 8 of |a|^2 + |b|^2: it has lost at most three
   bits. */

#include "distance/gemm.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"

static const double LEAST = 0.125;
enum { SIDE = 1024, LEAST_SIDE = 64, VECTOR = 8, ROWS = 16 /* that a thread takes */ };

typedef struct {
  const mc_distance_work *w;
  double *norm_a, *norm_b; /* filled up with zeros */
  double *products;        /* of a tile, in columns of `lead` */
  int64_t lead;
} gemm;

static mc_status make_norms(const mc_distance_work *w, const mc_distance_points *p, double **norm) {
  double *zeros = mc_alloc(w->call->arena, p->filled, (int64_t) sizeof(double));
  *norm = mc_alloc(w->call->arena, p->points + VECTOR, (int64_t) sizeof(double));
  if (zeros == NULL || *norm == NULL)
    return MC_ERR_MEMORY;
  memset(zeros, 0, (size_t) p->filled * sizeof *zeros);
  memset(*norm, 0, (size_t) (p->points + VECTOR) * sizeof **norm);
  w->kernels->distance_euclidean_straightforward_f64_fused(zeros, (const double *) p->number,
                                                           p->filled, p->points, *norm);
  return MC_OK;
}

/* The squared distance of two points by their difference; NaN for NA. */
static double exact(const mc_distance_work *w, int64_t row, int64_t lane) {
  const double *a = (const double *) w->a.number + mc_distance_points_at(&w->a, row, 0);
  const double *b = (const double *) w->b.number + mc_distance_points_at(&w->b, lane, 0);
  double sum, count;
  if (!mc_distance_nonfinite(w, row, lane)) {
    w->kernels->distance_euclidean_straightforward_f64_fused(a, b, w->a.filled, 1, &sum);
    return sum;
  }
  w->kernels->distance_euclidean_straightforward_missing_f64_fused(
    a, b, w->a.filled, w->a.filled - w->a.coordinates, 1, &sum, &count);
  return mc_distance_scaled(sum, count, (double) w->a.coordinates);
}

/* The distances of a point of a and the tile's points of b. */
static void do_row(const gemm *g, const mc_tile *t, int64_t row, int thread) {
  const mc_distance_work *w = g->w;
  const int64_t first = t->diagonal ? row + 1 : t->column0;
  const int64_t n = t->column1 - first;
  if (n <= 0)
    return;
  double *column = g->products + (row - t->row0) * g->lead;
  const int64_t from = (first - t->column0) / VECTOR * VECTOR;
  const bool doubtful =
    w->kernels->distance_product_sums(g->norm_a[row], g->norm_b + t->column0 + from, column + from,
                                      t->column1 - t->column0 - from, LEAST, column + from);
  double *sum = column + (first - t->column0);
  if (doubtful)
    for (int64_t l = 0; l < n; l++)
      if (isnan(sum[l]))
        sum[l] = exact(w, row, first + l);
  const mc_distance_part part = {.row0 = row,
                                 .row1 = row + 1,
                                 .lane0 = first,
                                 .lane1 = t->column1,
                                 .width = n,
                                 .sum = (unsigned char *) sum,
                                 .missing = doubtful};
  w->sink->put(w->sink, &part, thread);
}

typedef struct {
  const gemm *g;
  const mc_tile *t;
} rows_of;

static void do_rows(void *context, int64_t some, int thread) {
  const rows_of *r = context;
  const int64_t first = r->t->row0 + some * ROWS, last = mc_min(first + ROWS, r->t->row1);
  for (int64_t row = first; row < last; row++)
    do_row(r->g, r->t, row, thread);
}

static void do_tile(const gemm *g, const mc_tile *t) {
  const mc_distance_work *w = g->w;
  const double *a = (const double *) w->a.number + mc_distance_points_at(&w->a, t->row0, 0);
  const double *b = (const double *) w->b.number + mc_distance_points_at(&w->b, t->column0, 0);
  const int64_t d = w->a.coordinates, lead = w->a.filled;
  /* a BLAS takes no matrices without rows; products stay 0 */
  if (d > 0 && t->diagonal)
    w->job->blas->squares(b, t->column1 - t->column0, d, lead, g->products, g->lead);
  else if (d > 0)
    w->job->blas->products(b, t->column1 - t->column0, a, t->row1 - t->row0, d, lead, g->products,
                           g->lead);
  rows_of r = {g, t};
  mc_each(w->plan.threads, 0, (t->row1 - t->row0 + ROWS - 1) / ROWS, do_rows, &r);
}

static void tiles_pass(void *context, int64_t first, int64_t last) {
  const gemm *g = context;
  for (int64_t id = first; id < last; id++) {
    const mc_tile t = mc_grid_tile(&g->w->grid, id);
    do_tile(g, &t);
  }
}

mc_status mc_distance_gemm(mc_distance_work *w, double numbers) {
  gemm g = {.w = w};
  MC_TRY(make_norms(w, &w->b, &g.norm_b));
  g.norm_a = g.norm_b;
  if (!w->job->symmetric)
    MC_TRY(make_norms(w, &w->a, &g.norm_a));
  const int64_t most = w->a.points > w->b.points ? w->a.points : w->b.points;
  int64_t side = SIDE; /* or less: a tile is not interrupted */
  while (side > LEAST_SIDE && side / 2 >= most)
    side /= 2;
  while (side > LEAST_SIDE && (double) side * (double) side * (double) w->a.filled > 3e8)
    side /= 2;
  g.lead = side;
  g.products = mc_alloc(w->call->arena, side * side, (int64_t) sizeof(double));
  if (g.products == NULL)
    return MC_ERR_MEMORY;
  memset(g.products, 0, (size_t) (side * side) * sizeof *g.products);
  w->grid = mc_grid_make(w->a.points, w->b.points, side, w->job->symmetric);
  const double weight = numbers / (double) (w->grid.tiles > 0 ? w->grid.tiles : 1);
  return mc_run_passes(w->call->monitor, w->grid.tiles, 1, weight, tiles_pass, &g);
}
