#include "haplotype/haplotype.h"

#include <stdatomic.h>
#include <string.h>

#include "base/integers.h"
#include "base/team.h"
#include "haplotype/classes.h"
#include "haplotype/costs.h"
#include "haplotype/em.h"
#include "haplotype/groups.h"
#include "haplotype/pairs.h"
#include "haplotype/refine.h"
#include "haplotype/room.h"
#include "haplotype/snphap.h"

enum {
  STARTS_A_THREAD = 4,
  LEAST_STARTS = 8 /* starts side by side for each thread; at least so many, if there are as many */
};
#define LEAST_SECONDS 1e-4 /* shorter steps of all starts are one thread's */
#define LEAST_SHARE 5e-5   /* seconds of each thread that shares the work of one start, at least */
#define USUAL_ITERATIONS 16
#define SECONDS_A_TURN 5e-4     /* seconds of one start, then it is the next one's turn */
#define SECONDS_BETWEEN 5e-2    /* seconds of the EM between two polls */
#define SHARE_OF_REFINEMENT 0.1 /* of the work of all starts, about */
#define SHARE_SIDE_BY_SIDE \
  0.25 /* of the memory: starts that go one by one afterwards cannot use it */

/* A start. */
typedef struct {
  const uint64_t *seed;
  mc_haplotype_fit fit;
  mc_haplotype_extension extension;
  mc_haplotype_em em;
  atomic_bool held;   /* true while a thread iterates it, and when it is done */
  int64_t haplotypes; /* haplotypes after the last locus */
  double bytes;       /* bytes that it takes, about */
  double need;        /* the most bytes that it alone has needed at once */
} start;

/* Keeps the best fit so far, while other starts overwrite the memory that it came from. */
typedef struct {
  MC_HAPLOTYPE_ROOM(int64_t) begin;
  MC_HAPLOTYPE_ROOM(int32_t) one, two, lost;
  MC_HAPLOTYPE_ROOM(double) expected, frequency;
  MC_HAPLOTYPE_ROOM(uint64_t) code;
  MC_HAPLOTYPE_ROOM(mc_haplotype_iteration) trace;
} best_rooms;

typedef struct {
  const mc_haplotype_job *job;
  const mc_call *call;
  const mc_haplotype_classes *classes;
  mc_haplotype_grouping grouping;
  mc_haplotype_groups groups;
  mc_haplotype_packing packing;
  start *starts; /* the starts that go side by side */
  int count, added;
  int within; /* how many threads share the work of one start */
  int most;   /* iterations of a thread until the next poll */
  int turn;   /* iterations of a thread until it goes to the next start */
  atomic_int next;
  bool crowded; /* would starts side by side take too much memory? */
  double steps; /* steps of these starts that the monitor has counted */
  best_rooms best;
} run;

/* ---- one start, by any thread ---- */

MC_BODY(count_pairs, const run, r, k) {
  start *s = &r->starts[k];
  mc_haplotype_pairs_count(r->job, r->added, &r->grouping, &s->extension, &s->fit, r->within);
}

MC_BODY(extend_pairs, const run, r, k) {
  start *s = &r->starts[k];
  s->haplotypes = mc_haplotype_pairs_extend(r->job, s->seed, r->added, &r->grouping, &s->extension,
                                            &s->fit, r->within);
}

/* The next start that no thread holds and that is not done; NULL: there is none. */
static start *take_start(run *r) {
  const unsigned from = (unsigned) atomic_fetch_add(&r->next, 1);
  for (int i = 0; i < r->count; i++) {
    start *s = &r->starts[(from + (unsigned) i) % (unsigned) r->count];
    if (!atomic_exchange(&s->held, true))
      return s;
  }
  return NULL;
}

/* Does a few iterations of one start after the other, so that all are done at about the same
   time. */
MC_BODY(iterate, run, r, thread) {
  (void) thread;
  start *s;
  for (int left = r->most; left > 0 && (s = take_start(r)) != NULL; left -= r->turn) {
    mc_haplotype_em_iterate(&s->em, r->turn);
    atomic_store(&s->held, s->em.done);
  }
}

MC_BODY(cull, const run, r, k) {
  mc_haplotype_pairs_cull(r->job, r->added + 1, &r->starts[k].fit);
}

/* ---- all starts of a run ---- */

