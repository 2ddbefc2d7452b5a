/* Small works whose instructions bench/watch.sh counts: whole calls of drivers, as users make them
   by the functions of R, without R, with one thread.

     works                lists the works, a line each: name, tab, what it does
     works TARGET NAME    does a work once; status 77: the target does not run here

   valgrind's callgrind counts the calls of drivers alone (COUNT of watch_data.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "watch_data.h"

#include "base/sparse.h"
#include "distance/distance.h"
#include "distance/nearest.h"
#include "distance/within.h"
#include "dynprog/accordion.h"
#include "dynprog/gap.h"
#include "dynprog/gap_trace.h"
#include "dynprog/parenthesis.h"
#include "dynprog/tree.h"
#include "haplotype/genotypes.h"
#include "haplotype/haplotype.h"
#include "haplotype/outcome.h"
#include "kendall/concordance.h"
#include "kendall/edge_sink.h"
#include "kendall/fdr_sink.h"
#include "kendall/groups.h"
#include "kendall/kendall.h"
#include "kendall/permutation.h"
#include "kendall/test_sink.h"
#include "kendall/top_sink.h"
#include "kendall/trend.h"
#include "kendall/xi.h"
#include "paths/paths.h"
#include "sort/copy.h"
#include "sort/order.h"
#include "sort/rank.h"

/* ---- Kendall's tau ---- */

static mc_kendall_request request_of(mc_matrix x, mc_pairs_use use) {
  return (mc_kendall_request){
    .x = mc_columns_of_matrix(x), .symmetric = true, .use = use, .na = NAN};
}

static void tau_of(const mc_kendall_request *request) {
  double *tau = room_of(request->x.columns * request->x.columns);
  mc_kendall_report report;
  COUNT(mc_cor_kendall(request, tau, &report, call));
}
static void tau_untied(void) {
  const mc_kendall_request request = request_of(related(300, 200, 0, 0), MC_USE_EVERYTHING);
  tau_of(&request);
}
static void tau_missing(void) {
  const mc_kendall_request request = request_of(related(300, 100, 50, 0.05), MC_USE_PAIRWISE);
  tau_of(&request);
}
static void tau_scales(void) {
  const mc_kendall_request request = request_of(related(2000, 150, 5, 0), MC_USE_EVERYTHING);
  tau_of(&request);
}
static void tau_long(void) {
  const mc_kendall_request request = request_of(related(20000, 8, 0, 0), MC_USE_EVERYTHING);
  tau_of(&request);
}
static void tau_gamma(void) {
  mc_kendall_request request = request_of(related(300, 120, 20, 0), MC_USE_EVERYTHING);
  request.coefficient = MC_KENDALL_GAMMA;
  tau_of(&request);
}

static void tau_list(void) {
  enum { COLUMNS = 300, PAIRS = 1500 };
  const mc_kendall_request request = request_of(related(400, COLUMNS, 0, 0), MC_USE_EVERYTHING);
  int32_t *i = room_of_integers(PAIRS), *j = room_of_integers(PAIRS);
  for (int k = 0; k < PAIRS; k++) {
    i[k] = 1 + below(COLUMNS);
    j[k] = 1 + (i[k] + below(20)) % COLUMNS;
  }
  const mc_pairs_given pairs = {
    .i = i, .j = j, .count = PAIRS, .x_columns = COLUMNS, .y_columns = COLUMNS, .symmetric = true};
  double *tau = room_of(PAIRS);
  mc_kendall_report report;
  COUNT(mc_cor_kendall_list(&request, &pairs, tau, &report, call));
}

