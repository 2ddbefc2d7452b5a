/* Each column has a heap of its partners. The weakest partner is at the root. Once a heap is full,
   all threads can read which strength a new partner needs.

     put():   for each pair of the tile that is strong enough for one of its columns
                 compute its p-value
                 offer the pair to that column: if no other thread is at the column's heap
                     push it, or replace the root if the pair is better
                 else the pair waits for flush()
     flush(): offer the pairs that wait
     finish(): list the edges; an edge in two heaps is listed once

   So no thread waits for a lock whose owner may have lost the processor. Of m pairs of a column
   in random order, about top * log(m / top) reach its heap. */

#include "kendall/top_sink.h"

#include <string.h>

#include "base/integers.h"

typedef mc_kendall_partner partner;
typedef mc_kendall_top_heap heap;

/* ---- a heap ---- */

static bool weaker(mc_kendall_edge_sign sign, const partner *a, const partner *b) {
  const double u = mc_kendall_edge_strength(sign, a->tau),
               v = mc_kendall_edge_strength(sign, b->tau);
  return u < v || (u == v && a->number > b->number);
}

static void push(mc_kendall_edge_sign sign, partner *h, int32_t at, partner new) {
  for (; at > 0 && weaker(sign, &new, &h[(at - 1) / 2]); at = (at - 1) / 2)
    h[at] = h[(at - 1) / 2];
  h[at] = new;
}

static void replace_root(mc_kendall_edge_sign sign, partner *h, int32_t count, partner new) {
  int32_t at = 0;
  for (;;) {
    int64_t child = 2 * (int64_t) at + 1;
    if (child >= count)
      break;
    if (child + 1 < count && weaker(sign, &h[child + 1], &h[child]))
      child++;
    if (!weaker(sign, &h[child], &new))
      break;
    h[at] = h[child];
    at = (int32_t) child;
  }
  h[at] = new;
}

static partner *partners_of(const mc_kendall_top_sink *t, int64_t column) {
  return t->partners + column * t->top;
}

/* The caller must be alone at the column's heap. */
static void insert(mc_kendall_top_sink *t, int64_t column, partner new) {
  heap *c = &t->heaps[column];
  partner *h = partners_of(t, column);
  if (c->count < t->top)
    push(t->sign, h, c->count++, new);
  else if (weaker(t->sign, h, &new))
    replace_root(t->sign, h, c->count, new);
  if (c->count == t->top)
    atomic_store_explicit(&c->least, mc_kendall_edge_strength(t->sign, h->tau),
                          memory_order_relaxed);
}

static double least_of(const mc_kendall_top_sink *t, int64_t column) {
  return atomic_load_explicit(&t->heaps[column].least, memory_order_relaxed);
}

static void offer(mc_kendall_top_sink *t, int64_t column, partner new) {
  heap *c = &t->heaps[column];
  if (atomic_flag_test_and_set_explicit(&c->busy, memory_order_acquire)) {
    const int64_t at = atomic_fetch_add_explicit(&t->waiting_count, 1, memory_order_relaxed);
    t->waiting[at] = (mc_kendall_edge){
      .tau = new.tau, .p = new.p, .from = (int32_t) column, .to = new.number, .n = new.n};
    return;
  }
  insert(t, column, new);
  atomic_flag_clear_explicit(&c->busy, memory_order_release);
}

/* ---- the sink ---- */

static mc_status begin(mc_pairs_sink *sink, const mc_pairs_shape *shape, const mc_call *call) {
  mc_kendall_top_sink *t = (mc_kendall_top_sink *) sink;
  const bool both = shape->of_one && !shape->symmetric;
  const int64_t partners = shape->symmetric ? shape->y_columns - 1
                           : both           ? mc_max(shape->x_columns, shape->y_columns)
                                            : shape->y_columns;
  const double pairs = mc_kendall_edge_pairs(shape);
  const int64_t offers = pairs < MC_PAIRS_FLUSH ? (int64_t) pairs : MC_PAIRS_FLUSH;
  t->top = t->top < partners ? t->top : partners < 0 ? 0 : partners;
  t->columns = both ? shape->x_columns + shape->y_columns : shape->x_columns;
  t->y_at = shape->symmetric ? 0 : both ? shape->x_columns : -1;
  MC_TRY(mc_kendall_tester_begin(&t->tester, shape, call));
  if (t->top > 0 && t->columns > INT64_MAX / t->top)
    return MC_ERR_MEMORY;
  t->heaps = mc_alloc(call->arena, t->columns, sizeof *t->heaps);
  t->partners = mc_alloc(call->arena, t->columns * t->top, sizeof *t->partners);
  t->waiting = mc_alloc(call->arena, t->y_at >= 0 ? 2 * offers : offers, sizeof *t->waiting);
  if (t->heaps == NULL || t->partners == NULL || t->waiting == NULL)
    return MC_ERR_MEMORY;
  for (int64_t k = 0; k < t->columns; k++) {
    atomic_init(&t->heaps[k].least, t->top > 0 ? mc_kendall_edge_least(t->sign, 0) : INFINITY);
    atomic_flag_clear(&t->heaps[k].busy);
    t->heaps[k].count = 0;
  }
  return MC_OK;
}

