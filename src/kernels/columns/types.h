#ifndef MC_COLUMN_TYPES_H
#define MC_COLUMN_TYPES_H

#include <stdint.h>

/* A column's least and greatest value, and how many values are not NaN. */
typedef struct {
  double least, most;
  int64_t present;
} mc_column_range;

#endif