/* Counts of cells: one number of twenty is not 0. */
static void tau_sparse(void) {
  enum { ROWS = 4000, COLUMNS = 120 };
  int32_t *start = room_of_integers(COLUMNS + 1), *row = room_of_integers(ROWS * COLUMNS);
  double *value = room_of(ROWS * COLUMNS);
  int32_t stored = 0;
  for (int j = 0; j < COLUMNS; j++) {
    for (int i = 0; i < ROWS; i++)
      if (below(20) == 0) {
        row[stored] = i;
        value[stored++] = 1 + below(6);
      }
    start[j + 1] = stored;
  }
  mc_sparse x = {.rows = ROWS, .columns = COLUMNS, .start = start, .row = row, .value = value};
  mc_kendall_request request = {
    .x = mc_columns_of_sparse(&x), .symmetric = true, .use = MC_USE_EVERYTHING, .na = NAN};
  tau_of(&request);
}

/* ---- tests of tau ---- */

static const double quantile = 1.959963984540054; /* 0.975 of the normal distribution */
static const mc_kendall_test_options tests = {.alternative = MC_TWO_SIDED, .exact = -1};

static mc_kendall_test_matrices tests_of(int64_t cells) {
  return (mc_kendall_test_matrices){.tau = room_of(cells),
                                    .z = room_of(cells),
                                    .p = room_of(cells),
                                    .low = room_of(cells),
                                    .high = room_of(cells),
                                    .n = room_of_integers(cells)};
}

static void test_of(mc_matrix x, mc_pairs_use use) {
  const mc_kendall_request request = request_of(x, use);
  mc_kendall_test_sink sink =
    mc_kendall_test_sink_make(tests_of(x.columns * x.columns), NULL, tests, quantile, NAN);
  mc_kendall_report report;
  COUNT(mc_kendall_run(&request, &sink.tester.sink, &report, call));
}
static void test_exact(void) {
  test_of(related(40, 250, 0, 0), MC_USE_EVERYTHING);
}
static void test_ties(void) {
  test_of(related(250, 100, 10, 0.05), MC_USE_PAIRWISE);
}

/* Two levels, the stratified test, and the difference of the levels. */
static void test_groups(void) {
  enum { LEVELS = 2, COLUMNS = 100, CELLS = COLUMNS * COLUMNS };
  const mc_kendall_request level[LEVELS] = {
    request_of(related(100, COLUMNS, 0, 0), MC_USE_EVERYTHING),
    request_of(related(150, COLUMNS, 0, 0), MC_USE_EVERYTHING)};
  mc_kendall_test_matrices to[LEVELS] = {tests_of(CELLS), tests_of(CELLS)};
  const mc_kendall_groups_job job = {.level = level,
                                     .levels = LEVELS,
                                     .options = tests,
                                     .quantile = quantile,
                                     .na = NAN,
                                     .to = to,
                                     .tau = room_of(CELLS),
                                     .z = room_of(CELLS),
                                     .p = room_of(CELLS),
                                     .n = room_of_integers(CELLS),
                                     .b = 1,
                                     .difference = room_of(CELLS),
                                     .difference_z = room_of(CELLS),
                                     .difference_p = room_of(CELLS)};
  mc_kendall_groups_report report;
  COUNT(mc_kendall_groups(&job, &report, call));
}

static mc_status draw(void *context, int64_t n, int64_t count, int32_t *rows) {
  (void) context;
  for (int64_t k = 0; k < count; k++)
    shuffle(rows + k * n, n);
  return MC_OK;
}
static void test_permutations(void) {
  enum { X = 10, Y = 10 };
  const mc_kendall_permutation_request job = {.x = related(100, X, 0, 0),
                                              .y = related(100, Y, 8, 0),
                                              .alternative = MC_TWO_SIDED,
                                              .permutations = 299,
                                              .draw = draw,
                                              .na = NAN};
  double *p = room_of(X * Y), *p_max = room_of(X * Y);
  mc_kendall_report report;
  COUNT(mc_kendall_permutations(&job, p, p_max, &report, call));
}

/* ---- networks ---- */

