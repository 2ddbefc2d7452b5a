/* Floyd-Warshall by recursive divide and conquer on a Z-Morton layout (CORDAC: Tithi et
   al., sections II and III; the functions are those of their reference for it).

     A(K)        the distances among the vertices K, over K
       A(K1);  B(K1, K2), C(K2, K1);  D(K2, K2, K1);
       A(K2);  B(K2, K1), C(K1, K2);  D(K1, K1, K2)
     B(K, J)     those from K to J, over K, when A(K) is done
       for both halves J' of J:  B(K1, J');  D(K2, J', K1);  B(K2, J');  D(K1, J', K2)
     C(I, K)     those from I to K, over K: the mirror image of B
     D(I, J, K)  those from I to J, over K: nothing that it writes is read
       for both halves of K, one after the other, all quarters of I x J

   down to tiles of `block` x `block`, in the order of the layout, by tasks. The
   tile kernels read packed copies of their operands (panel.h; the paper's
   copy-optimization), which A, B and C leave for D: of a matrix of t x t tiles those of
   the steps of half of it at most, 2 t (t / 2) tiles. So at the top A, B, C, D take turns
   over such parts of the vertices. */

#include "paths/recursive.h"

#include "base/integers.h"
#include "base/tasks.h"
#include "paths/panel.h"
#include "tropical/zmorton.h"

enum { LANES = MC_TROPICAL_LANES };

/* Tiles [first, first + count) in one direction. */
typedef struct {
  int64_t first, count;
} range;

typedef enum { A, B, C, D } function;
typedef struct {
  function f;
  range i, j, k; /* i: rows, j: columns of what is written; k: steps */
} call;

typedef struct {
  mc_paths_work *w;
  int64_t tiles;                 /* in one direction */
  range part;                    /* of the steps, whose panels there are */
  int64_t part_size;             /* tiles of a part */
  unsigned char *rows, *columns; /* [step tile of the part][tile], [tile][step tile] */
  int64_t region;                /* tiles in one direction that tasks take on */
  double weight;                 /* of a call for one tile */
} work;

/* ---- tiles ---- */

static mc_paths_part tile_at(const work *c, int64_t i, int64_t j) {
  const int64_t side = c->w->block;
  const mc_zmorton x = mc_zmorton_block(c->w->n, c->w->n, side, i * side, j * side);
  return (mc_paths_part){(unsigned char *) c->w->number + x.offset * c->w->kernels.size,
                         c->w->via == NULL ? NULL : c->w->via + x.offset, x.columns, x.rows,
                         x.columns};
}

static int64_t steps_of(const work *c, int64_t k) {
  return mc_min(c->w->block, c->w->steps - k * c->w->block);
}

/* The panels of a tile, of one group after the other. */
static unsigned char *panels_at(const work *c, unsigned char *panels, int64_t number) {
  return panels + number * c->w->block * c->w->block * c->w->kernels.size;
}

static unsigned char *rows_at(const work *c, int64_t k, int64_t j) {
  return panels_at(c, c->rows, (k - c->part.first) * c->tiles + j);
}

static unsigned char *columns_at(const work *c, int64_t i, int64_t k) {
  return panels_at(c, c->columns, i * c->part_size + k - c->part.first);
}

static unsigned char *group_of(const work *c, unsigned char *panels, int64_t group) {
  return panels + group * c->w->block * LANES * c->w->kernels.size;
}

/* ---- the functions on single tiles ---- */

static void product(const work *c, int64_t i, int64_t j, int64_t k) {
  const mc_paths_part x = tile_at(c, i, j);
  for (int64_t row = 0; row < x.rows; row += LANES)
    for (int64_t column = 0; column < x.columns; column += LANES) {
      const mc_paths_part part = mc_paths_part_at(&x, c->w->kernels.size, row, column,
                                                  mc_min(LANES, x.rows - row),
                                                  mc_min(LANES, x.columns - column));
      mc_paths_product(c->w, &part, group_of(c, columns_at(c, i, k), row / LANES),
                       group_of(c, rows_at(c, k, j), column / LANES), steps_of(c, k),
                       (int32_t) (k * c->w->block) + 1);
    }
}

static void pack_rows(const work *c, int64_t k, int64_t j) {
  const mc_paths_part x = tile_at(c, k, j);
  for (int64_t column = 0; column < x.columns; column += LANES) {
    const mc_paths_part part =
      mc_paths_part_at(&x, c->w->kernels.size, 0, column, steps_of(c, k),
                       mc_min(LANES, x.columns - column));
    mc_paths_pack_rows(c->w, &part, group_of(c, rows_at(c, k, j), column / LANES));
  }
}

