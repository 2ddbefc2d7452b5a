/* Accordion folding in O(n^2): P and U of kernels/dynprog/accordion.h, the greatest scores of next
   strands that are no longer than this one, and of those that are.

     for each block of turns, from the last on
       for each 32 turns of it, by threads
         U of strands that end behind the block
       for each turn e of the block, from the last on            (a thread alone; few numbers)
         S(i, e) by strands that end in the block, and of i in the block; F and P so far
       for each 32 turns of it, by threads
         S(i, e) by strands that end behind the block

   S(i, e) is the same for all i <= 2 e - n, as no next strand is that long; that is `top`, and not
   stored: half of the table, and of the work. What is stored stands as it is read: 32 i side by
   side, for one e after the other. */

#include "dynprog/accordion_groups.h"

#include <string.h>

#include "base/integers.h"
#include "base/team.h"

enum { LANES = MC_ACCORDION_LANES, GROUPS = 8 /* at most, of 32 turns, in a block */ };

typedef struct {
  mc_accordion_work *w;
  int64_t n, groups;   /* of a block */
  int64_t first, end;  /* of the block: turns, or points */
  uint16_t *top_after; /* [k], k <= n + 1: the greatest of top[k], ... */
  uint16_t *after;     /* for each group, n + 2 rows */
  mc_accordion_turns turns[GROUPS];
  uint16_t state[GROUPS][2 * LANES]; /* F and P */
  uint16_t *within;                  /* S of strands within the block */
  const uint8_t *hydrophobic;        /* from -n on */
  const uint16_t *half[2];
} blocks;

static void describe(blocks *b, int64_t group) {
  const mc_accordion_work *w = b->w;
  const int64_t first = b->first + group * LANES;
  mc_accordion_turns *t = &b->turns[group];
  *t = (mc_accordion_turns){.first = first,
                            .from = b->end,
                            .stored = mc_accordion_stored(w, first / LANES),
                            .top = w->top,
                            .top_after = b->top_after,
                            .after = b->after + group * (b->n + 2) * LANES,
                            .state = b->state[group],
                            .half = {b->half[0], b->half[1]},
                            .group = w->group};
  if (t->stored >= b->end)
    t->s = w->group[first / LANES] + (b->end - first) * LANES;
}

MC_BODY(look_behind, blocks, b, group) {
  b->w->call->kernels->dynprog_accordion_after(&b->turns[group]);
}

static void put(const blocks *b, int64_t i, int64_t e, uint16_t x) {
  const int64_t group = i / LANES;
  b->w->group[group][(e - group * LANES) * LANES + i % LANES] = x;
}

/* S(i, e) is P(e, n) for all i <= 2 e - n. */
static void put_top(const blocks *b, int64_t e, uint16_t p) {
  const int64_t to = 2 * e - b->n, group = to / LANES;
  if (to < 0)
    return;
  b->w->top[e] = p;
  for (int64_t i = group * LANES; i <= to; i++)
    put(b, i, e, p);
}

MC_BODY(go_on, blocks, b, group) {
  const mc_accordion_turns *t = &b->turns[group];
  const int64_t to = mc_min(b->n, 2 * (t->first + LANES - 1)); /* the last k of 2 e >= k */
  b->w->call->kernels->dynprog_accordion_strands(t, to);
  for (int64_t l = 0; l < LANES && to == b->n; l++)
    put_top(b, t->first + l, t->state[LANES + l]);
}

static uint16_t larger(uint16_t a, uint16_t b) {
  return a > b ? a : b;
}

/* S(e, k) and U(e, k) of strands that end behind the block. */
static uint16_t behind(const mc_accordion_turns *t, int64_t lane, int64_t k) {
  return k <= t->stored ? t->s[(k - t->from) * LANES + lane] : t->top[k];
}
static uint16_t after_of(const mc_accordion_turns *t, int64_t lane, int64_t k) {
  return k <= t->stored ? t->after[(k - t->from) * LANES + lane] : t->top_after[k];
}

/* S(i, e), i from the block's first on, for a turn e of the block. */
static uint16_t *within_of(blocks *b, int64_t e) {
  return b->within + (e - b->first) * b->groups * LANES;
}

