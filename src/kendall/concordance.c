/* Concordance of columns with an outcome.

     outcome                                    (outcome.c)
     for each panel of columns
       rank its columns, rows in the order of the outcome
       for each group of 32 columns, by threads
         all pairs of whole columns             (kernels/kendall/concordance.h)
         the other columns, one by one          (concordance_tree.c)
         ties; counts to numbers */

#include "kendall/concordance.h"

#include <math.h>
#include <stdatomic.h>

#include "base/integers.h"
#include "kendall/concordance_ties.h"
#include "kendall/concordance_tree.h"
#include "kendall/ranks.h"

enum { COLUMNS = MC_CONCORDANCE_COLUMNS, PANEL_BYTES = 4 << 20 };

/* A thread's scratch. */
typedef struct {
  mc_concordance_room tree;
  mc_outcome_sums sums; /* of a column that lacks rows */
  uint8_t *present;
  mc_concordance_seen seen;
  uint16_t *pairs;
} scratch;

typedef struct {
  const mc_concordance_job *job;
  mc_concordances to;
  const mc_call *call;
  mc_outcome o;
  mc_outcome_sums sums; /* of whole columns */
  double tied_deaths;   /* pairs of deaths of one time, of whole columns */
  bool by_pairs;
  mc_kendall_ranks ranks;
  mc_kendall_rank_scratch sorting;
  int64_t first; /* the panel's first column */
  scratch *scratch;
  _Atomic int64_t done_by_pairs;
} run;

/* ---- counts to numbers ---- */

static void put(const run *r, int64_t j, const mc_concordance_sums *sums, double deaths,
                const mc_concordance_seen *seen) {
  const mc_kendall_ranked *column = &r->ranks.column[j];
  const int64_t at = r->first + j;
  const mc_concordances *to = &r->to;
  const mc_concordance_ties t =
    column->tied ? mc_concordance_tied(&r->o, &r->ranks, j, seen) : (mc_concordance_ties){0, 0};
  const double untied = sums->pairs - t.x;
  to->n[at] = (int32_t) column->present;
  to->concordant[at] = fmax((untied + sums->difference) / 2, 0);
  to->discordant[at] = fmax((untied - sums->difference) / 2, 0);
  to->tied_x[at] = t.x;
  to->tied_y[at] = fmax(deaths - t.xy, 0);
  to->tied_xy[at] = t.xy;
  if (sums->pairs > 0) {
    to->concordance[at] = (sums->difference / sums->pairs + 1) / 2;
    to->std[at] = sqrt(sums->squares) / (2 * sums->pairs * sums->pairs);
  } else {
    to->concordance[at] = to->std[at] = r->job->na;
  }
}

static void do_tree(const run *r, int64_t j, scratch *s) {
  const mc_outcome *o = &r->o;
  const mc_kendall_ranked *column = &r->ranks.column[j];
  const mc_outcome_sums *sums = &r->sums;
  double deaths = r->tied_deaths;
  if (column->missing) {
    for (int32_t i = 0; i < (int32_t) o->n; i++)
      s->present[i] = mc_kendall_rank_at(&r->ranks, j, i) != MC_RANK32_NA;
    mc_outcome_sum(o, s->present, &s->sums);
    deaths = mc_concordance_tied_deaths(o, s->present);
    sums = &s->sums;
  }
  const mc_concordance_sums found = mc_concordance_tree(o, sums, &r->ranks, j, &s->tree);
  put(r, j, &found, deaths, &s->seen);
}

/* A group of columns. */
static void do_group(void *context, int64_t group, int thread) {
  run *r = context;
  scratch *s = &r->scratch[thread];
  const int64_t begin = group * COLUMNS, end = mc_min(begin + COLUMNS, r->ranks.columns);
  int64_t difference[COLUMNS], whole = 0;
  double squares[COLUMNS];
  for (int64_t j = begin; j < end; j++)
    whole += !r->ranks.column[j].missing;
  const bool pairs = r->by_pairs && whole > 0;
  if (pairs) {
    r->call->kernels->concordance_pairs(&r->o.list,
                                        (const uint16_t *) r->ranks.rank + begin * r->ranks.stride,
                                        r->ranks.stride, s->pairs, difference, squares);
    atomic_fetch_add(&r->done_by_pairs, whole);
  }
  for (int64_t j = begin; j < end; j++) {
    if (!pairs || r->ranks.column[j].missing) {
      do_tree(r, j, s);
    } else {
      const int64_t k = j - begin;
      const mc_concordance_sums found = {r->o.list.pairs, (double) difference[k], squares[k]};
      put(r, j, &found, r->tied_deaths, &s->seen);
    }
  }
}

