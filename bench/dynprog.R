# Dynamic programs (parenthesize() and what is made of it, align_gap()) against the paper's loops,
# themselves, plain R and the roofline.
#
#   Rscript bench/dynprog.R [--quick] [--out FILE]
#
# Every ratio comes from one run in which the contenders take turns (medians). Every answer is
# compared with the definition in plain R before it is timed. An update is one sum of the
# recurrence: (n^3 - 3 n^2 + 2 n) / 6 of n points.
#
# The ceiling (bench/roofline_paths.c) is the rate of additions and minima in registers, of as
# many threads at once as the contender has: what a tropical product could reach. A matrix chain
# has one or two operations more for each update, which the ceiling does not count. For a chain of
# whole numbers in no order "auto" computes few of these updates, so it may be above the ceiling.
#
# A result of 134 MB has R collect its garbage in a session that holds little, which takes as long
# as a fifth of the call. So that no contender pays for it, this session holds a gigabyte.
#
# No package on CRAN that we know of has one of these problems, so the rival is the loop in R. What
# was looked for: matrix chains, which ADtools ordered (archived); optimal search trees; Nussinov's
# folding, where packages draw structures or call programs that minimise an energy; triangulations
# of the least weight. (dynprog evaluates recurrences in R.)
#
# align_gap() is in bench/dynprog_gap.R, which is sourced below; fold_accordion() has
# bench/accordion.R.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
set.seed(20240607)
rounds <- if (quick) 3 else 5
least <- if (quick) 0.01 else 0.1
threads <- 2
large <- if (quick) 1024 else 4096
ballast <- if (!quick) numeric(1.5e8)

updates <- function(n) (n^3 - 3 * n^2 + 2 * n) / 6
algorithms <- c("loop", "recursive", "optimized", "zmorton")

# The problems, of n points: a function of algorithm and threads.
problems <- list(
  none = function(n) {
    leaves <- stats::runif(n - 1)
    function(...) parenthesize(leaves, ...)
  },
  matrix_chain = function(n) {
    dims <- sample(1000, n, replace = TRUE)
    function(...) parenthesize(NULL, "matrix_chain", dims, ...)
  },
  "matrix_chain, valley" = function(n) { # many splits are candidates: all are tried
    dims <- abs(seq_len(n) - n %/% 2) + sample(10, n, replace = TRUE)
    function(...) parenthesize(NULL, "matrix_chain", dims, ...)
  },
  "matrix_chain, fractions" = function(n) {
    dims <- stats::runif(n, 0, 1000)
    function(...) parenthesize(NULL, "matrix_chain", dims, ...)
  },
  matrix = function(n) {
    leaves <- stats::runif(n - 1)
    weight <- matrix(stats::runif(n * n), n)
    function(...) parenthesize(leaves, weight, ...)
  },
  polygon = function(n) {
    angle <- seq_len(n) / n * 2 * pi
    points <- cbind(2 * cos(angle), sin(angle))
    function(...) parenthesize(NULL, "polygon", points, ...)
  },
  obst = function(n) {
    p <- stats::runif(n - 2)
    q <- stats::runif(n - 1)
    function(...) parenthesize(NULL, "obst", list(p, q), ...)
  },
  fold_rna = function(n) {
    base <- sample(c("A", "C", "G", "U"), n - 1, replace = TRUE)
    function(...) fold_rna(base, ...)
  }
)
ours <- function(run, algorithm = "auto", with = threads) {
  force(run)
  force(algorithm)
  force(with)
  function() run(algorithm = algorithm, threads = with, progress = FALSE)
}

# ---- what is right ----

in_plain_r <- function(leaves) {
  n <- length(leaves) + 1
  table <- matrix(NA_real_, n, n)
  for (j in 2:n) {
    table[j - 1, j] <- leaves[j - 1]
    for (i in rev(seq_len(j - 2))) {
      k <- (i + 1):(j - 1)
      table[i, j] <- min(table[i, k] + table[k, j])
    }
  }
  table
}
leaves <- stats::runif(150)
right <- in_plain_r(leaves)
for (algorithm in algorithms) {
  stopifnot(identical(parenthesize(leaves, algorithm = algorithm)$table, right))
}
stopifnot(matrix_chain(c(30, 35, 15, 5, 10, 20, 25))$cost == 15125)
for (name in names(problems)) { # the loop is what the others are compared with
  run <- problems[[name]](200)
  for (algorithm in algorithms) {
    stopifnot(identical(run(algorithm = algorithm, threads = 2), run(algorithm = "loop")))
  }
}

# ---- the ceiling ----

loop <- roofline(here, "roofline_paths")
best_ceiling <- function(with) {
  for (bits in c(512, 256, 0)) {
    run <- function() loop(FALSE, bits, FALSE, with)
    if (!is.null(loop) && !is.null(run())) return(run)
  }
}

# The ceilings as contenders: of all threads, and of one.
roofs <- Filter(Negate(is.null),
                list(roof = best_ceiling(threads), "roof of one" = best_ceiling(1)))

# Rows for the shares of both that `updates` updates reach; t has the seconds of "ours", "one" and
# the ceilings, from the same turns.
compare_with_roofs <- function(name, n, updates, t, share) {
  if (length(roofs) < 2) return(invisible())
  seconds <- function(roof) updates * t[[roof]] / roofs[[roof]]()
  work <- paste0(name, ", n = ", count(n), ", ")
  compare(paste0(work, plural(threads)), "roofline (add, min)", t[["ours"]], seconds("roof"),
          floor_of(share))
  compare(paste0(work, "1 thread"), "roofline (add, min)", t[["one"]], seconds("roof of one"), NA)
  compare("the roofline itself, 2 threads", "1 thread", seconds("roof"), seconds("roof of one"),
          NA)
}

