# Table IV and figure 5(a) of Tithi et al. (2015), measured on this machine: parenthesization,
# alignment with any gap cost, and protein accordion folding, by all four of their versions. (The
# column FW-APSP is in bench/paper_paths.R.)
#
#   Rscript bench/paper_dynprog.R [--quick] [--largest N] [--out FILE.md] [--picture FILE.png]
#
# --largest is the size of table IV (16384 in the paper, 4096 here by default; the gap problem,
# which has six times as many updates, takes half of it).
#
# The versions are algorithms of the package:
#
#   LOOPDP   "loop": parallel loops, rows padded
#   CO       "recursive": recursive divide and conquer to tiles of 64 x 64
#   CO_Opt   "optimized": with copies of operands
#   COZ      "zmorton": the same in the Z-Morton layout
#
# The paper has two columns of speedups, without and with explicit vectors. Here "optimized" and
# "zmorton" have vectors on all targets except "portable". So the column without vectors is
# "zmorton" on "portable". LOOPDP always runs on the best target.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
picture <- value_of("--picture", if (is.null(out)) "paper_dynprog.png" else
  paste0(tools::file_path_sans_ext(out), ".png"))

library(manycore)
set.seed(20240607)
rounds <- 3
threads <- 2
largest <- as.numeric(value_of("--largest", if (quick) 512 else 4096))
versions <- c(LOOPDP = "loop", CO = "recursive", CO_Opt = "optimized", COZ = "zmorton")

# ---- the problems of n x n tables: updates, a function of algorithm and threads, the paper ----

problems <- list(
  Parenthesization = list(
    updates = function(n) (n^3 - 3 * n^2 + 2 * n) / 6, size = 1, paper = c("31", "160"),
    call = "parenthesize(), no weights",
    make = function(n) {
      leaves <- as.double(sample(1000, n - 1, replace = TRUE))
      function(...) parenthesize(leaves, traceback = FALSE, ...)$value
    }
  ),
  Gap = list(
    updates = function(n) n^3, size = 2, paper = c("23", "not told"),
    call = "align_gap(), cost of a gap 2 + log(length)",
    make = function(n) {
      letters <- c("A", "C", "G", "T")
      x <- sample(letters, n - 1, replace = TRUE)
      y <- sample(letters, n - 1, replace = TRUE)
      cost <- 2 + log(seq_len(n - 1))
      function(...) {
        manycore::align_gap(x, y, c(0, 1), cost, traceback = FALSE, ...)$cost
      }
    }
  ),
  ProteinFolding = list(
    updates = function(n) n^3 / 6, size = 1, paper = c("5", "not told"),
    call = "fold_accordion()",
    make = function(n) {
      h <- stats::runif(n) < 0.45
      function(...) fold_accordion(h, traceback = FALSE, ...)$score
    }
  )
)
if (!"align_gap" %in% getNamespaceExports("manycore")) problems$Gap <- NULL

# ---- times ----

ours <- function(run, algorithm, with = threads, target = NULL) {
  force(run)
  force(algorithm)
  call <- function() run(algorithm = algorithm, threads = with, progress = FALSE)
  if (is.null(target)) call else function() on_target(target, call())
}

# The medians of calls in turns; of one or two calls if they take seconds. Before each call memory
# of three n x n tables is touched and freed. Otherwise the first version that needs memory again
# pays for getting it back from the system, another version each time.
time_of <- function(runs, n) {
  seconds <- function(f) {
    numeric(3 * n^2)
    seconds_of(f)
  }
  first <- vapply(runs, seconds, 0)
  more <- vapply(seq_len(rounds), function(r) {
    vapply(names(runs), function(name) {
      if (first[[name]] > 5 || (first[[name]] > 1 && r > 1)) NA else seconds(runs[[name]])
    }, 0)
  }, first)
  ifelse(first > 5, first, apply(more, 1, stats::median, na.rm = TRUE))
}

for (problem in problems) { # the same answers first
  run <- problem$make(150)
  right <- run(algorithm = "loop", threads = 1)
  for (a in c("auto", versions)) {
    stopifnot(identical(run(algorithm = a, threads = 2), right))
    stopifnot(identical(on_target("portable", run(algorithm = a, threads = 2)), right))
  }
}

# Each power of two, and numbers close to it on both sides.
powers_of <- function(problem) {
  powers <- 2^(if (quick) 7:8 else 9:13)
  powers[powers <= largest / problem$size]
}
sizes_of <- function(problem) {
  powers <- powers_of(problem)
  sort(c(powers, round(powers * 0.977), round(powers * 1.025)))
}
measured <- lapply(names(problems), function(name) {
  problem <- problems[[name]]
  seconds <- vapply(sizes_of(problem), function(n) {
    run <- problem$make(n)
    t <- time_of(stats::setNames(lapply(c(versions, "auto"), function(a) ours(run, a)),
                                 c(names(versions), "auto")), n)
    message(name, ", n = ", n, " done")
    t
  }, numeric(length(versions) + 1))
  colnames(seconds) <- sizes_of(problem)
  n <- max(powers_of(problem))
  run <- problem$make(n)
  list(seconds = seconds, n = n,
       other = time_of(list(portable = ours(run, "zmorton", target = "portable"),
                            loop_of_one = ours(run, "loop", 1),
                            coz_of_one = ours(run, "zmorton", 1)), n))
})
names(measured) <- names(problems)

