# Packages of CRAN and Bioconductor with base R, and with our functions in its place.
#
#   Rscript bench/clients.R [--install] [--only PACKAGE,...] [--quick] [--resume FOLDER]
#                           [--out FOLDER]
#   Rscript bench/clients.R --tests [--only PACKAGE,...] [--resume FOLDER] [--out FOLDER]
#
# Every client is called on its own data (and on larger data if its own are tiny) twice: as it is,
# and with our functions under the names cor, cov, dist, sort, order or rank wherever the package
# finds them (bench/clients_swap.R). The complete results are compared. The calls that reached our
# function are counted; no call is an error. Both are timed: the best of several runs in turns. If
# base R takes longer than some seconds, it runs once.
#
# --tests runs the packages' own tests instead, with base R and with our functions under all these
# names. The tests come from Debian's folder, or from the sources of the same version on CRAN.
#
# Packages that are not installed are left out, and named; --install fetches them from R's
# repositories. On Debian most are r-cran-NAME or r-bioc-NAME.
#
# Writes bench/results/clients.md and inst/extdata/clients.csv, which a vignette shows; --tests
# writes bench/results/clients_tests.md. With --out they go to FOLDER. --quick takes less data and
# needs --out; so does --only. --resume keeps each row in FOLDER as soon as it is measured, and
# reads the rows of an earlier run there; so a run may be interrupted.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "clients_swap.R"))
source(file.path(here, "clients_list.R"))

tests <- has("--tests")
only <- value_of("--only")
only <- if (!is.null(only)) strsplit(only, ",", fixed = TRUE)[[1]]
if ((quick || !is.null(only)) && is.null(out)) {
  stop("--quick and --only are for trying this script: say where its files go by --out FOLDER",
       call. = FALSE)
}
if (!is.null(out)) dir.create(out, recursive = TRUE, showWarnings = FALSE)
results <- if (is.null(out)) file.path(here, "results") else out
csv <- file.path(if (is.null(out)) file.path(here, "..", "inst", "extdata") else out,
                 "clients.csv")

library(manycore)
grDevices::pdf(NULL) # for those who draw

wanted <- unique(vapply(if (tests) client_tests else clients, `[[`, "", "package"))
unknown <- setdiff(only, wanted)
if (length(unknown)) stop("no client is called ", paste(unknown, collapse = ", "), call. = FALSE)
if (!is.null(only)) wanted <- only
# Further packages of a client.
needed <- function(package) {
  chosen <- Filter(function(client) client$package == package, clients)
  unique(c(package, unlist(lapply(chosen, `[[`, "needs"))))
}
is_installed <- function(packages) {
  all(nzchar(vapply(packages, function(p) system.file(package = p), "")))
}
if (has("--install")) for (package in wanted) try(need(needed(package)), silent = TRUE)
there <- Filter(function(package) is_installed(needed(package)), wanted)
left_out <- setdiff(wanted, there)
for (package in left_out) message("Left out, as not installed: ", package)

# The value of `code` and the texts of its warnings; its output and messages are dropped.
quietly <- function(code) {
  texts <- character()
  utils::capture.output(type = "output", {
    value <- suppressMessages(withCallingHandlers(code, warning = function(w) {
      texts <<- c(texts, conditionMessage(w))
      tryInvokeRestart("muffleWarning")
    }))
  })
  list(value = value, warnings = texts)
}

# Evaluates `row`, unless an earlier run has left its result.
resume <- value_of("--resume")
if (!is.null(resume)) dir.create(resume, recursive = TRUE, showWarnings = FALSE)
resumed <- function(name, row) {
  file <- if (!is.null(resume)) file.path(resume, paste0(name, ".rds"))
  if (!is.null(file) && file.exists(file)) return(readRDS(file))
  if (!is.null(file)) saveRDS(row, file)
  row
}

# ---- data and results ----

client_data <- function(client) {
  data <- new.env(parent = globalenv())
  data$quick <- quick
  data$of <- function(name, package) {
    holds <- new.env()
    utils::data(list = name, package = package, envir = holds)
    holds[[name]]
  }
  set.seed(20240607)
  suppressMessages(eval(client$data, data))
  data
}