/* At a false discovery rate of 0.05, in two runs. */
static void network_fdr(void) {
  const mc_kendall_request request = request_of(related(120, 250, 0, 0), MC_USE_EVERYTHING);
  const int64_t most = 1 << 20;
  mc_kendall_fdr_sink first =
    mc_kendall_fdr_sink_make((mc_kendall_fdr_guess){-1, most}, tests, NAN);
  mc_kendall_report report;
  COUNT(mc_kendall_run(&request, &first.tester.sink, &report, call));
  const mc_kendall_fdr_bound bound = mc_kendall_fdr_bound_of(first.p_bins, 0.05, most);
  const mc_kendall_edge_rule rule = {
    MC_SIGN_BOTH, mc_kendall_fdr_weakest(first.weakest, bound.last_bin), bound.last_bin, most};
  mc_kendall_edge_sink second = mc_kendall_edge_sink_make(rule, tests, NAN);
  COUNT(mc_kendall_run(&request, &second.tester.sink, &report, call));
  if (second.found == 0)
    fail("the network has no edges");
}

/* Each column's five strongest partners. */
static void network_top(void) {
  const mc_kendall_request request = request_of(related(150, 200, 100, 0), MC_USE_EVERYTHING);
  mc_kendall_top_sink sink = mc_kendall_top_sink_make(MC_SIGN_BOTH, 5, tests, NAN);
  mc_kendall_report report;
  COUNT(mc_kendall_run(&request, &sink.tester.sink, &report, call));
}

/* ---- trends, concordance, xi ---- */

/* The rows are the times 0, 1, ..., in so many seasons, one after the other. */
static void trend_of(int rows, int columns, int seasons, mc_trend_correction correction) {
  int32_t *begin = room_of_integers(seasons + 1), *row = room_of_integers(rows);
  double *time = room_of(rows);
  int place = 0;
  for (int g = 0; g < seasons; g++) {
    for (int i = g; i < rows; i += seasons) {
      time[place] = i;
      row[place++] = i;
    }
    begin[g + 1] = place;
  }
  const mc_kendall_trend_request request = {.x = mc_columns_of_matrix(related(rows, columns, 0, 0)),
                                            .seasons = seasons,
                                            .begin = begin,
                                            .row = row,
                                            .time = time,
                                            .alternative = MC_TWO_SIDED,
                                            .continuity = true,
                                            .quantile = quantile,
                                            .correction = correction,
                                            .lag_quantile = quantile,
                                            .na = NAN};
  const mc_kendall_trends to = {.tau = room_of(columns),
                                .s = room_of(columns),
                                .variance = room_of(columns),
                                .z = room_of(columns),
                                .p = room_of(columns),
                                .slope = room_of(columns),
                                .low = room_of(columns),
                                .high = room_of(columns),
                                .intercept = room_of(columns),
                                .factor = room_of(columns),
                                .n = room_of_integers(columns)};
  int threads;
  COUNT(mc_kendall_trend(&request, &to, &threads, call));
}
static void trend_corrected(void) {
  trend_of(400, 25, 1, MC_TREND_HAMED_RAO);
}
static void trend_seasons(void) {
  trend_of(1200, 20, 12, MC_TREND_UNCORRECTED);
}

static void concordance_of(int rows, int columns, bool weighted) {
  int32_t *stratum = room_of_integers(rows), *death = room_of_integers(rows);
  int32_t *row = room_of_integers(rows);
  double *time = room_of(rows), *weight = numbers(rows);
  shuffle(row, rows);
  for (int i = 0; i < rows; i++) {
    stratum[i] = 2 * i / rows;
    time[i] = rows - i;
    death[i] = below(3) > 0;
  }
  mc_concordance_job job = {.x = mc_columns_of_matrix(related(rows, columns, 0, 0)),
                            .outcome = {.n = rows,
                                        .stratum = stratum,
                                        .time = time,
                                        .death = death,
                                        .weight = weighted ? weight : NULL},
                            .na = NAN};
  uint32_t *position = room(rows, sizeof *position);
  for (int i = 0; i < rows; i++)
    position[i] = (uint32_t) row[i];
  job.row = position;
  const mc_concordances to = {.concordance = room_of(columns),
                              .std = room_of(columns),
                              .concordant = room_of(columns),
                              .discordant = room_of(columns),
                              .tied_x = room_of(columns),
                              .tied_y = room_of(columns),
                              .tied_xy = room_of(columns),
                              .n = room_of_integers(columns)};
  mc_concordance_report report;
  COUNT(mc_concordance(&job, to, &report, call));
}
static void concordance_pairs(void) {
  concordance_of(400, 250, false);
}
static void concordance_weights(void) {
  concordance_of(2000, 20, true);
}

