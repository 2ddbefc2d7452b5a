# Tables 4.5 and 4.6 and figures 4.3, 4.5 and 4.6 of the thesis on PPMQSort, measured on this
# machine: how many times as fast mc_qsort() is as C's qsort(), by type, order of the data, cutoff
# and threads.
#
#   Rscript bench/paper_sort.R [--quick] [--full] [--out FILE.md] [--picture FILE.png]
#
# --full adds the largest number of elements of the thesis, 200 million, if memory allows;
# --quick takes few elements.
#
# The thesis has unsigned integers of 32 and 64 bits and doubles, random and in its "worst case",
# descending order. mc_qsort() first looks whether data are in order or in opposite order, and is
# then done. So there is a second worst case here, in which 1 % of the elements have changed places,
# so that mc_qsort() must partition.
#
# Every result is checked (bench/sort_rivals.cpp). The copy that is sorted is made before the clock
# starts; the thesis also times the sort alone.
#
# All cutoffs and threads are tried with the fewest elements, and for Uint32 with the most. In
# between only the best ones for the fewest elements are tried.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "sort_rivals.R"))
full <- has("--full")
picture <- value_of("--picture", if (is.null(out)) "paper_sort.png" else
  paste0(tools::file_path_sans_ext(out), ".png"))

library(manycore)
set.seed(20240607)
rounds <- 2
million <- 1e6
types <- c(Uint32 = "u32", Uint64 = "u64", Double = "f64")
cases <- c(Random = "random", Worst = "descending", "Worst, 1 % swapped" = "swapped")
sizes <- if (quick) c(1e5, 2e5) else c(10, 20, 50, if (full) 200) * million
cutoffs <- c(50, 100, 200, 500) * (if (quick) 40 else 1000)
with_threads <- c(1, 2, 4)
processors <- manycore_info()$processors

# Memory: data, a copy, and the needs of qsort() and sort_parallel(), 8 bytes for each element.
fits <- !vapply(40 * sizes > manycore:::memory_available(), isTRUE, NA)
too_large <- sizes[!fits]
sizes <- sizes[fits]
if (length(sizes) == 0) stop("there is not enough memory", call. = FALSE)
first <- sizes[1]
largest <- sizes[length(sizes)]

in_millions <- function(n) format(n / million, trim = TRUE)
in_thousands <- function(n) format(n / 1000, trim = TRUE)

# ---- the thesis ----

# Table 4.5, i3-2100 (2 cores, 4 hyperthreads), optimization o2, in the order Uint32 random,
# worst; Uint64 random, worst; Double random, worst.
thesis <- data.frame(
  type = rep(names(types), each = 2), case = rep(names(cases)[1:2], 3),
  n = c(200, 200, 100, 200, 200, 200), cutoff = c(50, 50, 200, 50, 200, 50), threads = 8,
  qsort = c(39.80, 14.88, 20.39, 16.83, 45.18, 17.72),
  ppmqsort = c(12.49, 3.92, 7.07, 4.89, 16.00, 4.79),
  speedup = c(3.19, 3.79, 2.88, 3.44, 2.82, 3.69)
)
# Tables 4.5 and 4.6: the better of o2 and o3, in the same order.
machines <- list(
  "i3-2100, 2 cores, HT" = c(2, 3.19, 3.79, 2.88, 3.44, 2.82, 3.69),
  "A6-3650, 4 cores" = c(4, 4.91, 4.96, 3.64, 4.62, 3.72, 4.60),
  "i7-2600, 4 cores, HT" = c(4, 5.65, 5.71, 5.01, 4.66, 4.79, 5.12),
  "2 x E5405, 8 cores" = c(8, 7.75, 7.46, 5.73, 5.89, 5.20, 6.32),
  "2 x E5520, 8 cores, HT" = c(8, 12.29, 9.44, 11.34, 8.16, 9.43, 8.40)
)

# ---- mc_qsort() against qsort() ----

# The grid: cutoffs from 50 thousand, and 0 (mc_qsort() chooses).
grid <- expand.grid(cutoff = cutoffs, threads = with_threads)

