#ifndef MC_ACCORDION_WORK_H
#define MC_ACCORDION_WORK_H

#include "base/status.h"
#include "dispatch/call.h"
#include "dynprog/accordion_types.h"
#include "kernels/dynprog/types.h"

/* State that the drivers of accordion folding share: S and F of kernels/dynprog/accordion.h, in the
   layout of the algorithm. Points are 0, ..., n: point e lies before residue e. */

enum { MC_ACCORDION_SIDE = MC_DYNPROG_SIDE };

typedef enum {
  MC_ACCORDION_PLAIN,   /* s32[i stride + e] = S(i, e), f32[e stride + k] = F(e, k): figure 2 */
  MC_ACCORDION_TILES,   /* row-major matrices, used in tiles of 64 x 64 */
  MC_ACCORDION_ZMORTON, /* tiles of 64 x 64 in Z-Morton order */
  MC_ACCORDION_GROUPS   /* rows of 32 starts (kernels/dynprog/accordion.h); no F */
} mc_accordion_layout;

/* TILES and ZMORTON: row e of the matrix s has S(i, e) in column i < e, and S(e, k) in column
   k > e. Row e of the matrix f has F(i, e) = F(e, 2 e - i) in column i < e, and F(e, k) in column
   k > e. Both are padded with 0 to whole tiles; 0 never wins. */
typedef struct {
  const mc_accordion_job *job;
  const mc_call *call;
  mc_accordion_layout layout;
  int64_t n, tiles; /* residues; tiles of points, in one direction */
  int64_t stride;   /* from row to row: PLAIN, TILES */
  int32_t *s32, *f32;
  uint16_t *s, *f;
  mc_accordion_rows *rows; /* GROUPS: a struct for each group of 32 starts */
  mc_accordion_halves top; /* GROUPS */
  int threads;
} mc_accordion_work;

/* Allocates the layout's memory. All layouts but GROUPS: computes F and sets S to 0. */
mc_status mc_accordion_prepare(mc_accordion_work *w, mc_accordion_layout layout);

/* TILES and ZMORTON: the offset of a tile's first number; the distance from row to row. */
int64_t mc_accordion_tile_at(const mc_accordion_work *w, int64_t row, int64_t column);
int64_t mc_accordion_apart(const mc_accordion_work *w);

/* GROUPS. The lowest chunk of starts whose next strands a turn group reads from its rows. The next
   strands of lower chunks are long: their scores are in `top`. They end in other turn groups. */
int64_t mc_accordion_table(const mc_accordion_work *w, int64_t group);

/* S(i, e), i < e; and S(i, e), ..., S(i, e + count - 1). */
int32_t mc_accordion_at(const mc_accordion_work *w, int64_t i, int64_t e);
void mc_accordion_row(const mc_accordion_work *w, int64_t i, int64_t e, int64_t count, int32_t *s);

/* Do the residues a < b make a contact if they stand side by side? Numbers below 0 and from n on
   are no residues and make no contact. */
static inline int mc_accordion_contact(const mc_accordion_job *job, int64_t a, int64_t b) {
  return a >= 0 && b < job->n && job->hydrophobic[a] && job->hydrophobic[b];
}

#endif
