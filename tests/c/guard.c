#include "guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#if defined(__SANITIZE_ADDRESS__)
#define GUARD_POISON 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GUARD_POISON 1
#endif
#endif
#ifdef GUARD_POISON
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(p, bytes) ((void) (p), (void) (bytes))
#define ASAN_UNPOISON_MEMORY_REGION(p, bytes) ((void) (p), (void) (bytes))
#endif

enum { ZONE = 64, JUNK = 0xcd, FENCE = 0xa7, MOST_JUNK = 1 << 20 };

/* A block is [header, padding][zone][the caller's bytes][zone]. A second copy of the header ends
   where the first zone begins. */
typedef struct {
  unsigned char *base;
  size_t bytes;
  void *next;
} header;

static header header_of(const unsigned char *p) {
  header h;
  memcpy(&h, p - ZONE - sizeof h, sizeof h);
  return h;
}

static void *block(size_t bytes, size_t misfit, void *next) {
  size_t around = sizeof(header) + 3 * ZONE + misfit;
  if (bytes > SIZE_MAX / 2)
    return NULL;
  header h = {malloc(bytes + around), bytes, next};
  if (h.base == NULL)
    return NULL;
  unsigned char *p = h.base + sizeof h + ZONE;
  p += (ZONE - (uintptr_t) p % ZONE) % ZONE + misfit;
  memcpy(p - ZONE - sizeof h, &h, sizeof h);
  memset(p - ZONE, FENCE, ZONE);
  memset(p, JUNK, bytes < MOST_JUNK ? bytes : MOST_JUNK);
  memset(p + bytes, FENCE, ZONE);
  ASAN_POISON_MEMORY_REGION(p - ZONE, ZONE);
  ASAN_POISON_MEMORY_REGION(p + bytes, ZONE);
  return p;
}

bool guard_poisons(void) {
#ifdef GUARD_POISON
  return true;
#else
  return false;
#endif
}

void *guard_alloc(size_t bytes) {
  void *p = block(bytes, 0, NULL);
  if (p == NULL) {
    fprintf(stderr, "the harness itself is out of memory\n");
    exit(2);
  }
  return p;
}

void guard_free(void *pointer) {
  unsigned char *p = pointer;
  if (p == NULL)
    return;
  header h = header_of(p);
  ASAN_UNPOISON_MEMORY_REGION(p - ZONE, ZONE);
  ASAN_UNPOISON_MEMORY_REGION(p + h.bytes, ZONE);
  bool whole = true;
  for (int i = 0; i < ZONE; i++)
    whole = whole && p[i - ZONE] == FENCE && p[h.bytes + (size_t) i] == FENCE;
  CHECK(whole); /* else some code wrote before or behind the block */
  free(h.base);
}

static void *take_guarded(mc_arena *arena, size_t bytes) {
  guard_arena *g = (guard_arena *) arena;
  g->calls++;
  if (g->calls == g->refuse || bytes > g->most)
    return NULL;
  void *p = block(bytes, 1, arena->blocks);
  if (p != NULL)
    arena->blocks = p;
  return p;
}

guard_arena guard_arena_make(void) {
  return (guard_arena){.arena = {.take = take_guarded}, .most = SIZE_MAX};
}

void guard_arena_release(guard_arena *arena) {
  for (unsigned char *p = arena->arena.blocks; p != NULL;) {
    unsigned char *next = header_of(p).next;
    guard_free(p);
    p = next;
  }
  arena->arena.blocks = NULL;
}
