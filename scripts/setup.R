# The R packages that a purpose needs: lists and installs missing ones.
#
#   Rscript scripts/setup.R missing PURPOSE        prints "need: name version", or "want:"
#   Rscript scripts/setup.R install PURPOSE LIB    installs what is missing
#   Rscript scripts/setup.R verify  PURPOSE        fails if a needed package is missing
#
# LIB is a library folder, or "default" for R's default library. Names and least versions come from
# DESCRIPTION; packages come from R's configured repositories.

args <- commandArgs(trailingOnly = TRUE)
action <- args[1L]
purpose <- args[2L]

fail <- function(...) {
  message(...)
  quit(save = "no", status = 1L)
}

if (getRversion() < "4.0.0") {
  fail("manycore needs R 4.0.0 or newer; this is R ", getRversion(), ".")
}

# A named vector, package -> least version ("0": any version).
dependencies <- function(fields) {
  description <- read.dcf("DESCRIPTION")
  text <- description[1L, intersect(fields, colnames(description))]
  entries <- trimws(unlist(strsplit(text, ",")))
  name <- sub("[[:space:]]*\\(.*$", "", entries)
  least <- ifelse(grepl(">=", entries),
                  sub("^.*>=[[:space:]]*([0-9.-]+).*$", "\\1", entries), "0")
  base <- rownames(installed.packages(.Library, priority = "base"))
  keep <- nzchar(name) & !name %in% c("R", base)
  stats::setNames(least[keep], name[keep])
}

# Only from apt, because these packages and their dependencies take long to compile. Without them
# their tests are skipped.
binaries <- c("Biobase", "bigmemory", "BiocNeighbors", "BiocParallel", "Biostrings", "DelayedArray",
              "haplo.stats", "HDF5Array", "SingleCellExperiment", "stars", "SummarizedExperiment",
              "terra")

# The same for packages that backends of BiocParallel need in tests.
backends <- c(batchtools = "0", Rmpi = "0", snow = "0")

imports <- dependencies(c("Depends", "Imports", "LinkingTo"))
suggests <- dependencies("Suggests")
needs <- switch(
  purpose,
  package = imports,
  bench = c(imports, pcaPP = "0", suggests["HDF5Array"]),
  demo = c(imports, ISLR = "0"),
  test = c(imports, suggests[c("testthat", "Matrix", "rpart", binaries)], backends),
  check = c(imports, suggests),
  docs = c(imports, suggests, roxygen2 = "7.0.0"),
  site = c(imports, suggests, pkgdown = "2.0.0"),
  fail("setup.R: unknown purpose '", purpose, "'.")
)

binaries <- c(binaries, names(backends))

# Packages with a stand-in.
optional <- if (purpose == "demo") "ISLR" else character()

is_usable <- function(name) {
  if (name %in% binaries) { # whose loading takes seconds
    return(nzchar(system.file(package = name)))
  }
  suppressWarnings(suppressMessages(requireNamespace(name, quietly = TRUE))) &&
    utils::packageVersion(name) >= needs[[name]]
}

missing_packages <- function() {
  Filter(function(name) !is_usable(name), names(needs))
}

# The first library of the search path if it is writable; otherwise the user's own library, which is
# created if needed, as R itself offers in a terminal.
default_library <- function() {
  first <- .libPaths()[1L]
  if (file.access(first, 2L) == 0L) return(first)
  own <- strsplit(Sys.getenv("R_LIBS_USER"), .Platform$path.sep, fixed = TRUE)[[1L]][1L]
  own <- path.expand(own)
  if (is.na(own) || !nzchar(own)) fail("No writable R library: ", first)
  dir.create(own, recursive = TRUE, showWarnings = FALSE)
  if (file.access(own, 2L) != 0L) fail("No writable R library: ", first, ", ", own)
  own
}

get_packages <- function(packages, lib) {
  if (lib == "default") lib <- default_library()
  dir.create(lib, recursive = TRUE, showWarnings = FALSE)
  repos <- getOption("repos")
  if (length(repos) == 0L || "@CRAN@" %in% repos) {
    utils::chooseCRANmirror(graphics = FALSE, ind = 1L)
  }
  # The default limit of one minute is too short for large packages on slow lines. It is kept for
  # packages with a stand-in.
  dispensable <- all(packages %in% optional)
  if (!dispensable) options(timeout = max(300, getOption("timeout")))
  cores <- parallel::detectCores()
  at_once <- if (is.na(cores)) 1L else min(4L, cores)
  logs <- file.path(".build", "packages")
  unlink(logs, recursive = TRUE)
  dir.create(logs, recursive = TRUE, showWarnings = FALSE)
  install <- function() {
    utils::install.packages(packages, lib = lib, dependencies = NA, quiet = TRUE,
                            keep_outputs = normalizePath(logs), Ncpus = at_once)
  }
  # (The script that uses a stand-in says so.)
  if (dispensable) suppressWarnings(try(install(), silent = TRUE)) else install()
  # (Parallel installations have already shown their logs.)
  written <- list.files(logs, full.names = TRUE)
  if (at_once == 1L || length(written) == 1L) show_failures(written)
}

# The ends of the logs of failed installations.
show_failures <- function(logs) {
  for (log in logs) {
    lines <- readLines(log, warn = FALSE)
    if (any(startsWith(lines, "ERROR"))) cat(utils::tail(lines, 12L), sep = "\n")
  }
}

if (action == "missing") {
  for (name in missing_packages()) {
    cat(if (name %in% binaries) "want: " else "need: ", name, " ", needs[[name]], "\n", sep = "")
  }
} else if (action == "install") {
  packages <- setdiff(missing_packages(), binaries)
  if (length(packages)) {
    cat("Installing R packages:", paste(packages, collapse = ", "), "\n")
    get_packages(packages, args[3L])
  }
} else if (action == "verify") {
  # install.packages() only warns when it fails, so check the packages themselves.
  packages <- setdiff(missing_packages(), c(optional, binaries))
  if (length(packages)) {
    wanted <- paste0(packages, ifelse(needs[packages] == "0", "",
                                      paste0(" (>= ", needs[packages], ")")))
    fail("These R packages are missing and could not be installed: ",
         paste(wanted, collapse = ", "),
         ".\nThe messages above say why (no network, no C or C++ compiler, an R too old).",
         "\nOn Debian or Ubuntu they are also to be had as: apt-get install ",
         paste0("r-cran-", tolower(packages), collapse = " "))
  }
} else if (action == "library") {
  cat("library: ", default_library(), "\n", sep = "")
} else {
  fail("setup.R: unknown action '", action, "'.")
}
