/* The filter of searches for neighbours: no sum within a limit is missed, whatever the data. Few
   others pass where single precision suits the data. */
#include "distance/screen.h"

#include <math.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "check.h"
#include "data.h"
#include "distance/neighbors.h"
#include "distance/tile.h"
#include "guard.h"

enum { LANES = MC_DISTANCE_LANES };

/* ---- data ---- */

typedef enum {
  NORMAL,      /* about normal */
  GRID,        /* small integers: many sums are equal */
  FAR_CLUSTER, /* two clusters, far apart against their width */
  NEIGHBOURS,  /* numbers that floats cannot tell apart */
  OUTLIER,     /* one point is very far away */
  SIZES,       /* numbers of all sizes */
  KINDS
} kind;

static double value(rng *r, kind kind, int64_t point) {
  double v = 0;
  for (int i = 0; i < 4; i++)
    v += (double) rng_below(r, 1000001) / 1e6 - 0.5;
  switch (kind) {
  case GRID: return (double) rng_below(r, 5);
  case FAR_CLUSTER: return v + (point % 2 == 0 ? 1e4 : -1e4);
  case NEIGHBOURS: return 1 + v * 0x1p-40;
  case OUTLIER: return point == 0 ? 1e12 : v;
  case SIZES: return v * ldexp(1, (int) rng_below(r, 80) - 40);
  default: return v;
  }
}

static mc_matrix points(rng *r, kind kind, int64_t n, int64_t d, double scale, double odd) {
  double *x = GUARD_NEW(double, n *d);
  for (int64_t i = 0; i < n * d; i++)
    x[i] = rng_chance(r, odd) ? (double) NAN : value(r, kind, i % n) * scale;
  return (mc_matrix){x, MC_F64, n, d};
}

/* ---- checks ---- */

typedef struct {
  int64_t asked, on, within, passed; /* panels; sums */
} counts;

/* A limit that some sum of the row just meets, or just misses. */
static double any_limit(rng *r, const double *sum, int64_t lanes) {
  const double met = sum[rng_below(r, lanes)];
  return rng_chance(r, 0.05)   ? -1
         : rng_chance(r, 0.05) ? 0
         : isnan(met)          ? 1
         : rng_chance(r, 0.3)  ? nextafter(met, 0)
                               : met;
}

/* The least sums of the row: few pass. */
static double least_of(const double *sum, int64_t lanes) {
  double least = INFINITY;
  for (int64_t l = 0; l < lanes; l++)
    least = sum[l] > 0 && sum[l] < least ? sum[l] : least;
  return least;
}

static void check_panels(rng *r, const mc_distance_neighbors_pass *pass, mc_distance_queries *q,
                         int64_t queries, int64_t points, counts *c) {
  const mc_distance_part part = mc_distance_panels(&pass->work, queries, points, 0);
  const int64_t rows = part.row1 - part.row0, lanes = part.lane1 - part.lane0;
  const double *sums = (const double *) part.sum;
  const bool least = rng_chance(r, 0.7);
  mc_distance_queries_start(q, &pass->screen, queries);
  q->met = q->wait = q->pause = 0; /* the filter does not rest */
  for (int64_t i = 0; i < LANES; i++) {
    const double *row = sums + i * part.width;
    mc_distance_queries_limit(q, i,
                              i >= rows ? -1
                              : least   ? least_of(row, lanes)
                                        : any_limit(r, row, lanes));
  }
  uint32_t which[LANES];
  c->asked++;
  if (!mc_distance_queries_screen(q, &pass->screen, points, which))
    return;
  c->on++;
  CHECK(part.count == NULL);
  for (int64_t i = 0; i < LANES; i++) {
    double sum[LANES];
    if (which[i] != 0)
      mc_distance_queries_sums(q, &pass->screen, i, points, which[i], sum);
    CHECK((i < rows || which[i] == 0) && (lanes == LANES || which[i] >> lanes == 0));
    for (int64_t l = 0; l < lanes && i < rows; l++) {
      const bool within = sums[i * part.width + l] <= q->limit[i], passed = which[i] >> l & 1;
      CHECK(passed || !within);
      CHECK(!passed || sum[l] == sums[i * part.width + l]);
      c->within += within;
      c->passed += passed;
    }
  }
}

