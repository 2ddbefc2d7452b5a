#include "dynprog/accordion_work.h"

#include <string.h>

#include "base/first_touch.h"
#include "base/integers.h"
#include "base/team.h"
#include "tropical/zmorton.h"

enum { SIDE = MC_ACCORDION_SIDE, LANES = MC_ACCORDION_LANES };

/* ---- places ---- */

int64_t mc_accordion_tile_at(const mc_accordion_work *w, int64_t row, int64_t column) {
  const int64_t n = w->tiles * SIDE;
  if (w->layout == MC_ACCORDION_ZMORTON)
    return mc_tropical_zmorton_block(n, n, SIDE, row * SIDE, column * SIDE).offset;
  return row * SIDE * w->stride + column * SIDE;
}

int64_t mc_accordion_apart(const mc_accordion_work *w) {
  return w->layout == MC_ACCORDION_ZMORTON ? SIDE : w->stride;
}

/* S(e, k) is top[k] if 2 k >= n + e. In a chunk the least k of the turn e is 2 e - (32 chunk + 31).
   2 k - e increases with e, so it is enough to look at the first turn of the group. The chunk just
   below the group always reads rows, because some of its k are in the group itself. */
int64_t mc_accordion_table(const mc_accordion_work *w, int64_t group) {
  const int64_t more = 3 * LANES * group - w->n - 2 * (LANES - 1);
  const int64_t lowest = (more >= 0 ? more : more - (2 * LANES - 1)) / (2 * LANES) + 1;
  return mc_min(lowest, group - 1);
}

static int32_t at_groups(const mc_accordion_work *w, int64_t i, int64_t e) {
  const mc_accordion_rows *r = &w->rows[i / LANES];
  if (e >= r->end)
    return w->top.at[e & 1][e / 2];
  return r->number[i % LANES * r->width + e - i / LANES * LANES];
}

int32_t mc_accordion_at(const mc_accordion_work *w, int64_t i, int64_t e) {
  if (w->layout == MC_ACCORDION_PLAIN)
    return w->s32[i * w->stride + e];
  if (w->layout == MC_ACCORDION_GROUPS)
    return at_groups(w, i, e);
  return w
    ->s[mc_accordion_tile_at(w, e / SIDE, i / SIDE) + e % SIDE * mc_accordion_apart(w) + i % SIDE];
}

void mc_accordion_row(const mc_accordion_work *w, int64_t i, int64_t e, int64_t count, int32_t *s) {
  int64_t c = 0;
  if (w->layout == MC_ACCORDION_GROUPS) {
    const mc_accordion_rows *r = &w->rows[i / LANES];
    const uint16_t *x = r->number + i % LANES * r->width + e - i / LANES * LANES;
    for (const int64_t stored = mc_min(count, r->end - e); c < stored; c++)
      s[c] = x[c];
  }
  for (; c < count; c++)
    s[c] = mc_accordion_at(w, i, e + c);
}

/* ---- F ---- */

MC_BODY(fill_row, const mc_accordion_work, w, e) {
  int32_t *f = w->f32 + e * w->stride, count = 0;
  memset(w->s32 + e * w->stride, 0, (size_t) w->stride * sizeof *w->s32);
  memset(f, 0, (size_t) w->stride * sizeof *f);
  for (int64_t k = e + 1; k <= w->n; k++) {
    if (k > e + 1)
      count += mc_accordion_contact(w->job, 2 * e - k, k - 1);
    f[k] = count;
  }
}

/* Fills F and clears S in a tile. Tiles of a row are filled from the diagonal outwards: count[r] is
   the last F of row r in the tile before, and is updated. */
static void fill_tile(const mc_accordion_work *w, int64_t row, int64_t column, uint16_t *count) {
  const int64_t at = mc_accordion_tile_at(w, row, column), apart = mc_accordion_apart(w);
  for (int64_t r = 0; r < SIDE; r++) {
    const int64_t e = row * SIDE + r;
    uint16_t *f = w->f + at + r * apart;
    memset(w->s + at + r * apart, 0, SIDE * sizeof *w->s);
    for (int64_t q = 0; q < SIDE; q++) {
      const int64_t c = column < row ? SIDE - 1 - q : q, x = column * SIDE + c;
      const int64_t d = x < e ? e - x : x - e; /* from the turn */
      if (column == row && (x < e || d == 0)) {
        f[c] = 0; /* fill_tiles() fills the lower half of a diagonal tile */
        continue;
      }
      if (d > 1)
        count[r] = (uint16_t) (count[r] + mc_accordion_contact(w->job, e - d, e + d - 1));
      f[c] = count[r];
    }
  }
}

