/* Tasks that make more tasks: all of them are done once, and in their order. */
#include "base/tasks.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "base/clock.h"
#include "base/team.h"
#include "base/threads.h"
#include "check.h"
#include "system.h"

/* A tree of tasks, each of which adds up its leaves when it has waited for its own. */
typedef struct {
  int depth, width;
  _Atomic int64_t *leaves; /* of the whole tree */
  int64_t *mine;           /* of this branch */
} branch;

static void grow(mc_tasks *tasks, const void *argument) {
  const branch *b = argument;
  if (b->depth == 0) {
    atomic_fetch_add(b->leaves, 1);
    *b->mine = 1;
    return;
  }
  mc_task_group group = {0};
  int64_t leaves[40];
  for (int i = 0; i < b->width; i++) {
    const branch next = {b->depth - 1, b->width, b->leaves, &leaves[i]};
    mc_tasks_add(tasks, &group, grow, &next, sizeof next);
  }
  mc_tasks_wait(tasks, &group);
  *b->mine = 0;
  for (int i = 0; i < b->width; i++)
    *b->mine += leaves[i];
}

static void test_tasks(void) {
  const int width[] = {1, 2, 5, 40}, depth[] = {9, 11, 5, 2}; /* 40^2 > the tasks that may wait */
  const int64_t expected[] = {1, 2048, 3125, 1600};
  for (int threads = 1; threads <= 6; threads++)
    for (int k = 0; k < 4; k++)
      for (int round = 0; round < (check_fast() ? 1 : 10); round++) {
        _Atomic int64_t leaves = 0;
        int64_t mine = 0;
        const branch root = {depth[k], width[k], &leaves, &mine};
        check_note("%d threads, %d^%d", threads, width[k], depth[k]);
        mc_tasks_run(threads, grow, &root);
        CHECK_INT(leaves, expected[k]);
        CHECK_INT(mine, expected[k]);
      }
}

/* Tasks that nobody waits for but the run; arguments of the greatest size, copied. */
typedef struct {
  _Atomic int *done;
  int left;
  unsigned char filled[MC_TASK_ARGUMENT - 16];
} chain_link;

static void follow(mc_tasks *tasks, const void *argument) {
  chain_link next;
  memcpy(&next, argument, sizeof next);
  for (size_t i = 0; i < sizeof next.filled; i++)
    if (next.filled[i] != (unsigned char) next.left)
      return;
  atomic_fetch_add(next.done, 1);
  if (next.left == 0)
    return;
  next.left--;
  memset(next.filled, next.left, sizeof next.filled);
  mc_tasks_add(tasks, NULL, follow, &next, sizeof next);
  memset(&next, 0xaa, sizeof next);
}

static void test_detached(void) {
  for (int threads = 1; threads <= 4; threads++) {
    _Atomic int done = 0;
    chain_link first = {.done = &done, .left = 200};
    memset(first.filled, first.left, sizeof first.filled);
    mc_tasks_run(threads, follow, &first);
    CHECK_INT(done, 201);
  }
}

/* More of these at once than may wait, some of which wait for groups of their own. */
static void spread(mc_tasks *tasks, const void *argument) {
  const branch *b = argument;
  int64_t leaf = 0;
  if (b->depth == 0) {
    atomic_fetch_add(b->leaves, 1);
    return;
  }
  const branch group = {2, 5, b->leaves, &leaf}, next = {b->depth - 1, b->width, b->leaves, NULL};
  for (int i = 0; i < b->width; i++)
    mc_tasks_add(tasks, NULL, spread, &next, sizeof next);
  grow(tasks, &group);
  CHECK_INT(leaf, 25);
}

static void test_mixed(void) {
  for (int threads = 1; threads <= 6; threads++) {
    _Atomic int64_t leaves = 0;
    const branch root = {2, 20, &leaves, NULL};
    mc_tasks_run(threads, spread, &root);
    CHECK_INT(leaves, 400 + 25 * 21);
  }
}

/* Two tasks that wait until both have begun: of a group, or not. Helpers that sleep are woken for
   either kind. */
typedef struct {
  atomic_int *here, *met;
  bool group;
} date;

