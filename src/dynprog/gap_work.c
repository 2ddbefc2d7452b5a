#include "dynprog/gap_work.h"

#include "base/integers.h"
#include "tropical/panel.h"

enum { SIDE = MC_DYNPROG_SIDE, LANES = MC_TROPICAL_LANES, ROWS = MC_TROPICAL_ROWS };

enum { APART = SIDE * LANES }; /* from one panel of packed costs to the next */

#define KERNELS(OP)                                                                    \
  (mc_gap_kernels) {                                                                   \
    k->dynprog_cell_##OP, k->dynprog_split_##OP, k->gap_inner_##OP, k->gap_loops_##OP, \
      k->gap_product_##OP                                                              \
  }

static mc_gap_kernels kernels_for(const mc_gap_job *job, const mc_kernels *k) {
  return job->maximum ? KERNELS(max) : KERNELS(min);
}

/* ---- costs ---- */

/* `count` numbers, all the identity element. */
static double *new_numbers(mc_gap_work *w, int64_t count) {
  double *x = mc_alloc(w->call->arena, count, sizeof *x);
  if (x != NULL)
    mc_tropical_fill(&w->tropical, x, count);
  return x;
}

static mc_status make_side(mc_gap_work *w, mc_gap_side *side, const mc_gap_costs *costs,
                           int64_t count) {
  const int64_t most = count + 2 * SIDE;
  *side = (mc_gap_side){.costs = costs, .count = count};
  if (costs->is_matrix)
    return MC_OK;
  double *numbers = new_numbers(w, 2 * most);
  if (numbers == NULL)
    return MC_ERR_MEMORY;
  double *back = numbers + 2 * most - 1;
  side->by_length = numbers;
  side->back = back;
  for (int64_t length = 1; length <= count; length++)
    numbers[length] = back[-length] = costs->w[length - 1];
  return MC_OK;
}

mc_status mc_gap_begin(mc_gap_work *w, const mc_gap_job *job, const mc_call *call) {
  *w = (mc_gap_work){.job = job,
                     .call = call,
                     .kernels = kernels_for(job, call->kernels),
                     .rows = mc_round_up(job->m + 1, ROWS),
                     .columns = mc_round_up(job->n + 1, MC_GAP_FILL)};
  w->tropical = mc_tropical_semiring_make(call->kernels,
                                          job->maximum ? MC_TROPICAL_MAX : MC_TROPICAL_MIN, false);
  w->down = mc_round_up(w->rows, SIDE) / SIDE;
  w->across = mc_round_up(w->columns, SIDE) / SIDE;
  MC_TRY(make_side(w, &w->x, &job->gap_x, job->m));
  return make_side(w, &w->y, &job->gap_y, job->n);
}

mc_gap_operand mc_gap_costs_at(const mc_gap_work *w, const mc_gap_side *side, int64_t from,
                               int64_t to, double *room) {
  if (!side->costs->is_matrix)
    return (mc_gap_operand){
      .at = side->by_length + SIDE * (to - from), .lane = 1, .panel = LANES, .step = -1};
  const int64_t points = side->count + 1;
  const double *first = side->costs->w + to * SIDE * points + from * SIDE;
  const mc_tropical_source part = {.number = (const unsigned char *) first,
                                   .stride = points,
                                   .rows = mc_min(SIDE, points - to * SIDE),
                                   .columns = mc_min(SIDE, points - from * SIDE)};
  if (part.rows < SIDE || part.columns < SIDE)
    mc_tropical_fill(&w->tropical, room, SIDE * SIDE);
  mc_tropical_pack_source_columns(&w->tropical, &part, room, APART);
  return (mc_gap_operand){.at = room, .lane = 1, .panel = APART, .step = LANES};
}

void mc_gap_pairs(const mc_gap_job *job, int64_t i, int64_t j, int64_t count, double *cost) {
  const int32_t of = job->x[i - 1], *with = job->y + j - 1;
  if (job->pair == NULL)
    for (int64_t c = 0; c < count; c++)
      cost[c] = with[c] == of ? job->match : job->mismatch;
  else
    for (int64_t c = 0; c < count; c++)
      cost[c] = job->pair[with[c] * job->kinds + of];
}

/* ---- places ---- */

mc_gap_tile mc_gap_tile_at(const mc_gap_work *w, int64_t row, int64_t column) {
  const int64_t rows = mc_min(SIDE, w->rows - row * SIDE);
  const int64_t columns = mc_min(SIDE, w->columns - column * SIDE);
  if (w->offset == NULL)
    return (mc_gap_tile){w->g + row * SIDE * w->stride + column * SIDE, w->stride, rows, columns};
  return (mc_gap_tile){w->g + w->offset[row * w->across + column], columns, rows, columns};
}

double *mc_gap_at(const mc_gap_work *w, int64_t i, int64_t j) {
  const mc_gap_tile t = mc_gap_tile_at(w, i / SIDE, j / SIDE);
  return t.x + i % SIDE * t.stride + j % SIDE;
}

mc_dynprog_block mc_gap_sums_x(const mc_gap_work *w, int64_t i, int64_t j, int64_t first,
                               int64_t count) {
  const mc_gap_side *s = &w->x;
  const mc_gap_tile t = mc_gap_tile_at(w, first / SIDE, j / SIDE);
  return (mc_dynprog_block){.x = mc_gap_at(w, i, j),
                            .a = s->costs->is_matrix ? s->costs->w + i * (s->count + 1) + first
                                                     : s->back + first - i,
                            .b = t.x + first % SIDE * t.stride + j % SIDE,
                            .stride = t.stride,
                            .steps = count};
}

mc_dynprog_block mc_gap_sums_y(const mc_gap_work *w, int64_t i, int64_t j, int64_t first,
                               int64_t count) {
  const mc_gap_side *s = &w->y;
  return (mc_dynprog_block){.x = mc_gap_at(w, i, j),
                            .a = mc_gap_at(w, i, first),
                            .b = s->costs->is_matrix ? s->costs->w + j * (s->count + 1) + first
                                                     : s->back + first - j,
                            .stride = 1,
                            .steps = count};
}
