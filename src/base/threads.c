#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* sched_getaffinity */
#endif

#include "base/threads.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sched.h>
#endif
#ifdef _WIN32
#include <windows.h>
#else
#include <unistd.h>
#endif

#include "mc_config.h"
#include "base/helpers.h"
#include "base/quota.h"

enum { MOST_THREADS = 1024 };

static int session_threads = 0;

/* fork(): a child has another process id than the process that loaded the library. Comparing ids
   needs no handler, which would outlive an unloaded library. */
static bool loaded_forked = false;
#ifdef _WIN32
void mc_threads_init(bool forked) {
  loaded_forked = forked;
}
bool mc_threads_forked(void) {
  return loaded_forked;
}
#else
static pid_t loaded_in = 0;
void mc_threads_init(bool forked) {
  loaded_forked = forked;
  loaded_in = getpid();
}
bool mc_threads_forked(void) {
  return loaded_forked || (loaded_in != 0 && getpid() != loaded_in);
}
#endif

static atomic_bool solo_wanted = false;

void mc_threads_set_solo(bool solo) {
  atomic_store(&solo_wanted, solo);
}

bool mc_threads_solo(void) {
  return atomic_load_explicit(&solo_wanted, memory_order_relaxed);
}

void mc_threads_set(int n) {
  session_threads = n;
}

bool mc_threads_built(void) {
  return MC_HAVE_THREADS;
}

/* The positive whole number at `at`, or 0; *end is behind the number and blanks. Larger numbers
   count as MOST_THREADS. */
static int whole_number(const char *at, const char **end) {
  int value = 0;
  while (isspace((unsigned char) *at))
    at++;
  at += *at == '+' && isdigit((unsigned char) at[1]);
  for (; isdigit((unsigned char) *at); at++)
    value = value >= MOST_THREADS ? MOST_THREADS : 10 * value + (*at - '0');
  while (isspace((unsigned char) *at))
    at++;
  *end = at;
  return value > MOST_THREADS ? MOST_THREADS : value;
}

/* A positive whole number in the environment, or 0. With `list` the variable may hold several, for
   nested regions ("4,2"); the first number counts. */
static int environment_count(const char *name, bool list) {
  const char *end = getenv(name);
  if (end == NULL)
    return 0;
  const int count = whole_number(end, &end);
  while (list && count > 0 && *end == ',')
    if (whole_number(end + 1, &end) == 0)
      return 0;
  return *end == '\0' ? count : 0;
}

/* R's own rule (parallel:::.check_ncores): any value switches the limit on, except an empty one
   and some spellings of false. */
static bool check_limits_cores(void) {
  const char *text = getenv("_R_CHECK_LIMIT_CORES_");
  return text != NULL && *text != '\0' && strcmp(text, "false") != 0 &&
         strcmp(text, "FALSE") != 0 && strcmp(text, "F") != 0;
}

#ifdef _WIN32
static int processors_of_mask(void) {
  DWORD_PTR own = 0, all = 0;
  int count = 0;
  if (GetProcessAffinityMask(GetCurrentProcess(), &own, &all))
    for (; own != 0; own &= own - 1)
      count++;
  return count > 0 ? count : 1;
}
#else
static int processors_of_mask(void) {
#ifdef __linux__
  cpu_set_t set; /* the call fails if the machine has more processors than a set holds */
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
    return CPU_COUNT(&set);
#endif
  static _Atomic int online = 0; /* kept, because the question takes long */
  if (online == 0) {
    const int64_t count = sysconf(_SC_NPROCESSORS_ONLN);
    online = count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : (int) count;
  }
  return online;
}
#endif

int mc_threads_processors(void) {
#if MC_HAVE_THREADS
  return mc_helpers_processors(processors_of_mask());
#else
  return processors_of_mask();
#endif
}

static int processors(void) {
  int count = mc_threads_processors();
#ifdef __linux__
  static _Atomic int quota = -1; /* atomic: jobs may begin on any thread */
  if (quota < 0)
    quota = mc_quota_processors("");
  if (quota > 0 && quota < count)
    count = quota;
#endif
  return count;
}

static void cap(mc_threads_report *report, int limit, const char *because) {
  if (limit > 0 && limit < report->threads) {
    report->threads = limit;
    report->because = because;
  }
}

mc_threads_report mc_threads_explain(int requested) {
  mc_threads_report report = {.processors = processors()};
  if (requested > 0) {
    report.threads = requested;
    report.because = "asked for in the call";
  } else if (session_threads > 0) {
    report.threads = session_threads;
    report.because = "manycore_threads()";
  } else {
    report.threads = report.processors;
    report.because = "every processor this process may use";
    cap(&report, environment_count("OMP_NUM_THREADS", true), "OMP_NUM_THREADS");
    cap(&report, environment_count("R_MANYCORE_NUM_THREADS", false), "R_MANYCORE_NUM_THREADS");
  }
  int most = report.processors < MOST_THREADS / 4 ? 4 * report.processors : MOST_THREADS;
  if (mc_threads_solo())
    most = MOST_THREADS;
  cap(&report, most, "at most four for each processor");
  cap(&report, environment_count("OMP_THREAD_LIMIT", false), "OMP_THREAD_LIMIT");
  if (check_limits_cores())
    cap(&report, 2, "_R_CHECK_LIMIT_CORES_");
  if (mc_threads_forked())
    cap(&report, 1, "a forked process");
  if (!mc_threads_built()) {
    report.threads = 1;
    report.because = "built without threads";
  }
  return report;
}

int mc_threads(int requested, double seconds) {
  const double useful = seconds / MC_THREAD_SECONDS;
  if (requested <= 0 && useful < 2)
    return 1; /* the environment need not be read */
  const int threads = mc_threads_explain(requested).threads;
  return requested <= 0 && useful < threads ? (int) useful : threads;
}