static counts check_points(rng *r, mc_matrix x, mc_matrix y, bool self, bool fused) {
  counts c = {0};
  const mc_distance_neighbors_job job = {.x = x, .y = y, .self = self, .fused = fused};
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, NULL, 1);
  mc_distance_neighbors n;
  mc_distance_neighbors_pass pass;
  mc_distance_queries q;
  CHECK_INT(mc_distance_neighbors_begin(&n, &job, &call), MC_OK);
  CHECK_INT(mc_distance_neighbors_pack(&pass, &n, 0, 1, &call), MC_OK);
  CHECK_INT(mc_distance_queries_make(&q, &pass.screen), MC_OK);
  for (int64_t a = 0; a < pass.work.a.blocks; a++)
    for (int64_t b = 0; b < pass.work.b.blocks; b++)
      check_panels(r, &pass, &q, a, b, &c);
  guard_arena_release(&arena);
  return c;
}

static void test_no_miss(void) {
  rng r = {1};
  const double scales[] = {1, 1e-3, 1e30, 1e-130, 1e-145, 1e145, 1e-170, 1e160, 1e-310};
  counts all[KINDS] = {{0}};
  for (int k = 0; k < KINDS; k++)
    for (int s = 0; s < 9; s++)
      for (int round = 0; round < (check_fast() ? 3 : 12); round++) {
        const int64_t d = round % 4 == 0 ? rng_below(&r, 6) : 3 + rng_below(&r, 90);
        const double odd = round % 3 == 0 ? 0.002 : 0;
        const bool self = round % 2 == 0;
        const mc_matrix x = points(&r, (kind) k, 1 + rng_below(&r, 150), d, scales[s], odd);
        const mc_matrix y = points(&r, (kind) k, 1 + rng_below(&r, 70), d, scales[s], odd);
        check_note("kind %d, d %d, scale %g, odd %g, %d x %d, self %d", k, (int) d, scales[s], odd,
                   (int) x.rows, (int) y.rows, self);
        const counts c = check_points(&r, x, y, self, round % 5 == 0);
        if (s < 4) {
          all[k].asked += c.asked;
          all[k].on += c.on;
          all[k].within += c.within;
        }
        guard_free((void *) (uintptr_t) x.data);
        guard_free((void *) (uintptr_t) y.data);
      }
  for (int k = 0; k < KINDS; k++) { /* the filter was asked in earnest */
    check_note("kind %d: %d of %d panels, %d sums", k, (int) all[k].on, (int) all[k].asked,
               (int) all[k].within);
    CHECK(k == NEIGHBOURS || (all[k].on > 5 && all[k].within > 5));
  }
}

/* Where floats suit the data, hardly a sum passes that is above the limit. One point that is far
   away changes nothing for the others. */
static void test_few_pass(void) {
  rng r = {2};
  const kind kinds[] = {NORMAL, OUTLIER};
  for (int k = 0; k < 2; k++) {
    const mc_matrix x = points(&r, kinds[k], 640, 50, 1, 0);
    const counts c = check_points(&r, x, x, true, false);
    check_note("kind %d: %d panels, %d within limits, %d passed", (int) kinds[k], (int) c.on,
               (int) c.within, (int) c.passed);
    CHECK(c.on > 100);
    CHECK((double) c.passed <= 1.001 * (double) c.within);
    guard_free(guard_owned(x.data));
  }
}

/* ---- one search, made ready ---- */

typedef struct {
  mc_matrix x;
  mc_distance_neighbors_job job;
  guard_arena arena;
  mc_call call;
  mc_distance_neighbors all;
  mc_distance_neighbors_pass pass;
} search;

