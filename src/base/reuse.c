#include "base/reuse.h"

#include <stdbool.h>

/* A block begins with a header of MC_ALIGN bytes; the headers form a list. */
typedef struct block {
  struct block *next;
  size_t bytes;
  bool taken;
} block;
_Static_assert(sizeof(block) <= MC_ALIGN, "the header's room");

static block *new_block(mc_reuse *r, size_t bytes) {
  const size_t room = bytes + bytes / 8; /* the next run may need a little more */
  if (room < bytes || room > INT64_MAX - MC_ALIGN)
    return NULL;
  block *b = mc_alloc(r->from, (int64_t) room + MC_ALIGN, 1);
  if (b != NULL) {
    *b = (block){.next = r->arena.blocks, .bytes = room};
    r->arena.blocks = b;
  }
  return b;
}

/* Takes the smallest free block that is large enough, unless the block is more than twice as large
   as needed. */
static void *take(mc_arena *arena, size_t bytes) {
  block *best = NULL;
  for (block *b = arena->blocks; b != NULL; b = b->next)
    if (!b->taken && b->bytes >= bytes && b->bytes / 2 <= bytes &&
        (best == NULL || b->bytes < best->bytes))
      best = b;
  if (best == NULL)
    best = new_block((mc_reuse *) arena, bytes);
  if (best == NULL)
    return NULL;
  best->taken = true;
  return (unsigned char *) best + MC_ALIGN;
}

void mc_reuse_begin(mc_reuse *reuse, mc_arena *from) {
  *reuse = (mc_reuse){.arena = {.take = take}, .from = from};
}

void mc_reuse_again(mc_reuse *reuse) {
  for (block *b = reuse->arena.blocks; b != NULL; b = b->next)
    b->taken = false;
}
