#include "kendall/network_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "guard.h"
#include "kendall/edge_sink.h"
#include "kendall/kendall.h"
#include "kendall/test_sink.h"
#include "kendall/top_sink.h"
#include "oracle.h"

const mc_kendall_test_options network_options = {.alternative = MC_TWO_SIDED, .exact = -1};
const mc_kendall_fdr_guess network_no_guess = {.last_p_bin = -1};

/* ---- all pairs ---- */

network_pairs network_pairs_make(int64_t most) {
  return (network_pairs){.edge = GUARD_NEW(mc_kendall_edge, most), .wanted = GUARD_NEW(bool, most)};
}

void network_pairs_free(network_pairs *all) {
  guard_free(all->edge);
  guard_free(all->wanted);
}

mc_status network_run(const mc_kendall_request *job, mc_pairs_sink *sink, int threads,
                      guard_arena *arena) {
  const mc_call call = mc_call_make(&arena->arena, NULL, threads);
  mc_kendall_report report;
  return mc_kendall_run(job, sink, &report, &call);
}

network_pairs network_pairs_of(mc_kendall_request job) {
  const int64_t mx = job.x.columns, my = job.symmetric ? mx : job.y.columns;
  double *of[3];
  int32_t *n = GUARD_NEW(int32_t, mx * my);
  for (int k = 0; k < 3; k++)
    of[k] = GUARD_NEW(double, mx *my);
  mc_kendall_test_sink sink = mc_kendall_test_sink_make(
    (mc_kendall_test_matrices){.tau = of[0], .z = of[1], .p = of[2], .n = n}, NULL, network_options,
    0, oracle_na());
  guard_arena arena = guard_arena_make();
  job.algorithm = MC_KENDALL_NAIVE;
  CHECK_INT(network_run(&job, &sink.tester.sink, 1, &arena), MC_OK);
  guard_arena_release(&arena);
  network_pairs all = network_pairs_make(mx * my);
  for (int64_t i = 0; i < mx; i++)
    for (int64_t j = job.symmetric ? i + 1 : 0; j < my; j++)
      if (of[0][i + j * mx] == of[0][i + j * mx])
        all.edge[all.count++] = (mc_kendall_edge){.tau = of[0][i + j * mx],
                                                  .p = of[2][i + j * mx],
                                                  .from = (int32_t) i,
                                                  .to = (int32_t) j,
                                                  .n = n[i + j * mx]};
  for (int k = 0; k < 3; k++)
    guard_free(of[k]);
  guard_free(n);
  return all;
}

int network_by_place(const void *a, const void *b) {
  const mc_kendall_edge *x = a, *y = b;
  return x->from != y->from ? (x->from > y->from) - (x->from < y->from)
                            : (x->to > y->to) - (x->to < y->to);
}

void network_compare(const mc_kendall_edges *edges, const network_pairs *all) {
  const int64_t count = mc_kendall_edges_count(edges);
  mc_kendall_edge *got = GUARD_NEW(mc_kendall_edge, count);
  int64_t at = 0, expected = 0;
  for (const mc_kendall_edge_chunk *chunk = edges->last; chunk != NULL; chunk = chunk->before)
    for (int64_t k = 0; k < chunk->count; k++)
      got[at++] = chunk->edge[k];
  qsort(got, (size_t) count, sizeof *got, network_by_place);
  for (int64_t k = 0; k < all->count; k++) {
    if (!all->wanted[k])
      continue;
    if (expected < count) {
      const mc_kendall_edge *g = &got[expected], *e = &all->edge[k];
      CHECK(g->from == e->from && g->to == e->to && g->n == e->n);
      CHECK(oracle_same(&g->tau, &e->tau, 1));
      CHECK(oracle_same(&g->p, &e->p, 1));
    }
    expected++;
  }
  CHECK_INT(count, expected);
  guard_free(got);
}

static void mark_strong(const network_pairs *all, mc_kendall_edge_sign sign, double cutoff) {
  for (int64_t k = 0; k < all->count; k++) {
    const double s = mc_kendall_edge_strength(sign, all->edge[k].tau);
    all->wanted[k] = s >= cutoff && (sign == MC_SIGN_BOTH || s > 0);
  }
}

