#ifndef MC_DISTANCE_POINTS_H
#define MC_DISTANCE_POINTS_H

#include "dispatch/call.h"
#include "distance/types.h"

/* Points, the rows of a matrix, in the order in which a kernel reads them: the
   data layouts of section 3.2 of Rechkalov and Zymbler.

     AoS         [point][coordinate]           a point's coordinates, filled up
                                               with 0 to a multiple of 16
     SoA         [coordinate][point]
     ASA-block   [block][coordinate][point of the block]

   Behind the last point there are points of zeros up to a full block. */

enum { MC_DISTANCE_FILL = 16 }; /* numbers, of the widest vector */

typedef struct {
  int64_t points, coordinates;
  int64_t block; /* points that are packed, and marked, together */
  int64_t blocks;
  int64_t filled; /* coordinates of an AoS point */
  mc_distance_layout layout;
  int size; /* of a number: 8, double, or 4, float */
  const unsigned char *number;
  unsigned char *own; /* the same memory, to be written; NULL if it is borrowed */
  uint8_t *nonfinite; /* of each block: has it NaN or an infinite value, or no
                       coordinates? */
  int64_t block_step, point_step, coordinate_step; /* in numbers */
} mc_distance_points;

/* Where coordinate k of a point is, in numbers. */
static inline int64_t mc_distance_points_at(const mc_distance_points *p, int64_t point, int64_t k) {
  return point / p->block * p->block_step + point % p->block * p->point_step +
         k * p->coordinate_step;
}

/* Is some block nonfinite? */
bool mc_distance_points_nonfinite(const mc_distance_points *p);

/* Takes the memory from the arena; `block`, at least 1, counts for every layout as the
   unit of packing; vectors ask for a multiple of theirs, but in AoS. MC_OK,
   MC_ERR_MEMORY, MC_ERR_SIZE. */
mc_status mc_distance_points_make(mc_distance_points *p, const mc_columns *x,
                                  mc_distance_layout layout, int64_t block, bool single,
                                  mc_arena *arena);

/* Doubles where they are, in SoA without points that fill up; every block is marked, as nobody
   has looked. They live as long as x. MC_OK, MC_ERR_MEMORY. */
mc_status mc_distance_points_borrow(mc_distance_points *p, const mc_matrix *x, int64_t block,
                                    mc_arena *arena);

/* Algorithm 3, PERMUTE, in parallel by blocks, from R's column-major order and its
   types. NA becomes NaN. The monitor counts points. */
mc_status mc_distance_points_permute(mc_distance_points *p, const mc_columns *x, int threads,
                                     const mc_call *call);

#endif
