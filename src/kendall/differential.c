#include "kendall/differential.h"

#include <math.h>

#include "base/integers.h"
#include "base/reuse.h"
#include "base/tiles.h"
#include "kendall/difference.h"
#include "kendall/kendall.h"
#include "kendall/plan.h"

enum { CELLS = MC_PAIRS_CELLS };

/* The sink of the runs, which stands between the engine and the inner sink. */
typedef struct {
  mc_kendall_tester tester;   /* first: a pointer to it is a pointer to the whole */
  mc_kendall_answers answers; /* for the inner sink */
  mc_kendall_tester *inner;
  const mc_call *call;           /* of all runs: memory for the inner sink */
  mc_kendall_difference_run run; /* MC_DIFFERENCE_KEEP or MC_DIFFERENCE_B */
  double *tau;                   /* of level a, for a block */
  mc_kendall_difference kept;
  uint8_t *y_plain;   /* for kept.plain.y, in blocks off the diagonal */
  mc_pairs_room room; /* of the block */
  int64_t x0, y0;     /* the first columns of the block */
} relay;

static relay *relay_of(mc_kendall_answers *answers) {
  return (relay *) ((unsigned char *) answers - offsetof(relay, answers));
}

static mc_status begin(mc_pairs_sink *sink, const mc_pairs_shape *shape, const mc_call *call) {
  relay *r = (relay *) sink;
  r->room.shape = shape;
  return mc_kendall_tester_begin(&r->tester, shape, call);
}

static mc_status panel(mc_pairs_sink *sink, const mc_pairs_panel *panel) {
  relay *r = (relay *) sink;
  if (r->run == MC_DIFFERENCE_KEEP)
    mc_kendall_plain_panel(&r->kept.plain, mc_kendall_panel_of(panel));
  return mc_kendall_tester_panel(&r->tester, panel);
}

static void put(mc_pairs_sink *sink, const mc_pairs_tile *tile, int thread) {
  relay *r = (relay *) sink;
  if (r->run == MC_DIFFERENCE_KEEP) {
    double tau[CELLS];
    mc_kendall_tests tests;
    mc_kendall_taus_of(&r->tester.taus, mc_kendall_tile_of(tile), tau);
    mc_pairs_room_keep(&r->room, tile, tau, r->tau);
    if (mc_kendall_plain_tile(&r->kept.plain, &r->room, tile))
      return;
    mc_kendall_inference_of(&r->tester.inference, mc_kendall_tile_of(tile), thread, &tests);
    mc_kendall_difference_keep(&r->kept, &r->room, tile, &tests);
    return;
  }
  mc_kendall_tile moved = *mc_kendall_tile_of(tile);
  moved.at.row += r->x0;
  moved.at.column += r->y0;
  r->inner->sink.put(&r->inner->sink, &moved.at, thread);
}

static mc_status flush(mc_pairs_sink *sink, const mc_call *call) {
  relay *r = (relay *) sink;
  (void) call;
  return r->run == MC_DIFFERENCE_KEEP ? MC_OK : mc_pairs_flush(&r->inner->sink, r->call);
}

/* The tile with its places in the block. */
static mc_kendall_tile in_block(const relay *r, const mc_pairs_tile *tile) {
  mc_kendall_tile own = *mc_kendall_tile_of(tile);
  own.at.row -= r->x0;
  own.at.column -= r->y0;
  return own;
}

static void answer_taus(mc_kendall_answers *answers, const mc_pairs_tile *tile, int thread,
                        double *tau) {
  relay *r = relay_of(answers);
  const mc_kendall_tile t = in_block(r, tile);
  double b[CELLS];
  (void) thread;
  mc_kendall_taus_of(&r->tester.taus, &t, b);
  mc_kendall_difference_taus(&r->kept, r->run, &r->room, &t.at, b, tau);
  for (int i = 0; i < tile->rows; i++)
    for (int j = tile->diagonal ? i : 0; j < tile->columns; j++)
      if (!isnan(tau[tile->stride * i + j]))
        tau[tile->stride * i + j] /= 2;
}

static void answer_tests(mc_kendall_answers *answers, const mc_pairs_tile *tile, int thread,
                         mc_kendall_tests *tests) {
  relay *r = relay_of(answers);
  const mc_kendall_tile t = in_block(r, tile);
  mc_kendall_inference_of(&r->tester.inference, &t, thread, tests);
  mc_kendall_difference_tests(&r->kept, r->run, &r->room, &t.at, tests, tests->z, tests->p);
}

/* ---- blocks ---- */

typedef struct {
  const mc_kendall_differential_job *job;
  mc_kendall_report *report;
  relay relay;
  mc_reuse reuse;
  int threads; /* of every block: sinks have room for so many */
  int64_t constant_pairs;
  double done, all; /* pairs of columns */
} run;

static mc_status run_level(run *k, const mc_kendall_request *level, const mc_columns *again,
                           const mc_tile *block, double share) {
  relay *r = &k->relay;
  mc_kendall_request request = *level;
  mc_monitor_part part;
  mc_monitor_part_begin(&part, r->call->monitor, k->done, share);
  mc_call call = *r->call;
  call.arena = &k->reuse.arena;
  call.threads = k->threads;
  call.monitor = &part.monitor;
  mc_reuse_again(&k->reuse);
  request.symmetric = level->symmetric && block->row0 == block->column0;
  request.of_one = level->symmetric && !request.symmetric;
  MC_TRY(mc_columns_slice(&request.x, &level->x, block->row0, block->row1 - block->row0,
                          r->call->arena, call.arena));
  if (!request.symmetric)
    MC_TRY(mc_columns_slice(&request.y, level->symmetric ? again : &level->y, block->column0,
                            block->column1 - block->column0, r->call->arena, call.arena));
  MC_TRY(mc_kendall_run(&request, &r->tester.sink, k->report, &call));
  k->constant_pairs += atomic_load(&r->tester.taus.constant_pairs);
  k->done += share;
  return MC_OK;
}

