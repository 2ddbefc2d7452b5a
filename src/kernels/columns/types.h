#ifndef MC_COLUMN_TYPES_H
#define MC_COLUMN_TYPES_H

#include <stdint.h>

/* Of a column's values: the least, the greatest, and how many are not NaN. */
typedef struct {
  double least, most;
  int64_t present;
} mc_column_range;

#endif
