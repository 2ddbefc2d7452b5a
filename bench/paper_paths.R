# Figures 4 and 5 of Hou, Wang and Feng, and the column FW-APSP of table IV of Tithi et al.,
# measured on this machine: the gain of each step from the textbook's loops to vectors and threads.
#
#   Rscript bench/paper_paths.R [--quick] [--vertices N] [--largest N] [--edges M]
#                               [--out FILE.md] [--picture FILE.png]
#
# --vertices is the size of figure 4 (the paper's is 2000), --largest the most vertices of
# figure 5 (16000 there, 4096 here by default) and of table IV (16384 there), --edges how
# many edges a random graph has for each vertex (8; the papers do not say).
#
# The first paper takes its graphs from GTgraph. Here R makes graphs of the same two kinds: m edges
# between random vertices, and R-MAT. Weights are whole numbers from 1 to 100, so distances are
# exact in floats, too. Small graphs are compared with plain R before anything is timed.
#
# The steps of figure 4 are algorithms of floyd_warshall():
#
#   default serial   "naive", algorithm 1, one thread. It is compiled as it stands: the branch
#                    in its innermost loop keeps the compiler from vectorising it
#   blocked, MIN in its loops (versions 1 and 2 of figure 2): not in the package
#   blocked, loops reconstructed (version 3): "blocked", block 32, on the target "portable".
#                    There gcc 12 leaves the loop scalar where it records the path, as here
#                    (where it does not record, it makes vectors of 128 bits)
#   + SIMD           "blocked" on the best target, whose loops the compiler vectorises
#   intrinsics       "simd", register tiles in intrinsics (the paper's algorithm 3 has less)
#   + OpenMP         the same with threads

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
picture <- value_of("--picture", if (is.null(out)) "paper_paths.png" else
  paste0(tools::file_path_sans_ext(out), ".png"))

library(manycore)
set.seed(20240607)
rounds <- 3
least <- if (quick) 0.01 else 0.1
threads <- 2
block <- 32 # what the first paper finds best

vertices <- as.numeric(value_of("--vertices", if (quick) 300 else 2000))
largest <- as.numeric(value_of("--largest", if (quick) 400 else 4096))
density <- as.numeric(value_of("--edges", 8))
figure5_sizes <- (if (quick) c(200, 300, 400) else c(1:4, 6, 8, 12, 16) * 1000)
figure5_sizes <- figure5_sizes[figure5_sizes <= largest]
powers <- 2^(if (quick) 7:8 else 11:14)
powers <- powers[powers <= largest]
# each power of two, with a number close by on both sides
table4_sizes <- sort(c(powers, round(powers * 0.977), round(powers * 1.025)))
if (length(figure5_sizes) == 0 || length(powers) == 0) {
  stop("--largest must be at least ", if (quick) 256 else 2048, call. = FALSE)
}

# The graph, the result with paths, and copies of both in "blocked".
most <- max(vertices, figure5_sizes, table4_sizes)
if (isTRUE(48 * most^2 > manycore:::memory_available())) {
  stop("that takes ", format(48 * most^2 / 1e9, digits = 2), " GB", call. = FALSE)
}

# ---- graphs, in the manner of GTgraph ----

weights_of <- function(n, from, to) {
  weight <- sort(sample(100, length(from), replace = TRUE), decreasing = TRUE)
  w <- matrix(Inf, n, n)
  w[cbind(from, to)] <- weight # of several edges the last, which is the shortest, stays
  w
}

# G(n, m): m edges between any vertices.
random_graph <- function(n, m = density * n) {
  weights_of(n, sample(n, m, replace = TRUE), sample(n, m, replace = TRUE))
}

# R-MAT: at each level an edge falls into one of the four quarters of the matrix. The probabilities
# vary by 5 % from edge to edge and level to level. Edges beyond n are drawn again. At the end the
# vertices are renamed at random.
rmat_graph <- function(n, m = density * n, a = 0.45, b = 0.15, c = 0.15, d = 0.25) {
  from <- to <- integer()
  while (length(from) < m) {
    more <- m - length(from)
    row <- column <- numeric(more)
    for (level in seq_len(ceiling(log2(n)))) {
      share <- rep(c(a, b, c, d), each = more) * stats::runif(4 * more, 0.95, 1.05)
      share <- matrix(share, more)
      at <- stats::runif(more) * rowSums(share)
      lower <- at >= share[, 1] + share[, 2]
      right <- (at >= share[, 1] & !lower) | at >= share[, 1] + share[, 2] + share[, 3]
      row <- 2 * row + lower
      column <- 2 * column + right
    }
    inside <- row < n & column < n
    from <- c(from, row[inside] + 1)
    to <- c(to, column[inside] + 1)
  }
  name <- sample(n)
  weights_of(n, name[from], name[to])
}