/* How many threads take starts, for work on all starts that takes one thread `seconds`. If the work
   is divisible, there are more threads than starts and each thread gets LEAST_SHARE of each start,
   then all threads share the work of one start after the other: r->within becomes their number. */
static int threads_of_starts(run *r, double seconds, bool divisible) {
  const int threads = seconds < LEAST_SECONDS ? 1 : mc_call_threads(r->call, seconds);
  const bool within =
    divisible && threads > r->count && seconds >= LEAST_SHARE * threads * r->count;
  const int takers = within ? 1 : (int) mc_min(threads, r->count);
  r->within = within ? threads : 1;
  for (int k = 0; k < r->count; k++)
    if (takers > r->starts[k].fit.threads)
      r->starts[k].fit.threads = takers;
  return takers;
}

/* Calls body() for each start, which takes `seconds`. If the work is `divisible`, r->within threads
   may share it. */
static void for_each(const mc_site *site, run *r, double seconds, bool divisible, mc_body body) {
  const int takers = threads_of_starts(r, seconds * r->count, divisible);
  mc_each_at(site, takers, 0, r->count, body, r);
}

/* Drops start k and those behind it. The starts before it go on, to find out whether one of them
   fails. */
static void fail_at(run *r, int k, double haplotypes, double bytes, mc_haplotype_limit *limit) {
  *limit = (mc_haplotype_limit){r->job->order[r->added], r->added, haplotypes, bytes};
  r->count = k;
}

/* Makes room for the pairs of the next locus. */
static mc_status take_room(run *r, mc_haplotype_limit *limit) {
  double all = 0;
  for (int k = 0; k < r->count; k++) {
    start *s = &r->starts[k];
    const mc_haplotype_extension *e = &s->extension;
    const double em = mc_haplotype_em_bytes(r->job, e->count, e->combinations);
    const double need = em + mc_haplotype_pairs_bytes(e, &s->fit);
    s->bytes = e->bytes + em;
    s->need = need > s->need ? need : s->need;
    all += s->bytes;
  }
  if (!mc_haplotype_bytes_fit(r->job, all, r->count > 1 ? SHARE_SIDE_BY_SIDE : 1)) {
    r->crowded = r->count > 1;
    fail_at(r, 0, 0, all, limit);
    return MC_OK;
  }
  for (int k = 0; k < r->count; k++) {
    start *s = &r->starts[k];
    const mc_status status = mc_haplotype_pairs_room(&s->extension, &s->fit, r->call->arena);
    if (status == MC_ERR_SIZE)
      fail_at(r, k, 0, s->bytes, limit);
    else
      MC_TRY(status);
  }
  return MC_OK;
}

static mc_status add_locus(run *r, mc_haplotype_limit *limit) {
  const mc_haplotype_job *job = r->job;
  double most = 0;
  mc_haplotype_groups_refine(job, r->added, &r->grouping, &r->groups, r->call);
  for (int k = 0; k < r->count; k++) {
    r->starts[k].fit.groups = r->groups;
    MC_TRY(mc_haplotype_pairs_ask(&r->groups, &r->starts[k].extension, r->call->arena));
  }
  for_each(MC_SITE(count_pairs), r, (double) r->groups.count * MC_HAPLOTYPE_SECONDS_PAIR_MADE, true,
           count_pairs);
  MC_TRY(take_room(r, limit));
  for (int k = 0; k < r->count; k++)
    if (r->starts[k].extension.count > most)
      most = r->starts[k].extension.count;
  for_each(MC_SITE(extend_pairs), r, most * MC_HAPLOTYPE_SECONDS_PAIR_MADE, true, extend_pairs);
  for (int k = 0; k < r->count; k++)
    if (r->starts[k].haplotypes > job->max_haplotypes)
      fail_at(r, k, (double) r->starts[k].haplotypes, 0, limit);
  return MC_OK;
}

static bool all_done(const run *r) {
  for (int k = 0; k < r->count; k++)
    if (!r->starts[k].em.done)
      return false;
  return true;
}

