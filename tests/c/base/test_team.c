/* The team of threads: everything is done once, whoever comes when. */
#define _GNU_SOURCE /* affinity; fork, rlimits, pthread_sigmask */

#include "base/team.h"

#include <dirent.h>
#include <pthread.h>
#ifdef __linux__
#include <sched.h>
#endif
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#endif

#include "check.h"
#include "base/threads.h"
#include "system.h"

/* Sanitizers need room, and a thread, of their own, and no forks of processes with threads. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif

/* ---- loops ---- */

enum { MOST = 5000 };
typedef struct {
  _Atomic int done[MOST];
  _Atomic int strange; /* numbers of threads that cannot be */
  int threads;
  int64_t pause;
} tally;

static void count(void *context, int64_t id, int thread) {
  tally *t = context;
  atomic_fetch_add(&t->done[id], 1);
  if (thread < 0 || thread >= t->threads)
    atomic_fetch_add(&t->strange, 1);
  if (t->pause > 0)
    system_pause(t->pause);
}

static void count_range(void *context, int64_t first, int64_t last) {
  for (int64_t id = first; id < last; id++)
    count(context, id, 0);
}

static void check_once(tally *t, int64_t first, int64_t last) {
  for (int64_t id = 0; id < MOST; id++) {
    CHECK_INT(t->done[id], id >= first && id < last);
    t->done[id] = 0;
  }
  CHECK_INT(t->strange, 0);
}

static void test_loops(void) {
  static tally t;
  const int64_t sizes[] = {0, 1, 2, 3, 7, 64, 1000, MOST};
  for (t.threads = 1; t.threads <= 9; t.threads++)
    for (int k = 0; k < 8; k++) {
      check_note("%d threads, %d", t.threads, (int) sizes[k]);
      mc_each(t.threads, sizes[k] / 3, sizes[k], count, &t);
      check_once(&t, sizes[k] / 3, sizes[k]);
      for (int64_t grain = 1; grain < 2000; grain = 5 * grain + 1) {
        mc_ranges(t.threads, sizes[k], grain, count_range, &t);
        check_once(&t, 0, sizes[k]);
      }
    }
}

/* One job after the other: late helpers of the last one must not disturb the next. */
static void test_many_jobs(void) {
  static tally t;
  for (int job = 0; job < (check_fast() ? 200 : 20000); job++) {
    t.threads = 1 + job % 5;
    mc_each(t.threads, 0, job % 6, count, &t);
    for (int64_t id = 0; id < 6; id++) {
      CHECK_INT(t.done[id], id < job % 6);
      t.done[id] = 0;
    }
  }
  CHECK_INT(t.strange, 0);
}

/* Number 0 waits, seconds at most, until another one is there. */
typedef struct {
  atomic_int others;
} meeting;

static void meet(void *context, int thread) {
  meeting *m = context;
  if (thread > 0)
    atomic_fetch_add(&m->others, 1);
  for (int i = 0; i < 10000 && atomic_load(&m->others) == 0; i++)
    system_pause(500000);
}

/* Helpers that sleep are woken; those that wait long are waited for. */
static void test_sleepers(void) {
  static tally t;
  for (int job = 0; job < 5 && mc_threads_built(); job++) {
    meeting m = {0};
    system_pause(20 * (int64_t) MC_TEAM_SPIN); /* now they sleep */
    mc_team(3, meet, &m);
    CHECK(m.others > 0);
  }
  t.threads = 3;
  for (int job = 0; job < 20; job++) {
    system_pause(2 * (int64_t) MC_TEAM_SPIN);
    t.pause = job % 2 ? 3 * (int64_t) MC_TEAM_SPIN : 0;
    mc_each(t.threads, 0, 9, count, &t);
    check_once(&t, 0, 9);
  }
}

/* All numbers of a team are different. */
typedef struct {
  _Atomic int in[16];
  _Atomic int twice;
} roll;

static void answer(void *context, int thread) {
  roll *r = context;
  if (atomic_fetch_add(&r->in[thread], 1) != 0)
    atomic_fetch_add(&r->twice, 1);
  system_pause(300000);
}

