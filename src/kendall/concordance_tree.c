#include "kendall/concordance_tree.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

/* Rows of a node that are compared with each other. */
enum { FEW = 12 };

/* An entry: the rank, whether the row is a death, and the position. */
static inline uint64_t entry_of(uint32_t rank, bool death, int32_t position) {
  return (uint64_t) rank << 32 | (uint64_t) death << 31 | (uint32_t) position;
}

static inline int32_t position_of(uint64_t entry) {
  return (int32_t) (entry & 0x7fffffff);
}

static inline bool dies(uint64_t entry) {
  return entry >> 31 & 1;
}

static inline uint32_t rank_of(uint64_t entry) {
  return (uint32_t) (entry >> 32);
}

/* Where the positions low <= i < high are cut: near the middle, between two runs. `high` if the
   positions are one run. */
static inline int32_t cut(const mc_outcome *o, int32_t low, int32_t high) {
  const int32_t half = low + (high - low) / 2, before = o->first[half], behind = o->last[half];
  if (before <= low)
    return behind < high ? behind : high;
  return behind >= high || half - before <= behind - half ? before : behind;
}

#define SUM int32_t
#define PART(name) name##_counts
#define WEIGHT(o, position) 1
#define ROWS rows
#define DEATHS deaths
#define LATER mc_outcome_later
#define EARLIER mc_outcome_earlier
#include "kendall/concordance_tree_body.h"

#define SUM double
#define PART(name) name##_weights
#define WEIGHT(o, position) (o)->weight[position]
#define ROWS row_weights
#define DEATHS death_weights
#define LATER mc_outcome_later_weight
#define EARLIER mc_outcome_earlier_weight
#include "kendall/concordance_tree_body.h"

mc_status mc_concordance_room_make(mc_concordance_room *room, const mc_outcome *o,
                                   mc_arena *arena) {
  *room = (mc_concordance_room){
    .entry = {mc_alloc(arena, o->n, sizeof(uint64_t)), mc_alloc(arena, o->n, sizeof(uint64_t))},
    .counts = o->weight == NULL ? mc_alloc(arena, o->n, sizeof(int32_t)) : NULL,
    .weights = o->weight == NULL ? NULL : mc_alloc(arena, o->n, sizeof(double)),
    .next = mc_alloc(arena, o->n + 1, sizeof(int32_t))};
  return room->entry[0] == NULL || room->entry[1] == NULL ||
             (room->counts == NULL && room->weights == NULL) || room->next == NULL
           ? MC_ERR_MEMORY
           : MC_OK;
}

/* The present rows in the order of their ranks, into entry[1] (counting sort). Returns how many. */
static int64_t by_rank(const mc_outcome *o, const mc_kendall_ranks *ranks, int64_t column,
                       mc_concordance_room *room) {
  const int64_t distinct = ranks->column[column].distinct;
  int32_t *next = room->next;
  for (int64_t k = 0; k <= distinct; k++)
    next[k] = 0;
  for (int32_t i = 0; i < (int32_t) o->n; i++) {
    const uint32_t rank = mc_kendall_rank_at(ranks, column, i);
    if (rank != MC_RANK32_NA)
      next[rank + 1]++;
  }
  for (int64_t k = 0; k < distinct; k++)
    next[k + 1] += next[k];
  for (int32_t i = 0; i < (int32_t) o->n; i++) {
    const uint32_t rank = mc_kendall_rank_at(ranks, column, i);
    if (rank != MC_RANK32_NA)
      room->entry[1][next[rank]++] = entry_of(rank, o->death[i], i);
  }
  return ranks->column[column].present;
}

/* Moves the entries from entry[1] to entry[0], by stratum; those of a stratum stay in order. */
static void by_stratum(const mc_outcome *o, const mc_outcome_sums *sums, mc_concordance_room *room,
                       int64_t count) {
  for (int32_t s = 0; s < o->strata; s++)
    room->next[s] = sums->rows[o->begin[s]];
  for (int64_t k = 0; k < count; k++)
    room->entry[0][room->next[o->stratum[position_of(room->entry[1][k])]]++] = room->entry[1][k];
}

/* Sums of weights without rounding errors where the exact values are plain. Let W be the weight of
   all rows. Each d and each sum of partners is a sum of fewer than n terms below W, so its error is
   at most `error`, a small multiple of n eps W. Then the error of `difference` is at most error W,
   and that of the squares is (error pairs)^2 times the sum of the squares of the weights. Squares
   of that size are 0. If they are 0, then `difference` is -pairs, 0 or pairs wherever it is that
   near. */
static mc_concordance_sums without_noise(const mc_outcome *o, const mc_outcome_sums *sums,
                                         mc_concordance_sums s) {
  const double all = sums->row_weights[o->n];
  const double error = 2 * ((double) o->n + 8) * DBL_EPSILON * all, near = error * all;
  double squares = 0; /* of the weights */
  for (int32_t i = 0; i < (int32_t) o->n; i++)
    if (sums->rows[i] != sums->rows[i + 1])
      squares += o->weight[i] * o->weight[i];
  s.difference = fmin(fmax(s.difference, -s.pairs), s.pairs);
  if (s.squares > squares * (error * s.pairs) * (error * s.pairs))
    return s;
  s.squares = 0;
  if (fabs(s.difference) <= near)
    s.difference = 0;
  else if (s.pairs - fabs(s.difference) <= near)
    s.difference = copysign(s.pairs, s.difference);
  return s;
}

mc_concordance_sums mc_concordance_tree(const mc_outcome *o, const mc_outcome_sums *sums,
                                        const mc_kendall_ranks *ranks, int64_t column,
                                        mc_concordance_room *room) {
  const int64_t count = by_rank(o, ranks, column, room);
  const bool tied = ranks->column[column].tied;
  if (o->strata > 1)
    by_stratum(o, sums, room, count);
  uint64_t *entry = room->entry[o->strata == 1], *other = room->entry[o->strata != 1];
  return o->weight == NULL
           ? column_counts(o, sums, entry, other, room->counts, tied)
           : without_noise(o, sums, column_weights(o, sums, entry, other, room->weights, tied));
}
