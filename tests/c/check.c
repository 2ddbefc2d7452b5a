#include "check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/threads.h"
#include "dispatch/dispatch.h"
#include "system.h"

enum { MOST_SHOWN = 5 };

static const char *suite_name, *test_name;
static char note[CHECK_NOTE];
static int64_t failures;
static bool skipped;

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

void check_skip(const char *why) {
  fprintf(stderr, "%s/%s: skipped: %s\n", suite_name, test_name, why);
  skipped = true;
}

void check_begin(const char *suite, const char *test) {
  suite_name = suite;
  test_name = test;
  note[0] = '\0';
  failures = 0;
  skipped = false;
}

int64_t check_failures(void) {
  return failures;
}

check_outcome check_run_here(const check_suite *suite, int number) {
  const check_test *t = &suite->tests[number];
  check_begin(suite->name, t->name);
  t->run();
  if (failures > MOST_SHOWN)
    fprintf(stderr, "%s/%s: %" PRId64 " failures in all\n", suite_name, test_name, failures);
  return failures > 0 ? CHECK_FAILED : skipped ? CHECK_SKIPPED : CHECK_PASSED;
}

typedef struct {
  const check_suite *suite;
  int number;
} one_test;

/* Runs in the child. The parent has no threads, because threads do not survive a fork. */
static int run_one(void *context) {
  const one_test *one = context;
  mc_threads_init(false);
  return check_run_here(one->suite, one->number);
}

static check_outcome run_apart(const check_suite *suite, int number) {
  char text[16];
  snprintf(text, sizeof text, "%d", number);
  const char *argv[] = {"harness", "--one", mc_target_active(), suite->name, text, NULL};
  const system_end end = system_apart(run_one, &(one_test){suite, number}, argv);
  if (end.killed)
    fprintf(stderr, "%s/%s: killed by signal %" PRId64 "\n", suite_name, test_name, end.status);
  else if (end.status == CHECK_SKIPPED || end.status <= CHECK_FAILED)
    return (check_outcome) end.status;
  else
    fprintf(stderr, "%s/%s: ended with status %" PRId64 "\n", suite_name, test_name, end.status);
  return CHECK_FAILED;
}

double check_run(const check_suite *suite, check_totals *totals) {
  const char *together = getenv("HARNESS_TOGETHER");
  const char *each = getenv("HARNESS_TIMES");
  const double before = system_processor_time();
  suite_name = suite->name;
  for (int i = 0; suite->tests[i].run != NULL; i++) {
    test_name = suite->tests[i].name;
    const double start = system_processor_time();
    const check_outcome outcome = together != NULL ? check_run_here(suite, i) : run_apart(suite, i);
    if (each != NULL)
      fprintf(stderr, "%7.2f s  %s/%s\n", system_processor_time() - start, suite_name, test_name);
    totals->passed += outcome == CHECK_PASSED;
    totals->failed += outcome == CHECK_FAILED;
    totals->skipped += outcome == CHECK_SKIPPED;
  }
  return system_processor_time() - before;
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
