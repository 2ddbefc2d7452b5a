/* Shortest paths: distances, intermediate vertices, refused weights and negative cycles are
   compared with algorithm 1 of Hou et al., bit by bit: all algorithms, some blocks and schedules,
   on all targets, with one to four threads. Paths are walked: of whole weights that are positive
   each path has the length of its distance. A walk by any numbers must end within its room. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "dispatch/dispatch.h"
#include "fuzz.h"
#include "guard.h"
#include "oracle.h"
#include "paths/paths_oracle.h"
#include "paths/walk.h"

const char fuzz_topic[] = "paths";

/* Most edges are missing, or few. Whole weights and reals are negative only if `negative`. */
static mc_matrix graph(fuzz_source *s, int64_t n, fuzz_kind kind, bool negative) {
  const mc_type type = fuzz_chance(s, 4) ? MC_I32 : MC_F64;
  mc_matrix w = fuzz_matrix(s, type, n, n, kind);
  const int64_t present = fuzz_pick(s, 5);
  double *d = type == MC_F64 ? guard_owned(w.data) : NULL;
  int32_t *k = type == MC_I32 ? guard_owned(w.data) : NULL;
  for (int64_t at = 0; at < n * n; at++) {
    const bool missing = fuzz_pick(s, 5) < present;
    if (type == MC_I32)
      k[at] = missing ? INT32_MIN : kind == FUZZ_ANY || negative ? k[at] : k[at] + 5;
    else
      d[at] = missing                        ? fuzz_chance(s, 2) ? INFINITY : oracle_na()
                                     : kind == FUZZ_ANY || negative ? d[at]
              : kind == FUZZ_NASTY && isnan(d[at] - d[at]) ? d[at]
                                                           : fabs(d[at]);
  }
  return w;
}

static void refused(const mc_paths_job *job, int threads, int64_t bad) {
  const int64_t n = job->w.rows;
  double *distance = GUARD_NEW(double, n *n);
  guard_arena arena = guard_arena_make();
  mc_paths_report report;
  const mc_call call = mc_call_make(&arena.arena, NULL, threads);
  check_note("%s, n %d, single %d, algorithm %d, %d threads, a weight that is refused",
             mc_target_active(), (int) n, job->single, job->algorithm, threads);
  CHECK_INT(mc_paths(job, distance, NULL, &report, &call), MC_ERR_ARGUMENT);
  CHECK_INT(report.at, bad);
  guard_arena_release(&arena);
  guard_free(distance);
}

typedef struct {
  int64_t n;
  int32_t *via, *vertex, *pending, *place;
} walker;

static walker walker_make(int64_t n, int32_t *via) {
  walker w = {n, via, GUARD_NEW(int32_t, n), GUARD_NEW(int32_t, MC_PATHS_WALK_ROOM(n)),
              GUARD_NEW(int32_t, n)};
  memset(w.place, 0, (size_t) n * sizeof *w.place);
  return w;
}

static void walker_free(walker *w) {
  guard_free(w->vertex);
  guard_free(w->pending);
  guard_free(w->place);
}

static int64_t walk(walker *w, int64_t from, int64_t to) {
  const int64_t edges = mc_paths_walk(w->via, w->n, from, to, w->vertex, w->pending, w->place);
  for (int64_t v = 0; v < w->n; v++)
    CHECK_INT(w->place[v], 0);
  CHECK(edges < w->n || w->n == 0);
  return edges;
}

/* The paths of whole, positive weights. (A walk reads matrices as R has them, column by column.) */
static void walk_all(const mc_matrix *weights, const paths_answer *a) {
  walker w = walker_make(a->n, a->via);
  for (int64_t from = 0; from < a->n; from++)
    for (int64_t to = 0; to < a->n; to++) {
      if (isinf(a->distance[from + to * a->n]))
        continue;
      check_note("n %d, walk from %d to %d", (int) a->n, (int) from + 1, (int) to + 1);
      const int64_t edges = walk(&w, from + 1, to + 1);
      int64_t at = from;
      double length = 0;
      for (int64_t e = 0; e < edges; at = w.vertex[e++] - 1) {
        bool na;
        length += matrix_at(weights, at, w.vertex[e] - 1, &na);
        CHECK(!na);
      }
      CHECK(edges >= 0 && at == to && length == a->distance[from + to * a->n]);
    }
  walker_free(&w);
}

/* Any numbers, most of them vertices. */
static void walk_anything(fuzz_source *s, int64_t n) {
  int32_t *via = GUARD_NEW(int32_t, n * n);
  for (int64_t at = 0; at < n * n; at++)
    via[at] = fuzz_chance(s, 2)    ? INT32_MIN
              : fuzz_chance(s, 30) ? (int32_t) (uint32_t) fuzz_bits(s)
                                   : (int32_t) fuzz_pick(s, n) + 1;
  walker w = walker_make(n, via);
  for (int turn = 0; turn < 4 && n > 0; turn++) {
    check_note("n %d, a walk by any numbers", (int) n);
    const int64_t from = 1 + fuzz_pick(s, n), to = 1 + fuzz_pick(s, n);
    walk(&w, from, to);
  }
  walker_free(&w);
  guard_free(via);
}

void fuzz_job(fuzz_source *s) {
  const int64_t n = fuzz_size(s, 70);
  if (fuzz_chance(s, 8)) {
    walk_anything(s, n < 20 ? n : 20);
    return;
  }
  const fuzz_kind kind = (fuzz_kind) fuzz_pick(s, FUZZ_KINDS);
  const bool negative = fuzz_chance(s, 3), single = fuzz_chance(s, 3), paths = !fuzz_chance(s, 3);
  const int64_t steps = fuzz_chance(s, 4) ? fuzz_pick(s, n + 1) : n;
  mc_matrix w = graph(s, n, kind, negative);
  const int64_t bad = paths_first_bad(&w, single);
  paths_answer want = bad == 0 ? paths_solve(&w, single, steps) : (paths_answer){0};
  const int every = n > 33 ? 4 : 1, turn = (int) fuzz_pick(s, 16);
  for (int t = fuzz_target(0); t >= 0; t = fuzz_target(t + 1))
    for (int which = (turn + t) % every; which < PATHS_METHODS; which += every) {
      mc_paths_job job = paths_job_by(which, w, single, steps);
      const int threads = 1 + (turn / 4 + which) % 4;
      job.schedule = paths_schedules[(turn + which) % PATHS_SCHEDULES];
      if (bad == 0)
        paths_check(&job, threads, paths, &want);
      else
        refused(&job, threads, bad);
    }
  if (bad == 0) {
    if (kind == FUZZ_WHOLE && !negative && want.negative == 0)
      walk_all(&w, &want);
    paths_free(&want);
  }
  matrix_free(&w);
}