static void test_numbers(void) {
  for (int round = 0; round < 30; round++) {
    roll r = {0};
    mc_team(6, answer, &r);
    CHECK_INT(r.in[0], 1);
    CHECK_INT(r.twice, 0);
    for (int i = 6; i < 16; i++)
      CHECK_INT(r.in[i], 0);
  }
}

/* A job within a job, and jobs of two threads at once, are done, alone if need be. */
static void nest(void *context, int64_t id, int thread) {
  tally *t = context;
  (void) thread;
  mc_each(4, id * 10, id * 10 + 10, count, t);
}

static void *another(void *context) {
  tally *t = context;
  for (int job = 0; job < 500; job++) {
    mc_each(mc_threads(3, 1), 0, 40, count, t);
    check_once(t, 0, 40);
  }
  return NULL;
}

static void test_nested(void) {
  static tally t[2];
  t[0].threads = t[1].threads = 4;
  mc_each(4, 0, 100, nest, &t[0]);
  check_once(&t[0], 0, 1000);
  pthread_t thread;
  CHECK_INT(pthread_create(&thread, NULL, another, &t[0]), 0);
  another(&t[1]);
  pthread_join(thread, NULL);
}

/* Helpers take no signals: R's are for its own thread. */
#ifdef _WIN32
static void test_signals(void) {
  check_skip("Windows has no signals for threads");
}
#else
typedef struct {
  meeting m;
  atomic_int open; /* helpers that would take one */
} masks;

static void look_at_mask(void *context, int thread) {
  masks *c = context;
  sigset_t mask;
  if (thread > 0 && (pthread_sigmask(SIG_BLOCK, NULL, &mask) != 0 || !sigismember(&mask, SIGINT) ||
                     !sigismember(&mask, SIGUSR1) || !sigismember(&mask, SIGALRM)))
    atomic_fetch_add(&c->open, 1);
  meet(&c->m, thread);
}

static void test_signals(void) {
  masks c = {{0}, 0};
  sigset_t before, after;
  pthread_sigmask(SIG_BLOCK, NULL, &before);
  mc_team(4, look_at_mask, &c);
  pthread_sigmask(SIG_BLOCK, NULL, &after);
  CHECK_INT(c.open, 0);
  CHECK(c.m.others > 0 || !mc_threads_built());
  CHECK_INT(sigismember(&after, SIGINT), sigismember(&before, SIGINT));
}
#endif

#ifdef __linux__
/* A helper on the caller's processor moves to another one, and is free again afterwards: here one
   that has been bound to the caller's. Bound helpers leave the caller's mask alone. */
typedef struct {
  meeting m;
  int caller;         /* the processor to be bound to, or -1 */
  atomic_int allowed; /* processors of the helper's mask */
} places;

static void look_at_place(void *context, int thread) {
  places *p = context;
  cpu_set_t set;
  if (thread > 0 && p->caller >= 0) {
    CPU_ZERO(&set);
    CPU_SET((size_t) p->caller, &set);
    sched_setaffinity(0, sizeof set, &set);
  } else if (thread > 0 && sched_getaffinity(0, sizeof set, &set) == 0) {
    atomic_store(&p->allowed, CPU_COUNT(&set));
  }
  meet(&p->m, thread);
}

static void test_placement(void) {
  const int processors = mc_threads_processors();
  if (processors < 2 || !mc_threads_built()) {
    check_skip("that takes two processors, and threads");
    return;
  }
  int freed = 0;
  for (int round = 0; round < 20 && freed == 0; round++) { /* the caller may have moved meanwhile */
    places p = {.caller = sched_getcpu()};
    mc_team(2, look_at_place, &p);
    p = (places){.caller = -1};
    mc_team(2, look_at_place, &p);
    freed = p.allowed == processors;
  }
  CHECK(freed);
}

