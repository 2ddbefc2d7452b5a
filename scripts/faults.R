# Faults, the long form of tests/testthat/test-store-workers.R. Two workers fill a store while a
# random one of them is killed again and again. Managers of each kind of store are killed, too.
# Stores are damaged and forged at random, as in tests/testthat/test-store-strangers.R.
#
#   Rscript scripts/faults.R [WORKERS [MANAGERS [STORES [SEED]]]]
#
#   WORKERS    how many workers are killed (20)
#   MANAGERS   how many managers of each kind of store are killed (5)
#   STORES     how many stores are damaged (5,000), with SEED (1)
#
# The result must be that of one process, and no existing tile may be done again. (Steps of shortest
# paths replace tiles; there only the result counts.) A damaged store must give the right answer or
# an error of the package, and no other file may be touched.

suppressPackageStartupMessages(library(manycore))
if (!requireNamespace("BiocParallel", quietly = TRUE)) {
  cat("faults: left out, the package BiocParallel is not installed\n")
  quit(status = 77)
}
if (!dir.exists("/proc/self")) {
  cat("faults: left out, processes are looked for in /proc, which this system does not have\n")
  quit(status = 77)
}
given <- suppressWarnings(as.integer(commandArgs(TRUE)))
if (anyNA(given) || any(given < 1)) {
  stop("how often workers are killed, managers are killed and stores are damaged, and the seed,",
       " are whole numbers", call. = FALSE)
}
kills <- if (length(given) > 0) given[1] else 20L
managers <- if (length(given) > 1) given[2] else 5L
turns <- if (length(given) > 2) given[3] else 5000L
seed <- if (length(given) > 3) given[4] else 1L
tile <- 100

set.seed(21)
x <- matrix(stats::rnorm(700 * 2500), 700)
data <- tempfile(fileext = ".rds")
saveRDS(x, data)

# The kinds of stores: the call that fills one, with more arguments; and the result without a store.
# The work takes some seconds, so that a manager is at work when it is killed.
kinds <- list(
  cor_kendall = list(
    fill = function(...) cor_kendall(x, ..., threads = 1), plain = function() cor_kendall(x)),
  cor_xi = list(
    fill = function(...) cor_xi(x[, 1:1500], ..., threads = 1),
    plain = function() cor_xi(x[, 1:1500])),
  kendall_partial = list(
    fill = function(...) kendall_partial(x[, -1], given = x[, 1], ..., threads = 1),
    plain = function() as.matrix(kendall_partial(x[, -1], given = x[, 1]))),
  dist_euclidean = list(
    fill = function(...) dist_euclidean(rbind(t(x), t(x) + 1), ..., threads = 1),
    plain = function() unname(as.matrix(dist_euclidean(rbind(t(x), t(x) + 1)))),
    read = function(result) unname(as.matrix(result))),
  kendall_network = list(
    fill = function(...) kendall_network(x, cutoff = 0.1, ..., threads = 1),
    plain = function() as.data.frame(kendall_network(x, cutoff = 0.1)), read = as.data.frame),
  floyd_warshall = list(
    fill = function(...) floyd_warshall(matrix(abs(x)[1:1690000], 1300), ..., threads = 1),
    plain = function() as.matrix(floyd_warshall(matrix(abs(x)[1:1690000], 1300))), replaces = TRUE)
)

# The existing tiles: path -> inode.
tiles_of <- function(dir) {
  files <- list.files(file.path(dir, "tiles"), "^[^.]", recursive = TRUE, full.names = TRUE)
  if (length(files) == 0) return(character())
  lines <- trimws(system2("ls", c("-i", shQuote(files)), stdout = TRUE))
  stats::setNames(sub(" .*", "", lines), sub("^[0-9]+ ", "", lines))
}

# A mark in the environment of all processes of this run, and of no others.
marks <- vapply(c(workers = "workers", managers = "managers"), paste, "", Sys.getpid(), sep = "-")

# Starts an R that runs `code` and writes its number to the file `pid`. This R, and processes that
# it starts, have `mark` in their environment.
run <- function(code, pid, mark) {
  script <- tempfile(fileext = ".R")
  writeLines(c(paste0("cat(Sys.getpid(), file = ", deparse(pid), ")"),
               "suppressPackageStartupMessages(library(manycore))",
               paste0("x <- readRDS(", deparse(data), ")"), code), script)
  log <- paste0(pid, ".out")
  system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", shQuote(script)), wait = FALSE,
          stdout = log, stderr = log,
          env = paste0(c("R_LIBS=", "MANYCORE_FAULTS="),
                       shQuote(c(paste(.libPaths(), collapse = ":"), mark))))
  wait_until(function() isTRUE(file.size(pid) > 0))
  scan(pid, quiet = TRUE)
}

# Code that fills a store of this kind in a folder. `more`: more arguments.
fill <- function(kind, dir, more = "") {
  paste0("s <- (", paste(deparse(kinds[[kind]]$fill), collapse = " "), ")(store = tile_store(",
         deparse(dir), ", tile = ", tile, ")", more, ")")
}

is_there <- function(pid) {
  status <- tryCatch(suppressWarnings(readLines(file.path("/proc", pid, "status"))),
                     error = function(e) "State: Z")
  !any(grepl("^State:.*Z", status))
}

