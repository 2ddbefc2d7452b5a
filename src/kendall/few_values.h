#ifndef MC_KENDALL_FEW_VALUES_H
#define MC_KENDALL_FEW_VALUES_H

#include <stdbool.h>
#include <stdint.h>

/* The rank transform of columns with few distinct values: nothing is sorted but these. */

enum { MC_FEW_VALUES = 64, MC_FEW_MISSING = MC_FEW_VALUES };

typedef struct {
  int distinct;
  uint32_t rows[MC_FEW_VALUES];     /* that have the value of rank 0, 1, ... */
  uint32_t rank[MC_FEW_VALUES + 1]; /* of a code */
} mc_kendall_few_values;

/* Finds the values, ascending, of which -0 equals 0, and gives each row a code, MC_FEW_MISSING if
   it is NaN. False, and anything may be there, if there are more than MC_FEW_VALUES, or seem to
   be: after some tens of rows where most are different. O(n). */
bool mc_kendall_few_values_find(const double *value, int64_t n, mc_kendall_few_values *few,
                                uint8_t *code);

/* What a sample says of a column: how many values it may have, at least as many as the sample
   (Chao's estimate, by those that the sample has once and twice; MC_FEW_VALUES + 1 if many); may it
   have any number more, as those that are rare were met once each; and one that no other is more
   often in the sample, unless these are many. O(n). */
typedef struct {
  int values;
  bool open;
  double most;
} mc_kendall_few_guess;
mc_kendall_few_guess mc_kendall_few_values_guess(const double *value, int64_t n);

#endif
