/* Accordion folding.

     the algorithm        (accordion_groups.c, accordion_loop.c, accordion_recursive.c)
     the score, and strand by strand the longest by which it is reached */

#include "dynprog/accordion.h"

#include "base/integers.h"
#include "dynprog/accordion_loop.h"
#include "dynprog/accordion_recursive.h"
#include "dynprog/accordion_groups.h"
#include "dynprog/accordion_work.h"

static mc_status (*const algorithms[MC_DYNPROG_ALGORITHMS])(mc_accordion_work *w) = {
  [MC_DYNPROG_AUTO] = mc_accordion_groups,
#define MC_DYNPROG_ALGORITHM(CONSTANT, name) [MC_DYNPROG_##CONSTANT] = mc_accordion_##name,
#include "dynprog/algorithms.def"
#undef MC_DYNPROG_ALGORITHM
};

/* The first strand: the longest of the best. */
static int64_t first_end(const mc_accordion_work *w, int64_t *score) {
  int64_t end = w->n;
  *score = mc_accordion_at(w, 0, w->n);
  for (int64_t e = w->n - 1; e > 0; e--)
    if (mc_accordion_at(w, 0, e) > *score) {
      *score = mc_accordion_at(w, 0, e);
      end = e;
    }
  return end;
}

/* The greatest k by which S(i, e) is reached. f: room for n + 1 numbers. */
static int64_t next_end(const mc_accordion_work *w, int64_t i, int64_t e, int32_t *f) {
  const int64_t most = mc_min(e - i, w->n - e);
  f[0] = f[1] = 0;
  for (int64_t far = 2; far <= most; far++)
    f[far] = f[far - 1] + mc_accordion_contact(w->job, e - far, e + far - 1);
  const int32_t want = mc_accordion_at(w, i, e);
  int64_t k = w->n;
  while (k > e + 1 && f[mc_min(k - e, most)] + mc_accordion_at(w, e, k) != want)
    k--;
  return k;
}

static mc_status trace(const mc_accordion_work *w, int64_t first, int32_t *end,
                       mc_accordion_report *report) {
  int32_t *f = mc_alloc(w->call->arena, w->n + 1, sizeof *f);
  if (f == NULL)
    return MC_ERR_MEMORY;
  for (int64_t i = 0, e = first;;) {
    end[report->strands++] = (int32_t) e;
    if (e == w->n)
      return MC_OK;
    const int64_t k = next_end(w, i, e, f);
    i = e;
    e = k;
  }
}

static void copy_table(const mc_accordion_work *w, uint16_t *table) {
  for (int64_t e = 1; e <= w->n; e++)
    for (int64_t i = 0; i < e; i++)
      table[i * (w->n + 1) + e] = (uint16_t) mc_accordion_at(w, i, e);
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
  report->threads = w.threads = mc_call_threads(call, cubic ? n * n * n * 2e-11 : n * n * 3e-10);
  if (job->n == 0)
    return MC_OK;
  mc_monitor_start(call->monitor, cubic ? n * n * n / 6 + 2 * n * n : n * n);
  MC_TRY(algorithms[job->algorithm](&w));
  const int64_t first = first_end(&w, &report->score);
  if (job->table != NULL)
    copy_table(&w, job->table);
  return end == NULL ? MC_OK : trace(&w, first, end, report);
}
