#ifndef GUARD_H
#define GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Memory of exactly the requested size, aligned to 64 bytes and filled with junk. AddressSanitizer
   stops at the first byte beyond it. In any build guard_free() reports writes around it as a failed
   check. */
void *guard_alloc(size_t bytes);
void guard_free(void *p);

/* The memory at p, for the test that allocated it. Structs of src/ hold it as const; only its owner
   frees and changes it. No other function drops const (-Wcast-qual). */
static inline void *guard_owned(const void *p) {
  return (void *) (uintptr_t) p;
}

/* Is this a build with AddressSanitizer? (Then large sizes take long.) */
bool guard_poisons(void);

/* `count` objects of a type. */
#define GUARD_NEW(type, count) ((type *) guard_alloc((size_t) (count) * sizeof(type)))

/* An arena of guarded memory. Its blocks start one byte behind a 64-byte boundary, the worst case
   for mc_alloc(): only one byte of the room for alignment is left at the end. The arena refuses
   call number `refuse` (1, 2, ...), and any block of more than `most` bytes. */
typedef struct {
  mc_arena arena; /* first: a pointer to it is a pointer to the struct */
  int64_t calls, refuse;
  size_t most;
} guard_arena;

guard_arena guard_arena_make(void);
void guard_arena_release(guard_arena *arena);

#endif
