# Stores that a stranger has made, or has put something into: nothing of his is run, followed,
# written over or deleted.

filled_store <- function(dir = tempfile("store"), m = 50, tile = 16) {
  quietly(cor_kendall_by_files(data_of_store(m = m), store = tile_store(dir, tile)))
}

cor_kendall_by_files <- function(...) with_panels_in_files(cor_kendall(...))

# Everything that may be done with a store, each with its errors.
touch_store <- function(dir, data = data_of_store(), call = cor_kendall_by_files) {
  store <- tryCatch(tile_store(dir), error = identity)
  uses <- list(function() tile_matrix(store)[1, 1], function() print(store),
               function() print(tile_matrix(store)), function() dimnames(tile_matrix(store)),
               function() verify_store(store), function() as.matrix(store),
               function() call(data, store = tile_store(dir)),
               function() call(data, store = tile_store(dir, overwrite = TRUE)))
  lapply(uses, function(use) {
    utils::capture.output(found <- tryCatch(quietly(use()), error = identity))
    found
  })
}

expect_classed <- function(results, label = NULL) {
  for (result in Filter(function(x) inherits(x, "error"), results)) {
    expect_s3_class(result, "manycore_error")
  }
}

# Bytes of serialize() that make a promise of this code (CVE-2024-27322).
promise_bytes <- function(code) {
  number <- function(x) writeBin(as.integer(x), raw(), endian = "big")
  head <- c(charToRaw("X\n"), number(c(3, 262657, 197888)), number(5), charToRaw("UTF-8"))
  expression <- serialize(code, NULL, version = 3)
  # a promise (type 5) without an environment, of no value so far (252), and its code
  c(head, number(5), number(252), expression[-(1:23)])
}

test_that("names that are code are not run", {
  for (kind in c("rds", "gzip", "promise")) {
    store <- filled_store()
    ran <- tempfile("ran")
    code <- bquote(file.create(.(ran)))
    names <- file.path(store$dir, "names")
    if (kind == "promise") {
      writeBin(promise_bytes(code), names)
    } else {
      saveRDS(list(code, NULL), names, compress = kind == "gzip")
    }
    results <- touch_store(store$dir)
    expect_false(file.exists(ran))
    expect_classed(results)
    expect_identical(as.matrix(tile_store(store$dir)), quietly(cor_kendall(data_of_store())))
  }
})

test_that("no function of stores unserializes, parses or evaluates", {
  space <- asNamespace("manycore")
  forbidden <- c("readRDS", "unserialize", "load", "parse", "eval", "evalq", "source", "dget",
                 "str2lang", "str2expression", "read.dcf")
  seen <- new.env()
  store <- filled_store()
  quietly({
    for (name in forbidden) {
      suppressMessages(trace(name, bquote(assign("called", c(.(seen)$called, .(name)), .(seen))),
                             print = FALSE, where = baseenv()))
    }
  })
  on.exit(for (name in forbidden) suppressMessages(untrace(name, where = baseenv())))
  print_store <- utils::capture.output(print(store))
  as.matrix(store)
  dimnames(store)
  verify_store(store)
  again <- tile_store(store$dir, overwrite = TRUE)
  quietly(kendall_network(data_of_store()[, 1:20], fdr = 0.5, store = again))
  expect_length(setdiff(seen$called, c("eval", "evalq")), 0) # those are S4's and cat()'s
  parse(text = "1") # the watch works
  expect_true("parse" %in% seen$called)
  # These functions of the package call one of them directly, by name: for a formula of the user;
  # for a call of a plot; for the answer of a worker, which is a process of the user; for the file
  # of a child process.
  callers <- Filter(function(name) {
    body <- body(get(name, space))
    calls <- table(factor(all.names(body), forbidden)) -
      table(factor(all.names(body, functions = FALSE), forbidden)) # variables with such a name
    any(calls > 0)
  }, Filter(function(name) is.function(get(name, space)), ls(space, all.names = TRUE)))
  expect_setequal(callers, c("formula_variables", "concordance_all.formula", "draw_with",
                             "receive_from_nodes", "time_elsewhere"))
})

