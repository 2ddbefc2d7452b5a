# Damages and forges stores at random, for the tests of stores and for scripts/faults.R.

# A home directory and its content.
new_home <- function() {
  home <- tempfile("home")
  dir.create(file.path(home, ".ssh"), recursive = TRUE)
  dir.create(file.path(home, "12"))
  dir.create(file.path(home, "0000"))
  for (file in c(".bashrc", ".ssh/.id", "12/34", "0000/1-1", "0000/1", "0000/.1-1.a.1.1")) {
    writeLines(file, file.path(home, file))
  }
  # so old that any change gives another time
  paths <- c(home, list.files(home, recursive = TRUE, all.files = TRUE, include.dirs = TRUE,
                              full.names = TRUE))
  for (path in paths) Sys.setFileTime(path, as.POSIXct("2020-01-01"))
  home
}

# (A folder in which something was made and deleted has another time.)
contents <- function(home) {
  paths <- c(".", sort(list.files(home, recursive = TRUE, all.files = TRUE, include.dirs = TRUE)))
  full <- file.path(home, paths)
  lines <- lapply(full[!dir.exists(full)], readLines, warn = FALSE)
  list(paths = paths, lines = lines, times = file.mtime(full), modes = file.mode(full))
}

# The manifest of a store with another value of a field, and a fingerprint that fits.
forge_manifest <- function(dir, field, value) {
  lines <- readLines(file.path(dir, "manifest"))
  fields <- stats::setNames(sub("^[^:]*: ", "", lines), sub(":.*", "", lines))
  fields[field] <- value
  fields <- fields[names(fields) != "Fingerprint"]
  fingerprint <- .Call(manycore:::C_fingerprint, paste(names(fields), fields, sep = "="))
  fields <- c(fields, Fingerprint = fingerprint)
  writeLines(paste0(names(fields), ": ", fields), file.path(dir, "manifest"))
}

# The stores to be damaged: each with its call, a function that reads it, and the right answer.
fuzz_subjects <- function() {
  x <- data_of_store(15, 13)
  w <- matrix(as.numeric(sample(1:169)), 13, dimnames = list(letters[1:13], letters[1:13]))
  taus <- function(store) quietly(cor_kendall(x, store = store))
  by_files <- function(store) with_panels_in_files(taus(store))
  xi <- function(store) quietly(cor_xi(x, ties = "first", store = store))
  partial <- function(store) quietly(kendall_partial(x, given = 1:15, store = store))
  paths <- function(store) quietly(floyd_warshall(w, traceback = TRUE, store = store))
  network <- function(store) quietly(kendall_network(x, fdr = 0.9, store = store))
  parts <- function(network) network[c("from", "to", "tau", "p.value")]
  subjects <- list(
    list(call = taus, read = list(as.matrix, function(s) s[3, 2:4], dimnames)),
    list(call = by_files, read = list(as.matrix, function(s) s[3, 2:4], dimnames)),
    list(call = xi, read = list(as.matrix, function(s) s[3, 2:4], dimnames)),
    list(call = partial, read = list(as.matrix, function(s) s[3, 2:4], dimnames)),
    list(call = paths, read = list(as.matrix, function(s) as.matrix(path_via(s)),
                                   function(s) shortest_path(s, "a", "m"), dimnames)),
    list(call = network, read = list(), answer = function(found, store) parts(found))
  )
  lapply(subjects, function(subject) {
    subject$dir <- tempfile("master")
    store <- tile_store(subject$dir, tile = 5)
    found <- subject$call(store)
    if (!is.null(subject$answer)) {
      subject$truth <- list(subject$answer(found, store))
    } else {
      subject$truth <- lapply(subject$read, function(read) read(found))
    }
    subject
  })
}

# Files ("f") or folders ("d") below a folder; links are not followed. Sorted: the order of a
# directory differs between file systems, and a seed must damage the same files on each of them.
below <- function(dir, type) {
  found <- if (.Platform$OS.type == "unix") {
    system2("find", c(shQuote(dir), "-mindepth", "1", "-type", type), stdout = TRUE)
  } else if (type == "f") {
    list.files(dir, recursive = TRUE, all.files = TRUE, full.names = TRUE)
  } else {
    list.dirs(dir)[-1]
  }
  sort(substring(found, nchar(dir) + 2), method = "radix")
}

