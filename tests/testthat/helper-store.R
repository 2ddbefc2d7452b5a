# Stores of tiles in folders of their own, and changes of their files.

new_store <- function(..., tile = 16) tile_store(tempfile("store"), tile = tile, ...)

# The matrix in a folder, and the folder of a result as a place for results.
matrix_in <- function(dir) tile_matrix(tile_store(dir))
place_of <- function(result, ...) tile_store(result$dir, ...)

data_of_store <- function(n = 30, m = 50) {
  set.seed(19)
  x <- matrix(sample(12, n * m, replace = TRUE) + 0, n, m, dimnames = list(NULL, paste0("v", 1:m)))
  x[, 7] <- 1
  x
}

# The tiles' files, in the order of verify_store().
tile_files <- function(store) {
  file.path(store$dir, manycore:::files_of(manycore:::plan_of(store))$file)
}

# Properties of a file that change when it is written anew.
states_of <- function(files) {
  if (.Platform$OS.type == "unix") {
    lines <- system2("ls", c("-i", shQuote(files)), stdout = TRUE)
    sub("^ *([0-9]+) .*", "\\1", lines)[match(files, sub("^ *[0-9]+ ", "", lines))]
  } else {
    format(file.mtime(files), digits = 6)
  }
}

# In the background a shell waits, for at most a minute, until a test is true in the store's folder.
# Then it writes the existing tiles with their inodes to a file, and kills. Returns the name of that
# file.
kill_when <- function(folder, test, pid, list = tempfile("seen")) {
  script <- write_script(c(
    paste0("cd ", shQuote(folder), " || exit 1"),
    "turns=0",
    paste0("until ", test, "; do"),
    "  turns=$((turns + 1)); [ $turns -lt 3000 ] || exit 1; sleep 0.02",
    "done",
    paste0("ls -i tiles/*/* > ", list, " && kill -9 ", pid)
  ))
  dir.create(folder)
  system2("sh", script, stdout = FALSE, stderr = FALSE, wait = FALSE)
  list
}

has_tiles <- function(count) {
  paste0("[ \"$(ls tiles/* 2>/dev/null | wc -l)\" -ge ", count, " ]")
}

# The process numbers of the workers of a started backend.
pids_of <- function(backend) {
  unlist(BiocParallel::bplapply(1:2, function(i) {
    Sys.sleep(0.2)
    Sys.getpid()
  }, BPPARAM = backend))
}

change_byte <- function(file, at) {
  bytes <- readBin(file, "raw", file.size(file))
  at <- if (at > 0) at else length(bytes) + at
  bytes[at] <- xor(bytes[at], as.raw(0x04))
  writeBin(bytes, file)
}

quietly <- function(code) suppressMessages(suppressWarnings(code))

# A value, and the texts of the warnings and messages of its evaluation.
told_of <- function(code) {
  said <- character()
  value <- withCallingHandlers(code, warning = function(w) {
    said <<- c(said, conditionMessage(w))
    invokeRestart("muffleWarning")
  }, message = function(m) {
    said <<- c(said, conditionMessage(m))
    invokeRestart("muffleMessage")
  })
  list(value = value, said = said)
}

# Evaluates `code` while functions or constants of the package are replaced by a named list.
with_values <- function(values, code) {
  space <- asNamespace("manycore")
  put <- function(values) {
    for (name in names(values)) {
      unlockBinding(name, space)
      assign(name, values[[name]], space)
      lockBinding(name, space)
    }
  }
  before <- mget(names(values), space)
  on.exit(put(before))
  put(values)
  force(code)
}

with_function <- function(name, other, code) {
  with_values(stats::setNames(list(other), name), code)
}

# Evaluates `code` while the panels of the input go into the store even without workers.
with_panels_in_files <- function(code) with_function("are_in_memory", function(...) FALSE, code)

# ---- workers that die ----

skip_without_workers <- function() {
  skip_on_cran()
  skip_if_not_installed("BiocParallel")
  requireNamespace("BiocParallel")
}

data_of_workers <- function(n = 500, m = 1400) {
  set.seed(20)
  matrix(stats::rnorm(n * m), n)
}

# Expects that all earlier tiles are still the same files.
expect_untouched <- function(store, list) {
  seen <- sub("^ +", "", readLines(list))
  expect_gt(length(seen), 0)
  here <- setwd(store$dir)
  on.exit(setwd(here))
  files <- sub("^[0-9]+ ", "", seen)
  now <- system2("ls", c("-i", shQuote(files)), stdout = TRUE)
  expect_setequal(sub("^ +", "", now), seen)
}
