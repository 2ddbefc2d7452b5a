/* The body of solve.h for one precision (kernels/for_tropical_f64.h). */

static int FN(paths_corner)(const void *panel, void *row_, void *column_) {
  enum { N = MC_TROPICAL_STEPS, STRIDE = MC_TROPICAL_LANES };
  TYPE *row = row_, *column = column_, c[N][N];
  for (int u = 0; u < N; u++)
    memcpy(c[u], (const TYPE *) panel + u * STRIDE, sizeof c[u]);
  for (int k = 0; k < N; k++) {
    if (c[k][k] < 0)
      return k;
    for (int i = 0; i < N; i++) {
      row[k * STRIDE + i] = c[k][i];
      column[k * STRIDE + i] = c[i][k];
    }
    for (int u = 0; u < N; u++)
      for (int v = 0; v < N; v++) {
        const TYPE sum = column[k * STRIDE + u] + row[k * STRIDE + v];
        c[u][v] = sum < c[u][v] ? sum : c[u][v];
      }
  }
  return N;
}

static void FN(paths_solve)(const void *e_, void *p_) {
  enum { N = MC_TROPICAL_STEPS, STRIDE = MC_TROPICAL_LANES };
  const TYPE *e = e_;
  for (TYPE *p = p_; p < (TYPE *) p_ + MC_TROPICAL_LANES; p += VEC_LANES) {
    VEC_TYPE x[N];
    MC_UNROLL for (int j = 0; j < N; j++)
      x[j] = VEC(load)(p + j * STRIDE);
    MC_UNROLL for (int k = 0; k < N - 1; k++)
      MC_UNROLL for (int j = k + 1; j < N; j++)
        x[j] = VEC(min)(VEC(add)(VEC(set)(e[k * STRIDE + j]), x[k]), x[j]);
    MC_UNROLL for (int j = 1; j < N; j++)
      VEC(store)(p + j * STRIDE, x[j]);
  }
}

#include "kernels/for_none.h"
