# How much of the code the tests run: lines of C by gcov while the C tests run, expressions of R by
# the package covr while R's tests run.
#
#   Rscript scripts/trust/coverage.R [--fast] [--out FILE] [REGEXP]
#
# REGEXP: these R test files alone, and no C tests. --fast: the C tests take small sizes; of the
# targets, portable and the best one run all C tests, the others those of their vocabulary. The C
# tests run in a copy of the sources, .build/trust/coverage. The kernels are those of the targets
# that this machine runs; a line that several targets compile counts once. The C tests do not call
# the boundary to R (src/r/ and src/init.c), so the boundary is not counted. The status is 1 if less
# than `least` percent of the lines or of the expressions ran, or less than `least_of_part` percent
# of those of a folder of src/ or of a topic of R/.

least <- 90
least_of_part <- 80
arguments <- commandArgs(trailingOnly = TRUE)
fast <- "--fast" %in% arguments
out <- if ("--out" %in% arguments) arguments[match("--out", arguments) + 1]
named <- setdiff(arguments, c("--fast", "--out", out))
pattern <- if (length(named)) named[1] else ""
if (!requireNamespace("covr", quietly = TRUE) || !nzchar(Sys.which("gcov"))) {
  cat("coverage.R needs the package covr, and gcov\n")
  quit(status = 77)
}

# ---- C ----

run <- function(command, folder, log) {
  status <- system(paste("cd", shQuote(folder), "&&", command, ">", shQuote(log), "2>&1"))
  if (status != 0) {
    writeLines(utils::tail(readLines(log), 5))
    stop(command, " failed", call. = FALSE)
  }
}

# A field of manycore_info(). Another process asks: here the package is loaded later, from another
# library.
info <- function(field) {
  expression <- sprintf("writeLines(manycore::manycore_info()$%s)", field)
  system2(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(expression)), stdout = TRUE)
}
best_target <- function() info("isa") # the target that is chosen by default

# Builds and runs the C tests with counters; answers the folder with the counts.
run_c_tests <- function() {
  folder <- file.path(getwd(), ".build", "trust", "coverage")
  unlink(folder, recursive = TRUE)
  dir.create(file.path(folder, "tests"), recursive = TRUE)
  file.copy(c("configure", "src"), folder, recursive = TRUE)
  file.copy(file.path("tests", "c"), file.path(folder, "tests"), recursive = TRUE)
  tests <- file.path(folder, "tests", "c")
  run("CC='gcc --coverage -fprofile-update=atomic' sh ./harness.sh build optimized", tests,
      file.path(folder, "build.log"))
  runs <- if (fast) {
    c(sprintf("HARNESS_FAST=1 MANYCORE_ISA=%s sh ./harness.sh run optimized",
              c("portable", best_target())),
      "HARNESS_FAST=1 sh ./harness.sh run optimized vocabulary")
  } else {
    "sh ./harness.sh run optimized"
  }
  for (each in seq_along(runs)) {
    run(runs[each], tests, file.path(folder, sprintf("run-%d.log", each)))
  }
  file.path(folder, ".build", "c", "optimized")
}

# data.frame(file, lines, run): a line counts once, and ran if any object ran it. Objects of src/
# count, and those of the tests of the vocabulary, which compile the headers of src/simd/; but no
# object of a target that this machine does not run.
lines_of_c <- function(folder) {
  objects <- list.files(folder, "^(src|vocabulary)-.*[.]gcno$")
  target <- ifelse(grepl("-target_", objects), sub(".*-target_(.*)[.]gcno$", "\\1", objects), NA)
  objects <- objects[is.na(target) | target %in% info("isa_runnable")]
  parts <- lapply(objects, function(object) {
    text <- system(paste("cd", shQuote(folder), "&& LC_ALL=C gcov --stdout", shQuote(object),
                         "2>/dev/null"), intern = TRUE)
    text <- text[grepl("^ *[-0-9#=*]+:", text)]
    count <- trimws(sub(":.*", "", text))
    number <- as.integer(sub("^[^:]*: *([0-9]+):.*", "\\1", text))
    source <- cumsum(number == 0 & grepl(":Source:", text, fixed = TRUE))
    files <- sub(".*:Source:", "", text[number == 0 & grepl(":Source:", text, fixed = TRUE)])
    keep <- number > 0 & count != "-"
    data.frame(file = files[source[keep]], number = number[keep],
               ran = !grepl("^[#=]", count[keep]))
  })
  all <- do.call(rbind, parts)
  all <- all[grepl("^src/", all$file), ]
  once <- stats::aggregate(ran ~ file + number, all, any)
  data.frame(file = names(table(once$file)), lines = as.vector(table(once$file)),
             run = as.vector(tapply(once$ran, once$file, sum)))
}

