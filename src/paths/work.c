#include "paths/work.h"

#include "base/integers.h"
#include "base/jobs.h"

void mc_paths_take_kernels(mc_paths_work *w) {
  const mc_kernels *k = w->call->kernels;
  w->tropical = mc_tropical_semiring_make(k, MC_TROPICAL_MIN, w->job->single);
  if (w->job->single)
    w->kernels = (mc_paths_kernels){k->paths_corner_f32, k->paths_solve_f32, k->paths_row_f32,
                                    k->paths_update_f32};
  else
    w->kernels = (mc_paths_kernels){k->paths_corner_f64, k->paths_solve_f64, k->paths_row_f64,
                                    k->paths_update_f64};
}

/* The block by bench/paths.R, with limits between the sizes that are measured there. Many threads
   may need a smaller block: one thread does step 1 of the next block, d^3 sums, while the others do
   the n^2 d sums of step 3. So d is at most n / sqrt(2 threads), but not below 64, because all
   threads wait for each other twice a block. */
int64_t mc_paths_simd_block(int64_t n, bool via, int threads) {
  enum { LEAST = 64 };
  int64_t block = n < (via ? 800 : 1500) ? LEAST : 128;
  while (threads > 1 && block > LEAST && 2 * threads * block * block > n * n)
    block /= 2;
  return block;
}

bool mc_paths_is_negative(const mc_paths_work *w, const void *number) {
  return w->tropical.size == sizeof(double) ? *(const double *) number < 0
                                            : *(const float *) number < 0;
}

typedef struct {
  const mc_paths_work *w;
  const mc_site *site;
  mc_body body;
  void *context;
  int64_t first, last, chunk; /* jobs of the pass; jobs that a thread takes at a time */
} run;

/* The share of one thread: every `threads`-th chunk of the pass's jobs. */
static void do_share(void *context, int64_t share, int thread) {
  const run *r = context;
  const int64_t step = r->w->threads * r->chunk;
  for (int64_t at = r->first + share * r->chunk; at < r->last; at += step)
    for (int64_t id = at; id < mc_min(at + r->chunk, r->last); id++)
      r->body(r->context, id, thread);
}

static void run_pass(void *context, int64_t first, int64_t last) {
  run *r = context;
  const int64_t threads = r->w->threads, schedule = r->w->job->schedule;
  r->first = first;
  r->last = last;
  r->chunk = schedule > 0 ? schedule : (last - first + threads - 1) / threads;
  mc_each_at(r->site, r->w->threads, 0, threads, do_share, r);
}

mc_status mc_paths_run_at(const mc_site *site, const mc_paths_work *w, int64_t urgent, int64_t jobs,
                          double weight, mc_body body, void *context) {
  run r = {.w = w, .site = site, .body = body, .context = context};
  if (w->job->schedule == MC_PATHS_SCHEDULE_DYNAMIC)
    return mc_run_shares_at(site, w->call->monitor, w->threads, urgent, jobs, weight, body,
                            context);
  return mc_run_passes(w->call->monitor, jobs, w->threads, weight, run_pass, &r);
}
