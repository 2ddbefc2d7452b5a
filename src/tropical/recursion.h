#ifndef MC_RECURSION_H
#define MC_RECURSION_H

#include <stdint.h>

#include "base/monitor.h"

/* Dynamic programs by recursive divide and conquer in tiles (CORDAC: Tithi et al., sections II and
   III; their figure 3 has the functions of four problems).

   A problem is a table of functions. A call of a function has a range of rows i and of columns j
   that it writes, and a range k of what it reads between them. Ranges are of tiles, and may differ
   in length. A call for one tile does the tile. Any other call consists of calls for the halves of
   the ranges, in waves: the calls of a wave do not depend on each other, but on the wave before.
   Calls for an empty half are left out. A function that does not use k gets a copy of i or j.

   Example: A(i, i, i) is the upper triangle of the parenthesization problem; B(i, j, i) is a square
   block of it, when the blocks left of it and below it are done:

     [A] = {tile_a, 1 / 6.0, {{1, A, MC_I1, MC_I1, MC_I1}, {1, A, MC_I2, MC_I2, MC_I2},
                              {2, B, MC_I1, MC_I2, MC_I1}}},
     ... */

typedef enum { MC_I1, MC_I2, MC_J1, MC_J2, MC_K1, MC_K2 } mc_tropical_half;

typedef struct {
  int wave;     /* from 1 on, in order; 0 ends the list */
  int function; /* in the table */
  mc_tropical_half i, j, k;
} mc_tropical_sub_call;

enum { MC_SUB_CALLS = 8 };

/* clang-format off */
/* The sub-calls of a function F that is a product: it reads nothing that it writes. */
#define MC_PRODUCT(F)                                           \
  {{1, F, MC_I1, MC_J1, MC_K1}, {1, F, MC_I1, MC_J2, MC_K1},    \
   {1, F, MC_I2, MC_J1, MC_K1}, {1, F, MC_I2, MC_J2, MC_K1},    \
   {2, F, MC_I1, MC_J1, MC_K2}, {2, F, MC_I1, MC_J2, MC_K2},    \
   {2, F, MC_I2, MC_J1, MC_K2}, {2, F, MC_I2, MC_J2, MC_K2}}
/* clang-format on */

typedef struct {
  /* Does one tile. A result other than MC_OK ends the recursion; other tiles may be done before it
     ends. */
  mc_status (*tile)(void *context, int64_t i, int64_t j, int64_t k);
  double share; /* of i j k units of work: what a call for so many tiles does */
  mc_tropical_sub_call call[MC_SUB_CALLS + 1];
  /* For a product with many tiles that take little time: within a region it is not cut in k, so
     that tasks wait for each other only at its end. A task does up to so many tiles of i, and of j,
     for all of k. 0: cut as `call` says. */
  int64_t task;
} mc_tropical_function;

/* Tiles [first, first + count) in one direction. */
typedef struct {
  int64_t first, count;
} mc_tropical_range;

typedef struct {
  int function;
  mc_tropical_range i, j, k;
} mc_tropical_call;

typedef struct {
  const mc_tropical_function *functions;
  void *context; /* for tile() */
  mc_monitor *monitor;
  double weight; /* of a unit of work, for the monitor */
  int threads;
  /* A call for at most so many tiles in each direction is done by tasks. The main thread splits
     larger calls, and polls in between. */
  int64_t region;
} mc_tropical_recursion;

/* The tiles of a region, for tiles of side x side x side units of work. A thread does about 10^10
   units a second or less: so a region takes a tenth of a second or two. For several threads it has
   at least two tiles in each direction. With poll_every > 0 a region has at most so many units. */
int64_t mc_tropical_recursion_region(int64_t side, int threads, double poll_every);

/* Does a call. MC_OK, MC_INTERRUPTED, or the result of the first tile that failed. */
mc_status mc_tropical_recurse(const mc_tropical_recursion *r, const mc_tropical_call *call);

#endif
