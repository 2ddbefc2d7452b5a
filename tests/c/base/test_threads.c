/* How many threads: requests, the session, the environment, fork(). */
#define _POSIX_C_SOURCE 200809L /* fork */

#include "base/threads.h"

#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "check.h"
#include "data.h"
#include "guard.h"
#include "oracle.h"
#include "system.h"

static int least(int a, int b) {
  return a < b ? a : b;
}

/* The answer for n threads in this build. */
static int built(int n) {
  int most = 4 * mc_threads_explain(0).processors; /* another limit */
  if (!mc_threads_built())
    most = 1;
  return n < most ? n : most;
}

static int threads(int requested) {
  mc_threads_report r = mc_threads_explain(requested);
  CHECK(r.because != NULL && *r.because != '\0');
  CHECK(r.threads >= 1 && r.processors >= 1);
  CHECK_INT(mc_threads(requested, 1e300), r.threads);
  return r.threads;
}

/* Checks the answers for the default and for 8 threads while `name` is set to `value`. */
static void with(const char *name, const char *value, int by_default, int asked) {
  check_note("%s=%s", name, value);
  system_set(name, value);
  CHECK_INT(threads(0), by_default);
  CHECK_INT(threads(8), asked);
  system_set(name, NULL);
}

static void test_requests(void) {
  int all = mc_threads_explain(0).processors;
  CHECK_INT(threads(0), built(all));
  for (int n = 1; n < 100; n++)
    CHECK_INT(threads(n), built(n));
  CHECK_INT(threads(1024), built(1024));
  CHECK_INT(threads(1025), built(1024));
  CHECK_INT(threads(INT32_MAX), built(1024));
}

static void test_session(void) {
  mc_threads_set(5);
  CHECK_INT(threads(0), built(5));
  CHECK_INT(threads(3), built(3)); /* the call's request comes first */
  system_set("OMP_NUM_THREADS", "2");
  CHECK_INT(threads(0), built(5)); /* a default, which the session replaces */
  system_set("OMP_THREAD_LIMIT", "4");
  CHECK_INT(threads(0), built(4));
  system_set("OMP_THREAD_LIMIT", NULL);
  system_set("OMP_NUM_THREADS", NULL);
  mc_threads_set(0);
  CHECK_INT(threads(0), built(mc_threads_explain(0).processors));
}

static void test_environment(void) {
  int all = built(mc_threads_explain(0).processors), eight = built(8);
  const char *const defaults[] = {"OMP_NUM_THREADS", "R_MANYCORE_NUM_THREADS"};
  for (int i = 0; i < 2; i++) {
    with(defaults[i], "1", 1, eight);
    with(defaults[i], "2", least(2, all), eight);
    with(defaults[i], "1,4", i == 0 ? 1 : all, eight); /* only OpenMP's variable may be a list */
    with(defaults[i], " 1 , 4", i == 0 ? 1 : all, eight);
    with(defaults[i], "1,", all, eight);
    with(defaults[i], "1,x", all, eight);
    with(defaults[i], ",1", all, eight);
    with(defaults[i], "1.9", all, eight);
    with(defaults[i], "1.0", all, eight);
    with(defaults[i], "1e0", all, eight);
    with(defaults[i], "0x1", all, eight);
    with(defaults[i], "1 2", all, eight);
    with(defaults[i], "+1", 1, eight);
    with(defaults[i], "00000000000000000000001", 1, eight);
    with(defaults[i], "99999999999999999999999999", all, eight);
    with(defaults[i], " 1 ", 1, eight);
    with(defaults[i], "100000", all, eight); /* at most all processors */
    with(defaults[i], "", all, eight);
    with(defaults[i], "0", all, eight);
    with(defaults[i], "-3", all, eight);
    with(defaults[i], "1x", all, eight);
    with(defaults[i], "many", all, eight);
    with(defaults[i], "nan", all, eight);
    with(defaults[i], "1e300", all, eight);
  }
  with("OMP_THREAD_LIMIT", "3", least(3, all), least(3, eight));
  with("OMP_THREAD_LIMIT", "1", 1, 1);
  with("OMP_THREAD_LIMIT", "0", all, eight);
  with("OMP_THREAD_LIMIT", "1.9", all, eight);
  with("OMP_THREAD_LIMIT", "1,2", all, eight);
  const char *const on[] = {"true", "TRUE", "warn", "1", "f"};
  const char *const off[] = {"false", "FALSE", "F", ""};
  for (int i = 0; i < 5; i++)
    with("_R_CHECK_LIMIT_CORES_", on[i], least(2, all), least(2, eight));
  for (int i = 0; i < 4; i++)
    with("_R_CHECK_LIMIT_CORES_", off[i], all, eight);
}