run_client <- function(client, data) {
  set.seed(1)
  client$pick(eval(client$call, data))
}

# "identical", or how much differs. (Closures in a result have another environment after each call.)
agreement <- function(ours, base) {
  if (identical(ours, base, ignore.environment = TRUE)) return("identical")
  numbers <- function(x) {
    if (is.list(x)) unlist(lapply(unclass(x), numbers)) else if (is.numeric(x)) as.numeric(x)
  }
  a <- numbers(ours)
  b <- numbers(base)
  said <- all.equal(ours, base, tolerance = 0)
  said <- if (isTRUE(said)) "what all.equal() does not see" else
    paste(utils::head(said, 2), collapse = "; ")
  if (length(a) != length(b) || any(is.na(a) != is.na(b))) return(paste("other values:", said))
  differ <- !is.na(a) & a != b
  if (any(differ)) {
    sprintf("%s of %s numbers differ by up to %.2g", count(sum(differ)),
            count(length(a)), max(abs(a - b)[differ]))
  } else {
    paste("the same numbers, but:", said)
  }
}

timed <- function(code) {
  gc()
  start <- Sys.time()
  value <- code
  list(value = value, seconds = as.numeric(Sys.time() - start, units = "secs"))
}

# The best seconds of both; the first times are known. They take turns for `enough` seconds each, at
# least three and at most `most` rounds. After 3 seconds base R has no more rounds.
time_both <- function(client, data, ours, base, enough = if (quick) 0.1 else 0.7, most = 15) {
  again <- function(seconds) length(seconds) < 3 || sum(seconds) < enough
  for (round in seq_len(most)) {
    if (sum(base) < 3 && again(base)) {
      base <- c(base, timed(run_client(client, data))$seconds)
    }
    if (again(ours)) {
      ours <- c(ours, with_swapped(client$swap, timed(run_client(client, data))$seconds))
    }
  }
  c(ours = min(ours), base = min(base))
}

measure <- function(client) {
  # (A package that is loaded later would import swapped functions.)
  for (p in needed(client$package)) suppressMessages(loadNamespace(p))
  data <- client_data(client)
  size <- as.character(eval(client$size, data))
  row <- data.frame(
    package = client$package, version = as.character(utils::packageVersion(client$package)),
    `function` = client$what, data = size, base_seconds = NA_real_, manycore_seconds = NA_real_,
    ratio = NA_real_, agreement = "", check.names = FALSE)
  more <- list(code = paste(deparse(client$call, width.cutoff = 500), collapse = " "),
               reached = "", compared = client$compared, warnings = "")
  failed <- tryCatch({
    reset_counts()
    ours <- quietly(with_swapped(client$swap, timed(run_client(client, data))))
    reached <- counts$ours[client$swap]
    more$reached <- paste0(names(reached), " ", count(reached), collapse = ", ")
    reset_counts()
    base <- quietly(timed(run_client(client, data)))
    if (sum(counts$ours) + sum(counts$handed_on) > 0) stop("the swap was not undone")
    if (any(reached == 0)) {
      stop("ours was not reached: ", paste(names(reached)[reached == 0], collapse = ", "))
    }
    row$agreement <- agreement(ours$value$value, base$value$value)
    if (!identical(unique(ours$warnings), unique(base$warnings))) {
      more$warnings <- paste0(client$package, ": \"", unique(ours$warnings)[1],
                              "\" where base R has \"", unique(base$warnings)[1], "\"")
    }
    timed <- quietly(time_both(client, data, ours$value$seconds, base$value$seconds))$value
    row$base_seconds <- signif(timed[["base"]], 4)
    row$manycore_seconds <- signif(timed[["ours"]], 4)
    row$ratio <- signif(timed[["base"]] / timed[["ours"]], 4)
    NULL
  }, error = function(e) conditionMessage(e))
  if (!is.null(failed)) row$agreement <- paste("ERROR:", failed)
  message(sprintf("%-22s %-44s %9.3f s %9.4f s %8.1fx  %s (%s)", client$package, size,
                  row$base_seconds, row$manycore_seconds, row$ratio, row$agreement, more$reached))
  list(row = row, more = more)
}

