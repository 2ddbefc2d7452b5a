#include "r/ffi.h"
#include "r/choices.h"
#include "r/entries.h"
#include "dynprog/parenthesis.h"
#include "dynprog/tree.h"

/* ---- arguments ---- */

/* A vector or matrix of `count` numbers of a type. */
static const void *numbers_of(SEXP x, SEXPTYPE type, int64_t count, const char *name) {
  if ((SEXPTYPE) TYPEOF(x) != type || (int64_t) Rf_xlength(x) != count)
    Rf_error("internal error: bad argument '%s'", name);
  return type == INTSXP ? (const void *) INTEGER_RO(x) : (const void *) REAL_RO(x);
}

/* What `numbers` holds: p of a chain; the matrix w; n x 2, p and q; (n - 1) x 2, bases and what
   they pair with. */
static mc_dynprog_job job_of(SEXP points, SEXP maximum, SEXP weight, SEXP numbers) {
  mc_dynprog_job job = {.n = ffi_int(points, 0, INT_MAX, "n"),
                        .maximum = ffi_int(maximum, 0, 1, "maximum"),
                        .weight =
                          (mc_dynprog_weight) ffi_int(weight, 0, MC_DYNPROG_WEIGHTS - 1, "weight")};
  const int64_t n = job.n, parts = n > 0 ? n - 1 : 0;
  switch (job.weight) {
  case MC_DYNPROG_WEIGHT_CHAIN: job.p = numbers_of(numbers, REALSXP, n, "numbers"); break;
  case MC_DYNPROG_WEIGHT_MATRIX: job.w = numbers_of(numbers, REALSXP, n * n, "numbers"); break;
  case MC_DYNPROG_WEIGHT_DIFFERENCE:
  case MC_DYNPROG_WEIGHT_DISTANCE:
    job.p = numbers_of(numbers, REALSXP, 2 * n, "numbers");
    job.q = job.p + n;
    break;
  case MC_DYNPROG_WEIGHT_PAIRS:
    job.base = numbers_of(numbers, INTSXP, 2 * parts, "numbers");
    job.mate = job.base + parts;
    break;
  default: break;
  }
  return job;
}

/* ---- the tree ---- */

typedef struct {
  int32_t *node;
  int64_t count; /* -1: there is none */
} found_tree;

static found_tree find_tree(const mc_dynprog_job *job, const double *table, ffi_call *call) {
  const size_t n = (size_t) job->n;
  found_tree t = {(int32_t *) R_alloc(3 * n + 1, sizeof(int32_t)), -1};
  ffi_check_in(call, mc_dynprog_tree(job, table, t.node, &t.count, &call->call));
  return t;
}

/* A row (i, k, j) for each interval, from 1 on; NULL where there is none. */
static SEXP tree_matrix(found_tree t) {
  if (t.count < 0)
    return R_NilValue;
  SEXP tree = Rf_allocMatrix(INTSXP, (int) t.count, 3);
  int *to = INTEGER(tree);
  for (int64_t column = 0; column < 3; column++)
    for (int64_t row = 0; row < t.count; row++)
      *to++ = t.node[3 * row + column] + 1;
  return tree;
}

/* list(table, tree, algorithm, threads): the table is NA but for (i, j), i < j; the tree is NULL
   unless it is wanted, and where everything is forbidden. leaf: NULL for 0. */
SEXP ffi_parenthesize(SEXP points, SEXP leaf, SEXP maximum, SEXP weight, SEXP numbers, SEXP least,
                      SEXP algorithm, SEXP traceback, SEXP threads, SEXP tick) {
  mc_dynprog_job job = job_of(points, maximum, weight, numbers);
  job.loop = ffi_int(least, 0, INT_MAX, "loop");
  job.algorithm =
    (mc_dynprog_algorithm) ffi_int(algorithm, 0, MC_DYNPROG_ALGORITHMS - 1, "algorithm");
  const bool wanted = ffi_int(traceback, 0, 1, "traceback");
  const int n = (int) job.n;
  if (leaf != R_NilValue)
    job.leaf = numbers_of(leaf, REALSXP, n > 0 ? n - 1 : 0, "leaf");
  SEXP table = PROTECT(Rf_allocMatrix(REALSXP, n, n));

  ffi_call c;
  const mc_call *call = ffi_begin(&c, threads, tick);
  mc_dynprog_report report;
  ffi_check_in(&c, mc_parenthesize(&job, NA_REAL, REAL(table), &report, call));
  const found_tree tree = wanted ? find_tree(&job, REAL_RO(table), &c) : (found_tree){.count = -1};
  ffi_end(&c);

  SEXP result = ffi_list_begin(4);
  ffi_put(result, "table", table);
  ffi_put(result, "tree", tree_matrix(tree));
  ffi_put(result, "algorithm", Rf_mkString(ffi_dynprog_names[report.algorithm]));
  ffi_put(result, "threads", Rf_ScalarInteger(report.threads));
  SEXP list = ffi_list_end(result);
  UNPROTECT(1);
  return list;
}

/* mc_parenthesis_room() of n points, a whole double. */
SEXP ffi_parenthesis_room(SEXP n, SEXP algorithm) {
  const int number = ffi_int(algorithm, 0, MC_DYNPROG_ALGORITHMS - 1, "algorithm");
  return Rf_ScalarReal(
    mc_parenthesis_room((mc_dynprog_algorithm) number, (int64_t) ffi_double(n, 0, 1e15, "n")));
}

/* All splits, from 1 on, of such a table. */
SEXP ffi_splits(SEXP table, SEXP maximum, SEXP weight, SEXP numbers, SEXP threads, SEXP tick) {
  const mc_matrix c = ffi_matrix(table, INT_MAX, "table");
  const mc_dynprog_job job =
    job_of(PROTECT(Rf_ScalarInteger((int) c.rows)), maximum, weight, numbers);
  if (c.type != MC_F64 || c.columns != c.rows || job.weight == MC_DYNPROG_WEIGHT_PAIRS)
    Rf_error("internal error: bad argument 'table'");
  SEXP split = PROTECT(Rf_allocMatrix(INTSXP, (int) c.rows, (int) c.rows));
  ffi_call call;
  const mc_call *with = ffi_begin(&call, threads, tick);
  ffi_check_in(&call, mc_dynprog_splits(&job, c.data, -1, INTEGER(split), with));
  ffi_end(&call);
  int *k = INTEGER(split);
  for (int64_t at = 0; at < c.rows * c.rows; at++)
    k[at] = k[at] < 0 ? NA_INTEGER : k[at] + 1;
  UNPROTECT(2);
  return split;
}