/* The report names the limit that decided. */
static void test_because(void) {
  if (!mc_threads_built()) {
    CHECK(strcmp(mc_threads_explain(8).because, "built without threads") == 0);
    return;
  }
  system_set("OMP_THREAD_LIMIT", "3"); /* below four threads for each processor */
  system_set("_R_CHECK_LIMIT_CORES_", "true");
  CHECK(strcmp(mc_threads_explain(8).because, "_R_CHECK_LIMIT_CORES_") == 0);
  system_set("_R_CHECK_LIMIT_CORES_", NULL);
  CHECK(strcmp(mc_threads_explain(8).because, "OMP_THREAD_LIMIT") == 0);
  CHECK(strcmp(mc_threads_explain(3).because, "asked for in the call") == 0);
  system_set("OMP_THREAD_LIMIT", NULL);
}

/* Little work takes few threads. */
static void test_work(void) {
  mc_threads_set(8);
  CHECK_INT(mc_threads(0, 0), 1);
  CHECK_INT(mc_threads(0, 0.99 * MC_THREAD_SECONDS), 1);
  CHECK_INT(mc_threads(0, 1.99 * MC_THREAD_SECONDS), 1);
  CHECK_INT(mc_threads(0, 2 * MC_THREAD_SECONDS), built(2));
  CHECK_INT(mc_threads(0, 7.99 * MC_THREAD_SECONDS), built(7));
  CHECK_INT(mc_threads(0, 8 * MC_THREAD_SECONDS), built(8));
  CHECK_INT(mc_threads(0, 1e18), built(8));
  mc_threads_set(0);
  CHECK_INT(mc_threads(8, 1e-6), built(8)); /* the call asked for 8 */
}

/* Does a small job that takes two threads. */
static bool cor_works(void) {
  rng r = {7};
  enum { ROWS = 100, COLUMNS = 20 };
  mc_kendall_request job = {.x = mc_columns_of_matrix(matrix_make(&r, MC_F64, ROWS, COLUMNS, 0)),
                            .symmetric = true,
                            .use = MC_USE_EVERYTHING,
                            .algorithm = MC_KENDALL_BITSET,
                            .na = oracle_na()};
  static double tau[COLUMNS * COLUMNS], expected[COLUMNS * COLUMNS];
  int64_t constant;
  oracle_cor(&job, expected, &constant);
  mc_arena arena = mc_arena_malloc();
  mc_kendall_report report;
  const mc_call call = mc_call_make(&arena, NULL, 2);
  mc_status status = mc_cor_kendall(&job, tau, &report, &call);
  mc_arena_release(&arena);
  matrix_free(&job.x.matrix);
  return status == MC_OK && oracle_same(tau, expected, COLUMNS * COLUMNS);
}

/* In a child whose parent has used threads: one thread, and no deadlock. */
static void test_fork(void) {
  CHECK(cor_works());
  CHECK(!mc_threads_forked());
#ifdef _WIN32
  check_skip("Windows has no fork()");
#else
  pid_t child = fork();
  if (child == 0) {
    alarm(60);
    bool good = mc_threads_forked() && mc_threads(0, 1e300) == 1 && mc_threads(8, 1e300) == 1;
    good = good &&
           (!mc_threads_built() || strcmp(mc_threads_explain(8).because, "a forked process") == 0);
    good = good && cor_works();
    _exit(good ? 0 : 1);
  }
  int status = -1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  CHECK(!mc_threads_forked());
  CHECK(cor_works()); /* the parent can go on */
#endif
}

static const check_test tests[] = {{"requests", test_requests},
                                   {"the session's value", test_session},
                                   {"environment", test_environment},
                                   {"reasons", test_because},
                                   {"little work", test_work},
                                   {"fork", test_fork},
                                   {0}};
const check_suite suite_threads = {"threads", tests, false, NULL};
