/* The orders of "auto" (cells.c, candidates.c, gap_cells.c, accordion_groups.c): two steps that use
   the same tile are in order, whichever threads take them and whenever.

   One thread does all steps, divided as for many threads, and is traced. Instead of the kernels,
   functions put the tiles that a kernel reads and writes into the trace. If one of two steps writes
   a tile that the other one reads or writes, the later step must wait for the earlier one, directly
   or through other steps. No threads race here, so this test always finds a missing wait. */
#include <math.h>
#include <string.h>

#include "base/team.h"
#include "base/threads.h"
#include "base/trace.h"
#include "check.h"
#include "dynprog/accordion.h"
#include "dynprog/gap.h"
#include "dynprog/parenthesis.h"
#include "guard.h"

enum { SIDE = 64, MOST_TILES = 16, MOST_STEPS = 512, WORDS = MOST_STEPS / 64 };
enum { ROOM = 100000 };

/* ---- kernels that note the tiles that they use ---- */

enum { TILES = 1200 };
static const void *known[TILES]; /* tiles, bounds, states and tops, by number */
static int tiles;

static int number_of(const void *tile) {
  int k = 0;
  while (k < tiles && known[k] != tile)
    k++;
  if (k == tiles && tiles < TILES)
    known[tiles++] = tile;
  return k;
}

/* Puts an instant into the trace (MC_TRACE_add): the tile, and whether it is written. */
static void note(const void *tile, bool written) {
  mc_trace_add(MC_TRACE_add, MC_SITE(tile), mc_trace_now(), number_of(tile), written);
}

static void inner(const mc_dynprog_block *t) {
  note(t->x, true);
}

static void beside(const mc_dynprog_block *t) {
  note(t->a, false);
  note(t->b, false);
  note(t->x, true);
}

static void square(const void *a, const void *b, void *c, int64_t rows) {
  (void) rows;
  note(a, false);
  note(b, false);
  note(c, true);
}

/* The tiles of candidates, by row and column. A block tells its row and column by its numbers p,
   which follow those of tile (0, 0). */
static const double *chain_p;
static const void *chain_tile[MOST_TILES][MOST_TILES];

static void inner_chain(const mc_dynprog_block *t) {
  if (tiles == 0)
    chain_p = t->p_row;
  const int64_t j = (t->p_row - chain_p) / SIDE;
  chain_tile[j][j] = t->x;
  note(t->x, true);
}

/* The far steps may read all tiles of the row and of the column between. Their kernel gets
   copies. */
static void beside_chain(const mc_dynprog_block *t) {
  const int64_t j = (t->p_row - chain_p) / SIDE, i = (t->p_column - chain_p) / SIDE;
  for (int64_t k = i + 1; k < j; k++) {
    note(chain_tile[j][k], false);
    note(chain_tile[k][i], false);
  }
  chain_tile[j][i] = t->x;
  beside(t);
}

/* A tile's pairs also read the tile above, the tile before and the one before that above. */
static const mc_gap_work *gap_work;

static void note_neighbour(int64_t row, int64_t column) {
  if (row >= 0 && column >= 0)
    note(mc_gap_tile_at(gap_work, row, column).x, false);
}

static void gap_inner(const mc_gap_block *t) {
  int64_t at = 0;
  while (gap_work->g + gap_work->offset[at] != t->x)
    at++;
  const int64_t row = at / gap_work->across, column = at % gap_work->across;
  note_neighbour(row - 1, column);
  note_neighbour(row, column - 1);
  note_neighbour(row - 1, column - 1);
  note(t->x, true);
}

/* Costs are operands, too; nobody writes them. */
static void gap_product(const mc_gap_block *t) {
  note(t->a.at, false);
  note(t->b.at, false);
  note(t->x, true);
}

/* The tiles of accordions are: the strands that start in a group of 32 starts and end in a turn
   group; the bounds of a chunk; the state and the scores `top` of a turn group. */
enum { LANES = MC_ACCORDION_LANES };
static int64_t residues, turn_groups;

