columns_for_xi <- function(n, missing = FALSE) {
  x <- cbind(a = rnorm(n), b = rpois(n, 2), c = sample(n), d = runif(n) < 0.3,
             e = round(rnorm(n), 1), f = c(Inf, -Inf, rnorm(max(n - 2, 0)))[seq_len(n)], g = 1)
  if (missing) x[sample(length(x), length(x) / 8)] <- NA
  x
}

test_that("xi and its test are those of the definition", {
  set.seed(1)
  for (n in c(2, 3, 4, 10, 60, 130)) for (missing in c(FALSE, TRUE)) {
    x <- columns_for_xi(n, missing)
    y <- columns_for_xi(n, missing)[, c(1, 2, 2, 7, 4, 5)]
    want <- xi_by_definition(x, y)
    whole <- xi_by_definition(x)
    for_each_target(function(isa) {
      for (threads in 1:3) {
        got <- suppressWarnings(xi_test(x, y, ties = "first", threads = threads))
        expect_identical(got$estimate, want$estimate)
        expect_equal(unclass(got)[names(want)], want, tolerance = 1e-10)
        got <- suppressWarnings(cor_xi(x, use = "pairwise", ties = "first", threads = threads))
        expect_identical(got, whole$estimate)
      }
    })
    random <- suppressWarnings({
      set.seed(n)
      xi_test(x, y)
    })
    set.seed(n)
    place <- order(sample.int(n))
    expect_identical(random$estimate, xi_by_definition(x, y, place)$estimate)
  }
})

test_that("XICOR has the same numbers", {
  skip_if_not_installed("XICOR") # which is not suggested, because it needs large packages
  xicor <- getExportedValue("XICOR", "xicor")
  set.seed(2)
  for (n in c(5, 30, 181)) {
    x <- matrix(rnorm(n * 6), n)
    y <- cbind(x[, 1]^2, rnorm(n), rpois(n, 3), runif(n) < 0.5, round(x[, 2], 1))
    for (j in seq_len(ncol(y))) for (i in seq_len(ncol(x))) {
      tied <- anyDuplicated(y[, j]) > 0
      theirs <- xicor(x[, i], y[, j], pvalue = TRUE, ties = tied)
      ours <- xi_test(x[, i], y[, j])
      expect_lt(abs(ours$estimate[["xi"]] - theirs$xi), 1e-14)
      expect_equal(ours$statistic[["z"]], theirs$xi / theirs$sd, tolerance = 1e-12)
      expect_equal(ours$p.value, theirs$pval, tolerance = 1e-12)
    }
    expect_equal(cor_xi(x), xicor(x), tolerance = 1e-14)
  }
})

test_that("properties of xi", {
  set.seed(3)
  for (n in 2:40) {
    x <- rnorm(n)
    expect_equal(cor_xi(x, x), (n - 2) / (n + 1), tolerance = 1e-15)
  }
  x <- matrix(rnorm(50 * 8), 50)
  xi <- cor_xi(x)
  expect_identical(cor_xi(exp(x)), xi)
  expect_identical(cor_xi(x, -x), xi) # the ranks turn round
  expect_identical(cor_xi(x, atan(x) + 7), xi)
  expect_identical(cor_xi(x[50:1, ]), xi)
  y <- round(x, 1)
  turned <- cor_xi(x, -y) # r and l change places, so xi may change, but within its bounds
  expect_true(all(turned <= 1 & turned > -0.6))
  expect_identical(cor_xi(x, y)[3, 5], cor_xi(x[, 3], y[, 5]))
  expect_identical(cor_xi(as.data.frame(x)), `dimnames<-`(xi, rep(list(paste0("V", 1:8)), 2)))
  # a column of few rows against many
  expect_identical(cor_xi(x[, 1:2], x[, 3:8]), xi[1:2, 3:8])
  expect_identical(cor_xi(x, x[, 7]), xi[, 7, drop = FALSE])
})

test_that("random numbers are drawn only for ties in x", {
  set.seed(4)
  x <- cbind(rnorm(20), rnorm(20))
  tied <- cbind(rpois(20, 1), rnorm(20))
  state <- .Random.seed
  cor_xi(x)
  cor_xi(x, tied)
  cor_xi(tied, x, ties = "first")
  xi_test(x[, 1], tied[, 1])
  expect_identical(.Random.seed, state)
  first <- cor_xi(tied, x)
  expect_false(identical(.Random.seed, state))
  .Random.seed <<- state
  expect_identical(cor_xi(tied, x, threads = 2), first)
  .Random.seed <<- state
  # one permutation for all columns; rows that are left out take no part
  sample.int(20)
  after <- .Random.seed
  .Random.seed <<- state
  cor_xi(cbind(tied, tied), x)
  expect_identical(.Random.seed, after)
  gap <- rbind(tied, NA)
  .Random.seed <<- state
  expect_identical(cor_xi(gap, rbind(x, 0), use = "complete"), first)
  expect_identical(cor_xi(tied[, 2], x), cor_xi(tied, x)[2, , drop = FALSE])
  # the six orders of three tied rows have four sums
  orders <- vapply(1:200, function(k) cor_xi(c(1, 1, 1, 2), c(1, 5, 2, 9)), 0)
  expect_length(unique(orders), 4)
})

