#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stdint.h>

/* A test is a function; it fails when a CHECK in it does, and goes on. The
   first few failures of a test are printed, with the latest note. */
typedef struct {
  const char *name;
  void (*run)(void);
} check_test;

/* A suite is the tests of one file, ended by {0}. */
typedef struct {
  const char *name;
  const check_test *tests;
  bool every_target; /* to be run for each target, or just once */
  /* Where it is about some kernels alone, the beginnings of their names, each with a blank behind:
     it is not run again for a target that has them from another one. NULL: about any. */
  const char *kernels;
} check_suite;

#define CHECK(condition) ((condition) ? (void) 0 : check_failed(#condition, __FILE__, __LINE__))

/* An integer that should have another value. */
#define CHECK_INT(value, expected) \
  check_int((int64_t) (value), (int64_t) (expected), #value, __FILE__, __LINE__)

void check_failed(const char *what, const char *file, int line);

/* What is being tested right now, printed with a failure; and what was noted. */
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

/* The rest of the test is left out for this reason, which is printed. If no CHECK failed the test
   counts as skipped. */
void check_skip(const char *why);

/* Of a test; the status of its process. */
typedef enum { CHECK_PASSED = 0, CHECK_FAILED = 1, CHECK_SKIPPED = 77 } check_outcome;

/* Tests by outcome. */
typedef struct {
  int passed, failed, skipped;
} check_totals;

/* Runs the test of this number in this process. */
check_outcome check_run_here(const check_suite *suite, int number);

/* Runs a suite; adds to `totals`, and answers the seconds of processor time that it
   took. Each test has a process of its own, so that
   one that crashes, or that a sanitizer stops, fails alone; HARNESS_TOGETHER in
   the environment runs all in this one, for a debugger. HARNESS_TIMES prints the
   processor time of each. */
double check_run(const check_suite *suite, check_totals *totals);

/* A monitor's poll, whose data is such a log: checks that progress grows, up to 1, and
   answers true at the poll `stop_at`. */
typedef struct {
  int64_t polls, stop_at;
  double last;
} check_polls;
bool check_poll(void *data, double done);

/* Is HARNESS_FAST set (under an emulator such as valgrind)? Then tests take
   smaller sizes. */
bool check_fast(void);

#endif