# ---- R ----

# Loads the package, installed with the places of its expressions, from a library of its own.
load_with_sources <- function() {
  tarball <- file.path(getwd(), list.files(".build", "^manycore_.*[.]tar[.]gz$",
                                           full.names = TRUE))
  library_folder <- file.path(getwd(), ".build", "trust", "coverage", "lib")
  dir.create(library_folder, recursive = TRUE, showWarnings = FALSE)
  run(paste(file.path(R.home("bin"), "R"), "CMD INSTALL --with-keep.source --no-docs",
            "--no-test-load --configure-args=--with-isa=portable,avx2 --library=.", tarball[1]),
      library_folder, file.path(dirname(library_folder), "install.log"))
  library(manycore, lib.loc = library_folder)
}

# data.frame(file, lines, run) of expressions, by covr.
expressions_of_r <- function() {
  test <- tempfile(fileext = ".R")
  writeLines(c(
    "Sys.setenv(NOT_CRAN = 'true')",
    sprintf("testthat::test_dir(%s, filter = %s, package = 'manycore', load_package = 'installed',",
            deparse(file.path(getwd(), "tests", "testthat")),
            deparse(sub("^(\\^?)test-", "\\1", sub("[.]R$", "", pattern)))),
    "                   reporter = 'silent', stop_on_failure = FALSE)"
  ), test)
  covered <- covr::environment_coverage(asNamespace("manycore"), test)
  counts <- as.data.frame(covered)
  data.frame(file = sort(unique(counts$filename)),
             lines = as.vector(table(counts$filename)),
             run = as.vector(tapply(counts$value > 0, counts$filename, sum)))
}

# ---- the report ----

folder_of <- function(file) sub("^src/", "", dirname(file))
summed <- function(counts, by) {
  by <- factor(by)
  data.frame(part = levels(by), lines = as.vector(tapply(counts$lines, by, sum)),
             run = as.vector(tapply(counts$run, by, sum)))
}
share <- function(run, lines) sprintf("%.1f %%", floor(1000 * run / lines) / 10)
table_of <- function(counts, unit) {
  rows <- rbind(counts, data.frame(part = "**all**", lines = sum(counts$lines),
                                   run = sum(counts$run)))
  c(paste0("| part | ", unit, " | run | share |"), "| --- | ---: | ---: | ---: |",
    paste0("| ", rows$part, " | ", format(rows$lines, trim = TRUE), " | ",
           format(rows$run, trim = TRUE), " | ", share(rows$run, rows$lines), " |"))
}

in_c <- if (pattern == "") lines_of_c(run_c_tests())
load_with_sources()
in_r <- expressions_of_r()
of_r <- 100 * sum(in_r$run) / sum(in_r$lines)
if (is.null(in_c)) {
  cat(sprintf("%.1f %% of %d expressions of R run in tests\n", of_r, sum(in_r$lines)))
  quit(status = as.integer(of_r < least))
}
in_c <- in_c[!grepl("^src/(r/|init[.]c)", in_c$file), ]
if (!is.null(out)) {
  writeLines(c(
    "# What the tests run (scripts/trust/coverage.R)", "",
    paste("- Date:", Sys.Date()),
    paste0("- R: ", R.version.string, ", covr ", utils::packageVersion("covr")),
    paste0("- C tests: ", if (fast) {
      paste0("small sizes; all tests on portable and ", best_target(),
             ", those of the vocabulary on all targets of this machine")
    } else {
      "all targets of this machine"
    }),
    paste("- R tests: targets", toString(manycore_info()$isa_runnable)), "",
    "Lines of C that the C tests run, by folder of `src/`. R's tests run the boundary to R",
    "(`src/r/`) and the emulated target `knc`, which are not counted here.", "",
    table_of(summed(in_c, folder_of(in_c$file)), "lines"), "",
    "Expressions of R that R's tests run, by prefix of the file's name.", "",
    table_of(summed(in_r, sub("[_.].*", "", basename(in_r$file))), "expressions")
  ), out)
}
of_c <- 100 * sum(in_c$run) / sum(in_c$lines)
parts <- rbind(summed(in_c, folder_of(in_c$file)),
               summed(in_r, sub("[_.].*", "", basename(in_r$file))))
low <- parts[100 * parts$run < least_of_part * parts$lines, ]
writeLines(sprintf("too little of %s: %s", low$part, share(low$run, low$lines)))
cat(sprintf("%.1f %% of %d lines of C, %.1f %% of %d expressions of R run in tests\n", of_c,
            sum(in_c$lines), of_r, sum(in_r$lines)))
quit(status = as.integer(of_c < least || of_r < least || nrow(low) > 0))
