#ifndef MC_ARENA_H
#define MC_ARENA_H

#include <stddef.h>
#include <stdint.h>

/* Scratch memory, handed down from whoever calls a driver.

   Under R the arena is that of a call (src/r/ffi.h), and is released however the
   call ends, so that an interrupt leaks nothing. Without R it is malloc and
   mc_arena_release(). Every block is aligned to MC_ALIGN bytes. */
enum { MC_ALIGN = 64 };

typedef struct mc_arena mc_arena;
struct mc_arena {
  /* Returns `bytes` bytes of any alignment, or NULL. */
  void *(*take)(mc_arena *arena, size_t bytes);
  void *blocks; /* for the arena's own book-keeping */
};

/* `count` objects of `size` bytes, 64-byte aligned, not cleared. NULL when
   either is negative, when count * size wraps, or when memory is short.
   A count of 0 gives a valid pointer. */
void *mc_alloc(mc_arena *arena, int64_t count, int64_t size);

/* The malloc arena, for callers without R. */
mc_arena mc_arena_malloc(void);
void mc_arena_release(mc_arena *arena);

#endif
