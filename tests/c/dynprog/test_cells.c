/* The order of "auto" (cells.c): steps that use the same tile are in order, whoever takes which
   step when.

   One thread does all steps, divided as for many, and is traced. The kernels are replaced by
   some that put the tiles that they read and write into the trace. Then, of two steps of which one
   writes a tile that the other one uses, the later one has to wait for the earlier one, directly
   or by way of others. No threads race here, so a wait that is missing is always found. */
#include <math.h>
#include <string.h>

#include "base/team.h"
#include "base/threads.h"
#include "base/trace.h"
#include "check.h"
#include "dynprog/parenthesis.h"
#include "guard.h"

enum { SIDE = 64, MOST_TILES = 16, MOST_STEPS = 512, WORDS = MOST_STEPS / 64 };
enum { ROOM = 100000 };

/* ---- kernels that note what they use ---- */

enum { TILES = MOST_TILES * (MOST_TILES + 1) / 2 };
static const void *known[TILES]; /* tiles by number */
static int tiles;

static int number_of(const void *tile) {
  int k = 0;
  while (k < tiles && known[k] != tile)
    k++;
  if (k == tiles && tiles < TILES)
    known[tiles++] = tile;
  return k;
}

/* Both are an instant in the trace (MC_TRACE_add): the tile, and whether it is written. */
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

/* ---- steps, and what each comes after ---- */

typedef uint64_t steps[WORDS]; /* a bit for each */

static bool has(const uint64_t *set, int step) {
  return set[step / 64] >> step % 64 & 1;
}

/* What is known of the steps so far. */
static struct {
  int count;
  steps after[MOST_STEPS]; /* all steps before which one of them has waited for */
  struct {
    int level, height, by;
  } raised[MOST_STEPS]; /* one a step */
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
  CHECK_INT(found, least); /* those who raise a level come before those who need it */
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

/* Steps that finish a cell, and steps ahead of one: every other product. */
static int steps_of(int cells) {
  int count = cells * (cells + 1) / 2;
  for (int e = 0; e < cells; e++)
    for (int far = 1; far < e - 1; far++)
      if (2 * far >= e)
        count += cells - e;
  return count;
}

static void try_one(int n, int cell) {
  mc_kernels kernels = *mc_kernels_active();
  kernels.dynprog_inner_min = inner;
  kernels.dynprog_beside_min = beside;
  kernels.tropical_min_square_f64 = square;
  double *leaf = GUARD_NEW(double, n - 1), *table = GUARD_NEW(double, n *n);
  memset(leaf, 0, (size_t) (n - 1) * sizeof *leaf);
  guard_arena arena = guard_arena_make();
  mc_call call = mc_call_make(&arena.arena, NULL, 4);
  call.kernels = &kernels;
  const mc_dynprog_job job = {.n = n, .leaf = leaf, .algorithm = MC_DYNPROG_AUTO, .cell = cell};
  mc_dynprog_report report;
  int64_t count, dropped;
  tiles = 0;
  CHECK(mc_trace_begin(ROOM));
  CHECK_INT(mc_parenthesize(&job, (double) NAN, table, &report, &call), MC_OK);
  const mc_trace_event *e = mc_trace_end(&count, &dropped);
  CHECK_INT(dropped, 0);
  follow(e, count);
  check_note("n = %d, cells of %d", n, cell);
  CHECK_INT(order.count, steps_of(cells_of(n, cell)));
  const int side = (n + SIDE - 1) / SIDE;
  CHECK_INT(tiles, side * (side + 1) / 2);
  guard_arena_release(&arena);
  guard_free(leaf);
  guard_free(table);
}

static void test_order(void) {
  if (!mc_threads_built()) /* one thread waits for nobody */
    return;
  mc_trace_lane(0);
  mc_threads_set_solo(true);
  for (int cell = 1; cell <= 3; cell++)
    for (int side = 1; side <= MOST_TILES; side++)
      try_one(side * SIDE - side % 3, cell);
  mc_threads_set_solo(false);
  mc_trace_free();
}

static const check_test tests[] = {{"order of steps", test_order}, {0}};
const check_suite suite_cells = {"cells", tests, false, NULL};
