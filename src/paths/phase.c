#include "paths/phase.h"

#include "base/integers.h"
#include "base/team.h"
#include "paths/simd.h"
#include "paths/solve.h"
#include "paths/work.h"
#include "tropical/panel.h"

enum {
  LANES = MC_TROPICAL_LANES,
  BAND = 8,        /* groups of columns of a tile of phase 3 */
  DEPTH = 128,     /* steps at a time: 32 lanes of them are half of a level 1 cache */
  GRAIN = 1 << 16, /* numbers that a thread copies at a time */
};

typedef struct {
  mc_paths_job job;
  mc_paths_work w;
  mc_tropical_block x; /* the tile, in the precision of the job */
  int64_t apart, steps,
    first; /* first: the number of the first step in the whole graph, from 1 on */
  bool across;
  const unsigned char *rows, *columns; /* operands */
  unsigned char *made;
} phase;

int64_t mc_paths_panels_apart(int64_t steps) {
  return mc_tropical_panel_steps(steps) * LANES;
}

static int64_t groups_of(int64_t lanes) {
  return mc_round_up(lanes, LANES) / LANES;
}

int64_t mc_paths_panels_count(int64_t steps, int64_t lanes) {
  return groups_of(lanes) * mc_paths_panels_apart(steps);
}

static mc_tropical_block part_of(const phase *p, int64_t row, int64_t column, int64_t rows,
                                 int64_t columns) {
  return mc_tropical_block_at(&p->w.tropical, &p->x, row, column, rows, columns);
}

/* Where a step of the panel of a group is, in bytes behind the first panel. */
static int64_t panel_at(const phase *p, int64_t group, int64_t step) {
  return (group * p->apart + step * LANES) * p->w.tropical.size;
}

/* ---- numbers in and out of the precision of the job ---- */

typedef struct {
  const void *from;
  void *to;
  bool narrow_from, narrow_to;
} conversion;

static void convert(void *context, int64_t first, int64_t last) {
  const conversion *c = context;
  if (c->narrow_to)
    for (int64_t i = first; i < last; i++)
      ((float *) c->to)[i] = (float) ((const double *) c->from)[i];
  else if (c->narrow_from)
    for (int64_t i = first; i < last; i++)
      ((double *) c->to)[i] = (double) ((const float *) c->from)[i];
  else
    for (int64_t i = first; i < last; i++)
      ((double *) c->to)[i] = ((const double *) c->from)[i];
}

/* Room for numbers of the job's precision. */
static unsigned char *room(const phase *p, int64_t count) {
  return mc_alloc(p->w.call->arena, count, p->w.tropical.size);
}

static void put_out(const phase *p, const void *from, double *to, int64_t count) {
  conversion c = {from, to, p->job.single, false};
  mc_ranges(p->w.threads, count, GRAIN, convert, &c);
}

/* A copy in the job's precision. NULL: memory is short. */
static unsigned char *put_in(const phase *p, const double *from, int64_t count) {
  unsigned char *to = room(p, count);
  conversion c = {from, to, false, p->job.single};
  if (to != NULL)
    mc_ranges(p->w.threads, count, GRAIN, convert, &c);
  return to;
}

/* Can the caller's doubles serve as panels where they are? */
static bool serve(const phase *p, const double *panels) {
  return !p->job.single && (uintptr_t) panels % MC_ALIGN == 0;
}

/* Where to make panels for the caller's `panels`: there, if possible. */
static unsigned char *workshop(const phase *p, double *panels, int64_t count) {
  return serve(p, panels) ? (unsigned char *) panels : room(p, count);
}

static void hand_over(const phase *p, const void *made, double *panels, int64_t count) {
  if (made != (const void *) panels)
    put_out(p, made, panels, count);
}

static const unsigned char *operand(const phase *p, const double *panels, int64_t lanes) {
  if (serve(p, panels))
    return (const unsigned char *) panels;
  return put_in(p, panels, mc_paths_panels_count(p->steps, lanes));
}

/* ---- all phases ---- */

static mc_status begin(phase *p, const mc_paths_tile *t, const mc_call *call) {
  const double sums = (double) t->rows * (double) t->columns * (double) t->steps;
  const int threads = mc_call_threads(call, sums * 1e-10);
  *p = (phase){.job = {.single = t->single, .schedule = MC_PATHS_SCHEDULE_DYNAMIC},
               .apart = mc_paths_panels_apart(t->steps),
               .steps = t->steps,
               .first = t->before + 1};
  p->w = (mc_paths_work){.job = &p->job,
                         .call = call,
                         .n = t->steps,
                         .before = t->before,
                         .steps = t->steps,
                         .block = mc_min(mc_paths_simd_block(t->steps, t->via != NULL, threads),
                                         mc_round_up(t->steps, LANES)),
                         .via = t->via,
                         .threads = threads};
  mc_paths_take_kernels(&p->w);
  mc_monitor_start(call->monitor, sums);
  unsigned char *x = (unsigned char *) t->distance;
  if (t->single)
    x = put_in(p, t->distance, t->rows * t->columns);
  p->x = (mc_tropical_block){x, t->via, t->columns, t->rows, t->columns};
  return x == NULL ? MC_ERR_MEMORY : MC_OK;
}

