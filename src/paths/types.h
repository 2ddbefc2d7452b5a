#ifndef MC_PATHS_TYPES_H
#define MC_PATHS_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/matrix.h"

/* What shortest paths are asked for, and what is reported of them. */

typedef enum {
  MC_PATHS_AUTO,
#define MC_PATHS_ALGORITHM(CONSTANT, name, least, powers) MC_PATHS_##CONSTANT,
#include "paths/algorithms.def"
#undef MC_PATHS_ALGORITHM
  MC_PATHS_ALGORITHMS /* how many there are, with AUTO */
} mc_paths_algorithm;

/* Which thread works on which part: Hou et al., table I. */
enum {
  MC_PATHS_SCHEDULE_DYNAMIC = 0,
  MC_PATHS_SCHEDULE_BLOCK = -1 /* equal parts; c > 0: c neighbours at a time, in turns */
};

typedef struct {
  mc_matrix w; /* n x n weights; NA (as R has it) and Inf: no edge */
  bool single; /* floats instead of doubles */
  mc_paths_algorithm algorithm;
  int64_t block; /* of the algorithm (algorithms.def); 0: chosen */
  int64_t schedule;
  int64_t steps;     /* intermediate vertices 1 to `steps` only; n for all */
  double poll_every; /* sums that the recursion does between two polls; 0: chosen */
} mc_paths_job;

enum { MC_PATHS_BLOCK_UNIT = 16, MC_PATHS_BLOCK_MOST = 1024 };

typedef struct {
  mc_paths_algorithm algorithm;
  int64_t block;
  int threads;
  /* MC_ERR_CYCLE: the first step at which a cycle of negative length would be walked,
     from this vertex (from 1 on) to itself over lower ones; n + u where vertex u is, by
     rounding, found to be less than 0 away from itself only after its step.
     MC_ERR_ARGUMENT: the weight (from 1 on) that is NaN, or -Inf, or in single precision
     beyond floats, or so large and negative that a sum of n may overflow. 0 otherwise. */
  int64_t at;
} mc_paths_report;

#endif