full_graph <- function(n) matrix(sample(100, n * n, replace = TRUE) + 0, n)

# ---- contenders ----

way <- function(algorithm, with = threads, paths = TRUE, precision = "single", target = NULL) {
  list(algorithm = algorithm, with = with, paths = paths, precision = precision, target = target)
}
solve_by <- function(w, how) {
  run <- function() {
    floyd_warshall(w, traceback = how$paths, algorithm = how$algorithm, precision = how$precision,
                   block = if (how$algorithm == "blocked") block, threads = how$with,
                   progress = FALSE)
  }
  if (is.null(how$target)) run() else on_target(how$target, run())
}
contenders <- function(w, ways) lapply(ways, function(how) function() solve_by(w, how))

# The medians of calls in turns; slow graphs have fewer calls, the slowest only one.
time_of <- function(w, ways) {
  n <- as.numeric(nrow(w))
  runs <- contenders(w, ways)
  if (n^3 < 1e10) return(time_in_turns(runs, rounds, least))
  elapsed <- function(f) {
    gc()
    start <- Sys.time()
    f()
    as.numeric(Sys.time() - start, units = "secs")
  }
  seconds <- replicate(if (n <= 4300) rounds else 1, vapply(runs, elapsed, 0))
  apply(seconds, 1, stats::median)
}

steps <- function(precision) {
  list(default = way("naive", 1, precision = precision),
       scalar = way("blocked", 1, precision = precision, target = "portable"),
       blocked = way("blocked", 1, precision = precision),
       simd = way("simd", 1, precision = precision),
       blocked_openmp = way("blocked", precision = precision),
       simd_openmp = way("simd", precision = precision),
       default_openmp = way("naive", precision = precision))
}
figure5_ways <- list(default = way("naive"), blocked = way("blocked"), simd = way("simd"))
table4_ways <- lapply(list(
  naive = list("naive"), blocked = list("blocked"), simd = list("simd"),
  portable = list("recursive", target = "portable"), recursive = list("recursive")
), function(how) do.call(way, c(how, list(paths = FALSE, precision = "double"))))

# Every answer against plain R.
check <- function(w, ways) {
  right <- w
  diag(right) <- 0
  for (k in seq_len(nrow(w))) right <- pmin(right, outer(right[, k], right[k, ], "+"))
  for (how in ways) stopifnot(identical(solve_by(w, how)$distance, right))
}
for (w in list(random_graph(100), rmat_graph(100), full_graph(70))) {
  check(w, c(steps("single"), steps("double"), figure5_ways, table4_ways))
}

# ---- tables ----


# Figure 4. The paper prints the seconds of two steps, 102.1 and 24.9, and ratios of the others. The
# table repeats them.
w <- random_graph(vertices)
single <- time_of(w, steps("single"))
double <- time_of(w, steps("double"))
message("figure 4 done")
paper4 <- data.frame(
  step = c("default serial", "blocked, MIN in its loops", "blocked, loops reconstructed",
           "+ SIMD by the compiler", "intrinsics instead", "+ OpenMP, SIMD by the compiler",
           "+ OpenMP, intrinsics", "default with OpenMP"),
  here = c("naive, 1 thread", "", "blocked, target portable, 1 thread", "blocked, 1 thread",
           "simd, 1 thread", paste("blocked,", plural(threads)),
           paste("simd,", plural(threads)), paste("naive,", plural(threads))),
  key = c("default", NA, "scalar", "blocked", "simd", "blocked_openmp", "simd_openmp",
          "default_openmp"),
  seconds = c("", "", "102.1", "24.9", "", "", "", ""),
  over_default = c("1", "14 % slower", "1.76x", "", "", "281.7x", "", ""),
  over_before = c("", "", "", "4.1x", "behind the compiler's", "40x", "", "")
)
cell <- function(t, key, f) ifelse(is.na(key), "", f(t[key]))
table_steps <- data.frame(
  step = paper4$step, here = paper4$here,
  paper4$seconds, paper4$over_default, paper4$over_before,
  cell(single, paper4$key, digits),
  cell(single, paper4$key, function(s) times(single[["default"]] / s)),
  cell(double, paper4$key, digits),
  cell(double, paper4$key, function(s) times(double[["default"]] / s))
)
names(table_steps) <- c("step", "here", "paper: seconds", "paper: over default",
                        "paper: over the step before", "float: seconds", "float: over default",
                        "double: seconds", "double: over default")
