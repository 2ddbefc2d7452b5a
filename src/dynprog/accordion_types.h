#ifndef MC_ACCORDION_TYPES_H
#define MC_ACCORDION_TYPES_H

#include <stdint.h>

#include "dynprog/types.h"

/* What an accordion fold is asked for, and what is reported of it. */

typedef struct {
  int64_t n;
  const uint8_t *hydrophobic; /* n times 0 or 1 */
  mc_dynprog_algorithm algorithm;
  double poll_every; /* updates that the recursion does between two polls; 0: chosen */
  uint16_t *table;   /* NULL, or (n + 1) x (n + 1): [i][e] becomes S(i, e) for i < e */
} mc_accordion_job;

typedef struct {
  mc_dynprog_algorithm algorithm; /* AUTO is one of its own */
  int threads;
  int64_t score;
  int64_t strands;
} mc_accordion_report;

#endif
