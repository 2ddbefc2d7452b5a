# sort_parallel(), order_parallel(), rank_parallel() and mc_qsort() against R, data.table, Rfast,
# matrixStats, qsort() of C, std::sort, the parallel mode of libstdc++, and themselves.
# (bench/sort_vectors.R has vqsort and x86-simd-sort.)
#
#   Rscript bench/sort.R [--quick] [--out FILE]
#
# Every ratio comes from one run in which the contenders take turns (medians). A rival's answer is
# compared with R's before it is timed; the answer of a rival in C++ (bench/sort_rivals.cpp) each
# time. A rival that is wrong or not available is left out and named. From R the whole call is
# timed, with a new result. In C and C++ a copy, made before, is sorted in place.
#
# --quick takes less data and fewer rounds, and has no floors, because these are for the size of the
# full run.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "sort_rivals.R"))

library(manycore)
set.seed(20240607)
rounds <- if (quick) 3 else 5
least <- if (quick) 0.003 else 0.1
threads <- 2
n <- if (quick) 2e5 else 1e7
by_turns <- function(contenders) seconds_in_turns(contenders, rounds, least)

doubles <- function(n) stats::runif(n)
integers <- function(n) as.integer(floor(stats::runif(n, -2147483647, 2147483648)))
sorting <- function(x, with = threads) {
  by_r(sort_parallel, x, threads = with, progress = FALSE)
}
ordering <- function(x, with = threads) {
  by_r(order_parallel, x, threads = with, progress = FALSE)
}

ranking <- function(x, with = threads) {
  by_r(rank_parallel, x, threads = with, progress = FALSE)
}

# ---- rivals, and what is right ----

base_sort <- "sort(method = \"radix\")"
base_order <- "order(method = \"radix\")"
by_radix <- function(x) sort(x, method = "radix")
order_by_radix <- function(x) order(x, method = "radix")

rivals <- list(
  "data.table::fsort" = list(kind = "double", run = function(x) data.table::fsort(x)),
  "Rfast::Sort" = list(kind = "double", run = function(x) Rfast::Sort(x)),
  "data.table:::forderv" = list(kind = "order", run = function(x) data.table:::forderv(x)),
  "data.table::frank" = list(kind = "rank", run = function(x) data.table::frank(x)),
  "Rfast::Rank" = list(kind = "rank", run = function(x) Rfast::Rank(x)),
  "matrixStats::colRanks" = list(
    kind = "rank", data = as.matrix,
    run = function(x) matrixStats::colRanks(x, ties.method = "average", preserveShape = TRUE)
  )
)
data_of <- function(rival, x) if (is.null(rival$data)) x else rival$data(x)
packages <- c("data.table", "Rfast", "matrixStats")
for (package in packages) tryCatch(need(package), error = function(e) NULL)
packages <- Filter(function(package) requireNamespace(package, quietly = TRUE), packages)
if ("data.table" %in% packages) data.table::setDTthreads(threads)

agrees <- function(rival) {
  all(vapply(list(doubles(1e5), round(doubles(1e5), 2)), function(x) {
    want <- switch(rival$kind, order = order_by_radix(x), rank = rank(x), by_radix(x))
    got <- tryCatch(rival$run(data_of(rival, x)), error = function(e) NULL)
    identical(as.vector(got), want)
  }, NA))
}
of_gnu <- paste("__gnu_parallel::sort,", c("mergesort", "quicksort"))
of_c <- c("qsort", "std::sort", of_gnu)
small <- doubles(1e4)
good <- vapply(rivals, agrees, NA)
good_of_c <- vapply(of_c, function(name) {
  !is.null(tryCatch(by_c(small, name, threads)(), error = function(e) NULL))
}, NA)
left_out <- c(names(rivals)[!good], of_c[!good_of_c])
rivals <- rivals[good]
of_c <- of_c[good_of_c]

# The contenders of a kind, by name.
of_kind <- function(kind, x) {
  lapply(Filter(function(rival) rival$kind == kind, rivals),
         function(rival) by_r(rival$run, data_of(rival, x)))
}
in_c <- function(names, x, ...) {
  names <- intersect(names, of_c)
  stats::setNames(lapply(names, function(name) by_c(x, name, ...)), names)
}

# ---- data in some order ----

patterns <- function(x) {
  n <- length(x)
  s <- x[order(x, method = "radix")]
  nearly <- s
  at <- sample.int(n, n %/% 200 * 2)
  nearly[at] <- s[c(at[-seq_len(n %/% 200)], at[seq_len(n %/% 200)])]
  odd <- rep_len(c(TRUE, FALSE), n)
  list("random" = x, "nearly sorted (1 % swapped)" = nearly, "reversed" = rev(s),
       "sorted" = s, "organ pipe" = c(s[odd], rev(s[!odd])),
       "10 distinct values" = s[n %/% 10 * 1:10][sample.int(10, n, replace = TRUE)],
       "all equal" = rep(s[n %/% 2], n))
}

# Our answers are checked, too.
for (x in c(patterns(doubles(3e4)), patterns(integers(3e4)))) {
  for (target in setdiff(manycore_info()$isa_runnable, "knc")) {
    stopifnot(on_target(target, identical(sort_parallel(x, threads = threads), by_radix(x))),
              on_target(target, identical(order_parallel(x, threads = threads), order_by_radix(x))),
              on_target(target, identical(rank_parallel(x, threads = threads), rank(x))))
  }
}

# ---- sorts and orders from R ----

