# A job of several passes, each a tenth of a second long at most.
several_passes <- function() {
  matrix(stats::rnorm(3000 * 60), 3000)
}

shares_reported <- function(x, algorithm, y = NULL, use = use_everything) {
  shares <- numeric()
  tick <- function(share) shares <<- c(shares, share)
  .Call(C_cor_kendall, x, y, use, 0L, number_of(algorithm), 1L,
        scratch_bytes(), tick)
  shares
}

test_that("`progress` is TRUE or FALSE", {
  x <- matrix(1:6, 3)
  for (bad in list(NULL, NA, 1, "yes", c(TRUE, FALSE), logical())) {
    expect_starts(outcome(cor_kendall(x, progress = bad))$error,
                  "'progress' must be TRUE or FALSE, not ", label = deparse(bad))
  }
  expect_identical(cor_kendall(x, progress = TRUE), cor_kendall(x, progress = FALSE))
  expect_silent(cor_kendall(x, progress = FALSE))
})

test_that("in a log progress is lines of plain characters", {
  run <- run_r(c("options(cli.progress_show_after = 0)", "Sys.setlocale('LC_ALL', 'C.UTF-8')",
                 "x <- matrix(rnorm(4e5), 2000)",
                 "tau <- manycore::cor_kendall(x, algorithm = 'naive', progress = TRUE)"),
               c(LC_ALL = "C.UTF-8"))
  expect_identical(run$status, 0L)
  lines <- grep("Kendall's tau", run$output, value = TRUE)
  expect_true(any(grepl("[0-9]%", lines)))
  expect_false(any(grepl("[^ -~]", lines)), label = toString(lines))
})

test_that("a short call has no bar", {
  before <- options(cli.progress_handlers_only = "logger", cli.progress_show_after = 2)
  on.exit(options(before))
  x <- matrix(c(3, 1, 4, 1, 5, 9, 2, 6), 4)
  work <- function(without, ...) {
    with_function("seconds_without_bar", function() without, {
      tick <- progress_ticker(TRUE, "work", ...)
      tick(0.5)
      tick(1)
    })
  }
  expect_identical(seconds_without_bar(), 0.1)
  with_function("seconds_without_bar", function() Inf, {
    expect_identical(utils::capture.output(cor_kendall(x, use = "pairwise", progress = TRUE)),
                     utils::capture.output(cor_kendall(x)))
  })
  expect_identical(utils::capture.output(invisible(work(Inf))), character())
  for (log in list(utils::capture.output(invisible(work(0))),
                   utils::capture.output(invisible(work(Inf, at_once = TRUE))))) {
    expect_match(log[1], "0/100 created", fixed = TRUE)
    expect_match(log[length(log)], "100/100 terminated", fixed = TRUE)
  }
  for (odd in list(NULL, NA, "1", 0.05)) {
    options(cli.progress_show_after = odd)
    expect_identical(seconds_without_bar(), if (is.numeric(odd)) odd else 0.1)
  }
})

test_that("an error of cli at the end of a bar does not take the place of the user's error", {
  # as after an interrupt while cli draws its first bar
  run <- run_r(c("options(cli.progress_show_after = 0)", "cli <- asNamespace('cli')",
                 "unlockBinding('cli_progress_done', cli)",
                 "assign('cli_progress_done', function(...) stop('of cli'), cli)",
                 "work <- function() {", "  tick <- manycore:::progress_ticker(TRUE, 'work')",
                 "  tick(0.5)", "  stop('of the user')", "}",
                 "cat('error', tryCatch(work(), error = conditionMessage), '\\n')"))
  expect_identical(run$status, 0L)
  expect_true(any(grepl("error of the user", run$output, fixed = TRUE)), label = run$output)
})

test_that("the share of the work done grows to 1", {
  set.seed(1)
  x <- several_passes()
  x[5, 7] <- NA
  for (algorithm in algorithms) {
    for (job in list(list(x, NULL), list(x, x[, 1:9]), list(x[, 1:9], x))) {
      for (use in c(use_everything, use_pairwise)) {
        shares <- shares_reported(job[[1]][1:400, ], algorithm, job[[2]][1:400, ], use)
        expect_false(is.unsorted(shares))
        expect_true(all(shares >= 0))
        expect_equal(shares[length(shares)], 1, tolerance = 1e-9)
      }
    }
  }
  expect_gt(length(unique(shares_reported(x, "gse"))), 2)
})

test_that("the share of the steps done grows, for each algorithm of shortest paths", {
  set.seed(1)
  for (n in c(1, 2, 33, 300)) {
    w <- matrix(stats::runif(n * n), n)
    for (algorithm in path_algorithms) {
      shares <- numeric()
      for (paths in c(TRUE, FALSE)) {
        want <- run_paths(w, paths, match_paths_method(algorithm, NULL, "double", 1))
        shares <- numeric()
        got <- run_paths(w, paths, match_paths_method(algorithm, NULL, "double", 1),
                         function(share) shares <<- c(shares, share))
        expect_same(got, want, algorithm)
        expect_gt(length(shares), 1)
        expect_false(is.unsorted(shares))
        expect_true(all(shares >= 0 & shares <= 1 + 1e-9), label = paste(n, algorithm, max(shares)))
      }
    }
  }
  expect_gt(length(unique(shares)), 5)
  expect_gt(shares[length(shares)], 0.9)
})

