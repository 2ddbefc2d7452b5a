/* Accordion folding in O(n^2), by turn groups of 32 turns and chunks of 32 starts
   (kernels/dynprog/accordion.h).

     for t = 0, 1, ..., where turn groups g are numbered u = 0, 1, ... from the last one on
       "bounds"  of h = g - 2 - 4 m for the chunks h - 3 - 4 m, ..., for all g with u + m = t - 2
       "near"    of g with u = t: triangle, with the bounds of the nearest chunks; strands of
                 chunk g - 1
       "far"     strands of the chunks g - 2 - 4 m, ..., g - 5 - 4 m, for all g with u + m = t

   A step is for one g. Threads take the steps in this order. A step waits until what it reads is
   there (base/levels.h).
   Chunk c of g reads the strands of the starts of g that end in the turn groups 2 g - c - 1,
   2 g - c and 2 g - c + 1: chunk g of those.

   Bounds are maxima over all strands that are longer, so those of a turn group are made from the
   longest strands on, piece by piece, as soon as the strands are there. What is left for "near" is
   two chunks. The critical path is "near", once for each turn group: it reads chunk g of turn group
   g + 1, which is the last that was made.

   S(i, e) is the same for all i <= 2 e - n, as no next strand is that long: top[e]. Rows end where
   only such strands are left. That is half of the table, and of the work. */

#include "dynprog/accordion_groups.h"

#include <string.h>

#include "base/integers.h"
#include "base/levels.h"
#include "base/team.h"

enum {
  LANES = MC_ACCORDION_LANES,
  NEAR = 2, /* chunks whose bounds "near" makes */
  FAR = 4   /* chunks of a step */
};

typedef enum { BOUNDS, NEAREST, FARTHER } kind;

typedef struct {
  kind kind;
  int32_t group, m;
} step;

typedef struct {
  mc_accordion_work *w;
  int64_t groups;
  step *order;
  int32_t *far;              /* of each turn group: "far" steps */
  mc_accordion_turns *turns; /* of each turn group */
  mc_levels levels;          /* of each turn group: "near" and "far" that are done; then the same
                                of the pieces of bounds */
} folding;

/* ---- the order ---- */

