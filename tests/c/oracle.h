#ifndef ORACLE_H
#define ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include "kendall/kendall.h"
#include "kernels/kendall/types.h"
#include "kendall/ranks.h"

/* Plain references, written from the definitions. */

/* The number of concordant minus discordant pairs of rows, and of pairs that are not tied.
   O(n^2). */
mc_kendall_pair_counts oracle_counts(const uint32_t *x, const uint32_t *y, int64_t n);

/* The number of pairs i < j with v[i] > v[j]. O(n log n). */
int64_t oracle_inversions(const uint32_t *v, int64_t n);

/* Dense ranks of the named rows (NULL: all n) of a column; NA becomes MC_RANK32_NA. *pairs becomes
   the number of pairs of present rows that are not tied. O(n log n). */
void oracle_ranks(const mc_matrix *x, int64_t column, const uint32_t *rows, int64_t n,
                  uint32_t *rank, int64_t *pairs);

/* The same in O(n^2), without sorting. */
void oracle_ranks_slow(const mc_matrix *x, int64_t column, const uint32_t *rows, int64_t n,
                       uint32_t *rank);

/* Dense ranks of column a of x and column b of y, each over all its rows. rx and ry get the ranks
   of the rows that both columns have and that are not dropped[row] (NULL: none is). Returns how
   many. */
int64_t oracle_common_rows(const mc_matrix *x, int64_t a, const mc_matrix *y, int64_t b,
                           const bool *dropped, uint32_t *rx, uint32_t *ry);

/* A reference for mc_cor_kendall(). O(columns^2 rows^2). */
mc_status oracle_cor(const mc_kendall_request *job, double *tau, int64_t *constant_pairs);

/* Are two results the same, bit by bit? */
int oracle_same(const double *a, const double *b, int64_t count);

/* R's NA_real_, a NaN whose bits must stay unchanged. */
double oracle_na(void);

#endif
