# Faults, the long form of tests/testthat/test-store-workers.R. Two workers fill a store while a
# random one of them is killed again and again; managers are killed, too. Stores are damaged and
# forged at random, as in tests/testthat/test-store-strangers.R.
#
#   Rscript scripts/faults.R [WORKERS [MANAGERS [STORES [SEED]]]]   how often; 20, 5 and 5,000; 1
#
# The result must be that of one process, and no existing tile may be done again. A damaged store
# must give the right answer or an error of the package, and no other file may be touched.

suppressPackageStartupMessages(library(manycore))
if (!requireNamespace("BiocParallel", quietly = TRUE)) {
  cat("faults: left out, the package BiocParallel is not installed\n")
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
plain <- cor_kendall(x)
data <- tempfile(fileext = ".rds")
saveRDS(x, data)

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
  system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", script), wait = FALSE, stdout = log,
          stderr = log, env = paste0(c("R_LIBS=", "MANYCORE_FAULTS="),
                                     c(paste(.libPaths(), collapse = ":"), mark)))
  wait_until(function() isTRUE(file.size(pid) > 0))
  scan(pid, quiet = TRUE)
}

fill <- function(dir, more = "") {
  paste0("s <- cor_kendall(x, store = tile_store(", deparse(dir), ", tile = ", tile,
         "), threads = 1", more, ")")
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

# Waits until there are some more tiles, or the work is over. Returns the existing tiles.
some_more <- function(dir, manager) {
  start <- length(tiles_of(dir))
  wait_until(function() length(tiles_of(dir)) >= start + 4 || !is_there(manager))
  tiles_of(dir)
}

check <- function(dir, seen, what, times) {
  now <- tiles_of(dir)
  again <- sum(vapply(seen, function(before) sum(now[names(before)] != before), 0))
  store <- tile_store(dir)
  status <- verify_store(store, progress = FALSE)$status
  beside <- list.files(dir, "^[.]", all.files = TRUE, recursive = TRUE)
  same <- identical(as.matrix(store), plain)
  cat(sprintf(paste("faults: kill -9 of %s, %d times: %d tiles, %s; of those that were there %d",
                    "are done again; %d were cut off while they were written\n"),
              what, times, length(status), if (same) "identical" else "NOT IDENTICAL", again,
              length(beside)))
  same && again == 0 && all(status == "whole")
}

# ---- workers: a random one is killed ----

dir <- tempfile("workers")
pid <- tempfile()
manager <- run(fill(dir, ", BPPARAM = BiocParallel::SnowParam(2), retries = 5"), pid,
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
fine <- check(dir, seen, "a random worker", length(seen)) && length(seen) == kills

# ---- managers ----

dir <- tempfile("managers")
seen <- list()
killed <- 0 # managers that had made tiles and were at work
for (turn in seq_len(managers)) {
  before <- length(tiles_of(dir))
  manager <- run(fill(dir), tempfile(), marks[["managers"]])
  seen[[turn]] <- some_more(dir, manager)
  if (is_there(manager) && length(seen[[turn]]) > before) {
    tools::pskill(manager, tools::SIGKILL)
    killed <- killed + 1
  }
  wait_until(function() !is_there(manager))
}
invisible(cor_kendall(x, store = tile_store(dir, tile = tile)))
if (killed < managers) {
  cat("faults: only", killed, "of", managers, "managers were at work when they were to be killed\n")
}
fine <- check(dir, seen, "the manager", killed) && killed == managers && fine

# ---- stores that are damaged and forged ----

for (file in c("helper-process.R", "helper-store.R", "helper-store-fuzz.R")) {
  source(file.path("tests", "testthat", file))
}
wrong <- fuzz_stores(turns, seed)
cat(sprintf("faults: stores damaged and forged, seed %d: %d turns, %d wrong\n", seed, turns,
            length(wrong)), utils::head(paste0("  ", wrong, "\n"), 20), sep = "")
fine <- length(wrong) == 0 && fine
quit(status = !fine)
