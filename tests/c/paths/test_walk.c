/* Paths out of recorded vertices. */
#include "paths/walk.h"

#include <string.h>

#include "check.h"
#include "data.h"
#include "guard.h"

enum { NONE = INT32_MIN, MOST = 40 };

typedef struct {
  int64_t n;
  int32_t *via, *vertex, *pending, *place;
} walker;

static walker make(int64_t n) {
  walker w = {n, GUARD_NEW(int32_t, n * n), GUARD_NEW(int32_t, n),
              GUARD_NEW(int32_t, MC_PATHS_WALK_ROOM(n)), GUARD_NEW(int32_t, n)};
  for (int64_t i = 0; i < n * n; i++)
    w.via[i] = NONE;
  memset(w.place, 0, (size_t) n * sizeof *w.place);
  return w;
}

static void release(walker *w) {
  guard_free(w->via);
  guard_free(w->vertex);
  guard_free(w->pending);
  guard_free(w->place);
}

static int32_t *at(walker *w, int64_t from, int64_t to) {
  return w->via + (from - 1) + (to - 1) * w->n;
}

static int64_t walk(walker *w, int64_t from, int64_t to) {
  const int64_t edges = mc_paths_walk(w->via, w->n, from, to, w->vertex, w->pending, w->place);
  for (int64_t v = 0; v < w->n; v++)
    CHECK_INT(w->place[v], 0);
  return edges;
}

static void test_edges(void) {
  walker w = make(3);
  CHECK_INT(walk(&w, 1, 3), 1);
  CHECK_INT(w.vertex[0], 3);
  CHECK_INT(walk(&w, 2, 2), 0);
  *at(&w, 1, 3) = 2;
  CHECK_INT(walk(&w, 1, 3), 2);
  CHECK_INT(w.vertex[0], 2);
  CHECK_INT(w.vertex[1], 3);
  release(&w);
}

/* What algorithm 1 records on graphs of random whole weights: the path is simple, its edges
   exist, and its length is the distance. */
static void test_recorded(void) {
  rng r = {5};
  for (int round = 0; round < 200; round++) {
    const int64_t n = 1 + rng_below(&r, MOST), far = INT32_MAX;
    walker w = make(n);
    int64_t weight[MOST][MOST], d[MOST][MOST];
    for (int64_t i = 0; i < n; i++)
      for (int64_t j = 0; j < n; j++)
        weight[i][j] = d[i][j] = i == j ? 0 : rng_chance(&r, 0.7) ? far : rng_below(&r, 9);
    for (int64_t k = 0; k < n; k++)
      for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
          if (d[i][k] < far && d[k][j] < far && d[i][k] + d[k][j] < d[i][j]) {
            d[i][j] = d[i][k] + d[k][j];
            *at(&w, i + 1, j + 1) = (int32_t) k + 1;
          }
    for (int64_t i = 0; i < n; i++)
      for (int64_t j = 0; j < n; j++) {
        check_note("round %d, n %d, from %d to %d", round, (int) n, (int) i + 1, (int) j + 1);
        if (d[i][j] == far)
          continue;
        const int64_t edges = walk(&w, i + 1, j + 1);
        CHECK(edges >= 0 && edges < n);
        int64_t length = 0, here = i;
        bool seen[MOST] = {false};
        seen[i] = true;
        for (int64_t e = 0; e < edges; e++) {
          const int64_t next = w.vertex[e] - 1;
          CHECK(!seen[next]);
          seen[next] = true;
          length += weight[here][next];
          here = next;
        }
        CHECK_INT(here, j);
        CHECK_INT(length, d[i][j]);
      }
    release(&w);
  }
}

/* 1 4 5 over 3 -> 1 -> 4 and 3 again: what lies between is cut out. */
static void test_loops(void) {
  walker w = make(6);
  *at(&w, 1, 6) = 3; /* 1 ... 3 ... 6 */
  *at(&w, 1, 3) = 5; /* 1 2 5 3 */
  *at(&w, 1, 5) = 2;
  *at(&w, 3, 6) = 4; /* 3 5 4 6: back to 5 */
  *at(&w, 3, 4) = 5;
  CHECK_INT(walk(&w, 1, 6), 4);
  const int32_t want[] = {2, 5, 4, 6};
  for (int e = 0; e < 4; e++)
    CHECK_INT(w.vertex[e], want[e]);
  *at(&w, 5, 4) = 1; /* 3 5 1 4 6: back to the start */
  CHECK_INT(walk(&w, 1, 6), 2);
  CHECK_INT(w.vertex[0], 4);
  CHECK_INT(w.vertex[1], 6);
  release(&w);
}

static void test_endless(void) {
  walker w = make(3);
  *at(&w, 1, 2) = 3;
  *at(&w, 1, 3) = 2; /* into each other */
  CHECK_INT(walk(&w, 1, 2), MC_PATHS_WALK_ENDLESS);
  *at(&w, 1, 3) = NONE;
  *at(&w, 1, 2) = 1; /* into itself, at its beginning and at its end */
  CHECK_INT(walk(&w, 1, 2), MC_PATHS_WALK_ENDLESS);
  *at(&w, 1, 2) = 2;
  CHECK_INT(walk(&w, 1, 2), MC_PATHS_WALK_ENDLESS);
  release(&w);
}

static void test_invalid(void) {
  walker w = make(3);
  const int32_t bad[] = {0, -1, 4, INT32_MAX, INT32_MIN + 1};
  for (int i = 0; i < 5; i++) {
    *at(&w, 1, 2) = bad[i];
    CHECK_INT(walk(&w, 1, 2), MC_PATHS_WALK_INVALID);
  }
  CHECK_INT(walk(&w, 2, 1), 1);
  release(&w);
}

static const check_test tests[] = {
  {"edges", test_edges},     {"what algorithm 1 records", test_recorded},
  {"loops", test_loops},     {"endless", test_endless},
  {"invalid", test_invalid}, {0}};
const check_suite suite_walk = {"walk", tests, false, NULL};