format_ratio <- function(ratio) {
  brief <- formatC(signif(ratio, 2), digits = 2, format = "fg", flag = "#", big.mark = ",")
  ifelse(is.na(ratio), "", paste0(sub("[.]$", "", trimws(brief)), "x"))
}

# ---- the packages' own tests ----

# The folder of the tests of the installed version, or NULL.
test_folder <- function(package) {
  from_debian <- file.path("/usr/share/doc", paste0(c("r-cran-", "r-bioc-"), tolower(package)),
                           "tests")
  from_debian <- from_debian[dir.exists(from_debian)]
  if (length(from_debian) && startsWith(find.package(package), "/usr/lib/R/")) {
    return(from_debian[1])
  }
  folder <- tempfile("sources")
  dir.create(folder)
  fetched <- tryCatch(suppressWarnings(
    utils::download.packages(package, folder, type = "source", quiet = TRUE)),
    error = function(e) matrix("", 0, 2))
  if (!nrow(fetched)) return(NULL)
  utils::untar(fetched[1, 2], exdir = folder)
  sources <- file.path(folder, package)
  version <- read.dcf(file.path(sources, "DESCRIPTION"), "Version")[1]
  if (package_version(version) != utils::packageVersion(package)) return(NULL)
  if (dir.exists(file.path(sources, "tests"))) file.path(sources, "tests")
}

# A folder of testthat: the numbers of passed, failed and skipped expectations.
run_testthat <- function(package, folder, filter) {
  library(package, character.only = TRUE)
  copy <- tempfile("tests")
  dir.create(copy)
  file.copy(file.path(folder, "testthat"), copy, recursive = TRUE)
  test <- as.data.frame(testthat::test_dir(
    file.path(copy, "testthat"), package = package, load_package = "installed", filter = filter,
    reporter = "silent", stop_on_failure = FALSE))
  tests <- test[order(test$file, test$test), ]
  list(text = sprintf("%d passed, %d failed, %d errors, %d skipped", sum(test$passed),
                      sum(test$failed), sum(test$error), sum(test$skipped)),
       all = tests[c("file", "test", "passed", "failed", "skipped", "error")])
}

# Scripts that test by their printed output: its lines.
run_scripts <- function(package, folder, files) {
  library(package, character.only = TRUE)
  lines <- unlist(lapply(files, function(file) {
    set.seed(1)
    utils::capture.output(source(file.path(folder, file), local = new.env(parent = globalenv()),
                                 echo = TRUE, max.deparse.length = Inf, spaced = FALSE))
  }))
  list(text = paste(count(length(lines)), "lines of output"),
       all = gsub("<environment: [^>]*>|0x[0-9a-f]+|^Time .user system elapsed.*", "", lines))
}

# Runs in an R of its own and prints the row.
run_tests_of <- function(test) {
  folder <- test_folder(test$package)
  if (is.null(folder)) {
    return(c(test$package, as.character(utils::packageVersion(test$package)), "", "",
             "left out: no sources of this version", ""))
  }
  run <- function() {
    set.seed(1)
    quietly(if (is.null(test$scripts)) run_testthat(test$package, folder, test$files) else
      run_scripts(test$package, folder, test$scripts))$value
  }
  base <- run()
  reset_counts()
  ours <- with_swapped(names(stand_ins), run())
  reached <- counts$ours[counts$ours > 0]
  c(test$package, as.character(utils::packageVersion(test$package)), base$text, ours$text,
    if (!length(reached)) "ERROR: ours was not reached" else
      if (identical(base$all, ours$all)) "yes" else "NO",
    paste0(names(reached), " ", count(reached), collapse = ", "))
}

if (has("--tests-of")) {
  test <- Filter(function(test) test$package == value_of("--tests-of"), client_tests)[[1]]
  saveRDS(run_tests_of(test), value_of("--row"))
  quit(save = "no")
}

