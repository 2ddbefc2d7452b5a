# What the call reports: its algorithm (of the last panel) and its threads.
reported <- function(x, y = NULL, use = use_everything, algorithm = "auto", threads = 0L,
                     scratch = scratch_bytes()) {
  number <- match(algorithm, kendall_algorithms) - 1L
  found <- .Call(C_cor_kendall, x, y, use, 0L, number, threads, scratch, NULL)
  found[c("algorithm", "threads")]
}

kinds_of_columns <- function(n, m) {
  list(
    continuous = matrix(rnorm(n * m), n),
    answers = matrix(as.numeric(sample(4, n * m, replace = TRUE)), n),
    sparse = matrix(ifelse(runif(n * m) < 0.02, rexp(n * m), 0), n),
    tied = matrix(round(rnorm(n * m) * 30), n)
  )
}

test_that("a plan has the algorithm and the threads that the call reports", {
  set.seed(1)
  for (n in c(20, 300, 3000)) {
    columns <- kinds_of_columns(n, 60)
    for (name in names(columns)) {
      for (threads in 1:3) {
        x <- columns[[name]]
        plan <- kendall_plan(x, threads = threads)
        report <- reported(x, threads = threads)
        expect_identical(tail(plan$parts$algorithm, 1), report$algorithm, info = paste(name, n))
        expect_equal(plan$threads, report$threads, info = paste(name, n))
      }
    }
  }
})

test_that("a plan keeps to the algorithm that is named, or says what is taken in its place", {
  set.seed(2)
  x <- matrix(rnorm(100 * 20), 100)
  for (algorithm in kendall_algorithms[-1]) {
    plan <- kendall_plan(x, algorithm = algorithm)
    report <- reported(x, algorithm = algorithm)
    expect_identical(plan$parts$algorithm, report$algorithm, info = algorithm)
    expect_identical(plan$algorithm, algorithm)
  }
  expect_identical(kendall_plan(x, algorithm = "table")$parts$algorithm, "radix")
})

test_that("columns of several kinds are parts, which have all pairs", {
  set.seed(3)
  columns <- kinds_of_columns(3000, 80)
  x <- do.call(cbind, columns[c("continuous", "answers", "sparse")])
  plan <- kendall_plan(x)
  expect_gt(nrow(plan$parts), 2)
  expect_true(all(c("table", "sparse") %in% plan$parts$algorithm))
  expect_equal(sum(plan$parts$pairs), 240 * 241 / 2)
  expect_equal(plan$columns, c(x = 240, y = 240))
  expect_equal(plan$seconds, sum(plan$parts$seconds))
  y <- columns$tied
  plan <- kendall_plan(x, y)
  expect_equal(sum(plan$parts$pairs), 240 * 80)
  expect_equal(plan$result, 8 * 240 * 80)
})

test_that("memory is what the call takes: panels follow the bound", {
  x <- matrix(rnorm(2000 * 200), 2000)
  whole <- kendall_plan(x, algorithm = "bitset")
  expect_equal(whole$parts$panels, 1)
  expect_lte(whole$scratch, 256 * 2^20)
  old <- options(manycore.scratch = 2)
  on.exit(options(old))
  less <- kendall_plan(x, algorithm = "radix")
  expect_gt(less$parts$panels, 1)
  expect_lt(less$parts$panel_columns, 200)
  expect_lte(less$scratch, 2 * 2^20)
})

test_that("rows that `use` leaves out are known", {
  x <- matrix(rnorm(50 * 6), 50)
  x[1:7, 2] <- NA
  expect_equal(kendall_plan(x, use = "complete.obs")$rows, 43)
  expect_equal(kendall_plan(x)$rows, 50)
  expect_error(kendall_plan(x, use = "all.obs"), class = "manycore_error_data")
})

test_that("a list of pairs has a plan", {
  set.seed(4)
  x <- matrix(rnorm(100 * 400), 100)
  pairs <- cbind(1:300, 101:400)
  plan <- kendall_plan(x, pairs = pairs)
  expect_equal(plan$pairs, 300)
  expect_equal(plan$result, 2400)
  expect_equal(sum(plan$parts$pairs), 300)
})

