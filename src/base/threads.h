#ifndef MC_THREADS_H
#define MC_THREADS_H

#include <stdbool.h>
#include <stdint.h>

/* How many threads: the one place that knows the machine's limits, the environment and
   fork(). What they do is team.h's. */

/* How many threads to use.

   requested > 0 is what the user asked for in this call. 0 leaves it to us: no
   more threads than have MC_THREAD_SECONDS of the `seconds` of work each, as the caller
   estimates them for one thread, up to the session's value (mc_threads_set) or else the default:
   as many as there are processors that this process may use (affinity mask and cgroup quota),
   or fewer by OMP_NUM_THREADS or R_MANYCORE_NUM_THREADS.

   Limits that no request passes: four for each processor, OMP_THREAD_LIMIT, two under
   _R_CHECK_LIMIT_CORES_, and one in a forked process (threads do not survive fork(), and
   siblings have the other processors) or in a build without threads. The environment is
   read at every call. */
int mc_threads(int requested, double seconds);
#define MC_THREAD_SECONDS 2e-4

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
   known to be a forked child already. */
void mc_threads_init(bool forked);

/* Is this a forked child, of the process that loaded the package or loaded in
   it? */
bool mc_threads_forked(void);

/* For simulations (bench/manycore.R): while `solo` is on, a job is done by its caller alone, but is
   divided as for the threads that the call asks for, however many; a trace has the steps that those
   threads would share. Off at first. */
void mc_threads_set_solo(bool solo);
bool mc_threads_solo(void);

/* Processors that this process may use by its affinity mask. */
int mc_threads_processors(void);

/* Can this build start threads? */
bool mc_threads_built(void);

#endif