static void xi(void) {
  enum { COLUMNS = 160, CELLS = COLUMNS * COLUMNS };
  const mc_kendall_xi_request request = {.x = mc_columns_of_matrix(related(300, COLUMNS, 0, 0)),
                                         .symmetric = true,
                                         .use = MC_USE_EVERYTHING,
                                         .na = NAN};
  const mc_kendall_xi_results to = {
    .xi = room_of(CELLS), .z = room_of(CELLS), .p = room_of(CELLS), .n = room_of_integers(CELLS)};
  mc_kendall_xi_report report;
  COUNT(mc_kendall_xi(&request, &to, &report, call));
}

/* ---- distances ---- */

static void distance_of(int64_t points, int64_t coordinates, double missing, bool single) {
  const mc_distance_job job = {.x = mc_columns_of_matrix(related(points, coordinates, 0, missing)),
                               .symmetric = true,
                               .metric = MC_DISTANCE_METRIC_EUCLIDEAN,
                               .single = single,
                               .na = NAN};
  double *out = room_of(mc_distance_size(points, points, true));
  mc_distance_report report;
  COUNT(mc_distance(&job, out, &report, call));
}
static void distance_doubles(void) {
  distance_of(600, 40, 0, false);
}
static void distance_missing(void) {
  distance_of(400, 30, 0.02, false);
}
static void distance_floats(void) {
  distance_of(900, 50, 0, true);
}

static mc_distance_neighbors_job points_of(int64_t points, int64_t coordinates) {
  return (mc_distance_neighbors_job){.x = related(points, coordinates, 0, 0),
                                     .metric = MC_DISTANCE_METRIC_EUCLIDEAN,
                                     .self = true,
                                     .first = 1,
                                     .no_number = INT32_MIN,
                                     .no_distance = NAN};
}
static void nearest(void) {
  enum { POINTS = 2000, K = 10 };
  const mc_distance_neighbors_job job = points_of(POINTS, 6);
  int32_t *neighbor = room_of_integers(POINTS * K);
  double *distance = room_of(POINTS * K);
  mc_distance_neighbors n;
  COUNT(mc_distance_neighbors_begin(&n, &job, call));
  COUNT(mc_distance_nearest(&n, K, neighbor, distance, call));
}
static void within(void) {
  enum { POINTS = 2000 };
  const mc_distance_neighbors_job job = points_of(POINTS, 4);
  double *radius = room_of(POINTS);
  for (int i = 0; i < POINTS; i++)
    radius[i] = 0.08;
  const mc_distance_within_job within = {.radius = radius};
  int64_t *count = room(POINTS, sizeof *count);
  mc_distance_neighbors n;
  COUNT(mc_distance_neighbors_begin(&n, &job, call));
  COUNT(mc_distance_within_count(&n, &within, count, call));
  int32_t **neighbor = room(POINTS, sizeof *neighbor);
  double **distance = room(POINTS, sizeof *distance);
  for (int i = 0; i < POINTS; i++) {
    neighbor[i] = room_of_integers(count[i]);
    distance[i] = room_of(count[i]);
  }
  COUNT(mc_distance_within_find(&n, &within, count, neighbor, distance, call));
}

/* ---- shortest paths ---- */