test_that("messages show odd names of a stranger's files as escapes", {
  skip_on_os("windows")
  odd <- c("a\033]52;c;YQ==\ab\r\nc", "d\x7f", "e\xff")
  escaped <- c("a\\033]52;c;YQ==\\ab\\r\\nc", "d\\177",
               if (l10n_info()[["UTF-8"]]) "e\\xff" else "e\\377")
  for (k in seq_along(odd)) {
    dir <- tempfile("theirs")
    dir.create(dir)
    if (!suppressWarnings(file.create(paste0(dir, "/", odd[k])))) next # macOS: no invalid bytes
    said <- outcome(tile_store(dir))$error
    expect_match(said, paste0("there is '", escaped[k]), fixed = TRUE)
    expect_false(grepl("[[:cntrl:]]", said, useBytes = TRUE))
  }
  store <- filled_store()
  odd <- odd[suppressWarnings(file.create(paste0(store$dir, "/", odd)))]
  print <- manycore:::plan_of(store)$fingerprint
  writing <- file.path(store$dir, paste0(".manifest.", print, ".host.1.1"))
  file.create(writing) # files with odd names are looked at beside it
  told <- told_of(cor_kendall(data_of_store()[, 1:20],
                              store = tile_store(store$dir, overwrite = TRUE)))
  said <- grep("not made by this store stay", told$said, value = TRUE)
  expect_match(said, escaped[1], fixed = TRUE)
  expect_false(grepl("[[:cntrl:]]", sub("\n$", "", said), useBytes = TRUE))
  expect_false(file.exists(writing))
  expect_true(all(file.exists(paste0(store$dir, "/", odd))))
})

test_that("names of every encoding come back", {
  odd <- c("a", "\u00e4\u6f22", NA, "", "NA", "a b\nc", strrep("x", 1e4))
  latin <- "gr\xfc\xdfe"
  Encoding(latin) <- "latin1"
  bytes <- "\xff\xfe"
  Encoding(bytes) <- "bytes"
  names <- c(odd, latin, bytes)
  x <- matrix(sample(5 * length(names)) + 0, 5, dimnames = list(NULL, names))
  store <- cor_kendall(x, store = new_store(tile = 4))
  expect_identical(dimnames(store), dimnames(cor_kendall(x)))
  expect_identical(as.matrix(store), cor_kendall(x))
  expect_identical(Encoding(dimnames(store)[[1]][9]), "bytes")
  w <- matrix(runif(16), 4, dimnames = list(from = letters[1:4], to = letters[1:4]))
  expect_identical(as.matrix(floyd_warshall(w, store = new_store(tile = 2))),
                   as.matrix(floyd_warshall(w)))
  for (dimnames in list(list(NULL, letters), list(letters, NULL), list(character(), NULL))) {
    pack <- manycore:::pack_names(dimnames)
    expect_identical(manycore:::unpack_names(pack), c(dimnames, list(NULL)))
  }
})

test_that("bytes of names that differ are found, however they are forged", {
  pack <- manycore:::pack_names(list(c("alpha", "\u00e4"), c("b", NA)))
  unpack <- manycore:::unpack_names
  expect_identical(unpack(pack), list(c("alpha", "\u00e4"), c("b", NA), NULL))
  for (size in seq_along(pack) - 1) expect_null(unpack(pack[seq_len(size)]))
  seal <- function(body) c(body, reverse_hex(.Call(manycore:::C_fingerprint, body)))
  reverse_hex <- function(text) {
    digits <- substring(text, seq(1, 15, 2), seq(2, 16, 2))
    bytes <- as.raw(strtoi(digits, 16L))
    if (.Platform$endian == "little") rev(bytes) else bytes
  }
  body <- utils::head(pack, -8)
  expect_identical(seal(body), pack)
  set.seed(3)
  for (turn in 1:3000) { # with a right checksum
    bytes <- body
    at <- sample.int(length(bytes), 1)
    if (turn %% 3 == 0) bytes <- bytes[-at] else bytes[at] <- as.raw(sample(0:255, 1))
    found <- unpack(seal(bytes))
    expect_true(is.null(found) ||
                  (is.list(found) && all(vapply(found, function(x) {
                    is.null(x) || (is.character(x) && all(validUTF8(x) | Encoding(x) == "bytes"))
                  }, NA))))
  }
})

