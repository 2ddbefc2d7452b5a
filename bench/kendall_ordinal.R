# Ordinal and sparse data: the algorithms "table" (few distinct values) and "sparse" (mostly one
# value) of cor_kendall() against the others, against pcaPP::cor.fk(), and what "auto" makes of
# columns of all kinds.
#
#   Rscript bench/kendall_ordinal.R [--quick] [--out FILE.md] [--picture FILE.png]
#
# Prints the comparisons, and a grid of numbers of values, rows, shares of one value and missing
# values with the time of each algorithm for a pair of columns; draws the curves.
#
# All contenders' answers are compared before anything is timed: manycore's answers to the bit,
# others up to rounding. A contender that would take minutes is measured on some of the columns;
# then its time for a pair counts, and the table says so. --quick takes fewer columns.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

picture <- value_of("--picture", "kendall_ordinal.png")

need(c("pcaPP", "Matrix"))
library(manycore)
set.seed(20261122)

rounds <- if (quick) 1 else 3
pairs_of <- function(m) m * (m - 1) / 2
tau <- function(x, algorithm, threads = 1, ...) {
  cor_kendall(x, algorithm = algorithm, threads = threads, progress = FALSE, ...)
}
scale <- function(n, m, d) matrix(as.numeric(sample.int(d, n * m, replace = TRUE)), n)

# Seconds for a pair of columns, everything included, by `f` on so many columns of x.
per_pair <- function(x, columns, f) {
  some <- x[, seq_len(columns), drop = FALSE]
  time_in_turns(list(f = function() f(some)), rounds) / pairs_of(columns)
}

chosen <- function(x, use = "everything") {
  .Call(manycore:::C_cor_kendall, x, NULL, manycore:::match_use(use), 0L, 0L, 1L,
        manycore:::scratch_bytes(), NULL)$algorithm
}

# ---- against other algorithms, and pcaPP ----

against <- function(d, n, m, some, rivals, floor) {
  x <- scale(n, m, d)
  work <- sprintf("%d values, n = %s, m = %s", d, count(n), count(m))
  part <- x[, seq_len(min(some, 12))]
  for (rival in c(rivals, "gse")) {
    stopifnot(identical(tau(part, "table"), tau(part, rival)))
  }
  stopifnot(identical(tau(x, "table", 2), tau(x, "table", 1)), identical(chosen(x), "table"))
  ours <- per_pair(x, m, function(x) tau(x, "table"))
  theirs <- vapply(rivals, function(rival) per_pair(x, some, function(x) tau(x, rival)), 0)
  best <- rivals[[which.min(theirs)]]
  columns <- if (some < m) sprintf(" (a pair, of %d columns)", some) else ""
  compare(work, paste0(best, columns), ours, min(theirs), floor)
  auto <- per_pair(x, m, function(x) tau(x, "auto"))
  compare(work, "auto, of what table takes", auto, ours, NA)
  invisible(ours)
}

m <- size(1000, 200)
of_3 <- against(3, 10000, m, size(60, 16), "radix", if (quick) NA else 80)
of_5 <- against(5, 10000, m, size(60, 16), "radix", if (quick) NA else 25)
against(9, 10000, size(500, 200), size(60, 16), "radix", if (quick) NA else 6)
against(5, 353, size(2000, 400), size(800, 400), c("bitset", "radix"), 1.5)
against(2, 10000, m, size(60, 16), "radix", NA)
against(33, 10000, size(300, 60), size(60, 16), "radix", NA)

for (d in c(3, 5)) {
  x <- scale(10000, size(12, 5), d)
  stopifnot(max(abs(pcaPP::cor.fk(x) - tau(x, "table"))) < 1e-12)
  fk <- per_pair(x, ncol(x), pcaPP::cor.fk)
  compare(sprintf("%d values, n = 10,000, m = %s", d, count(m)),
          sprintf("pcaPP::cor.fk (a pair, of %d columns)", ncol(x)), if (d == 3) of_3 else of_5, fk,
          if (quick) NA else if (d == 3) 5000 else 1500)
}

# ---- threads ----

x <- scale(10000, size(2000, 300), 5)
stopifnot(identical(tau(x, "table", 2), tau(x, "table", 1)))
t <- time_in_turns(list(two = function() tau(x, "table", 2), one = function() tau(x, "table", 1)),
                   rounds)
compare(sprintf("5 values, n = 10,000, m = %d, 2 threads", ncol(x)), "1 thread", t[["two"]],
        t[["one"]], if (quick) NA else 1.8)

