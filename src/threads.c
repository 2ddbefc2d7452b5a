#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* sched_getaffinity */
#endif

#include "threads.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef __linux__
#include <sched.h>
#endif
#ifndef _WIN32
#include <unistd.h>
#endif

enum { MOST_THREADS = 1024 };

static int session_threads = 0;

/* fork(): a child has another process id than the one that loaded us. A pid
   check needs no handler that would outlive an unloaded library. */
#ifdef _WIN32
void mc_threads_init(void) {}
bool mc_threads_forked(void) {
  return false;
}
#else
static pid_t loaded_in = 0;
void mc_threads_init(void) {
  loaded_in = getpid();
}
bool mc_threads_forked(void) {
  return loaded_in != 0 && getpid() != loaded_in;
}
#endif

void mc_threads_set(int n) {
  session_threads = n;
}

int mc_thread_id(void) {
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

#define STRING_OF(x) #x
#define STRING(x) STRING_OF(x)

const char *mc_openmp_version(void) {
#ifdef _OPENMP
  return STRING(_OPENMP);
#else
  return NULL;
#endif
}

/* A positive integer in the environment, or 0. OMP_NUM_THREADS may be a list
   for nested regions ("4,2"): its first entry counts. */
static int environment_count(const char *name) {
  const char *text = getenv(name);
  if (text == NULL)
    return 0;
  char *end;
  double value = strtod(text, &end);
  while (isspace((unsigned char) *end))
    end++;
  if (end == text || (*end != '\0' && *end != ',') || !(value >= 1))
    return 0;
  return value > MOST_THREADS ? MOST_THREADS : (int) value;
}

/* R's own rule (parallel:::.check_ncores): anything but empty or a spelling of
   false switches the limit on. */
static bool check_limits_cores(void) {
  const char *text = getenv("_R_CHECK_LIMIT_CORES_");
  return text != NULL && *text != '\0' && strcmp(text, "false") != 0 &&
         strcmp(text, "FALSE") != 0 && strcmp(text, "F") != 0;
}

#ifdef __linux__
/* The two numbers of a cgroup file ("max 100000" has no quota), as processors,
   rounded up; 0 if there is no limit. */
static int cgroup_quota(void) {
  double quota = 0, period = 0;
  FILE *f = fopen("/sys/fs/cgroup/cpu.max", "r"); /* version 2 */
  if (f != NULL) {
    if (fscanf(f, "%lf %lf", &quota, &period) != 2)
      quota = 0;
    fclose(f);
  } else {
    f = fopen("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "r"); /* version 1 */
    FILE *g = fopen("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "r");
    if (f != NULL && g != NULL &&
        (fscanf(f, "%lf", &quota) != 1 || fscanf(g, "%lf", &period) != 1))
      quota = 0;
    if (f != NULL)
      fclose(f);
    if (g != NULL)
      fclose(g);
  }
  if (!(quota > 0) || !(period > 0))
    return 0;
  double share = quota / period;
  return share >= MOST_THREADS ? MOST_THREADS
                               : (int) share + (share > (int) share);
}
#endif

static int processors(void) {
  int count = 1;
#ifdef _OPENMP
  count = omp_get_num_procs();
#endif
#ifdef __linux__
  /* An OpenMP runtime may have asked before the mask was narrowed. */
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0 &&
      CPU_COUNT(&set) < count)
    count = CPU_COUNT(&set);
  static int quota = -1;
  if (quota < 0)
    quota = cgroup_quota();
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
    cap(&report, environment_count("OMP_NUM_THREADS"), "OMP_NUM_THREADS");
    cap(&report, environment_count("R_MANYCORE_NUM_THREADS"),
        "R_MANYCORE_NUM_THREADS");
  }
  cap(&report, MOST_THREADS, "at most 1024");
  cap(&report, environment_count("OMP_THREAD_LIMIT"), "OMP_THREAD_LIMIT");
  if (check_limits_cores())
    cap(&report, 2, "_R_CHECK_LIMIT_CORES_");
  if (mc_threads_forked())
    cap(&report, 1, "a forked process");
#ifndef _OPENMP
  cap(&report, 1, "built without OpenMP");
#endif
  return report;
}

int mc_threads(int requested, double work, double least) {
  int threads = mc_threads_explain(requested).threads;
  double useful = work / least;
  if (useful < threads)
    threads = useful < 1 ? 1 : (int) useful;
  return threads;
}
