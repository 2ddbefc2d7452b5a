#ifndef MC_THREADS_H
#define MC_THREADS_H

#include <stdbool.h>
#include <stdint.h>

/* The one place that knows OpenMP, the environment and fork().

   Every parallel region of the package is opened as
     MC_PRAGMA(omp parallel num_threads(threads))
   with `threads` from mc_threads(). No global setting of OpenMP is touched. */

#ifdef _OPENMP
#define MC_PRAGMA(text) MC_PRAGMA_STRING(#text)
#define MC_PRAGMA_STRING(string) _Pragma(string)
#else
#define MC_PRAGMA(text)
#endif

/* How many threads to use.

   requested > 0 is what the user asked for in this call. 0 leaves it to us: no
   more threads than have `least` of the `work` units of work each, up to the
   session's value (mc_threads_set) or else the default: as many as there are
   processors that this process may use (affinity mask and cgroup quota),
   or fewer by OMP_NUM_THREADS or R_MANYCORE_NUM_THREADS.

   Limits that no request passes: four for each processor (a runtime that cannot
   start a thread ends the process), OMP_THREAD_LIMIT, two under
   _R_CHECK_LIMIT_CORES_, and one in a forked process (an OpenMP thread pool does
   not survive fork()) or in a build without OpenMP. The environment is read at
   every call. */
int mc_threads(int requested, double work, double least);

/* The session's value: n > 0, or 0 for the default. */
void mc_threads_set(int n);

/* What the answer for (requested, unlimited work) is, and why. */
typedef struct {
  int threads;
  int processors;      /* that this process may use */
  const char *because; /* the cap that decided, a static string */
} mc_threads_report;
mc_threads_report mc_threads_explain(int requested);

/* To be called once at load: remembers the process. `forked` says that it is
   known to be a forked child already, where another library may have left a
   dead thread pool. */
void mc_threads_init(bool forked);

/* Is this a forked child, of the process that loaded the package or loaded in
   it? */
bool mc_threads_forked(void);

/* Number of the calling thread within its team. */
int mc_thread_id(void);

/* "201511" and the like, or NULL without OpenMP. */
const char *mc_openmp_version(void);

#endif