# ---- missing values; two long vectors; columns of few and of many values ----

holes <- scale(10000, size(500, 100), 5)
holes[sample(length(holes), length(holes) / 20)] <- NA
part <- holes[, 1:12]
stopifnot(identical(tau(part, "table", use = "pairwise"), tau(part, "gse", use = "pairwise")))
compare("5 values, 5 % missing pairwise, n = 10,000", "radix (a pair, of 16 columns)",
        per_pair(holes, ncol(holes), function(x) tau(x, "table", use = "pairwise")),
        per_pair(holes, 16, function(x) tau(x, "radix", use = "pairwise")), NA)

long <- scale(size(1e6, 1e5), 2, 5)
u <- long[, 1]
v <- long[, 2]
two <- function(algorithm) cor_kendall(u, v, algorithm = algorithm, threads = 1, progress = FALSE)
stopifnot(identical(two("table"), two("gse")))
t <- time_in_turns(list(auto = function() two("auto"), radix = function() two("radix")), rounds)
compare(sprintf("two vectors of 5 values, n = %s", count(length(u))), "radix",
        t[["auto"]], t[["radix"]], NA)

half <- size(150, 40)
mixed <- cbind(scale(10000, half, 5), matrix(rnorm(10000 * half), 10000))
mixed <- mixed[, sample.int(2 * half)]
few <- apply(mixed, 2, function(v) length(unique(v)) < 10)
stopifnot(identical(tau(mixed[, 1:12], "auto"), tau(mixed[, 1:12], "gse")))
parts <- function() {
  tau(mixed[, few], "table")
  tau(mixed[, !few], "radix")
  cor_kendall(mixed[, few], mixed[, !few], algorithm = "radix", threads = 1, progress = FALSE)
}
t <- time_in_turns(list(auto = function() tau(mixed, "auto"), parts = parts), rounds)
compare(sprintf("%d columns of 5 values, %d of 10,000, shuffled", half, half),
        "three calls, one a kind of pair", t[["auto"]], t[["parts"]], NA)

# ---- columns that are mostly zeros ----

# The choice of "auto" before "sparse" existed: a pair of columns of counts by "table" if both have
# few values, by "radix" if one has many.
without_sparse <- function(x, some) {
  few <- apply(x, 2, function(v) length(unique(v)) <= 64)
  of_table <- x[, few, drop = FALSE]
  table <- if (sum(few) > 1) per_pair(of_table, sum(few), function(x) tau(x, "table")) else 0
  if (all(few)) return(table)
  radix <- per_pair(x[, !few, drop = FALSE], min(sum(!few), some), function(x) tau(x, "radix"))
  share <- mean(few)^2
  share * table + (1 - share) * radix
}

# Counts as in single-cell experiments: genes with different means, most counts zero.
counts_of <- function(n, m, share, value) {
  columns <- lapply(seq_len(m), function(j) {
    k <- stats::rbinom(1, n, share)
    list(i = sort(sample.int(n, k)), x = value(k))
  })
  sizes <- vapply(columns, function(column) length(column$i), 0L)
  Matrix::sparseMatrix(i = unlist(lapply(columns, `[[`, "i")), p = c(0, cumsum(sizes)),
                       x = unlist(lapply(columns, `[[`, "x")), dims = c(n, m))
}
values <- list("counts (negative binomial, mean 8)" = function(k) {
  1 + stats::rnbinom(k, mu = stats::rexp(1, 1 / 8), size = 0.5)
}, "logs of counts by depth" = function(k) log1p(stats::rexp(k)),
"small counts (geometric)" = function(k) 1 + stats::rgeom(k, 0.6))

sparse_against <- function(n, m, share, name, floor) {
  x <- counts_of(n, m, share, values[[name]])
  work <- sprintf("%g %% non-zero %s, n = %s, m = %s", 100 * share, name,
                  format(n, big.mark = ","), format(m, big.mark = ","))
  some <- size(200, 40)
  dense <- as.matrix(x[, seq_len(some)])
  part <- dense[, 1:12]
  for (rival in c("radix", "gse")) {
    stopifnot(identical(tau(x[, 1:12], "sparse"), tau(part, rival)))
  }
  stopifnot(identical(tau(x, "auto", 2), tau(x, "sparse", 1)))
  ours <- per_pair(x, m, function(x) tau(x, "auto"))
  theirs <- without_sparse(dense, size(40, 12))
  compare(work, sprintf("auto without sparse (a pair, of %d columns)", some), ours, theirs, floor)
  x
}
floors <- size(c(8, 25), c(NA, NA))
cells_by_genes <- sparse_against(10000, size(2000, 200), 0.05, names(values)[[1]], floors[[1]])
rare <- sparse_against(50000, size(1000, 100), 0.01, names(values)[[1]], floors[[2]])
for (name in names(values)[-1]) {
  sparse_against(10000, size(2000, 200), 0.05, name, NA)
  sparse_against(50000, size(1000, 100), 0.01, name, NA)
}

