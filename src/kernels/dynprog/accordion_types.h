#ifndef MC_ACCORDION_GROUP_H
#define MC_ACCORDION_GROUP_H

#include <stdint.h>

enum { MC_ACCORDION_LANES = 32 };

/* The rows of a group of 32 starts first, ..., first + 31: S(first + r, k) is
   number[r * width + k - first], for k < end. */
typedef struct {
  uint16_t *number;
  int64_t width, end;
} mc_accordion_rows;

/* Numbers with even and with odd index in an array each: number 2 r + odd is at[odd][r]. */
typedef struct {
  uint16_t *at[2];
} mc_accordion_halves;

/* A turn group (kernels/dynprog/accordion.h): the turns e = first, ..., first + 31 of an accordion
   fold, one in each lane. Chunk c is the starts 32 c, ..., 32 c + 31. */
typedef struct {
  int64_t first;
  int64_t table;                 /* the lowest chunk whose next strands are read from `rows` */
  const mc_accordion_rows *rows; /* one struct for each group of 32 starts */
  uint16_t *bound;               /* [(c - table) * 32 + lane]: U(e, 2 e - 32 c + 1) */
  uint16_t *state;               /* F of the 32 lanes, then P */
  const uint8_t *hydrophobic;    /* 1 or 0; numbers that are no residues have 0 */
  mc_accordion_halves residue;   /* the same numbers */
  mc_accordion_halves top;       /* top[e] is S(i, e) for i <= 2 e - n; 0 for e > n */
  mc_accordion_halves after;     /* after[k] is the greatest of top[k], top[k + 1], ... */
} mc_accordion_group;

#endif