wait_until <- function(test, seconds = 300) {
  end <- Sys.time() + seconds
  while (!test()) {
    if (Sys.time() > end) stop("nothing has happened for ", seconds, " s", call. = FALSE)
    Sys.sleep(0.02)
  }
}

# The processes of R with the mark.
marked <- function(mark) {
  of_r <- function(pid) {
    there <- tryCatch(suppressWarnings(readBin(file.path("/proc", pid, "environ"), "raw", 1e6)),
                      error = function(e) raw())
    there[there == 0] <- as.raw(10)
    basename(Sys.readlink(file.path("/proc", pid, "exe"))) == "R" &&
      any(strsplit(rawToChar(there), "\n")[[1]] == paste0("MANYCORE_FAULTS=", mark))
  }
  as.integer(Filter(of_r, list.files("/proc", "^[0-9]+$")))
}

# However this script ends, none of them is left.
invisible(reg.finalizer(globalenv(), function(e) {
  for (mark in marks) tools::pskill(marked(mark), tools::SIGKILL)
}, onexit = TRUE))

# How many tiles are new or other files.
changed <- function(now, before) sum(!names(now) %in% names(before) | now != before[names(now)])

# Waits until some tiles have changed since `before`, or the work is over. Returns the existing
# tiles.
some_more <- function(dir, manager, before = tiles_of(dir)) {
  wait_until(function() changed(tiles_of(dir), before) >= 4 || !is_there(manager))
  tiles_of(dir)
}

# `result`: of the call that found the store filled.
check <- function(kind, dir, result, seen, what, times) {
  now <- tiles_of(dir)
  again <- sum(vapply(seen, function(before) sum(!now[names(before)] %in% before), 0))
  status <- verify_store(tile_store(dir), progress = FALSE)$status
  beside <- list.files(dir, "^[.]", all.files = TRUE, recursive = TRUE)
  read <- kinds[[kind]]$read
  same <- identical(if (is.null(read)) as.matrix(result) else read(result), kinds[[kind]]$plain())
  replaces <- isTRUE(kinds[[kind]]$replaces)
  cat("faults: ", kind, "(): kill -9 of ", what, ", ", times, " times: ", length(status),
      " tiles, ", if (same) "identical" else "NOT IDENTICAL",
      if (!replaces) paste("; of those that were there", again, "are done again"), "; ",
      length(beside), " were cut off while they were written\n", sep = "")
  same && (replaces || again == 0) && all(status == "whole")
}

# ---- workers: a random one is killed ----

dir <- tempfile("workers")
pid <- tempfile()
manager <- run(fill("cor_kendall", dir, ", BPPARAM = BiocParallel::SnowParam(2), retries = 5"), pid,
               marks[["workers"]])
seen <- list()
while (length(seen) < kills && is_there(manager)) {
  there <- some_more(dir, manager)
  workers <- setdiff(marked(marks[["workers"]]), manager)
  if (length(workers) > 0 && is_there(manager)) {
    seen[[length(seen) + 1]] <- there
    tools::pskill(workers[sample.int(length(workers), 1)], tools::SIGKILL)
  }
}
wait_until(function() !is_there(manager))
cat(sprintf("faults: rounds that were lost: %d\n",
            sum(grepl("handed out again", readLines(paste0(pid, ".out"))))))
fine <- check("cor_kendall", dir, tile_matrix(tile_store(dir)), seen, "a random worker",
              length(seen)) && length(seen) == kills

# ---- managers ----

# A call that goes on where killed managers were. Were `managers` of them killed at work?
kill_managers <- function(kind) {
  dir <- tempfile("managers")
  seen <- list()
  killed <- 0 # managers that had made tiles and were at work
  for (turn in seq_len(managers)) {
    before <- tiles_of(dir)
    manager <- run(fill(kind, dir), tempfile(), marks[["managers"]])
    seen[[turn]] <- some_more(dir, manager, before)
    if (is_there(manager) && changed(seen[[turn]], before) > 0) {
      tools::pskill(manager, tools::SIGKILL)
      killed <- killed + 1
    }
    wait_until(function() !is_there(manager))
  }
  result <- suppressMessages(kinds[[kind]]$fill(store = tile_store(dir, tile = tile)))
  good <- check(kind, dir, result, seen, "the manager", killed)
  unlink(dir, recursive = TRUE)
  if (killed < managers) {
    cat("faults: only", killed, "of", managers, "managers were at work when their time came\n")
  }
  good && killed == managers
}
for (kind in names(kinds)) fine <- kill_managers(kind) && fine

# ---- stores that are damaged and forged ----

for (file in c("helper-process.R", "helper-store.R", "helper-store-fuzz.R")) {
  source(file.path("tests", "testthat", file))
}
wrong <- fuzz_stores(turns, seed)
cat(sprintf("faults: stores damaged and forged, seed %d: %d turns, %d wrong\n", seed, turns,
            length(wrong)), utils::head(paste0("  ", wrong, "\n"), 20), sep = "")
fine <- length(wrong) == 0 && fine
quit(status = !isTRUE(fine))
