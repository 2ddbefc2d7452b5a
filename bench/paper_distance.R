# Tables 3 and 4, the data sets of figure 2, and figure 4 of the paper (Rechkalov, Zymbler),
# measured on this machine: squared distances by the straightforward and blockwise algorithms, by
# inner products, and by the tile algorithm, which is not in the paper.
#
#   Rscript bench/paper_distance.R [--quick] [--full] [--points N] [--square N]
#                                  [--figure2 N] [--figure4 N] [--out FILE.md]
#                                  [--picture FILE.png]
#
# Only the shapes are the paper's; all points are normal random numbers. By default there are fewer
# points than in the paper; so the paper's times are also shown scaled by the number of pairs.
# --points is the size of the larger set of table 3 (1e6 in the paper; the result must fit in memory
# twice), --square the size of table 4 (15000), --figure2 and --figure4 the sizes of the figures
# (4096). Unless --full, inner products get the first 20,000 points of table 3, and their time is
# extrapolated.
#
# The paper computes in floats, and so do the algorithms here. Inner products exist in doubles only;
# the tile algorithm is timed in both.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
picture <- value_of("--picture", if (is.null(out)) "paper_distance.png" else
  paste0(tools::file_path_sans_ext(out), ".png"))

library(manycore)
set.seed(20240607)
rounds <- if (quick) 3 else 5
least <- if (quick) 0.01 else 0.1
threads <- 2

size_of <- function(name, default, in_quick) {
  as.numeric(value_of(name, if (quick) in_quick else default))
}
points <- size_of("--points", 1e5, 1000)
square <- size_of("--square", 5000, 500)
figure2_points <- size_of("--figure2", 4096, 400)
figure4_points <- size_of("--figure4", 4096, 512)
centers <- 1000
gemm_points <- if (has("--full")) points else min(points, 20000)
blocks <- 2^(4:13)

largest <- 8 * max(points * centers, square^2, figure2_points^2 / 2, figure4_points^2)
if (isTRUE(2 * largest > manycore:::memory_available())) {
  stop("a result needs ", format(largest / 1e9, digits = 2),
       " GB, and memory has to hold two", call. = FALSE)
}

# ---- the paper's seconds ----

paper3 <- data.frame(
  d = c(16, 32, 64, 256),
  phi_blockwise = c(0.28, 0.51, 0.98, 3.71), phi_mkl = c(0.76, 0.78, 0.88, 1.92),
  phi_straightforward = c(1.05, 1.15, 1.36, 3.79),
  xeon_blockwise = c(1.04, 1.76, 3.78, 30.32), xeon_mkl = c(3.02, 3.14, 3.81, 5.14),
  xeon_straightforward = c(1.00, 1.79, 4.25, 31.41)
)
paper4 <- data.frame(
  d = c(50, 100, 150, 200),
  phi_blockwise = c(0.19, 0.32, 0.45, 0.58), phi_mkl = c(0.07, 0.08, 0.10, 0.12),
  xeon_blockwise = c(0.35, 0.59, 0.78, 1.60), xeon_mkl = c(0.74, 0.89, 1.01, 1.16),
  gpu = c(0.82, 1.01, 1.21, 1.41)
)
sets <- data.frame(name = c("MixSim", "Census", "FCS Human"), d = c(5, 67, 423),
                   paper_points = c(35, 35, 18) * 2^10)

# ---- contenders ----

way <- function(algorithm, layout = "auto", block = NULL, precision = "single") {
  list(algorithm = algorithm, layout = layout, block = block, precision = precision)
}
asa <- function(block) way("blockwise", "asa", block)
ways <- list(
  asa = asa(512), aos = way("blockwise", "aos"), soa = way("blockwise", "soa"),
  straightforward = way("straightforward"), tile = way("tile"),
  tile_double = way("tile", precision = "double"),
  gemm = way("gemm", precision = "double")
)
main <- ways[c("asa", "straightforward", "tile", "tile_double", "gemm")]
by_block <- stats::setNames(lapply(blocks, asa), blocks)

distances <- function(x, y, how) {
  dist_euclidean(x, y, squared = TRUE, precision = how$precision, algorithm = how$algorithm,
                 layout = how$layout, block = how$block, threads = threads,
                 progress = FALSE)
}
contenders <- function(x, y, ways) lapply(ways, function(how) function() distances(x, y, how))