static void end(const phase *p, const mc_paths_tile *t) {
  if (t->single)
    put_out(p, p->x.number, t->distance, t->rows * t->columns);
}

static mc_status run(const mc_site *site, phase *p, int64_t jobs, mc_body body) {
  const double sums = (double) p->x.rows * (double) p->x.columns * (double) p->steps;
  return mc_paths_run_at(site, &p->w, 0, jobs, sums / (double) jobs, body, p);
}

/* ---- phase 1 ---- */

mc_status mc_paths_phase_diagonal(const mc_paths_tile *t, double *rows, double *columns,
                                  int64_t *negative, const mc_call *call) {
  phase p;
  *negative = 0;
  MC_TRY(begin(&p, t, call));
  const int64_t count = mc_paths_panels_count(t->steps, t->steps);
  const mc_paths_panels kept = {workshop(&p, rows, count), workshop(&p, columns, count), p.apart};
  if (kept.rows == NULL || kept.columns == NULL)
    return MC_ERR_MEMORY;
  p.w.kept = &kept;
  p.w.number = p.x.number;
  const mc_status status = mc_paths_simd(&p.w);
  *negative = p.w.negative;
  MC_TRY(status);
  hand_over(&p, kept.rows, rows, count);
  hand_over(&p, kept.columns, columns, count);
  end(&p, t);
  return MC_OK;
}

/* ---- phase 2 ---- */

/* A strip of 32 lanes. Strips do not need each other.

     for each smaller block of steps
       pack its rows of the strip, and solve them
       strip = min(strip, columns of the diagonal + these rows) */
MC_BODY(solve_strip, const phase, p, group) {
  const mc_tropical_semiring *t = &p->w.tropical;
  const mc_tropical_block strip = p->across ? part_of(p, group * LANES, 0, LANES, p->steps)
                                            : part_of(p, 0, group * LANES, p->steps, LANES);
  const unsigned char *diagonal = p->across ? p->rows : p->columns;
  for (int64_t k = 0; k < p->steps; k += p->w.block) {
    const int64_t d = mc_min(p->w.block, p->steps - k);
    unsigned char *made = p->made + panel_at(p, group, k);
    const mc_tropical_block own = p->across ? mc_tropical_block_at(t, &strip, 0, k, LANES, d)
                                            : mc_tropical_block_at(t, &strip, k, 0, d, LANES);
    if (p->across)
      mc_tropical_pack_columns(t, &own, made, p->apart);
    else
      mc_tropical_pack_rows(t, &own, made, p->apart);
    mc_paths_solve_panel(&p->w, diagonal + panel_at(p, k / LANES, k), p->apart, d, made);
    const unsigned char *other = diagonal + panel_at(p, 0, k);
    mc_tropical_product(t, &strip, p->across ? made : other, p->across ? other : made, p->apart, d,
                        (int32_t) (p->first + k));
  }
}

mc_status mc_paths_phase_cross(const mc_paths_tile *t, bool across, const double *diagonal,
                               double *panels, const mc_call *call) {
  phase p;
  const int64_t lanes = across ? t->rows : t->columns;
  const int64_t count = mc_paths_panels_count(t->steps, lanes);
  MC_TRY(begin(&p, t, call));
  p.across = across;
  p.rows = p.columns = operand(&p, diagonal, t->steps);
  p.made = workshop(&p, panels, count);
  if (p.rows == NULL || p.made == NULL)
    return MC_ERR_MEMORY;
  MC_TRY(run(MC_SITE(solve_strip), &p, groups_of(lanes), solve_strip));
  hand_over(&p, p.made, panels, count);
  end(&p, t);
  return MC_OK;
}

/* ---- phase 3 ---- */

MC_BODY(update_tile, const phase, p, id) {
  const int64_t groups = groups_of(p->x.columns), bands = mc_round_up(groups, BAND) / BAND;
  const int64_t row = id / bands, first = id % bands * BAND, last = mc_min(first + BAND, groups);
  for (int64_t k = 0; k < p->steps; k += DEPTH)
    for (int64_t column = first; column < last; column++) {
      const mc_tropical_block x = part_of(p, row * LANES, column * LANES, LANES, LANES);
      mc_tropical_product(&p->w.tropical, &x, p->columns + panel_at(p, row, k),
                          p->rows + panel_at(p, column, k), p->apart, mc_min(DEPTH, p->steps - k),
                          (int32_t) (p->first + k));
    }
}

mc_status mc_paths_phase_others(const mc_paths_tile *t, const double *columns, const double *rows,
                                const mc_call *call) {
  phase p;
  MC_TRY(begin(&p, t, call));
  p.columns = operand(&p, columns, t->rows);
  p.rows = operand(&p, rows, t->columns);
  if (p.columns == NULL || p.rows == NULL)
    return MC_ERR_MEMORY;
  const int64_t bands = mc_round_up(groups_of(t->columns), BAND) / BAND;
  MC_TRY(run(MC_SITE(update_tile), &p, groups_of(t->rows) * bands, update_tile));
  end(&p, t);
  return MC_OK;
}