test_that("what is made and deleted in the home directory is seen", {
  home <- new_home()
  before <- contents(home)
  expect_identical(contents(home), before)
  dir.create(file.path(home, ".ssh", "new"))
  unlink(file.path(home, ".ssh", "new"), recursive = TRUE)
  after <- contents(home)
  expect_identical(after[c("paths", "lines")], before[c("paths", "lines")])
  skip_on_os("windows") # times of folders
  expect_false(identical(after, before))
})

test_that("no link below a store is followed", {
  skip_on_os("windows")
  home <- new_home()
  before <- contents(home)
  places <- c("tiles", "tiles/0000", "tiles/0000/1-2", "x", "x/0000", "x/0000/1", "names",
              "manifest", "y", "steps", "tiles/a")
  for (place in places) {
    store <- filled_store()
    path <- file.path(store$dir, place)
    unlink(path, recursive = TRUE)
    target <- if (place %in% c("tiles/0000/1-2", "x/0000/1", "names", "manifest"))
      file.path(home, ".bashrc") else home
    expect_true(file.symlink(target, path))
    lose_tile <- function() { # the panels of x are read for a tile that is missing
      if (startsWith(place, "x")) unlink(file.path(store$dir, "tiles", "0000", "1-1"))
    }
    lose_tile()
    results <- touch_store(store$dir)
    expect_classed(results)
    expect_identical(contents(home), before, label = place)
    if (!place %in% c("y", "steps", "tiles/a")) {
      refused <- Filter(function(r) inherits(r, "manycore_error"), results)
      expect_match(vapply(refused, conditionMessage, ""), "is a symbolic link, or behind one",
                   all = FALSE, label = place)
      expect_match(vapply(refused, conditionMessage, ""), path, fixed = TRUE, all = FALSE)
      lose_tile()
      expect_error(cor_kendall_by_files(data_of_store(), store = tile_store(store$dir)),
                   "symbolic link", class = "manycore_error_store", label = place)
    }
    expect_identical(Sys.readlink(path), target) # the link stays, too
    unlink(path)
  }
  # a link outside of them: the store's own folder
  store <- filled_store()
  link <- tempfile("link")
  file.symlink(store$dir, link)
  expect_identical(as.matrix(tile_store(link)), as.matrix(store))
})

test_that("nor is one by floyd_warshall()", {
  skip_on_os("windows")
  home <- new_home()
  before <- contents(home)
  w <- matrix(seq_len(400) + 0, 20)
  for (place in c("tiles/a", "tiles", "tiles/0000", "steps", "steps/1", "x")) {
    store <- floyd_warshall(w, traceback = TRUE, store = new_store(tile = 7))
    path <- file.path(store$dir, place)
    unlink(path, recursive = TRUE)
    dir.create(dirname(path), showWarnings = FALSE)
    file.symlink(home, path)
    results <- touch_store(store$dir, w, floyd_warshall)
    expect_classed(results)
    expect_identical(contents(home), before, label = place)
    expect_identical(Sys.readlink(path), home)
  }
})