ratio_of <- function(what, paper, f) {
  data.frame(what = what, paper = paper, float = times(f(single)), double = times(f(double)))
}
table_ratios <- rbind(
  ratio_of("SIMD by the compiler, over loops without", "4.1x (102.1 s to 24.9 s)",
           function(t) t[["scalar"]] / t[["blocked"]]),
  ratio_of("OpenMP, over one thread: blocked", "40x (244 threads)",
           function(t) t[["blocked"]] / t[["blocked_openmp"]]),
  ratio_of("all, over default serial: blocked", "281.7x",
           function(t) t[["default"]] / t[["blocked_openmp"]]),
  ratio_of("all, over default serial: simd", "",
           function(t) t[["default"]] / t[["simd_openmp"]]),
  ratio_of("all, over default with OpenMP: blocked", "6.4x at most (over all sizes)",
           function(t) t[["default_openmp"]] / t[["blocked_openmp"]]),
  ratio_of("all, over default with OpenMP: simd", "3.7x at most (intrinsics)",
           function(t) t[["default_openmp"]] / t[["simd_openmp"]])
)

# Figure 4 again, by graph.
by_graph <- function(name, w) {
  t <- time_of(w, figure5_ways)
  message("graph: ", name, " done")
  reached <- mean(is.finite(solve_by(w, figure5_ways$simd)$distance))
  data.frame(graph = name, edges = count(sum(is.finite(w))),
             "pairs with a path" = sprintf("%.0f %%", 100 * reached),
             "default + OpenMP" = digits(t[["default"]]),
             "blocked + OpenMP" = digits(t[["blocked"]]),
             "simd + OpenMP" = digits(t[["simd"]]), check.names = FALSE)
}
table_graphs <- rbind(by_graph("random, G(n, m)", w),
                      by_graph("R-MAT", rmat_graph(vertices)),
                      by_graph("full", full_graph(vertices)))

# Figure 5.
figure5 <- vapply(figure5_sizes, function(n) {
  t <- time_of(random_graph(n), figure5_ways)
  message("figure 5: n = ", n, " done")
  t
}, numeric(length(figure5_ways))) # ways x sizes
table_figure5 <- data.frame(
  count(figure5_sizes), digits(figure5["default", ]), digits(figure5["blocked", ]),
  digits(figure5["simd", ]), times(figure5["default", ] / figure5["blocked", ]),
  times(figure5["default", ] / figure5["simd", ])
)
names(table_figure5) <- c("n", "default + OpenMP", "blocked, SIMD by the compiler + OpenMP",
                          "simd, intrinsics + OpenMP", "blocked over default",
                          "simd over default")

# Table IV, column FW-APSP.
table4 <- vapply(table4_sizes, function(n) {
  t <- time_of(random_graph(n), table4_ways)
  message("table IV: n = ", n, " done")
  t
}, numeric(length(table4_ways)))
over <- function(key) times(table4["naive", ] / table4[key, ])
table_iv <- data.frame(
  count(table4_sizes), digits(table4["naive", ]), digits(table4["portable", ]),
  digits(table4["recursive", ]), over("portable"), over("recursive")
)
names(table_iv) <- c("n", "LOOPDP (naive)", "recursive, target portable", "recursive",
                     "over LOOPDP: portable", "over LOOPDP: vectorised")
speed <- table4
for (i in seq_along(table4_sizes)) speed[, i] <- table4_sizes[i]^3 / table4[, i] / 1e9
dip <- function(key) {
  at <- match(powers, table4_sizes)
  close <- (speed[key, at - 1] + speed[key, at + 1]) / 2
  sprintf("%+.0f %%", 100 * (speed[key, at] / close - 1))
}
dips <- matrix(vapply(rownames(speed), dip, character(length(powers))), length(powers))
table_dips <- data.frame(algorithm = rownames(speed), digits(speed), t(dips))
names(table_dips) <- c("algorithm", count(table4_sizes), paste("dip at", count(powers)))
table_dips$algorithm[table_dips$algorithm == "portable"] <- "recursive, target portable"