static void paths_of(int n, bool single, bool traced) {
  double *w = numbers(n * n);
  for (int k = 0; k < n * n; k++)
    w[k] = below(4) > 0 ? INFINITY : w[k];
  const mc_paths_job job = {.w = {w, MC_F64, n, n}, .single = single, .steps = n};
  double *distance = room_of(n * n);
  int32_t *via = traced ? room_of_integers(n * n) : NULL;
  mc_paths_report report;
  COUNT(mc_paths(&job, distance, via, &report, call));
}
static void paths_via(void) {
  paths_of(250, false, true);
}
static void paths_floats(void) {
  paths_of(320, true, false);
}

/* ---- dynamic programs ---- */

static void parenthesize(const mc_dynprog_job *job) {
  double *table = room_of(job->n * job->n);
  int32_t *node = room_of_integers(3 * job->n + 1);
  int64_t nodes;
  mc_dynprog_report report;
  COUNT(mc_parenthesize(job, NAN, table, &report, call));
  COUNT(mc_dynprog_tree(job, table, node, &nodes, call));
}
static void chain(void) {
  enum { POINTS = 400 };
  double *p = room_of(POINTS);
  for (int i = 0; i < POINTS; i++)
    p[i] = 1 + below(100);
  const mc_dynprog_job job = {.n = POINTS, .weight = MC_DYNPROG_WEIGHT_CHAIN, .p = p};
  parenthesize(&job);
}
static void nussinov(void) {
  enum { POINTS = 401 };
  int32_t *base = room_of_integers(POINTS), *mate = room_of_integers(POINTS);
  for (int i = 0; i < POINTS; i++) {
    const int32_t b = below(4);
    base[i] = 1 << b;
    mate[i] = 1 << (3 - b);
  }
  const mc_dynprog_job job = {.n = POINTS,
                              .maximum = true,
                              .weight = MC_DYNPROG_WEIGHT_PAIRS,
                              .base = base,
                              .mate = mate,
                              .loop = 3};
  parenthesize(&job);
}

static void align(void) {
  enum { SYMBOLS = 220 };
  int32_t *x = room_of_integers(SYMBOLS), *y = room_of_integers(SYMBOLS);
  double *gap = room_of(SYMBOLS);
  for (int i = 0; i < SYMBOLS; i++) {
    x[i] = below(4);
    y[i] = below(4);
    gap[i] = 2 + log(i + 1);
  }
  const mc_gap_job job = {.m = SYMBOLS,
                          .n = SYMBOLS,
                          .x = x,
                          .y = y,
                          .mismatch = 1,
                          .gap_x = {gap, false},
                          .gap_y = {gap, false}};
  mc_gap_work work;
  mc_dynprog_report report;
  COUNT(mc_gap_align(&work, &job, &report, call));
  mc_gap_step *step = room(2 * SYMBOLS + 1, sizeof *step);
  COUNT(mc_gap_trace(&work, step) < 0 ? MC_ERR_ARGUMENT : MC_OK);
}

static void accordion(void) {
  enum { RESIDUES = 3500 };
  uint8_t *hydrophobic = room(RESIDUES, 1);
  for (int i = 0; i < RESIDUES; i++)
    hydrophobic[i] = (uint8_t) below(2);
  const mc_accordion_job job = {.n = RESIDUES, .hydrophobic = hydrophobic};
  int32_t *end = room_of_integers(RESIDUES);
  mc_accordion_report report;
  COUNT(mc_accordion(&job, end, &report, call));
}

/* ---- sorts ---- */

static void sort_of(mc_sort_type type, const void *from, int64_t n) {
  const mc_sort_job job = {.type = type};
  double *to = room_of(n);
  mc_sort_counts counts;
  mc_sort_report report;
  COUNT((counts = mc_sort_count(type, from, n, 1), MC_OK));
  COUNT(mc_sort_vector(&job, from, n, &counts, MC_SORT_MISSING_DROP, to, &report, call));
}
static void sort_doubles(void) {
  enum { N = 200000 };
  double *x = numbers(N);
  for (int i = 0; i < N; i += 100)
    x[i] = NAN;
  sort_of(MC_SORT_F64, x, N);
}
static void sort_integers(void) {
  enum { N = 300000 };
  int32_t *x = room_of_integers(N);
  for (int i = 0; i < N; i++)
    x[i] = below(INT32_MAX);
  sort_of(MC_SORT_I32, x, N);
}

