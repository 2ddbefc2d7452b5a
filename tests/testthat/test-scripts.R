# What is around the package: README, Makefile, scripts.

text_of <- function(...) {
  paste(readLines(file.path(sources, ...), warn = FALSE), collapse = "\n")
}
# What `pattern`'s group matches in the files.
found <- function(pattern, files) {
  text <- unlist(lapply(file.path(sources, files), readLines, warn = FALSE))
  unique(sub(pattern, "\\1", unlist(regmatches(text, gregexpr(pattern, text, perl = TRUE))),
             perl = TRUE))
}

test_that("README and make help name every variable and option", {
  skip_without_sources()
  r <- file.path("R", list.files(file.path(sources, "R")))
  c <- file.path("src", list.files(file.path(sources, "src"), pattern = "[.]c$"))
  names <- c(
    make = found("^([A-Z_]+) *[?]?=.*", "Makefile"),
    configure = found("^ *(--[a-z-]+)=?[*]?[)].*", "configure"),
    environment = found(".*(?:getenv|environment_[a-z]+)[(]\"([A-Z_a-z]+)\".*", c(r, c)),
    options = found(".*getOption[(]\"(manycore[.a-z_]+)\".*", r)
  )
  names <- setdiff(names, c("SET", "--help"))
  expect_true(all(c("DATA", "KEEP", "--with-isa", "MANYCORE_ISA", "OMP_NUM_THREADS",
                    "R_MANYCORE_NUM_THREADS", "manycore.scratch") %in% names))
  for (text in c(text_of("README.md"), text_of("scripts", "help.sh"))) {
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