MC_BODY(fill_tiles, const mc_accordion_work, w, row) {
  const int64_t apart = mc_accordion_apart(w);
  uint16_t count[SIDE] = {0};
  for (int64_t column = row; column < w->tiles; column++)
    fill_tile(w, row, column, count);
  memset(count, 0, sizeof count);
  uint16_t *f = w->f + mc_accordion_tile_at(w, row, row);
  for (int64_t r = 0; r < SIDE; r++)
    for (int64_t d = 1; d <= r; d++) {
      const int64_t e = row * SIDE + r;
      if (d > 1)
        count[r] = (uint16_t) (count[r] + mc_accordion_contact(w->job, e - d, e + d - 1));
      f[r * apart + r - d] = count[r];
    }
  for (int64_t column = row - 1; column >= 0; column--)
    fill_tile(w, row, column, count);
}

/* ---- memory ---- */

/* n rounded up to an odd number of cache lines, of `line` numbers each. */
static int64_t padded(int64_t n, int64_t line) {
  const int64_t lines = mc_round_up(n, line) / line;
  return (lines + 1 - lines % 2) * line;
}

static mc_status make_groups(mc_accordion_work *w) {
  const int64_t groups = w->n / LANES + 1, points = groups * LANES;
  int64_t all = 0;
  w->rows = mc_alloc(w->call->arena, groups, sizeof *w->rows);
  if (w->rows == NULL)
    return MC_ERR_MEMORY;
  for (int64_t g = 0; g < groups; g++) {
    mc_accordion_rows *r = &w->rows[g];
    r->end = (2 * g - mc_accordion_table(w, g) + 2) * LANES; /* behind the last number read */
    r->width = padded(r->end - g * LANES, LANES);
    all += r->width * LANES;
  }
  uint16_t *at = mc_alloc(w->call->arena, all, sizeof *at);
  if (at == NULL)
    return MC_ERR_MEMORY;
  MC_TRY(mc_first_touch(at, all * (int64_t) sizeof *at, w->threads, w->call->monitor));
  for (int64_t g = 0; g < groups; g++) {
    mc_accordion_rows *r = &w->rows[g];
    r->number = at;
    at += r->width * LANES;
    for (int64_t i = 0; i < LANES && r->end > points; i++) /* no strand ends there */
      memset(r->number + i * r->width + points - g * LANES, 0,
             (size_t) (r->end - points) * sizeof *at);
  }
  return MC_OK;
}

mc_status mc_accordion_prepare(mc_accordion_work *w, mc_accordion_layout layout) {
  const int64_t points = w->n + 1;
  mc_monitor *monitor = w->call->monitor;
  mc_arena *arena = w->call->arena;
  w->layout = layout;
  w->tiles = mc_round_up(points, SIDE) / SIDE;
  if (layout == MC_ACCORDION_GROUPS)
    return make_groups(w);
  const double weight = 2 * (double) points * (double) points;
  if (layout == MC_ACCORDION_PLAIN) {
    w->stride = padded(points, 64 / sizeof(int32_t));
    w->s32 = mc_alloc(arena, points * w->stride, sizeof *w->s32);
    w->f32 = mc_alloc(arena, points * w->stride, sizeof *w->f32);
    if (w->s32 == NULL || w->f32 == NULL)
      return MC_ERR_MEMORY;
    return mc_run_each(monitor, w->threads, points, weight / (double) points, fill_row, w);
  }
  w->stride = layout == MC_ACCORDION_ZMORTON ? w->tiles * SIDE
                                             : padded(w->tiles * SIDE, 64 / sizeof(uint16_t));
  w->s = mc_alloc(arena, w->tiles * SIDE * w->stride, sizeof *w->s);
  w->f = mc_alloc(arena, w->tiles * SIDE * w->stride, sizeof *w->f);
  if (w->s == NULL || w->f == NULL)
    return MC_ERR_MEMORY;
  return mc_run_each(monitor, w->threads, w->tiles, weight / (double) w->tiles, fill_tiles, w);
}
