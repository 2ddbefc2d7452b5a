/* Floyd-Warshall as Hou et al. write it (algorithm 1), with threads on line 4: the baseline.

     for each k
       for each u, by threads
         for each v
           dist[u][v] = min(dist[u][v], dist[u][k] + dist[k][v])

   Row k and column k do not change at step k, because dist[k][k] is not negative. If it is
   negative, the algorithm ends. */

#include "paths/naive.h"

static unsigned char *number_at(const mc_paths_work *w, int64_t row, int64_t column) {
  return (unsigned char *) w->number + (row * w->n + column) * w->tropical.size;
}

typedef struct {
  const mc_paths_work *w;
  int64_t k;
} step;

static void do_rows(void *context, int64_t first, int64_t last) {
  const step *s = context;
  const mc_paths_work *w = s->w;
  for (int64_t u = first; u < last; u++)
    w->kernels.row(number_at(w, s->k, 0), number_at(w, u, 0), w->n, s->k,
                   w->via == NULL ? NULL : w->via + u * w->n, (int32_t) s->k + 1);
}

static void steps(void *context, int64_t first, int64_t last) {
  mc_paths_work *w = context;
  for (int64_t k = first; k < last && w->negative == 0; k++)
    if (mc_paths_is_negative(w, number_at(w, k, k))) {
      w->negative = k + 1;
    } else {
      step s = {w, k};
      mc_ranges(w->threads, w->n, 1, do_rows, &s);
    }
}

mc_status mc_paths_naive(mc_paths_work *w) {
  const mc_status status =
    mc_run_passes(w->call->monitor, w->steps, 1, (double) (w->n * w->n), steps, w);
  return w->negative != 0 ? MC_ERR_CYCLE : status;
}
