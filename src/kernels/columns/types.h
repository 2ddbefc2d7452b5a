#ifndef MC_COLUMN_TYPES_H
#define MC_COLUMN_TYPES_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* A column's least and greatest value, and how many values are not NaN. */
typedef struct {
  double least, most;
  int64_t present;
} mc_column_range;

/* A map of values to integers q that keeps their order; the formulas are in buckets.h. */
typedef struct {
  bool linear;
  double least, scale;  /* linear */
  double middle, width; /* not linear */
  int64_t first;
  int shift;
} mc_column_map;

/* t of the map that is not linear. Without a branch: the signs of most columns are random. */
static inline int64_t mc_column_map_t(double value, double middle, double width) {
  const double d = value - middle, far = fabs(d) + width;
  int64_t bits, origin, sign;
  memcpy(&bits, &far, sizeof bits);
  memcpy(&origin, &width, sizeof origin);
  memcpy(&sign, &d, sizeof sign);
  sign = sign < 0 ? -1 : 0;
  return ((bits - origin) ^ sign) - sign;
}

/* How q and a row make a bucket and a key (buckets.h). */
typedef struct {
  int64_t buckets;
  int rest_bits, row_bits; /* of a key */
} mc_column_buckets;

#endif