# Every answer against stats::dist.
check <- function(how, d) {
  x <- normal(150, d)
  y <- normal(40, d)
  right <- as.matrix(stats::dist(rbind(x, y)))^2
  error <- function(got, right) max(abs(got / right - 1))
  among <- distances(x, NULL, how)
  between <- distances(x, y, how)
  first <- seq_len(150)
  limit <- if (how$precision == "single") 1e-4 else 1e-12
  stopifnot(error(as.numeric(among), as.numeric(stats::as.dist(right[first, first]))) < limit,
            error(between, right[first, -first]) < limit)
}
for (how in c(ways, by_block)) for (d in c(3, 67)) check(how, d)

# ---- tables ----

as_measured <- function(s) formatC(s, digits = 3, format = "fg") # of ours, and of what is scaled
as_printed <- function(s) sprintf("%.2f", s)

# A row of table 3 or 4, where a cell may be empty.
row_of <- function(dataset, where, blockwise = "", gemm = "", straightforward = "",
                   tile = "", tile_double = "", gpu = NULL) {
  row <- data.frame(dataset, where, blockwise, gemm, straightforward, tile, tile_double)
  names(row)[-1] <- c("seconds on", "blockwise ASA-512", "gemm / MKL", "straightforward",
                      "tile", "tile, double")
  if (!is.null(gpu)) row[["Kim et al."]] <- gpu
  row
}

# The same for the paper's seconds: scaled by the number of pairs (and as printed in the paper).
paper_row <- function(dataset, where, share, ...) {
  cell <- function(s) {
    if (share == 1) return(as_printed(s))
    paste0(as_measured(s * share), " (", as_printed(s), ")")
  }
  where <- paste0(where, if (share == 1) ", paper" else ", paper SCALED (as printed)")
  do.call(row_of, c(list(dataset, where),
                    lapply(list(...), function(s) if (is.numeric(s)) cell(s) else s)))
}

ours <- function(t) {
  as_measured(t[c("asa", "gemm", "straightforward", "tile", "tile_double")])
}

measure3 <- function(i) {
  p <- paper3[i, ]
  x <- normal(points, p$d)
  y <- normal(centers, p$d)
  runs <- contenders(x, y, main)
  few <- x[seq_len(gemm_points), , drop = FALSE]
  runs$gemm <- function() distances(few, y, ways$gemm)
  t <- time_in_turns(runs, rounds, least)
  t["gemm"] <- t[["gemm"]] * points / gemm_points
  message("table 3: d = ", p$d, " done")
  t <- ours(t)
  name <- paste0("ADS-", p$d)
  rbind(row_of(name, "here", t[["asa"]], t[["gemm"]], t[["straightforward"]], t[["tile"]],
               t[["tile_double"]]),
        paper_row(name, "Phi", points / 1e6, blockwise = p$phi_blockwise,
                  gemm = p$phi_mkl, straightforward = p$phi_straightforward),
        paper_row(name, "2 x Xeon", points / 1e6, blockwise = p$xeon_blockwise,
                  gemm = p$xeon_mkl, straightforward = p$xeon_straightforward))
}
table3 <- do.call(rbind, lapply(seq_len(nrow(paper3)), measure3))

measure4 <- function(i) {
  p <- paper4[i, ]
  x <- normal(square, p$d)
  whole <- contenders(x, x, main[c("asa", "tile", "tile_double")])
  names(whole) <- paste0("whole_", names(whole))
  t <- time_in_turns(c(contenders(x, NULL, main), whole), rounds, least)
  message("table 4: d = ", p$d, " done")
  w <- as_measured(t[names(whole)])
  t <- ours(t)
  name <- paste0("PRND-", p$d)
  share <- (square / 15000)^2
  rbind(row_of(name, "here, a triangle", t[["asa"]], t[["gemm"]], t[["straightforward"]],
               t[["tile"]], t[["tile_double"]], gpu = ""),
        row_of(name, "here, all n x n", w[["whole_asa"]], tile = w[["whole_tile"]],
               tile_double = w[["whole_tile_double"]], gpu = ""),
        paper_row(name, "Phi", share, blockwise = p$phi_blockwise, gemm = p$phi_mkl,
                  gpu = ""),
        paper_row(name, "2 x Xeon", share, blockwise = p$xeon_blockwise,
                  gemm = p$xeon_mkl, gpu = ""),
        paper_row(name, "GPU (Tesla C2050)", share, gpu = p$gpu))
}
table4 <- do.call(rbind, lapply(seq_len(nrow(paper4)), measure4))

