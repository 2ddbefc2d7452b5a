/* The team of threads.

     the caller                              a helper
       job, free places: open                  until a job is open: spin, then sleep
       wake as many as are wanted              take a place; go on if there is none
       its own part                            its part
       no places from here on: closed          one fewer at work; wake the caller if the last
       until no helper is at work:
         spin, then sleep

   Job number, free places and helpers at work share one atomic word, so that a helper can take a
   place only in an open job. A thread announces its sleep before its last look at the word. A
   thread that changes the word looks for sleepers afterwards. All this is sequentially consistent,
   so no wake-up is lost. The announcement and the opening of a job are exchanges, not stores,
   because QEMU 7.2 lets a load of emulated AArch64 overtake the store before it. */

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* pthread_sigmask */
#endif

#include "base/team.h"

#include <stdatomic.h>

#include "mc_config.h"
#include "base/clock.h"
#include "base/placement.h"
#include "base/integers.h"
#include "base/threads.h"

/* ---- loops, on any team ---- */

typedef struct {
  mc_body body;
  mc_range_body range;
  void *context;
  const mc_site *site;
  int64_t last, chunk;
  _Alignas(64) _Atomic int64_t next;
} loop;

static void do_range(const loop *l, int64_t first, int64_t last) {
  const int64_t begin = mc_trace_now();
  l->range(l->context, first, last);
  mc_trace_add(MC_TRACE_step, l->site, begin, first, last);
}

static void take_each(void *loop_, int thread) {
  loop *l = loop_;
  for (int64_t id; (id = atomic_fetch_add(&l->next, 1)) < l->last;)
    mc_step(l->site, l->body, l->context, id, thread);
}

void mc_each_at(const mc_site *site, int threads, int64_t first, int64_t last, mc_body body,
                void *context) {
  loop l = {.body = body, .context = context, .site = site, .last = last};
  atomic_init(&l.next, first);
  mc_team_at(site, (int) mc_min(threads, last - first), take_each, &l);
}

static void take_ranges(void *loop_, int thread) {
  loop *l = loop_;
  (void) thread;
  for (int64_t at; (at = atomic_fetch_add(&l->next, l->chunk)) < l->last;)
    do_range(l, at, mc_min(at + l->chunk, l->last));
}

void mc_ranges_at(const mc_site *site, int threads, int64_t n, int64_t grain, mc_range_body body,
                  void *context) {
  enum { EACH = 8 }; /* ranges for each thread, because helpers may come late */
  const int64_t share = n / (EACH * (int64_t) (threads > 0 ? threads : 1));
  loop l = {.range = body,
            .context = context,
            .site = site,
            .last = n,
            .chunk = share < grain ? grain : share};
  if (threads <= 1 || n <= l.chunk) {
    if (n > 0)
      do_range(&l, 0, n);
    return;
  }
  atomic_init(&l.next, 0);
  mc_team_at(site, threads, take_ranges, &l);
}

/* How many threads have a place in a job that asks for `threads`; for traces. */
static int64_t places_of(int threads, int helpers) {
  return mc_threads_solo() ? mc_max(threads, 1) : helpers + 1;
}

#if MC_HAVE_THREADS

#include <pthread.h>

#include "base/helpers.h"

/* team.word: job number | free places | helpers at work */
enum { PLACE = 16, NUMBER = 32, MASK = 0xffff };

static struct {
  pthread_mutex_t lock; /* for the condition variables */
  pthread_cond_t open, done;
  uint32_t before[MC_MOST_HELPERS]; /* the job number when each helper was started */

  /* the job: written while it is closed and no helper is at work */
  mc_member work;
  void *context;
  const mc_site *site;
  int places;
  bool bound; /* the kind has bound the helpers: placement.c leaves them alone */

  _Atomic int64_t spin; /* nanoseconds */
  atomic_int helpers;
  atomic_bool busy, ending;
  atomic_bool crowded; /* more threads than processors: nobody spins */
  _Alignas(64) _Atomic uint64_t word;
  atomic_int sleepers; /* sleeping helpers */
  atomic_bool waiting; /* the caller sleeps */
} team = {.lock = PTHREAD_MUTEX_INITIALIZER,
          .open = PTHREAD_COND_INITIALIZER,
          .done = PTHREAD_COND_INITIALIZER};

