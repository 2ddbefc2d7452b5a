# kendall_network() in stores: the object of the plain call, whatever happens to files and workers.

network_rules <- list(list(cutoff = 0), list(cutoff = 0.3), list(cutoff = 1), list(top = 1),
                      list(top = 3), list(top = 30), list(fdr = 1), list(fdr = 0.05),
                      list(fdr = 1e-4), list(fdr = 1e-300))

# Columns of which some go together, with ties, missing values, constants and copies.
data_of_networks <- function(n = 30, m = 40, kind = "plain") {
  x <- matrix(stats::rnorm(n * m), n) + stats::rnorm(n) * rep(sample(-1:2, m, TRUE), each = n)
  if (kind != "plain") x <- round(x)
  if (kind == "nasty") {
    x[, c(2, 19)] <- 1
    x[, c(5, 17, 33)] <- x[, 7]
    x[sample.int(n * m, 60)] <- NA
    x[, 21] <- NA
  }
  x
}

network <- function(rule, ...) do.call(kendall_network, c(list(...), rule))

# The same object, or error, with the same warnings.
expect_same_network <- function(rule, ..., store = new_store(), label = NULL) {
  of <- function(...) tryCatch(told_of(network(rule, ...)), error = conditionMessage)
  expect_identical(of(..., store = store), of(...), label = paste(label, names(rule), rule[[1]]))
}

test_that("the network of a store is that of the plain call", {
  set.seed(30)
  for (kind in c("plain", "ties", "nasty")) {
    x <- data_of_networks(kind = kind)
    colnames(x) <- paste0("v", seq_len(ncol(x)))
    y <- cbind(x[, c(30, 3, 21, 38)], u = stats::rnorm(30), x[, 8:10], w = x[, 1] + 1)
    for (rule in network_rules) {
      sign <- sample(edge_signs, 1)
      use <- sample(c("everything", "na.or.complete", "pairwise"), 1)
      expect_same_network(rule, x, sign = sign, use = use, label = paste(kind, sign, use))
      expect_same_network(rule, x, y, sign = sign, label = paste(kind, "y", sign))
      expect_same_network(rule, y, x, use = use, label = paste(kind, "x", use))
    }
    expect_same_network(rule, x, x, label = paste(kind, "twice"))
  }
})

test_that("corners: few columns and rows, vectors, data frames, errors", {
  set.seed(31)
  x <- data_of_networks(m = 40, kind = "nasty")
  for (rule in network_rules[c(1, 2, 5, 8)]) {
    for (odd in list(x[, 0], x[, 1, drop = FALSE], x[, 7:8], x[, 2:3], x[0, ], x[1:2, ], x > 0,
                     as.data.frame(x))) {
      for (use in c("pairwise", "complete.obs", "all.obs")) {
        expect_same_network(rule, odd, use = use, label = paste(c(dim(odd), use), collapse = " "))
      }
    }
    expect_same_network(rule, x[, 3], x[, 4])
    expect_same_network(rule, x[, 3], x)
    expect_same_network(rule, x[, 1:17], tile = NULL, store = tile_store(tempfile()))
    named <- structure(x, dimnames = list(NULL, rep(c("a", "b", NA, ""), 10)))
    expect_same_network(rule, named, named[, 4:30])
  }
})

test_that("so it is on every target, with every number of threads and size of tiles", {
  set.seed(32)
  x <- data_of_networks(m = 70, kind = "ties")
  y <- x[, sample(70, 33)]
  for (rule in list(list(cutoff = 0.2), list(top = 2), list(fdr = 0.01))) {
    plain <- list(network(rule, x), network(rule, x, y))
    for_each_target(function(isa) {
      for (threads in c(1, 3)) {
        for (tile in c(24, 64)) {
          stored <- list(network(rule, x, threads = threads, store = new_store(tile = tile)),
                         network(rule, x, y, threads = threads, store = new_store(tile = tile)))
          expect_identical(stored, plain, label = paste(isa, threads, tile, names(rule)))
        }
      }
    })
  }
})