/* The strengths that the columns of the tile need. Returns the least. */
static double ask(const mc_kendall_top_sink *t, const mc_pairs_tile *tile, double *row,
                  double *column) {
  const mc_pairs_shape *shape = t->tester.shape;
  double least = INFINITY;
  for (int i = 0; i < tile->rows; i++) {
    row[i] = least_of(t, mc_pairs_user(shape->x_user, tile->row + i));
    least = row[i] < least ? row[i] : least;
  }
  for (int j = 0; j < tile->columns; j++) {
    column[j] = t->y_at >= 0 ? least_of(t, t->y_at + mc_pairs_user(shape->y_user, tile->column + j))
                             : INFINITY;
    least = column[j] < least ? column[j] : least;
  }
  return least;
}

/* The p-values of the whole tile are computed when the first one is needed. */
static void put(mc_pairs_sink *sink, const mc_pairs_tile *tile, int thread) {
  mc_kendall_top_sink *t = (mc_kendall_top_sink *) sink;
  const mc_pairs_shape *shape = t->tester.shape;
  double tau[MC_PAIRS_CELLS], row[MC_PAIRS_TILE], column[MC_PAIRS_TILE];
  bool tested = false;
  mc_kendall_tests tests;
  mc_kendall_tester_taus(&t->tester, tile, thread, tau);
  if (!(mc_kendall_edge_strongest(t->sign, tile, tau) >= ask(t, tile, row, column)))
    return;
  for (int i = 0; i < tile->rows; i++)
    for (int j = mc_kendall_edge_first(tile, i); j < tile->columns; j++) {
      const int at = tile->stride * i + j;
      const double strength = mc_kendall_edge_strength(t->sign, tau[at]);
      const bool of_row = strength >= row[i], of_column = strength >= column[j];
      if (!of_row && !of_column)
        continue;
      const mc_kendall_edge_ends ends = {mc_pairs_user(shape->x_user, tile->row + i),
                                         mc_pairs_user(shape->y_user, tile->column + j)};
      if (mc_kendall_edge_is_loop(&t->shared, ends))
        continue;
      if (!tested)
        mc_kendall_tester_tests(&t->tester, tile, thread, &tests);
      tested = true;
      partner new = {.tau = tau[at], .p = tests.p[at], .n = (int32_t) tests.n[at]};
      new.number = (int32_t) ends.to;
      if (of_row)
        offer(t, ends.from, new);
      new.number = (int32_t) ends.from;
      if (of_column)
        offer(t, t->y_at + ends.to, new);
    }
}

static mc_status flush(mc_pairs_sink *sink, const mc_call *call) {
  mc_kendall_top_sink *t = (mc_kendall_top_sink *) sink;
  const int64_t count = atomic_load(&t->waiting_count);
  (void) call;
  for (int64_t k = 0; k < count; k++) {
    const mc_kendall_edge *e = &t->waiting[k];
    insert(t, e->from, (partner){.tau = e->tau, .p = e->p, .number = e->to, .n = e->n});
  }
  atomic_store(&t->waiting_count, 0);
  return MC_OK;
}

/* Does the column's heap hold this partner, which was offered to it? */
static bool keeps(const mc_kendall_top_sink *t, int64_t column, const partner *p) {
  return t->heaps[column].count < t->top || !weaker(t->sign, p, partners_of(t, column));
}

/* Is the pair of the column and its partner mirrored: y before x, or the higher column first? */
static bool is_reversed(const mc_kendall_top_sink *t, int64_t column, const partner *p) {
  return t->y_at > 0 ? column >= t->y_at : t->y_at == 0 && p->number < column;
}

static mc_status finish(mc_pairs_sink *sink, const mc_call *call) {
  mc_kendall_top_sink *t = (mc_kendall_top_sink *) sink;
  MC_TRY(mc_kendall_edges_reserve(&t->edges, t->columns * t->top, call->arena));
  for (int64_t column = 0; column < t->columns; column++)
    for (int32_t k = 0; k < t->heaps[column].count; k++) {
      const partner *p = &partners_of(t, column)[k];
      mc_kendall_edge e = {
        .tau = p->tau, .p = p->p, .from = (int32_t) column, .to = p->number, .n = p->n};
      if (is_reversed(t, column, p)) {
        partner self = *p;
        self.number = (int32_t) (column - t->y_at);
        if (keeps(t, p->number, &self))
          continue; /* listed by the other column */
        e.from = p->number;
        e.to = self.number;
      }
      *mc_kendall_edges_add(&t->edges, 1) = e;
    }
  return MC_OK;
}

mc_kendall_top_sink mc_kendall_top_sink_make(mc_kendall_edge_sign sign, int64_t top,
                                             mc_kendall_test_options test, double na) {
  const mc_pairs_sink sink = {
    .begin = begin, .put = put, .flush = flush, .finish = finish, .any_order = true};
  return (mc_kendall_top_sink){
    .tester = mc_kendall_tester_make(sink, test, na), .sign = sign, .top = top};
}