static void await(mc_tasks *tasks, const void *argument) {
  const date *d = argument;
  (void) tasks;
  atomic_fetch_add(d->here, 1);
  for (const int64_t begin = mc_now(); mc_now() - begin < INT64_C(2000000000);)
    if (atomic_load(d->here) == 2) {
      atomic_fetch_add(d->met, 1);
      return;
    }
}

static void add_dates(mc_tasks *tasks, const void *argument) {
  const date *d = argument;
  mc_task_group group = {0};
  system_pause(20 * (int64_t) MC_TEAM_SPIN); /* now they sleep */
  for (int k = 0; k < 2; k++)
    mc_tasks_add(tasks, d->group ? &group : NULL, await, d, sizeof *d);
  mc_tasks_wait(tasks, &group);
}

static void test_woken(void) {
  for (int round = 0; round < 10 && mc_threads_built(); round++) {
    atomic_int here = 0, met = 0;
    const date d = {&here, &met, round % 2 == 0};
    mc_tasks_run(2 + round / 2 % 3, add_dates, &d);
    CHECK_INT(met, 2);
  }
}

/* Who waits for a group does no task without a group meanwhile, though it has nothing else to do:
   that may take long. */
typedef struct {
  atomic_int *begun, *added, *kept;
} patience;

static _Thread_local bool waits;

static void be_long(mc_tasks *tasks, const void *argument) {
  const patience *p = argument;
  (void) tasks;
  atomic_store(p->begun, 1);
  for (const int64_t begin = mc_now(); mc_now() - begin < INT64_C(2000000000);)
    if (atomic_load(p->added) == 1) {
      system_pause(20 * (int64_t) MC_TEAM_SPIN);
      return;
    }
}

static void note_waiting(mc_tasks *tasks, const void *argument) {
  const patience *p = argument;
  (void) tasks;
  atomic_fetch_add(p->kept, waits);
}

static void wait_for_long(mc_tasks *tasks, const void *argument) {
  const patience *p = argument;
  mc_task_group group = {0};
  mc_tasks_add(tasks, &group, be_long, p, sizeof *p);
  for (const int64_t begin = mc_now(); mc_now() - begin < INT64_C(2000000000);)
    if (atomic_load(p->begun) == 1)
      break;
  mc_tasks_add(tasks, NULL, note_waiting, p, sizeof *p);
  atomic_store(p->added, 1);
  waits = true;
  mc_tasks_wait(tasks, &group);
  waits = false;
}

static void test_patience(void) {
  for (int round = 0; round < 5 && mc_threads_built(); round++) {
    atomic_int begun = 0, added = 0, kept = 0;
    const patience p = {&begun, &added, &kept};
    mc_tasks_run(2, wait_for_long, &p);
    CHECK_INT(begun, 1);
    CHECK_INT(kept, 0);
  }
}

/* One thread that takes tasks: those of a group the last one first, then the others the oldest
   first. */
typedef struct {
  int *order, *count;
  int number;
} numbered;

static void note_number(mc_tasks *tasks, const void *argument) {
  const numbered *n = argument;
  (void) tasks;
  n->order[(*n->count)++] = n->number;
}

static void add_numbered(mc_tasks *tasks, const void *argument) {
  numbered n = *(const numbered *) argument;
  mc_task_group group = {0};
  for (n.number = 0; n.number < 6; n.number++)
    mc_tasks_add(tasks, n.number % 2 == 0 ? &group : NULL, note_number, &n, sizeof n);
  mc_tasks_wait(tasks, &group);
  CHECK_INT(*n.count, 3);
}

static void test_order(void) {
  int order[6], count = 0;
  const int want[] = {4, 2, 0, 1, 3, 5};
  const numbered root = {order, &count, 0};
  if (!mc_threads_built()) /* tasks are done at once there */
    return;
  mc_threads_set_solo(true);
  mc_tasks_run(2, add_numbered, &root);
  mc_threads_set_solo(false);
  CHECK_INT(count, 6);
  for (int k = 0; k < 6; k++)
    CHECK_INT(order[k], want[k]);
}

static const check_test tests[] = {{"tasks", test_tasks},
                                   {"tasks without a group", test_detached},
                                   {"tasks of both kinds", test_mixed},
                                   {"order of tasks", test_order},
                                   {"tasks for helpers that sleep", test_woken},
                                   {"a task that waits for a group", test_patience},
                                   {0}};
const check_suite suite_tasks = {"tasks", tests, false, NULL};