lines <- c(
  "# The papers' tables of Floyd-Warshall on this machine", "",
  paste0("- ", machine_lines(character(0))),
  paste0("- Instruction set: ", manycore_info()$isa, "; ", plural(threads), "; medians of ",
         rounds, " rounds in which the contenders"),
  paste0("  take turns (beyond 4,300 vertices one call)", if (quick) "; --quick" else ""),
  paste0("- Graphs: random with ", density, " edges for each vertex, whole weights from 1 to ",
         "100, unless it says"),
  "  otherwise. A time is that of a whole call, with a new result.",
  "- The papers' numbers are those of a Xeon Phi (Knights Corner) with 61 cores and 244 threads",
  "  (Hou, Wang and Feng), and of 16 cores of a Xeon E5-2680 (Tithi et al.).",
  "", "## Hou et al., figure 4: step by step", "",
  paste0("n = ", count(vertices), " (2,000 in the paper), with paths, block ", block,
         ". The paper computes in floats."),
  "Default serial is \"naive\", which the compiler does not vectorise. Blocked with MIN in its",
  "loops is not in the package. Loops reconstructed: \"blocked\" on the target \"portable\", which",
  "gcc 12 leaves scalar where it records paths. In the paper intrinsics are behind the",
  "compiler's SIMD; \"simd\" here has register tiles, which those have not. Empty: not told in",
  "the paper, or only in its picture.",
  "", markdown(table_steps), "", markdown(table_ratios),
  "", "## The same by graph", "",
  paste0("Seconds, n = ", count(vertices), ", floats, with paths, ", plural(threads),
         ". \"simd\" and \"blocked\" compute the"),
  "same sums for every graph, and only what is recorded depends on it; for \"naive\" its branch.",
  "", markdown(table_graphs),
  "", "## Hou et al., figure 5: seconds with OpenMP", "",
  paste0("Floats, with paths, ", plural(threads), ". In the paper, from 1,000 to 16,000 ",
         "vertices, SIMD by the"),
  "compiler is 1.37x to 6.39x over default, and intrinsics 1.2x to 3.7x.",
  "", markdown(table_figure5),
  "", "## Tithi et al., table IV, FW-APSP: seconds", "",
  paste0("Doubles, distances only, ", plural(threads), ". In the paper (n = 16,384, 16 cores) ",
         "the recursive"),
  "algorithm is 11x over LOOPDP where it is not vectorised explicitly, and 22x where it is (26x",
  "on a Xeon Phi, 25x on both together). LOOPDP is \"naive\" here: one parallel loop, no padding,",
  "and a branch that keeps the compiler from vectorising it. Not explicitly vectorised: the target",
  "\"portable\".",
  "", markdown(table_iv),
  "", "## Tithi et al., figure 5(a): billions of updates a second", "",
  "The paper: a recursive algorithm without copies and layout has dips at some n (powers of two)",
  "by set-associativity, and those with them have none. Dip: against the mean of the numbers",
  "close by on both sides.",
  "", markdown(table_dips))
write_report(lines)

# ---- the picture: figure 5, and figure 5(a) of the other paper ----

grDevices::png(picture, width = 1300, height = 560, res = 110)
graphics::par(mfrow = c(1, 2), mar = c(4, 5, 2.5, 1), las = 1, mgp = c(3.4, 0.7, 0))
colour <- c("#999999", "#D55E00", "#0072B2", "#CC79A7", "#009E73")
draw <- function(x, y, colour, log, label, title) {
  plot(range(x), range(y) * c(1, 4), type = "n", log = log, xlab = "", ylab = label,
       main = title, cex.main = 0.9)
  graphics::title(xlab = "vertices", mgp = c(2.2, 0.7, 0))
  graphics::matlines(x, t(y), lty = 1, lwd = 2, col = colour)
  graphics::matpoints(x, t(y), pch = 19, cex = 0.7, col = colour)
}
draw(figure5_sizes, figure5, colour[1:3], "xy", "seconds",
     paste0("Hou et al., figure 5: floats, with paths, ", plural(threads)))
graphics::legend("topleft", c("default + OpenMP", "blocked + OpenMP", "simd + OpenMP"),
                 col = colour, lty = 1, lwd = 2, bty = "n", cex = 0.8)
draw(table4_sizes, speed, colour, "xy", "billions of updates a second",
     paste0("Tithi et al., figure 5(a): doubles, ", plural(threads)))
graphics::abline(v = powers, lty = 2, col = "grey60")
graphics::legend("topleft", table_dips$algorithm, col = colour, lty = 1, lwd = 2, bg = "white",
                 box.lty = 0, inset = 0.01, cex = 0.8, ncol = 2)
invisible(grDevices::dev.off())
message("picture: ", normalizePath(picture))
