/* Who sleeps for a level stands in a row, by the number of that level, with others whose levels
   share the row. Who raises a level looks for sleepers of the row afterwards (all of it in
   sequential consistency), so no wake-up is lost. */

#include "base/levels.h"

#include "mc_config.h"
#include "base/team.h"

mc_levels mc_levels_make(mc_arena *arena, int64_t count, int threads) {
  const mc_levels l = {mc_alloc(arena, count, sizeof *l.level), threads <= 1};
  for (int64_t at = 0; l.level != NULL && at < count; at++)
    atomic_init(&l.level[at], 0);
  return l;
}

#if MC_HAVE_THREADS

#include <pthread.h>

enum { ROWS = 16 };
#define ROW \
  { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 }
static struct {
  _Alignas(64) pthread_mutex_t lock;
  pthread_cond_t risen;
  atomic_int sleepers;
} row[ROWS] = {ROW, ROW, ROW, ROW, ROW, ROW, ROW, ROW, ROW, ROW, ROW, ROW, ROW, ROW, ROW, ROW};

static void sleep_for(const mc_levels *l, int64_t at, int least) {
  const int64_t k = at % ROWS;
  pthread_mutex_lock(&row[k].lock);
  atomic_fetch_add(&row[k].sleepers, 1);
  while (atomic_load(&l->level[at]) < least)
    pthread_cond_wait(&row[k].risen, &row[k].lock);
  atomic_fetch_sub(&row[k].sleepers, 1);
  pthread_mutex_unlock(&row[k].lock);
}

void mc_levels_wait(const mc_levels *l, int64_t at, int least) {
  if (l->alone)
    return;
  const int64_t begin = mc_trace_now();
  mc_trace_add(MC_TRACE_need, MC_SITE(mc_levels_wait), begin, at, least);
  if (atomic_load(&l->level[at]) >= least)
    return;
  for (int64_t since = 0; atomic_load(&l->level[at]) < least;)
    if (!mc_team_spins(&since))
      sleep_for(l, at, least);
  mc_trace_add(MC_TRACE_wait, MC_SITE(mc_levels_wait), begin, 0, 1);
}

void mc_levels_raise(const mc_levels *l, int64_t at) {
  if (l->alone)
    return;
  const int64_t k = at % ROWS, now = mc_trace_now();
  const int level = atomic_fetch_add(&l->level[at], 1) + 1;
  mc_trace_add(MC_TRACE_raise, MC_SITE(mc_levels_raise), now, at, level);
  if (atomic_load(&row[k].sleepers) == 0)
    return;
  pthread_mutex_lock(&row[k].lock);
  pthread_cond_broadcast(&row[k].risen);
  pthread_mutex_unlock(&row[k].lock);
}

#else

void mc_levels_wait(const mc_levels *l, int64_t at, int least) {
  (void) l;
  (void) at;
  (void) least;
}

void mc_levels_raise(const mc_levels *l, int64_t at) {
  (void) l;
  (void) at;
}

#endif
