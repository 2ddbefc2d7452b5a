#define _POSIX_C_SOURCE 200809L /* fork */

#include "check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/times.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/threads.h"

enum { MOST_SHOWN = 5 };

static const char *suite_name, *test_name;
static char note[CHECK_NOTE];
static int64_t failures;

static void announce(const char *file, int line) {
  fprintf(stderr, "%s:%d: %s/%s: ", file, line, suite_name, test_name);
}

static bool shown(void) {
  return ++failures <= MOST_SHOWN;
}

static void print_note(void) {
  if (note[0] != '\0')
    fprintf(stderr, " [%s]", note);
  fputc('\n', stderr);
}

void check_failed(const char *what, const char *file, int line) {
  if (!shown())
    return;
  announce(file, line);
  fprintf(stderr, "failed: %s", what);
  print_note();
}

void check_int_failed(int64_t value, int64_t expected, const char *what, const char *file,
                      int line) {
  if (!shown())
    return;
  announce(file, line);
  fprintf(stderr, "%s is %" PRId64 ", should be %" PRId64, what, value, expected);
  print_note();
}

void check_note(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(note, sizeof note, format, arguments);
  va_end(arguments);
}

const char *check_noted(void) {
  return note;
}

/* Did the test pass? */
static bool run_here(const check_test *t) {
  note[0] = '\0';
  failures = 0;
  t->run();
  if (failures > MOST_SHOWN)
    fprintf(stderr, "%s/%s: %" PRId64 " failures in all\n", suite_name, test_name, failures);
  return failures == 0;
}

/* The same in a process of its own. No thread runs in this one: they do not
   survive a fork. */
static bool run_apart(const check_test *t) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    mc_threads_init(false);
    exit(run_here(t) ? 0 : 1);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    perror("fork");
    return false;
  }
  if (WIFSIGNALED(status))
    fprintf(stderr, "%s/%s: killed by signal %d\n", suite_name, test_name, WTERMSIG(status));
  else if (WEXITSTATUS(status) > 1)
    fprintf(stderr, "%s/%s: ended with status %d\n", suite_name, test_name, WEXITSTATUS(status));
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Of this process and of the children that it waited for. */
static double processor_time(void) {
  struct tms t;
  times(&t);
  return (double) (t.tms_utime + t.tms_stime + t.tms_cutime + t.tms_cstime) /
         (double) sysconf(_SC_CLK_TCK);
}

double check_run(const check_suite *suite, check_totals *totals) {
  const char *together = getenv("HARNESS_TOGETHER");
  const char *each = getenv("HARNESS_TIMES");
  const double before = processor_time();
  suite_name = suite->name;
  for (const check_test *t = suite->tests; t->run != NULL; t++) {
    test_name = t->name;
    const double start = processor_time();
    bool passed = together != NULL ? run_here(t) : run_apart(t);
    if (each != NULL)
      fprintf(stderr, "%7.2f s  %s/%s\n", processor_time() - start, suite_name, test_name);
    totals->passed += passed;
    totals->failed += !passed;
  }
  return processor_time() - before;
}

bool check_poll(void *data, double done) {
  check_polls *p = data;
  CHECK(done >= p->last && done <= 1 + 1e-12);
  p->last = done;
  return ++p->polls == p->stop_at;
}

bool check_fast(void) {
  const char *text = getenv("HARNESS_FAST");
  return text != NULL && *text != '\0';
}