/* How many of a column's pairs are stronger than this one. */
static int64_t stronger(const network_pairs *all, int32_t column, bool symmetric,
                        mc_kendall_edge_sign sign, const mc_kendall_edge *e) {
  const int32_t mine = e->from == column ? e->to : e->from;
  const double s = mc_kendall_edge_strength(sign, e->tau);
  int64_t count = 0;
  for (int64_t k = 0; k < all->count; k++) {
    const mc_kendall_edge *o = &all->edge[k];
    if (o->from != column && !(symmetric && o->to == column))
      continue;
    const int32_t other = o->from == column ? o->to : o->from;
    const double t = mc_kendall_edge_strength(sign, o->tau);
    count += t > s || (t == s && other < mine);
  }
  return count;
}

/* The same of an edge's column of y among those of x. */
static int64_t stronger_of_y(const network_pairs *all, mc_kendall_edge_sign sign,
                             const mc_kendall_edge *e) {
  const double s = mc_kendall_edge_strength(sign, e->tau);
  int64_t count = 0;
  for (int64_t k = 0; k < all->count; k++) {
    const mc_kendall_edge *o = &all->edge[k];
    const double t = mc_kendall_edge_strength(sign, o->tau);
    count += o->to == e->to && (t > s || (t == s && o->from < e->from));
  }
  return count;
}

static void mark_top(const network_pairs *all, bool symmetric, mc_kendall_edge_sign sign,
                     int64_t top) {
  mark_strong(all, sign, 0);
  for (int64_t k = 0; k < all->count; k++) {
    const mc_kendall_edge *e = &all->edge[k];
    all->wanted[k] =
      all->wanted[k] && (stronger(all, e->from, symmetric, sign, e) < top ||
                         (symmetric && stronger(all, e->to, symmetric, sign, e) < top));
  }
}

void network_mark_top_of(const mc_kendall_request *job, const network_pairs *all,
                         mc_kendall_edge_sign sign, int64_t top) {
  mark_top(all, job->symmetric, sign, top);
  for (int64_t k = 0; k < (job->of_one ? all->count : 0); k++) {
    const double s = mc_kendall_edge_strength(sign, all->edge[k].tau);
    all->wanted[k] = all->wanted[k] || ((sign == MC_SIGN_BOTH || s > 0) &&
                                        stronger_of_y(all, sign, &all->edge[k]) < top);
  }
}

/* ---- one job ---- */

void network_check_cutoff(const mc_kendall_request *job, const network_pairs *all,
                          mc_kendall_edge_sign sign, double cutoff, int threads) {
  const mc_kendall_edge_rule rule = {
    .sign = sign, .cutoff = cutoff, .last_p_bin = -1, .most = INT64_MAX};
  mc_kendall_edge_sink sink = mc_kendall_edge_sink_make(rule, network_options, oracle_na());
  guard_arena arena = guard_arena_make();
  CHECK_INT(network_run(job, &sink.tester.sink, threads, &arena), MC_OK);
  mark_strong(all, sign, cutoff);
  network_compare(&sink.edges, all);
  CHECK_INT(sink.found, mc_kendall_edges_count(&sink.edges));
  guard_arena_release(&arena);
}

void network_check_top(const mc_kendall_request *job, const network_pairs *all,
                       mc_kendall_edge_sign sign, int64_t top, int threads) {
  mc_kendall_top_sink sink = mc_kendall_top_sink_make(sign, top, network_options, oracle_na());
  guard_arena arena = guard_arena_make();
  CHECK_INT(network_run(job, &sink.tester.sink, threads, &arena), MC_OK);
  network_mark_top_of(job, all, sign, top);
  network_compare(&sink.edges, all);
  guard_arena_release(&arena);
}