static void note_strands(const mc_accordion_group *t, int64_t start, int64_t turn, bool written) {
  if (turn < turn_groups)
    note(t->rows[start].number + (turn - start) * LANES, written);
}

static void note_bound(const mc_accordion_group *t, int64_t chunk, bool written) {
  note(t->bound + (chunk - t->table) * LANES, written);
}

static void note_top(const mc_accordion_group *t, int64_t turn, bool written) {
  if (turn < turn_groups)
    note(t->top.at[0] + turn * LANES / 2, written);
}

static void note_window(const mc_accordion_group *t, int64_t chunk) {
  const int64_t group = t->first / LANES;
  for (int64_t turn = 2 * group - chunk - 1; turn <= 2 * group - chunk + 1; turn++)
    note_strands(t, group, turn, false);
}

/* The last step of a turn group puts `top`, from that of the next turn group, unless all of its
   turns are so early that they have none. */
static void note_last_step(const mc_accordion_group *t) {
  if (2 * (t->first + LANES - 1) < residues)
    return;
  note_top(t, t->first / LANES + 1, false);
  note_top(t, t->first / LANES, true);
}

/* The step of the first bounds also begins them, by `after`. */
static void accordion_bounds(const mc_accordion_group *t, int64_t from, int64_t to) {
  const int64_t group = t->first / LANES;
  for (int64_t turn = 2 * group - from; from == t->table && turn < turn_groups; turn++)
    note_top(t, turn, false);
  note_bound(t, from, from == t->table);
  for (int64_t chunk = from; chunk < to; chunk++) {
    note_window(t, chunk);
    note_bound(t, chunk + 1, true);
  }
}

static void accordion_triangle(const mc_accordion_group *t, int64_t from) {
  accordion_bounds(t, from, t->first / LANES);
  note_strands(t, t->first / LANES, t->first / LANES, true);
  note(t->state, true);
  if (t->first == 0)
    note_last_step(t);
}

static void accordion_strands(const mc_accordion_group *t, int64_t from, int64_t to) {
  const int64_t group = t->first / LANES;
  note(t->state, true);
  for (int64_t chunk = from; chunk >= to; chunk--) {
    if (chunk >= t->table) {
      note_window(t, chunk);
      note_bound(t, chunk, false);
    }
    for (int64_t turn = 2 * group - chunk - 1; chunk < t->table && turn < turn_groups; turn++)
      note_top(t, turn, false);
    note_strands(t, chunk, group, true);
  }
  if (to == 0 || t->rows[to - 1].end <= t->first)
    note_last_step(t);
}

/* ---- steps, and the steps that each of them has waited for ---- */

typedef uint64_t steps[WORDS]; /* a bit for each step */

static bool has(const uint64_t *set, int step) {
  return set[step / 64] >> step % 64 & 1;
}

/* The steps so far. */
static struct {
  int count;
  steps after[MOST_STEPS]; /* the steps that a step has waited for, directly or through others */
  struct {
    int level, height;
  } raised[MOST_STEPS]; /* each step raises one level */
  struct {
    bool read, written;
  } used[MOST_STEPS][TILES];
} order;

static void add_need(int64_t level, int64_t least) {
  int64_t found = 0;
  for (int s = 0; s < order.count; s++)
    if (order.raised[s].level == level && order.raised[s].height <= least) {
      for (int k = 0; k < WORDS; k++)
        order.after[order.count][k] |= order.after[s][k];
      order.after[order.count][s / 64] |= UINT64_C(1) << s % 64;
      found++;
    }
  CHECK_INT(found, least); /* steps that raise a level come before steps that need it */
}

static void end_step(void) {
  const int s = order.count++;
  for (int tile = 0; tile < tiles; tile++)
    for (int other = 0; other < s; other++)
      if ((order.used[s][tile].written && order.used[other][tile].read) ||
          (order.used[s][tile].written && order.used[other][tile].written) ||
          (order.used[s][tile].read && order.used[other][tile].written)) {
        check_note("steps %d and %d, tile %d", other, s, tile);
        CHECK(has(order.after[s], other));
      }
}