static mc_status run_blocks(run *k, int64_t side) {
  const mc_kendall_differential_job *job = k->job;
  const mc_kendall_request *a = &job->a;
  relay *r = &k->relay;
  const int64_t y_columns = a->symmetric ? a->x.columns : a->y.columns;
  const mc_grid grid = mc_grid_make(a->x.columns, y_columns, side, a->symmetric);
  const double rows = (double) (job->a.x.rows + job->b.x.rows);
  const double pairs = a->symmetric ? (double) a->x.columns * (double) (a->x.columns + 1) / 2
                                    : (double) a->x.columns * (double) y_columns;
  for (int64_t id = 0; id < grid.tiles; id++) {
    const mc_tile block = mc_grid_tile(&grid, id);
    const double x = (double) (block.row1 - block.row0);
    const double y = (double) (block.column1 - block.column0);
    const double share = (block.diagonal ? x * (x + 1) / 2 : x * y) / pairs;
    const double of_a = share * (double) job->a.x.rows / rows;
    r->x0 = block.row0;
    r->y0 = block.column0;
    r->kept.plain.y = a->symmetric && block.diagonal ? r->kept.plain.x : r->y_plain;
    r->run = MC_DIFFERENCE_KEEP;
    MC_TRY(run_level(k, &job->a, &job->a_again, &block, of_a));
    r->run = MC_DIFFERENCE_B;
    MC_TRY(run_level(k, &job->b, &job->b_again, &block, share - of_a));
  }
  return MC_OK;
}

/* Room for the numbers of level a, of `rows` rows, in blocks of up to x times y columns. */
static mc_status make_room(relay *r, int64_t x, int64_t y, int64_t rows) {
  double **of[] = {&r->tau, &r->kept.variance, &r->kept.value};
  for (int k = 0; k < 3; k++) {
    *of[k] = mc_alloc(r->call->arena, x * y, sizeof(double));
    if (*of[k] == NULL)
      return MC_ERR_MEMORY;
  }
  r->kept.tau = r->tau;
  MC_TRY(mc_kendall_plain_make(&r->kept.plain, x, y, rows, r->call->arena));
  r->y_plain = r->kept.plain.y;
  return MC_OK;
}

/* The threads that a run over all pairs of a level would have. */
static mc_status threads_of(const mc_kendall_request *level, const mc_pairs_sink *sink,
                            const mc_call *call, int *threads) {
  mc_kendall_plan plan;
  MC_TRY(mc_kendall_plan_make(&plan, level, sink, call));
  *threads = (int) mc_max(*threads, plan.shape.threads);
  return MC_OK;
}

mc_status mc_kendall_differential(const mc_kendall_differential_job *job, mc_kendall_tester *tester,
                                  mc_kendall_report *report, const mc_call *call) {
  const mc_kendall_request *a = &job->a;
  const int64_t y_columns = a->symmetric ? a->x.columns : a->y.columns;
  const int64_t side = job->block > 0 ? job->block : MC_KENDALL_BLOCK;
  const bool counted = a->x.rows > 1 && job->b.x.rows > 1;
  mc_kendall_test_options options = tester->options;
  options.spread = options.sums = options.only_sums = true;
  const mc_pairs_sink sink = {.begin = begin, .panel = panel, .put = put, .flush = flush};
  run k = {.job = job,
           .report = report,
           .threads = 1,
           .relay = {.tester = mc_kendall_tester_make(sink, options, tester->na),
                     .answers = {answer_taus, answer_tests},
                     .inner = tester,
                     .call = call,
                     .kept = {.alternative = options.alternative,
                              .na = tester->na,
                              .first_rows = a->x.rows,
                              .second_rows = job->b.x.rows}}};
  relay *r = &k.relay;
  if (counted) {
    MC_TRY(threads_of(a, &r->tester.sink, call, &k.threads));
    MC_TRY(threads_of(&job->b, &r->tester.sink, call, &k.threads));
  }
  const mc_pairs_shape whole = {.n = counted ? mc_min(a->x.rows, job->b.x.rows) : 0,
                                .x_columns = a->x.columns,
                                .y_columns = y_columns,
                                .symmetric = a->symmetric,
                                .of_one = a->symmetric,
                                .pairwise = a->use == MC_USE_PAIRWISE,
                                .threads = k.threads};
  *report = (mc_kendall_report){.algorithm = a->algorithm, .threads = k.threads};
  mc_kendall_tail tail;
  MC_TRY(mc_kendall_tail_make(&tail, call->arena));
  r->kept.tail = &tail;
  mc_reuse_begin(&k.reuse, call->arena);
  tester->answers = &r->answers;
  mc_status status =
    tester->sink.begin == NULL ? MC_OK : tester->sink.begin(&tester->sink, &whole, call);
  if (status == MC_OK && counted && a->x.columns > 0 && y_columns > 0) {
    status = make_room(r, mc_min(side, a->x.columns), mc_min(side, y_columns), a->x.rows);
    if (status == MC_OK)
      status = mc_kendall_difference_tables(&r->kept, a->x.columns * y_columns, call);
    if (status == MC_OK)
      status = run_blocks(&k, side);
  }
  report->constant_pairs = k.constant_pairs;
  if (status == MC_OK && tester->sink.finish != NULL)
    status = tester->sink.finish(&tester->sink, call);
  tester->answers = NULL; /* the answers end with this function */
  return status;
}
