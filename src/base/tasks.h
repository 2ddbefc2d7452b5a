#ifndef MC_TASKS_H
#define MC_TASKS_H

#include <stdatomic.h>
#include <stddef.h>

#include "base/trace.h"

/* Tasks that make more tasks, for a team of threads (team.h).

   mc_tasks_run() calls root(tasks, argument), and returns when that and all tasks added
   since are done. A task may add others, to a group or without one, and wait for a group. While a
   task waits, its thread runs tasks that belong to groups: tasks of the awaited group, and tasks
   that were added after the first of these. The thread runs no task that was added earlier, and no
   task without a group. Such a task may be large and would delay the waiting task.

   A free thread takes the last task of any group that was added; if there is none, the oldest
   task without a group. Where too many tasks wait, or there is one thread, mc_tasks_add() does
   the task at once. */

typedef struct mc_tasks mc_tasks;
typedef void (*mc_task)(mc_tasks *tasks, const void *argument);

/* Tasks that are waited for together: {0} at first. Only one task, the one that waits, adds to
   it. */
typedef struct {
  atomic_int pending; /* and whether somebody slept for it */
  int mark;           /* where the lowest of its tasks is, or was, in the stack */
} mc_task_group;

enum { MC_TASK_ARGUMENT = 112 /* bytes at most */ };

#define mc_tasks_run(threads, root, ...) mc_tasks_run_at(MC_SITE(root), threads, root, __VA_ARGS__)
void mc_tasks_run_at(const mc_site *site, int threads, mc_task root, const void *argument);

/* `argument` is copied (of more than MC_TASK_ARGUMENT bytes the task is done at once). group: NULL
   for one that only mc_tasks_run() waits for. */
#define mc_tasks_add(tasks, group, task, ...) \
  mc_tasks_add_at(MC_SITE(task), tasks, group, task, __VA_ARGS__)
void mc_tasks_add_at(const mc_site *site, mc_tasks *tasks, mc_task_group *group, mc_task task,
                     const void *argument, size_t bytes);
void mc_tasks_wait(mc_tasks *tasks, mc_task_group *group);

#endif