static int free_places(uint64_t word) {
  return (int) (word >> PLACE & MASK);
}

static int at_work(uint64_t word) {
  return (int) (word & MASK);
}

static uint32_t number(uint64_t word) {
  return (uint32_t) (word >> NUMBER);
}

/* ---- waiting ---- */

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb");
#endif
}

bool mc_team_spins(int64_t *since) {
  enum { ROUNDS = 16 }; /* between two looks at the clock */
  if (atomic_load_explicit(&team.crowded, memory_order_relaxed))
    return false;
  if (*since == 0)
    *since = mc_now();
  else if (mc_now() - *since > atomic_load_explicit(&team.spin, memory_order_relaxed))
    return false;
  for (int i = 0; i < ROUNDS; i++)
    relax();
  return true;
}

/* ---- helpers ---- */

static _Thread_local int member; /* 0: no helper */

int mc_team_member(void) {
  return member;
}

/* Has a helper whose last job was `before` something to do: take a place, or end? */
static bool is_called(uint32_t before) {
  const uint64_t word = atomic_load(&team.word);
  return atomic_load(&team.ending) || (free_places(word) > 0 && number(word) != before);
}

static void await_job(uint32_t before) {
  int64_t since = 0;
  while (!is_called(before))
    if (!mc_team_spins(&since)) {
      pthread_mutex_lock(&team.lock);
      atomic_fetch_add(&team.sleepers, 1);
      while (!is_called(before))
        pthread_cond_wait(&team.open, &team.lock);
      atomic_fetch_sub(&team.sleepers, 1);
      pthread_mutex_unlock(&team.lock);
    }
}

/* Takes a place in the open job. Returns the helper's number in the job, or 0: no place. */
static int join(uint32_t *before) {
  uint64_t word = atomic_load(&team.word);
  while (free_places(word) > 0)
    if (atomic_compare_exchange_weak(&team.word, &word, word - (1 << PLACE) + 1)) {
      *before = number(word);
      return team.places - free_places(word) + 1;
    }
  return 0;
}

static void leave(void) {
  const uint64_t word = atomic_fetch_sub(&team.word, 1) - 1;
  if (free_places(word) == 0 && at_work(word) == 0 && atomic_load(&team.waiting)) {
    pthread_mutex_lock(&team.lock);
    pthread_cond_signal(&team.done);
    pthread_mutex_unlock(&team.lock);
  }
}

static void help(int helper) {
  uint32_t before = team.before[helper];
  member = helper + 1;
  mc_trace_lane(helper + 1);
  for (;;) {
    await_job(before);
    if (atomic_load(&team.ending))
      return;
    const int thread = join(&before);
    if (thread > 0) {
      if (!team.bound)
        mc_placement_join(helper + 1);
      const int64_t begin = mc_trace_now();
      team.work(team.context, thread);
      mc_trace_add(MC_TRACE_part, team.site, begin, thread, thread + 1);
      leave();
    }
  }
}

/* Starts helpers until there are `wanted`, or as many as the system allows. Returns how many the
   job may have. */
static int start(int wanted) {
  int helpers = atomic_load(&team.helpers);
  wanted = wanted < MC_MOST_HELPERS ? wanted : MC_MOST_HELPERS;
  if (wanted <= helpers)
    return wanted;
  wanted = helpers + mc_helpers_possible(helpers, wanted - helpers);
  if (wanted <= helpers)
    return helpers;
  if (mc_helpers_together())
    mc_team_end();
  helpers = atomic_load(&team.helpers);
  for (int i = helpers; i < wanted; i++)
    team.before[i] = number(atomic_load(&team.word));
  atomic_store_explicit(&team.spin, mc_helpers_spin(MC_TEAM_SPIN), memory_order_relaxed);
  helpers = mc_helpers_start(helpers, wanted, help);
  team.bound = mc_helpers_bound();
  atomic_store(&team.helpers, helpers);
  return helpers;
}

