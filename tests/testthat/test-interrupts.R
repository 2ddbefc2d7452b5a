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
