#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* sched_getcpu, sched_setaffinity */
#endif

#include "placement.h"

#ifdef __linux__

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { WORD = 64, WORDS = CPU_SETSIZE / WORD };

/* Of the job that is open: written by the caller before it is. */
static cpu_set_t allowed; /* the caller's mask */
static bool known;        /* can it be asked for at all? */
static _Atomic uint64_t taken[WORDS]; /* processors that have a thread of the team */

/* Marks the processor that the thread runs on; was it taken? */
static bool take(void) {
  const int at = sched_getcpu();
  if (at < 0 || at >= CPU_SETSIZE)
    return false;
  const uint64_t bit = UINT64_C(1) << at % WORD;
  return (atomic_fetch_or(&taken[at / WORD], bit) & bit) != 0;
}

void mc_placement_begin(void) {
  known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
  for (int i = 0; i < WORDS; i++)
    atomic_store_explicit(&taken[i], 0, memory_order_relaxed);
  take();
}

/* The processors that are allowed and not taken: are there any? */
static bool others(cpu_set_t *set) {
  *set = allowed;
  for (int at = 0; at < CPU_SETSIZE; at++)
    if (atomic_load_explicit(&taken[at / WORD], memory_order_relaxed) >> at % WORD & 1)
      CPU_CLR(at, set);
  return CPU_COUNT(set) > 0;
}

void mc_placement_join(void) {
  static _Thread_local cpu_set_t mask; /* this helper's */
  static _Thread_local bool has_mask;
  cpu_set_t set;
  if (!known)
    return;
  if (!has_mask || memcmp(&mask, &allowed, sizeof mask) != 0) {
    mask = allowed;
    has_mask = sched_setaffinity(0, sizeof mask, &mask) == 0;
  }
  if (take() && others(&set) && sched_setaffinity(0, sizeof set, &set) == 0) {
    take();
    sched_setaffinity(0, sizeof mask, &mask);
  }
}

#else

void mc_placement_begin(void) {
}

void mc_placement_join(void) {
}

#endif