test_that("what the plan did not make stays, and is named", {
  w <- matrix(seq_len(400) + 0, 20)
  store <- floyd_warshall(w, store = new_store(tile = 7))
  mine <- c("tiles/notes.txt", "tiles/0000/.bashrc", "tiles/0000/.1-1.txt.1.1", "tiles/0000/9-9",
            "steps/7/row-1", "tiles/0000/01-1", "x/notes", "notes")
  for (file in file.path(store$dir, mine)) {
    dir.create(dirname(file), recursive = TRUE, showWarnings = FALSE)
    writeLines("mine", file)
  }
  unlink(tile_files(store)[2])
  expect_error(floyd_warshall(w, store = place_of(store)), "begin anew",
               class = "manycore_error_store")
  again <- told_of(floyd_warshall(w, store = tile_store(store$dir, overwrite = TRUE)))
  said <- again$said
  expect_match(said, "notes.txt", all = FALSE)
  expect_match(said, "not made by this store stay", all = FALSE)
  expect_true(all(file.exists(file.path(store$dir, mine))))
  expect_identical(as.matrix(again$value), as.matrix(floyd_warshall(w)))
  # and when another call takes the folder
  said <- told_of(suppressWarnings(
    cor_kendall(data_of_store(), store = tile_store(store$dir, overwrite = TRUE))
  ))
  expect_match(said$said, "8 files in .* not made by this store stay", all = FALSE)
  expect_true(all(file.exists(file.path(store$dir, mine))))
  left <- list.files(store$dir, recursive = TRUE, all.files = TRUE)
  expect_false(any(grepl("^tiles/0000/3-3$", left) & !("tiles/0000/3-3" %in%
                                                         verify_store(tile_store(store$dir))$file)))
})

test_that("files that a killed process left go, and no others that begin with a dot", {
  store <- filled_store()
  plan <- manycore:::plan_of(store)
  left <- manycore:::name_beside(manycore:::tile_path(plan, 1, 2), plan$fingerprint)
  other <- manycore:::name_beside(manycore:::tile_path(plan, 1, 2), strrep("0", 16))
  for (file in list(left, other)) writeLines("part", do.call(file.path, as.list(file)))
  quietly(cor_kendall(data_of_store()[, 1:20], store = tile_store(store$dir, overwrite = TRUE)))
  expect_false(file.exists(do.call(file.path, as.list(left))))
  expect_true(file.exists(do.call(file.path, as.list(other))))
})

test_that("something else in the place of a file is named, and the call ends", {
  skip_on_os("windows")
  for (place in c("manifest", "names", "tiles/0000/1-2", "x/0000/2")) {
    for (kind in c("folder", "pipe")) {
      store <- filled_store()
      path <- file.path(store$dir, place)
      unlink(path)
      if (kind == "folder") dir.create(path) else system2("mkfifo", shQuote(path))
      # the panels of x are read for a tile that is missing
      if (startsWith(place, "x")) unlink(file.path(store$dir, "tiles", "0000", "1-1"))
      e <- expect_error(cor_kendall_by_files(data_of_store(), store = tile_store(store$dir)),
                        class = "manycore_error_store", label = paste(place, kind))
      expect_match(conditionMessage(e), path, fixed = TRUE)
      expect_match(conditionMessage(e), "move it away, or use another folder")
      expect_classed(touch_store(store$dir))
      expect_true(file.exists(path))
    }
  }
  store <- filled_store()
  unlink(file.path(store$dir, "tiles"), recursive = TRUE)
  writeLines("a file", file.path(store$dir, "tiles"))
  expect_error(cor_kendall(data_of_store(), store = place_of(store)),
               "tiles' is a file, and a store has a folder",
               class = "manycore_error_store")
})

test_that("a damaged tile of finished shortest paths is told by the call itself", {
  w <- matrix(as.numeric(sample(1:900)), 30)
  store <- floyd_warshall(w, traceback = TRUE, store = new_store(tile = 10))
  change_byte(tile_files(store)[5], 200)
  e <- expect_error(floyd_warshall(w, traceback = TRUE, store = place_of(store)),
                    "missing or damaged: 2, 2", class = "manycore_error_store")
  expect_match(conditionMessage(e), "begin anew, with overwrite = TRUE")
  again <- floyd_warshall(w, traceback = TRUE, store = tile_store(store$dir, overwrite = TRUE))
  expect_identical(as.matrix(again), as.matrix(floyd_warshall(w)))
})