test_that("nothing to count is a plan, too", {
  for (x in list(matrix(1, 1, 5), matrix(numeric(), 0, 3))) {
    plan <- kendall_plan(x)
    expect_equal(nrow(as.data.frame(plan)), 0)
    expect_equal(plan$seconds, 0)
    expect_match(format(plan), "nothing to count: the result is NA$", all = FALSE)
    expect_equal(nrow(summary(plan)), 0)
  }
  expect_match(format(kendall_plan(matrix(0, 5, 0))), "nothing to count: the result is empty$",
               all = FALSE)
})

test_that("sources and data frames have plans as matrices do", {
  set.seed(5)
  x <- matrix(rnorm(60 * 12), 60)
  expect_equal(kendall_plan(as.data.frame(x)), kendall_plan(x))
  skip_if_not_installed("Matrix")
  sparse <- Matrix::Matrix(ifelse(runif(500 * 80) < 0.02, rexp(4e4), 0), 500, sparse = TRUE)
  expect_identical(kendall_plan(sparse)$parts$algorithm, "sparse")
})

test_that("seconds are right within a factor", {
  skip_on_cran()
  set.seed(6)
  for (x in kinds_of_columns(1000, 400)[c("continuous", "tied")]) {
    plan <- kendall_plan(x, threads = 1)
    took <- min(replicate(3, sum(system.time(cor_kendall(x, threads = 1))[1:2]))) # processor time
    expect_lt(plan$seconds / took, 5)
    expect_gt(plan$seconds / took, 1 / 5)
  }
})

test_that("a plan is cheap where a result is not", {
  set.seed(7)
  x <- matrix(rnorm(100 * 2e4), 100)
  took <- system.time(plan <- kendall_plan(x))[["elapsed"]]
  expect_lt(took, 5)
  expect_equal(plan$result, 8 * 4e8)
  expect_equal(sum(plan$parts$pairs), 2e4 * (2e4 + 1) / 2)
})

test_that("a plan prints, and is a table", {
  set.seed(8)
  plan <- kendall_plan(matrix(rnorm(300 * 1500), 300), threads = 2)
  lines <- format(plan)
  expect_match(lines[1], "300 rows, 1,500 columns, 1,125,750 pairs, algorithm auto")
  expect_match(lines[2], "bitset: 1,500 x 1,500 columns, 1 panel, ")
  expect_match(tail(lines, 1), "memory: result 18 MB, scratch up to ")
  expect_output(expect_identical(print(plan), plan), "bitset")
  expect_identical(as.data.frame(plan), plan$parts)
  expect_s3_class(as.data.frame(plan, stringsAsFactors = TRUE)$algorithm, "factor")
  expect_identical(summary(plan)$share, 1)
  expect_equal(format_seconds(c(0.0123, 1.94, 2, 130, 8000)),
               c("12 ms", "1,900 ms", "2 s", "2.2 min", "2.2 h"))
  skip_if_not_installed("generics")
  expect_identical(generics::tidy(plan), plan$parts)
  one <- generics::glance(plan)
  expect_identical(dim(one), c(1L, 8L))
  expect_identical(one$pairs, plan$pairs)
  expect_identical(c(x = one$x_columns, y = one$y_columns), plan$columns)
})

test_that("arguments that are wrong are errors", {
  x <- matrix(rnorm(40), 10)
  expect_error(kendall_plan(x, kind = "b"), class = "manycore_error_argument")
  expect_error(kendall_plan(x, algorithm = "fast"), class = "manycore_error_argument")
  expect_error(kendall_plan("a"), class = "manycore_error_argument")
  plan <- kendall_plan(x)
  expect_error(print(plan, digit = 3), class = "manycore_error_argument")
  expect_error(format(plan, digit = 3), class = "manycore_error_argument")
  expect_identical(format(plan, digits = 3), format(plan))
  expect_error(summary(plan, digits = 3), class = "manycore_error_argument")
  expect_error(as.data.frame(plan, digits = 3), class = "manycore_error_argument")
})
