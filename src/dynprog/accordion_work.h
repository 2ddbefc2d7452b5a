#ifndef MC_ACCORDION_WORK_H
#define MC_ACCORDION_WORK_H

#include "base/status.h"
#include "dispatch/call.h"
#include "dynprog/accordion_types.h"
#include "kernels/dynprog/types.h"

/* What the drivers of accordion folding share: S and F of kernels/dynprog/accordion.h, in the
   layout of the algorithm. Strands and turns are between points 0, ..., n. */

enum { MC_ACCORDION_SIDE = MC_DYNPROG_SIDE };

typedef enum {
  MC_ACCORDION_PLAIN,   /* s32[i stride + e] = S(i, e), f32[e stride + k] = F(e, k): figure 2 */
  MC_ACCORDION_TILES,   /* tiles of 64 x 64 of a row-major matrix */
  MC_ACCORDION_ZMORTON, /* the same in Z-Morton order */
  MC_ACCORDION_GROUPS   /* rows of 32 starts (kernels/dynprog/accordion.h); no F */
} mc_accordion_layout;

/* In tiles: S(i, e) in row e and column i, and mirrored; F(e, k) in row e and column k, and
   F(i, e) = F(e, 2 e - i) in column i. Rows and columns are filled up with 0, which never wins. */
typedef struct {
  const mc_accordion_job *job;
  const mc_call *call;
  mc_accordion_layout layout;
  int64_t n, tiles; /* of points, in one direction */
  int64_t stride;   /* of rows, of all but ZMORTON */
  int32_t *s32, *f32;
  uint16_t *s, *f;
  mc_accordion_rows *rows; /* GROUPS: of each group of 32 starts */
  mc_accordion_halves top;
  int threads;
} mc_accordion_work;

/* Memory, and F. */
mc_status mc_accordion_prepare(mc_accordion_work *w, mc_accordion_layout layout);

/* A tile: its first number, and how far rows are apart. */
int64_t mc_accordion_tile_at(const mc_accordion_work *w, int64_t row, int64_t column);
int64_t mc_accordion_apart(const mc_accordion_work *w);

/* GROUPS. The lowest chunk of starts whose next strands a turn group reads from its rows. The next
   strands of lower chunks are long: their scores are in `top`. They end in other turn groups. */
int64_t mc_accordion_table(const mc_accordion_work *w, int64_t group);

/* S(i, e), i < e; and of `count` neighbours e, e + 1, ... */
int32_t mc_accordion_at(const mc_accordion_work *w, int64_t i, int64_t e);
void mc_accordion_row(const mc_accordion_work *w, int64_t i, int64_t e, int64_t count, int32_t *s);

/* Do the residues a and b, a < b, make a contact where they meet? Residues that do not exist make
   none. */
static inline int mc_accordion_contact(const mc_accordion_job *job, int64_t a, int64_t b) {
  return a >= 0 && b < job->n && job->hydrophobic[a] && job->hydrophobic[b];
}

#endif