static mc_status maximize(run *r) {
  double seconds = 1e-8; /* seconds of an iteration */
  for (int k = 0; k < r->count; k++) {
    const double own = mc_haplotype_em_seconds(&r->starts[k].fit);
    seconds = own > seconds ? own : seconds;
  }
  const int threads = mc_haplotype_em_threads(r->job, seconds, r->call);
  const bool within = r->count < threads;
  for (int k = 0; k < r->count; k++) {
    MC_TRY(mc_haplotype_em_begin(r->job, r->added + 1, within ? threads : 1, &r->starts[k].em,
                                 &r->starts[k].fit, r->call->arena));
    atomic_store(&r->starts[k].held, false);
  }
  const int takers =
    within ? 1 : threads_of_starts(r, seconds * USUAL_ITERATIONS * r->count, false);
  r->most = mc_haplotype_em_iterations(SECONDS_BETWEEN, seconds);
  r->turn = takers == 1 ? r->most : mc_haplotype_em_iterations(SECONDS_A_TURN, seconds);
  while (!all_done(r)) {
    mc_each(takers, 0, takers, iterate, r);
    MC_TRY(mc_monitor_step(r->call->monitor, 0));
  }
  for_each(MC_SITE(cull), r, seconds, false, cull);
  return MC_OK;
}

/* Adds all loci, for starts with the seeds from *seed on. */
static mc_status run_starts(run *r, const uint64_t *seed, mc_haplotype_limit *limit) {
  const mc_haplotype_job *job = r->job;
  const int count = r->count;
  r->steps = 0;
  mc_haplotype_groups_begin(job, r->classes, &r->groups);
  for (int k = 0; k < count; k++) {
    start *s = &r->starts[k];
    s->seed = seed == NULL ? NULL : seed + k;
    s->need = 0;
    s->fit = (mc_haplotype_fit){.classes = r->classes,
                                .groups = r->groups,
                                .packing = r->packing,
                                .lost = s->fit.lost,
                                .threads = 1};
    memset(s->fit.lost, 0, (size_t) r->classes->count * sizeof *s->fit.lost);
    MC_TRY(mc_haplotype_pairs_begin(&s->extension, &s->fit, r->call->arena));
  }
  for (r->added = 0; r->added < job->loci && r->count > 0; r->added++) {
    MC_TRY(add_locus(r, limit));
    const int loci = r->added + 1;
    if (loci == job->loci || (job->cull_every > 0 && loci % job->cull_every == 0))
      MC_TRY(maximize(r));
    r->steps += count;
    MC_TRY(mc_monitor_step(r->call->monitor, count));
  }
  return r->count == count ? MC_OK : MC_ERR_SIZE;
}

/* ---- the best ---- */

/* Leaves out haplotypes that are in no pair and have (almost) no frequency. */
static mc_status keep_haplotypes(mc_haplotype_fit *fit, mc_arena *arena) {
  const double least = 1e-14;
  const int64_t pairs = fit->pairs.begin[fit->groups.count];
  mc_haplotype_distinct *all = &fit->haplotypes;
  int32_t *number = mc_alloc(arena, all->count, sizeof *number);
  if (number == NULL)
    return MC_ERR_MEMORY;
  for (int64_t h = 0; h < all->count; h++)
    number[h] = all->frequency[h] >= least;
  for (int64_t i = 0; i < pairs; i++)
    number[fit->pairs.one[i]] = number[fit->pairs.two[i]] = 1;
  int32_t next = 0;
  for (int64_t h = 0; h < all->count; h++)
    if (number[h] != 0) {
      number[h] = next;
      all->frequency[next] = all->frequency[h];
      memmove(all->code + next * fit->packing.words, all->code + h * fit->packing.words,
              (size_t) fit->packing.words * sizeof *all->code);
      next++;
    }
  for (int64_t i = 0; i < pairs; i++) {
    fit->pairs.one[i] = number[fit->pairs.one[i]];
    fit->pairs.two[i] = number[fit->pairs.two[i]];
  }
  all->count = next;
  return MC_OK;
}

/* Moves an array of `count` elements to a room. */
#define MOVE(array, count, to, arena)                            \
  do {                                                           \
    MC_TRY(mc_haplotype_room_take(to, count, arena));            \
    memcpy((to)->at, array, (size_t) (count) * sizeof *(array)); \
    (array) = (to)->at;                                          \
  } while (0)