test_that("inputs of other packages", {
  skip_if_not_installed("Matrix")
  set.seed(33)
  x <- data_of_networks(kind = "ties")
  plain <- kendall_network(x, fdr = 0.05)
  inputs <- matrices_of(x)
  for (class in intersect(names(inputs), c("dgCMatrix", "HDF5Matrix", "big.matrix"))) {
    expect_identical(kendall_network(inputs[[class]], fdr = 0.05, store = new_store()), plain,
                     label = class)
  }
  inputs <- containers_of(t(x))
  for (class in names(inputs)[1]) {
    expect_identical(kendall_network(inputs[[class]], top = 2, store = new_store()),
                     kendall_network(inputs[[class]], top = 2), label = class)
  }
})

# ---- again, and after damage ----

test_that("what is there stays, and what is missing or damaged is done again", {
  set.seed(34)
  x <- data_of_networks(m = 60)
  for (rule in list(list(cutoff = 0.2), list(top = 2), list(fdr = 0.05))) {
    plain <- network(rule, x)
    store <- new_store()
    again <- function() told_of(with_panels_in_files(network(rule, x, store = store)))
    expect_identical(again(), list(value = plain, said = character()))
    files <- tile_files(store)
    expect_length(files, 10)
    before <- states_of(files)
    expect_identical(again()$value, plain)
    expect_identical(states_of(files), before)
    # magic, version, fingerprint, place, size, mark, numbers, checksums
    for (at in c(1, 9, 17, 25, 41, 49, 57, 65, 129, 300, -17, -9, -1)) {
      change_byte(files[4], at)
      status <- verify_store(store)$status[4]
      expect_true(status %in% c("damaged", "foreign", "truncated"), label = at)
      told <- again()
      expect_match(told$said, "tile 1, 3 of the store was (damaged|foreign|truncated), and is done")
      expect_identical(told$value, plain, label = at)
    }
    for (size in c(0, 100, 128, 140, file.size(files[4]) - 1)) {
      writeBin(readBin(files[4], "raw", size), files[4])
      expect_identical(verify_store(store)$status[4], "truncated")
      expect_identical(again()$value, plain)
    }
    file.copy(files[5], files[4], overwrite = TRUE) # another place's
    expect_identical(verify_store(store)$status[4], "foreign")
    expect_identical(again()$value, plain)
    other <- new_store() # another call's
    network(rule, x + stats::runif(30), store = other)
    file.copy(tile_files(other)[6], files[6], overwrite = TRUE)
    expect_identical(verify_store(store)$status[6], "foreign")
    unlink(files[7])
    expect_identical(verify_store(store)$status[7], "missing")
    told <- again()
    expect_identical(told$said, "manycore: tile 3, 3 of the store was foreign, and is done again\n")
    expect_identical(told$value, plain)
    expect_identical(states_of(files[-c(4, 6, 7)]), before[-c(4, 6, 7)])
    expect_identical(unique(verify_store(store)$status), "whole")
    writeLines("no tile", files[2])
    expect_identical(verify_store(store)$status[2], "truncated")
    expect_identical(again()$value, plain)
    change_byte(file.path(store$dir, "x", "0000", "2"), 200)
    unlink(files[2])
    expect_identical(again()$value, plain)
  }
})

# The tasks of a call that stops before its task number `count`, as by an interrupt.
tasks_until <- function(count, code) {
  done <- list()
  usual <- network_tile
  with_function("network_tile", function(task, ...) {
    if (length(done) == count) stop("stopped")
    answer <- usual(task, ...)
    done[[length(done) + 1]] <<- c(task, answer$computed)
    answer
  }, tryCatch(code, error = function(e) if (conditionMessage(e) != "stopped") stop(e)))
  do.call(rbind, done)
}

test_that("a call goes on where another one stood, in either round", {
  set.seed(35)
  x <- data_of_networks(m = 60)
  for (rule in list(list(cutoff = 0.2), list(fdr = 0.05), list(fdr = 1e-300))) {
    by_rate <- names(rule) == "fdr"
    store <- new_store()
    fill <- function() network(rule, x, store = store)
    expect_identical(sum(tasks_until(4, fill())[, 4]), 4)
    status <- verify_store(store)$status
    expect_identical(unname(table(status)[["missing"]]), 6L)
    expect_identical(sum(status == "unfinished"), if (by_rate) 4L else 0L)
    done <- tasks_until(if (by_rate) 13 else Inf, fill())
    expect_identical(done[, 4], rep(c(0, 1), c(4, nrow(done) - 4)))
    if (by_rate) {
      expect_output(print(store), "Unfinished: round 2 of 2 (edges), 3 of 10 tiles done",
                    fixed = TRUE)
      expect_output(print(verify_store(store)), "3 whole, 7 unfinished")
      expect_identical(sum(tasks_until(Inf, fill())[, 4]), 7)
    }
    expect_identical(sum(tasks_until(Inf, fill())[, 4]), 0)
    expect_identical(fill(), network(rule, x))
    expect_identical(unique(verify_store(store)$status), "whole")
  }
})

