#ifndef MC_TROPICAL_TYPES_H
#define MC_TROPICAL_TYPES_H

/* Sizes that the tropical kernels and their drivers share. Operands are packed in panels of 32
   lanes, [step][lane]; results are row-major matrices. */
enum {
  MC_TROPICAL_LANES = 32, /* lanes of a panel: rows of A or columns of B */
  MC_TROPICAL_ROWS = 4,   /* rows of a tile of the result */
  MC_TROPICAL_SIDE = 64,  /* side of a square */
  MC_TROPICAL_STEPS = 8,  /* panels are filled up to whole groups of so many steps */
  MC_TROPICAL_AT_ONCE = 4 /* steps of a tile that are unrolled, a divisor of the group */
};
_Static_assert(MC_TROPICAL_STEPS % MC_TROPICAL_AT_ONCE == 0, "a group is whole unrolled steps");

#endif