# A row for each choice of parameters in `ways`.
measure <- function(type, case, n, ways) {
  data <- make_data(types[[type]], cases[[case]], n)
  way <- function(algorithm, ...) by_c(data, algorithm, ..., type = types[[type]])
  ours <- Map(function(threads, cutoff) way("mc_qsort", threads, cutoff),
              c(ways$threads, processors), c(ways$cutoff, 0))
  t <- unname(seconds_in_turns(c(list(way("qsort")), ours), rounds, least = 0))
  message(type, ", ", case, ", n = ", count(n), " done")
  data.frame(type = type, case = case, n = n, rbind(ways, list(0, processors)), qsort = t[1],
             seconds = t[-1], speedup = t[1] / t[-1], row.names = NULL)
}
is_of <- function(table, type, case, n) {
  table$type == type & table$case == case & table$n == n
}
best_of <- function(table) {
  table <- table[table$cutoff > 0, ]
  table[which.max(table$speedup), ]
}

invisible(by_c(make_data("u32", "random", 1e5), "mc_qsort", max(with_threads), type = "u32")())
results <- NULL
for (type in names(types)) {
  for (case in names(cases)) {
    for (n in sizes) {
      # elsewhere the best of the grid for the fewest elements
      whole <- n == first || (n == largest && type == "Uint32")
      ways <- grid
      if (!whole) {
        ways <- best_of(results[is_of(results, type, case, first), ])[c("cutoff", "threads")]
      }
      results <- rbind(results, measure(type, case, n, ways))
    }
  }
}

# ---- PPMQSort, PPPMQSort and the others, from R ----

methods <- c("PPMQSort" = "ppmq", "PPPMQSort" = "pppmq", "vectors" = "simd", "qsort" = "qsort")
compare_methods <- function(case, n) {
  x <- make_data("f64", cases[[case]], n)
  t <- seconds_in_turns(lapply(methods, function(method) {
    by_r(sort_parallel, x, method = method, threads = processors, progress = FALSE)
  }), rounds, least = 0)
  message("methods: ", case, ", n = ", count(n), " done")
  data.frame(case = case, "n(M)" = in_millions(n), lapply(digits(t), identity),
             "PPMQSort over PPPMQSort" = sprintf("%.2f", t[["PPPMQSort"]] / t[["PPMQSort"]]),
             "vectors over PPMQSort" = sprintf("%.2f", t[["PPMQSort"]] / t[["vectors"]]),
             check.names = FALSE)
}
table_methods <- do.call(rbind, lapply(names(cases), function(case) {
  do.call(rbind, lapply(sizes, function(n) compare_methods(case, n)))
}))

# ---- tables ----

cores_of <- function(threads) pmin(threads, processors)
per_core <- function(speedup, cores) sprintf("%.2f", speedup / cores)

# Tables 4.5 and 4.6: the best of all parameters and sizes; here, and below in the thesis.
best_row <- function(type, case) {
  b <- best_of(results[results$type == type & results$case == case, ])
  row <- data.frame(type = type, case = case, machine = "this one", n = in_millions(b$n),
                    u = in_thousands(b$cutoff), h = b$threads, c = processors,
                    qsort = digits(b$qsort), ppmqsort = digits(b$seconds),
                    speedup = sprintf("%.2f", b$speedup),
                    "S/c" = per_core(b$speedup, processors), check.names = FALSE)
  p <- thesis[thesis$type == type & thesis$case == case, ]
  if (nrow(p) == 0) return(row)
  rbind(row, data.frame(type = "", case = "", machine = "i3-2100", n = p$n, u = p$cutoff,
                        h = p$threads, c = 2, qsort = sprintf("%.2f", p$qsort),
                        ppmqsort = sprintf("%.2f", p$ppmqsort),
                        speedup = sprintf("%.2f", p$speedup), "S/c" = per_core(p$speedup, 2),
                        check.names = FALSE))
}
table_best <- do.call(rbind, lapply(names(types), function(type) {
  do.call(rbind, lapply(names(cases), function(case) best_row(type, case)))
}))
names(table_best) <- c("type", "case", "machine", "n(M)", "u(K)", "h", "c", "T qsort (s)",
                       "T PPMQSort (s)", "S", "S/c")