work_of <- function(what, with = threads) paste0(what, ", ", plural(with))
# Rows of `t`: "ours" against the others, with their floors by name.
against_all <- function(work, t, floors = numeric()) {
  for (name in setdiff(names(t), "ours")) {
    compare(work, name, t[["ours"]], t[[name]], floor_of(unname(floors[name])))
  }
}

x <- doubles(n)
t <- by_turns(c(list(ours = sorting(x)), of_kind("double", x),
                stats::setNames(list(by_r(by_radix, x)), base_sort),
                in_c(of_gnu, x, threads),
                list("sort_parallel(double), 1 thread" = sorting(x, 1),
                     "one copy of the data" = copy_of(x, threads))))
against_all(work_of("sort_parallel(double)"), t,
            stats::setNames(c(1.3, 7), c("data.table::fsort", base_sort)))

t <- by_turns(c(list(ours = sorting(x, 1)), in_c("std::sort", x),
                stats::setNames(list(by_r(by_radix, x)), base_sort)))
against_all(work_of("sort_parallel(double)", 1), t,
            stats::setNames(c(4, 3.5), c("std::sort", base_sort)))

t <- by_turns(c(list(ours = ordering(x)), of_kind("order", x),
                stats::setNames(list(by_r(order_by_radix, x)), base_order),
                list("order_parallel(double), 1 thread" = ordering(x, 1))))
against_all(work_of("order_parallel(double)"), t, stats::setNames(2, base_order))

y <- integers(n)
t <- by_turns(c(list(ours = sorting(y)), stats::setNames(list(by_r(by_radix, y)), base_sort),
                in_c("std::sort", y), list("sort_parallel(integer), 1 thread" = sorting(y, 1))))
against_all(work_of("sort_parallel(integer)"), t, stats::setNames(5, base_sort))

t <- by_turns(c(list(ours = ordering(y)), of_kind("order", y),
                stats::setNames(list(by_r(order_by_radix, y)), base_order),
                list("order_parallel(integer), 1 thread" = ordering(y, 1))))
against_all(work_of("order_parallel(integer)"), t)

# ---- ranks ----

of_values <- function(x, values) floor(x * values) / values
for (data in list(list(name = "rank_parallel(double)", x = x, floor = 25),
                  list(name = "rank_parallel(double), 1,000 distinct values",
                       x = of_values(x, 1000), floor = 10))) {
  # rank() of R takes many seconds
  t <- seconds_in_turns(c(list(ours = ranking(data$x), "rank()" = by_r(rank, data$x)),
                          of_kind("rank", data$x),
                          list("rank_parallel(double), 1 thread" = ranking(data$x, 1))), 3, least)
  against_all(work_of(data$name), t, c("rank()" = data$floor))
}
rm(data)

# ---- by comparison, from C ----

types <- c("uint32_t" = "u32", "uint64_t" = "u64", "double" = "f64")
kinds <- c("random" = "random", "descending" = "descending",
           "descending, 1 % swapped" = "swapped")
for (type in names(types)) {
  for (kind in names(kinds)) {
    z <- make_data(types[[type]], kinds[[kind]], n)
    way <- function(name, with = 1) by_c(z, name, with, type = types[[type]])
    t <- by_turns(list(ours = way("mc_qsort", threads), "qsort" = way("qsort"),
                       "mc_qsort, 1 thread" = way("mc_qsort")))
    against_all(work_of(paste0("mc_qsort(", type, "), ", kind)), t,
                c(qsort = if (kinds[[kind]] == "swapped") NA else threads))
  }
}
rm(z)

# ---- never much slower than random data ----

by_pattern <- function(what, way, x) {
  t <- by_turns(lapply(patterns(x), way))
  for (name in setdiff(names(t), "random")) {
    compare(work_of(paste0(what, ", ", name)), "random, at most 1.2x", t[[name]], t[["random"]],
            floor_of(1 / 1.2))
  }
}
by_pattern("sort_parallel(double)", sorting, x)
by_pattern("sort_parallel(integer)", sorting, y)
by_pattern("order_parallel(double)", ordering, x)

# ---- targets ----

best <- manycore_info()$isa
works <- list("sort_parallel(double)" = sorting(x), "sort_parallel(integer)" = sorting(y),
              "order_parallel(double)" = ordering(x))
for (target in setdiff(manycore_info()$isa_runnable, c(best, "knc"))) {
  for (work in names(works)) {
    on <- function(isa) {
      force(isa)
      run <- works[[work]]
      function() on_target(isa, run())
    }
    t <- by_turns(list(ours = on(target), best = on(best)))
    compare(paste0(work_of(work), ", target ", target), paste("target", best), t[["ours"]],
            t[["best"]],
            NA)
  }
}

# ---- the report ----

lines <- c(report_head("sort_parallel(), order_parallel(), rank_parallel(), mc_qsort()", packages,
                       rounds, ", of ranks 3"),
           paste0("- n = ", count(n), ", uniform random unless it says otherwise: doubles from 0 ",
                  "to 1, integers of"),
           "  any size. Rivals have as many threads as we, if they can have any: sort() and",
           "  order() and rank() of R, Rfast, matrixStats, qsort() and std::sort have one.",
           "- A time of R code is that of a whole call, with a new result; of C and C++ that of",
           "  sorting a copy in place that was made before. qsort is that of the C library, with",
           "  the same comparison function as mc_qsort, which finds at once that data are",
           "  in order, or in the opposite one.",
           "- A ratio says how many times as fast we are. Against one copy of the data (read and",
           "  written once, to memory that is there already) it is the share of that speed.",
           left_out_line(left_out), "", markdown(report_table()))
write_report(lines)
