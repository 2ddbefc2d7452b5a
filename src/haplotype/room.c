#include "haplotype/room.h"

#include <string.h>

double mc_room_bytes(const mc_room *room, double count, double size) {
  const double bytes = count * size;
  return room->taken + (bytes <= (double) room->capacity ? 0 : bytes * 1.25);
}

mc_status mc_room_take(mc_room *room, int64_t count, int64_t size, mc_arena *arena, void *p) {
  const int64_t bytes = count * size;
  if (room->at == NULL || bytes > room->capacity) {
    const int64_t capacity = bytes + bytes / 4;
    room->at = mc_alloc(arena, capacity, 1);
    if (room->at == NULL)
      return MC_ERR_MEMORY;
    room->capacity = capacity;
    room->taken += (double) capacity;
  }
  memcpy(p, &room->at, sizeof room->at);
  return MC_OK;
}