here_best <- c(processors, vapply(seq_len(nrow(thesis)), function(i) {
  best_of(results[results$type == thesis$type[i] & results$case == thesis$case[i], ])$speedup
}, 0))
table_machines <- do.call(rbind, lapply(c(machines, list("this one" = here_best)), function(s) {
  as.data.frame(t(c(sprintf("%.2f (%s)", s[-1], per_core(s[-1], s[1])))))
}))
names(table_machines) <- paste(thesis$type, tolower(thesis$case))
table_machines <- cbind(machine = rownames(table_machines), table_machines)

size_rows <- function(type, case) {
  do.call(rbind, lapply(sizes, function(n) {
    all <- results[is_of(results, type, case, n), ]
    b <- best_of(all)
    auto <- all[all$cutoff == 0, ]
    data.frame(type = type, case = case, n = in_millions(n), qsort = digits(b$qsort),
               best = digits(b$seconds), u = in_thousands(b$cutoff), h = b$threads,
               speedup = sprintf("%.2f", b$speedup), auto = digits(auto$seconds),
               auto_speedup = sprintf("%.2f", auto$speedup))
  }))
}
table_sizes <- do.call(rbind, lapply(names(types), function(type) {
  do.call(rbind, lapply(names(cases), function(case) size_rows(type, case)))
}))
names(table_sizes) <- c("type", "case", "n(M)", "T qsort (s)", "T PPMQSort (s)", "u(K)", "h",
                        "S", "T by default (s)", "S by default")

# Speed-ups over the grid, cutoffs x threads.
surface <- function(type, case, n) {
  all <- results[is_of(results, type, case, n) & results$cutoff > 0, ]
  s <- all$speedup[order(all$threads, all$cutoff)]
  matrix(s, length(cutoffs), dimnames = list(in_thousands(cutoffs), with_threads))
}
grid_rows <- function(type, case, n) {
  cells <- sprintf("%.2f", surface(type, case, n))
  cells <- as.data.frame(t(matrix(cells, length(cutoffs))))
  names(cells) <- paste("u(K) =", in_thousands(cutoffs))
  cbind(type = type, case = case, "n(M)" = in_millions(n), h = with_threads, cells)
}
measured <- unique(results[results$n == first | (results$n == largest & results$type == "Uint32"),
                           c("type", "case", "n")])
table_grid <- do.call(rbind, Map(grid_rows, measured$type, measured$case, measured$n))

lines <- c(
  "# The thesis' tables of PPMQSort on this machine", "",
  paste0("- ", machine_lines(character(0))),
  paste0("- Means of ", rounds, " rounds in which the contenders take turns",
         if (quick) "; --quick"),
  "- n(M): elements in millions; u(K): cutoff in thousands; h: threads; c: cores, here processors;",
  "  S: how many times as fast as qsort() of C; T: seconds.",
  "- qsort() here is that of the C library of this machine, with the same comparison function.",
  "- Worst: descending. mc_qsort() finds such data at once and turns them round, in one thread;",
  "  with 1 % of the elements swapped it has to partition. The thesis has no such case.",
  if (length(too_large)) {
    paste("- left out, as memory does not allow it: n =", paste(count(too_large), collapse = "; "))
  },
  "", "## Tables 4.5 and 4.6: the best speed-ups", "",
  "With the best n, u and h of each machine. Beside this one the i3-2100 of the thesis, the only",
  "one with two cores (and four hyperthreads), optimization o2.",
  "", markdown(table_best), "",
  "All machines: S (S/c), the better one of o2 and o3.",
  "", markdown(table_machines),
  "", "## By number of elements", "",
  paste0("With the best u and h of what was measured: all at n(M) = ", in_millions(first),
         ", and for Uint32 at"),
  paste0(in_millions(largest), "; elsewhere those that are best at ", in_millions(first),
         ". By default: the cutoff that is chosen, ", plural(processors), "."),
  "", markdown(table_sizes),
  "", "## Figure 4.3: S by cutoff and threads", "",
  "In the thesis S grows with the threads, until it saturates, and changes little with u.",
  "", markdown(table_grid),
  "", "## Figure 4.5: PPMQSort and PPPMQSort", "",
  paste0("Seconds of sort_parallel() for doubles, ", plural(processors), ", cutoff chosen. ",
         "In the thesis PPMQSort is the"),
  "faster one. vectors: method \"simd\", the default.",
  "", markdown(table_methods),
  "", "## Figure 4.6: S/c", "",
  "See the picture, where c are the processors in use: one thread has c = 1. The thesis (Uint32,",
  "random): about 1.00 or above without hyperthreads (1.11 and 1.17 on the i3-2100 and the",
  "A6-3650), others up to 0.8; about 1.40 or above with them (1.59 and 1.63 on the i3-2100 and the",
  "E5520; by its table 4.6 the latter is 1.54), others up to 0.33.")
