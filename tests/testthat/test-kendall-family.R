# Over which p-values kendall_test() and kendall_network(fdr = ) adjust: each pair of different
# variables once.

set.seed(1)
signal <- stats::rnorm(25)
genes <- matrix(stats::rnorm(25 * 8), 25) + signal %o% c(1, 1, 0, 0, 0.5, 0, -1, 0)
colnames(genes) <- letters[1:8]
upper <- upper.tri(diag(8))
raw <- kendall_test(genes)$p.value

test_that("columns that x and y share", {
  same <- function(x, y) same_variables(x, y)
  expect_identical(same(genes, genes), 1:8)
  expect_identical(same(genes[, c(5, 2)], genes), c(5L, 2L))
  expect_identical(same(genes, genes[, c(5, 2)]), c(0L, 2L, 0L, 0L, 1L, 0L, 0L, 0L))
  # by their numbers, unless both have names
  expect_identical(same(unname(genes)[, 7:8], genes), c(0L, 0L))
  expect_identical(same(genes[, c(1, 3, 3)], unname(genes)), c(1L, 0L, 3L))
  expect_identical(same(unname(genes), unname(genes)[, 1:3]), rep(c(1:3, 0L), c(1, 1, 1, 5)))
  expect_identical(same(genes[, 1], genes), replace(integer(1), 1, 1L))
  expect_identical(same(genes[, 3], genes[, 3]), 1L)
  # another name is another variable, and so are other values
  expect_identical(same(genes[, 1:2], cbind(u = genes[, 1], b = genes[, 2])), c(0L, 2L))
  expect_identical(same(genes, replace(genes, cbind(4, 3), 9)), replace(1:8, 3, 0L))
  expect_identical(same(genes, replace(genes, cbind(4, 3), NA)), replace(1:8, 3, 0L))
  expect_identical(same(replace(genes, cbind(4, 3), NA), genes), replace(1:8, 3, 0L))
  odd <- cbind(a = c(NA, 1, Inf), b = c(1, NA, -Inf), c = c(NaN, 1, Inf), d = c(-0, 0, 1))
  expect_identical(same(odd, odd[, 4:1]), 4:1)
  expect_identical(same(unname(odd), unname(odd)[, c(3, 2, 1)]), c(1L, 2L, 3L, 0L))
  # names that are there again, or missing
  named <- function(m, names) `colnames<-`(m, names)
  twice <- named(genes, c("a", "b", "a", "a", NA, "", NA, "h"))
  expect_identical(same(twice, twice), 1:8)
  expect_identical(same(twice[, c(8, 1, 2)], twice), c(8L, 1L, 2L))
  expect_identical(same(matrix(1:3 > 1, 3), cbind(c(0L, 1L, 1L))), 1L)
  expect_identical(same(genes, genes[, 0]), integer(8))
  expect_identical(same(genes[, 0], genes), integer())
  wide <- matrix(seq_len(4e6) %% 77, 4e5) # several parts
  other <- replace(wide, cbind(5, c(3, 8)), 0.5)
  expect_identical(same(wide, other), replace(1:10, c(3, 8), 0L))
})

test_that("columns of a sparse matrix are compared as those of a matrix", {
  skip_if_not_installed("Matrix")
  sparse <- Matrix::Matrix(round(genes), sparse = TRUE)
  source <- as_source(sparse, "x")
  expect_identical(unname(columns_in_memory(source, c(3, 1))), unname(round(genes))[, c(3, 1)])
  expect_identical(same_variables(round(genes)[, 5:4], source), 5:4)
  expect_identical(nrow(kendall_network(sparse, sparse, cutoff = 0)), 56L)
})

test_that("a matrix against itself as y has the adjusted p-values of the matrix", {
  for (method in stats::p.adjust.methods) {
    alone <- kendall_test(genes, p.adjust.method = method)$p.value
    both <- kendall_test(genes, genes, p.adjust.method = method)$p.value
    expect_identical(both, alone, label = method)
    expect_identical(diag(both), diag(raw), label = method)
    # some of the columns against all: pairs among them count once, pairs with themselves not
    some <- c(7, 2, 5)
    part <- kendall_test(genes[, some], genes, p.adjust.method = method)$p.value
    family <- matrix(TRUE, 3, 8)
    family[cbind(1:3, some)] <- FALSE
    family[2, 7] <- family[3, 7] <- family[3, 2] <- FALSE # a and b, but not b and a
    want <- raw[some, ]
    want[family] <- stats::p.adjust(raw[some, ][family], method)
    want[2, 7] <- want[1, 2]
    want[3, 7] <- want[1, 5]
    want[3, 2] <- want[2, 5]
    expect_identical(part, want, label = method)
  }
})

