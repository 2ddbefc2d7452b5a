/* Order statistics of slopes that are not held:

     sample: slopes of random pairs of points
     repeat
       low, high: the slopes of the sample `margin` places below and above the rank's place
       pass: count the slopes below low, and those from low to high; keep the latter
       the rank is not among those: the bracket is what is left on its side
       low = high, or all of them are kept: done
       else the sample becomes what was kept (of blocks in mixed order); if little was gained, the
         next margin is 0

   All decisions but the choice of low and high are by exact counts. So the result does not depend
   on the sample, nor on the order in which threads keep slopes. */

#include "kendall/trend_long.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "base/jobs.h"

enum { BLOCK = 1 << 16, ROOM = 1 << 20, SAMPLE = 1 << 16 };

/* ---- a pass ---- */

/* Points whose slopes to later points are computed at once. */
static int64_t block_points(int64_t n) {
  return n < BLOCK ? mc_max(1, BLOCK / mc_max(n, 1)) : 1;
}

static int64_t blocks_of(int64_t n) {
  return (n + block_points(n) - 1) / block_points(n);
}

static void do_block(void *context, int64_t id, int thread) {
  mc_trend_long *l = context;
  const mc_trend_points *p = l->points;
  int64_t block = (int64_t) ((uint64_t) id * (uint64_t) l->step % (uint64_t) l->blocks), g = 0;
  while (block >= blocks_of(p->count[g]))
    block -= blocks_of(p->count[g++]);
  const int64_t at = p->first[g], n = p->count[g], first = block * block_points(n);
  const int64_t last = mc_min(n, first + block_points(n));
  const mc_kernels *kernels = l->call->kernels;
  double *slope = l->scratch + thread * l->scratch_each;
  int64_t up = 0, down = 0;
  const int64_t count =
    kernels->kendall_slopes(p->x + at, p->t + at, p->later == NULL ? NULL : p->later + at, first,
                            last, n, slope, &up, &down);
  if (l->counts) {
    atomic_fetch_add(&l->up, up);
    atomic_fetch_add(&l->down, down);
    return;
  }
  const int64_t below = kernels->sort_partition_f64(slope, count, &l->low, false);
  const int64_t inside = kernels->sort_partition_f64(slope + below, count - below, &l->high, true);
  atomic_fetch_add(&l->below, below);
  atomic_fetch_add(&l->inside, inside);
  const int64_t to = atomic_fetch_add(&l->held, inside);
  if (to < l->room)
    memcpy(l->kept + to, slope + below, (size_t) mc_min(inside, l->room - to) * sizeof *slope);
}

