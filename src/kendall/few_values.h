#ifndef MC_KENDALL_FEW_VALUES_H
#define MC_KENDALL_FEW_VALUES_H

#include <stdbool.h>
#include <stdint.h>

/* The rank transform of columns with few distinct values. It sorts only the distinct values. */

enum { MC_FEW_VALUES = 64, MC_FEW_MISSING = MC_FEW_VALUES };

typedef struct {
  int distinct;
  uint32_t rows[MC_FEW_VALUES];     /* numbers of rows of rank 0, 1, ... */
  uint32_t rank[MC_FEW_VALUES + 1]; /* of a code */
} mc_kendall_few_values;

/* Finds the distinct values (-0 equals 0) and gives each row the code of its value,
   MC_FEW_MISSING for NaN. False if there are more than MC_FEW_VALUES values, or if there seem to
   be: if most of the first tens of rows are different. Then the results are undefined. O(n). */
bool mc_kendall_few_values_find(const double *value, int64_t n, mc_kendall_few_values *few,
                                uint8_t *code);

/* What a sample tells about a column. `values` estimates the number of distinct values (Chao's
   estimate, from the numbers of values that the sample has once and twice; MC_FEW_VALUES + 1:
   many). `open`: the sample has many values once, so the column may have many more. `most` is
   the commonest value of the sample, if `values` are not many. O(n). */
typedef struct {
  int values;
  bool open;
  double most;
} mc_kendall_few_guess;
mc_kendall_few_guess mc_kendall_few_values_guess(const double *value, int64_t n);

#endif
