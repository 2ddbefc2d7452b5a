#include "haplotype/room.h"

#include <stddef.h>

double mc_haplotype_room_bytes(const mc_haplotype_room *room, double bytes) {
  return bytes <= (double) room->capacity ? 0 : bytes * 1.25;
}

void *mc_haplotype_room_array(mc_haplotype_room *room, void *at, int64_t count, int64_t size,
                              mc_arena *arena) {
  const int64_t bytes = count * size;
  if (at != NULL && bytes <= room->capacity)
    return at;
  room->capacity = bytes + bytes / 4;
  room->taken += (double) room->capacity;
  return mc_alloc(arena, room->capacity, 1);
}
