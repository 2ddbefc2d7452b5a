# Stores of tiles in folders of their own, and what happens to their files.

new_store <- function(..., tile = 16) tile_store(tempfile("store"), tile = tile, ...)

data_of_store <- function(n = 30, m = 50) {
  set.seed(19)
  x <- matrix(sample(12, n * m, replace = TRUE) + 0, n, m, dimnames = list(NULL, paste0("v", 1:m)))
  x[, 7] <- 1
  x
}

# The tiles' files, in the order of verify().
tile_files <- function(store) {
  file.path(store$dir, manycore:::files_of(manycore:::plan_of(store))$file)
}

# What tells whether a file was written anew.
states_of <- function(files) {
  if (.Platform$OS.type == "unix") {
    lines <- system2("ls", c("-i", shQuote(files)), stdout = TRUE)
    sub("^ *([0-9]+) .*", "\\1", lines)[match(files, sub("^ *[0-9]+ ", "", lines))]
  } else {
    format(file.mtime(files), digits = 6)
  }
}

change_byte <- function(file, at) {
  bytes <- readBin(file, "raw", file.size(file))
  at <- if (at > 0) at else length(bytes) + at
  bytes[at] <- xor(bytes[at], as.raw(0x04))
  writeBin(bytes, file)
}

quietly <- function(code) suppressMessages(suppressWarnings(code))

# A value, and the messages of warnings and messages on the way to it.
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