test_that("bins that are lost between the rounds are counted again; edges by others are not kept", {
  set.seed(36)
  x <- data_of_networks(m = 60)
  plain <- kendall_network(x, fdr = 0.05)
  store <- new_store()
  fill <- function() kendall_network(x, fdr = 0.05, store = store)
  usual <- network_tile
  with_function("network_tile", function(task, ...) {
    if (task[3] > 1 && task[2] == 2) unlink(tile_files(store)[4])
    usual(task, ...)
  }, expect_identical(fill(), plain))
  expect_identical(fill(), plain)
  # edges of fewer bins, under a mark that says so
  plan <- plan_of(store)
  bins <- store_read_table(plan, 1, 3, bin_fields)
  none <- list(place = 0[0], tau = 0[0], p.value = 0[0], n = 0[0])
  store_write_table(plan, 1, 3, c(bins, none), 2, 0)
  expect_identical(verify_store(store)$status[4], "whole")
  expect_identical(sum(tasks_until(Inf, fill())[, 4]), 1)
  expect_identical(fill(), plain)
})

test_that("who is late in the first round does not undo the second", {
  set.seed(43)
  x <- data_of_networks(m = 60)
  plain <- kendall_network(x, fdr = 0.05)
  store <- new_store()
  usual <- bins_of_part
  late <- NULL
  with_function("bins_of_part", function(part) {
    if (is.null(late)) {
      late <<- FALSE
      late <<- kendall_network(x, fdr = 0.05, store = store) # of somebody else, meanwhile
    }
    usual(part)
  }, expect_identical(kendall_network(x, fdr = 0.05, store = store), plain))
  expect_identical(late, plain)
  expect_identical(unique(verify_store(store)$status), "whole")
})

# ---- workers ----

test_that("workers make the same network", {
  skip_without_workers()
  set.seed(37)
  x <- data_of_networks(m = 100, kind = "nasty")
  backend <- BiocParallel::SnowParam(2)
  BiocParallel::bpstart(backend)
  for (rule in list(list(cutoff = 0.2), list(top = 2), list(fdr = 0.05))) {
    plain <- told_of(network(rule, x))
    store <- new_store(tile = 32)
    stored <- function() told_of(network(rule, x, store = store, BPPARAM = backend))
    expect_identical(stored(), plain, label = names(rule))
    before <- states_of(tile_files(store))
    unlink(tile_files(store)[3])
    expect_identical(stored(), plain, label = names(rule))
    expect_identical(states_of(tile_files(store)[-3]), before[-3])
  }
  expect_true(BiocParallel::bpisup(backend))
  BiocParallel::bpstop(backend)
})

test_that("a worker that is killed in either round is replaced", {
  skip_without_workers()
  skip_on_os("windows")
  x <- data_of_workers(60, 700)
  x[, 1:200] <- x[, 1:200] + x[, 1]
  rules <- list(list(cutoff = 0.1), list(fdr = 0.2))
  tile <- get("network_tile", asNamespace("manycore"))
  for (k in 1:2) {
    store <- new_store(tile = 100)
    list <- tempfile("seen")
    begun <- tempfile("begun")
    is_time <- list(
      function(task) length(list.files(file.path(store$dir, "tiles"), recursive = TRUE)) >= 4,
      function(task) task[3] > 1 # the mark of the second round
    )[[k]]
    waiting <- function(task, ...) { # until the worker is about to be killed, and then is
      if (is_time(task)) {
        file.create(begun)
        wait_for(function() file.exists(list), 60)
        if (Sys.time() - file.mtime(list) < 1) Sys.sleep(1)
      }
      tile(task, ...)
    }
    backend <- BiocParallel::MulticoreParam(2) # forked: so workers have this function
    told <- with_values(list(network_tile = waiting), {
      BiocParallel::bpstart(backend)
      kill_when(store$dir, paste("[ -e", begun, "]"), pids_of(backend)[1], list)
      told_of(network(rules[[k]], x, store = store, BPPARAM = backend, threads = 1))
    })
    expect_match(told$said, lost_worker())
    expect_identical(told$value, network(rules[[k]], x))
    expect_gt(nrow(told$value), 1e4)
    if (k == 1) expect_untouched(store, list)
    expect_identical(unique(verify_store(store)$status), "whole")
    BiocParallel::bpstop(backend)
  }
})

