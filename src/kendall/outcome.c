#include "kendall/outcome.h"

#include <stddef.h>

static const int64_t MOST_ROWS = INT64_C(1) << 30;

typedef struct {
  int32_t *begin, *stratum, *end, *after, *first, *last, *row, *row_begin, *row_end, *partners;
  uint8_t *death;
} room;

static bool take(room *r, int64_t n, mc_arena *arena) {
  int32_t **all[] = {&r->begin, &r->stratum, &r->end,       &r->after,   &r->first,
                     &r->last,  &r->row,     &r->row_begin, &r->row_end, &r->partners};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    *all[k] = mc_alloc(arena, n + 1, sizeof(int32_t));
    if (*all[k] == NULL)
      return false;
  }
  r->death = mc_alloc(arena, n, 1);
  return r->death != NULL;
}

/* Numbers the strata from 0 on, and finds the runs of deaths. False: another order. */
static bool find_runs(room *r, const mc_outcome_rows *rows, mc_outcome *o) {
  for (int32_t i = 0; i < (int32_t) o->n; i++) {
    const bool same = i > 0 && rows->stratum[i] == rows->stratum[i - 1];
    const bool tied = same && rows->time[i] == rows->time[i - 1];
    const bool death = rows->death[i] != 0;
    const bool runs_on = tied && death && r->death[i - 1];
    if (i > 0 &&
        (rows->stratum[i] < rows->stratum[i - 1] ||
         (same && !(rows->time[i] <= rows->time[i - 1])) || (tied && !death && r->death[i - 1])))
      return false;
    if (!same)
      r->begin[o->strata++] = i;
    r->stratum[i] = o->strata - 1;
    r->death[i] = death;
    r->first[i] = runs_on ? r->first[i - 1] : i;
    o->tied_deaths |= runs_on;
    r->end[i] = death ? r->first[i] : r->begin[o->strata - 1];
    if (death) {
      r->row[o->deaths] = i;
      r->row_begin[o->deaths] = r->begin[o->strata - 1];
      r->row_end[o->deaths++] = r->end[i];
    }
  }
  r->begin[o->strata] = (int32_t) o->n;
  for (int32_t i = (int32_t) o->n - 1; i >= 0; i--)
    r->last[i] = i + 1 < o->n && r->first[i + 1] == r->first[i] ? r->last[i + 1] : i + 1;
  return true;
}

/* The first death behind position i that is comparable with it: ends ascend in a stratum. */
static void find_after(room *r, const mc_outcome *o) {
  for (int32_t s = 0; s < o->strata; s++) {
    int32_t at = r->begin[s];
    for (int32_t i = r->begin[s]; i < r->begin[s + 1]; i++) {
      while (at < r->begin[s + 1] && !(r->death[at] && r->end[at] > i))
        at++;
      r->after[i] = at;
    }
  }
}

/* The lists of the kernel, for whole columns without weights. */
static mc_status make_list(room *r, mc_outcome *o, mc_arena *arena) {
  mc_outcome_sums sums;
  mc_outcome whole = *o;
  whole.weight = NULL;
  MC_TRY(mc_outcome_sums_make(&sums, &whole, arena));
  mc_outcome_sum(&whole, NULL, &sums);
  int64_t pairs = 0;
  for (int32_t i = 0; i < (int32_t) o->n; i++) {
    r->partners[i] = mc_outcome_later(o, sums.rows, i) + mc_outcome_earlier(o, sums.deaths, i);
    pairs += mc_outcome_later(o, sums.rows, i);
  }
  o->list = (mc_concordance_deaths){.n = o->n,
                                    .count = o->deaths,
                                    .row = r->row,
                                    .begin = r->row_begin,
                                    .end = r->row_end,
                                    .partners = r->partners,
                                    .pairs = (double) pairs};
  return MC_OK;
}

mc_status mc_outcome_make(mc_outcome *o, const mc_outcome_rows *rows, mc_arena *arena) {
  room r;
  *o = (mc_outcome){.n = rows->n, .weight = rows->weight};
  if (rows->n > MOST_ROWS)
    return MC_ERR_SIZE;
  if (!take(&r, rows->n, arena))
    return MC_ERR_MEMORY;
  if (!find_runs(&r, rows, o))
    return MC_ERR_ARGUMENT;
  find_after(&r, o);
  o->begin = r.begin;
  o->stratum = r.stratum;
  o->end = r.end;
  o->after = r.after;
  o->first = r.first;
  o->last = r.last;
  o->death = r.death;
  return make_list(&r, o, arena);
}

/* ---- sums over rows that are present ---- */

mc_status mc_outcome_sums_make(mc_outcome_sums *sums, const mc_outcome *o, mc_arena *arena) {
  const int64_t count = o->n + 1;
  *sums = (mc_outcome_sums){.rows = mc_alloc(arena, count, sizeof *sums->rows),
                            .deaths = mc_alloc(arena, count, sizeof *sums->deaths)};
  if (sums->rows == NULL || sums->deaths == NULL)
    return MC_ERR_MEMORY;
  if (o->weight == NULL)
    return MC_OK;
  sums->row_weights = mc_alloc(arena, count, sizeof *sums->row_weights);
  sums->death_weights = mc_alloc(arena, count, sizeof *sums->death_weights);
  return sums->row_weights == NULL || sums->death_weights == NULL ? MC_ERR_MEMORY : MC_OK;
}

void mc_outcome_sum(const mc_outcome *o, const uint8_t *present, mc_outcome_sums *sums) {
  sums->rows[0] = sums->deaths[0] = 0;
  for (int64_t i = 0; i < o->n; i++) {
    const int32_t here = present == NULL ? 1 : present[i];
    sums->rows[i + 1] = sums->rows[i] + here;
    sums->deaths[i + 1] = sums->deaths[i] + (here & o->death[i]);
  }
  if (o->weight == NULL)
    return;
  sums->row_weights[0] = sums->death_weights[0] = 0;
  for (int64_t i = 0; i < o->n; i++) {
    const bool here = present == NULL || present[i];
    sums->row_weights[i + 1] = sums->row_weights[i] + (here ? o->weight[i] : 0);
    sums->death_weights[i + 1] = sums->death_weights[i] + (here && o->death[i] ? o->weight[i] : 0);
  }
}