/* The events of a step come before the step itself. */
static void follow(const mc_trace_event *e, int64_t count) {
  memset(&order, 0, sizeof order);
  for (int64_t k = 0; k < count && order.count < MOST_STEPS; k++, e++)
    switch (e->kind) {
    case MC_TRACE_need: add_need(e->first, e->last); break;
    case MC_TRACE_add:
      if (e->last)
        order.used[order.count][e->first].written = true;
      else
        order.used[order.count][e->first].read = true;
      break;
    case MC_TRACE_raise:
      order.raised[order.count].level = (int) e->first;
      order.raised[order.count].height = (int) e->last;
      break;
    case MC_TRACE_step:
      if (strcmp(e->body, "do_step") == 0)
        end_step();
      break;
    default: break;
    }
  CHECK(order.count < MOST_STEPS);
}

/* ---- runs ---- */

static int cells_of(int n, int cell) {
  return (n + cell * SIDE - 1) / (cell * SIDE);
}

/* The number of steps: those that finish a cell and those that make products ahead. */
static int steps_of(int cells) {
  int count = cells * (cells + 1) / 2;
  for (int e = 0; e < cells; e++)
    for (int far = 1; far < e - 1; far++)
      if (2 * far >= e)
        count += cells - e;
  return count;
}

/* Follows the steps of a parenthesization, which use every tile. */
static mc_dynprog_report follow_parenthesization(const mc_dynprog_job *job,
                                                 const mc_kernels *kernels) {
  double *table = GUARD_NEW(double, job->n * job->n);
  guard_arena arena = guard_arena_make();
  mc_call call = mc_call_make(&arena.arena, NULL, 4);
  call.kernels = kernels;
  mc_dynprog_report report;
  int64_t count, dropped;
  tiles = 0;
  CHECK(mc_trace_begin(ROOM));
  CHECK_INT(mc_parenthesize(job, (double) NAN, table, &report, &call), MC_OK);
  const mc_trace_event *e = mc_trace_end(&count, &dropped);
  CHECK_INT(dropped, 0);
  follow(e, count);
  const int side = cells_of((int) job->n, 1);
  CHECK_INT(tiles, side * (side + 1) / 2);
  guard_arena_release(&arena);
  guard_free(table);
  return report;
}

static void try_one(int n, int cell) {
  mc_kernels kernels = *mc_kernels_active();
  kernels.dynprog_inner_min = inner;
  kernels.dynprog_beside_min = beside;
  kernels.tropical_min_square_f64 = square;
  const mc_dynprog_job job = {.n = n, .algorithm = MC_DYNPROG_AUTO, .cell = cell};
  check_note("n = %d, cells of %d", n, cell);
  (void) follow_parenthesization(&job, &kernels);
  CHECK_INT(order.count, steps_of(cells_of(n, cell)));
}

static void try_candidates(int n) {
  mc_kernels kernels = *mc_kernels_active();
  kernels.dynprog_inner_chain = inner_chain;
  kernels.dynprog_beside_chain = beside_chain;
  double *p = GUARD_NEW(double, n);
  for (int k = 0; k < n; k++)
    p[k] = 1 + k % 7;
  const mc_dynprog_job job = {.n = n,
                              .weight = MC_DYNPROG_WEIGHT_CHAIN,
                              .p = p,
                              .algorithm = MC_DYNPROG_AUTO,
                              .candidates = true};
  check_note("n = %d, candidates", n);
  CHECK(follow_parenthesization(&job, &kernels).candidates);
  CHECK_INT(order.count, cells_of(n, 1) * (cells_of(n, 1) + 1) / 2);
  guard_free(p);
}

