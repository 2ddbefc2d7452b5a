#include "paths/search.h"

#include <math.h>
#include <stddef.h>

/* a + b is sum + error, exactly (Knuth). */
typedef struct {
  double sum, error;
} two_sum;

static two_sum add(double a, double b) {
  const double sum = a + b, part = sum - a;
  return (two_sum){sum, (a - (sum - part)) + (b - part)};
}

/* The weight of the edge u -> v, which count from 0 on here. It is not finite if there is no
   edge. */
static double weight_at(const mc_paths_result *r, int64_t u, int64_t v) {
  const int64_t at = u + v * r->n;
  if (r->weights != NULL)
    return r->weights[at];
  return r->via[at] == INT32_MIN ? r->distance[at] : INFINITY;
}

/* ---- length ---- */

static double unit_of(bool single) {
  return single ? 0x1p-24 : 0x1p-53;
}

static double least_of(bool single) {
  return single ? 0x1p-149 : 0;
}

/* The largest absolute distance in the sums for from -> to. */
static double largest_between(const mc_paths_result *r, int64_t from, int64_t to) {
  const double whole = r->distance[from + to * r->n];
  const double share = 2 * (double) r->n * unit_of(r->single);
  double largest = fabs(whole);
  for (int64_t v = 0; v < r->n; v++) {
    const double before = r->distance[from + v * r->n], after = r->distance[v + to * r->n];
    if (!isfinite(before) || !isfinite(after))
      continue;
    const double half = fabs(before) / 2 + fabs(after) / 2; /* the whole may overflow */
    if (before / 2 + after / 2 - whole / 2 <= share * half)
      largest = fmax(largest, fmax(fabs(before), fabs(after)));
  }
  return largest;
}

typedef struct {
  double length, error, size; /* length + error is the sum of the weights */
} measure;

enum { SCALE = 40 }; /* a sum that is too large for a double is scaled by 2^-40 */

/* Adds a weight. */
static void extend(measure *m, double weight) {
  const two_sum next = add(m->length, weight);
  m->length = next.sum;
  m->error += next.error;
  m->size += fabs(weight);
}

static measure measured(const mc_paths_result *r, int64_t from, const int32_t *vertex,
                        int64_t edges, double scale) {
  measure m = {0};
  int64_t here = from - 1;
  for (int64_t e = 0; e < edges; e++) {
    extend(&m, weight_at(r, here, vertex[e] - 1) * scale);
    here = vertex[e] - 1;
  }
  return m;
}

static double off_from(const measure *m, double distance) {
  return fabs(m->length - distance + m->error);
}

/* Is the difference no more than one rounding for each edge? */
static bool is_narrow(const measure *m, double off, int64_t edges, bool single, double scale) {
  return isfinite(m->size) &&
         off <= (double) edges * (unit_of(single) * m->size + least_of(single) * scale);
}

bool mc_paths_add_up(const double *weights, int64_t edges, double distance, bool single) {
  for (int exponent = 0; exponent <= SCALE; exponent += SCALE) {
    const double scale = ldexp(1, -exponent);
    measure m = {0};
    for (int64_t e = 0; e < edges; e++)
      extend(&m, weights[e] * scale);
    if (isfinite(m.size))
      return is_narrow(&m, off_from(&m, distance * scale), edges, single, scale);
  }
  return false;
}

bool mc_paths_fits(const mc_paths_result *r, int64_t from, const int32_t *vertex, int64_t edges,
                   bool wide) {
  const int64_t to = edges == 0 ? from : vertex[edges - 1];
  double scale = 1;
  measure m = measured(r, from, vertex, edges, scale);
  if (!isfinite(m.size)) { /* no edge, or too large a sum */
    scale = ldexp(1, -SCALE);
    m = measured(r, from, vertex, edges, scale);
  }
  const double distance = r->distance[(from - 1) + (to - 1) * r->n] * scale;
  const double off = off_from(&m, distance);
  if (is_narrow(&m, off, edges, r->single, scale))
    return true;
  if (!wide || !isfinite(m.size))
    return false;
  const double size = fmax(m.size, largest_between(r, from - 1, to - 1) * scale);
  return off <= 2 * (double) r->n * (unit_of(r->single) * size + least_of(r->single) * scale);
}

/* ---- search ---- */

static bool is_less(double lost, int64_t edges, double than_lost, int64_t than_edges) {
  return lost < than_lost || (lost == than_lost && edges < than_edges);
}

void mc_paths_search(const mc_paths_result *r, int64_t to, int32_t *next, double *lost,
                     int32_t *edges, int32_t *open) {
  const int64_t n = r->n;
  const double *distance = r->distance + (to - 1) * n;
  /* open[0], ..., open[count - 1]: vertices whose paths are not final */
  int64_t count = 0;
  for (int64_t u = 0; u < n; u++) {
    next[u] = 0;
    edges[u] = 0;
    lost[u] = u == to - 1 ? 0 : INFINITY;
    if (isfinite(distance[u]))
      open[count++] = (int32_t) u;
  }
  while (count > 0) {
    int64_t nearest = 0;
    for (int64_t o = 1; o < count; o++)
      if (is_less(lost[open[o]], edges[open[o]], lost[open[nearest]], edges[open[nearest]]))
        nearest = o;
    const int64_t v = open[nearest];
    if (lost[v] == INFINITY)
      break;
    open[nearest] = open[--count];
    for (int64_t o = 0; o < count; o++) {
      const int64_t u = open[o];
      const double weight = weight_at(r, u, v);
      if (!isfinite(weight))
        continue;
      const two_sum sum = add(distance[v], weight);
      const double loses = lost[v] + fmax((sum.sum - distance[u]) + sum.error, 0);
      if (is_less(loses, edges[v] + 1, lost[u], edges[u])) {
        lost[u] = loses;
        edges[u] = edges[v] + 1;
        next[u] = (int32_t) v + 1;
      }
    }
  }
}
