#ifndef MC_KENDALL_DIFFERENTIAL_H
#define MC_KENDALL_DIFFERENTIAL_H

#include "kendall/request.h"
#include "kendall/tester.h"

/* Differences of tau between two levels of the rows, for the sinks of a network, without a matrix
   of all pairs.

   The pairs are cut into blocks of columns. For each block level a is counted, whose taus are kept,
   and then level b. The sink gets the tiles of level b, with the places of their columns among all
   columns. Its tester (tester.h) answers for a pair

     tau      (tau_a - tau_b) / 2, which is in [-1, 1] as taus are
     tests    z and p of the difference (difference.h), and the rows at level b

   So a sink's rules, their order and their errors are those of taus. begin() and finish() of the
   sink are called once; begin() gets the shape of all pairs. */
typedef struct {
  mc_kendall_request a, b;     /* the levels; columns, use and algorithm are equal */
  mc_columns a_again, b_again; /* if symmetric: second sources of the columns of x */
  int64_t block;               /* columns of a block; 0: MC_KENDALL_BLOCK */
} mc_kendall_differential_job;

enum { MC_KENDALL_BLOCK = 1024 };

/* `sink` is that of the tester. Returns the status of mc_kendall_run(). The report's constant_pairs
   are those of both levels together. */
mc_status mc_kendall_differential(const mc_kendall_differential_job *job, mc_kendall_tester *tester,
                                  mc_kendall_report *report, const mc_call *call);

#endif
