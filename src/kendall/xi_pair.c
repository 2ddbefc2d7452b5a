#include "kendall/xi_pair.h"

#include <string.h>

#include "kernels/kendall/types.h"

typedef struct {
  const void *order, *rank; /* of x; of y */
  int64_t present;          /* rows of x */
} sides;

/* `width` is a constant in each call. */
static inline uint32_t rank_at(const sides *s, int64_t k, int width) {
  if (width == 4)
    return ((const uint32_t *) s->rank)[((const uint32_t *) s->order)[k]];
  const uint16_t rank = ((const uint16_t *) s->rank)[((const uint16_t *) s->order)[k]];
  return rank == MC_RANK16_NA ? MC_RANK32_NA : rank;
}

static inline int64_t count_ranks(const sides *s, int width, uint32_t *count) {
  int64_t n = 0;
  for (int64_t k = 0; k < s->present; k++) {
    const uint32_t rank = rank_at(s, k, width);
    if (rank != MC_RANK32_NA) {
      count[rank]++;
      n++;
    }
  }
  return n;
}

static inline int64_t sum_steps(const sides *s, int width, const uint32_t *of_rank) {
  int64_t sum = 0, k = 0, last = 0;
  for (bool found = false; k < s->present && !found; k++) {
    const uint32_t rank = rank_at(s, k, width);
    found = rank != MC_RANK32_NA;
    last = found ? of_rank[rank] : 0;
  }
  for (; k < s->present; k++) {
    const uint32_t rank = rank_at(s, k, width);
    if (rank != MC_RANK32_NA) {
      const int64_t next = of_rank[rank];
      sum += next > last ? next - last : last - next;
      last = next;
    }
  }
  return sum;
}

mc_kendall_xi_result mc_kendall_xi_pair(const mc_kendall_ranks *x, int64_t i,
                                        const mc_kendall_ranks *y, int64_t j, bool test,
                                        uint32_t *count) {
  const int width = x->width;
  const sides s = {(const unsigned char *) x->order + i * x->stride * width,
                   (const unsigned char *) y->rank + j * y->stride * width, x->column[i].present};
  const int64_t ranks = y->column[j].distinct;
  mc_kendall_xi_result result = {0};
  memset(count, 0, (size_t) ranks * sizeof *count);
  result.n = width == 2 ? count_ranks(&s, 2, count) : count_ranks(&s, 4, count);
  if (result.n <= 1)
    return result;
  result.margin = mc_kendall_xi_tied(count, ranks, result.n, test);
  if (result.margin.scale > 0) {
    const int64_t sum = width == 2 ? sum_steps(&s, 2, count) : sum_steps(&s, 4, count);
    result.xi = mc_kendall_xi_of(result.n, sum, result.margin.scale);
  }
  return result;
}