static int64_t divisor_of(int64_t a, int64_t b) {
  while (b > 0) {
    const int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static mc_status pass(mc_trend_long *l, const mc_trend_points *p) {
  l->points = p;
  l->blocks = 0;
  for (int64_t g = 0; g < p->seasons; g++)
    l->blocks += blocks_of(p->count[g]);
  l->step = mc_max(1, l->blocks * 5 / 8);
  while (divisor_of(l->blocks, l->step) > 1)
    l->step++;
  l->up = l->down = l->below = l->inside = l->held = 0;
  l->weight /= 2;
  return mc_run_each(l->call->monitor, l->threads, l->blocks,
                     l->blocks > 0 ? l->weight / (double) l->blocks : 0, do_block, l);
}

/* ---- the sample ---- */

typedef struct {
  uint64_t state;
} generator;

/* A random number below n. */
static int64_t random_below(generator *r, int64_t n) {
  r->state = r->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (int64_t) ((r->state >> 33) * (uint64_t) n >> 31);
}

/* Slopes of SAMPLE random pairs of points with different times. The slopes are numbered in order of
   their first points. Evenly spaced numbers choose first points, so a first point has the weight of
   its number of slopes. Each second point is a random later point. O(n + SAMPLE). */
static void draw(const mc_trend_long *l, const mc_trend_points *p) {
  generator r = {1};
  const double spacing = (double) p->slopes / SAMPLE;
  int64_t k = 0, numbered = 0; /* slopes drawn; slopes of the points up to i */
  for (int64_t g = 0; g < p->seasons; g++) {
    const int64_t n = p->count[g];
    const double *x = p->x + p->first[g], *t = p->t + p->first[g];
    for (int64_t i = 0; i < n; i++) {
      const int64_t first = p->later != NULL ? p->later[p->first[g] + i] : i + 1;
      for (numbered += n - first; k < SAMPLE && ((double) k + 0.5) * spacing < (double) numbered;
           k++) {
        const int64_t j = first + random_below(&r, n - first);
        const double d = x[j] - x[i];
        l->sample[k] = (d == d ? d : 0) / (t[j] - t[i]);
      }
    }
  }
}

/* ---- one rank ---- */

/* What is known of a rank's slope: it is from low to high; `below` slopes are less than low;
   `inside` are from low to high. The sample, in ascending order, has slopes from low to high. */
typedef struct {
  double low, high;
  int64_t below, inside, sampled;
  double margin; /* places of the sample between low or high and the rank's place */
} bracket;

/* The part of the sample that is in the bracket. */
static void filter(mc_trend_long *l, bracket *b) {
  int64_t held = 0;
  for (int64_t k = 0; k < b->sampled; k++)
    if (l->sample[k] >= b->low && l->sample[k] <= b->high)
      l->sample[held++] = l->sample[k];
  b->sampled = held;
}

/* A sample of the slopes that a pass has kept. */
static void sample_kept(mc_trend_long *l, bracket *b) {
  const int64_t kept = mc_min(b->inside, l->room), step = mc_max(1, kept / SAMPLE);
  b->sampled = mc_min(kept, SAMPLE);
  for (int64_t k = 0; k < b->sampled; k++)
    l->sample[k] = l->kept[k * step];
  mc_trend_sort(l->sample, b->sampled, l->call->kernels);
}

static double margin_of(double deviations, int64_t sampled) {
  return 1 + deviations * sqrt((double) sampled) / 2;
}

/* One pass. *found: the bracket's slopes are kept, or low = high. */
static mc_status narrow(mc_trend_long *l, const mc_trend_points *p, int64_t rank, bracket *b,
                        bool *found) {
  enum { LATER_MARGIN = 8 };
  const double share = ((double) (rank - b->below) + 0.5) / (double) b->inside;
  const double place = floor(fmin(share * (double) b->sampled, (double) b->sampled - 1));
  const double first = place - b->margin, last = place + b->margin;
  const int64_t before = b->inside;
  l->low = b->sampled == 0 || first < 0 ? b->low : l->sample[(int64_t) first];
  l->high = b->sampled == 0 || last >= (double) b->sampled ? b->high : l->sample[(int64_t) last];
  MC_TRY(pass(l, p));
  const int64_t upto = l->below + l->inside;
  if (rank < l->below || rank >= upto) {
    if (rank < l->below) {
      b->inside = l->below - b->below;
      b->high = nextafter(l->low, -INFINITY);
    } else {
      b->inside -= upto - b->below;
      b->below = upto;
      b->low = nextafter(l->high, INFINITY);
    }
    filter(l, b);
    b->margin = margin_of(LATER_MARGIN, b->sampled);
    return MC_OK;
  }
  *b = (bracket){.low = l->low, .high = l->high, .below = l->below, .inside = l->inside};
  *found = b->low == b->high || b->inside <= l->room;
  if (!*found) {
    sample_kept(l, b);
    b->margin = b->inside > before / 2 ? 0 : margin_of(LATER_MARGIN, b->sampled);
  }
  return MC_OK;
}

/* Finds the slope of rank[0], and of the ranks behind it that are in the same bracket; *done
   becomes their number. */
static mc_status find(mc_trend_long *l, const mc_trend_points *p, const int64_t *rank, int count,
                      double *value, int *done) {
  bracket b = {-INFINITY, INFINITY, 0, p->slopes, SAMPLE, margin_of(4, SAMPLE)};
  draw(l, p);
  mc_trend_sort(l->sample, SAMPLE, l->call->kernels);
  for (bool found = false; !found;)
    MC_TRY(narrow(l, p, rank[0], &b, &found));
  int64_t among[MC_TREND_RANKS];
  for (*done = 0; *done < count && rank[*done] < b.below + b.inside; ++*done) {
    among[*done] = rank[*done] - b.below;
    value[*done] = b.low;
  }
  if (b.low != b.high)
    mc_trend_select(l->kept, b.inside, among, *done, value, l->call->kernels);
  return MC_OK;
}

/* ---- the interface ---- */

static mc_status count_long(mc_trend_slopes *slopes, const mc_trend_points *p, int64_t *up,
                            int64_t *down) {
  mc_trend_long *l = (mc_trend_long *) slopes;
  l->counts = true;
  MC_TRY(pass(l, p));
  l->counts = false;
  *up = l->up;
  *down = l->down;
  return MC_OK;
}

static mc_status select_long(mc_trend_slopes *slopes, const mc_trend_points *p, const int64_t *rank,
                             int count, double *value) {
  mc_trend_long *l = (mc_trend_long *) slopes;
  for (int k = 0, done; k < count; k += done)
    MC_TRY(find(l, p, rank + k, count - k, value + k, &done));
  return MC_OK;
}

mc_status mc_trend_long_make(mc_trend_long *l, int64_t n, int threads, const mc_call *call) {
  const int64_t each = mc_round_up(mc_max(n, BLOCK) + MC_TREND_PAD, MC_ALIGN / sizeof(double));
  *l = (mc_trend_long){.slopes = {count_long, select_long},
                       .call = call,
                       .threads = threads,
                       .scratch = mc_alloc(call->arena, threads * each, sizeof(double)),
                       .scratch_each = each,
                       .kept = mc_alloc(call->arena, ROOM, sizeof(double)),
                       .room = ROOM,
                       .sample = mc_alloc(call->arena, SAMPLE, sizeof(double))};
  return l->scratch == NULL || l->kept == NULL || l->sample == NULL ? MC_ERR_MEMORY : MC_OK;
}