static void test_bound(void) {
  const int processors = mc_threads_processors();
  if (processors < 2 || !mc_threads_built()) {
    check_skip("that takes two processors, and threads");
    return;
  }
  const char *const ways[] = {"close", "spread"};
  for (int i = 0; i < 2; i++) {
    const pid_t child = fork();
    if (child == 0) {
      setenv("MANYCORE_AFFINITY", ways[i], 1);
      mc_threads_init(false);
      places p = {.caller = -1};
      mc_team(2, look_at_place, &p);
      const bool good = p.allowed == 1 && mc_threads_processors() == processors &&
                        mc_threads(0, 1e300) == processors;
      _exit(good ? 0 : 1);
    }
    int status = -1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
}
#endif

/* ---- limits ---- */

/* Where no thread can be started the caller does it all; later there may be some. */
static void test_no_threads(void) {
#ifdef _WIN32
  check_skip("Windows has no limit of memory for a process");
#elif defined(SANITIZED)
  check_skip("the memory of sanitizers exceeds the limit");
#else
  static tally t;
  struct rlimit before, none;
  if (getenv("HARNESS_TOGETHER") != NULL) {
    check_skip("stacks of other tests' threads are kept");
    return;
  }
  if (system_emulated()) {
    check_skip("limits of memory are the emulator's");
    return;
  }
  t.threads = 4;
  mc_team_end();
  CHECK_INT(mc_team_helpers(), 0);
  getrlimit(RLIMIT_AS, &before);
  none = before;
  none.rlim_cur = 1 << 20; /* less than there is already */
  CHECK_INT(setrlimit(RLIMIT_AS, &none), 0);
  mc_each(4, 0, 100, count, &t);
  check_once(&t, 0, 100);
  CHECK_INT(mc_team_helpers(), 0);
  setrlimit(RLIMIT_AS, &before);
  mc_each(4, 0, 100, count, &t);
  check_once(&t, 0, 100);
  CHECK_INT(mc_team_helpers(), mc_threads_built() ? 3 : 0);
#endif
}

#ifdef __linux__
#ifndef SANITIZED
/* Threads of this process, those of an emulator included. */
static int tasks_alive(void) {
  int tasks = 0;
  DIR *folder = opendir("/proc/self/task");
  if (folder == NULL)
    return 1;
  for (const struct dirent *at = readdir(folder); at != NULL; at = readdir(folder))
    tasks += at->d_name[0] != '.';
  closedir(folder);
  return tasks;
}

/* Under an emulator a joined thread is alive for a moment longer, and counts in the limit. The
   emulator's own threads are another user's, and do not count. */
static void wait_for_tasks(int most) {
  for (int turn = 0; turn < 5000 && tasks_alive() > most; turn++)
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}
#endif

/* Where the user may have a few threads only, the team has no more, and nothing ends the process.
   (The limit is not for root, so root becomes a user that has nothing else.) */
static void test_few_threads(void) {
#ifdef SANITIZED
  check_skip("sanitizers have threads of their own");
#else
  enum { FIRST_USER = 200000, MOST_MORE = 12 };
  static tally t;
  t.threads = 7;
  const uid_t user = FIRST_USER + (uid_t) getpid();
  if (getenv("HARNESS_TOGETHER") != NULL) {
    check_skip("other tests' threads count");
    return;
  }
  if (geteuid() == 0 && setresuid(user, user, user) != 0) {
    check_skip("root has no limit of threads, and this root cannot become another user");
    return;
  }
  const bool alone = geteuid() == user;
  const bool openmp = strcmp(mc_team_kind(), "openmp") == 0;
  const int least = openmp ? 3 : 1; /* the host, and a spare one */
  const bool ends = !openmp || strncmp(mc_team_runtime(), "libgomp", 7) == 0;
  struct rlimit limit;
  getrlimit(RLIMIT_NPROC, &limit);
  const int own = tasks_alive();
  const int rounds = check_fast() ? 2 : 20;
  for (int round = 0; round < rounds; round++)
    for (int more = 0; more <= (alone ? MOST_MORE : 0); more++) {
      check_note("%d more threads", more);
      if (ends)
        wait_for_tasks(own);
      limit.rlim_cur = (rlim_t) (1 + more);
      CHECK_INT(setrlimit(RLIMIT_NPROC, &limit), 0);
      for (int threads = 2; threads <= t.threads; threads += 2 + more % 3) {
        mc_each(threads, 0, 100, count, &t);
        check_once(&t, 0, 100);
        CHECK(mc_team_helpers() <= more);
      }
      if (round == 0 || ends) /* else threads of the last round are still there, and count */
        CHECK_INT(mc_team_helpers() > 0, more >= least && mc_threads_built());
      mc_team_end();
    }
#endif
}
#endif

/* Far more threads than processors, and a team that grows. */
static void test_growth(void) {
  static tally t;
  const int sizes[] = {2, 3, 64, 5, 80, 64};
  for (int k = 0; k < 6; k++) {
    t.threads = sizes[k];
    mc_each(t.threads, 0, MOST, count, &t);
    check_once(&t, 0, MOST);
  }
  CHECK_INT(mc_team_helpers(), mc_threads_built() ? 79 : 0);
}

/* It can end, and begin again. */
static void test_end(void) {
  static tally t;
  t.threads = 3;
  for (int round = 0; round < 50; round++) {
    mc_each(3, 0, 30, count, &t);
    check_once(&t, 0, 30);
    CHECK_INT(mc_team_helpers(), mc_threads_built() ? 2 : 0);
    mc_team_end();
    CHECK_INT(mc_team_helpers(), 0);
  }
}

/* In a forked child, whose helpers do not exist: alone; and it can end. */
static void test_fork(void) {
#ifdef _WIN32
  check_skip("Windows has no fork()");
#else
  static tally t;
  t.threads = 4;
  mc_each(4, 0, 100, count, &t);
  check_once(&t, 0, 100);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    mc_each(4, 0, 100, count, &t);
    bool good = mc_team_helpers() == 0;
    for (int i = 0; i < 100; i++)
      good = good && t.done[i] == 1;
    mc_team_end();
    _exit(good ? 0 : 1);
  }
  int status = -1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  mc_each(4, 0, 100, count, &t);
  check_once(&t, 0, 100);
#endif
}