static mc_status move_fit(best_rooms *room, mc_haplotype_fit *fit, mc_arena *arena) {
  const int64_t groups = fit->groups.count, pairs = fit->pairs.begin[groups];
  const int64_t haplotypes = fit->haplotypes.count;
  MOVE(fit->pairs.begin, groups + 1, &room->begin, arena);
  MOVE(fit->pairs.one, pairs, &room->one, arena);
  MOVE(fit->pairs.two, pairs, &room->two, arena);
  MOVE(fit->pairs.expected, pairs, &room->expected, arena);
  MOVE(fit->haplotypes.code, haplotypes * fit->packing.words, &room->code, arena);
  MOVE(fit->haplotypes.frequency, haplotypes, &room->frequency, arena);
  MOVE(fit->lost, fit->classes->count, &room->lost, arena);
  MOVE(fit->trace, fit->iterations, &room->trace, arena);
  return MC_OK;
}

/* The start with the highest likelihood, the first of equal ones. */
static const start *best_of(const run *r) {
  const start *best = &r->starts[0];
  for (int k = 1; k < r->count; k++)
    if (r->starts[k].fit.loglik > best->fit.loglik)
      best = &r->starts[k];
  return best;
}

static mc_status make_run(const mc_haplotype_job *job, int together, run *r, const mc_call *call) {
  mc_arena *arena = call->arena;
  mc_haplotype_classes *classes = mc_alloc(arena, 1, sizeof *classes);
  *r = (run){.job = job,
             .call = call,
             .classes = classes,
             .starts = mc_alloc(arena, together, sizeof *r->starts)};
  if (classes == NULL || r->starts == NULL)
    return MC_ERR_MEMORY;
  MC_TRY(mc_haplotype_classes_make(job, classes, call));
  memset(r->starts, 0, (size_t) together * sizeof *r->starts);
  for (int k = 0; k < together; k++)
    if ((r->starts[k].fit.lost = mc_alloc(arena, classes->count, sizeof(int32_t))) == NULL)
      return MC_ERR_MEMORY;
  MC_TRY(mc_haplotype_groups_room(job, classes, &r->grouping, &r->groups, call));
  return mc_haplotype_packing_of_alleles(&r->packing, job->loci, job->alleles, job->order, arena);
}

/* Without culling all pairs are there, and there is nothing to refine. */
static bool refines(const mc_haplotype_job *job) {
  return job->refine > 0 && job->cull_every > 0 && job->loci > job->cull_every &&
         (job->min_posterior > 0 || job->min_prior > 0);
}

mc_status mc_haplotype(const mc_haplotype_job *job, mc_haplotype_fit *fit,
                       mc_haplotype_limit *limit, const mc_call *call) {
  const int64_t most = (int64_t) STARTS_A_THREAD * mc_call_threads(call, 1e9);
  int together = (int) mc_min(job->starts, most < LEAST_STARTS ? LEAST_STARTS : most), used = 1;
  if (mc_haplotype_snphap_does(job->algorithm))
    together = 1;
  double need = 0;
  run r;
  MC_TRY(make_run(job, together, &r, call));
  const double steps = (double) job->loci * job->starts, last = steps * SHARE_OF_REFINEMENT;
  mc_monitor_start(call->monitor, steps + (refines(job) ? last : 0));
  for (int done = 0; done < job->starts;) {
    r.count = (int) mc_min(together, job->starts - done);
    const mc_status status = run_starts(&r, job->seed == NULL ? NULL : job->seed + done, limit);
    if (r.crowded) { /* again, one start after the other */
      MC_TRY(mc_monitor_step(call->monitor, -r.steps));
      r.crowded = false;
      together = 1;
      continue;
    }
    MC_TRY(status);
    const start *best = best_of(&r);
    for (int k = 0; k < r.count; k++)
      used = r.starts[k].fit.threads > used ? r.starts[k].fit.threads : used;
    if (done == 0 || best->fit.loglik > fit->loglik) {
      *fit = best->fit;
      need = best->need;
      if (done + r.count < job->starts)
        MC_TRY(move_fit(&r.best, fit, call->arena));
    }
    done += r.count;
  }
  fit->threads = used;
  if (refines(job)) {
    MC_TRY(mc_haplotype_refine(job, 1 - SHARE_SIDE_BY_SIDE, need, fit, call));
    MC_TRY(mc_monitor_step(call->monitor, last));
  }
  return keep_haplotypes(fit, call->arena);
}
