#ifndef MC_HAPLOTYPE_ROOM_H
#define MC_HAPLOTYPE_ROOM_H

#include "base/arena.h"
#include "base/status.h"

/* An array that is used again for what comes next, and replaced when that is larger. What it held
   is lost then. */
typedef struct {
  void *at;
  int64_t capacity; /* bytes */
  double taken;     /* of the arena, by all of its arrays so far */
} mc_room;

/* At least `count` objects of `size` bytes, as *p. MC_OK, MC_ERR_MEMORY. */
mc_status mc_room_take(mc_room *room, int64_t count, int64_t size, mc_arena *arena, void *p);

/* Bytes of the arena that it would have taken after mc_room_take(). */
double mc_room_bytes(const mc_room *room, double count, double size);

#endif