static void begin(search *s, rng *r, int64_t n, int64_t d) {
  s->x = points(r, NORMAL, n, d, 1, 0);
  s->job = (mc_distance_neighbors_job){.x = s->x, .self = true};
  s->arena = guard_arena_make();
  s->call = mc_call_make(&s->arena.arena, NULL, 1);
  CHECK_INT(mc_distance_neighbors_begin(&s->all, &s->job, &s->call), MC_OK);
  CHECK_INT(mc_distance_neighbors_pack(&s->pass, &s->all, 0, 1, &s->call), MC_OK);
}

static void end(search *s) {
  guard_arena_release(&s->arena);
  guard_free(guard_owned(s->x.data));
}

/* The filter waits for a panel with few sums within limits. A filter that lets too much pass rests
   for a growing number of panels. */
static void test_rest(void) {
  enum { PANELS = 60 };
  static search s;
  rng r = {3};
  begin(&s, &r, LANES * PANELS, 8);
  mc_distance_queries q;
  CHECK_INT(mc_distance_queries_make(&q, &s.pass.screen), MC_OK);
  mc_distance_queries_start(&q, &s.pass.screen, 0);
  for (int64_t i = 0; i < LANES; i++)
    mc_distance_queries_limit(&q, i, 0);
  uint32_t which[LANES];
  CHECK(!mc_distance_queries_screen(&q, &s.pass.screen, 0, which)); /* no panel was met exactly */
  q.met = 0;
  CHECK(mc_distance_queries_screen(&q, &s.pass.screen, 0, which));
  for (int64_t i = 0; i < LANES; i++)
    mc_distance_queries_limit(&q, i, 1e6);
  int tried = 0;
  for (int64_t p = 0; p < PANELS; p++) {
    const bool waits = q.wait > 0;
    CHECK(!mc_distance_queries_screen(&q, &s.pass.screen, p, which));
    tried += !waits;
  }
  CHECK(tried > 4 && tried < 10);
  for (int64_t i = 0; i < LANES; i++)
    mc_distance_queries_limit(&q, i, 0);
  int passed = 0;
  for (int64_t p = 0; p < PANELS; p++)
    passed += mc_distance_queries_screen(&q, &s.pass.screen, p, which);
  CHECK(passed > PANELS - 20); /* once the rest is over, it stays on */
  mc_distance_queries_start(&q, &s.pass.screen, 1);
  q.met = 0;
  for (int64_t i = 0; i < LANES; i++)
    mc_distance_queries_limit(&q, i, 1e6);
  CHECK(!mc_distance_queries_screen(&q, &s.pass.screen, 0, which));
  mc_distance_queries_start(&q, &s.pass.screen, 2);
  q.met = 0;
  CHECK_INT(q.wait, 1); /* the rest goes on for the next queries */
  for (int64_t i = 0; i < LANES; i++)
    mc_distance_queries_limit(&q, i, 0);
  CHECK(!mc_distance_queries_screen(&q, &s.pass.screen, 0, which));
  CHECK(mc_distance_queries_screen(&q, &s.pass.screen, 1, which));
  q.wait = q.pause = 15; /* a long rest ends, even if each panel of queries meets few panels */
  int64_t panel = 0, on = 0;
  for (; panel < 20 && on == 0; panel++) {
    mc_distance_queries_start(&q, &s.pass.screen, panel);
    q.met = 0;
    for (int64_t i = 0; i < LANES; i++)
      mc_distance_queries_limit(&q, i, 0);
    for (int64_t p = 0; p < 3; p++)
      on += mc_distance_queries_screen(&q, &s.pass.screen, p, which);
  }
  CHECK_INT(panel, 6);
  end(&s);
}