test_that("a manifest of odd numbers is damaged, and takes no time or memory", {
  for (odd in list(c("Rows", "2147483648"), c("Rows", "-1"), c("Rows", "1e9"), c("Tile", "0"),
                   c("Rows", "51"), c("Tile", "1e5"), c("Tile", "NaN"), c("Work", "system"),
                   c("Symmetric", "maybe"), c("Precision", "half"), c("Names", "x"),
                   c("Argument-use", "\033[2J"), c("Data", strrep("a", 1e5)))) {
    store <- filled_store()
    forge_manifest(store$dir, odd[1], odd[2])
    for (use in list(as.matrix, print, verify_store, tile_matrix)) {
      expect_error(use(tile_store(store$dir)), "manifest", class = "manycore_error_store",
                   label = odd)
    }
  }
  expect_error(cor_kendall(matrix(0, 2, 6000), store = new_store(tile = 1)),
               "give tile_store() a larger",
               fixed = TRUE, class = "manycore_error_size")
})

test_that("tables and vertices that lead elsewhere are damaged tiles", {
  x <- data_of_store()
  store <- new_store()
  quietly(kendall_network(x, cutoff = 0.1, store = store))
  plan <- manycore:::plan_of(store)
  forge <- function(vectors, most = NULL) {
    manycore:::store_write_table(plan, 1, 2, vectors, 0, 0)
    expect_error(kendall_network(x, cutoff = 0.1, store = store), "is damaged",
                 class = "manycore_error_tile")
  }
  row <- list(place = 1, tau = 0.5, p.value = 0.1, n = 30)
  for (place in c(0, -1, 257, 1.5, NaN, 1e300)) {
    forge(utils::modifyList(row, list(place = place)))
  }
  forge(utils::modifyList(row, list(tau = c(0.5, 0.6))))
  for (numbers in list(c(4, 1e9, 0, 0, 0), c(4, -1, 1, 0, 0), c(1e9, 1), c(NaN, 1, 1, 1, 1, 1),
                       4)) {
    manycore:::write_tile_file(manycore:::tile_path(plan, 1, 2),
                               manycore:::table_label(plan, 1, 2, length(numbers)),
                               plan$fingerprint, numbers, plan)
    expect_error(kendall_network(x, cutoff = 0.1, store = store), "is damaged",
                 class = "manycore_error_tile")
  }
  w <- matrix(as.numeric(sample(1:400)), 20)
  store <- floyd_warshall(w, traceback = TRUE, store = new_store(tile = 10))
  plan <- manycore:::plan_of(store)
  for (vertex in c(0L, -5L, 21L, .Machine$integer.max)) {
    via <- matrix(vertex, 10, 10)
    manycore:::store_write_tile(plan, 1, 2, w[1:10, 11:20], mark = 2, integers = via)
    expect_error(as.matrix(path_via(store)), "is damaged", class = "manycore_error_tile")
    expect_error(shortest_path(store, 1, 20), "is damaged", class = "manycore_error_tile")
  }
})