t <- time_in_turns(list(two = function() tau(cells_by_genes, "auto", 2),
                        one = function() tau(cells_by_genes, "auto", 1)), rounds)
compare(sprintf("5 %% non-zero counts, n = 10,000, m = %d, 2 threads", ncol(cells_by_genes)),
        "1 thread", t[["two"]], t[["one"]], if (quick) NA else 1.8)

# The memory that the call adds to a process with the sparse matrix.
file <- tempfile(fileext = ".rds")
saveRDS(cells_by_genes, file)
grown <- in_process(sprintf("x <- readRDS(%s); library(Matrix);", paste0("'", file, "'")),
                    "invisible(cor_kendall(x[, 1:2], progress = FALSE)); invisible(gc());",
                    "before <- memory('VmRSS'); tau <- cor_kendall(x, progress = FALSE);",
                    "cat(memory('VmHWM') - before, memory('VmHWM'))")
unlink(file)
full <- 8 * prod(dim(cells_by_genes))
add_row(work = sprintf("5 %% non-zero counts, n = 10,000, m = %d: memory", ncol(cells_by_genes)),
        ours = sprintf("%.0f MiB (%.0f with R)", grown[[1]] / 2^20, grown[[2]] / 2^20),
        against = "the dense matrix alone", theirs = sprintf("%.0f MiB", full / 2^20),
        ratio = sprintf("%.2f", full / grown[[1]]), floor = if (quick) "" else "1",
        met = if (quick) "" else if (grown[[1]] < full) "yes" else "NO")

# ---- the real case: answers of 10,000 people to 5,000 items ----

likert <- scale(10000, size(5000, 300), 5)
seconds <- system.time(cor_kendall(likert, progress = FALSE))[["elapsed"]]
small <- likert[1:1000, 1:3]
cor_seconds <- system.time(stats::cor(small, method = "kendall"))[["elapsed"]] / 6 * 100
compare(sprintf("all pairs of %d items of 5 answers, n = 10,000 (default threads)", ncol(likert)),
        "stats::cor (of 1,000 rows, 3 columns; by n^2)", seconds,
        cor_seconds * ncol(likert) * (ncol(likert) + 1) / 2, NA)
rm(likert)

# ---- which algorithm for which columns ----

# Columns of `values` values; one of the values gets an additional share of the rows.
grid <- expand.grid(values = size(c(2, 5, 17, 64, 300), c(3, 300)),
                    n = size(c(100, 353, 1000, 3000, 10000, 50000), c(100, 1000)),
                    share = size(c(0, 0.8, 0.95, 0.99), c(0, 0.95)), missing = c(FALSE, TRUE))
