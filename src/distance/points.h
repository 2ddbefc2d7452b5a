#ifndef MC_DISTANCE_POINTS_H
#define MC_DISTANCE_POINTS_H

#include "dispatch/call.h"
#include "distance/types.h"

/* Points, packed in the order in which a kernel reads them: the data layouts of section 3.2 of
   Rechkalov and Zymbler.

     AoS         [point][coordinate]           a point's coordinates, filled up with 0 to a
                                               multiple of 16
     SoA         [coordinate][point]
     ASA-block   [block][coordinate][point of the block]

   The last block is filled up with points of zeros. */

enum { MC_DISTANCE_FILL = 16 }; /* the numbers of the widest vector */

typedef struct {
  int64_t points, coordinates;
  int64_t block; /* points of a block: they are packed, and marked as nonfinite, together */
  int64_t blocks;
  int64_t filled; /* coordinates of an AoS point with those that fill it up */
  mc_distance_layout layout;
  int size; /* bytes of a number: 8 (double) or 4 (float) */
  const unsigned char *number;
  unsigned char *own; /* the same memory, to be written; NULL if it is borrowed */
  uint8_t *nonfinite; /* of each block: does it have NaN or infinite values, or no coordinates? */
  int64_t block_step, point_step, coordinate_step; /* in numbers */
} mc_distance_points;

/* The place of coordinate k of a point, in numbers. */
static inline int64_t mc_distance_points_at(const mc_distance_points *p, int64_t point, int64_t k) {
  return point / p->block * p->block_step + point % p->block * p->point_step +
         k * p->coordinate_step;
}

/* Is any block nonfinite? */
bool mc_distance_points_nonfinite(const mc_distance_points *p);

/* Makes room for points. `block`, at least 1, is the unit of packing in every layout; except in AoS
   vectors need a multiple of their length. MC_OK, MC_ERR_MEMORY, MC_ERR_SIZE. */
mc_status mc_distance_points_make(mc_distance_points *p, const mc_columns *x,
                                  mc_distance_layout layout, int64_t block, bool single,
                                  mc_arena *arena);

/* Uses the doubles of x where they are, as SoA without filling. Every block is marked as nonfinite,
   because nobody has looked. x has to stay where it is. MC_OK, MC_ERR_MEMORY. */
mc_status mc_distance_points_borrow(mc_distance_points *p, const mc_matrix *x, int64_t block,
                                    mc_arena *arena);

/* Algorithm 3, PERMUTE: copies R's column-major matrix of any type into the layout, in parallel by
   blocks. NA becomes NaN. A point is a step of the monitor. */
mc_status mc_distance_points_permute(mc_distance_points *p, const mc_columns *x, int threads,
                                     const mc_call *call);

#endif