/* The filter is for the Euclidean metric only. */
static void test_metric(void) {
  static search s;
  rng r = {6};
  begin(&s, &r, 200, 20);
  for (int other = 0; other < 2; other++) {
    mc_distance_job of = *s.pass.work.job;
    of.metric = (mc_distance_metric) (MC_DISTANCE_METRIC_EUCLIDEAN + other);
    mc_distance_work work = s.pass.work;
    work.job = &of;
    mc_distance_screen screen;
    CHECK_INT(mc_distance_screen_make(&screen, &work, &s.all.y.panel, &s.all.x.panel), MC_OK);
    CHECK(screen.on == (other == 0));
  }
  end(&s);
}

/* All sums of a query with an infinite or a very large limit pass. Other queries are filtered. */
static void test_large_limits(void) {
  static const double large[] = {INFINITY, 1e300, 1e100};
  static search s;
  rng r = {7};
  begin(&s, &r, 4 * LANES, 20);
  mc_distance_queries q;
  CHECK_INT(mc_distance_queries_make(&q, &s.pass.screen), MC_OK);
  for (int k = 0; k < 3; k++) {
    mc_distance_queries_start(&q, &s.pass.screen, 0);
    q.met = 0;
    for (int64_t i = 0; i < LANES; i++)
      mc_distance_queries_limit(&q, i, i == 5 ? large[k] : 0);
    uint32_t which[LANES];
    CHECK(mc_distance_queries_screen(&q, &s.pass.screen, 1, which));
    for (int64_t i = 0; i < LANES; i++)
      CHECK_INT(which[i], i == 5 ? UINT32_MAX : 0);
  }
  end(&s);
}

/* The work of making the filter can be interrupted. */
static void test_interrupt(void) {
  static search s;
  rng r = {8};
  begin(&s, &r, 40 * LANES, 20);
  check_polls polls = {.stop_at = 1};
  mc_monitor monitor = {.poll = check_poll, .data = &polls, .pass = 1e-9};
  guard_arena arena = guard_arena_make();
  const mc_call call = mc_call_make(&arena.arena, &monitor, 1);
  mc_distance_work work = s.pass.work;
  work.call = &call;
  mc_distance_screen screen;
  CHECK_INT(mc_distance_screen_make(&screen, &work, &s.all.y.panel, &s.all.x.panel),
            MC_INTERRUPTED);
  CHECK_INT(polls.polls, 1);
  guard_arena_release(&arena);
  end(&s);
}

/* Two points are far away. The others come in close pairs, and are so near to the center that their
   products are below the normal floats. In every second round the processor takes such floats as 0.
 */
static void test_flushed(void) {
#if defined(__SSE2__)
  enum { FLUSH = 0x8040 }; /* results to 0, and operands */
  rng r = {5};
  int64_t within = 0;
  const unsigned before = _mm_getcsr();
  for (int round = 0; round < 300; round++) {
    const int64_t d = 8 + rng_below(&r, 90), n = 70 + 2 * rng_below(&r, 30);
    const mc_matrix x = points(&r, NORMAL, n, d, ldexp(1, -58 - (int) rng_below(&r, 10)), 0);
    double *number = guard_owned(x.data);
    for (int64_t k = 0; k < d; k++) {
      number[k * n] = 1;
      number[k * n + 1] = -1;
      for (int64_t i = 2; i < n; i += 2)
        number[k * n + i + 1] = number[k * n + i] * (1 + 0x1p-20);
    }
    check_note("round %d, %d points, d %d", round, (int) n, (int) d);
    if (round % 2 == 0)
      _mm_setcsr(before | FLUSH);
    const counts c = check_points(&r, x, x, true, false);
    _mm_setcsr(before);
    if (round % 2 == 0)
      within += c.within;
    guard_free(number);
  }
  CHECK(within > 100);
#else
  check_skip("floats are not flushed here");
#endif
}

static const check_test tests[] = {{"no miss", test_no_miss},
                                   {"few pass", test_few_pass},
                                   {"rest", test_rest},
                                   {"metric", test_metric},
                                   {"large limits", test_large_limits},
                                   {"interrupt", test_interrupt},
                                   {"flushed", test_flushed},
                                   {0}};
const check_suite suite_screen = {"screen", tests, true, "distance_ "};
