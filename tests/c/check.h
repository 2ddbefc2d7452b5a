#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stdint.h>

/* A test is a function. A failed CHECK makes the test fail; the test goes on. The first failures of
   a test are printed, with the latest note. */
typedef struct {
  const char *name;
  void (*run)(void);
} check_test;

/* A suite: the tests of one file. {0} ends the list. */
typedef struct {
  const char *name;
  const check_test *tests;
  bool every_target; /* run the suite for each target, or once? */
  /* For a suite that tests some kernels only: the beginnings of their names, each followed by a
     blank. The suite is not run again for a target that shares these kernels with the target
     before it. NULL: any kernels. */
  const char *kernels;
} check_suite;

#define CHECK(condition) ((condition) ? (void) 0 : check_failed(#condition, __FILE__, __LINE__))

/* Checks the value of an integer. */
#define CHECK_INT(value, expected) \
  check_int((int64_t) (value), (int64_t) (expected), #value, __FILE__, __LINE__)

void check_failed(const char *what, const char *file, int line);

/* check_note() says what is being tested; a failure prints it. check_noted() returns the note. */
enum { CHECK_NOTE = 200 }; /* bytes */
const char *check_noted(void);
void check_note(const char *format, ...)
#if defined(__GNUC__)
  __attribute__((format(printf, 1, 2)))
#endif
  ;

void check_int_failed(int64_t value, int64_t expected, const char *what, const char *file,
                      int line);

static inline void check_int(int64_t value, int64_t expected, const char *what, const char *file,
                             int line) {
  if (value != expected)
    check_int_failed(value, expected, what, file, line);
}

/* Names what the next checks belong to, and forgets earlier failures; and how many checks failed
   since. */
void check_begin(const char *suite, const char *test);
int64_t check_failures(void);

/* Says, before a test returns early, why its rest is left out; the reason is printed. The test
   counts as skipped if no CHECK failed. */
void check_skip(const char *why);

/* The outcome of a test, and the status of its process. */
typedef enum { CHECK_PASSED = 0, CHECK_FAILED = 1, CHECK_SKIPPED = 77 } check_outcome;

/* Numbers of tests by outcome. */
typedef struct {
  int passed, failed, skipped;
} check_totals;

/* Runs test `number` of the suite in this process. */
check_outcome check_run_here(const check_suite *suite, int number);

/* Runs a suite, adds to `totals`, and returns its processor time in seconds. Each test runs in a
   process of its own. So a test that crashes, or that a sanitizer stops, fails alone.
   HARNESS_TOGETHER in the environment runs all tests in this process, for a debugger. HARNESS_TIMES
   prints the processor time of each test. */
double check_run(const check_suite *suite, check_totals *totals);

/* A monitor's poll, whose data is a check_polls: checks that progress grows, up to 1, and returns
   true at poll number `stop_at`. */
typedef struct {
  int64_t polls, stop_at;
  double last;
} check_polls;
bool check_poll(void *data, double done);

/* Is HARNESS_FAST set, as under valgrind or an emulator? Then tests take smaller sizes. */
bool check_fast(void);

#endif
