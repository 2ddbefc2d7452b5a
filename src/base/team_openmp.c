/* Helpers as threads of OpenMP. They are the threads of one region, which lasts from the first job
   that needs helpers until the helpers are told to end.

     a thread of its own, the host           the region's other threads
       opens the region
       thread 0 of it: sleeps                 run(0), run(1), ...
       the barrier at the region's end        the barrier at the region's end
       ends; the runtime ends the others

   The runtime's barrier waits, spinning, for threads that another process keeps off their
   processors. With a region for each job, each job would wait so. Here the barrier comes once, when
   no helper works any more. Between jobs helpers wait as team.c says.

   The host stands for the team's caller: the runtime binds threads (OMP_PROC_BIND, OMP_PLACES) as
   if the caller had opened the region. The caller itself never opens a region. So a fork of R loses
   no threads of the runtime, and regions of other packages in R's own thread have a pool of their
   own.

   The caller waits until all threads of the region run our code. Otherwise R might end after its
   first job: libomp then frees data that new threads read, and threads that begin late crash.

   A runtime that cannot start a thread ends the process. So as many threads as the region needs,
   and SPARE more, are first started with pthread_create(), which may fail. */

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* dladdr, syscall */
#elif !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* pthread_sigmask */
#endif

#include "base/helpers.h"

#include <ctype.h>
#include <omp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <dlfcn.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif
#ifndef _WIN32
#include <signal.h>
#endif

#include "base/clock.h"

enum { SPARE = 1, MOST_THREADS = MC_MOST_HELPERS + 1 + SPARE };

/* Threads by the numbers that the system gives them. */
typedef struct {
  int count;
  int64_t id[MOST_THREADS];
} thread_list;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* for `trial` and `region` */
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static struct {
  bool going_on;
  thread_list threads;
} trial;
static struct {
  int wanted; /* helpers */
  int opened; /* helpers in the region; -1: not known yet */
  int begun;  /* threads of the region that run our code, including the host */
  int kept;   /* helpers that the runtime keeps from earlier regions */
  bool ending, bound;
  mc_helper run;
  pthread_t host;
  thread_list threads;
} region;

/* ---- threads that are gone ---- */

/* After pthread_join() a thread still counts for the system's limits for a moment. libgomp ends its
   threads with the host, but nobody joins them, and they may still run libgomp's code. Linux can
   tell when these threads are gone. libomp keeps its threads, asleep, for the next region. */

#if defined(__GNUC__) && !defined(__clang__)
enum { ENDS_WITH_HOST = true };
#else
enum { ENDS_WITH_HOST = false };
#endif

static void note(thread_list *list) {
#ifdef __linux__
  list->id[list->count++] = syscall(SYS_gettid);
#else
  (void) list;
#endif
}

static void await_gone(thread_list *list) {
#ifdef __linux__
  const int64_t patience = 1000000000, begin = mc_now();
  for (int i = 0; i < list->count; i++)
    while (syscall(SYS_tgkill, getpid(), list->id[i], 0) == 0 && mc_now() - begin < patience)
      sched_yield();
#endif
  list->count = 0;
}

/* ---- threads that may fail ---- */

/* The size of stacks by OMP_STACKSIZE, such as "64M"; without a letter in KiB; 0: not set. */
static size_t stack_wanted(void) {
  const char *const text = getenv("OMP_STACKSIZE");
  char *end;
  if (text == NULL)
    return 0;
  const uint64_t number = strtoull(text, &end, 10);
  while (isspace((unsigned char) *end))
    end++;
  const int letter = toupper((unsigned char) *end);
  const int shift = letter == 'B' ? 0 : letter == 'M' ? 20 : letter == 'G' ? 30 : 10;
  return number > SIZE_MAX >> 1 >> shift ? SIZE_MAX >> 1 : (size_t) number << shift;
}

static int create(pthread_t *thread, void *(*body)(void *) ) {
  pthread_attr_t attributes;
  size_t stack = 0;
  const size_t wanted = stack_wanted();
  pthread_attr_init(&attributes);
  pthread_attr_getstacksize(&attributes, &stack);
  if (stack < wanted)
    pthread_attr_setstacksize(&attributes, wanted);
  const int status = pthread_create(thread, &attributes, body, NULL);
  pthread_attr_destroy(&attributes);
  return status;
}

static void *try_one(void *unused) {
  pthread_mutex_lock(&lock);
  note(&trial.threads);
  while (trial.going_on)
    pthread_cond_wait(&change, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

/* Only R's own thread takes signals. A new thread inherits the blocked signals of its creator. */
#ifndef _WIN32
typedef sigset_t signals;
static void block(signals *own) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, own);
}
static void unblock(const signals *own) {
  pthread_sigmask(SIG_SETMASK, own, NULL);
}
#else
typedef int signals;
static void block(signals *own) {
  *own = 0;
}
static void unblock(const signals *own) {
  (void) own;
}
#endif