/* By an integer with few values, then by a double, decreasing. */
static void order(void) {
  enum { N = 100000 };
  int32_t *first = room_of_integers(N);
  for (int i = 0; i < N; i++)
    first[i] = below(50);
  const mc_sort_key keys[] = {{first, MC_SORT_KEY_I32, false}, {numbers(N), MC_SORT_KEY_F64, true}};
  const mc_sort_order_job job = {keys, 2, N, MC_SORT_MISSING_LAST};
  int32_t *rows = room_of_integers(N);
  mc_sort_order_report report;
  COUNT(mc_sort_order(&job, rows, false, &report, call));
}

static void rank(void) {
  enum { N = 150000 };
  double *x = numbers(N);
  for (int i = 0; i < N; i++)
    x[i] = floor(x[i] * N / 2);
  const mc_sort_rank_job job = {.key = {x, MC_SORT_KEY_F64, false},
                                .n = N,
                                .ties = MC_SORT_TIES_AVERAGE,
                                .missing = MC_SORT_MISSING_LAST,
                                .na = NAN};
  double *ranks = room_of(N);
  mc_sort_order_report report;
  COUNT(mc_sort_rank(&job, ranks, true, &report, call));
}

/* ---- haplotypes ---- */

/* Two alleles a locus, as 1 and 2, from a few old haplotypes with mutations; some are unknown. The
   settings are those of haplotype_control(). */
static void haplotypes(void) {
  enum { SUBJECTS = 250, LOCI = 12, OLD = 6, STARTS = 5 };
  int32_t *old = room_of_integers(OLD * LOCI), *cell = room_of_integers(2 * LOCI * SUBJECTS);
  for (int k = 0; k < OLD * LOCI; k++)
    old[k] = 1 + below(2);
  for (int i = 0; i < SUBJECTS; i++)
    for (int k = 0; k < 2; k++) {
      const int32_t *from = old + below(OLD) * LOCI;
      for (int j = 0; j < LOCI; j++) {
        const int32_t allele = below(50) == 0 ? 3 - from[j] : from[j];
        cell[(2 * j + k) * SUBJECTS + i] = below(60) == 0 ? INT32_MIN : allele;
      }
    }
  const mc_haplotype_genotype_job coding = {
    .cells = {cell, MC_I32, SUBJECTS, 2 * LOCI}, .loci = LOCI, .width = 2};
  int32_t *allele = room_of_integers(2 * LOCI * SUBJECTS);
  mc_haplotype_genotype_result coded;
  COUNT(mc_haplotype_genotypes_code(&coding, allele, &coded, call));

  int32_t alleles[LOCI], places[LOCI];
  for (int j = 0; j < LOCI; j++) {
    alleles[j] = (int32_t) coded.count[j];
    places[j] = j;
  }
  uint64_t seed[STARTS];
  for (int k = 0; k < STARTS; k++)
    seed[k] = next() >> 12;
  const mc_haplotype_job job = {.subjects = SUBJECTS,
                                .loci = LOCI,
                                .allele = allele,
                                .alleles = alleles,
                                .order = places,
                                .cull_every = 5,
                                .max_iterations = 100,
                                .min_posterior = 0.001,
                                .tolerance = 0.001,
                                .max_haplotypes = 10000000,
                                .max_bytes = 1e9,
                                .starts = STARTS,
                                .refine = 5,
                                .seed = seed};
  mc_haplotype_fit fit;
  mc_haplotype_limit limit;
  mc_haplotype_outcome outcome;
  COUNT(mc_haplotype(&job, &fit, &limit, call));
  COUNT(mc_haplotype_outcome_make(&job, &fit, &outcome, call));
}

/* ---- the works ---- */

