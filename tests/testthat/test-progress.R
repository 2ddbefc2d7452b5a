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
    impute(fit, geno, "draw", progress = progress)
  })
  shares <- numeric()
  predicted_pairs(fit, new_genotypes(fit, geno, NULL, "dosage"), 0, 2L,
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

# Interrupts a child half a second after it began a job that takes long, and
# returns what it then wrote, with the seconds that it took to answer.
interrupted <- function(job, environment = NULL) {
  ready <- tempfile()
  done <- tempfile()
  process <- start_interruptible_r(c(
    "library(manycore)",
    "set.seed(1)",
    paste0("ready <- ", deparse(ready)),
    paste0("done <- ", deparse(done)),
    "x <- matrix(rnorm(40000 * 250), 40000)",
    "left <- FALSE",
    "job <- function() {",
    "  on.exit(left <<- TRUE)",
    "  write(Sys.getpid(), paste0(ready, '.part'))",
    "  file.rename(paste0(ready, '.part'), ready)",
    job,
    "  'not interrupted'",
    "}",
    "saw <- tryCatch(job(), interrupt = function(condition) 'interrupt')",
    "seen <- as.numeric(Sys.time())",
    "small <- x[1:50, 1:5]",
    "agrees <- all.equal(cor_kendall(small), cor(small, method = 'kendall'), tolerance = 1e-14)",
    "writeLines(c(saw, left, agrees, manycore_threads(), format(seen, digits = 17)),",
    "           paste0(done, '.part'))",
    "file.rename(paste0(done, '.part'), done)"
  ), c(OMP_NUM_THREADS = "2", environment))
  on.exit(close(process))
  if (!wait_for(function() file.exists(ready), 60)) {
    stop("the child did not begin")
  }
  child <- as.integer(readLines(ready))
  Sys.sleep(0.5)
  sent <- as.numeric(Sys.time())
  tools::pskill(child, tools::SIGINT)
  if (!wait_for(function() file.exists(done), 60)) {
    tools::pskill(child, tools::SIGKILL)
    return(list(saw = "no answer"))
  }
  answer <- readLines(done)
  list(saw = answer[1:3], threads = answer[4], seconds = as.numeric(answer[5]) - sent)
}

test_that("an interrupt stops a job within a second or so, and the session goes on", {
  skip_on_cran()
  skip_on_os("windows")
  skip_without_interrupts()
  threads <- as.character(min(2, manycore_info()$processors))
  jobs <- c(bitset = "  cor_kendall(x, algorithm = 'bitset')",
            radix = "  cor_kendall(x, x, algorithm = 'radix', threads = 1)",
            vse = "  cor_kendall(x, algorithm = 'vse', threads = 1)",
            pairwise = "  x[1, ] <- NA; cor_kendall(x, x, 'pairwise', algorithm = 'bitset')",
            progress = "  cor_kendall(x, algorithm = 'gse', progress = TRUE)")
  w <- "  w <- matrix(x[1:6250000], 2500)^2; "
  jobs[["haplotypes"]] <- paste0(
    "  g <- matrix((x[1:2e5] > 0) + (x[2e5 + 1:2e5] > 0), 10000)\n",
    "  haplotype_em(g, control = haplotype_control(starts = 1e4))")
  jobs[["haplotypes of new genotypes"]] <- paste0(
    "  g <- matrix((x[1:1e5] > 0) + (x[1e5 + 1:1e5] > 0), 10000)\n",
    "  fit <- haplotype_em(g[1:1000, ], control = haplotype_control(starts = 1))\n",
    "  for (i in 1:999) predict(fit, g, 'posterior')")
  algorithms <- path_algorithms[-1]
  jobs[algorithms] <- paste0(w, "for (i in 1:99) floyd_warshall(w, algorithm = '", algorithms, "')")
  for (name in names(jobs)) {
    answer <- interrupted(jobs[[name]])
    expect_identical(answer$saw, c("interrupt", "TRUE", "TRUE"), label = name)
    expect_identical(answer$threads, threads, label = name)
    expect_lt(answer$seconds, 2, label = name)
  }
})
