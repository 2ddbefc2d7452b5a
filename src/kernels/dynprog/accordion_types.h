#ifndef MC_ACCORDION_TURNS_H
#define MC_ACCORDION_TURNS_H

#include <stdint.h>

enum { MC_ACCORDION_LANES = 32 };

/* The rows of 32 starts: S(first + r, k) is number[r * width + k - first], for k below `end`. */
typedef struct {
  uint16_t *number;
  int64_t width, end;
} mc_accordion_rows;

/* Numbers by index, every other one side by side: number 2 r + odd is at[odd][r]. */
typedef struct {
  uint16_t *at[2];
} mc_accordion_halves;

/* A turn group: the turns e = first, ..., first + 31 of an accordion fold, a lane each
   (kernels/dynprog/accordion.h). A chunk c is the 32 starts 32 c, 32 c + 1, ... */
typedef struct {
  int64_t first;
  int64_t table;                 /* the lowest chunk whose next strands are in `rows` */
  const mc_accordion_rows *rows; /* of all groups of 32 starts */
  uint16_t *bound;               /* [(c - table) * 32 + lane]: U(e, 2 e - 32 c + 1) */
  uint16_t *state;               /* F and P of the lanes */
  const uint8_t *hydrophobic;    /* 1 or 0; 0 where there is no residue */
  mc_accordion_halves residue;   /* the same */
  mc_accordion_halves top;       /* S(i, e) for i <= 2 e - n; 0 beyond n */
  mc_accordion_halves after;     /* the greatest of top[k], top[k + 1], ... */
} mc_accordion_turns;

#endif