static const struct {
  const char *name, *about;
  void (*work)(void);
} works[] = {
  {"tau_untied", "taus of 200 columns x 300 rows, no ties", tau_untied},
  {"tau_missing", "taus of 100 columns x 300 rows, ties, missing values, pairwise", tau_missing},
  {"tau_scales", "taus of 150 columns x 2,000 rows, five values", tau_scales},
  {"tau_long", "taus of 8 columns x 20,000 rows, no ties", tau_long},
  {"tau_sparse", "taus of 120 sparse columns x 4,000 rows", tau_sparse},
  {"tau_gamma", "gamma of 120 columns x 300 rows, ties", tau_gamma},
  {"tau_list", "taus of 1,500 pairs of 300 columns x 400 rows", tau_list},
  {"test_exact", "exact tests of 250 columns x 40 rows", test_exact},
  {"test_ties", "tests of 100 columns x 250 rows, ties, missing values, pairwise", test_ties},
  {"test_groups", "tests of 100 columns at two levels, and of their difference", test_groups},
  {"test_permutations", "299 permutations, 10 x 10 columns x 100 rows", test_permutations},
  {"network_fdr", "network of 250 columns x 120 rows, by false discovery rate", network_fdr},
  {"network_top", "five strongest partners of 200 columns x 150 rows, ties", network_top},
  {"trend_corrected", "trends of 25 series of 400 times, Hamed and Rao", trend_corrected},
  {"trend_seasons", "trends of 20 series of 1,200 times, 12 seasons", trend_seasons},
  {"concordance_pairs", "concordance of 250 columns x 400 rows", concordance_pairs},
  {"concordance_weights", "concordance of 20 columns x 2,000 rows, weights", concordance_weights},
  {"xi", "xi and its test of 160 columns x 300 rows", xi},
  {"distance_doubles", "distances of 600 points x 40 coordinates", distance_doubles},
  {"distance_missing", "distances of 400 points x 30 coordinates, missing values",
   distance_missing},
  {"distance_floats", "distances of 900 points x 50 coordinates, floats", distance_floats},
  {"nearest", "ten nearest neighbours of 2,000 points x 6 coordinates", nearest},
  {"within", "neighbours within a radius of 2,000 points x 4 coordinates", within},
  {"paths_via", "shortest paths of 250 vertices, with the paths", paths_via},
  {"paths_floats", "shortest paths of 320 vertices, floats", paths_floats},
  {"chain", "matrix chain of 399 matrices", chain},
  {"nussinov", "Nussinov's pairs of 400 bases", nussinov},
  {"align", "alignment of 220 and 220 symbols, gaps of any cost", align},
  {"accordion", "accordion of 3,500 residues", accordion},
  {"sort_doubles", "sort of 200,000 doubles, some missing", sort_doubles},
  {"sort_integers", "sort of 300,000 integers", sort_integers},
  {"order", "order of 100,000 rows by two keys", order},
  {"rank", "ranks of 150,000 doubles with ties", rank},
  {"haplotypes", "haplotypes of 250 subjects at 12 loci", haplotypes},
};

int main(int argc, char **argv) {
  const int count = sizeof works / sizeof *works;
  if (argc < 3) {
    for (int i = 0; i < count; i++)
      printf("%s\t%s\n", works[i].name, works[i].about);
    return 0;
  }
  int at = 0;
  while (at < count && strcmp(works[at].name, argv[2]) != 0)
    at++;
  if (at == count)
    fail("there is no such work");
  if (mc_target_choose(argv[1]) != MC_TARGET_CHOSEN)
    return 77;
  mc_threads_explain(1); /* reads the limits of the machine, which do not count */
  mc_arena scratch = mc_arena_malloc();
  const mc_call with = mc_call_make(&scratch, NULL, 1);
  data = mc_arena_malloc();
  call = &with;
  works[at].work();
  mc_arena_release(&scratch);
  mc_arena_release(&data);
  return 0;
}