# ---- tables ----

table_iv <- do.call(rbind, lapply(names(problems), function(name) {
  m <- measured[[name]]
  t <- m$seconds[, as.character(m$n)]
  data.frame(
    problem = name, n = count(m$n), "LOOPDP: seconds" = digits(t[["LOOPDP"]]),
    "paper: without explicit vectors" = problems[[name]]$paper[1],
    "here: COZ, portable" = times(t[["LOOPDP"]] / m$other[["portable"]]),
    "paper: with" = problems[[name]]$paper[2],
    "here: CO" = times(t[["LOOPDP"]] / t[["CO"]]),
    "CO_Opt" = times(t[["LOOPDP"]] / t[["CO_Opt"]]),
    "COZ" = times(t[["LOOPDP"]] / t[["COZ"]]),
    "auto" = times(t[["LOOPDP"]] / t[["auto"]]),
    "2 threads over 1: LOOPDP" = times(m$other[["loop_of_one"]] / t[["LOOPDP"]]),
    "2 threads over 1: COZ" = times(m$other[["coz_of_one"]] / t[["COZ"]]), check.names = FALSE)
}))

speed_of <- function(name) {
  seconds <- measured[[name]]$seconds
  n <- as.numeric(colnames(seconds))
  t(problems[[name]]$updates(n) / t(seconds[names(versions), ])) / 1e9
}
figure5 <- function(name) {
  speed <- speed_of(name)
  powers <- powers_of(problems[[name]])
  at <- match(powers, as.numeric(colnames(speed)))
  dips <- 100 * (speed[, at, drop = FALSE] / ((speed[, at - 1] + speed[, at + 1]) / 2) - 1)
  table <- data.frame(rownames(speed), apply(speed, 2, digits),
                      matrix(sprintf("%+.0f %%", dips), nrow(dips)))
  names(table) <- c("version", count(as.numeric(colnames(speed))), paste("dip at", count(powers)))
  c("", paste0("### ", name, ": ", problems[[name]]$call), "", markdown(table))
}

lines <- c(
  "# Table IV and figure 5(a) of Tithi et al. on this machine", "",
  paste0("- ", machine_lines(character())),
  paste0("- Instruction set: ", manycore_info()$isa, "; ", threads, " threads; medians of ", rounds,
         " rounds in which the contenders take"),
  paste0("  turns (of one or two calls where they take a second)", if (quick) "; --quick"),
  "- A time is that of a whole call without traceback.",
  "- The paper's numbers are those of 16 cores of a Xeon E5-2680, n = 16,384. FW-APSP (11x, 22x)",
  "  is in paper_paths.md.",
  if (is.null(problems$Gap)) "- The gap problem is not in this build.",
  "", "## Table IV: how many times as fast as LOOPDP", "",
  "Without explicit vectors: COZ on the target \"portable\", against LOOPDP as it is. \"auto\" is",
  "CO_Opt for parenthesization, COZ for the gap problem, and for protein folding the algorithm in",
  "O(n^2) of ?fold_accordion. LOOPDP of",
  "protein folding reads its operands side by side, and compilers make vectors of it; that is why",
  "there is least to win, here as in the paper.",
  "", markdown(table_iv),
  "", "## Figure 5(a): billions of updates a second", "",
  "The paper: CO has dips at some n (powers of two) by set-associativity, CO_Opt and COZ have",
  "none. Dip: against the mean of the numbers close by on both sides.",
  unlist(lapply(names(problems), figure5)))
writeLines(lines)
if (!is.null(out)) writeLines(lines, out)

# ---- the picture ----

grDevices::png(picture, width = 480 * length(problems), height = 520, res = 110)
graphics::par(mfrow = c(1, length(problems)), mar = c(4, 4.5, 2.5, 1), las = 1,
              mgp = c(3, 0.7, 0))
colour <- c("#999999", "#D55E00", "#0072B2", "#009E73")
for (name in names(problems)) {
  speed <- speed_of(name)
  n <- as.numeric(colnames(speed))
  plot(range(n), range(speed) * c(1, 3), type = "n", log = "xy", xlab = "",
       ylab = "billions of updates a second", main = name)
  graphics::title(xlab = "n", mgp = c(2.2, 0.7, 0))
  graphics::abline(v = powers_of(problems[[name]]), lty = 2, col = "grey80")
  graphics::matlines(n, t(speed), lty = 1, lwd = 2, col = colour)
  graphics::matpoints(n, t(speed), pch = 19, cex = 0.7, col = colour)
  graphics::legend("topleft", rownames(speed), col = colour, lty = 1, lwd = 2, bg = "white",
                   box.lty = 0, inset = 0.01, ncol = 2)
}
invisible(grDevices::dev.off())
message("picture: ", normalizePath(picture))