/* ---- the call ---- */

/* Seconds of a column, measured on a Zen 4: by all pairs, by a tree, and
   of its ranks. There vectors of 16 and of 32 lanes take the same time. */
static double pairs_seconds(const mc_outcome *o, const mc_call *call) {
  const double pair = call->kernels->concordance_lanes() == 1 ? 5e-10 : 2.2e-11;
  return pair * o->list.pairs + 2e-9 * (double) o->n;
}

static double tree_seconds(const mc_outcome *o) {
  return 3.1e-9 * (double) o->n * log2((double) o->n + 2);
}

static double rank_seconds(const mc_outcome *o) {
  return 7e-9 * (double) o->n;
}

static mc_status make_scratch(run *r, int threads, mc_arena *arena) {
  r->scratch = mc_alloc(arena, threads, sizeof *r->scratch);
  if (r->scratch == NULL)
    return MC_ERR_MEMORY;
  for (int t = 0; t < threads; t++) {
    scratch *s = &r->scratch[t];
    *s = (scratch){
      .present = mc_alloc(arena, r->o.n, 1),
      .pairs = mc_alloc(arena, r->by_pairs ? mc_concordance_scratch(r->o.n) : 0, sizeof *s->pairs)};
    if (s->present == NULL || s->pairs == NULL)
      return MC_ERR_MEMORY;
    MC_TRY(mc_concordance_seen_make(&s->seen, &r->o, arena));
    MC_TRY(mc_concordance_room_make(&s->tree, &r->o, arena));
    MC_TRY(mc_outcome_sums_make(&s->sums, &r->o, arena));
  }
  return mc_kendall_rank_scratch_make(&r->sorting, r->o.n, threads, arena);
}

mc_status mc_concordance(const mc_concordance_job *job, mc_concordances to,
                         mc_concordance_report *report, const mc_call *call) {
  run r = {.job = job, .to = to, .call = call};
  MC_TRY(mc_outcome_make(&r.o, &job->outcome, call->arena));
  MC_TRY(mc_outcome_sums_make(&r.sums, &r.o, call->arena));
  mc_outcome_sum(&r.o, NULL, &r.sums);
  r.tied_deaths = mc_concordance_tied_deaths(&r.o, NULL);
  const double pairs = pairs_seconds(&r.o, call), tree = tree_seconds(&r.o);
  r.by_pairs = r.o.n <= MC_CONCORDANCE_ROWS && job->outcome.weight == NULL &&
               (job->way == MC_CONCORDANCE_AUTO ? pairs < tree : job->way == MC_CONCORDANCE_PAIRS);
  const double count = r.by_pairs ? pairs : tree, rank = rank_seconds(&r.o);
  const int threads = mc_call_threads(call, (double) job->x.columns * (count + rank));

  const mc_kendall_ranks_extras extras = {.order = false};
  const int64_t fit = PANEL_BYTES / (mc_kendall_ranks_column_bytes(r.o.n, extras) + 1);
  const int64_t least = COLUMNS * (int64_t) threads;
  const int64_t panel = mc_min(mc_round_up(mc_max(job->x.columns, 1), COLUMNS),
                               mc_round_up(mc_max(fit, least), COLUMNS));
  MC_TRY(mc_kendall_ranks_make(&r.ranks, r.o.n, panel, extras, call->arena));
  MC_TRY(make_scratch(&r, threads, call->arena));

  mc_monitor_start(call->monitor, (double) job->x.columns * (rank + count));
  for (r.first = 0; r.first < job->x.columns; r.first += panel) {
    const int64_t last = mc_min(r.first + panel, job->x.columns);
    const mc_kendall_rank_job ranking = {&r.ranks, &job->x, r.first, last};
    MC_TRY(mc_kendall_ranks_fill(&ranking, 1, job->row, threads, &r.sorting, rank, call));
    const int64_t groups = (last - r.first + COLUMNS - 1) / COLUMNS;
    MC_TRY(mc_run_each(call->monitor, threads, groups,
                       count * (double) (last - r.first) / (double) groups, do_group, &r));
  }
  *report = (mc_concordance_report){threads, atomic_load(&r.done_by_pairs)};
  return MC_OK;
}