test_that("a table with counts or strengths that cannot be is a damaged tile", {
  x <- data_of_store()
  store <- new_store()
  quietly(kendall_network(x, fdr = 0.9, store = store))
  plan <- manycore:::plan_of(store)
  fields <- get("bin_fields", asNamespace("manycore"))
  there <- manycore:::store_read_table(plan, 1, 2, fields)
  expect_identical(names(there), fields)
  found <- manycore:::store_tile_state(plan, 1, 2)
  edges <- manycore:::store_read_table(plan, 1, 2, get("edge_fields", asNamespace("manycore")))
  forge <- function(field, value) {
    vectors <- there
    vectors[[field]][1] <- value
    manycore:::store_write_table(plan, 1, 2, c(vectors, edges), found$mark, found$note)
    expect_error(manycore:::store_read_table(plan, 1, 2, fields), "is damaged",
                 class = "manycore_error_tile", label = paste(field, value))
  }
  for (field in c("pairs", "alike")) {
    expect_gt(length(there[[field]]), 0)
    for (value in c(-1, 0.5, NaN, 257, 1e300, -Inf)) forge(field, value)
  }
  for (value in c(-1, NaN, -Inf)) forge("weakest", value)
  manycore:::store_write_table(plan, 1, 2, c(there, edges), found$mark, found$note)
  expect_identical(manycore:::store_read_table(plan, 1, 2, fields), there)
  # longer than a tile's pairs can be
  count <- 1e6
  manycore:::write_tile_file(manycore:::tile_path(plan, 1, 2),
                             manycore:::table_label(plan, 1, 2, count), plan$fingerprint,
                             numeric(count), plan)
  expect_identical(manycore:::label_to_read(plan, 1, 2)[4], 0)
  expect_false(manycore:::store_tile_state(plan, 1, 2)$state == "whole")
})

test_that("a manifest that could be of many panels and no tile is damaged", {
  store <- floyd_warshall(matrix(seq_len(100) + 0, 10), store = new_store(tile = 5))
  forge_manifest(store$dir, c("Work", "Rows", "Columns", "Tile", "Symmetric"),
                 c("dist_euclidean", "0", "2147483647", "1", "no"))
  seconds <- system.time(for (use in list(as.matrix, print, verify_store)) {
    expect_error(use(tile_store(store$dir)), "manifest", class = "manycore_error_store")
  })[["elapsed"]]
  expect_lt(seconds, 10)
})

test_that("an editor's line ends in a manifest are read, other bytes are not", {
  store <- filled_store()
  manifest <- file.path(store$dir, "manifest")
  lines <- readLines(manifest)
  writeBin(charToRaw(paste0(lines, "\r\n", collapse = "")), manifest)
  expect_identical(as.matrix(tile_store(store$dir)), quietly(cor_kendall(data_of_store())))
  for (odd in as.raw(c(0, 1, 27, 127, 200, 255))) {
    bytes <- charToRaw(paste0(lines, "\n", collapse = ""))
    bytes[length(bytes) %/% 2] <- odd
    writeBin(bytes, manifest)
    expect_error(as.matrix(tile_store(store$dir)), "manifest", class = "manycore_error_store")
  }
})

test_that("folders: deep ones, hidden files, a manifest that was being written", {
  x <- data_of_store()
  want <- quietly(cor_kendall(x))
  # what a file manager or a killed process leaves is no obstacle, and stays or goes
  dir <- tempfile("store")
  dir.create(dir)
  writeLines("", file.path(dir, ".DS_Store"))
  left <- manycore:::name_beside(manycore:::manifest_of_store(dir), strrep("a", 16))
  writeLines("", do.call(file.path, as.list(left)))
  quietly(store <- cor_kendall(x, store = tile_store(dir, 16)))
  expect_identical(as.matrix(store), want)
  expect_true(file.exists(file.path(dir, ".DS_Store")))
  # a file of a user is
  dir <- tempfile("store")
  dir.create(dir)
  writeLines("", file.path(dir, "notes.txt"))
  expect_error(tile_store(dir), "'notes.txt', and no manifest", class = "manycore_error_argument")
  # many folders within each other
  deep <- file.path(store$dir, "tiles", paste(rep("d", 300), collapse = "/"))
  dir.create(deep, recursive = TRUE)
  writeLines("mine", file.path(deep, "mine"))
  unlink(file.path(store$dir, "manifest"))
  expect_error(tile_store(store$dir), "and no manifest", class = "manycore_error_argument")
  expect_lte(length(manycore:::files_left(store$dir)), 40)
  expect_true(file.exists(file.path(deep, "mine")))
})

