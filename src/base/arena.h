#ifndef MC_ARENA_H
#define MC_ARENA_H

#include <stddef.h>
#include <stdint.h>

/* Scratch memory, which the caller of a driver provides.

   Under R each call has an arena (src/r/ffi.h), which is released however the call ends. So an
   interrupt leaks nothing. Without R the arena uses malloc(), and mc_arena_release() frees it.
   mc_alloc() aligns every block to MC_ALIGN bytes. */
enum { MC_ALIGN = 64 };

typedef struct mc_arena mc_arena;
struct mc_arena {
  /* Returns `bytes` bytes of any alignment, or NULL. */
  void *(*take)(mc_arena *arena, size_t bytes);
  void *blocks; /* for the arena's own book-keeping */
};

/* `count` objects of `size` bytes, aligned to 64 bytes, not cleared. NULL if count < 0, if size <=
   0, if count * size overflows, or if memory is short. A count of 0 gives a valid pointer. */
void *mc_alloc(mc_arena *arena, int64_t count, int64_t size);

/* The malloc arena, for callers without R. */
mc_arena mc_arena_malloc(void);
void mc_arena_release(mc_arena *arena);

#endif
