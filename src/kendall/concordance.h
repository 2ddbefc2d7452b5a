#ifndef MC_CONCORDANCE_H
#define MC_CONCORDANCE_H

#include "base/columns.h"
#include "dispatch/call.h"
#include "kendall/outcome.h"

/* The concordance of each column with a censored outcome. */

typedef enum { MC_CONCORDANCE_AUTO, MC_CONCORDANCE_PAIRS, MC_CONCORDANCE_TREE } mc_concordance_way;

typedef struct {
  mc_columns x;
  mc_outcome_rows outcome;
  const uint32_t *row;    /* the row of x of each position of the outcome */
  mc_concordance_way way; /* PAIRS: for columns that it cannot do, TREE is taken */
  double na;
} mc_concordance_job;

/* A number for each column. */
typedef struct {
  double *concordance, *std; /* the job's `na` if no rows are comparable */
  double *concordant, *discordant, *tied_x, *tied_y, *tied_xy;
  int32_t *n; /* rows that are present */
} mc_concordances;

typedef struct {
  int threads;
  int64_t by_pairs; /* columns done by all pairs; the others by trees */
} mc_concordance_report;

/* MC_OK, MC_INTERRUPTED, MC_ERR_MEMORY, MC_ERR_SIZE, MC_ERR_ARGUMENT (the outcome is in another
   order), and errors of the source. The numbers are the same bits for every way, unless there are
   weights, which are for the tree. */
mc_status mc_concordance(const mc_concordance_job *job, mc_concordances to,
                         mc_concordance_report *report, const mc_call *call);

#endif