test_that("the bar of shortest paths", {
  before <- options(cli.progress_handlers_only = "logger", cli.progress_show_after = 0)
  on.exit(options(before))
  w <- matrix(1, 150, 150)
  for (algorithm in path_algorithms) {
    log <- utils::capture.output(got <- floyd_warshall(w, algorithm = algorithm, progress = TRUE))
    expect_match(log[1], "0/100 created", fixed = TRUE)
    expect_match(log[length(log)], "^[^/]* (9[5-9][.0-9]*|100)/100 terminated")
    log <- utils::capture.output(again <- floyd_warshall(w, algorithm = algorithm,
                                                         progress = FALSE))
    expect_identical(log, character())
    expect_identical(got, again)
  }
})

test_that("the bar of haplotypes, and of the pairs of new genotypes", {
  before <- options(cli.progress_handlers_only = "logger", cli.progress_show_after = 0)
  on.exit(options(before))
  set.seed(1)
  geno <- matrix(stats::rbinom(12000, 2, 0.4), 1000)
  logged <- function(call) {
    log <- utils::capture.output(got <- call(TRUE))
    expect_match(log[1], "0/100 created", fixed = TRUE)
    expect_match(log[length(log)], "100/100 terminated", fixed = TRUE)
    log <- utils::capture.output(again <- call(FALSE))
    expect_identical(log, character())
    expect_identical(got, again)
  }
  logged(function(progress) haplotype_em(geno, progress = progress))
  fit <- haplotype_em(geno, control = haplotype_control(starts = 1))
  logged(function(progress) predict(fit, geno, progress = progress))
  set.seed(2)
  seed <- .Random.seed
  logged(function(progress) {
    assign(".Random.seed", seed, envir = globalenv())
    impute_genotypes(fit, geno, "draw", progress = progress)
  })
  logged(function(progress) {
    assign(".Random.seed", seed, envir = globalenv())
    haplotype_test(geno[1:20, 1:2], 3, progress = progress)
  })
  shares <- numeric()
  predicted_pairs(fit, new_genotypes(fit, geno, NULL, "dosage", 2L), 0, 2L,
                  function(share) shares <<- c(shares, share))
  expect_gt(length(shares), 1)
  expect_false(is.unsorted(shares))
  expect_equal(shares[length(shares)], 1)
})

test_that("shortest paths within shortest paths, and an error in the ticker", {
  set.seed(1)
  w <- matrix(stats::runif(200^2), 200)
  for (algorithm in path_algorithms) {
    method <- match_paths_method(algorithm, NULL, "double", 2)
    want <- floyd_warshall(w, algorithm = algorithm)
    inner <- list()
    outer <- run_paths(w, TRUE, method, function(share) {
      if (length(inner) < 9) inner[[length(inner) + 1]] <<- floyd_warshall(w[1:90, 1:90])
    })
    parts <- c("distance", "via")
    expect_same(outer[parts], unclass(want)[parts], algorithm)
    expect_gt(length(inner), 0)
    for (one in inner) expect_same(one, floyd_warshall(w[1:90, 1:90], algorithm = "naive"))
    refuse <- function(share) if (share > 0.3) stop("enough")
    expect_error(run_paths(w, TRUE, method, refuse), "enough")
    expect_same(floyd_warshall(w, algorithm = algorithm), want, algorithm)
  }
})

test_that("the bar shows what is reported, and goes away", {
  before <- options(cli.progress_handlers_only = "logger", cli.progress_show_after = 0)
  on.exit(options(before))
  set.seed(1)
  x <- several_passes()
  log <- utils::capture.output(tau <- cor_kendall(x, algorithm = "gse", progress = TRUE))
  expect_match(log[1], "0/100 created", fixed = TRUE)
  expect_match(log[length(log)], "100/100 terminated", fixed = TRUE)
  expect_identical(tau, cor_kendall(x, algorithm = "gse", progress = FALSE))
  log <- utils::capture.output(tau <- cor_kendall(x, algorithm = "gse", progress = FALSE))
  expect_identical(log, character())
})

test_that("a call within a call has working memory of its own", {
  set.seed(1)
  x <- matrix(stats::rnorm(200 * 40), 200)
  y <- matrix(stats::rpois(300 * 30, 2), 300)
  for (algorithm in algorithms) {
    expected <- cor_kendall(y, algorithm = algorithm)
    inner <- list()
    tick <- function(share) {
      inner[[length(inner) + 1]] <<- cor_kendall(y, algorithm = algorithm)
    }
    outer <- .Call(C_cor_kendall, x, NULL, use_everything, 0L, number_of(algorithm), 1L,
                   scratch_bytes(), tick)$tau
    expect_identical(outer, cor_kendall(x, algorithm = algorithm))
    expect_gt(length(inner), 0)
    for (tau in inner) expect_identical(tau, expected)
  }
})

test_that("an error in the ticker ends the job and no more", {
  set.seed(1)
  x <- several_passes()
  stop_at_once <- function(share) stop("enough")
  for (threads in 1:2) {
    for (algorithm in algorithms) {
      expect_error(
        .Call(C_cor_kendall, x[, 1:20], NULL, use_everything, 0L, number_of(algorithm),
              threads, scratch_bytes(), stop_at_once),
        "enough"
      )
    }
  }
  expect_equal(cor_kendall(x[1:50, ]), stats::cor(x[1:50, ], method = "kendall"),
               tolerance = 1e-14)
})
