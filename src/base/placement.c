#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* sched_getcpu, sched_setaffinity */
#endif

#include "base/placement.h"

#ifdef __linux__

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 64, WORDS = CPU_SETSIZE / WORD };

/* The state of the open job: the caller writes it before the job opens. */
static cpu_set_t allowed;             /* the caller's mask */
static bool known;                    /* did the system tell the mask? */
static int members;                   /* threads of the job */
static _Atomic uint64_t taken[WORDS]; /* processors with a thread of the team */

/* Marks the processor that the calling thread runs on. Was it already taken? */
static bool take(void) {
  const int at = sched_getcpu();
  if (at < 0 || at >= CPU_SETSIZE)
    return false;
  const uint64_t bit = UINT64_C(1) << at % WORD;
  return (atomic_fetch_or(&taken[at / WORD], bit) & bit) != 0;
}

/* ---- bound threads ---- */

typedef enum { UNREAD, FREE, CLOSE, SPREAD } binding;
static binding bound = UNREAD;

static binding read_binding(void) {
  const char *text = getenv("MANYCORE_AFFINITY");
  if (text != NULL && strcmp(text, "close") == 0)
    return CLOSE;
  return text != NULL && strcmp(text, "spread") == 0 ? SPREAD : FREE;
}

/* Binds the calling helper to one processor. */
static void bind(int helper) {
  static _Thread_local int at_place; /* the bound place + 1; 0: not bound yet */
  const int count = CPU_COUNT(&allowed);
  const int64_t wanted = bound == CLOSE ? helper : (int64_t) helper * count / members;
  const int place = (int) (wanted % count);
  if (at_place == place + 1)
    return;
  at_place = place + 1;
  for (int at = 0, skip = place; at < CPU_SETSIZE; at++)
    if (CPU_ISSET(at, &allowed) && skip-- == 0) {
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(at, &one);
      sched_setaffinity(0, sizeof one, &one);
      return;
    }
}

/* ---- free threads ---- */

void mc_placement_begin(int threads) {
  if (bound == UNREAD)
    bound = read_binding();
  members = threads;
  known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
  for (int i = 0; i < WORDS; i++)
    atomic_store_explicit(&taken[i], 0, memory_order_relaxed);
  take();
}

/* *set becomes the allowed processors that are not taken. Are there any? */
static bool others(cpu_set_t *set) {
  *set = allowed;
  for (int at = 0; at < CPU_SETSIZE; at++)
    if (atomic_load_explicit(&taken[at / WORD], memory_order_relaxed) >> at % WORD & 1)
      CPU_CLR(at, set);
  return CPU_COUNT(set) > 0;
}

void mc_placement_join(int helper) {
  static _Thread_local cpu_set_t mask; /* this helper's */
  static _Thread_local bool has_mask;
  cpu_set_t set;
  if (!known)
    return;
  if (bound != FREE) {
    bind(helper);
    return;
  }
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

void mc_placement_begin(int threads) {
  (void) threads;
}

void mc_placement_join(int helper) {
  (void) helper;
}

#endif
