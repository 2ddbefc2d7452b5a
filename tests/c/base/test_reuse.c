/* An arena whose blocks are taken again by the next run. Once. */
#include "base/reuse.h"

#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"

enum { BLOCKS = 40 };

/* Blocks of a run do not overlap: each keeps its own bytes. */
static void take_all(mc_reuse *reuse, const int64_t *bytes, unsigned char **p) {
  for (int k = 0; k < BLOCKS; k++) {
    p[k] = mc_alloc(&reuse->arena, bytes[k], 1);
    CHECK(p[k] != NULL && (uintptr_t) p[k] % MC_ALIGN == 0);
    if (p[k] != NULL)
      memset(p[k], k, (size_t) bytes[k]);
  }
  for (int k = 0; k < BLOCKS; k++)
    for (int64_t i = 0; p[k] != NULL && i < bytes[k]; i++)
      CHECK_INT(p[k][i], k);
}

/* Runs of the same sizes take about the memory of one run, in any order; equal sizes take exactly
   the blocks of the first run. */
static void test_runs(void) {
  rng r = {31};
  for (int round = 0; round < 20; round++) {
    const bool equal = round % 2 == 0;
    guard_arena from = guard_arena_make();
    mc_reuse reuse;
    mc_reuse_begin(&reuse, &from.arena);
    int64_t bytes[BLOCKS];
    for (int k = 0; k < BLOCKS; k++)
      bytes[k] = equal ? 100 * round : rng_chance(&r, 0.1) ? 0 : rng_below(&r, 5000);
    unsigned char *p[BLOCKS];
    take_all(&reuse, bytes, p);
    CHECK_INT(from.calls, BLOCKS);
    for (int run = 0; run < 9; run++) {
      mc_reuse_again(&reuse);
      for (int k = BLOCKS - 1; k > 0; k--) {
        const int64_t other = rng_below(&r, k + 1), size = bytes[k];
        bytes[k] = bytes[other];
        bytes[other] = size;
      }
      take_all(&reuse, bytes, p);
    }
    check_note("%d calls", (int) from.calls);
    CHECK(equal ? from.calls == BLOCKS : from.calls < 2 * BLOCKS);
    guard_arena_release(&from);
  }
}

/* A block serves a request of about its size: not a larger one, and not one of less than half. */
static void test_sizes(void) {
  guard_arena from = guard_arena_make();
  mc_reuse reuse;
  mc_reuse_begin(&reuse, &from.arena);
  unsigned char *p = mc_alloc(&reuse.arena, 10000, 1);
  mc_reuse_again(&reuse);
  CHECK(mc_alloc(&reuse.arena, 1000, 1) != p);
  CHECK(mc_alloc(&reuse.arena, 20000, 1) != p);
  CHECK(mc_alloc(&reuse.arena, 10500, 1) == p); /* the room of an eighth */
  CHECK(mc_alloc(&reuse.arena, 10000, 1) != p); /* it is taken */
  guard_arena_release(&from);
}

static void *refuse(mc_arena *arena, size_t bytes) {
  (void) arena;
  (void) bytes;
  return NULL;
}

static void test_refusal(void) {
  mc_arena from = {.take = refuse};
  mc_reuse reuse;
  mc_reuse_begin(&reuse, &from);
  CHECK(mc_alloc(&reuse.arena, 100, 1) == NULL);
  CHECK(mc_alloc(&reuse.arena, INT64_MAX, 1) == NULL);
  CHECK(mc_alloc(&reuse.arena, INT64_MAX / 2, 2) == NULL);
  mc_reuse_again(&reuse);
}

static const check_test tests[] = {{"runs take the same blocks", test_runs},
                                   {"sizes", test_sizes},
                                   {"an arena that refuses", test_refusal},
                                   {0}};
const check_suite suite_reuse = {"reuse", tests, false, NULL};