/* A process may end just after its first job, of which few helpers have done all: the others have
   been started, too. This test can fail only with OpenMP by libomp: libomp ends with the process,
   and its threads that have yet to begin crash then. */
static void test_early_exit(void) {
#ifdef _WIN32
  check_skip("Windows has no fork()");
#else
  static tally t;
  t.threads = 64;
  fflush(NULL); /* the child ends by exit(), which writes what is left, as the runtime ends then */
  for (int round = 0; round < 6; round++) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(60);
      mc_threads_init(false);
      mc_each(t.threads, 0, t.threads, count, &t);
      exit(0);
    }
    int status = -1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
#endif
}

#if defined(_OPENMP) && !defined(SANITIZED)
/* Code of others in a forked child may open regions of its own: the parent's thread has not opened
   any, so the runtime has no threads there that do not exist in the child. */
static void test_regions_in_child(void) {
  static tally t;
  t.threads = 4;
  mc_each(4, 0, 100, count, &t);
  const pid_t child = fork();
  if (child == 0) {
    atomic_int members = 0;
    alarm(20);
#pragma omp parallel num_threads(3)
    atomic_fetch_add(&members, 1);
    _exit(members == 3 ? 0 : 1);
  }
  int status = -1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
#endif

static const check_test tests[] = {{"loops", test_loops},
                                   {"many jobs", test_many_jobs},
                                   {"sleepers", test_sleepers},
                                   {"numbers", test_numbers},
                                   {"nested jobs, and those of other threads", test_nested},
                                   {"signals", test_signals},
#ifdef __linux__
                                   {"placement", test_placement},
                                   {"bound helpers", test_bound},
#endif
                                   {"no thread can be started", test_no_threads},
#ifdef __linux__
                                   {"few threads can be started", test_few_threads},
#endif
                                   {"growth", test_growth},
                                   {"end", test_end},
                                   {"fork", test_fork},
                                   {"a process that ends early", test_early_exit},
#if defined(_OPENMP) && !defined(SANITIZED)
                                   {"regions of a forked child", test_regions_in_child},
#endif
                                   {0}};
const check_suite suite_team = {"team", tests, false, NULL};
