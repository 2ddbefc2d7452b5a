/* Accordion folding in O(n^2): P and U of kernels/dynprog/accordion.h, the greatest scores of next
   strands that are no longer than this one, and of those that are.

     for each block of turns, from the last on
       for each 32 turns of it, by threads
         U of strands that end behind the block
       for each turn e of the block, from the last on            (a thread alone; few numbers)
         S(i, e) by strands that end in the block, and of i in the block; F and P so far
       for each 32 turns of it, by threads
         S(i, e) by strands that end behind the block

   S(i, e) is the same for all i <= 2 e - n, as no next strand is that long. */

#include "dynprog/accordion_rows.h"

#include <string.h>

#include "base/integers.h"
#include "base/team.h"

enum { LANES = MC_ACCORDION_LANES, GROUPS = 8 /* at most, of 32 turns, in a block */ };

typedef struct {
  const mc_accordion_work *w;
  int64_t groups, n;
  int64_t first, end;                  /* of the block: turns, or points */
  uint16_t *after;                     /* for each group, n + 2 times 32 */
  uint16_t state[GROUPS][2 * LANES];   /* F and P */
  uint16_t inside[GROUPS * LANES + 2]; /* U of one turn, within the block */
  const uint16_t *half[2];
} blocks;

static uint16_t *after_of(const blocks *b, int64_t group) {
  return b->after + group * (b->n + 2) * LANES;
}

/* The last k that a group needs. */
static int64_t last_of(const blocks *b, int64_t group) {
  return mc_min(b->n, 2 * (b->first + group * LANES + LANES - 1));
}

MC_BODY(look_behind, const blocks, b, group) {
  const int64_t keep = mc_min(b->n + 1, mc_min(b->n, 2 * b->end) + 1);
  b->w->call->kernels->dynprog_accordion_after(b->w->row, b->first + group * LANES, b->end, b->n,
                                               keep, after_of(b, group));
}

MC_BODY(go_on, blocks, b, group) {
  if (b->end <= b->n)
    b->w->call->kernels->dynprog_accordion_strands(b->w->row, b->first + group * LANES, b->end,
                                                   last_of(b, group), b->n, after_of(b, group),
                                                   b->half, b->state[group]);
}

static uint16_t larger(uint16_t a, uint16_t b) {
  return a > b ? a : b;
}

/* One turn: strands (e, k) that end in the block, and behind it as far as i is in the block. */
static void do_turn(blocks *b, int64_t e) {
  const mc_accordion_work *w = b->w;
  const int64_t n = b->n, lane = e % LANES, group = (e - b->first) / LANES;
  const int64_t within = mc_min(b->end - 1, n);
  const int64_t last = mc_min(n, within > 2 * e - b->first ? within : 2 * e - b->first);
  const uint16_t *after = after_of(b, group) + lane;
  uint16_t *x = w->row[e], f = 0, p = 0;
  if (e == within) /* the kernel begins with the two residues of the turn, which count for 0 */
    b->state[group][lane] = (uint16_t) -mc_accordion_contact(w->job, e - 1, e);
  b->inside[within + 1 - e] = b->end <= n ? after[0] : 0;
  for (int64_t k = within; k > e; k--)
    b->inside[k - e] = larger(b->inside[k + 1 - e], w->row[k][e]);
  for (int64_t k = e + 1; k <= last; k++) {
    if (k > e + 1)
      f = (uint16_t) (f + mc_accordion_contact(w->job, 2 * e - k, k - 1));
    p = larger(p, (uint16_t) (f + w->row[k][e]));
    const uint16_t u = k <= within ? b->inside[k + 1 - e] : after[(k + 1 - b->end) * LANES];
    if (2 * e >= k)
      x[2 * e - k] = larger(p, (uint16_t) (f + u));
    if (k == within) {
      b->state[group][lane] = f;
      b->state[group][LANES + lane] = p;
    }
  }
  for (int64_t i = within == n ? 0 : b->first; i < 2 * e - n; i++)
    x[i] = p;
}

static void do_blocks(void *context, int64_t first, int64_t last) {
  blocks *b = context;
  const int64_t width = b->groups * LANES, all = mc_round_up(b->n, width) / width;
  for (int64_t job = first; job < last; job++) {
    b->first = (all - 1 - job) * width;
    b->end = b->first + width;
    memset(b->state, 0, sizeof b->state);
    if (b->end <= b->n)
      mc_each(b->w->threads, 0, b->groups, look_behind, b);
    for (int64_t e = mc_min(b->end, b->n) - 1; e >= b->first && e > 0; e--)
      do_turn(b, e);
    mc_each(b->w->threads, 0, b->groups, go_on, b);
  }
}

/* Every other residue, as numbers of 16 bits, with others around that are not hydrophobic. */
static mc_status halve(const mc_accordion_work *w, const uint16_t *half[2]) {
  const int64_t n = w->n, before = (n + 1) / 2 + 2 * LANES, count = before + n / 2 + 2 * LANES;
  for (int odd = 0; odd < 2; odd++) {
    uint16_t *to = mc_alloc(w->call->arena, count, sizeof *to);
    if (to == NULL)
      return MC_ERR_MEMORY;
    memset(to, 0, (size_t) count * sizeof *to);
    half[odd] = to + before;
    for (int64_t r = 0; 2 * r + odd < n; r++)
      to[before + r] = w->job->hydrophobic[2 * r + odd];
  }
  return MC_OK;
}

mc_status mc_accordion_rows(mc_accordion_work *w) {
  const int64_t n = w->n;
  blocks b = {.w = w, .n = n, .groups = mc_min(w->threads < 2 ? 1 : w->threads, GROUPS)};
  MC_TRY(mc_accordion_prepare(w, MC_ACCORDION_ROWS));
  MC_TRY(halve(w, b.half));
  b.after = mc_alloc(w->call->arena, b.groups * (n + 2) * LANES, sizeof *b.after);
  if (b.after == NULL)
    return MC_ERR_MEMORY;
  const int64_t jobs = mc_round_up(n, b.groups * LANES) / (b.groups * LANES);
  mc_monitor_phase(w->call->monitor);
  return mc_run_passes(w->call->monitor, jobs, 1, (double) n * (double) n / (double) jobs,
                       do_blocks, &b);
}
