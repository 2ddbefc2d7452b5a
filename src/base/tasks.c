/* Tasks: a stack of those that wait, of which the threads take the last one.

   Who waits for a group takes only what stands at or above the lowest of the group's own tasks.
   So it is never kept by what is older, and it always can take its own: nobody waits for
   tasks that nobody may take.

   A thread that finds none spins and then sleeps, as in team.c; who adds a task, or ends the
   last one of a group, looks for sleepers afterwards. */

#include "base/tasks.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "mc_config.h"
#include "base/team.h"

static void trace_made(const mc_site *site, int64_t number, const mc_task_group *group) {
  mc_trace_add(MC_TRACE_add, site, mc_trace_now(), number, group != NULL);
}

static void run_traced(const mc_site *site, int64_t number, mc_task run, mc_tasks *tasks,
                       const void *argument) {
  const int64_t begin = mc_trace_now();
  run(tasks, argument);
  mc_trace_add(MC_TRACE_step, site, begin, number, number + 1);
}

#if MC_HAVE_THREADS

#include <pthread.h>

enum { MOST_WAITING = 256, SLEPT = 1 << 30 /* in pending: its end has to wake somebody */ };

typedef struct {
  mc_task run;
  mc_site site;
  int64_t number;
  mc_task_group *group;
  _Alignas(16) unsigned char argument[MC_TASK_ARGUMENT];
} waiting_task;

struct mc_tasks {
  int threads;
  mc_task root;
  const void *argument;
  mc_task_group all;    /* without a group; the root is one of them */
  _Atomic int64_t made; /* tasks so far */
  atomic_int count;     /* of the stack; changed under the lock */
  atomic_int idle;      /* who sleep and may take any task: they wait for `all` */
  atomic_int picky;     /* who sleep in a group */
  _Alignas(64) pthread_mutex_t lock;
  pthread_cond_t any, group;
  waiting_task stack[MOST_WAITING];
};

static int pending(mc_task_group *group) {
  return atomic_load(&group->pending) & ~SLEPT;
}

/* A new task is for one of those who may take any; else for whom it may concern. */
static void wake_for_task(mc_tasks *t) {
  if (atomic_load(&t->idle) == 0 && atomic_load(&t->picky) == 0)
    return;
  pthread_mutex_lock(&t->lock);
  if (atomic_load(&t->idle) > 0)
    pthread_cond_signal(&t->any);
  else
    pthread_cond_broadcast(&t->group);
  pthread_mutex_unlock(&t->lock);
}

/* The group may be gone as soon as nothing is pending. */
static void end_one(mc_tasks *t, mc_task_group *group) {
  pthread_cond_t *sleep = group == &t->all ? &t->any : &t->group;
  const int before = atomic_fetch_sub(&group->pending, 1);
  if ((before & ~SLEPT) != 1 || (before & SLEPT) == 0)
    return;
  pthread_mutex_lock(&t->lock);
  pthread_cond_broadcast(sleep);
  pthread_mutex_unlock(&t->lock);
}

/* The last task that was added, if it stands at `mark` or above. */
static bool take(mc_tasks *t, int mark, waiting_task *task) {
  if (atomic_load(&t->count) <= mark)
    return false;
  pthread_mutex_lock(&t->lock);
  const int count = atomic_load(&t->count);
  if (count > mark) {
    *task = t->stack[count - 1];
    atomic_store(&t->count, count - 1);
  }
  pthread_mutex_unlock(&t->lock);
  return count > mark;
}

/* Its place in the stack, or -1: there is no room. */
static int put(mc_tasks *t, const waiting_task *task) {
  pthread_mutex_lock(&t->lock);
  const int count = atomic_load(&t->count);
  const bool fits = count < MOST_WAITING;
  if (fits) {
    t->stack[count] = *task;
    atomic_store(&t->count, count + 1);
  }
  pthread_mutex_unlock(&t->lock);
  return fits ? count : -1;
}

