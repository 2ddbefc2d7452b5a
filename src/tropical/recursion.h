#ifndef MC_RECURSION_H
#define MC_RECURSION_H

#include <stdint.h>

#include "base/monitor.h"

/* Dynamic programs by recursive divide and conquer, in tiles (CORDAC: Tithi et al., sections II
   and III; their figure 3 has the functions of four problems).

   A problem is a table of functions. A call of one is for a range of rows i and of columns j of
   what is written, and for a range k of what is read between them; a range is of tiles, and all
   three may be of different length. Where no tile is left to split, the function does it.
   Elsewhere it consists of calls for the halves of these ranges, in waves: those of one wave
   are independent of each other, and come after those of the wave before. Calls for an empty
   half are left out. A function without use for k gives a copy of i or j.

   E.g. the upper triangle of the parenthesization problem, A(i, i, i), and a square block of it
   when those left of it and below it are done, B(i, j, i):

     [A] = {tile_a, 1 / 6.0, {{1, A, MC_I1, MC_I1, MC_I1}, {1, A, MC_I2, MC_I2, MC_I2},
                              {2, B, MC_I1, MC_I2, MC_I1}}},
     ...  */

typedef enum { MC_I1, MC_I2, MC_J1, MC_J2, MC_K1, MC_K2 } mc_half;

typedef struct {
  int wave;     /* from 1 on, in order; 0 ends the list */
  int function; /* in the table */
  mc_half i, j, k;
} mc_sub_call;

enum { MC_SUB_CALLS = 8 };

/* clang-format off */
/* The sub-calls of a function F that is a product: what it writes it does not read. */
#define MC_PRODUCT(F)                                           \
  {{1, F, MC_I1, MC_J1, MC_K1}, {1, F, MC_I1, MC_J2, MC_K1},    \
   {1, F, MC_I2, MC_J1, MC_K1}, {1, F, MC_I2, MC_J2, MC_K1},    \
   {2, F, MC_I1, MC_J1, MC_K2}, {2, F, MC_I1, MC_J2, MC_K2},    \
   {2, F, MC_I2, MC_J1, MC_K2}, {2, F, MC_I2, MC_J2, MC_K2}}
/* clang-format on */

typedef struct {
  /* Does one tile. What is not MC_OK ends the recursion; other tiles may be done meanwhile. */
  mc_status (*tile)(void *context, int64_t i, int64_t j, int64_t k);
  double share; /* of the i j k units of work that a call for so many tiles might be */
  mc_sub_call call[MC_SUB_CALLS + 1];
  /* Of a product whose tiles come in plenty, and take no time each: within a region it is not cut
     in k, so that there is nothing to wait for before its end. A task does up to so many tiles
     of i, and of j, along all of k. 0: as `call` says. */
  int64_t task;
} mc_function;

/* Tiles [first, first + count) in one direction. */
typedef struct {
  int64_t first, count;
} mc_range;

typedef struct {
  int function;
  mc_range i, j, k;
} mc_recursive_call;

typedef struct {
  const mc_function *functions;
  void *context; /* the tiles' */
  mc_monitor *monitor;
  double weight; /* of a unit of work, for the monitor */
  int threads;
  /* A call for no more tiles than this in each direction is done by tasks. Larger ones are
     split by the main thread, which polls in between. */
  int64_t region;
} mc_recursion;

/* A region of tiles of side x side x side units, of which a thread does about 10^10 a second or
   less: a tenth of a second or two, but two tiles in each direction, for several threads. Or,
   with poll_every > 0, of no more units than that. */
int64_t mc_recursion_region(int64_t side, int threads, double poll_every);

/* Does a call. MC_OK, MC_INTERRUPTED, or what the first tile that failed has returned. */
mc_status mc_recurse(const mc_recursion *r, const mc_recursive_call *call);

#endif
