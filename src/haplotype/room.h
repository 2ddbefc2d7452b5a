#ifndef MC_HAPLOTYPE_ROOM_H
#define MC_HAPLOTYPE_ROOM_H

#include "base/arena.h"
#include "base/status.h"

/* MC_HAPLOTYPE_ROOM(type): an array `at` of that type, which a larger one replaces when more is
   asked for. What the smaller one held is lost then. */
typedef struct {
  int64_t capacity; /* bytes of the array */
  double taken;     /* bytes of the arena, for all arrays so far */
} mc_haplotype_room;
#define MC_HAPLOTYPE_ROOM(type) \
  struct {                      \
    type *at;                   \
    mc_haplotype_room room;     \
  }

/* Makes room for `count` objects: r->at. MC_OK, MC_ERR_MEMORY. */
#define mc_haplotype_room_take(r, count, arena)                                                    \
  (((r)->at = mc_haplotype_room_array(&(r)->room, (r)->at, count, sizeof *(r)->at, arena)) == NULL \
     ? MC_ERR_MEMORY                                                                               \
     : MC_OK)

/* Bytes of the arena that mc_haplotype_room_take() would take. */
#define mc_haplotype_room_more(r, count) \
  mc_haplotype_room_bytes(&(r)->room, (double) (count) * sizeof *(r)->at)

/* The array, or a larger one of `count` objects of `size` bytes or more; NULL: memory is short. */
void *mc_haplotype_room_array(mc_haplotype_room *room, void *at, int64_t count, int64_t size,
                              mc_arena *arena);
double mc_haplotype_room_bytes(const mc_haplotype_room *room, double bytes);

#endif
