# A valid call of each exported function, with small arguments: name -> list(name of the function,
# arguments). Tests of all functions at once start from these calls. Names of several calls of one
# function begin with the function's name and a dot.

valid_calls <- function() {
  set.seed(20)
  x <- matrix(stats::rnorm(48), 12, dimnames = list(paste0("s", 1:12), letters[1:4]))
  y <- matrix(stats::rnorm(24), 12)
  holes <- replace(x, c(3, 17), NA)
  counts <- matrix(stats::rpois(48, 2), 12)
  level <- rep(c("ill", "well"), 6)
  geno <- matrix(sample(0:2, 60, TRUE), 20)
  graph <- matrix(c(0, 3, Inf, 1, 0, 2, 4, Inf, 0), 3, dimnames = list(LETTERS[1:3], LETTERS[1:3]))
  corners <- cbind(c(0, 4, 5, 2, -1), c(0, 0, 3, 5, 3))
  haplotypes <- haplotype_em(geno)
  paths <- floyd_warshall(graph)
  snphap <- tempfile()
  writeLines(c("1 1 2 2 2", "2 1 1 1 2", "3 2 2 1 1"), snphap)
  calls <- list(
    cor_kendall = list(x), cor_kendall.y = list(x, y, use = "pairwise"),
    cor_kendall.pairs = list(holes, pairs = cbind(1:2, 3:4), use = "pairwise", type = "gamma"),
    cor_kendall.counts = list(counts, algorithm = "table"),
    cov_kendall = list(x, y), kendall_plan = list(x),
    kendall_test = list(x[, 1], x[, 2]), kendall_test.matrix = list(holes, p.adjust.method = "BH"),
    kendall_test.groups = list(x, groups = level),
    kendall_test.permutations = list(x[, 1], y[, 1], permutations = 9),
    kendall_test.formula = list(~ a + b, data = as.data.frame(x)),
    kendall_network = list(x, cutoff = 0.1), kendall_network.fdr = list(x, fdr = 0.9),
    kendall_network.top = list(x, y, top = 1),
    kendall_network.groups = list(x, cutoff = 0.1, groups = level, differential = TRUE),
    kendall_partial = list(x, given = y[, 1]), kendall_partial.all = list(x),
    kendall_trend = list(holes), kendall_trend.one = list(x[, 1], time = 1:12 / 7),
    kendall_trend.seasons = list(x, season = rep(1:4, 3)),
    kendall_trend.corrected = list(x, correction = "hamed_rao"),
    concordance_all = list(x, time = 12:1, status = rep(0:1, 6)),
    concordance_all.weights = list(counts, time = 1:12, status = rep(1, 12), weights = 1:12),
    concordance_all.strata = list(x, time = 12:1, status = rep(1, 12), strata = level),
    cor_xi = list(x), xi_test = list(holes, y),
    dist_euclidean = list(x), dist_euclidean.y = list(x, x[1:3, ], squared = TRUE),
    dist_euclidean.single = list(x, algorithm = "blockwise", precision = "single"),
    knn_euclidean = list(x, k = 2), knn_euclidean.query = list(x, 3, query = x[1:2, ]),
    neighbors_euclidean = list(x, radius = 2),
    neighbors_euclidean.matrix = list(x, radius = 2, query = x[1:2, ], output = "matrix"),
    sort_parallel = list(x[, 1]), sort_parallel.numbers = list(unname(x[, 1])),
    sort_parallel.pppmq = list(unname(x[, 1]), method = "pppmq", cutoff = 1024),
    sort_parallel.index = list(12:1, index.return = TRUE),
    sort_parallel.ppmq = list(x[, 1], method = "ppmq", cutoff = 1024),
    sort_parallel.partial = list(x[, 1], partial = 5),
    order_parallel = list(x[, 1], -counts[, 1]),
    order_parallel.decreasing = list(1:5, decreasing = TRUE),
    rank_parallel = list(counts[, 1]), rank_parallel.first = list(x[, 1], ties.method = "first"),
    floyd_warshall = list(graph), floyd_warshall.edges =
      list(data.frame(from = 1:3, to = c(2, 3, 1), weight = c(1, 2, 0.5))),
    floyd_warshall.blocked = list(graph, algorithm = "blocked", block = 16, precision = "single"),
    shortest_path = list(paths, "A", "C"), path_lengths = list(paths, "A", c("B", "C")),
    path_via = list(paths),
    matrix_chain = list(c(10, 30, 5, 60, 8)), matrix_chain.table = list(c(3, 4, 5), table = TRUE),
    matrix_chain_multiply = list(list(matrix(1:6 + 0, 2), matrix(1:12 + 0, 3), matrix(1:4 + 0, 4))),
    parenthesize = list(c(1, 2, 3, 4), "matrix_chain", numbers = 1:5 + 0),
    fold_rna = list("GGGAAAUCCC"), fold_accordion = list("HPHHPPHHPH"),
    align_gap = list("ACGTT", "ACTT", substitution = c(0, 1), gap = 1:5 + 0),
    optimal_bst = list(c(0.2, 0.1, 0.3), c(0.1, 0.1, 0.1, 0.1)),
    triangulate_polygon = list(corners),
    haplotype_em = list(geno), haplotype_em.weight = list(geno, weight = seq_len(20)),
    haplotype_control = list(starts = 2), haplotype_ld = list(haplotypes),
    haplotype_test = list(geno, permutations = 9),
    impute_genotypes = list(haplotypes), impute_genotypes.draw =
      list(haplotypes, geno[1:3, ], type = "draw", draws = 2),
    as_haplo_em = list(haplotypes, geno), read_snphap = list(snphap),
    manycore_info = list(), manycore_threads = list(), tile_store = list(tempfile())
  )
  lapply(stats::setNames(nm = names(calls)), function(name) {
    list(call = sub("[.].*", "", name), arguments = calls[[name]])
  })
}

# Exported functions without a call above, and why.
calls_left_out <- c(
  floyd_warshall_tune = "takes seconds", manycore_trace = "writes a file at the end of a call",
  use_manycore = "changes the search path", unuse_manycore = "changes the search path",
  tile_matrix = "see the tests of stores", verify_store = "see the tests of stores"
)
