# Which algorithm for which number of rows: every algorithm of cor_kendall() over a grid
# of sizes, with and without ties and missing values, on every target.
#
#   Rscript bench/kendall_grid.R [--quick] [--out FILE.md] [--picture FILE.png]
#
# Prints the time for a pair of columns (one thread, everything included) and by
# how much algorithm = "auto" is slower than the best; draws the curves.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
picture <- value_of("--picture", "kendall_grid.png")

library(manycore)
set.seed(20240607)

sizes <- if (quick) c(16, 100, 1000, 5000) else
  c(16, 50, 100, 350, 1000, 2000, 3000, 5000, 10000, 50000, 200000)
algorithms <- c("bitset", "radix", "vse", "gse")
rounds <- 3
# an algorithm that would take longer for a pair of columns is not measured
longest <- 2

make <- function(n, m, ties, missing) {
  x <- if (ties) matrix(rpois(n * m, 2), n) else matrix(rnorm(n * m), n)
  if (missing) x[sample(length(x), length(x) / 10)] <- NA
  x
}

# The algorithm that "auto" chooses.
chosen_algorithm <- function(x, use) {
  .Call(manycore:::C_cor_kendall, x, NULL, manycore:::match_use(use), 0L, 0L, 1L,
        manycore:::scratch_bytes(), NULL)$algorithm
}

measure <- function(target, n, ties, missing, m) {
  x <- make(n, m, ties, missing)
  use <- if (missing) "pairwise" else "everything"
  pairs <- m * (m - 1) / 2
  steps <- n * log2(n)
  guess <- c(bitset = n^2 / 2 / 5e10, radix = steps * 1e-9, vse = steps * 3e-9,
             gse = steps * 1e-8)
  slow <- if (target == "portable") 10 else 1
  runs <- Filter(function(k) guess[[k]] * slow * pairs < longest, algorithms)
  contenders <- lapply(stats::setNames(nm = c(runs, "auto")), function(k) {
    function() cor_kendall(x, algorithm = k, use = use, threads = 1, progress = FALSE)
  })
  seconds <- on_target(target, time_in_turns(contenders, rounds, 0.02)) / pairs
  data.frame(target, n, ties, missing, m, algorithm = names(seconds), seconds,
             chosen = on_target(target, chosen_algorithm(x, use)), row.names = NULL)
}

targets <- setdiff(manycore:::isa_runnable(), "knc")
# many columns, and two
cases <- rbind(
  expand.grid(n = sizes, missing = c(FALSE, TRUE), ties = c(FALSE, TRUE),
              target = targets, two = FALSE, stringsAsFactors = FALSE),
  expand.grid(n = sizes, missing = FALSE, ties = FALSE, target = targets, two = TRUE,
              stringsAsFactors = FALSE)
)
cases$m <- ifelse(cases$two, 2, pmax(4, pmin(200, floor(sqrt(
  4e7 / (cases$n * log2(cases$n)))))))
measured <- do.call(rbind, Map(function(target, n, ties, missing, m) {
  message(target, " n = ", n, " m = ", m, if (ties) ", ties", if (missing) ", NA")
  measure(target, n, ties, missing, m)
}, cases$target, cases$n, cases$ties, cases$missing, cases$m))

wide <- stats::reshape(measured, idvar = c("target", "ties", "missing", "n", "m", "chosen"),
                       timevar = "algorithm", direction = "wide")
names(wide) <- sub("^seconds[.]", "", names(wide))
best <- do.call(pmin, c(wide[intersect(algorithms, names(wide))], na.rm = TRUE))
wide$slower <- unlist(Map(function(row, k) wide[row, k], seq_len(nrow(wide)),
                          wide$chosen)) / best - 1
shown <- data.frame(
  target = wide$target, ties = ifelse(wide$ties, "yes", "no"),
  NAs = ifelse(wide$missing, "10 %", "no"), n = wide$n, columns = wide$m,
  lapply(wide[intersect(c(algorithms, "auto"), names(wide))], function(s) {
    ifelse(is.na(s), "", format_seconds(s))
  }),
  chosen = wide$chosen, behind = sprintf("%+.0f %%", 100 * wide$slower))

lines <- c("# The algorithms of cor_kendall() by number of rows", "",
           paste0("- ", machine_lines(character(0))),
           "- seconds for a pair of columns, one thread, ranking and all included",
           "- chosen: the algorithm that \"auto\" stands for; behind: by how much that is",
           "  behind the best (\"auto\", timed apart, also shows how far times repeat)",
           paste0("- choices more than 10 % behind the best: ",
                  sum(wide$slower > 0.1), " of ", nrow(wide)), "",
           markdown(shown))
write_report(lines)

# ---- the picture: a row of panels for each target ----

grDevices::png(picture, width = 1500, height = 330 * length(targets), res = 110)
graphics::par(mfrow = c(length(targets), 4), mar = c(4, 5.5, 2.5, 1), las = 1,
              mgp = c(4, 0.7, 0))
colour <- c(bitset = "#0072B2", radix = "#D55E00", vse = "#009E73", gse = "#999999")
for (target in targets) {
  for (ties in c(FALSE, TRUE)) {
    for (missing in c(FALSE, TRUE)) {
      part <- measured[measured$target == target & measured$ties == ties &
                         measured$missing == missing & measured$m > 2, ]
      plot(range(sizes), range(measured$seconds) * 1e6, type = "n", log = "xy",
           xlab = "", ylab = "microseconds a pair",
           main = paste0(target, if (ties) ", ties", if (missing) ", NA"))
      graphics::title(xlab = "rows", mgp = c(2.2, 0.7, 0))
      graphics::grid()
      for (k in algorithms) {
        one <- part[part$algorithm == k, ]
        graphics::lines(one$n, one$seconds * 1e6, col = colour[[k]], lwd = 2)
      }
      auto <- part[part$algorithm == "auto", ]
      graphics::points(auto$n, auto$seconds * 1e6, pch = 1)
      graphics::legend("topleft", c(algorithms, "auto"), col = c(colour[algorithms], 1),
                       lty = c(1, 1, 1, 1, NA), pch = c(NA, NA, NA, NA, 1),
                       lwd = 2, bty = "n", cex = 0.8)
    }
  }
}
invisible(grDevices::dev.off())
message("picture: ", normalizePath(picture))