# ---- what is refused, and what is shown ----

test_that("what a network in a store cannot be is an error before any work", {
  set.seed(38)
  x <- data_of_networks()
  refused <- function(code, argument) {
    e <- expect_error(code, class = "manycore_error_argument")
    expect_identical(e$argument, argument)
  }
  single <- new_store(precision = "single")
  refused(kendall_network(x, top = 2, store = single), "store")
  refused(kendall_network(x, top = 2, store = "folder"), "store")
  refused(kendall_network(x, top = 2, BPPARAM = 2), "BPPARAM")
  refused(kendall_network(x, top = 2, store = new_store(), retries = -1), "retries")
  store <- new_store()
  refused(kendall_network(x, store = store), "cutoff")
  refused(kendall_network(x, top = 2, store = store, progress = "no"), "progress")
  expect_error(kendall_network(x, top = 1e9, store = store), class = "manycore_error", NA)
  expect_false(file.exists(single$dir))
})

test_that("a store of another network is refused, and told what differs", {
  set.seed(39)
  x <- data_of_networks()
  y <- x[, 1:20]
  store <- new_store()
  kendall_network(x, cutoff = 0.3, store = store)
  before <- states_of(tile_files(store))
  refused <- function(code, what) {
    e <- expect_error(code, class = "manycore_error_store")
    expect_match(conditionMessage(e), paste("what differs:", what), fixed = TRUE)
  }
  refused(kendall_network(x + 0:1, cutoff = 0.3, store = store), "the data.")
  refused(kendall_network(x, cutoff = 0.3 + 1e-16, store = store),
          "'cutoff' (0.3 there, 0.3000000000000001 here).")
  refused(kendall_network(x, fdr = 0.3, store = store),
          "'cutoff' (0.3 there, none here), 'fdr' (none there, 0.3 here).")
  refused(kendall_network(x, cutoff = 0.3, sign = "pos", store = store),
          "'sign' (both there, positive here).")
  refused(kendall_network(x, cutoff = 0.3, use = "everything", store = store),
          "'use' (pairwise.complete.obs there, everything here).")
  refused(kendall_network(x, y, cutoff = 0.3, store = store), "the number of columns (40 there, 20")
  refused(cor_kendall(x, use = "pairwise", store = store),
          "the function (kendall_network there, cor_kendall here).")
  expect_identical(states_of(tile_files(store)), before)
  # x and y whose values are the same where rows are complete, and not elsewhere
  z <- rbind(x, c(NA, 1:39))
  w <- rbind(x, c(NA, 2:40))
  store <- new_store()
  of <- function(y, ...) kendall_network(z, y, cutoff = 0.3, use = "complete.obs", ...)
  expect_identical(of(z, store = store), of(z))
  refused(of(w, store = store), "the data.")
  expect_identical(of(w, store = tile_store(store$dir, overwrite = TRUE)), of(w))
})

test_that("a store of edges says what it is, and is no matrix", {
  set.seed(40)
  x <- data_of_networks()
  store <- new_store()
  kendall_network(x, top = 2, store = store)
  expect_output(print(store), "kendall_network(), 40 x 40, symmetric: edges, not a matrix",
                fixed = TRUE)
  expect_output(print(store), "top = 2, sign = both, use = pairwise.complete.obs", fixed = TRUE)
  for (read in list(as.matrix, tile_matrix)) {
    expect_error(read(store), "holds the edges of a network", class = "manycore_error_store")
  }
})

test_that("edges that would not fit are the plain call's error", {
  set.seed(41)
  x <- data_of_networks(m = 60)
  rule <- function(by, value) list(by = by, value = value)
  plain <- pairs_job(FALSE, x, NULL, "pairwise", "auto", 1L)
  for (room in c(0, 10, 300)) {
    in_a_store <- function(rule) in_store(plain, new_store(), rule, "both", NULL, 3)
    errors <- lapply(list(plain, in_a_store(rule("cutoff", 0))), function(input) {
      tryCatch(edges_by_cutoff(input, 0L, 0, NULL, room), error = identity)
    })
    expect_identical(conditionMessage(errors[[2]]), conditionMessage(errors[[1]]))
    expect_identical(errors[[2]][c("edges", "cutoff")], errors[[1]][c("edges", "cutoff")])
    errors <- lapply(list(plain, in_a_store(rule("fdr", 1))), function(input) {
      tryCatch(edges_by_fdr(input, 0L, 1, NULL, room), error = identity)
    })
    expect_identical(conditionMessage(errors[[2]]), conditionMessage(errors[[1]]))
    expect_true(inherits(errors[[2]], "manycore_error_memory"))
  }
})

