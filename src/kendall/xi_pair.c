#include "kendall/xi_pair.h"

#include <string.h>

#include "kernels/kendall/types.h"

typedef struct {
  const void *order, *rank; /* of x; of y */
  int64_t present;          /* rows of x */
} sides;

/* The ranks of y of the common rows, in the order of x. Returns their number. Missing ranks are
   written, too, and then overwritten: no branch. */
static int64_t gather16(const sides *s, uint32_t *to) {
  const uint16_t *rank = s->rank, *order = s->order;
  int64_t n = 0;
  for (int64_t k = 0; k < s->present; k++) {
    const uint16_t here = rank[order[k]];
    to[n] = here;
    n += here != MC_RANK16_NA;
  }
  return n;
}

static int64_t gather32(const sides *s, uint32_t *to) {
  const uint32_t *rank = s->rank, *order = s->order;
  int64_t n = 0;
  for (int64_t k = 0; k < s->present; k++) {
    const uint32_t here = rank[order[k]];
    to[n] = here;
    n += here != MC_RANK32_NA;
  }
  return n;
}

/* Turns the counts of the ranks of a column without ties into ranks among the counted rows. */
static void number(uint32_t *count, int64_t ranks) {
  uint32_t top = 0;
  for (int64_t r = 0; r < ranks; r++) {
    top += count[r];
    count[r] = top - 1;
  }
}

static int64_t sum_steps(const uint32_t *rank, int64_t n, const uint32_t *of_rank) {
  int64_t sum = 0, last = of_rank[rank[0]];
  for (int64_t k = 1; k < n; k++) {
    const int64_t next = of_rank[rank[k]], step = next - last;
    sum += step < 0 ? -step : step;
    last = next;
  }
  return sum;
}

mc_kendall_xi_result mc_kendall_xi_pair(const mc_kendall_ranks *x, int64_t i,
                                        const mc_kendall_ranks *y, int64_t j, bool test,
                                        uint32_t *scratch) {
  const int width = x->width;
  const sides s = {(const unsigned char *) x->order + i * x->stride * width,
                   (const unsigned char *) y->rank + j * y->stride * width, x->column[i].present};
  const int64_t ranks = y->column[j].distinct;
  uint32_t *count = scratch, *rank = scratch + x->n;
  mc_kendall_xi_result result = {.n = width == 2 ? gather16(&s, rank) : gather32(&s, rank)};
  if (result.n <= 1)
    return result;
  memset(count, 0, (size_t) ranks * sizeof *count);
  for (int64_t k = 0; k < result.n; k++)
    count[rank[k]]++;
  if (y->column[j].tied) {
    result.margin = mc_kendall_xi_tied(count, ranks, result.n, test);
  } else {
    result.margin = mc_kendall_xi_untied(result.n);
    number(count, ranks);
  }
  if (result.margin.scale > 0)
    result.xi = mc_kendall_xi_of(result.n, sum_steps(rank, result.n, count), result.margin.scale);
  return result;
}
