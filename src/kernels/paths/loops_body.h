/* The body of loops.h for one precision (kernels/for_f64.h). VECTORS stands before a loop that the
   compiler is to make vectors of. */

static void FN(paths_row)(const void *from, void *to, int64_t n, int64_t k, int32_t *path,
                          int32_t name) {
  const TYPE *dist_k = from;
  TYPE *dist_u = to;
  const TYPE through = dist_u[k];
  for (int64_t v = 0; v < n; v++)
    if (through + dist_k[v] < dist_u[v]) {
      dist_u[v] = through + dist_k[v];
      if (path != NULL)
        path[v] = name;
    }
}

static void FN(paths_update)(void *c_, int64_t stride, int32_t *path, int64_t d, int64_t size,
                             void *a_, void *b_, bool keep_a, bool keep_b, int32_t first) {
  TYPE *a = a_, *b = b_;
  for (int64_t k = 0; k < d; k++) {
    const TYPE *block = c_;
    if (keep_a)
      for (int64_t u = 0; u < size; u++)
        a[u * size + k] = block[u * stride + k];
    if (keep_b)
      memcpy(b + k * size, block + k * stride, (size_t) size * sizeof *b);
    for (int64_t u = 0; u < size; u++) {
      TYPE *restrict c = (TYPE *) c_ + u * stride;
      const TYPE *restrict row = b + k * size;
      const TYPE through = a[u * size + k];
      const int32_t name = first + (int32_t) k;
      if (path == NULL) {
        VECTORS for (int64_t v = 0; v < size; v++) {
          const TYPE sum = through + row[v];
          c[v] = sum < c[v] ? sum : c[v];
        }
      } else {
        int32_t *restrict via = path + u * stride;
        VECTORS for (int64_t v = 0; v < size; v++) {
          const TYPE sum = through + row[v];
          via[v] = sum < c[v] ? name : via[v];
          c[v] = sum < c[v] ? sum : c[v];
        }
      }
    }
  }
}

#include "kernels/for_none.h"