grid <- grid[grid$values < grid$n & !(grid$missing & grid$share %in% c(0.8, 0.99)), ]
# The median seconds of a call, from runs of four milliseconds in many turns, because the machine
# has slow moments, and the grid has many cells.
short_turns <- function(contenders, once) {
  times <- ceiling(0.004 / pmax(once[names(contenders)], 1e-5))
  seconds <- replicate(11, mapply(function(f, times) {
    start <- Sys.time()
    for (i in seq_len(times)) f()
    as.numeric(Sys.time() - start, units = "secs") / times
  }, contenders, times))
  apply(seconds, 1, stats::median)
}
names_of_all <- c("table", "radix", "bitset", "sparse")
measured <- lapply(seq_len(nrow(grid)), function(k) {
  n <- grid$n[k]
  m <- min(160, max(16, 8 * round(sqrt(size(2e7, 2e6) / n) / 8)))
  x <- scale(n, m, grid$values[k])
  x[stats::runif(length(x)) < grid$share[k]] <- 1
  if (grid$missing[k]) x[sample(length(x), length(x) / 20)] <- NA
  use <- if (grid$missing[k]) "pairwise" else "everything"
  names <- c("auto", if (grid$values[k] <= 64) "table", if (n > 100) "radix",
             if (n <= 3000) "bitset", if (!grid$missing[k]) "sparse")
  part <- x[, 1:6]
  reference <- tau(part, if (n > 1000) "radix" else "gse", use = use)
  for (a in names) stopifnot(identical(tau(part, a, use = use), reference))
  contenders <- lapply(stats::setNames(nm = names), function(a) function() tau(x, a, use = use))
  # an algorithm that takes ten times as long as another is out after one call
  once <- vapply(contenders, function(f) system.time(f())[["elapsed"]], 0)
  t <- short_turns(contenders[names == "auto" | once < 0.02 + 5 * min(once)], once)
  t <- ifelse(names %in% names(t), t[names], once) / pairs_of(m)
  names(t) <- names
  best <- names(which.min(t[-1]))
  message(sprintf("%d values, n = %d, %g %% one value, NA %d: best %s, auto %s, %.2f",
                  grid$values[k], n, 100 * grid$share[k], grid$missing[k], best,
                  chosen(x, use), min(t[-1]) / t[["auto"]]))
  data.frame(values = grid$values[k], n = n, share = grid$share[k], missing = grid$missing[k],
             columns = m, best = best, auto = chosen(x, use), seconds = t[["auto"]],
             as.list(stats::setNames(t[names_of_all], names_of_all)),
             ratio = min(t[-1]) / t[["auto"]])
})
measured <- do.call(rbind, measured)
within <- mean(measured$ratio >= 1 / 1.15)
compare(sprintf("auto in a grid of %d cells: share within 15 %% of the best", nrow(measured)),
        "0.95", 0.95, within, if (quick) NA else 1)
report$rows[[length(report$rows)]][c("ours", "theirs")] <-
  list(sprintf("%.0f %%", 100 * within), "95 %")
shown <- measured
for (name in c("seconds", names_of_all)) {
  shown[[name]] <- ifelse(is.na(measured[[name]]), "", format_seconds(measured[[name]]))
}
shown$share <- sprintf("%g %%", 100 * shown$share)
shown$missing <- ifelse(shown$missing, "5 %", "no")
shown$ratio <- sprintf("%.2f", shown$ratio)
names(shown)[match(c("share", "auto", "seconds", "ratio"), names(shown))] <-
  c("one value", "auto is", "auto", "best / auto")

lines <- c("# Ordinal and sparse data", "", paste0("- ", machine_lines(c("pcaPP", "Matrix"))),
           "- one thread unless it says; for a pair of columns where it is of some columns", "",
           how_to_read, "", markdown(report_table()), "",
           sprintf("The grid: auto is within 15 %% of the best algorithm in %.0f %% of %d cells.",
                   100 * within, nrow(shown)), "", markdown(shown))
write_report(lines)

# ---- the picture: a row of panels for each number of values ----

parts <- unique(measured[c("share", "missing")])
parts <- parts[order(parts$missing, parts$share), ]
values_shown <- intersect(c(2, 5, 17, 64, 300, 3), measured$values)
grDevices::png(picture, width = 200 * nrow(parts), height = 175 * length(values_shown), res = 60,
               antialias = "none")
graphics::par(mfrow = c(length(values_shown), nrow(parts)), mar = c(4, 4.5, 2.5, 1), las = 1,
              mgp = c(3, 0.7, 0))
colour <- c(table = "#0072B2", radix = "#D55E00", bitset = "#009E73", sparse = "#CC79A7")
for (values in values_shown) {
  for (k in seq_len(nrow(parts))) {
    cell <- measured[measured$values == values & measured$share == parts$share[k] &
                       measured$missing == parts$missing[k], ]
    plot(range(measured$n), range(measured[names_of_all], na.rm = TRUE) * 1e6, type = "n",
         log = "xy", xlab = "rows", ylab = "microseconds a pair",
         main = sprintf("%d values, %g %% one%s", values, 100 * parts$share[k],
                        if (parts$missing[k]) ", NA" else ""))
    graphics::grid()
    for (name in names_of_all) {
      graphics::lines(cell$n, cell[[name]] * 1e6, col = colour[[name]], lwd = 2, type = "o",
                      pch = 20)
    }
    graphics::points(cell$n, cell$seconds * 1e6, pch = 1, cex = 1.4)
    if (k == 1) {
      graphics::legend("topleft", c(names_of_all, "auto"), col = c(colour, "black"),
                       lty = c(1, 1, 1, 1, NA), pch = c(20, 20, 20, 20, 1), bty = "n", cex = 0.8)
    }
  }
}
invisible(grDevices::dev.off())
message("picture: ", normalizePath(picture))