/* ---- the caller ---- */

static void open_job(const mc_site *site, int places, mc_member work, void *context) {
  team.work = work;
  team.context = context;
  team.site = site;
  team.places = places;
  if (!team.bound)
    mc_placement_begin(places + 1);
  const uint64_t next = (uint64_t) (number(atomic_load(&team.word)) + 1);
  atomic_exchange(&team.word, next << NUMBER | (uint64_t) places << PLACE);
  const int asleep = atomic_load(&team.sleepers);
  if (asleep == 0)
    return;
  pthread_mutex_lock(&team.lock);
  if (places >= asleep)
    pthread_cond_broadcast(&team.open);
  else
    for (int i = 0; i < places; i++)
      pthread_cond_signal(&team.open);
  pthread_mutex_unlock(&team.lock);
}

static void close_job(void) {
  uint64_t word = atomic_load(&team.word);
  while (!atomic_compare_exchange_weak(&team.word, &word, word & ~((uint64_t) MASK << PLACE)))
    continue;
  int64_t since = 0;
  while (at_work(atomic_load(&team.word)) > 0)
    if (!mc_team_spins(&since)) {
      pthread_mutex_lock(&team.lock);
      atomic_exchange(&team.waiting, true);
      while (at_work(atomic_load(&team.word)) > 0)
        pthread_cond_wait(&team.done, &team.lock);
      atomic_store(&team.waiting, false);
      pthread_mutex_unlock(&team.lock);
    }
}

void mc_team_at(const mc_site *site, int threads, mc_member work, void *context) {
  const bool alone =
    threads <= 1 || mc_threads_solo() || mc_threads_forked() || atomic_exchange(&team.busy, true);
  const int64_t begin = mc_trace_now();
  const int helpers = alone ? 0 : start(threads - 1);
  if (helpers > 0) {
    atomic_store_explicit(&team.crowded, helpers >= mc_threads_processors(), memory_order_relaxed);
    open_job(site, helpers, work, context);
  }
  const int64_t own = mc_trace_now();
  work(context, 0);
  mc_trace_add(MC_TRACE_part, site, own, 0, 1);
  if (helpers > 0) {
    const int64_t wait = mc_trace_now();
    close_job();
    mc_trace_add(MC_TRACE_wait, site, wait, 0, 1);
  }
  mc_trace_add(MC_TRACE_job, site, begin, 0, places_of(threads, helpers));
  if (!alone)
    atomic_store(&team.busy, false);
}

int mc_team_helpers(void) {
  return mc_threads_forked() ? 0 : atomic_load(&team.helpers);
}

void mc_team_end(void) {
  if (mc_team_helpers() == 0)
    return;
  pthread_mutex_lock(&team.lock);
  atomic_store(&team.ending, true);
  pthread_cond_broadcast(&team.open);
  pthread_mutex_unlock(&team.lock);
  mc_helpers_end(atomic_load(&team.helpers));
  atomic_store(&team.helpers, 0);
  atomic_store(&team.ending, false);
}

const char *mc_team_kind(void) {
  return mc_helpers_kind();
}

const char *mc_team_runtime(void) {
  return mc_helpers_runtime();
}

#else /* one thread */

void mc_team_at(const mc_site *site, int threads, mc_member work, void *context) {
  const int64_t begin = mc_trace_now();
  work(context, 0);
  mc_trace_add(MC_TRACE_part, site, begin, 0, 1);
  mc_trace_add(MC_TRACE_job, site, begin, 0, places_of(threads, 0));
}

bool mc_team_spins(int64_t *since) {
  (void) since;
  return false;
}

int mc_team_member(void) {
  return 0;
}

int mc_team_helpers(void) {
  return 0;
}

void mc_team_end(void) {
}

const char *mc_team_kind(void) {
  return "none";
}

const char *mc_team_runtime(void) {
  return "";
}

#endif
