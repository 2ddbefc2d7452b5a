/* Tasks: a stack of those that somebody waits for, and a queue of the others. A thread takes the
   last task of the stack, or, if the stack is empty, the oldest of the queue.

   Somebody waits for the tasks of the stack, so the last ones come first. Tasks of the queue
   are ranges that are divided again, and the oldest are the largest: taken last they would keep
   one thread at work while the others have nothing left to do.

   Who waits for a group takes only what stands in the stack at or above the lowest of the group's
   own tasks. So older tasks do not keep it, and it always can take its own: nobody waits for
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

enum {
  MOST_WAITING = 128 /* in the stack, and in the queue */,
  SLEPT = 1 << 30 /* in pending: its end has to wake somebody */
};

typedef struct {
  mc_task run;
  mc_site site;
  int64_t number;
  mc_task_group *group;
  _Alignas(16) unsigned char argument[MC_TASK_ARGUMENT];
} waiting_task;

struct mc_tasks {
  int threads;
  const mc_site *site; /* of the root */
  mc_task root;
  const void *argument;
  mc_task_group all;    /* without a group; the root is one of them */
  _Atomic int64_t made; /* tasks so far */
  atomic_int count;     /* of the stack; changed under the lock, as the queue's is */
  atomic_int queued;    /* in the queue: `oldest` is the place of the first one */
  int oldest;
  atomic_int idle;  /* who sleep and may take any task: they wait for `all` */
  atomic_int picky; /* who sleep in a group */
  _Alignas(64) pthread_mutex_t lock;
  pthread_cond_t any, group;
  waiting_task stack[MOST_WAITING], queue[MOST_WAITING];
};

static int pending(mc_task_group *group) {
  return atomic_load(&group->pending) & ~SLEPT;
}

/* A new task is for one of those who may take any; else, if it is in the stack, for whom it may
   concern. */
static void wake_for_task(mc_tasks *t, bool in_stack) {
  if (atomic_load(&t->idle) == 0 && (!in_stack || atomic_load(&t->picky) == 0))
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

/* Is there a task for somebody who waits for this group? */
static bool is_there(mc_tasks *t, const mc_task_group *group) {
  return atomic_load(&t->count) > group->mark || (group == &t->all && atomic_load(&t->queued) > 0);
}

static bool take(mc_tasks *t, const mc_task_group *group, waiting_task *task) {
  if (!is_there(t, group))
    return false;
  pthread_mutex_lock(&t->lock);
  const bool there = is_there(t, group);
  const int count = atomic_load(&t->count);
  if (there && count > group->mark) {
    *task = t->stack[count - 1];
    atomic_store(&t->count, count - 1);
  } else if (there) {
    *task = t->queue[t->oldest];
    t->oldest = (t->oldest + 1) % MOST_WAITING;
    atomic_fetch_sub(&t->queued, 1);
  }
  pthread_mutex_unlock(&t->lock);
  return there;
}

/* Its place in the stack or in the queue, or -1: there is no room. */
static int put(mc_tasks *t, const waiting_task *task, bool in_stack) {
  pthread_mutex_lock(&t->lock);
  atomic_int *count = in_stack ? &t->count : &t->queued;
  const int place = atomic_load(count);
  const bool fits = place < MOST_WAITING;
  if (fits) {
    *(in_stack ? &t->stack[place] : &t->queue[(t->oldest + place) % MOST_WAITING]) = *task;
    atomic_store(count, place + 1);
  }
  pthread_mutex_unlock(&t->lock);
  return fits ? place : -1;
}

static void sleep_for(mc_tasks *t, mc_task_group *group) {
  const bool any = group == &t->all;
  atomic_int *sleepers = any ? &t->idle : &t->picky;
  pthread_mutex_lock(&t->lock);
  atomic_fetch_add(sleepers, 1);
  atomic_fetch_or(&group->pending, SLEPT);
  while (pending(group) > 0 && !is_there(t, group))
    pthread_cond_wait(any ? &t->any : &t->group, &t->lock);
  atomic_fetch_sub(sleepers, 1);
  pthread_mutex_unlock(&t->lock);
}

void mc_tasks_wait(mc_tasks *t, mc_task_group *group) {
  waiting_task task;
  int64_t since = 0, idle = mc_trace_now();
  while (pending(group) > 0)
    if (take(t, group, &task)) {
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
    const int place = put(t, &task, group != NULL);
    if (place >= 0) {
      if (group != NULL && (first || place < group->mark))
        group->mark = place;
      wake_for_task(t, group != NULL);
      return;
    }
    end_one(t, task.group);
  }
  run_traced(site, number, run, t, argument);
}

static void member(void *tasks, int thread) {
  mc_tasks *t = tasks;
  if (thread == 0) {
    run_traced(t->site, 0, t->root, t, t->argument);
    end_one(t, &t->all);
  }
  mc_tasks_wait(t, &t->all);
}

void mc_tasks_run_at(const mc_site *site, int threads, mc_task root, const void *argument) {
  mc_tasks t;
  t.threads = threads;
  t.site = site;
  t.root = root;
  t.argument = argument;
  atomic_init(&t.all.pending, 1);
  t.all.mark = 0;
  atomic_init(&t.made, 0);
  atomic_init(&t.count, 0);
  atomic_init(&t.queued, 0);
  t.oldest = 0;
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
  const mc_site *site;
  mc_task root;
  const void *argument;
  int64_t made;
};

static void member(void *tasks, int thread) {
  mc_tasks *t = tasks;
  (void) thread;
  run_traced(t->site, 0, t->root, t, t->argument);
}

void mc_tasks_run_at(const mc_site *site, int threads, mc_task root, const void *argument) {
  mc_tasks t = {site, root, argument, 0};
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