all_tests <- function() {
  tests_of <- function(package) {
    file <- tempfile()
    message("The tests of ", package)
    log <- system2(file.path(R.home("bin"), "Rscript"),
                   c(shQuote(file.path(here, "clients.R")), "--tests-of", package,
                     "--row", shQuote(file)), stdout = TRUE, stderr = TRUE,
                   env = paste0("R_LIBS=", shQuote(paste(.libPaths(), collapse = ":"))))
    if (file.exists(file)) readRDS(file) else
      c(package, as.character(utils::packageVersion(package)), "", "",
        paste("ERROR:", utils::tail(log, 2)[1]), "")
  }
  rows <- lapply(there, function(package) resumed(paste(package, "tests"), tests_of(package)))
  table <- as.data.frame(do.call(rbind, rows))
  names(table) <- c("package", "version", "with base R", "with manycore", "the same",
                    "calls that reached ours")
  table
}

about_left_out <- if (length(left_out)) {
  paste0("- Left out, as not installed here: ", paste(left_out, collapse = ", "), ".")
}

if (tests) {
  table <- all_tests()
  lines <- c(
    "# Packages' own tests with our functions in them", "",
    "Written by bench/clients.R --tests.", "",
    paste("-", machine_lines(character())), about_left_out,
    "- Ours is bound to cor, cov, dist, sort, order and rank in base, stats and all that import",
    "  them; what we do not compute is handed on.",
    "- Of dendextend, GGally and recipes those files of tests whose names are in",
    "  bench/clients_list.R.",
    "- The same: each test with the same numbers of expectations that passed, failed, and were",
    "  skipped; for scripts without expectations, the same output to the letter (but for seconds).",
    "- Failures that both have are the package's, such as those of an older version beside",
    "  newer neighbours.", "",
    markdown(table))
  writeLines(lines)
  writeLines(lines, file.path(results, "clients_tests.md"))
  quit(save = "no")
}

# ---- the table ----

chosen <- Filter(function(client) client$package %in% there, clients)
measured <- lapply(chosen, function(client) {
  name <- paste(client$package, match(list(client), clients), if (quick) "quick")
  resumed(name, measure(client))
})
rows <- do.call(rbind, lapply(measured, `[[`, "row"))
more <- lapply(measured, `[[`, "more")
of_more <- function(name) vapply(more, `[[`, "", name)
utils::write.csv(rows, csv, row.names = FALSE)

table <- data.frame(
  package = paste(rows$package, rows$version), what = rows[["function"]], data = rows$data,
  "base R" = ifelse(is.na(rows$base_seconds), "", format_seconds(rows$base_seconds)),
  manycore = ifelse(is.na(rows$manycore_seconds), "", format_seconds(rows$manycore_seconds)),
  ratio = format_ratio(rows$ratio), agreement = rows$agreement,
  "calls that reached ours" = of_more("reached"), check.names = FALSE)
warned <- of_more("warnings")
lines <- c(
  "# Packages with base R, and with our functions in its place", "",
  "Written by bench/clients.R.", "",
  paste("-", machine_lines(character())), about_left_out,
  "- Ours is bound to the names in the last column, in base or in stats and all that import",
  "  them, for the time of the call.",
  "- Seconds of the whole call of the package, the best of several runs in turns; base R has",
  "  one where it takes more than 3 s.",
  "- stats::cor() is that of this R; R-devel has a faster one for columns of a matrix (bug 18934).",
  "- Agreement of the complete results by identical() (closures in them without their",
  "  environments), or of the part that is named below.",
  if (any(nzchar(warned))) paste("- Warnings differ:", warned[nzchar(warned)]),
  "", markdown(table), "", "## The calls", "",
  paste0("- ", rows$package, ", ", rows$data, ": `", of_more("code"), "`",
         ifelse(nzchar(of_more("compared")), paste0("; compared: ", of_more("compared")), "")))
writeLines(lines)
writeLines(lines, file.path(results, "clients.md"))
wrong <- rows$agreement != "identical"
if (any(wrong)) stop(sum(wrong), " of the rows are not identical: see agreement", call. = FALSE)
