#ifndef GUARD_H
#define GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Memory of exactly the size asked for, filled with junk. AddressSanitizer
   stops at the first byte beyond it; in any build guard_free() reports writes
   to the bytes around it as a failed check. 64-byte aligned. */
void *guard_alloc(size_t bytes);
void guard_free(void *p);

/* Is AddressSanitizer there? (Then large sizes take long.) */
bool guard_poisons(void);

/* `count` objects of a type. */
#define GUARD_NEW(type, count) ((type *) guard_alloc((size_t) (count) * sizeof(type)))

/* An arena of such memory. Its blocks start one byte behind a 64-byte boundary,
   the worst that mc_alloc() can get: of the room that it adds for aligning, one
   byte is left at the end. The arena refuses its call number `refuse` (1, 2,
   ...), and any block beyond `most` bytes. */
typedef struct {
  mc_arena arena; /* first: the arena is handed on as a pointer to this */
  int64_t calls, refuse;
  size_t most;
} guard_arena;

guard_arena guard_arena_make(void);
void guard_arena_release(guard_arena *arena);

#endif
