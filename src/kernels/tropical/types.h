#ifndef MC_TROPICAL_TYPES_H
#define MC_TROPICAL_TYPES_H

/* Geometry that the tropical kernels and their drivers share. Operands are packed in
   panels of 32 lanes, [step][lane]; results are row-major matrices. */
enum {
  MC_TROPICAL_LANES = 32, /* of a panel: rows of A or columns of B */
  MC_TROPICAL_ROWS = 4,   /* of the result that a tile takes at once */
  MC_TROPICAL_SIDE = 64,  /* of a square */
  MC_TROPICAL_STEPS = 8   /* that are looked at together where the winner is recorded */
};

#endif