test_that("missing values by `use`", {
  set.seed(5)
  x <- columns_for_xi(40)[, c("a", "b", "c")]
  y <- columns_for_xi(40)[, c("a", "d", "e", "f")]
  x[3, 1] <- y[7, 2] <- NA
  y[9, 3] <- NaN
  xi <- function(...) cor_xi(..., ties = "first")
  everything <- xi(x, y)
  expect_true(all(is.na(everything[1, ])) && all(is.na(everything[, 2:3])))
  expect_identical(everything[2:3, c(1, 4)], xi(x[, 2:3], y[, c(1, 4)]))
  kept <- -c(3, 7, 9)
  for (use in c("complete.obs", "na.or.complete")) {
    expect_identical(xi(x, y, use = use), xi(x[kept, ], y[kept, ]))
  }
  expect_identical(xi(x, y, use = "pairwise"), xi_by_definition(x, y)$estimate)
  tests <- xi_test(x, y, use = "everything", ties = "first")
  expect_identical(tests$estimate, everything)
  expect_identical(unname(tests$n[, 1]), c(39L, 40L, 40L))
  expect_error(xi(x, y, use = "all.obs"), "missing observations in cov/cor")
  expect_error(xi(x * NA, y, use = "complete.obs"), "no complete element pairs")
  expect_true(all(is.na(xi(x * NA, y, use = "na.or.complete"))))
  apart <- xi_test(cbind(c(1, 2, 3, NA), c(NA, NA, 3, 4)), ties = "first")
  expect_identical(apart$n[1, ], c(3L, 1L))
  expect_identical(is.na(apart$p.value), matrix(c(FALSE, TRUE, TRUE, FALSE), 2))
})

test_that("few rows, constant columns, one warning", {
  expect_identical(cor_xi(1:2, 2:1), 0)
  expect_identical(cor_xi(1:3, c(1, 3, 2)), 1 - 3 * 3 / 8)
  expect_identical(cor_xi(rbind(1:3)), matrix(NA_real_, 3, 3))
  expect_true(is.na(cor_xi(1, 2)))
  x <- cbind(a = 1:6, b = 1, c = c(2, 1, 3, 5, 4, 6))
  said <- outcome(cor_xi(x, ties = "first"))
  expect_identical(said$warnings, "the standard deviation is zero")
  # a constant y has no xi; a constant x leaves the order of the rows
  expect_identical(is.na(said$value), matrix(rep(c(FALSE, TRUE, FALSE), each = 3), 3,
                                             dimnames = dimnames(said$value)))
  expect_identical(said$value["b", "c"], cor_xi(1:6, x[, "c"]))
  said <- outcome(cor_xi(x, use = "pairwise", ties = "first"))
  expect_identical(said$warnings, "the standard deviation is zero (in 3 pairs of columns)")
  expect_identical(outcome(xi_test(1:3, c(1, 1, 1)))$warnings, "the standard deviation is zero")
  condition <- tryCatch(cor_xi(1:3, c(1, 1, 1)), warning = identity)
  expect_identical(conditionCall(condition), quote(cor_xi(1:3, c(1, 1, 1))))
  none <- xi_test(matrix(numeric(), 0, 2))
  expect_true(all(is.na(none$p.value)) && all(none$n == 0))
  expect_output(print(none), "0 of 0")
})

test_that("many rows", {
  set.seed(6)
  for (n in c(65535, 65536, 66000)) {
    x <- matrix(rnorm(n * 3), n)
    y <- cbind(cos(9 * x[, 1]), round(x, 2), rpois(n, 3))
    r <- apply(y, 2, rank, ties.method = "max")
    l <- apply(-y, 2, rank, ties.method = "max")
    want <- t(apply(x, 2, function(v) {
      1 - n * colSums(abs(diff(r[order(v), ]))) / (2 * colSums(l * (n - l)))
    }))
    expect_equal(cor_xi(x, y), want, tolerance = 1e-14)
    expect_equal(cor_xi(x, y[, 2]), want[, 2, drop = FALSE], tolerance = 1e-14)
  }
})

test_that("blocks of columns give the same bits", {
  set.seed(7)
  x <- matrix(rpois(300 * 150, 9), 300)
  x[cbind(1:40, 1:40)] <- NA
  whole <- xi_test(x, ties = "first")
  old <- options(manycore.scratch = 1)
  on.exit(options(old))
  for (threads in 1:2) {
    expect_identical(xi_test(x, ties = "first", threads = threads), whole)
    expect_identical(xi_test(x, x[, 1:100], ties = "first", threads = threads)$estimate,
                     whole$estimate[, 1:100])
  }
})