measure2 <- function(i) {
  x <- normal(figure2_points, sets$d[i])
  t <- as_measured(time_in_turns(contenders(x, NULL, ways), rounds, least))
  message("figure 2: d = ", sets$d[i], " done")
  data.frame("data set's shape" = sets$name[i], d = sets$d[i],
             "paper's n" = count(sets$paper_points[i]), "n here" = count(figure2_points),
             "blockwise AoS" = t[["aos"]], "blockwise SoA" = t[["soa"]],
             "blockwise ASA-512" = t[["asa"]], straightforward = t[["straightforward"]],
             tile = t[["tile"]], "tile, double" = t[["tile_double"]], gemm = t[["gemm"]],
             check.names = FALSE)
}
table2 <- do.call(rbind, lapply(seq_len(nrow(sets)), measure2))

dimensions <- c(3, 5, 67, 129)
measure_blocks <- function(d) {
  x <- normal(figure4_points, d)
  t <- time_in_turns(contenders(x, x, by_block), rounds, least)
  message("figure 4: d = ", d, " done")
  t
}
seconds <- vapply(dimensions, measure_blocks, numeric(length(blocks))) # blocks x dimensions
best <- apply(seconds, 2, min)
table_blocks <- data.frame(
  d = dimensions, matrix(as_measured(t(seconds)), length(dimensions)),
  blocks[apply(seconds, 2, which.min)],
  sprintf("%+.0f %%", 100 * (seconds[match(512, blocks), ] / best - 1))
)
names(table_blocks) <- c("d", blocks, "best block", "512 behind the best")

lines <- c(
  "# The paper's tables of distances on this machine", "",
  paste0("- ", machine_lines(character(0))),
  paste0("- BLAS: ", basename(extSoftVersion()[["BLAS"]]),
         " (gemm, with the BLAS's own threads; the paper's is Intel MKL)"),
  paste0("- Instruction set: ", manycore_info()$isa, "; ", threads, " threads; medians of ",
         rounds, " rounds in which the contenders take turns", if (quick) "; --quick" else ""),
  "- Data: normal random numbers, the shapes alone are the paper's",
  "- Squared distances, in single precision but for \"gemm\" and \"tile, double\". A time is",
  "  that of a whole call, with the points' way into the layout and a new result of doubles.",
  "- SCALED: the paper's seconds times the number of pairs here over that in the paper,",
  "  which measured what stands in parentheses.",
  "", "## Table 3: seconds, rectangular matrices", "",
  paste0(count(points), " points against ", count(centers), "; the paper has 1,000,000 ",
         "against 1,000."),
  if (gemm_points < points) {
    paste0("gemm here was timed on the first ", count(gemm_points),
           " points and extrapolated by the number of pairs.")
  },
  "", markdown(table3),
  "", "## Table 4: seconds, square matrices", "",
  paste0("n = ", count(square), "; the paper has 15,000. The paper computes all n x n ",
         "distances, and is scaled by those;"),
  "here dist_euclidean(x) computes one triangle, half of them, and dist_euclidean(x, x) all.",
  "", markdown(table4),
  "", "## Figure 2: seconds on the square data sets", "",
  "One triangle. (The paper's times are in a picture only.)",
  "", markdown(table2),
  "", "## Figure 4: seconds by block, blockwise ASA", "",
  paste0("All n x n distances for n = ", count(figure4_points), "; the paper has 32,768 and ",
         "chose 512."),
  "", markdown(table_blocks))
write_report(lines)

# ---- figure 4 ----

grDevices::png(picture, width = 900, height = 560, res = 110)
graphics::par(mar = c(4, 5.5, 2.5, 1), las = 1, mgp = c(4, 0.7, 0))
colour <- c("#0072B2", "#D55E00", "#009E73", "#999999")
plot(range(blocks), range(seconds) * c(1, 1.6), type = "n", log = "xy", xaxt = "n",
     xlab = "", ylab = "seconds",
     main = paste0("Figure 4 on this machine: n = ", count(figure4_points), ", ", threads,
                   " threads"))
graphics::title(xlab = "block", mgp = c(2.2, 0.7, 0))
graphics::axis(1, at = blocks)
graphics::abline(v = 512, lty = 2, col = "grey60") # the paper's choice
graphics::matlines(blocks, seconds, lty = 1, lwd = 2, col = colour)
graphics::matpoints(blocks, seconds, pch = 19, cex = 0.7, col = colour)
graphics::legend("top", paste("d =", dimensions), col = colour, lty = 1, lwd = 2,
                 horiz = TRUE, bty = "n")
invisible(grDevices::dev.off())
message("picture: ", normalizePath(picture))
