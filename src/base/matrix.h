#ifndef MC_MATRIX_H
#define MC_MATRIX_H

#include <stdint.h>

/* A column-major matrix, as in R. NA is any NaN, or INT32_MIN. */
typedef enum { MC_F64, MC_I32 } mc_type;
typedef struct {
  const void *data;
  mc_type type;
  int64_t rows, columns;
} mc_matrix;

/* Bytes of a number. */
static inline int64_t mc_size_of(mc_type type) {
  return type == MC_F64 ? (int64_t) sizeof(double) : (int64_t) sizeof(int32_t);
}

#endif
