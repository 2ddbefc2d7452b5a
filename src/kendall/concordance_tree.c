#include "kendall/concordance_tree.h"

/* Rows of a node that are compared with each other. */
enum { FEW = 12 };

static inline int32_t position_of(uint64_t entry) {
  return (int32_t) (uint32_t) entry;
}

static inline uint32_t rank_of(uint64_t entry) {
  return (uint32_t) (entry >> 32);
}

/* Where the positions low <= i < high are cut: near the middle, between two runs. `high` if they are
   one run. */
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
  *room = (mc_concordance_room){{mc_alloc(arena, o->n, sizeof(uint64_t)),
                                 mc_alloc(arena, o->n, sizeof(uint64_t))},
                                mc_alloc(arena, o->n, sizeof(int32_t)),
                                mc_alloc(arena, o->n, sizeof(double)),
                                mc_alloc(arena, o->strata + 1, sizeof(int32_t))};
  return room->entry[0] == NULL || room->entry[1] == NULL || room->counts == NULL ||
             room->weights == NULL || room->next == NULL
           ? MC_ERR_MEMORY
           : MC_OK;
}

/* Moves the entries to their strata; of a stratum they stay in order. Returns where they are. */
static int by_stratum(const mc_outcome *o, const mc_outcome_sums *sums, mc_concordance_room *room,
                      int64_t count) {
  if (o->strata == 1)
    return 0;
  for (int32_t s = 0; s < o->strata; s++)
    room->next[s] = sums->rows[o->begin[s]];
  for (int64_t k = 0; k < count; k++)
    room->entry[1][room->next[o->stratum[position_of(room->entry[0][k])]]++] = room->entry[0][k];
  return 1;
}

mc_concordance_sums mc_concordance_tree(const mc_outcome *o, const mc_outcome_sums *sums,
                                        mc_concordance_room *room, int64_t count, bool tied) {
  const int here = by_stratum(o, sums, room, count);
  uint64_t *entry = room->entry[here], *other = room->entry[1 - here];
  return o->weight == NULL ? column_counts(o, sums, entry, other, room->counts, tied)
                           : column_weights(o, sums, entry, other, room->weights, tied);
}
