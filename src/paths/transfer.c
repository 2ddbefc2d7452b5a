#include "paths/transfer.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "tropical/zmorton.h"

/* A job is a part of the layout that is a rectangle of the matrix: a tile of the Z-Morton layout,
   or a row. */
typedef struct {
  mc_paths_work *w;
  int64_t tiles;      /* in one direction */
  double *distance;   /* row-major: the result */
  const void *from;   /* numbers or vertices, to be copied out */
  int64_t *bad;       /* of each job: its first invalid weight, from 1 on; 0: none */
  double least, most; /* valid weights are in this range, or +Inf */
} transfer;

static int64_t tiles_of(const mc_paths_work *w) {
  return mc_round_up(w->n, w->block) / w->block;
}

static int64_t jobs_of(const transfer *t) {
  return t->w->zmorton ? t->tiles * t->tiles : t->w->n;
}

static mc_tropical_zmorton stretch(const transfer *t, int64_t id) {
  const int64_t n = t->w->n, side = t->w->block;
  if (t->w->zmorton)
    return mc_tropical_zmorton_block(n, n, side, id / t->tiles * side, id % t->tiles * side);
  return (mc_tropical_zmorton){id, 0, id * n, 1, n};
}

static mc_status transfer_all(const mc_site *site, transfer *t, mc_body each) {
  const double n = (double) t->w->n, jobs = (double) jobs_of(t);
  return mc_paths_run_at(site, t->w, 0, jobs_of(t), n * n / jobs, each, t);
}

int64_t mc_paths_place(const mc_paths_work *w, int64_t row, int64_t column) {
  return w->zmorton ? mc_tropical_zmorton_index(w->n, w->n, w->block, row, column)
                    : row * w->n + column;
}

/* ---- in ---- */

/* Valid weights of n vertices: the sum of n of the least ones does not overflow. */
static double most_of(bool single) {
  return single ? (double) FLT_MAX : DBL_MAX;
}

static double least_of(bool single, int64_t n) {
  return -most_of(single) / (double) n;
}

static bool is_weight(double x, double least, double most) {
  return x >= least && (x <= most || isinf(x));
}

static double weight_at(const mc_matrix *w, int64_t at) {
  if (w->type == MC_I32) {
    const int32_t x = ((const int32_t *) w->data)[at];
    return x == INT32_MIN ? (double) INFINITY : x;
  }
  return ((const double *) w->data)[at];
}

/* R's NA_real_ is the NaN with these lower bits. */
static bool is_na(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return x != x && (uint32_t) bits == 1954;
}

/* -0 becomes 0. */
static void put(const transfer *t, int64_t at, double x) {
  if (t->w->job->single)
    ((float *) t->w->number)[at] = (float) x + 0.0F;
  else
    ((double *) t->w->number)[at] = x + 0.0;
}

/* Imports a row of doubles that stay doubles in their order: most graphs are such. */
static int64_t import_row(const transfer *t, int64_t row) {
  const int64_t n = t->w->n;
  const double *from = (const double *) t->w->job->w.data + row * n;
  double *to = (double *) t->w->number + row * n;
  int64_t bad = 0;
  for (int64_t column = 0; column < n; column++) {
    double weight = from[column];
    if (!(weight >= t->least)) {
      if (is_na(weight))
        weight = (double) INFINITY;
      else if (bad == 0)
        bad = row * n + column + 1;
    }
    to[column] = weight + 0.0;
  }
  if (!(to[row] < 0))
    to[row] = 0;
  if (t->w->via != NULL)
    for (int64_t column = 0; column < n; column++)
      t->w->via[row * n + column] = INT32_MIN;
  return bad;
}

MC_BODY(import, const transfer, t, id) {
  if (!t->w->zmorton && !t->w->job->single && t->w->job->w.type == MC_F64) {
    t->bad[id] = import_row(t, id);
    return;
  }
  const mc_tropical_zmorton x = stretch(t, id);
  int64_t to = x.offset, bad = 0;
  for (int64_t row = x.row; row < x.row + x.rows; row++)
    for (int64_t column = x.column; column < x.column + x.columns; column++, to++) {
      const int64_t at = row * t->w->n + column;
      double weight = weight_at(&t->w->job->w, at);
      if (is_na(weight))
        weight = (double) INFINITY;
      if (!is_weight(weight, t->least, t->most) && bad == 0)
        bad = at + 1;
      if (row == column && !(weight < 0))
        weight = 0;
      put(t, to, weight);
      if (t->w->via != NULL)
        t->w->via[to] = INT32_MIN;
    }
  t->bad[id] = bad;
}