/* The bins of the first run have all pairs. */
static void check_bins(const mc_kendall_fdr_sink *first, const network_pairs *all) {
  int64_t *p_bins = GUARD_NEW(int64_t, MC_P_BINS);
  int64_t *strengths = GUARD_NEW(int64_t, MC_STRENGTH_BINS);
  double *weakest = GUARD_NEW(double, MC_P_BINS);
  for (int k = 0; k < MC_P_BINS; k++) {
    p_bins[k] = 0;
    weakest[k] = INFINITY;
  }
  for (int k = 0; k < MC_STRENGTH_BINS; k++)
    strengths[k] = 0;
  for (int64_t k = 0; k < all->count; k++) {
    const int bin = mc_kendall_p_bin(all->edge[k].p);
    const double strength = fabs(all->edge[k].tau);
    p_bins[bin]++;
    strengths[mc_kendall_strength_bin(strength)]++;
    weakest[bin] = fmin(weakest[bin], strength);
  }
  CHECK(memcmp(first->p_bins, p_bins, MC_P_BINS * sizeof *p_bins) == 0);
  CHECK(memcmp(first->strengths, strengths, MC_STRENGTH_BINS * sizeof *strengths) == 0);
  CHECK(memcmp(first->weakest, weakest, MC_P_BINS * sizeof *weakest) == 0);
  guard_free(weakest);
  guard_free(strengths);
  guard_free(p_bins);
}

static void mark_p(const network_pairs *all, int last_bin) {
  for (int64_t k = 0; k < all->count; k++)
    all->wanted[k] = mc_kendall_p_bin(all->edge[k].p) <= last_bin;
}

void network_check_guess(const mc_kendall_request *job, const network_pairs *all, int last_bin,
                         int threads) {
  int64_t count = 0;
  mark_p(all, last_bin);
  for (int64_t k = 0; k < all->count; k++)
    count += all->wanted[k];
  for (int cells = 0; cells < 2; cells++)
    for (int full = 0; full < 2; full++) {
      const mc_kendall_fdr_guess guess = {.last_p_bin = last_bin, .most = full ? count / 2 : count};
      guard_arena arena = guard_arena_make();
      mc_kendall_fdr_sink sink = mc_kendall_fdr_sink_make(guess, network_options, oracle_na());
      sink.cells_from = cells ? 0 : INFINITY;
      CHECK_INT(network_run(job, &sink.tester.sink, threads, &arena), MC_OK);
      check_bins(&sink, all);
      if (!full)
        network_compare(&sink.edges, all);
      else
        CHECK(count == 0 || mc_kendall_edges_count(&sink.edges) > guess.most);
      guard_arena_release(&arena);
    }
}

void network_check_fdr(const mc_kendall_request *job, const network_pairs *all, double rate,
                       int threads, bool tabled) {
  guard_arena arena = guard_arena_make();
  mc_kendall_fdr_sink first =
    mc_kendall_fdr_sink_make(network_no_guess, network_options, oracle_na());
  CHECK_INT(network_run(job, &first.tester.sink, threads, &arena), MC_OK);
  check_bins(&first, all);
  CHECK_INT(mc_kendall_edges_count(&first.edges), 0);
  if (tabled) {
    int64_t counted = 0;
    CHECK(first.discordant != NULL);
    for (int64_t k = 0; first.discordant != NULL && k < first.entries; k++)
      counted += first.discordant[k];
    CHECK(counted > all->count / 2);
  }
  const mc_kendall_fdr_bound bound = mc_kendall_fdr_bound_of(first.p_bins, rate, INT64_MAX);
  CHECK_INT(bound.pairs, all->count);
  double weakest = 1;
  mark_p(all, bound.last_bin);
  for (int64_t k = 0; k < all->count; k++)
    weakest = all->wanted[k] ? fmin(weakest, fabs(all->edge[k].tau)) : weakest;
  CHECK(mc_kendall_fdr_weakest(first.weakest, bound.last_bin) == weakest);
  if (bound.last_bin >= 0) {
    const mc_kendall_edge_rule rule = {
      .cutoff = weakest, .last_p_bin = bound.last_bin, .most = INT64_MAX};
    mc_kendall_edge_sink second = mc_kendall_edge_sink_make(rule, network_options, oracle_na());
    CHECK_INT(network_run(job, &second.tester.sink, threads, &arena), MC_OK);
    CHECK_INT(second.found, bound.found);
    network_compare(&second.edges, all);
  }
  guard_arena_release(&arena);
  if (bound.last_bin >= 0)
    network_check_guess(job, all, bound.last_bin, threads);
}
