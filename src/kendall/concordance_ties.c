#include "kendall/concordance_ties.h"

#include <stdbool.h>
#include <string.h>

mc_status mc_concordance_seen_make(mc_concordance_seen *seen, const mc_outcome *o,
                                   mc_arena *arena) {
  const int64_t count = o->n + 1;
  const bool weights = o->weight != NULL;
  *seen =
    (mc_concordance_seen){.rows = weights ? NULL : mc_alloc(arena, count, sizeof *seen->rows),
                          .weight = weights ? mc_alloc(arena, count, sizeof *seen->weight) : NULL};
  if (seen->rows == NULL && seen->weight == NULL)
    return MC_ERR_MEMORY;
  if (weights)
    memset(seen->weight, 0, (size_t) count * sizeof *seen->weight);
  else
    memset(seen->rows, 0, (size_t) count * sizeof *seen->rows);
  return MC_OK;
}

/* The rank of a position, and n if it is missing. */
static inline int64_t rank_at(const void *rank, int width, int64_t n, int32_t i) {
  const uint32_t r = width == 2 ? ((const uint16_t *) rank)[i] : ((const uint32_t *) rank)[i];
  return r == (width == 2 ? MC_RANK16_NA : MC_RANK32_NA) ? n : r;
}

#define SUM int64_t
#define SEEN int32_t
#define PART(name) name##_counts
#define WEIGHT(o, position) 1
#include "kendall/concordance_ties_body.h"

#define SUM double
#define SEEN double
#define PART(name) name##_weights
#define WEIGHT(o, position) (o)->weight[position]
#include "kendall/concordance_ties_body.h"

mc_concordance_ties mc_concordance_tied(const mc_outcome *o, const mc_kendall_ranks *ranks,
                                        int64_t column, const mc_concordance_seen *seen) {
  const void *rank =
    (const unsigned char *) ranks->rank + column * ranks->stride * (int64_t) ranks->width;
  if (o->weight == NULL)
    return ranks->width == 2 ? tied_counts(o, rank, 2, seen->rows)
                             : tied_counts(o, rank, 4, seen->rows);
  return ranks->width == 2 ? tied_weights(o, rank, 2, seen->weight)
                           : tied_weights(o, rank, 4, seen->weight);
}

double mc_concordance_tied_deaths(const mc_outcome *o, const uint8_t *present) {
  double pairs = 0;
  for (int32_t i = 0; i < (int32_t) o->n; i = o->last[i]) {
    double before = 0;
    for (int32_t k = i; k < o->last[i] && o->last[i] - i > 1; k++)
      if (present == NULL || present[k]) {
        const double weight = o->weight == NULL ? 1 : o->weight[k];
        pairs += before * weight;
        before += weight;
      }
  }
  return pairs;
}
