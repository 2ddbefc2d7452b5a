#ifndef MC_MATRIX_H
#define MC_MATRIX_H

#include <stdint.h>

/* A column-major matrix as R stores it; NA is NaN (any) or INT32_MIN. */
typedef enum { MC_F64, MC_I32 } mc_type;
typedef struct {
  const void *data;
  mc_type type;
  int64_t rows, columns;
} mc_matrix;

#endif
