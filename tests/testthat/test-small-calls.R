# Small calls: their time, and that their short way answers what the methods do. Run by itself
# (scripts/test.R).

test_that("a small call takes about as long as one of stats::dist", {
  skip_on_cran()
  x <- matrix(1:8 + 0, 2)
  seconds <- function(f) sum(system.time(f(2000), gcFirst = FALSE)[c("user.self", "sys.self")])
  ours <- function(n) for (i in seq_len(n)) dist_euclidean(x)
  base <- function(n) for (i in seq_len(n)) stats::dist(x)
  ours(100)
  base(100)
  least <- apply(replicate(9, c(ours = seconds(ours), base = seconds(base))), 1, min) # in turns
  expect_lt(least[["ours"]], 1.5 * least[["base"]] + 0.002)
})

small_matrices <- function() {
  x <- matrix(c(3, 1, NA, 1, 5, 9, 2, 6, 5, 3, 5, 8), 4)
  named <- x
  dimnames(named) <- list(site = letters[1:4], trait = c("p", "q", "r"))
  rows <- x
  rownames(rows) <- letters[1:4]
  marked <- structure(x, note = "kept by nobody")
  list(x, named, rows, marked, x[, 1, drop = FALSE], x[1, , drop = FALSE], x[, 0], x[0, ],
       matrix(c(2L, 7L, 1L, 8L, NA, 1L), 3), cbind(1, 1:4), matrix(c(Inf, -Inf, NaN, 1), 2),
       matrix(0.5, 1, 1), matrix(0, 1, 150), matrix(0, 150, 1), matrix(TRUE, 2, 2))
}

test_that("the short ways of small calls give what the methods give", {
  without_call <- function(x) {
    attr(x, "call") <- NULL
    x
  }
  for (x in small_matrices()) {
    want <- outcome(cor_kendall(x, use = "everything"))
    expect_identical(outcome(cor_kendall(x)), want)
    expect_identical(outcome(cor_kendall(x, threads = 1)), want)
    expect_identical(outcome(cor_kendall(threads = 2, x)), want)
    expect_identical(outcome(cor_kendall(x, progress = FALSE)), want)
    expect_identical(outcome(cor_kendall(x, threads = 1, progress = TRUE)), want)
    got <- outcome(dist_euclidean(x))
    want <- outcome(dist_euclidean(x, p = 2))
    expect_identical(got$error, want$error)
    expect_identical(without_call(got$value), without_call(want$value))
    expect_identical(names(attributes(got$value)), names(attributes(want$value)))
  }
  x <- matrix(c(3, 1, 4, 1, 5, 9), 3)
  for (pair in list(list(1:4, c(2, 1, 4, 3)), list(c(a = 1, b = 2, c = NA), 3:1), list(1, 2),
                    list(rep(1, 3), 1:3), list(1:3, 1:4), list(x, 1:3), list(1:3, x))) {
    a <- pair[[1]]
    b <- pair[[2]]
    want <- outcome(cor_kendall(a, b, use = "everything"))
    expect_identical(outcome(cor_kendall(a, b)), want)
    expect_identical(outcome(cor_kendall(a, b, threads = 1)), want)
    expect_identical(outcome(cor_kendall(a, b, threads = NULL)), want)
  }
  want <- list(cor_kendall(x), cor_kendall(1:4, c(2, 1, 4, 3)))
  with_function("of_pairs", function(...) stop("the long way"), {
    got <- list(cor_kendall(x, threads = 1), cor_kendall(1:4, c(2, 1, 4, 3), threads = 2))
    expect_identical(got, want)
    expect_error(cor_kendall(x, use = "pairwise", threads = 1), "the long way")
  })
  for (bad in list(0, NA, "a", 1:2, 1.5)) {
    want <- tryCatch(cor_kendall(x, use = "everything", threads = bad), error = identity)
    got <- tryCatch(cor_kendall(x, threads = bad), error = identity)
    expect_identical(got$argument, "threads")
    expect_identical(conditionMessage(got), conditionMessage(want))
    expect_identical(conditionCall(got), quote(cor_kendall(x, threads = bad)))
  }
})

test_that("the short ways say which call the user made", {
  x <- matrix(c(3, 1, 4, 1, 5, 9), 3)
  passed_on <- function(...) dist_euclidean(...)
  expect_identical(attr(dist_euclidean(x), "call"), quote(dist_euclidean(x = x)))
  expect_identical(attr(dist_euclidean(x = x), "call"), quote(dist_euclidean(x = x)))
  expect_identical(attr(passed_on(x), "call"), attr(passed_on(x, p = 2), "call")[1:2])
  expect_identical(attr(do.call(dist_euclidean, list(x)), "call")[[1]], quote(dist_euclidean))
  constant <- cbind(1, 1:3)
  warned <- function(code) tryCatch(code, warning = conditionCall)
  expect_identical(warned(cor_kendall(constant)), quote(cor_kendall(constant)))
  expect_identical(warned(cor_kendall(1:3, c(1, 1, 1))), quote(cor_kendall(1:3, c(1, 1, 1))))
  other_name <- cor_kendall
  expect_identical(warned(other_name(constant)), quote(cor_kendall(constant)))
  expect_identical(warned(manycore::cor_kendall(constant)), quote(cor_kendall(constant)))
  expect_identical(warned(lapply(list(constant), cor_kendall)), quote(cor_kendall(X[[i]], ...)))
  expect_identical(warned(do.call(cor_kendall, list(constant))), call("cor_kendall", constant))
  expect_identical(warned(cor_kendall(constant, threads = 1)),
                   quote(cor_kendall(constant, threads = 1)))
  expect_identical(warned(other_name(constant, threads = 1)),
                   quote(cor_kendall(constant, threads = 1)))
  refused <- function(code) tryCatch(code, error = conditionCall)
  expect_identical(refused(do.call(cor_kendall, list(x, threads = 0))),
                   call("cor_kendall", x, threads = 0))
  expect_identical(refused(other_name(1:3, 3:1, threads = 0)),
                   quote(cor_kendall(1:3, 3:1, threads = 0)))
})
