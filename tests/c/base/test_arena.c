/* Scratch memory: alignment, size arithmetic, release. */
#include "base/arena.h"

#include <string.h>

#include "check.h"
#include "guard.h"

/* An arena that hands out one block at a chosen misalignment and remembers the requested size. */
typedef struct {
  mc_arena arena;
  unsigned char *block;
  size_t misfit, asked;
  int calls;
} spy;

static void *take_spied(mc_arena *arena, size_t bytes) {
  spy *s = (spy *) arena;
  s->asked = bytes;
  s->calls++;
  return s->block == NULL ? NULL : s->block + s->misfit;
}

static bool is_aligned(const void *p) {
  return (uintptr_t) p % MC_ALIGN == 0;
}

static void test_alignment(void) {
  enum { BYTES = 200 };
  spy s = {.arena = {.take = take_spied}, .block = guard_alloc(4 * BYTES)};
  for (s.misfit = 0; s.misfit < 2 * MC_ALIGN; s.misfit++) {
    unsigned char *p = mc_alloc(&s.arena, BYTES / 8, 8);
    unsigned char *taken = s.block + s.misfit;
    CHECK(is_aligned(p));
    CHECK(p >= taken && p + BYTES <= taken + s.asked);
  }
  guard_free(s.block);
}

static void test_sizes(void) {
  unsigned char block[3 * MC_ALIGN];
  spy s = {.arena = {.take = take_spied}, .block = block};
  CHECK(mc_alloc(&s.arena, 0, 8) != NULL); /* no bytes, but a valid pointer */
  CHECK_INT(s.calls, 1);
  CHECK(s.asked >= MC_ALIGN - 1); /* room to align it */

  s.calls = 0;
  CHECK(mc_alloc(&s.arena, -1, 1) == NULL);
  CHECK(mc_alloc(&s.arena, INT64_MIN, 8) == NULL);
  CHECK(mc_alloc(&s.arena, INT64_MAX, 2) == NULL);
  CHECK(mc_alloc(&s.arena, INT64_MAX, 8) == NULL);
  CHECK(mc_alloc(&s.arena, INT64_C(1) << 32, -1) == NULL);
  CHECK(mc_alloc(&s.arena, INT64_C(1) << 61, 8) == NULL);
  CHECK(mc_alloc(&s.arena, 3, INT64_MAX) == NULL);
  CHECK(mc_alloc(&s.arena, 1, 0) == NULL);
  CHECK_INT(s.calls, 0); /* the arena was never asked */

  for (size_t size = 1; size < 2000; size++) {           /* just below overflow */
    const uint64_t count = (SIZE_MAX - MC_ALIGN) / size; /* size_t may have 32 bits */
    if (count > INT64_MAX)
      continue;
    CHECK(mc_alloc(&s.arena, (int64_t) count, (int64_t) size) != NULL);
    CHECK(s.asked / size >= count);
    if (count < INT64_MAX)
      CHECK(mc_alloc(&s.arena, (int64_t) count + 1, size) == NULL);
  }
}

static void test_refusal(void) {
  spy s = {.arena = {.take = take_spied}};
  CHECK(mc_alloc(&s.arena, 10, 8) == NULL);
  CHECK_INT(s.calls, 1);
}

/* AddressSanitizer finds leaks and blocks that are freed twice. */
static void test_malloc_arena(void) {
  mc_arena arena = mc_arena_malloc();
  mc_arena_release(&arena); /* an empty one */
  for (int round = 0; round < 3; round++) {
    unsigned char *p[50];
    for (int i = 0; i < 50; i++) {
      p[i] = mc_alloc(&arena, i, 7);
      CHECK(is_aligned(p[i]));
      if (p[i] != NULL)
        memset(p[i], i, (size_t) i * 7);
    }
    for (int i = 0; i < 50; i++)
      for (int k = 0; k < 7 * i; k++)
        CHECK_INT(p[i][k], i);
    mc_arena_release(&arena);
    CHECK(arena.blocks == NULL);
  }
  CHECK(mc_alloc(&arena, 1, SIZE_MAX - MC_ALIGN) == NULL);
  mc_arena_release(&arena);
}

static void test_guard_arena(void) {
  guard_arena arena = guard_arena_make();
  arena.refuse = 2;
  unsigned char *p = mc_alloc(&arena.arena, 100, 1);
  CHECK(is_aligned(p));
  CHECK(mc_alloc(&arena.arena, 100, 1) == NULL);
  CHECK(mc_alloc(&arena.arena, 100, 1) != NULL);
  CHECK_INT(arena.calls, 3);
  guard_arena_release(&arena);
}

static const check_test tests[] = {{"alignment", test_alignment},
                                   {"sizes that wrap", test_sizes},
                                   {"an arena that refuses", test_refusal},
                                   {"the malloc arena", test_malloc_arena},
                                   {"the harness's own arena", test_guard_arena},
                                   {0}};
const check_suite suite_arena = {"arena", tests, false, NULL};
