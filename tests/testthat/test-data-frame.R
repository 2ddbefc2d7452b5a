# data.frame() of the package's results. data.frame() of R 4.7 passes validRN = FALSE to every
# method for as.data.frame(); here it is passed on every R.

# An object of each class that has a method for as.data.frame().
with_tables <- function() {
  set.seed(1)
  x <- matrix(stats::rnorm(60), 12, dimnames = list(NULL, letters[1:5]))
  genotypes <- matrix(sample(0:2, 60, replace = TRUE), 20)
  list(
    kendall_plan = kendall_plan(x),
    shortest_paths = floyd_warshall(matrix(stats::runif(16), 4)),
    kendall_test = kendall_test(x),
    kendall_trend = kendall_trend(x),
    kendall_group_tests = kendall_test(x, groups = rep(1:2, 6)),
    kendall_pair_tests = kendall_test(x, pairs = cbind(1:2, 3:4)),
    kendall_network = kendall_network(x, cutoff = 0),
    concordance_all = concordance_all(x, 1:12),
    euclidean_neighbors = knn_euclidean(x, 2),
    gap_alignment = align_gap("ACGT", "AGT", c(0, 1), function(length) length),
    haplotype_em = haplotype_em(genotypes),
    haplotype_ld = haplotype_ld(haplotype_em(genotypes)),
    parenthesization = parenthesize(1:4),
    matrix_chain = matrix_chain(c(2, 3, 4, 5)),
    optimal_bst = optimal_bst(c(a = 1, b = 2)),
    polygon_triangulation = triangulate_polygon(cbind(c(0, 2, 3, 2, 0), c(0, 0, 1, 2, 2))),
    rna_fold = fold_rna("GGGAAACCC"),
    accordion_fold = fold_accordion("AAAAAA"),
    floyd_warshall_tuning = floyd_warshall_tune(10, 2, 32, "block", "none", threads = 1),
    manycore_info = manycore_info(),
    tile_matrix = cor_kendall(x, store = tile_store(tempfile("store"), 16)),
    tile_store_check = verify_store(cor_kendall(x, store = tile_store(tempfile("store"), 16)))
  )
}

test_that("data.frame() takes every class that has a table", {
  objects <- with_tables()
  methods <- getNamespaceInfo("manycore", "S3methods")
  expect_setequal(names(objects), methods[methods[, 1] == "as.data.frame", 2])
  for (class in names(objects)) {
    x <- objects[[class]]
    expect_s3_class(x, class)
    table <- as.data.frame(x)
    expect_gt(nrow(table), 0)
    expect_identical(as.data.frame(x, validRN = FALSE), table, label = class)
    expect_identical(as.data.frame(x, optional = TRUE, validRN = TRUE), table, label = class)
    expect_identical(data.frame(x), table, label = class)
    expect_identical(data.frame(x, row.names = NULL)[[1]], table[[1]], label = class)
    expect_identical(ncol(data.frame(x, more = 1)), ncol(table) + 1L, label = class)
  }
})

test_that("other arguments are errors as before", {
  objects <- with_tables()
  for (class in setdiff(names(objects), "tile_matrix")) {
    x <- objects[[class]]
    e <- tryCatch(as.data.frame(x, validRN = FALSE, optionl = TRUE), error = identity)
    expect_s3_class(e, "manycore_error_argument")
    expect_identical(e$argument, "optionl", label = class)
    expect_match(conditionMessage(e), "'optional' may be meant", fixed = TRUE, label = class)
    e <- tryCatch(as.data.frame(x, NULL, FALSE, "frequency", 3, validRN = FALSE),
                  error = identity)
    expect_identical(e$argument, "...", label = class)
    expect_match(conditionMessage(e), "too many arguments", label = class)
  }
})

test_that("information for a report of a bug is a table of its fields", {
  info <- manycore_info()
  table <- as.data.frame(info)
  expect_identical(names(table), c("field", "value"))
  expect_identical(table$field, names(info))
  value <- stats::setNames(table$value, table$field)
  for (field in c("version", "isa", "threads", "threading", "compiler")) {
    expect_identical(value[[field]], as.character(info[[field]]))
  }
  expect_identical(value[["isa_built"]], paste(info$isa_built, collapse = ", "))
  info$switch <- c("cor", "dist")
  info$switch_hidden <- c(cor = "package stats", dist = "the workspace")
  expect_identical(utils::tail(as.data.frame(info)$value, 2),
                   c("cor, dist", "cor: package stats, dist: the workspace"))
  info$switch_hidden <- info$switch <- character()
  expect_identical(utils::tail(as.data.frame(info)$value, 2), c("", ""))
})
