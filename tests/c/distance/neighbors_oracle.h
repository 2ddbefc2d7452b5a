#ifndef NEIGHBORS_ORACLE_H
#define NEIGHBORS_ORACLE_H

#include "data.h"
#include "distance/neighbors.h"

/* References for neighbours: a sort of all distances. The jobs have -7 as no_number, and -3 as
   no_distance. */

typedef struct {
  double *key;
  int32_t *number;
  int64_t n;
} neighbors_keys;
void neighbors_free(neighbors_keys v);

/* All distances, [point + points query], as mc_distance() has them; -1 for NA. */
double *neighbors_all(const mc_distance_neighbors_job *job, int64_t queries);

/* Checks the k nearest points of each query against `all`. */
void neighbors_check_nearest(const mc_distance_neighbors_job *job, const double *all, int64_t k,
                             int threads);

/* Checks the points within a radius of each query; the radii are random, and often distances. */
void neighbors_check_within(const mc_distance_neighbors_job *job, const double *all, rng *r,
                            int threads);

#endif