static void pack_columns(const work *c, int64_t i, int64_t k) {
  const mc_paths_part x = tile_at(c, i, k);
  for (int64_t row = 0; row < x.rows; row += LANES) {
    const mc_paths_part part = mc_paths_part_at(&x, c->w->kernels.size, row, 0,
                                                mc_min(LANES, x.rows - row), steps_of(c, k));
    mc_paths_pack_columns(c->w, &part, group_of(c, columns_at(c, i, k), row / LANES));
  }
}

static void tile_a(const work *c, int64_t k) {
  const int64_t d = steps_of(c, k), step = c->w->block * LANES, vertices = tile_at(c, k, k).rows;
  unsigned char *rows = rows_at(c, k, k), *columns = columns_at(c, k, k);
  pack_rows(c, k, k);
  pack_columns(c, k, k);
  const int64_t good = mc_paths_solve_diagonal(c->w, rows, columns, step, d);
  if (good < d) {
    c->w->negative = k * c->w->block + good + 1;
    return;
  }
  for (int64_t j = mc_round_up(d, LANES); j < vertices; j += LANES) { /* without steps */
    mc_paths_solve_panel(c->w, columns, step, d, group_of(c, rows, j / LANES));
    mc_paths_solve_panel(c->w, rows, step, d, group_of(c, columns, j / LANES));
  }
  product(c, k, k, k);
}

static void tile_b(const work *c, int64_t k, int64_t j) {
  const int64_t columns = tile_at(c, k, j).columns;
  pack_rows(c, k, j);
  for (int64_t column = 0; column < columns; column += LANES)
    mc_paths_solve_panel(c->w, columns_at(c, k, k), c->w->block * LANES, steps_of(c, k),
                         group_of(c, rows_at(c, k, j), column / LANES));
  product(c, k, j, k);
}

static void tile_c(const work *c, int64_t i, int64_t k) {
  const int64_t rows = tile_at(c, i, k).rows;
  pack_columns(c, i, k);
  for (int64_t row = 0; row < rows; row += LANES)
    mc_paths_solve_panel(c->w, rows_at(c, k, k), c->w->block * LANES, steps_of(c, k),
                         group_of(c, columns_at(c, i, k), row / LANES));
  product(c, i, k, k);
}

static void on_tile(const work *c, call t) {
  if (c->w->negative != 0)
    return;
  switch (t.f) {
  case A:
    tile_a(c, t.k.first);
    break;
  case B:
    tile_b(c, t.k.first, t.j.first);
    break;
  case C:
    tile_c(c, t.i.first, t.k.first);
    break;
  default:
    product(c, t.i.first, t.j.first, t.k.first);
  }
}

/* ---- the recursion ---- */

/* Calls in the order in which they have to be done; those of one wave are independent. */
enum { MOST_CALLS = 8 };
typedef struct {
  call one[MOST_CALLS];
  int wave[MOST_CALLS];
  int count;
} calls;

static void add(calls *all, int wave, function f, range i, range j, range k) {
  if (i.count == 0 || j.count == 0 || k.count == 0)
    return;
  all->one[all->count] = (call){f, i, j, k};
  all->wave[all->count++] = wave;
}

static int64_t extent(const call *t) {
  int64_t n = t->i.count > t->j.count ? t->i.count : t->j.count;
  return n > t->k.count ? n : t->k.count;
}

static void cut(range r, int64_t at, range half[2]) {
  const int64_t first = mc_min(at, r.count);
  half[0] = (range){r.first, first};
  half[1] = (range){r.first + first, r.count - first};
}

static calls split(const call *t) {
  const int64_t at = mc_zmorton_cut(extent(t));
  range i[2], j[2], k[2];
  cut(t->i, at, i);
  cut(t->j, at, j);
  cut(t->k, at, k);
  calls all = {.count = 0};
  int wave = 0;
  for (int h = 0; h < 2; h++) { /* half of the steps, and the other one */
    const range now = k[h], other = k[1 - h];
    switch (t->f) {
    case A:
      add(&all, wave++, A, now, now, now);
      add(&all, wave, B, now, other, now);
      add(&all, wave++, C, other, now, now);
      add(&all, wave++, D, other, other, now);
      break;
    case B:
      for (int q = 0; q < 2; q++)
        add(&all, wave, B, now, j[q], now);
      wave++;
      for (int q = 0; q < 2; q++)
        add(&all, wave, D, other, j[q], now);
      wave++;
      break;
    case C:
      for (int q = 0; q < 2; q++)
        add(&all, wave, C, i[q], now, now);
      wave++;
      for (int q = 0; q < 2; q++)
        add(&all, wave, D, i[q], other, now);
      wave++;
      break;
    default:
      for (int q = 0; q < 4; q++)
        add(&all, wave, D, i[q / 2], j[q % 2], now);
      wave++;
    }
  }
  return all;
}

