#ifndef MC_ACCORDION_TURNS_H
#define MC_ACCORDION_TURNS_H

#include <stdint.h>

enum { MC_ACCORDION_LANES = 32 };

/* 32 turns e = first, ... of an accordion fold of n residues, and next strands (e, k) from
   k = `from`, which is behind all of them, on (kernels/dynprog/accordion.h). Rows have 32 lanes. */
typedef struct {
  int64_t first, from;
  int64_t stored;            /* S(e, k) is in row k - from of s up to here, and top[k] behind */
  const uint16_t *s, *top;
  const uint16_t *top_after; /* [k]: the greatest of top[k], ..., top[n] */
  uint16_t *after;           /* row k - from: U(e, k) up to stored + 1 */
  uint16_t *state;           /* two rows */
  uint16_t *const *group;    /* S(i, e) goes to [i / 32][(e - i / 32 * 32) * 32 + i % 32] */

  /* half[k % 2][r]: 1 if residue 2 r + k % 2 is hydrophobic, 0 if not or there is none; for r from
     -(n + 1) / 2 to n / 2 + 32 */
  const uint16_t *half[2];
} mc_accordion_turns;

#endif