mc_status mc_paths_import(mc_paths_work *w, int64_t *bad) {
  transfer t = {.w = w,
                .tiles = tiles_of(w),
                .least = least_of(w->job->single, w->n),
                .most = most_of(w->job->single)};
  t.bad = mc_alloc(w->call->arena, jobs_of(&t), sizeof *t.bad);
  if (t.bad == NULL)
    return MC_ERR_MEMORY;
  MC_TRY(transfer_all(MC_SITE(import), &t, import));
  *bad = 0;
  for (int64_t id = 0; id < jobs_of(&t); id++)
    if (t.bad[id] != 0 && (*bad == 0 || t.bad[id] < *bad))
      *bad = t.bad[id];
  return *bad != 0 ? MC_ERR_ARGUMENT : MC_OK;
}

int64_t mc_paths_import_part(const mc_matrix *w, const mc_paths_part *p, double *to) {
  const double most = most_of(p->single), least = least_of(p->single, p->n);
  int64_t bad = 0;
  for (int64_t row = 0; row < p->rows; row++)
    for (int64_t column = 0; column < p->columns; column++) {
      const int64_t at = row * p->columns + column;
      double weight = weight_at(w, (p->row + row) * w->rows + p->column + column);
      if (is_na(weight))
        weight = (double) INFINITY;
      if (!is_weight(weight, least, most) && bad == 0)
        bad = at + 1;
      if (row + p->diagonal == column && !(weight < 0))
        weight = 0;
      to[at] = p->single ? (double) ((float) weight + 0.0F) : weight + 0.0;
    }
  return bad;
}

/* ---- out ---- */

MC_BODY(export, const transfer, t, id) {
  const mc_tropical_zmorton x = stretch(t, id);
  int64_t from = x.offset;
  for (int64_t row = x.row; row < x.row + x.rows; row++, from += x.columns) {
    double *to = t->distance + row * t->w->n + x.column;
    if (!t->w->job->single)
      memcpy(to, (const double *) t->from + from, (size_t) x.columns * sizeof *to);
    else
      for (int64_t l = 0; l < x.columns; l++)
        to[l] = ((const float *) t->from)[from + l];
  }
}

MC_BODY(export_via, const transfer, t, id) {
  const mc_tropical_zmorton x = stretch(t, id);
  for (int64_t row = 0; row < x.rows; row++)
    memcpy(t->w->via + (x.row + row) * t->w->n + x.column,
           (const int32_t *) t->from + x.offset + row * x.columns,
           (size_t) x.columns * sizeof(int32_t));
}

typedef struct {
  unsigned char *to;
  const unsigned char *from;
  size_t bytes; /* of a job */
} duplicate;

MC_BODY(duplicate_part, const duplicate, d, id) {
  const size_t at = (size_t) id * d->bytes;
  memcpy(d->to + at, d->from + at, d->bytes);
}

/* Copies n x n elements of `size` bytes to w->scratch, and lets t->from point to them. */
static mc_status put_aside(transfer *t, const void *from, int64_t size) {
  duplicate d = {t->w->scratch, from, (size_t) (t->w->n * size)};
  t->from = t->w->scratch;
  return mc_paths_run(t->w, 0, t->w->n, (double) t->w->n, duplicate_part, &d);
}

mc_status mc_paths_export(mc_paths_work *w, double *distance) {
  transfer t = {.w = w, .tiles = tiles_of(w), .distance = distance, .from = w->number};
  if (w->zmorton && !w->job->single)
    MC_TRY(put_aside(&t, w->number, w->tropical.size));
  if (w->zmorton || w->job->single)
    MC_TRY(transfer_all(MC_SITE(export), &t, export));
  if (!w->zmorton || w->via == NULL)
    return MC_OK;
  MC_TRY(put_aside(&t, w->via, sizeof *w->via));
  return transfer_all(MC_SITE(export_via), &t, export_via);
}
