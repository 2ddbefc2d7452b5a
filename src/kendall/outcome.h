#ifndef MC_KENDALL_OUTCOME_H
#define MC_KENDALL_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "kernels/kendall/types.h"

/* A censored outcome, prepared once for all columns.

   Two rows of a stratum are comparable if one row is a death, and the other row lived longer: its
   time is greater, or the row was censored at the time of the death. Rows come ordered by stratum,
   then by time, the latest first; of one time the censored rows first. A row's *position* is its
   place in this order. So a death is comparable with the positions from the begin of its stratum
   up to the first death of its time: begin <= j < end. */

/* The outcome in that order. */
typedef struct {
  int64_t n;
  const int32_t *stratum; /* ascending numbers */
  const double *time;     /* descending in a stratum */
  const int32_t *death;   /* 1: a death; 0: censored */
  const double *weight;   /* positive or 0; NULL: all weights are 1 */
} mc_outcome_rows;

typedef struct {
  int64_t n;
  int32_t strata, deaths;
  bool tied_deaths;       /* are there deaths of the same time in a stratum? */
  const int32_t *begin;   /* stratum s has the positions begin[s] <= i < begin[s + 1] */
  const int32_t *stratum; /* of each position, from 0 on */
  const int32_t *end;     /* of each position; of a censored row the begin of its stratum */
  const int32_t *after;   /* deaths comparable with i, as the row that lived longer, are those in
                             after[i] <= j < the end of the stratum */
  const int32_t *first, *last; /* deaths of one time are not comparable: a run first <= i < last.
                                  A censored row is a run of its own */
  const double *weight;        /* or NULL */
  const uint8_t *death;
  mc_concordance_deaths list; /* for the kernel: deaths, and whole columns without weights */
} mc_outcome;

/* MC_OK, MC_ERR_MEMORY, MC_ERR_SIZE (more than 2^30 rows), MC_ERR_ARGUMENT (another order).
   O(n). */
mc_status mc_outcome_make(mc_outcome *o, const mc_outcome_rows *rows, mc_arena *arena);

/* The rows of a column that are present: sums over positions below i, 0 <= i <= n. */
typedef struct {
  int32_t *rows, *deaths;              /* how many */
  double *row_weights, *death_weights; /* NULL without weights */
} mc_outcome_sums;

mc_status mc_outcome_sums_make(mc_outcome_sums *sums, const mc_outcome *o, mc_arena *arena);

/* How many rows lived longer than position i and are comparable with it, from the sums of rows; how
   many deaths came before position i and are comparable with it, from the sums of deaths. Or the
   weights of these rows. */
static inline int32_t mc_outcome_later(const mc_outcome *o, const int32_t *rows, int32_t i) {
  return o->death[i] ? rows[o->end[i]] - rows[o->begin[o->stratum[i]]] : 0;
}
static inline int32_t mc_outcome_earlier(const mc_outcome *o, const int32_t *deaths, int32_t i) {
  return deaths[o->begin[o->stratum[i] + 1]] - deaths[o->after[i]];
}
static inline double mc_outcome_later_weight(const mc_outcome *o, const double *rows, int32_t i) {
  return o->death[i] ? rows[o->end[i]] - rows[o->begin[o->stratum[i]]] : 0;
}
static inline double mc_outcome_earlier_weight(const mc_outcome *o, const double *deaths,
                                               int32_t i) {
  return deaths[o->begin[o->stratum[i] + 1]] - deaths[o->after[i]];
}

/* present[i] of position i; NULL: all are present. */
void mc_outcome_sum(const mc_outcome *o, const uint8_t *present, mc_outcome_sums *sums);

#endif