write_report(lines)

# ---- the picture: figures 4.3 and 4.6 ----

grDevices::png(picture, width = 1700, height = 600, res = 110)
graphics::par(mfrow = c(1, 3), mar = c(3, 2, 3, 1))
draw_surface <- function(case) {
  s <- surface("Uint32", case, largest)
  middle <- (s[-1, -1] + s[-1, -ncol(s)] + s[-nrow(s), -1] + s[-nrow(s), -ncol(s)]) / 4
  shade <- grDevices::hcl.colors(20, "viridis")[ceiling(20 * middle / max(s))]
  graphics::persp(seq_along(cutoffs), log2(with_threads), s, theta = -40, phi = 25, col = shade,
                  zlim = c(0, max(s)), ticktype = "detailed", nticks = 3, cex.axis = 0.7,
                  xlab = paste("u(K):", paste(in_thousands(cutoffs), collapse = ", ")),
                  ylab = "log2 of threads", zlab = "S",
                  main = paste0("Figure 4.3: Uint32, ", case, ", n(M) = ", in_millions(largest)))
}
draw_surface("Random")
draw_surface("Worst, 1 % swapped")

graphics::par(mar = c(4, 4, 3, 1), las = 1)
mine <- results[results$type == "Uint32" & results$case == "Random" & results$cutoff > 0, ]
mine$c <- cores_of(mine$threads)
mine <- do.call(rbind, lapply(split(mine, mine$c), best_of))
quoted <- data.frame(
  name = c("i3-2100", "A6-3650", "E5405 (table 4.6)", "i3-2100", "E5520", "i7-2600 (table 4.5)"),
  c = c(2, 4, 8, 2, 8, 4), ratio = c(1.11, 1.17, 7.75 / 8, 1.59, 1.63, 5.65 / 4),
  hyper = rep(c(FALSE, TRUE), each = 3)
)
plot(quoted$c, quoted$ratio, xlim = c(0.5, max(11, processors)), xlab = "c", ylab = "S/c",
     ylim = c(0, max(2, 1.1 * mine$speedup / mine$c)), pch = ifelse(quoted$hyper, 17, 19),
     col = ifelse(quoted$hyper, "#D55E00", "#0072B2"),
     main = "Figure 4.6: S/c against c, Uint32, random")
graphics::text(quoted$c, quoted$ratio, quoted$name, pos = 4, cex = 0.8)
graphics::abline(h = c(1, 0.8, 0.33), lty = c(1, 2, 2), col = c("grey60", "#0072B2", "#D55E00"))
graphics::lines(mine$c, mine$speedup / mine$c, type = "b", pch = 15, lwd = 2, cex = 1.3)
graphics::legend("bottomright", c("this machine", "thesis, no hyperthreads",
                                  "thesis, hyperthreads", "others in the thesis, at most"),
                 pch = c(15, 19, 17, NA), lty = c(1, NA, NA, 2), bty = "n", cex = 0.9,
                 col = c("black", "#0072B2", "#D55E00", "grey40"))
invisible(grDevices::dev.off())
message("picture: ", normalizePath(picture))
