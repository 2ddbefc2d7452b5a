#include "base/arena.h"

#include <stdlib.h>

void *mc_alloc(mc_arena *arena, int64_t count, int64_t size) {
  if (count < 0 || size <= 0 || (uint64_t) count > (SIZE_MAX - MC_ALIGN) / (uint64_t) size)
    return NULL;
  unsigned char *p = arena->take(arena, (size_t) ((uint64_t) count * (uint64_t) size) + MC_ALIGN);
  if (p == NULL)
    return NULL;
  uintptr_t misfit = (uintptr_t) p % MC_ALIGN;
  return p + (misfit == 0 ? 0 : MC_ALIGN - misfit);
}

/* Each block of the malloc arena begins with a header; the headers form a list. */
typedef struct block {
  struct block *next;
} block;

static void *take_malloc(mc_arena *arena, size_t bytes) {
  if (bytes > SIZE_MAX - sizeof(block))
    return NULL;
  block *b = malloc(sizeof(block) + bytes);
  if (b == NULL)
    return NULL;
  b->next = arena->blocks;
  arena->blocks = b;
  return b + 1;
}

mc_arena mc_arena_malloc(void) {
  return (mc_arena){.take = take_malloc, .blocks = NULL};
}

void mc_arena_release(mc_arena *arena) {
  for (block *b = arena->blocks; b != NULL;) {
    block *next = b->next;
    free(b);
    b = next;
  }
  arena->blocks = NULL;
}
