#ifndef MC_SORT_GATHER_H
#define MC_SORT_GATHER_H

#include "dispatch/call.h"

enum { MC_SORT_GATHER_CHUNK = 1 << 13 }; /* places that a thread takes at a time */

/* Elements of `size` bytes (4 or 8) at the places of an order. */
typedef struct {
  const void *from; /* `length` elements */
  int64_t length;
  int size;
  const void *places; /* `count` places, from 1 on: int32_t, or double if `wide` */
  int64_t count;
  bool wide;
} mc_sort_gather_job;

/* to[i] = from[places[i] - 1] for all i. O(count) time; no scratch. `to` overlaps nothing.

   MC_OK, MC_INTERRUPTED; MC_ERR_ARGUMENT if a place is not one of the whole numbers 1, ..., length.
   Then `to` is not defined. */
mc_status mc_sort_gather(const mc_sort_gather_job *job, void *to, const mc_call *call);

#endif
