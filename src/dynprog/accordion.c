/* Accordion folding.

     fill the table: the algorithm     (accordion_groups.c, accordion_loop.c, accordion_recursive.c)
     read the score from the table
     trace back: strand by strand, the longest strand that reaches the score */

#include "dynprog/accordion.h"

#include "base/integers.h"
#include "dynprog/accordion_loop.h"
#include "dynprog/accordion_recursive.h"
#include "dynprog/accordion_groups.h"
#include "dynprog/accordion_work.h"

static mc_status (*const algorithms[MC_DYNPROG_ALGORITHMS])(mc_accordion_work *w) = {
  [MC_DYNPROG_AUTO] = mc_accordion_groups,         [MC_DYNPROG_LOOP] = mc_accordion_loop,
  [MC_DYNPROG_RECURSIVE] = mc_accordion_recursive, [MC_DYNPROG_OPTIMIZED] = mc_accordion_optimized,
  [MC_DYNPROG_ZMORTON] = mc_accordion_zmorton,
};

/* The greatest k from `least` to n with best[k] >= want. best[k] does not increase with k, and
   best[least] >= want. */
static int64_t last_with(const int32_t *best, int64_t least, int64_t n, int32_t want) {
  int64_t end = n;
  while (least < end) {
    const int64_t middle = least + (end - least + 1) / 2;
    if (best[middle] >= want)
      least = middle;
    else
      end = middle - 1;
  }
  return least;
}

/* best[k] becomes the greatest of S(0, k), ..., S(0, n). No S(i, m) with m >= k is greater, because
   S(i, m) does not increase with i: a longer strand makes no fewer contacts. */
static void fill_best(const mc_accordion_work *w, int32_t *best) {
  mc_accordion_row(w, 0, 1, w->n, best + 1);
  for (int64_t e = w->n - 1; e > 0; e--)
    best[e] = best[e] > best[e + 1] ? best[e] : best[e + 1];
}

/* The greatest k with min(F(i, e), F(e, k)) + S(e, k) = S(i, e). The search begins at the last k
   with best[k] >= S(i, e) - F(i, e) and goes down. f has room for n + 1 numbers. */
static int64_t next_end(const mc_accordion_work *w, const int32_t *best, int64_t i, int64_t e,
                        int32_t *f) {
  enum { AT_ONCE = 64 };
  const int64_t most = mc_min(e - i, w->n - e);
  const uint8_t *is = w->job->hydrophobic + e;
  f[0] = f[1] = 0;
  for (int64_t d = 2; d <= most; d++)
    f[d] = f[d - 1] + (is[-d] & is[d - 1]);
  const int32_t want = mc_accordion_at(w, i, e);
  for (int64_t k = last_with(best, e + 1, w->n, want - f[most]); k > e + 1;) {
    const int64_t from = mc_max(e + 1, k - AT_ONCE + 1);
    int32_t s[AT_ONCE];
    mc_accordion_row(w, e, from, k - from + 1, s);
    for (; k >= from; k--)
      if (f[mc_min(k - e, most)] + s[k - from] == want)
        return k;
  }
  return e + 1;
}

/* Puts the ends of the strands. Of the best first strands the longest is taken. */
static void trace(const mc_accordion_work *w, const int32_t *best, int32_t *f, int32_t *end,
                  mc_accordion_report *report) {
  for (int64_t i = 0, e = last_with(best, 1, w->n, best[1]);;) {
    end[report->strands++] = (int32_t) e;
    if (e == w->n)
      return;
    const int64_t k = next_end(w, best, i, e, f);
    i = e;
    e = k;
  }
}

static void copy_table(const mc_accordion_work *w, uint16_t *table) {
  for (int64_t e = 1; e <= w->n; e++)
    for (int64_t i = 0; i < e; i++)
      table[i * (w->n + 1) + e] = (uint16_t) mc_accordion_at(w, i, e);
}

double mc_accordion_room(mc_dynprog_algorithm algorithm, int64_t n) {
  const bool plain = algorithm == MC_DYNPROG_LOOP || algorithm == MC_DYNPROG_RECURSIVE;
  const double bytes = algorithm == MC_DYNPROG_AUTO ? 0.52 : plain ? 8 : 4; /* a pair */
  return (double) n * (double) n * bytes / 8;
}

mc_status mc_accordion(const mc_accordion_job *job, int32_t *end, mc_accordion_report *report,
                       const mc_call *call) {
  const double n = (double) job->n;
  mc_accordion_work w = {.job = job, .call = call, .n = job->n};
  *report = (mc_accordion_report){.algorithm = job->algorithm};
  if (job->n < 0 || (int) job->algorithm < 0 || job->algorithm >= MC_DYNPROG_ALGORITHMS)
    return MC_ERR_ARGUMENT;
  if (job->n > UINT16_MAX)
    return MC_ERR_SIZE;
  const bool cubic = job->algorithm != MC_DYNPROG_AUTO;
  w.threads = mc_call_threads(call, cubic ? n * n * n * 2e-11 : n * n * 2e-10);
  if (job->n == 0)
    return MC_OK;
  mc_monitor_start(call->monitor, cubic ? n * n * n / 6 + 2 * n * n : n * n);
  MC_TRY(algorithms[job->algorithm](&w));
  report->threads = w.threads; /* perhaps fewer */
  int32_t *best = mc_alloc(call->arena, 2 * (w.n + 1), sizeof *best);
  if (best == NULL)
    return MC_ERR_MEMORY;
  fill_best(&w, best);
  report->score = best[1];
  if (job->table != NULL)
    copy_table(&w, job->table);
  if (end != NULL)
    trace(&w, best, best + w.n + 1, end, report);
  return MC_OK;
}