test_that("pairs that are listed count once, pairs of a column with itself not", {
  all <- as.matrix(expand.grid(1:8, 1:8))
  for (method in stats::p.adjust.methods) {
    matrix <- kendall_test(genes, p.adjust.method = method)$p.value
    expect_identical(kendall_test(genes, pairs = all, p.adjust.method = method)$p.value,
                     as.vector(matrix), label = method)
    expect_identical(kendall_test(genes, genes, pairs = all, p.adjust.method = method)$p.value,
                     as.vector(matrix), label = method)
    few <- rbind(c(1, 2), c(2, 1), c(3, 3), c(1, 2), c(4, 5))
    want <- stats::p.adjust(raw[few[c(1, 5), ]], method)
    expect_identical(kendall_test(genes, pairs = few, p.adjust.method = method)$p.value,
                     c(want[1], want[1], raw[3, 3], want[1], want[2]), label = method)
    # y begins with another column: pairs b-h, c-a, b-h again, a-a, and h-b
    at <- rbind(c(2, 1), c(3, 2), c(2, 1), c(1, 2), c(8, 4))
    want <- stats::p.adjust(c(raw[2, 8], raw[3, 1]), method)
    expect_identical(kendall_test(genes, genes[, c(8, 1, 3, 2)], pairs = at,
                                  p.adjust.method = method)$p.value,
                     c(want[1], want[2], want[1], raw[1, 1], want[1]), label = method)
  }
})

test_that("networks have no edge of a column to itself, and the rate counts each pair once", {
  some <- c(2, 7, 1)
  x <- genes[, some]
  for (net in list(kendall_network(x, genes, cutoff = 0), kendall_network(x, genes, top = 100),
                   kendall_network(x, genes, fdr = 1))) {
    expect_identical(nrow(net), 21L)
    expect_false(any(net$from == net$to))
  }
  expect_identical(nrow(kendall_network(genes, genes, top = 2)), 16L)
  family <- matrix(TRUE, 3, 8)
  family[cbind(1:3, some)] <- FALSE
  family[2, 2] <- family[3, 2] <- family[3, 7] <- FALSE
  p <- raw[some, ]
  for (fdr in c(0.001, 0.01, 0.05, 0.3, 0.8)) {
    adjusted <- p
    adjusted[] <- NA
    adjusted[family] <- stats::p.adjust(p[family], "BH")
    adjusted[2, 2] <- adjusted[1, 7]
    adjusted[3, 2] <- adjusted[1, 1]
    adjusted[3, 7] <- adjusted[2, 1]
    net <- kendall_network(x, genes, fdr = fdr)
    expect_identical(nrow(net), sum(adjusted <= fdr, na.rm = TRUE), label = fdr)
    at <- cbind(match(net$from, rownames(adjusted)), match(net$to, colnames(adjusted)))
    expect_identical(net$p.adjusted, adjusted[at], label = fdr)
    expect_identical(attr(net, "settings")$tested, 18)
    for (z in list(genes, unname(genes))) {
      alone <- kendall_network(z, fdr = fdr)
      both <- kendall_network(z, z, fdr = fdr)
      expect_identical(nrow(both), 2L * nrow(alone), label = fdr)
      expect_identical(attr(both, "settings")$tested, 28)
      expect_identical(attr(both, "settings")$p.threshold, attr(alone, "settings")$p.threshold)
    }
  }
})

test_that("too many edges of the second run are an error, too", {
  input <- with_shared_columns(pairs_job(FALSE, genes, genes, "pairwise", "auto", 1L))
  error <- tryCatch(edges_by_fdr(input, 0L, 1, NULL, 28), error = identity)
  expect_s3_class(error, "manycore_error_memory")
  expect_identical(error$edges, 56)
  expect_identical(length(edges_by_fdr(input, 0L, 1, NULL, 56)$tau), 56L)
})