# ---- the large problem: loops, roofline, threads ----

n <- large
large_ones <- c("none", "matrix_chain", "matrix_chain, valley", "matrix_chain, fractions")
for (name in large_ones) {
  run <- problems[[name]](n)
  t <- in_turns(c(list(ours = ours(run), one = ours(run, with = 1), loop = ours(run, "loop"),
                       recursive = ours(run, "recursive"), optimized = ours(run, "optimized"),
                       zmorton = ours(run, "zmorton")), roofs), if (quick) rounds else 9)
  message(name, " done")
  work <- paste0(name, ", n = ", count(n), ", ", plural(threads))
  compare(work, "\"loop\" (LOOPDP)", t[["ours"]], t[["loop"]],
          floor_of(if (name == "none") 40 else NA))
  for (algorithm in algorithms[-1]) {
    compare(work, paste0("\"", algorithm, "\""), t[["ours"]], t[[algorithm]], NA)
  }
  compare(work, "1 thread", t[["ours"]], t[["one"]], floor_of(1.85))
  share <- unname(c(none = 0.6, matrix_chain = 0.6, "matrix_chain, valley" = 0.6)[name])
  compare_with_roofs(name, n, updates(n), t, share)
}

# ---- sizes: dips at powers of two, and small problems ----

# A row: the slowest of three neighbours, by the time of an update, against the fastest.
compare_neighbours <- function(name, around, seconds_of_update) {
  sizes <- around + -1:1
  each <- seconds_of_update(sizes)
  compare(paste0(name, ", n = ", paste(count(sizes), collapse = "; "), ", an update"),
          "the fastest of these three", max(each), min(each), floor_of(1 / 1.1))
}
per_update <- function(sizes) {
  in_turns(lapply(sizes, function(n) ours(problems$none(n)))) / updates(sizes)
}
for (around in if (quick) 256 else c(2048, 4096)) compare_neighbours("none", around, per_update)

sizes <- if (quick) c(100, 256, 300) else c(64, 128, 256, 512, 1000, 1024, 2047, 2048, 2049, 4095,
                                            4096, 4097)
size_table <- do.call(rbind, lapply(sizes, function(n) {
  run <- problems$none(n)
  names <- algorithms[if (n > 2100) -1 else 1:4]
  t <- in_turns(stats::setNames(lapply(names, function(a) ours(run, a)), names), 3)
  message("n = ", n, " done")
  cells <- lapply(algorithms, function(a) {
    if (!a %in% names) return("")
    paste0(format_seconds(t[[a]]), ", ", format_seconds(t[[a]] / updates(n)))
  })
  as.data.frame(c(list(n = count(n)), stats::setNames(cells, algorithms)))
}))

# ---- the other problems ----

n <- if (quick) 500 else 2000
others <- setdiff(names(problems), large_ones)
for (name in others) {
  run <- problems[[name]](n)
  t <- in_turns(list(ours = ours(run), one = ours(run, with = 1), loop = ours(run, "loop")), 3)
  work <- paste0(name, ", n = ", count(n), ", ", plural(threads))
  compare(work, "\"loop\" (LOOPDP)", t[["ours"]], t[["loop"]], NA)
  compare(work, "1 thread", t[["ours"]], t[["one"]], NA)
}

# ---- the loop in R ----

n <- if (quick) 150 else 500
leaves <- stats::runif(n - 1)
stopifnot(identical(parenthesize(leaves)$table, in_plain_r(leaves)))
t <- in_turns(list(ours = ours(function(...) parenthesize(leaves, ...)),
                   r = function() in_plain_r(leaves),
                   "function" = function() parenthesize(leaves, function(i, k, j) 0 * i)), 2)
compare(paste0("none, n = ", n), "a loop in R, with a vector for k", t[["ours"]], t[["r"]], NA)
compare(paste0("none, n = ", n), "weight = function(i, k, j) 0", t[["ours"]], t[["function"]], NA)

# ---- targets ----

n <- if (quick) 256 else 1024
best <- manycore_info()$isa
targets <- setdiff(manycore_info()$isa_runnable, c("knc", best))
for (name in c("none", "matrix_chain")) {
  run <- problems[[name]](n)
  on <- function(isa) {
    force(isa)
    mine <- ours(run)
    function() on_target(isa, mine())
  }
  t <- in_turns(stats::setNames(lapply(c(best, targets), on), c(best, targets)))
  for (target in targets) {
    compare(paste0(name, ", n = ", count(n), ", target ", best), paste("target", target), t[[best]],
            t[[target]], NA)
  }
}

# ---- align_gap() ----

source(file.path(here, "dynprog_gap.R"))

# ---- the report ----

lines <- c(report_head("Dynamic programs: parenthesize(), align_gap()", character(), rounds,
                       ", 2 of those of seconds, 3 by number of points, 9 of the large ones"),
           "- A time is that of a whole call with traceback, with a new result; but R has no",
           "  occasion to collect garbage.",
           "- A ratio says how many times as fast we are; against the roofline it is the share of",
           "  it that we reach, whose threads are as many. \"none\" has an addition and a minimum",
           "  for each update, a matrix chain three operations, or four if products are rounded.",
           "  All updates are counted, also for \"matrix_chain\", of which \"auto\" computes few.",
           if (is.null(loop)) "- no rooflines: there is no compiler",
           "", markdown(report_table()),
           "", "## By number of points", "",
           paste0("No weights, ", plural(threads), "; the time of a call, and of an update."),
           "", markdown(size_table))
write_report(lines)
