/* Tasks: a stack of those that wait, which any thread of the team takes the last one of.

   A thread that finds none, and waits for others to end or to add some, spins and then
   sleeps, as in team.c; who adds a task, or ends the last one of a group, looks for sleepers
   afterwards. */

#include "tasks.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "mc_config.h"
#include "team.h"

#if MC_HAVE_THREADS

#include <pthread.h>

enum { MOST_WAITING = 256 };

typedef struct {
  mc_task run;
  mc_task_group *group;
  _Alignas(16) unsigned char argument[MC_TASK_ARGUMENT];
} waiting_task;

struct mc_tasks {
  int threads;
  mc_task root;
  const void *argument;
  mc_task_group all; /* without a group; the root is one of them */
  atomic_int count;  /* of the stack; changed under the lock */
  atomic_int sleepers;
  pthread_mutex_t lock;
  pthread_cond_t change;
  waiting_task stack[MOST_WAITING];
};

static void wake(mc_tasks *t, bool everybody) {
  if (atomic_load(&t->sleepers) == 0)
    return;
  pthread_mutex_lock(&t->lock);
  if (everybody)
    pthread_cond_broadcast(&t->change);
  else
    pthread_cond_signal(&t->change);
  pthread_mutex_unlock(&t->lock);
}

static void end_one(mc_tasks *t, mc_task_group *group) {
  if (atomic_fetch_sub(&group->pending, 1) == 1)
    wake(t, true);
}

static bool take(mc_tasks *t, waiting_task *task) {
  if (atomic_load(&t->count) == 0)
    return false;
  pthread_mutex_lock(&t->lock);
  const int count = atomic_load(&t->count);
  if (count > 0) {
    *task = t->stack[count - 1];
    atomic_store(&t->count, count - 1);
  }
  pthread_mutex_unlock(&t->lock);
  return count > 0;
}

static bool put(mc_tasks *t, const waiting_task *task) {
  pthread_mutex_lock(&t->lock);
  const int count = atomic_load(&t->count);
  const bool fits = count < MOST_WAITING;
  if (fits) {
    t->stack[count] = *task;
    atomic_store(&t->count, count + 1);
  }
  pthread_mutex_unlock(&t->lock);
  return fits;
}

static void sleep_for(mc_tasks *t, mc_task_group *group) {
  pthread_mutex_lock(&t->lock);
  atomic_fetch_add(&t->sleepers, 1);
  while (atomic_load(&group->pending) > 0 && atomic_load(&t->count) == 0)
    pthread_cond_wait(&t->change, &t->lock);
  atomic_fetch_sub(&t->sleepers, 1);
  pthread_mutex_unlock(&t->lock);
}

void mc_tasks_wait(mc_tasks *t, mc_task_group *group) {
  waiting_task task;
  int64_t since = 0;
  while (atomic_load(&group->pending) > 0)
    if (take(t, &task)) {
      task.run(t, task.argument);
      end_one(t, task.group);
      since = 0;
    } else if (!mc_team_spins(&since)) {
      sleep_for(t, group);
    }
}

void mc_tasks_add(mc_tasks *t, mc_task_group *group, mc_task run, const void *argument,
                  size_t bytes) {
  assert(bytes <= MC_TASK_ARGUMENT);
  if (t->threads > 1) {
    waiting_task task = {.run = run, .group = group == NULL ? &t->all : group};
    memcpy(task.argument, argument, bytes);
    atomic_fetch_add(&task.group->pending, 1);
    if (put(t, &task)) {
      wake(t, false);
      return;
    }
    atomic_fetch_sub(&task.group->pending, 1);
  }
  run(t, argument);
}

static void member(void *tasks, int thread) {
  mc_tasks *t = tasks;
  if (thread == 0) {
    t->root(t, t->argument);
    end_one(t, &t->all);
  }
  mc_tasks_wait(t, &t->all);
}

void mc_tasks_run(int threads, mc_task root, const void *argument) {
  mc_tasks t;
  t.threads = threads;
  t.root = root;
  t.argument = argument;
  atomic_init(&t.all.pending, 1);
  atomic_init(&t.count, 0);
  atomic_init(&t.sleepers, 0);
  pthread_mutex_init(&t.lock, NULL);
  pthread_cond_init(&t.change, NULL);
  mc_team(threads, member, &t);
  pthread_cond_destroy(&t.change);
  pthread_mutex_destroy(&t.lock);
}

#else /* one thread */

struct mc_tasks {
  int unused;
};

void mc_tasks_run(int threads, mc_task root, const void *argument) {
  mc_tasks t = {threads};
  root(&t, argument);
}

void mc_tasks_add(mc_tasks *t, mc_task_group *group, mc_task run, const void *argument,
                  size_t bytes) {
  (void) group;
  (void) bytes;
  run(t, argument);
}

void mc_tasks_wait(mc_tasks *t, mc_task_group *group) {
  (void) t;
  (void) group;
}

#endif
