#ifndef MC_SEMIRING_H
#define MC_SEMIRING_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/dispatch.h"

/* A tropical semiring: (+) is the minimum or the maximum, (x) the sum of numbers of one precision.
   Its kernels are those of kernels/tropical/tile.h. */

typedef enum { MC_TROPICAL_MIN, MC_TROPICAL_MAX } mc_tropical_best;

typedef struct {
  int64_t size;    /* bytes of a number */
  double identity; /* the identity element of (+): +Inf for the minimum, -Inf for the maximum */
  void (*tile)(const void *a, const void *b, int64_t d, void *c, int64_t stride);
  void (*tile_via)(const void *a, const void *b, int64_t d, void *c, int32_t *via, int64_t stride,
                   int32_t first);
  void (*square)(const void *a, const void *b, void *c, int64_t rows);
} mc_tropical_semiring;

mc_tropical_semiring mc_tropical_semiring_make(const mc_kernels *kernels, mc_tropical_best best,
                                               bool single);

/* Sets `count` numbers from `to` on to the identity element. */
void mc_tropical_fill(const mc_tropical_semiring *t, void *to, int64_t count);

#endif