# One act of a vandal, on a random file of the store. Returns a file of the user if the act put one
# there, otherwise NULL.
vandalize <- function(dir, home) {
  files <- below(dir, "f")
  folders <- below(dir, "d")
  file <- file.path(dir, sample(files, 1))
  other <- file.path(dir, sample(files, 1))
  place <- file.path(dir, sample(c(files, folders), 1))
  bytes <- readBin(file, "raw", 1e6)
  acts <- list(
    flip = function() change_byte(file, sample.int(length(bytes), 1)),
    cut = function() writeBin(utils::head(bytes, sample.int(length(bytes), 1) - 1L), file),
    extend = function() writeBin(c(bytes, as.raw(sample(0:255, 9))), file),
    noise = function() writeBin(as.raw(sample(0:255, 200, TRUE)), file),
    swap = function() {
      spare <- tempfile(tmpdir = dir)
      file.rename(file, spare)
      file.rename(other, file)
      if (file != other) file.rename(spare, other)
    },
    copy = function() file.copy(other, file, overwrite = TRUE),
    lose = function() unlink(place, recursive = TRUE),
    link = function() {
      folder <- dir.exists(place)
      unlink(place, recursive = TRUE)
      file.symlink(if (folder) home else file.path(home, sample(c(".bashrc", "12/34"), 1)), place)
    },
    dangle = function() {
      unlink(place, recursive = TRUE)
      file.symlink(file.path(home, "new"), place)
    },
    folder = function() {
      unlink(file)
      dir.create(file)
    },
    pipe = function() {
      unlink(file)
      system2("mkfifo", shQuote(file))
    },
    forge = function() {
      if (!"manifest" %in% files) return(NULL) # an earlier act made it a pipe or a link
      forge_manifest(dir, sample(c("Rows", "Columns", "Tile", "Symmetric", "Precision", "Names",
                                   "Data", "Work"), 1),
                     # (100,000 rows are 60,000 missing tiles. 10 times as many take about as long
                     # as a turn may take.)
                     sample(c("0", "4", "13", "14", "100000", "2147483647", "yes", "no", "none",
                              "single", "floyd_warshall", "kendall_network", strrep("a", 16)), 1))
    },
    mine = function() {
      mine <- file.path(dir, sample(c("notes.txt", ".hidden", "tiles/9-9", "tiles/0000/.a.1.1",
                                      "x/0000/77", "steps/notes"), 1))
      dir.create(dirname(mine), recursive = TRUE, showWarnings = FALSE)
      stopifnot(startsWith(normalizePath(dirname(mine)), normalizePath(dir))) # the path has no link
      writeLines("mine", mine)
      mine
    }
  )
  if (.Platform$OS.type == "windows") acts[c("link", "dangle", "pipe")] <- NULL
  act <- sample(names(acts), 1)
  mine <- suppressWarnings(acts[[act]]())
  list(act = act, mine = if (act == "mine") mine)
}

# Vandalizes and uses stores so many times. Returns a character vector of faults: an error that is
# not of this package, a wrong answer, a file of the user that is gone or changed, or a turn of more
# than ten seconds.
fuzz_stores <- function(turns, seed) {
  set.seed(seed)
  subjects <- fuzz_subjects()
  home <- new_home()
  before <- contents(home)
  wrong <- character()
  for (turn in seq_len(turns)) {
    subject <- subjects[[sample.int(length(subjects), 1)]]
    dir <- tempfile("store")
    dir.create(dir)
    file.copy(list.files(subject$dir, full.names = TRUE), dir, recursive = TRUE)
    acts <- replicate(sample.int(2, 1), vandalize_if_there(dir, home), simplify = FALSE)
    label <- paste0("turn ", turn, " (", paste(vapply(acts, `[[`, "", "act"), collapse = ", "),
                    "): ")
    mine <- Filter(is_mine, as.character(unlist(lapply(acts, `[[`, "mine"))))
    start <- proc.time()[["elapsed"]]
    for (problem in use_vandalized(subject, dir, acts)) wrong <- c(wrong, paste0(label, problem))
    if (proc.time()[["elapsed"]] - start > 10) wrong <- c(wrong, paste0(label, "too slow"))
    if (!identical(contents(home), before)) stop(label, "the home directory was touched")
    for (file in mine) {
      if (!is_mine(file)) wrong <- c(wrong, paste0(label, file, " is gone"))
    }
    unlink(dir, recursive = TRUE)
  }
  unlink(c(home, vapply(subjects, `[[`, "", "dir")), recursive = TRUE)
  wrong
}

# The lines of a file. An act may have made it a folder, or a pipe. A pipe has no size and must not
# be read.
lines_of_file <- function(file) {
  if (utils::file_test("-f", file) && file.size(file) > 0) {
    suppressWarnings(readLines(file, skipNul = TRUE))
  }
}

# Is the file still as the act "mine" wrote it?
is_mine <- function(file) identical(lines_of_file(file), "mine")

# A second act may find no file, or an unreadable one.
vandalize_if_there <- function(dir, home) {
  tryCatch(vandalize(dir, home), error = function(e) list(act = "none"))
}

# The faults when a store is read, filled again, and written over.
use_vandalized <- function(subject, dir, acts) {
  forged <- any(vapply(acts, `[[`, "", "act") == "forge")
  wrong <- character()
  attempt <- function(code) {
    problem <- NULL
    utils::capture.output(found <- tryCatch(quietly(code), error = function(e) {
      if (!inherits(e, "manycore_error")) problem <<- conditionMessage(e)
      e
    }))
    if (!is.null(problem)) wrong <<- c(wrong, paste("unclassed error:", problem))
    found
  }
  compare <- function(found, truth, what) {
    # without a manifest, or with a forged one that says so, a store has no dimnames
    manifest <- file.path(dir, "manifest")
    empty <- is.null(found) &&
      (!file.exists(manifest) || (forged && "Names: none" %in% lines_of_file(manifest)))
    if (!inherits(found, "error") && !empty && !identical(found, truth)) {
      wrong <<- c(wrong, paste("another answer by", what))
    }
  }
  store <- attempt(tile_store(dir))
  read_all <- function(what) {
    for (k in seq_along(subject$read)) {
      compare(attempt(subject$read[[k]](matrix_in(dir))), subject$truth[[k]], what)
    }
  }
  read_all("reading")
  if (!inherits(store, "error")) {
    attempt(print(store))
    attempt(verify_store(store))
  }
  for (overwrite in c(FALSE, TRUE)) {
    found <- attempt(subject$call(tile_store(dir, tile = 5, precision = "double",
                                             overwrite = overwrite)))
    if (inherits(found, "error")) next
    if (is.null(subject$answer)) read_all("a call") else
      compare(subject$answer(found, store), subject$truth[[1]], "a call")
  }
  wrong
}
