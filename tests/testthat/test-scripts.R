# What is around the package: pages, Makefile, scripts.

text_of <- function(...) {
  paste(readLines(file.path(sources, ...), warn = FALSE), collapse = "\n")
}
# What `pattern`'s group matches in the files.
found <- function(pattern, files) {
  text <- unlist(lapply(file.path(sources, files), readLines, warn = FALSE))
  unique(sub(pattern, "\\1", unlist(regmatches(text, gregexpr(pattern, text, perl = TRUE))),
             perl = TRUE))
}

test_that("docs/INSTALL.md and make help name every variable and option", {
  skip_without_sources()
  r <- file.path("R", list.files(file.path(sources, "R")))
  c <- file.path("src", list.files(file.path(sources, "src"), pattern = "[.]c$", recursive = TRUE))
  names <- c(
    make = found("^([A-Z_]+) *[?]?=.*", "Makefile"),
    configure = found("^ *(--[a-z-]+)=?[*]?[)].*", "configure"),
    environment = found(".*(?:getenv|environment_[a-z]+)[(]\"([A-Z_a-z]+)\".*", c(r, c)),
    options = found(".*getOption[(]\"(manycore[.a-z_]+)\".*", r)
  )
  names <- setdiff(names, c("SET", "--help"))
  expect_true(all(c("DATA", "KEEP", "--with-isa", "MANYCORE_ISA", "OMP_NUM_THREADS",
                    "R_MANYCORE_NUM_THREADS", "manycore.scratch") %in% names))
  for (text in c(text_of("docs", "INSTALL.md"), text_of("scripts", "help.sh"))) {
    named <- vapply(names, function(name) {
      grepl(paste0("(?<![A-Za-z_.-])\\Q", name, "\\E(?![A-Za-z_.-])"), text, perl = TRUE)
    }, logical(1))
    expect_identical(names[!named], character())
  }
})

test_that("the demonstration has a stand-in for data that CRAN does not give", {
  skip_without_sources()
  before <- RNGkind()
  on.exit(do.call(RNGkind, as.list(before)))
  demo <- new.env()
  sys.source(file.path(sources, "scripts", "demo-data.R"), demo)
  data <- demo$simulated_surveys()
  expect_identical(demo$simulated_surveys(), data) # whatever the state of the generator
  expect_identical(dim(data$x), c(50L, 6825L))
  expect_identical(anyDuplicated(colnames(data$x)), 0L)
  expect_match(data$what, "simulated")
  # structure to be found: the good surveys among the others, and what they are about
  tau <- abs(cor_kendall(data$x[, c("Murder 1", "Murder 2", "Assault 1", "Frost 1", "Murder 9")]))
  expect_gt(tau[1, 2], 0.7)
  expect_true(all(tau[1, 3:4] > 0.3))
  expect_lt(tau[1, 5], 0.5)

  # and set-up does not insist on it
  run <- run_in(sources, file.path(R.home("bin"), "Rscript"),
                c("scripts/setup.R", "verify", "demo"))
  expect_identical(run$status, 0L, label = run$output)
})

test_that("bench/clients.R swaps where packages find a function, counts, and undoes it", {
  skip_without_sources()
  swap <- new.env()
  sys.source(file.path(sources, "bench", "clients_swap.R"), swap)
  x <- c(3, 1, 2, 5, 4)
  y <- c(1, 2, 3, 4, 4)
  before <- lapply(c(stats = "stats", base = "base"), function(p) as.list(asNamespace(p)))

  # within stats, by `::`, and in base
  inside <- swap$with_swapped(names(swap$stand_ins), {
    list(suppressWarnings(stats::cor.test(x, y, method = "kendall"))$estimate[["tau"]],
         stats::cor(x, y, method = "kendall"), stats::cov(x, y, method = "kend"),
         stats::dist(x), rev(sort(x)), order(x, y), rank(x))
  })
  expect_identical(swap$counts$ours[c("cor", "cov", "dist", "sort")],
                   c(cor = 2, cov = 1, dist = 1, sort = 1))
  expect_true(all(swap$counts$ours[c("order", "rank")] >= 1))
  outside <- list(stats::cor(x, y, method = "kendall"), stats::cor(x, y, method = "kendall"),
                  stats::cov(x, y, method = "kendall"), stats::dist(x), rev(sort(x)), order(x, y),
                  rank(x))
  expect_identical(inside, outside)

  # what we do not compute is handed on
  swap$reset_counts()
  swap$with_swapped(c("cor", "dist"), {
    expect_identical(stats::cor(x, y), swap$originals$cor(x, y))
    expect_identical(c(stats::dist(x, "manhattan")), c(swap$originals$dist(x, "manhattan")))
  })
  expect_identical(swap$counts$ours[c("cor", "dist")], c(cor = 0, dist = 0))
  expect_identical(swap$counts$handed_on[c("cor", "dist")], c(cor = 1, dist = 1))

  expect_error(swap$with_swapped(c("cor", "order"), stop("within")), "within")
  after <- lapply(c(stats = "stats", base = "base"), function(p) as.list(asNamespace(p)))
  for (name in c("cor", "cov", "dist")) {
    expect_identical(after$stats[[name]], before$stats[[name]])
    expect_true(bindingIsLocked(name, asNamespace("stats")))
  }
  for (name in c("sort", "order", "rank")) {
    expect_identical(after$base[[name]], before$base[[name]])
    expect_true(bindingIsLocked(name, baseenv()))
  }
})
