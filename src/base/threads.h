#ifndef MC_THREADS_H
#define MC_THREADS_H

#include <stdbool.h>
#include <stdint.h>

/* How many threads: the only place that knows the machine's limits, the environment and fork().
   team.h gives threads their work. */

/* How many threads to use.

   requested > 0: the user asked for this number in this call. 0: the session's value
   (mc_threads_set()), or else the default: the processors that this process may use (affinity mask,
   cgroup quota), or fewer by OMP_NUM_THREADS or R_MANYCORE_NUM_THREADS. With 0 each thread also
   gets at least MC_THREAD_SECONDS of work; `seconds` is the caller's estimate of the work for one
   thread.

   Limits for every request: four threads for each processor, OMP_THREAD_LIMIT, two under
   _R_CHECK_LIMIT_CORES_, one in a forked process (threads do not survive fork(), and sibling
   processes use the other processors), one in a build without threads. The environment is read at
   every call with work for two threads. */
int mc_threads(int requested, double seconds);
#define MC_THREAD_SECONDS 2e-4

/* The session's value: n > 0, or 0 for the default. */
void mc_threads_set(int n);

/* The answer for unlimited work, and the reason. */
typedef struct {
  int threads;
  int processors;      /* that this process may use */
  const char *because; /* the setting or limit that decided, a static string */
} mc_threads_report;
mc_threads_report mc_threads_explain(int requested);

/* Called once at load: remembers the process. `forked`: this process is known to be a forked
   child. */
void mc_threads_init(bool forked);

/* Is this process a forked child? Either it was forked after the package was loaded, or it loaded
   the package as a child. */
bool mc_threads_forked(void);

/* For simulations (bench/manycore.R): while `solo` is on, the caller does a job alone. The job is
   still divided as for the threads that the call asks for, however many. So a trace has the steps
   that those threads would share. Off at first. */
void mc_threads_set_solo(bool solo);
bool mc_threads_solo(void);

/* Processors that this process may use by its affinity mask. */
int mc_threads_processors(void);

/* Can this build start threads? */
bool mc_threads_built(void);

#endif
