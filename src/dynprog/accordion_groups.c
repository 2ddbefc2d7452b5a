/* Accordion folding in O(n^2), by turn groups of 32 turns and chunks of 32 starts
   (kernels/dynprog/accordion.h).

   A step works for one turn group g. There are three kinds of steps:

     near       triangle, with the bounds of the two nearest chunks; then strands of chunk g - 1
     far m      strands of the chunks g - 2 - 4 m, ..., g - 5 - 4 m
     bounds m   bounds of the chunks g - 3 - 4 m, ..., g - 6 - 4 m

   Turn groups are numbered u = 0, 1, ... from the last one on. The order of the steps is

     for time = 0, 1, ...
       bounds m of all g with (u of g + 2 + 4 m) + m = time - 2
       near of g with u = time
       far m of all g with u + m = time

   Threads take the steps in this order. A step waits until the numbers that it reads are finished
   (base/levels.h). All of these come earlier in the order, so no thread waits for ever.

   Chunk c of g reads strands that start in g and end in the turn groups 2 g - c - 1, 2 g - c and
   2 g - c + 1. These strands were computed as chunk g of those turn groups.

   A bound is a maximum over all longer strands. So the bounds of a turn group are computed from the
   longest strands on, as soon as these are finished. Only the bounds of two chunks are left for
   "near". The critical path is "near", once for each turn group: it reads chunk g of turn group
   g + 1, which "near" of g + 1 has just computed.

   S(i, e) is the same for all i <= 2 e - n: top[e]. Rows end behind the last other strand. That
   saves half of the table and of the work. */

#include "dynprog/accordion_groups.h"

#include <string.h>

#include "base/integers.h"
#include "base/levels.h"
#include "base/team.h"

enum {
  LANES = MC_ACCORDION_LANES,
  NEAR_CHUNKS = 2, /* the chunks of which "near" computes the bounds */
  STEP_CHUNKS = 4  /* the chunks of a step "far" or "bounds" */
};

typedef enum { BOUNDS, NEAR, FAR } step_kind;

typedef struct {
  step_kind kind;
  int32_t group, m;
} step;

typedef struct {
  mc_accordion_work *w;
  int64_t groups;
  step *order;
  int32_t *far_steps;        /* of each turn group: the number of its steps "far" */
  mc_accordion_group *group; /* [groups] */
  mc_levels levels;          /* [g]: finished steps "near" and "far" of turn group g;
                                [groups + g]: its finished steps "bounds" */
} fold;

/* ---- the order ---- */