test_that("of a file of names that is not the store's only the head is read", {
  skip_on_os(c("windows", "mac", "solaris"))
  store <- filled_store()
  unlink(file.path(store$dir, "manifest"))
  names <- file.path(store$dir, "names")
  con <- file(names, "r+b") # 2 GB less 2 bytes, without room on the disk
  seek(con, 2^31 - 3, rw = "write")
  writeBin(as.raw(1), con)
  close(con)
  before <- sum(gc(reset = TRUE)[, 6])
  expect_silent(tile_store(store$dir)) # it begins as names do
  con <- file(names, "r+b")
  writeBin(as.raw(1), con)
  close(con)
  expect_error(tile_store(store$dir), "there is 'names', and no manifest",
               class = "manycore_error_argument")
  expect_lt(sum(gc()[, 6]) - before, 300) # MB
})

test_that("files that stay are named where the manifest was lost, and once", {
  x <- data_of_store()
  store <- filled_store()
  for (manifest in c("lost", "damaged")) {
    path <- file.path(store$dir, "manifest")
    if (manifest == "lost") unlink(path) else change_byte(path, 40)
    told <- told_of(cor_kendall(x[, 1:20], store = tile_store(store$dir, 10, overwrite = TRUE)))
    said <- grep("not made by this store stay", told$said, value = TRUE)
    expect_length(said, 1)
    expect_match(said, "tiles/0000/|x/0000/")
    expect_identical(as.matrix(told$value), quietly(cor_kendall(x[, 1:20])))
  }
})

test_that("names that are not valid in their encoding are an error before any work", {
  x <- data_of_store()
  bad <- "gr\xfc\xdfe"
  Encoding(bad) <- "UTF-8"
  colnames(x)[3] <- bad
  store <- new_store()
  expect_error(cor_kendall(x, store = store), "name 3 of the rows or columns is not valid",
               class = "manycore_error_data")
  expect_false(dir.exists(store$dir))
})

test_that("a call that replaces a store leaves what another one with the same plan has made", {
  x <- data_of_store()
  want <- quietly(cor_kendall(x[, 1:40]))
  store <- filled_store()
  delete <- get("delete_store", asNamespace("manycore"))
  plans <- NULL
  with_values(list(delete_store = function(...) {
    plans <<- list(...)
    delete(...)
  }), {
    new <- quietly(cor_kendall(x[, 1:40], store = tile_store(store$dir, overwrite = TRUE)))
  })
  before <- list.files(store$dir, recursive = TRUE)
  do.call(delete, plans) # as the slower one of two managers would
  expect_identical(list.files(store$dir, recursive = TRUE), before)
  expect_identical(unique(verify_store(new)$status), "whole")
  expect_identical(as.matrix(new), want)
  delete(manycore:::plan_of(new))
  expect_identical(list.files(store$dir, recursive = TRUE), character())
})

test_that("a matrix without rows, but with 200,000 panels of columns, is read at once", {
  store <- tile_store(tempfile("store"), tile = 5)
  quietly(cor_xi(data_of_store(15, 13), ties = "first", store = store))
  for (forged in list(c("Rows", "0"), c("Columns", "1000000"), c("Names", "none"))) {
    forge_manifest(store$dir, forged[1], forged[2])
  }
  seconds <- system.time(found <- as.matrix(tile_matrix(store)))[["elapsed"]]
  expect_identical(found, matrix(0, 0, 1000000))
  expect_lt(seconds, 10) # a search for each panel among all took minutes
})

test_that("stores that are damaged and forged at random answer rightly, or by an error of ours", {
  turns <- if (identical(Sys.getenv("NOT_CRAN"), "true")) 150 else 20
  expect_identical(fuzz_stores(turns, seed = 41), character())
})