static void try_gap(int m, int n, int high, int wide) {
  mc_kernels kernels = *mc_kernels_active();
  kernels.gap_inner_min = gap_inner;
  kernels.gap_product_min = gap_product;
  const int most = m > n ? m : n;
  int32_t *symbol = GUARD_NEW(int32_t, most);
  double *gap = GUARD_NEW(double, most);
  memset(symbol, 0, (size_t) most * sizeof *symbol);
  memset(gap, 0, (size_t) most * sizeof *gap);
  guard_arena arena = guard_arena_make();
  mc_call call = mc_call_make(&arena.arena, NULL, 4);
  call.kernels = &kernels;
  const mc_gap_job job = {.m = m,
                          .n = n,
                          .x = symbol,
                          .y = symbol,
                          .gap_x = {gap, false},
                          .gap_y = {gap, false},
                          .algorithm = MC_DYNPROG_AUTO,
                          .cell_rows = high,
                          .cell_columns = wide};
  mc_dynprog_report report;
  mc_gap_work w;
  int64_t count, dropped;
  tiles = 0;
  gap_work = &w;
  CHECK(mc_trace_begin(ROOM));
  CHECK_INT(mc_gap_align(&w, &job, &report, &call), MC_OK);
  const mc_trace_event *e = mc_trace_end(&count, &dropped);
  CHECK_INT(dropped, 0);
  follow(e, count);
  check_note("%d x %d, cells of %d x %d", m, n, high, wide);
  CHECK(order.count >= cells_of(m + 1, high) * cells_of(n + 1, wide));
  guard_arena_release(&arena);
  guard_free(symbol);
  guard_free(gap);
}

static void try_accordion(int64_t n) {
  mc_kernels kernels = *mc_kernels_active();
  kernels.dynprog_accordion_bounds = accordion_bounds;
  kernels.dynprog_accordion_triangle = accordion_triangle;
  kernels.dynprog_accordion_strands = accordion_strands;
  uint8_t *hydrophobic = GUARD_NEW(uint8_t, n);
  memset(hydrophobic, 0, (size_t) n);
  guard_arena arena = guard_arena_make();
  mc_call call = mc_call_make(&arena.arena, NULL, 4);
  call.kernels = &kernels;
  const mc_accordion_job job = {.n = n, .hydrophobic = hydrophobic, .algorithm = MC_DYNPROG_AUTO};
  mc_accordion_report report;
  int64_t count, dropped;
  tiles = 0;
  residues = n;
  turn_groups = n / LANES + 1;
  CHECK(mc_trace_begin(ROOM));
  CHECK_INT(mc_accordion(&job, NULL, &report, &call), MC_OK);
  const mc_trace_event *e = mc_trace_end(&count, &dropped);
  CHECK_INT(dropped, 0);
  follow(e, count);
  check_note("n = %d", (int) n);
  CHECK(order.count >= turn_groups && tiles < TILES);
  guard_arena_release(&arena);
  guard_free(hydrophobic);
}

static void test_order(void) {
  if (!mc_threads_built()) /* in a build without threads no step waits */
    return;
  mc_trace_lane(0);
  mc_threads_set_solo(true);
  for (int cell = 1; cell <= 3; cell++)
    for (int side = 1; side <= MOST_TILES; side++)
      try_one(side * SIDE - side % 3, cell);
  for (int side = 2; side <= MOST_TILES; side++)
    try_candidates(side * SIDE - side % 3);
  for (int cell = 1; cell <= 3; cell++)
    for (int side = 1; side <= 8; side++) {
      try_gap(side * SIDE - 1, side * SIDE - 1, cell, cell);
      try_gap(side * SIDE - 1, 3 * SIDE, cell, 1);
      try_gap(2 * SIDE, side * SIDE - 1, 1, cell);
    }
  for (int64_t groups = 1; groups <= 24; groups += 1 + groups / 4)
    for (int64_t more = 0; more < LANES; more += 15)
      try_accordion(groups * LANES + more);
  mc_threads_set_solo(false);
  mc_trace_free();
}

static const check_test tests[] = {{"order of steps", test_order}, {0}};
const check_suite suite_cells = {"cells", tests, false, NULL};