/* The last chunk of a turn group: the lowest starts whose rows are that long. */
static int64_t last_chunk(const mc_accordion_work *w, int64_t group) {
  int64_t low = 0, high = group;
  while (low < high) { /* rows of higher starts do not end sooner */
    const int64_t middle = (low + high) / 2;
    if (w->rows[middle].end > group * LANES)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

static int32_t far_steps(const mc_accordion_work *w, int64_t group) {
  const int64_t far = group - 1 - last_chunk(w, group);
  return (int32_t) (far > 0 ? mc_round_up(far, FAR) / FAR : 0);
}

/* Pieces of the bounds of a turn group, which follow far steps of turn groups group + 2,
   group + 6, ... None where these do not exist, or where "near" makes all. */
static int64_t pieces_of(const folding *b, int64_t group) {
  const int64_t chunks = group - NEAR - b->turns[group].table;
  const int64_t turns = b->groups - NEAR - group;
  return chunks <= 0 || turns <= 0 ? 0 : mc_round_up(mc_min(chunks, turns), FAR) / FAR;
}

/* The chunk behind those of piece m; of piece -1, behind all. */
static int64_t piece_end(const folding *b, int64_t group, int64_t m) {
  return m >= pieces_of(b, group) ? b->turns[group].table : group - NEAR - m * FAR;
}

/* The steps at `time` of one kind, to b->order from `count` on: how many there are then. Those of
   the last turn groups come first, as `top` is put from the last one on. */
static int64_t put_steps(const folding *b, kind kind, int64_t time, int64_t count) {
  const int64_t last = b->groups - 1;
  for (int64_t m = mc_min(time, last / FAR); m >= 0; m--) {
    const int64_t group = last - time + m;
    if (group < 0 || m >= b->far[group])
      continue;
    const int64_t of = group - NEAR - m * FAR;
    if (kind == BOUNDS && m >= pieces_of(b, of))
      continue;
    if (b->order != NULL)
      b->order[count] = (step){kind, (int32_t) (kind == BOUNDS ? of : group), (int32_t) m};
    count++;
  }
  return count;
}

/* All steps, to b->order if that is not NULL: how many. Bounds are late by 2, as the longest
   strands' wait for `top`, which is the last of its turn group. */
static int64_t make_order(const folding *b) {
  enum { LATE = 2 };
  const int64_t times = b->groups + b->groups / FAR + LATE + 1;
  int64_t count = 0;
  for (int64_t time = 0; time < times; time++) {
    if (time >= LATE)
      count = put_steps(b, BOUNDS, time - LATE, count);
    if (time < b->groups) {
      if (b->order != NULL)
        b->order[count] = (step){NEAREST, (int32_t) (b->groups - 1 - time), 0};
      count++;
    }
    count = put_steps(b, FARTHER, time, count);
  }
  return count;
}

static void wait_for(const folding *b, int64_t group, int64_t steps) {
  mc_levels_wait(&b->levels, group, (int) steps);
}

static void wait_for_bounds(const folding *b, int64_t group, int64_t pieces) {
  mc_levels_wait(&b->levels, b->groups + group, (int) pieces);
}

static void wait_for_end(const folding *b, int64_t group) {
  if (group < b->groups)
    wait_for(b, group, 1 + b->far[group]);
}

/* For far step m; of all later turn groups, too, as each waits for the next one's. */
static void wait_for_far(const folding *b, int64_t group, int64_t m) {
  if (group < b->groups && m < b->far[group])
    wait_for(b, group, 2 + m);
}

/* ---- steps ---- */

/* The greatest top[k] behind the rows. */
static void begin_bounds(const folding *b, int64_t group) {
  const mc_accordion_turns *t = &b->turns[group];
  wait_for_end(b, 2 * group - t->table);
  for (int64_t l = 0; l < LANES; l++)
    t->bound[l] = t->after.at[1][t->first + l - LANES / 2 * t->table];
}

/* Piece m reads strands that end in the turn groups group + 2 + 4 m, ..., group + 7 + 4 m. The
   last two make them in far step m + 1, which the piece before this one has waited for. */
static void do_bounds(const folding *b, int64_t group, int64_t m) {
  const int64_t pieces = pieces_of(b, group), end = piece_end(b, group, m);
  if (m == pieces - 1) {
    begin_bounds(b, group);
    wait_for_far(b, group + NEAR + (m + 1) * FAR, m + 1);
  } else {
    wait_for_bounds(b, group, pieces - 1 - m);
  }
  wait_for_far(b, group + NEAR + m * FAR, m);
  b->w->call->kernels->dynprog_accordion_bounds(&b->turns[group], piece_end(b, group, m + 1), end);
  mc_levels_raise(&b->levels, b->groups + group);
}

static void do_near(const folding *b, int64_t group) {
  const mc_accordion_turns *t = &b->turns[group];
  const int64_t pieces = pieces_of(b, group);
  if (pieces == 0)
    begin_bounds(b, group);
  else
    wait_for_bounds(b, group, pieces);
  if (group + 1 < b->groups)
    wait_for(b, group + 1, 1);
  wait_for_far(b, group + 2, 0);
  b->w->call->kernels->dynprog_accordion_triangle(t, piece_end(b, group, 0));
  if (group > 0)
    b->w->call->kernels->dynprog_accordion_strands(t, group - 1, group - 1);
}

static void do_far(const folding *b, int64_t group, int64_t m) {
  const int64_t from = group - NEAR - m * FAR, last = last_chunk(b->w, group);
  wait_for(b, group, 1 + m);
  wait_for_far(b, group + 1, m);
  b->w->call->kernels->dynprog_accordion_strands(&b->turns[group], from,
                                                 mc_max(from - FAR + 1, last));
}

/* S(i, e) for i <= 2 e - n is P(e, n). */
static void put_top(const folding *b, int64_t group) {
  const mc_accordion_turns *t = &b->turns[group];
  if (2 * (t->first + LANES - 1) < b->w->n)
    return; /* there are no such i */
  wait_for_end(b, group + 1);
  for (int64_t l = LANES - 1; l >= 0; l--) {
    const int64_t e = t->first + l;
    const uint16_t top = t->state[LANES + l], after = t->after.at[(e + 1) & 1][(e + 1) / 2];
    t->top.at[e & 1][e / 2] = top;
    t->after.at[e & 1][e / 2] = top > after ? top : after;
  }
}

MC_BODY(do_step, const folding, b, id) {
  const step s = b->order[id];
  if (s.kind == BOUNDS) {
    do_bounds(b, s.group, s.m);
    return;
  }
  const int64_t done = s.kind == NEAREST ? 0 : s.m + 1;
  if (s.kind == NEAREST)
    do_near(b, s.group);
  else
    do_far(b, s.group, s.m);
  if (done == b->far[s.group])
    put_top(b, s.group);
  mc_levels_raise(&b->levels, s.group);
}

/* ---- memory ---- */

/* Room for numbers up to 2 (n + 2 groups), 0 at first. */
static mc_status make_halves(const mc_accordion_work *w, mc_accordion_halves *x) {
  const int64_t count = w->n + 3 * LANES;
  uint16_t *all = mc_alloc(w->call->arena, 2 * count, sizeof *all);
  if (all == NULL)
    return MC_ERR_MEMORY;
  memset(all, 0, (size_t) (2 * count) * sizeof *all);
  x->at[0] = all;
  x->at[1] = all + count;
  return MC_OK;
}

/* The residues, with others around that are not hydrophobic. */
static mc_status spread(const mc_accordion_work *w, mc_accordion_turns *t) {
  const int64_t n = w->n;
  uint8_t *all = mc_alloc(w->call->arena, n + 1 + 2 * LANES, sizeof *all);
  MC_TRY(make_halves(w, &t->residue));
  if (all == NULL)
    return MC_ERR_MEMORY;
  memset(all, 0, (size_t) (n + 1 + 2 * LANES));
  memcpy(all + 1, w->job->hydrophobic, (size_t) n);
  t->hydrophobic = all + 1;
  for (int64_t a = 0; a < n; a++)
    t->residue.at[a & 1][a / 2] = w->job->hydrophobic[a];
  return MC_OK;
}

/* Bounds and states of all turn groups. */
static mc_status make_turns(folding *b) {
  mc_accordion_work *w = b->w;
  mc_accordion_turns all = {.rows = w->rows};
  int64_t bounds = 0;
  MC_TRY(spread(w, &all));
  MC_TRY(make_halves(w, &all.top));
  MC_TRY(make_halves(w, &all.after));
  w->top = all.top;
  b->turns = mc_alloc(w->call->arena, b->groups, sizeof *b->turns);
  if (b->turns == NULL)
    return MC_ERR_MEMORY;
  for (int64_t g = 0; g < b->groups; g++) {
    b->turns[g] = all;
    b->turns[g].first = g * LANES;
    b->turns[g].table = mc_accordion_table(w, g);
    bounds += g - b->turns[g].table + 1;
  }
  uint16_t *at = mc_alloc(w->call->arena, (bounds + 2 * b->groups) * LANES, sizeof *at);
  if (at == NULL)
    return MC_ERR_MEMORY;
  for (int64_t g = 0; g < b->groups; g++) {
    b->turns[g].state = at;
    b->turns[g].bound = at + 2 * LANES;
    at += (g - b->turns[g].table + 3) * LANES;
  }
  return MC_OK;
}

mc_status mc_accordion_groups(mc_accordion_work *w) {
  const double n = (double) w->n;
  folding b = {.w = w, .groups = w->n / LANES + 1};
  MC_TRY(mc_accordion_prepare(w, MC_ACCORDION_GROUPS));
  MC_TRY(make_turns(&b));
  b.far = mc_alloc(w->call->arena, b.groups, sizeof *b.far);
  if (b.far == NULL)
    return MC_ERR_MEMORY;
  for (int64_t g = 0; g < b.groups; g++)
    b.far[g] = far_steps(w, g);
  const int64_t steps = make_order(&b);
  b.order = mc_alloc(w->call->arena, steps, sizeof *b.order);
  b.levels = mc_levels_make(w->call->arena, 2 * b.groups, w->threads);
  if (b.order == NULL || b.levels.level == NULL)
    return MC_ERR_MEMORY;
  make_order(&b);
  mc_monitor_phase(w->call->monitor);
  return mc_run_each(w->call->monitor, w->threads, steps, n * n / (double) steps, do_step, &b);
}
