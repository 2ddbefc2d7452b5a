/* Runs the suites: first those that do not depend on the target, then the others once for every
   target that this machine can run.

     harness [SUITE...]    all suites, or these
     harness --nothing     starts and ends: does the program run at all?
     harness --one TARGET SUITE NUMBER     one test in this process (check.c)
     harness --race        a race that ThreadSanitizer must find

   MANYCORE_ISA in the environment restricts the targets to one. */

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dispatch/dispatch.h"
#include "base/team.h"
#include "base/threads.h"
#include "system.h"

#ifndef HARNESS_BUILD
#define HARNESS_BUILD "unknown build"
#endif

/* suites.def: SUITE(name) for each check_suite in tests/c; harness.sh finds them. */
#define SUITE(name) extern const check_suite suite_##name;
#include "suites.def"
#undef SUITE
#define SUITE(name) &suite_##name,
static const check_suite *const suites[] = {
#include "suites.def"
};
enum { SUITE_COUNT = sizeof suites / sizeof *suites };

static bool wanted(const char *name, int count, char **names) {
  bool found = count == 0;
  for (int i = 0; i < count; i++)
    found = found || strcmp(names[i], name) == 0;
  return found;
}

/* Processor time by suite and target; suites that run once are in the first column. */
enum { MOST_TARGETS = 15 };
static double seconds[SUITE_COUNT][1 + MOST_TARGETS];

/* Does `name` begin with one of these words? */
static bool is_about(const char *words, const char *name) {
  while (*words != '\0') {
    const size_t length = strcspn(words, " ");
    if (strncmp(words, name, length) == 0)
      return true;
    words += length + (words[length] == ' ');
  }
  return false;
}

/* Are all kernels that a suite tests the same in another table? */
static bool has_same(const check_suite *suite, const mc_kernels *k, const mc_kernels *other) {
  bool same = suite->kernels != NULL;
#define MC_KERNEL(type, name, arguments) \
  same = same && (!is_about(suite->kernels, #name) || k->name == other->name);
#include "dispatch/kernels.def"
#undef MC_KERNEL
  return same;
}

/* `before`: the kernels of the target that was tested last, or NULL. */
static check_totals run(bool every_target, const mc_kernels *before, int column, int count,
                        char **names) {
  check_totals totals = {0, 0, 0};
  for (int i = 0; i < SUITE_COUNT; i++) {
    if (suites[i]->every_target != every_target || !wanted(suites[i]->name, count, names))
      continue;
    if (before != NULL && has_same(suites[i], mc_kernels_active(), before))
      printf("%s has the last target's kernels for the suite %s\n", mc_target_active(),
             suites[i]->name);
    else
      seconds[i][column] += check_run(suites[i], &totals);
  }
  return totals;
}

/* Prints the times of suites that took at least a fiftieth of the total, and the sum of the
   others. */
static void print_times(const mc_target_info *target, int targets) {
  double all = 0, rest = 0;
  for (int i = 0; i < SUITE_COUNT; i++)
    for (int k = 0; k <= targets; k++)
      all += seconds[i][k];
  printf("seconds of processor time    once");
  for (int k = 0; k < targets; k++)
    printf(" %10s", target[k].name);
  printf("      total\n");
  for (int i = 0; i < SUITE_COUNT; i++) {
    double sum = 0;
    for (int k = 0; k <= targets; k++)
      sum += seconds[i][k];
    if (sum <= all / 50) {
      rest += sum;
      continue;
    }
    printf("  %-20s", suites[i]->name);
    for (int k = 0; k <= targets; k++)
      if (seconds[i][k] > 0)
        printf(" %10.1f", seconds[i][k]);
      else
        printf(" %10s", "");
    printf(" %10.1f\n", sum);
  }
  printf("  %-20s %*.1f\n  %-20s %*.1f\n", "others", 11 * (targets + 2) - 1, rest, "all",
         11 * (targets + 2) - 1, all);
}

static int report(const char *target, check_totals totals) {
  printf("c harness (%s; %s): %d passed, %d failed, %d skipped\n", target, HARNESS_BUILD,
         totals.passed, totals.failed, totals.skipped);
  fflush(stdout);
  return totals.failed;
}

/* Removes limits on threads; tests set these themselves. */
static void begin(void) {
  static const char *const limits[] = {"OMP_NUM_THREADS", "OMP_THREAD_LIMIT",
                                       "R_MANYCORE_NUM_THREADS", "_R_CHECK_LIMIT_CORES_",
                                       "MANYCORE_AFFINITY"};
  system_begin();
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    system_set(limits[i], NULL);
  mc_threads_init(false);
}

/* Runs one test, named by target, suite and number. Returns its status. */
static int run_one(char **words) {
  begin();
  if (mc_target_choose(words[0]) != MC_TARGET_CHOSEN)
    return 2;
  for (int i = 0; i < SUITE_COUNT; i++)
    if (strcmp(suites[i]->name, words[1]) == 0)
      return check_run_here(suites[i], atoi(words[2]));
  return 2;
}

/* A race: two threads meet, then count in the same place. */
typedef struct {
  atomic_int here;
  int64_t counter;
} meeting;

static void count_unguarded(void *context, int thread) {
  meeting *m = context;
  atomic_fetch_add(&m->here, 1);
  for (int i = 0; i < 10000 && atomic_load(&m->here) < 2; i++)
    system_pause(100000);
  m->counter += thread + 1;
}

static int race(void) {
  meeting m = {0};
  mc_threads_init(false);
  mc_team(2, count_unguarded, &m);
  mc_team_end();
  return m.counter > 0 ? 0 : 1;
}

int main(int argc, char **argv) {
  const char *only = getenv("MANYCORE_ISA");
  char **names = argv + 1;
  int count = argc - 1, failed = 0, ran = 0;
  if (count == 1 && strcmp(names[0], "--nothing") == 0)
    return 0;
  if (count == 4 && strcmp(names[0], "--one") == 0)
    return run_one(names + 1);
  if (count == 1 && strcmp(names[0], "--race") == 0)
    return race();
  for (int i = 0; i < count; i++) {
    bool known = false;
    for (int j = 0; j < SUITE_COUNT; j++)
      known = known || strcmp(names[i], suites[j]->name) == 0;
    if (!known) {
      fprintf(stderr, "there is no suite '%s'\n", names[i]);
      return 2;
    }
  }

  begin();
  if (only == NULL || *only == '\0')
    only = NULL;
  mc_target_choose(only);
  failed += report("all targets", run(false, NULL, 0, count, names));

  int targets;
  const mc_target_info *target = mc_target_list(&targets);
  if (targets > MOST_TARGETS)
    return 1;
  mc_kernels before;
  for (int i = 0; i < targets; i++) {
    if (only != NULL && strcmp(only, target[i].name) != 0)
      continue;
    if (!target[i].runs) {
      report(target[i].name, (check_totals){0, 0, 1});
      continue;
    }
    bool chosen = mc_target_choose(target[i].name) == MC_TARGET_CHOSEN &&
                  strcmp(mc_target_active(), target[i].name) == 0;
    check_totals totals = run(true, ran > 0 ? &before : NULL, 1 + i, count, names);
    chosen = chosen && strcmp(mc_target_active(), target[i].name) == 0;
    if (!chosen) {
      fprintf(stderr, "the target %s was not active\n", target[i].name);
      totals.failed++;
    }
    failed += report(target[i].name, totals);
    before = *mc_kernels_active();
    ran++;
  }
  print_times(target, targets);
  if (ran == 0) {
    fprintf(stderr, "no target was tested\n");
    return 1;
  }
  return failed != 0;
}