static void sleep_for(mc_tasks *t, mc_task_group *group) {
  const bool any = group == &t->all;
  atomic_int *sleepers = any ? &t->idle : &t->picky;
  pthread_mutex_lock(&t->lock);
  atomic_fetch_add(sleepers, 1);
  atomic_fetch_or(&group->pending, SLEPT);
  while (pending(group) > 0 && atomic_load(&t->count) <= group->mark)
    pthread_cond_wait(any ? &t->any : &t->group, &t->lock);
  atomic_fetch_sub(sleepers, 1);
  pthread_mutex_unlock(&t->lock);
}

void mc_tasks_wait(mc_tasks *t, mc_task_group *group) {
  waiting_task task;
  int64_t since = 0, idle = mc_trace_now();
  while (pending(group) > 0)
    if (take(t, group->mark, &task)) {
      mc_trace_add(MC_TRACE_wait, MC_SITE(mc_tasks_wait), idle, 0, 1);
      run_traced(&task.site, task.number, task.run, t, task.argument);
      end_one(t, task.group);
      since = 0;
      idle = mc_trace_now();
    } else if (!mc_team_spins(&since)) {
      sleep_for(t, group);
    }
  mc_trace_add(MC_TRACE_wait, MC_SITE(mc_tasks_wait), idle, 0, 1);
}

void mc_tasks_add_at(const mc_site *site, mc_tasks *t, mc_task_group *group, mc_task run,
                     const void *argument, size_t bytes) {
  const int64_t number = atomic_fetch_add_explicit(&t->made, 1, memory_order_relaxed) + 1;
  trace_made(site, number, group);
  if (t->threads > 1 && bytes <= MC_TASK_ARGUMENT) {
    waiting_task task = {
      .run = run, .site = *site, .number = number, .group = group == NULL ? &t->all : group};
    memcpy(task.argument, argument, bytes);
    const bool first = (atomic_fetch_add(&task.group->pending, 1) & ~SLEPT) == 0;
    const int place = put(t, &task);
    if (place >= 0) {
      if (group != NULL && (first || place < group->mark))
        group->mark = place;
      wake_for_task(t);
      return;
    }
    end_one(t, task.group);
  }
  run_traced(site, number, run, t, argument);
}

static void member(void *tasks, int thread) {
  mc_tasks *t = tasks;
  if (thread == 0) {
    t->root(t, t->argument);
    end_one(t, &t->all);
  }
  mc_tasks_wait(t, &t->all);
}

void mc_tasks_run_at(const mc_site *site, int threads, mc_task root, const void *argument) {
  mc_tasks t;
  t.threads = threads;
  t.root = root;
  t.argument = argument;
  atomic_init(&t.all.pending, 1);
  t.all.mark = 0;
  atomic_init(&t.made, 0);
  atomic_init(&t.count, 0);
  atomic_init(&t.idle, 0);
  atomic_init(&t.picky, 0);
  pthread_mutex_init(&t.lock, NULL);
  pthread_cond_init(&t.any, NULL);
  pthread_cond_init(&t.group, NULL);
  mc_team_at(site, threads, member, &t);
  pthread_cond_destroy(&t.group);
  pthread_cond_destroy(&t.any);
  pthread_mutex_destroy(&t.lock);
}

#else /* one thread */

struct mc_tasks {
  mc_task root;
  const void *argument;
  int64_t made;
};

static void member(void *tasks, int thread) {
  mc_tasks *t = tasks;
  (void) thread;
  t->root(t, t->argument);
}

void mc_tasks_run_at(const mc_site *site, int threads, mc_task root, const void *argument) {
  mc_tasks t = {root, argument, 0};
  mc_team_at(site, threads, member, &t);
}

void mc_tasks_add_at(const mc_site *site, mc_tasks *t, mc_task_group *group, mc_task run,
                     const void *argument, size_t bytes) {
  (void) bytes;
  const int64_t number = ++t->made;
  trace_made(site, number, group);
  run_traced(site, number, run, t, argument);
}

void mc_tasks_wait(mc_tasks *t, mc_task_group *group) {
  (void) t;
  (void) group;
  mc_trace_add(MC_TRACE_wait, MC_SITE(mc_tasks_wait), mc_trace_now(), 0, 1);
}

#endif