static int least(int a, int b) {
  return a < b ? a : b;
}

int mc_helpers_possible(int there, int more) {
  static pthread_t thread[MOST_THREADS];
  const int have = there > region.kept ? there : region.kept;
  const int beside = SPARE + (there == 0); /* the host */
  const int fresh = there + more > have ? there + more - have : 0;
  int started = 0;
  signals own;
  trial.going_on = true;
  block(&own);
  while (started < fresh + beside && create(&thread[started], try_one) == 0)
    started++;
  unblock(&own);
  pthread_mutex_lock(&lock);
  trial.going_on = false;
  pthread_cond_broadcast(&change);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < started; i++)
    pthread_join(thread[i], NULL);
  await_gone(&trial.threads);
  return started < beside ? 0 : least(more, have - there + started - beside);
}

/* ---- the region ---- */

bool mc_helpers_together(void) {
  return true;
}

static void stand_for_the_caller(void) {
  pthread_mutex_lock(&lock);
  region.opened = omp_get_num_threads() - 1;
  region.bound = omp_get_proc_bind() != omp_proc_bind_false;
  pthread_cond_broadcast(&change);
  while (!region.ending)
    pthread_cond_wait(&change, &lock);
  pthread_mutex_unlock(&lock);
}

static void take_part(int thread) {
  pthread_mutex_lock(&lock);
  if (ENDS_WITH_HOST)
    note(&region.threads);
  region.begun++;
  if (region.opened >= 0 && region.begun > region.opened)
    pthread_cond_broadcast(&change);
  pthread_mutex_unlock(&lock);
  if (thread == 0)
    stand_for_the_caller();
  else
    region.run(thread - 1);
}

static void *open_region(void *unused) {
#pragma omp parallel num_threads(region.wanted + 1)
  take_part(omp_get_thread_num());
  return unused;
}

int mc_helpers_start(int there, int wanted, mc_helper run) {
  signals own;
  region.run = run;
  region.wanted = wanted;
  region.opened = -1;
  region.begun = 0;
  region.ending = false;
  block(&own);
  const bool begun = create(&region.host, open_region) == 0;
  unblock(&own);
  if (!begun)
    return there;
  pthread_mutex_lock(&lock);
  while (region.opened < 0 || region.begun <= region.opened)
    pthread_cond_wait(&change, &lock);
  pthread_mutex_unlock(&lock);
  if (region.opened == 0)
    mc_helpers_end(0);
  return region.opened;
}

void mc_helpers_end(int there) {
  (void) there;
  pthread_mutex_lock(&lock);
  region.ending = true;
  pthread_cond_broadcast(&change);
  pthread_mutex_unlock(&lock);
  pthread_join(region.host, NULL);
  await_gone(&region.threads);
  if (!ENDS_WITH_HOST && region.opened > region.kept)
    region.kept = region.opened;
}

/* ---- what the environment says ---- */

bool mc_helpers_bound(void) {
  return region.bound;
}

/* By OMP_WAIT_POLICY: "passive" threads sleep at once, "active" threads spin longer. */
int64_t mc_helpers_spin(int64_t usual) {
  enum { LONGER = 100 };
  const char *text = getenv("OMP_WAIT_POLICY");
  char word[8] = "";
  while (text != NULL && isspace((unsigned char) *text))
    text++;
  for (int i = 0; text != NULL && isalpha((unsigned char) text[i]) && i < 7; i++)
    word[i] = (char) tolower((unsigned char) text[i]);
  if (strcmp(word, "passive") == 0)
    return 0;
  return strcmp(word, "active") == 0 ? LONGER * usual : usual;
}

/* When libgomp is loaded, it also binds R's own thread, but it still knows how many processors
   there were before. */
int mc_helpers_processors(int own) {
#if defined(__linux__) && !defined(__clang__)
  if (omp_get_proc_bind() != omp_proc_bind_false && omp_get_num_procs() > own)
    return omp_get_num_procs();
#endif
  return own;
}

const char *mc_helpers_kind(void) {
  return "openmp";
}

/* The name of the library's file, which contains its version. */
const char *mc_helpers_runtime(void) {
  static char text[128];
  const char *name = "";
#ifdef __linux__
  Dl_info info;
  char *file = NULL;
  if (dladdr((void *) (intptr_t) omp_get_num_threads, &info) != 0 && info.dli_fname != NULL)
    file = realpath(info.dli_fname, NULL);
  if (file != NULL)
    name = strrchr(file, '/') + 1;
#elif defined(__clang__)
  name = "libomp";
#elif defined(__GNUC__)
  name = "libgomp";
#endif
  snprintf(text, sizeof text, "%s%sOpenMP %d", name, *name == '\0' ? "" : ", ", _OPENMP);
#ifdef __linux__
  free(file);
#endif
  return text;
}