test_that("p-values are adjusted over ordered pairs of different variables", {
  set.seed(8)
  x <- matrix(rnorm(30 * 5), 30, dimnames = list(NULL, letters[1:5]))
  x[, 2] <- x[, 1]^2
  plain <- xi_test(x)
  apart <- row(diag(5)) != col(diag(5))
  for (method in stats::p.adjust.methods) {
    p <- xi_test(x, p.adjust.method = method)$p.value
    expect_identical(p[apart], stats::p.adjust(plain$p.value[apart], method))
    expect_identical(diag(p), diag(plain$p.value))
  }
  y <- cbind(x[, 2:3], z = rnorm(30))
  p <- xi_test(x, y, p.adjust.method = "holm")$p.value
  plain <- xi_test(x, y)$p.value
  other <- outer(colnames(x), colnames(y), "!=")
  expect_identical(p[other], stats::p.adjust(plain[other], "holm"))
  expect_identical(p[!other], plain[!other])
})

test_that("the test keeps its level", {
  set.seed(10)
  for (n in c(10, 20, 100)) for (digits in c(9, 0)) {
    p <- xi_test(matrix(rnorm(n * 500), n), round(matrix(rnorm(n * 500), n), digits))$p.value
    expect_true(mean(p < 0.05) < 0.053)
    if (n >= 20) expect_true(mean(p < 0.05) > 0.04)
  }
})

test_that("methods of tests of xi", {
  set.seed(9)
  x <- matrix(rnorm(30 * 4), 30, dimnames = list(NULL, letters[1:4]))
  x[, 2] <- cos(3 * x[, 1])
  tests <- xi_test(x)
  expect_s3_class(tests, c("xi_test", "kendall_test"), exact = TRUE)
  table <- as.data.frame(tests)
  expect_identical(names(table), c("from", "to", "estimate", "statistic", "p.value", "n"))
  expect_identical(nrow(table), 12L)
  expect_identical(table$estimate, tests$estimate[cbind(table$from, table$to)])
  expect_identical(generics::tidy(tests), table)
  s <- summary(tests)
  expect_identical(s$strongest$from[1], "a")
  expect_identical(s$strongest$to[1], "b")
  expect_false(is.unsorted(-s$strongest$estimate))
  expect_identical(s$xi, stats::quantile(table$estimate))
  expect_identical(generics::glance(tests)$median, stats::median(table$estimate))
  expect_output(print(tests), "Tests of Chatterjee's xi, 4 columns, 12 pairs", fixed = TRUE)
  expect_output(print(tests), "p-values:     by the normal approximation", fixed = TRUE)
  expect_identical(format(tests[1:2, 3:4]), "Tests of Chatterjee's xi, 2 x 2 columns, 4 pairs")
  expect_identical(format(tests[1:2, 2:4]), "Tests of Chatterjee's xi, 2 x 3 columns, 5 pairs")
  expect_identical(as.matrix(tests), cor_xi(x))
  expect_error(t(tests), "xi is not symmetric", class = "manycore_error_argument")
  changed <- unclass(tests)
  changed$n <- NULL
  class(changed) <- class(tests)
  expect_error(summary(changed), "was changed after xi_test() returned it", fixed = TRUE)
  expect_output(print(changed), "changed after xi_test() returned them", fixed = TRUE)
  pdf <- tempfile(fileext = ".pdf")
  grDevices::pdf(pdf)
  on.exit(grDevices::dev.off())
  expect_identical(plot(tests), tests)
  expect_identical(plot(tests, type = "volcano"), tests)
  # two vectors
  two <- xi_test(x[, 1], x[, 2])
  expect_s3_class(two, "htest")
  expect_identical(two$estimate[["xi"]], tests$estimate[["a", "b"]])
  expect_identical(two$p.value, tests$p.value[["a", "b"]])
  expect_identical(two$data.name, "x[, 1] and x[, 2]")
  expect_output(print(two), "true xi is greater than 0")
})

test_that("what is refused", {
  x <- cbind(a = c(3, 1, 2), b = 1:3)
  for (f in list(cor_xi, xi_test)) {
    argument <- function(argument, ...) {
      condition <- tryCatch(f(...), manycore_error_argument = identity)
      expect_identical(condition$argument, argument)
      expect_match(deparse1(conditionCall(condition)[[1]]), "^(cor_xi|xi_test)$")
    }
    argument("ties", x, ties = "last")
    argument("use", x, use = "some")
    argument("threads", x, threads = 0)
    argument("progress", x, progress = NA)
    argument("treads", x, treads = 2)
    argument("y", 1:3)
    argument("x", matrix("a"))
    expect_error(f(x, 1:4), class = "manycore_error_size")
  }
  condition <- tryCatch(xi_test(x, p.adjust.method = "maxT"), manycore_error_argument = identity)
  expect_identical(condition$argument, "p.adjust.method")
})

test_that("interrupts and progress", {
  x <- matrix(1:40, 10)
  expect_error(cor_xi(x, progress = "yes"), class = "manycore_error_argument")
  expect_identical(names(formals(cor_xi))[1:4], c("x", "y", "use", "ties"))
  skip_if(is.na(memory_available()), "the system does not say how much memory there is")
  expect_match(outcome(xi_test(matrix(0, 1, 6e5)))$error, "^the call needs [0-9.]+ TB")
})