/* One turn: strands (e, k) that end in the block, and behind it as far as i is in the block. */
static void do_turn(blocks *b, int64_t e) {
  const int64_t n = b->n, lane = e % LANES, last_within = mc_min(b->end - 1, n), far = 2 * e - n;
  const mc_accordion_turns *t = &b->turns[(e - b->first) / LANES];
  const uint8_t *is = b->hydrophobic;
  uint16_t inside[GROUPS * LANES + 1], *own = within_of(b, e), f = 0, p = 0, u = 0;
  if (b->end <= n)
    u = after_of(t, lane, b->end);
  for (int64_t k = last_within; k > e; k--) { /* U(e, k + 1) */
    inside[k - e] = u;
    u = larger(u, within_of(b, k)[e - b->first]);
  }
  for (int64_t k = e + 1; k <= last_within; k++) {
    const int64_t i = 2 * e - k;
    f = (uint16_t) (f + (k > e + 1 ? is[i] & is[k - 1] : 0));
    p = larger(p, (uint16_t) (f + within_of(b, k)[e - b->first]));
    if (i >= b->first)
      own[i - b->first] = larger(p, (uint16_t) (f + inside[k - e]));
    if (i >= 0)
      put(b, i, e, larger(p, (uint16_t) (f + inside[k - e])));
  }
  t->state[lane] = f;
  t->state[LANES + lane] = p;
  if (e == last_within) /* the kernel begins with the two residues of the turn, which count for 0 */
    t->state[lane] = (uint16_t) - (is[e - 1] & is[e]);
  for (int64_t k = last_within + 1; k <= mc_min(n, 2 * e - b->first); k++) {
    f = (uint16_t) (f + (k > e + 1 ? is[2 * e - k] & is[k - 1] : 0));
    p = larger(p, (uint16_t) (f + behind(t, lane, k)));
    own[2 * e - k - b->first] = larger(p, (uint16_t) (f + (k < n ? after_of(t, lane, k + 1) : 0)));
  }
  for (int64_t i = b->first; i < far; i++)
    own[i - b->first] = p;
  if (last_within == n)
    put_top(b, e, p);
}

static void do_blocks(void *context, int64_t first, int64_t last) {
  blocks *b = context;
  const int64_t width = b->groups * LANES, all = mc_round_up(b->n, width) / width;
  for (int64_t job = first; job < last; job++) {
    b->first = (all - 1 - job) * width;
    b->end = b->first + width;
    memset(b->state, 0, sizeof b->state);
    for (int64_t group = 0; group < b->groups; group++)
      describe(b, group);
    if (b->end <= b->n)
      mc_each(b->w->threads, 0, b->groups, look_behind, b);
    else
      memset(within_of(b, b->n), 0, (size_t) width * sizeof *b->within); /* S(i, n) = 0 */
    for (int64_t e = mc_min(b->end, b->n) - 1; e >= b->first && e > 0; e--)
      do_turn(b, e);
    if (b->end <= b->n)
      mc_each(b->w->threads, 0, b->groups, go_on, b);
    for (int64_t e = mc_min(b->end - 1, b->n); e >= b->first; e--)
      b->top_after[e] = larger(b->top_after[e + 1], b->w->top[e]);
  }
}

/* The residues, with others around that are not hydrophobic; and every other one as numbers of 16
   bits. */
static mc_status spread(blocks *b) {
  const mc_accordion_work *w = b->w;
  const int64_t n = w->n, before = (n + 1) / 2 + 2 * LANES, count = before + n / 2 + 2 * LANES;
  for (int odd = 0; odd < 2; odd++) {
    uint16_t *to = mc_alloc(w->call->arena, count, sizeof *to);
    if (to == NULL)
      return MC_ERR_MEMORY;
    memset(to, 0, (size_t) count * sizeof *to);
    b->half[odd] = to + before;
    for (int64_t r = 0; 2 * r + odd < n; r++)
      to[before + r] = w->job->hydrophobic[2 * r + odd];
  }
  uint8_t *all = mc_alloc(w->call->arena, 2 * n, sizeof *all);
  if (all == NULL)
    return MC_ERR_MEMORY;
  memset(all, 0, (size_t) n);
  memcpy(all + n, w->job->hydrophobic, (size_t) n);
  b->hydrophobic = all + n;
  return MC_OK;
}

mc_status mc_accordion_groups(mc_accordion_work *w) {
  const int64_t n = w->n;
  mc_arena *arena = w->call->arena;
  blocks b = {.w = w, .n = n, .groups = mc_min(w->threads < 2 ? 1 : w->threads, GROUPS)};
  MC_TRY(mc_accordion_prepare(w, MC_ACCORDION_GROUPS));
  MC_TRY(spread(&b));
  b.top_after = mc_alloc(arena, n + 2, sizeof *b.top_after);
  b.after = mc_alloc(arena, b.groups * (n + 2) * LANES, sizeof *b.after);
  b.within = mc_alloc(arena, b.groups * LANES * b.groups * LANES, sizeof *b.within);
  if (b.top_after == NULL || b.after == NULL || b.within == NULL)
    return MC_ERR_MEMORY;
  b.top_after[n] = b.top_after[n + 1] = 0; /* S(i, n) = 0 */
  const int64_t jobs = mc_round_up(n, b.groups * LANES) / (b.groups * LANES);
  mc_monitor_phase(w->call->monitor);
  return mc_run_passes(w->call->monitor, jobs, 1, (double) n * (double) n / (double) jobs,
                       do_blocks, &b);
}