/* The lowest chunk of a turn group whose rows hold the group's strands. */
static int64_t last_chunk(const mc_accordion_work *w, int64_t group) {
  int64_t low = 0, high = group;
  while (low < high) { /* the end of rows does not decrease with the start */
    const int64_t middle = (low + high) / 2;
    if (w->rows[middle].end > group * LANES)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

static int32_t count_far_steps(const mc_accordion_work *w, int64_t group) {
  const int64_t chunks = group - 1 - last_chunk(w, group);
  return (int32_t) (chunks > 0 ? mc_round_up(chunks, STEP_CHUNKS) / STEP_CHUNKS : 0);
}

/* The number of steps "bounds" of a turn group. Step m follows step "far" m of turn group
   group + 2 + 4 m, which must exist. "near" computes the bounds of the two nearest chunks. */
static int64_t bounds_steps(const fold *f, int64_t group) {
  const int64_t chunks = group - NEAR_CHUNKS - f->group[group].table;
  const int64_t later = f->groups - NEAR_CHUNKS - group;
  const int64_t count = mc_min(chunks, later);
  return count <= 0 ? 0 : mc_round_up(count, STEP_CHUNKS) / STEP_CHUNKS;
}

/* Step "bounds" m computes the bounds of the chunks bounds_end(m + 1), ..., bounds_end(m) - 1. The
   last step goes down to `table`. */
static int64_t bounds_end(const fold *f, int64_t group, int64_t m) {
  return m >= bounds_steps(f, group) ? f->group[group].table
                                     : group - NEAR_CHUNKS - m * STEP_CHUNKS;
}

/* Puts the steps of one kind, BOUNDS or FAR, that have the same time, from f->order[count] on.
   Returns the number of all steps so far. The last turn groups come first, because `top` is put
   from the last turn group on. */
static int64_t put_steps(const fold *f, step_kind kind, int64_t time, int64_t count) {
  const int64_t last = f->groups - 1;
  for (int64_t m = mc_min(time, last / STEP_CHUNKS); m >= 0; m--) {
    const int64_t far = last - time + m, below = far - NEAR_CHUNKS - m * STEP_CHUNKS;
    if (far < 0 || m >= f->far_steps[far] || (kind == BOUNDS && m >= bounds_steps(f, below)))
      continue;
    if (f->order != NULL)
      f->order[count] = (step){kind, (int32_t) (kind == BOUNDS ? below : far), (int32_t) m};
    count++;
  }
  return count;
}

/* Puts all steps into f->order unless that is NULL. Returns their number. Bounds are late by 2,
   because the bounds of the longest strands wait for `top`, the last result of a turn group. */
static int64_t make_order(const fold *f) {
  enum { LATE = 2 };
  const int64_t times = f->groups + f->groups / STEP_CHUNKS + LATE + 1;
  int64_t count = 0;
  for (int64_t time = 0; time < times; time++) {
    if (time >= LATE)
      count = put_steps(f, BOUNDS, time - LATE, count);
    if (time < f->groups) {
      if (f->order != NULL)
        f->order[count] = (step){NEAR, (int32_t) (f->groups - 1 - time), 0};
      count++;
    }
    count = put_steps(f, FAR, time, count);
  }
  return count;
}

/* ---- waits; turn groups from `groups` on do not exist ---- */

/* Until `steps` of the steps "near", "far" 0, "far" 1, ... are finished. */
static void wait_for(const fold *f, int64_t group, int64_t steps) {
  if (group < f->groups)
    mc_levels_wait(&f->levels, group, (int) steps);
}

/* Until `steps` of the steps "bounds" are finished, the last one first. */
static void wait_for_bounds(const fold *f, int64_t group, int64_t steps) {
  mc_levels_wait(&f->levels, f->groups + group, (int) steps);
}

/* Until the turn group and all later ones are finished, `top` included: put_top() waits for the
   next turn group. */
static void wait_for_end(const fold *f, int64_t group) {
  if (group < f->groups)
    wait_for(f, group, 1 + f->far_steps[group]);
}

/* Until "far" m of the turn group and of all later ones is finished, where it exists: "far" m waits
   for "far" m of the next turn group. */
static void wait_for_far(const fold *f, int64_t group, int64_t m) {
  if (group < f->groups && m < f->far_steps[group])
    wait_for(f, group, 2 + m);
}

/* ---- steps ---- */

/* The first bound: the greatest top[k] of the strands that are longer than those in `rows`. */
static void begin_bounds(const fold *f, int64_t group) {
  const mc_accordion_group *t = &f->group[group];
  wait_for_end(f, 2 * group - t->table);
  for (int64_t l = 0; l < LANES; l++)
    t->bound[l] = t->after.at[1][t->first + l - LANES / 2 * t->table];
}

/* Step m reads strands that end in the turn groups group + 2 + 4 m, ..., group + 7 + 4 m. "far" m
   computes those of the first four, and "far" m + 1 those of the last two. Step m + 1 has waited
   for "far" m + 1. If there is no step m + 1, begin_bounds() has waited for the end of the last
   two. */
static void do_bounds(const fold *f, int64_t group, int64_t m) {
  const int64_t steps = bounds_steps(f, group);
  if (m == steps - 1)
    begin_bounds(f, group);
  else
    wait_for_bounds(f, group, steps - 1 - m);
  wait_for_far(f, group + NEAR_CHUNKS + m * STEP_CHUNKS, m);
  f->w->call->kernels->dynprog_accordion_bounds(&f->group[group], bounds_end(f, group, m + 1),
                                                bounds_end(f, group, m));
  mc_levels_raise(&f->levels, f->groups + group);
}

/* Reads strands that end in the turn groups up to group + 3. The bounds have waited for those of
   group + 2 and group + 3. */
static void do_near(const fold *f, int64_t group) {
  const mc_accordion_group *t = &f->group[group];
  const int64_t steps = bounds_steps(f, group);
  if (steps == 0)
    begin_bounds(f, group);
  else
    wait_for_bounds(f, group, steps);
  wait_for(f, group + 1, 1);
  f->w->call->kernels->dynprog_accordion_triangle(t, bounds_end(f, group, 0));
  if (group > 0)
    f->w->call->kernels->dynprog_accordion_strands(t, group - 1, group - 1);
}

/* The strands that "far" reads are finished, because the bounds of the turn group have waited for
   them. The wait for the next turn group is the one that wait_for_far() relies on. */
static void do_far(const fold *f, int64_t group, int64_t m) {
  const int64_t from = group - NEAR_CHUNKS - m * STEP_CHUNKS, last = last_chunk(f->w, group);
  wait_for(f, group, 1 + m);
  wait_for_far(f, group + 1, m);
  f->w->call->kernels->dynprog_accordion_strands(&f->group[group], from,
                                                 mc_max(from - STEP_CHUNKS + 1, last));
}

/* top[e] is P(e, n), which is S(i, e) for i <= 2 e - n. */
static void put_top(const fold *f, int64_t group) {
  const mc_accordion_group *t = &f->group[group];
  if (2 * (t->first + LANES - 1) < f->w->n)
    return; /* no turn of the group has such an i */
  wait_for_end(f, group + 1);
  for (int64_t l = LANES - 1; l >= 0; l--) {
    const int64_t e = t->first + l;
    const uint16_t top = t->state[LANES + l], after = t->after.at[(e + 1) & 1][(e + 1) / 2];
    t->top.at[e & 1][e / 2] = top;
    t->after.at[e & 1][e / 2] = top > after ? top : after;
  }
}

MC_BODY(do_step, const fold, f, id) {
  const step s = f->order[id];
  if (s.kind == BOUNDS) {
    do_bounds(f, s.group, s.m);
    return;
  }
  if (s.kind == NEAR)
    do_near(f, s.group);
  else
    do_far(f, s.group, s.m);
  if ((s.kind == NEAR ? 0 : s.m + 1) == f->far_steps[s.group]) /* the group's last step */
    put_top(f, s.group);
  mc_levels_raise(&f->levels, s.group);
}

/* ---- memory ---- */

/* Room for the numbers 0, ..., 2 n + 191, all 0. */
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

/* Copies the residues. Numbers around them, which are no residues, are not hydrophobic. */
static mc_status copy_residues(const mc_accordion_work *w, mc_accordion_group *t) {
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

/* Allocates and sets all turn groups, with their bounds and states. */
static mc_status make_groups(fold *f) {
  mc_accordion_work *w = f->w;
  mc_accordion_group all = {.rows = w->rows};
  int64_t bounds = 0;
  MC_TRY(copy_residues(w, &all));
  MC_TRY(make_halves(w, &all.top));
  MC_TRY(make_halves(w, &all.after));
  w->top = all.top;
  f->group = mc_alloc(w->call->arena, f->groups, sizeof *f->group);
  if (f->group == NULL)
    return MC_ERR_MEMORY;
  for (int64_t g = 0; g < f->groups; g++) {
    f->group[g] = all;
    f->group[g].first = g * LANES;
    f->group[g].table = mc_accordion_table(w, g);
    bounds += g - f->group[g].table + 1;
  }
  uint16_t *at = mc_alloc(w->call->arena, (bounds + 2 * f->groups) * LANES, sizeof *at);
  if (at == NULL)
    return MC_ERR_MEMORY;
  for (int64_t g = 0; g < f->groups; g++) {
    f->group[g].state = at;
    f->group[g].bound = at + 2 * LANES;
    at += (g - f->group[g].table + 3) * LANES;
  }
  return MC_OK;
}

mc_status mc_accordion_groups(mc_accordion_work *w) {
  const double n = (double) w->n;
  fold f = {.w = w, .groups = w->n / LANES + 1};
  MC_TRY(mc_accordion_prepare(w, MC_ACCORDION_GROUPS));
  MC_TRY(make_groups(&f));
  f.far_steps = mc_alloc(w->call->arena, f.groups, sizeof *f.far_steps);
  if (f.far_steps == NULL)
    return MC_ERR_MEMORY;
  for (int64_t g = 0; g < f.groups; g++)
    f.far_steps[g] = count_far_steps(w, g);
  const int64_t steps = make_order(&f);
  f.order = mc_alloc(w->call->arena, steps, sizeof *f.order);
  f.levels = mc_levels_make(w->call->arena, 2 * f.groups, w->threads);
  if (f.order == NULL || f.levels.level == NULL)
    return MC_ERR_MEMORY;
  make_order(&f);
  mc_monitor_phase(w->call->monitor);
  return mc_run_each(w->call->monitor, w->threads, steps, n * n / (double) steps, do_step, &f);
}
