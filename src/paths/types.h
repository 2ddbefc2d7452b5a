#ifndef MC_PATHS_TYPES_H
#define MC_PATHS_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/matrix.h"

/* What shortest paths are asked for, and what they report. */

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
  mc_matrix w; /* n x n weights; NA and Inf: no edge */
  bool single; /* floats instead of doubles */
  mc_paths_algorithm algorithm;
  int64_t block; /* the block of the algorithm (algorithms.def); 0: chosen */
  int64_t schedule;
  int64_t steps;     /* only intermediate vertices 1 to `steps`; n: all */
  double poll_every; /* sums of the recursion between two polls; 0: chosen */
} mc_paths_job;

enum { MC_PATHS_BLOCK_UNIT = 16, MC_PATHS_BLOCK_MOST = 1024 };

typedef struct {
  mc_paths_algorithm algorithm;
  int64_t block;
  int threads;
  /* MC_ERR_CYCLE: the first vertex, from 1 on, with a path of negative length to itself over lower
     vertices. n + u: only rounding after its own step made the distance of vertex u to itself
     negative. MC_ERR_ARGUMENT: the first weight, from 1 on, that is NaN or -Inf; or beyond floats
     in single precision; or so far below 0 that a sum of n of them may overflow. Otherwise 0. */
  int64_t at;
} mc_paths_report;

#endif
