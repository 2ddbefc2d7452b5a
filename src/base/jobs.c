#include "base/jobs.h"

#include <stdatomic.h>

#include "base/clock.h"
#include "base/integers.h"
#include "base/threads.h"

enum { MOST = 256 }; /* shares; more threads share them */

typedef struct {
  _Alignas(64) _Atomic int64_t next;
  int64_t first, last;
} share;

typedef struct {
  mc_body body;
  void *context;
  const mc_site *site;
  int64_t end; /* no job is taken after this time, in nanoseconds */
  int count;   /* shares */
  share urgent, shares[MOST];
  atomic_bool claimed[MOST]; /* by a helper, as its own */
} sweep;

static void set(share *s, int64_t first, int64_t last) {
  s->first = first;
  s->last = last;
  atomic_init(&s->next, first);
}

static int64_t done(share *s) {
  return mc_min(atomic_load(&s->next), s->last) - s->first;
}

static int64_t all_done(sweep *w) {
  int64_t jobs = done(&w->urgent);
  for (int i = 0; i < w->count; i++)
    jobs += done(&w->shares[i]);
  return jobs;
}

/* Takes jobs of a share. A thread looks at the clock after a job, so every job that was taken is
   done. Returns false if the time is over. */
static bool take(const sweep *w, share *s, int thread) {
  while (atomic_load(&s->next) < s->last) {
    const int64_t id = atomic_fetch_add(&s->next, 1);
    if (id >= s->last)
      break;
    mc_step(w->site, w->body, w->context, id, thread);
    if (w->end != INT64_MAX && mc_now() >= w->end)
      return false;
  }
  return true;
}

/* The own share of the calling thread: the first one for the caller. A helper gets the share of its
   number, or the next one that no other helper has. */
static int own_share(sweep *w, int thread) {
  const int others = w->count - 1, member = mc_team_member();
  if (thread == 0 || others == 0)
    return 0;
  for (int i = 0; i < others; i++) {
    const int own = 1 + (member - 1 + i) % others;
    if (!atomic_exchange(&w->claimed[own], true))
      return own;
  }
  return 1 + (member - 1) % others; /* there are more threads than shares */
}

static void take_part(void *sweep_, int thread) {
  sweep *w = sweep_;
  bool more = take(w, &w->urgent, thread);
  if (!more || w->count == 0)
    return;
  const int own = own_share(w, thread);
  for (int i = 0; more && i < w->count; i++)
    more = take(w, &w->shares[(own + i) % w->count], thread);
}

mc_status mc_run_shares_at(const mc_site *site, mc_monitor *monitor, int threads, int64_t urgent,
                           int64_t jobs, double weight, mc_body body, void *context) {
  const int64_t rest = jobs - urgent;
  const int count = (int) mc_min(mc_min(mc_max(threads, 1), MOST), rest);
  sweep w; /* too large to be cleared for each small call */
  w.body = body;
  w.context = context;
  w.site = site;
  w.end = INT64_MAX;
  w.count = count;
  set(&w.urgent, 0, urgent);
  for (int i = 0; i < count; i++)
    set(&w.shares[i], urgent + rest * i / count, urgent + rest * (i + 1) / count);
  for (int64_t before = 0; before < jobs;) {
    for (int i = 0; i < count; i++)
      atomic_init(&w.claimed[i], false);
    if (mc_monitor_listens(monitor)) /* one thread alone does as much as all would do */
      w.end =
        mc_now() + (int64_t) (1e9 * mc_monitor_pass(monitor) * (mc_threads_solo() ? threads : 1));
    mc_team_at(site, (int) mc_min(threads, jobs - before), take_part, &w);
    const int64_t now = all_done(&w);
    const double work = weight * (double) (now - before);
    before = now;
    MC_TRY(mc_monitor_step(monitor, work));
  }
  return MC_OK;
}

mc_status mc_run_each_at(const mc_site *site, mc_monitor *monitor, int threads, int64_t jobs,
                         double weight, mc_body body, void *context) {
  return mc_run_shares_at(site, monitor, threads, jobs, jobs, weight, body, context);
}