/* A call as a task. */
typedef struct {
  const work *c;
  call t;
} visited;

static void visit(mc_tasks *tasks, const void *argument) {
  const visited *v = argument;
  if (extent(&v->t) == 1) {
    on_tile(v->c, v->t);
    return;
  }
  const calls all = split(&v->t);
  mc_task_group wave = {0};
  for (int n = 0; n < all.count; n++) {
    const visited next = {v->c, all.one[n]};
    const bool last = n + 1 == all.count || all.wave[n + 1] != all.wave[n];
    if (!last) {
      mc_tasks_add(tasks, &wave, visit, &next, sizeof next);
    } else {
      visit(tasks, &next);
      mc_tasks_wait(tasks, &wave);
    }
  }
}

/* Outside: large calls one after the other, on the main thread. */
static mc_status descend(const work *c, call t) {
  if (t.i.count == 0 || t.j.count == 0 || t.k.count == 0)
    return MC_OK;
  if (extent(&t) > c->region) {
    const calls all = split(&t);
    mc_status status = MC_OK;
    for (int n = 0; n < all.count && status == MC_OK; n++)
      status = descend(c, all.one[n]);
    return status;
  }
  const visited all = {c, t};
  mc_tasks_run(c->w->threads, visit, &all);
  if (c->w->negative != 0)
    return MC_ERR_CYCLE;
  const double work = (double) t.i.count * (double) t.j.count * (double) t.k.count;
  return mc_monitor_step(c->w->call->monitor, c->weight * work);
}

/* ---- the top ---- */

/* Half of the tiles at most, a power of two, so that parts are quadrants. */
static int64_t part_size_of(int64_t tiles) {
  int64_t q = 1;
  while (4 * q <= tiles)
    q *= 2;
  return q;
}

static int64_t tiles_of(int64_t n, int64_t block) {
  return mc_round_up(n, block) / block;
}

int64_t mc_paths_recursive_scratch(int64_t n, int64_t block) {
  const int64_t tiles = tiles_of(n, block);
  return 2 * part_size_of(tiles) * tiles * block * block;
}

/* The tiles of a part, of the current one those without steps (there are such when there
   are fewer steps than vertices). */
static range others(const work *c, int64_t first) {
  const int64_t end = mc_min(first + c->part_size, c->tiles);
  if (first == c->part.first)
    first += c->part.count;
  return (range){first, end - first};
}

static mc_status all_functions(work *c) {
  const range k = c->part;
  mc_status status = descend(c, (call){A, k, k, k});
  for (int64_t j = 0; j < c->tiles && status == MC_OK; j += c->part_size)
    status = descend(c, (call){B, k, others(c, j), k});
  for (int64_t i = 0; i < c->tiles && status == MC_OK; i += c->part_size)
    status = descend(c, (call){C, others(c, i), k, k});
  for (int64_t i = 0; i < c->tiles; i += c->part_size)
    for (int64_t j = 0; j < c->tiles && status == MC_OK; j += c->part_size)
      status = descend(c, (call){D, others(c, i), others(c, j), k});
  return status;
}

mc_status mc_paths_recursive(mc_paths_work *w) {
  work c = {.w = w, .tiles = tiles_of(w->n, w->block), .region = 1};
  /* A tenth of a second or two; but two tiles in each direction, for several threads. */
  const double most = w->job->poll_every > 0 ? w->job->poll_every : 1e9 * w->threads;
  for (double side = 2 * (double) w->block;
       side * side * side <= most || (c.region == 1 && w->job->poll_every == 0); side *= 2)
    c.region *= 2;
  c.part_size = part_size_of(c.tiles);
  c.rows = w->scratch;
  c.columns = panels_at(&c, c.rows, c.part_size * c.tiles);
  /* of the last part, only the tiles of steps that there are */
  const int64_t last = tiles_of(w->steps, w->block);
  c.weight = (double) (w->n * w->n) * (double) w->steps /
             ((double) (c.tiles * c.tiles) * (double) last);
  mc_status status = MC_OK;
  for (int64_t first = 0; first < last && status == MC_OK; first += c.part_size) {
    c.part = (range){first, mc_min(c.part_size, last - first)};
    status = all_functions(&c);
  }
  return status;
}