# ---- verify_store() of work that goes by steps ----

test_that("verify_store() and print() say at which phase shortest paths stand", {
  set.seed(42)
  w <- matrix(stats::runif(50^2), 50)
  store <- new_store()
  usual <- paths_task
  stop_after <- function(count) {
    with_function("paths_task", function(...) {
      count <<- count - 1
      if (count < 0) stop("stopped")
      usual(...)
    }, expect_error(floyd_warshall(w, traceback = FALSE, store = store), "stopped"))
  }
  expect_stands <- function(words) {
    expect_output(print(store), paste("Unfinished:", words), fixed = TRUE)
    expect_output(print(verify_store(store)), paste("Unfinished:", words), fixed = TRUE)
    expect_identical(unique(verify_store(store)$status), "unfinished")
  }
  stop_after(0)
  expect_stands("block 1 of 4 of the steps, phase 1 of 3 (the diagonal tile), 0 of 1 tile done; ")
  stop_after(3)
  expect_stands("block 1 of 4 of the steps, phase 2 of 3 (its row and column), 2 of 6 tiles done; ")
  stop_after(4 + 8)
  expect_stands("block 1 of 4 of the steps, phase 3 of 3 (all other tiles), 8 of 9 tiles done; ")
  stop_after(3)
  expect_stands("block 2 of 4 of the steps, phase 2 of 3 (its row and column), 1 of 6 tiles done; ")
  floyd_warshall(w, traceback = FALSE, store = store)
  expect_identical(unique(verify_store(store)$status), "whole")
  expect_false(any(grepl("Unfinished", utils::capture.output(print(store)))))
  unlink(tile_files(store)[3])
  expect_output(print(verify_store(store)), fixed = TRUE,
                "1 tile lost; floyd_warshall() cannot make a tile again")
})

test_that("a tile of the next round in the place of this round's is read as it is", {
  x <- data_of_networks()
  store <- new_store(tile = 20)
  plain <- kendall_network(x, fdr = 0.1)
  expect_identical(kendall_network(x, fdr = 0.1, store = store), plain)
  plan <- manycore:::plan_of(store)
  tile <- tile_files(store)[1]
  second <- readBin(tile, "raw", file.size(tile))
  bins <- manycore:::store_read_table(plan, 1, 1, manycore:::bin_fields)
  manycore:::store_write_table(plan, 1, 1, bins, 1, 0)
  first <- readBin(tile, "raw", file.size(tile))
  reads <- 0
  usual <- get("read_tile_file", asNamespace("manycore"))
  # another manager: after the first look each file is the other round's
  for (turn in list(first, second)) {
    writeBin(turn, tile)
    other <- if (identical(turn, first)) second else first
    reads <- 0
    swapped <- with_function("label_to_read", function(plan, i, j) {
      label <- manycore:::table_label(plan, i, j, .Call(manycore:::C_tile_peek,
                                                             manycore:::tile_path(plan, 1, 1))[2])
      if (reads == 0) writeBin(other, tile)
      reads <<- reads + 1
      label
    }, manycore:::store_read_table(plan, 1, 1, manycore:::bin_fields))
    expect_gt(reads, 1)
    expect_identical(swapped, bins)
  }
})

test_that("a tile that another process replaces while its label is read is not foreign", {
  set.seed(32)
  store <- new_store()
  network(list(cutoff = 0.1), data_of_networks(), store = store)
  plan <- manycore:::plan_of(store)
  label_to_read <- manycore:::label_to_read
  looks <- 0
  stale <- function(...) {
    looks <<- looks + 1
    label <- label_to_read(...)
    label[4] <- label[4] + (looks == 1) # the size of the old file
    label
  }
  with_function("label_to_read", stale, {
    expect_identical(manycore:::store_tile_state(plan, 1, 1)$state, "whole")
  })
  expect_gt(looks, 1)
})
