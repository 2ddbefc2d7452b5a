#ifndef MC_ACCORDION_TYPES_H
#define MC_ACCORDION_TYPES_H

#include <stdint.h>

#include "dynprog/types.h"

/* The request and the report of accordion folding. */

typedef struct {
  int64_t n;
  const uint8_t *hydrophobic; /* n times 0 or 1 */
  mc_dynprog_algorithm algorithm;
  double poll_every; /* updates of the recursion between two polls; 0: the driver chooses */
  uint16_t *table;   /* NULL, or (n + 1) x (n + 1): [i][e] becomes S(i, e) for i < e */
} mc_accordion_job;

typedef struct {
  mc_dynprog_algorithm algorithm; /* the one of the job: AUTO is an algorithm, not a choice */
  int threads;
  int64_t score;
  int64_t strands;
} mc_accordion_report;

#endif
