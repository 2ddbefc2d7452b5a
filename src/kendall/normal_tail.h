#ifndef MC_KENDALL_NORMAL_TAIL_H
#define MC_KENDALL_NORMAL_TAIL_H

#include "base/arena.h"
#include "kendall/inference.h"

/* p-values of normal statistics from a table. Q(z) = P(Z > z) is a Taylor polynomial around the
   nearest multiple of 1 / 32, for |z| < 8, and comes from erfc() beyond. */
enum { MC_TAIL_DEGREE = 10 };
typedef struct {
  double (*node)[MC_TAIL_DEGREE + 1]; /* coefficients at each multiple */
} mc_kendall_tail;

mc_status mc_kendall_tail_make(mc_kendall_tail *tail, mc_arena *arena);

double mc_kendall_tail_p(const mc_kendall_tail *tail, mc_kendall_alternative alternative, double z);

/* The same of `count` numbers. */
void mc_kendall_tail_ps(const mc_kendall_tail *tail, mc_kendall_alternative alternative,
                        const double *z, double *p, int count);

#endif
