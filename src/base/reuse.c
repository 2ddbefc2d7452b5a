#include "base/reuse.h"

#include <stdbool.h>

/* A block begins with a header; the headers form a list. */
typedef struct block {
  struct block *next;
  size_t bytes;
  bool taken;
} block;

/* Takes the smallest free block that is large enough, unless the block is more than twice as large
   as needed. A new block has an eighth more room, because the next run may need a little more. */
static void *take(mc_arena *arena, size_t bytes) {
  mc_reuse *r = (mc_reuse *) arena;
  block *best = NULL;
  for (block *b = arena->blocks; b != NULL; b = b->next)
    if (!b->taken && b->bytes >= bytes && b->bytes / 2 <= bytes &&
        (best == NULL || b->bytes < best->bytes))
      best = b;
  if (best == NULL) {
    if (bytes > (SIZE_MAX - sizeof(block)) / 2)
      return NULL;
    const size_t room = bytes + bytes / 8;
    best = r->from->take(r->from, sizeof(block) + room);
    if (best == NULL)
      return NULL;
    *best = (block){.next = arena->blocks, .bytes = room};
    arena->blocks = best;
  }
  best->taken = true;
  return best + 1;
}

void mc_reuse_begin(mc_reuse *reuse, mc_arena *from) {
  *reuse = (mc_reuse){.arena = {.take = take}, .from = from};
}

void mc_reuse_again(mc_reuse *reuse) {
  for (block *b = reuse->arena.blocks; b != NULL; b = b->next)
    b->taken = false;
}
