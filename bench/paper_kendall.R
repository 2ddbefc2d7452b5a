# Tables 3 and 4 and figure 3 of the paper (Liu, Pan, Green, Aluru), measured on this machine: the
# naive, GSE and VSE variants, and two algorithms that are not in the paper, on matrices with the
# shapes of the paper's four datasets.
#
#   Rscript bench/paper_kendall.R [--full] [--data FILE.rds] [--out FILE.md]
#                                 [--picture FILE.png]
#
# Each dataset has 17,941 genes. They are simulated by a factor model with ties (values rounded to
# two digits), unless --data names a matrix of samples x genes. By default an algorithm gets as many
# genes as it can do in a few seconds, and its time is extrapolated by the number of pairs; the
# tables say so. --full runs all genes, which takes hours for the slow algorithms.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
full <- has("--full")
data_file <- value_of("--data", NULL)
picture <- value_of("--picture", "paper_kendall.png")

library(manycore)
set.seed(20240607)

genes <- 17941
algorithms <- c("naive", "gse", "vse", "radix", "bitset")
# genes that an algorithm gets by default
share <- c(naive = 300, gse = 300, vse = 500, radix = 1500, bitset = 6000)
cores <- manycore_info()$processors

paper <- data.frame(
  dataset = c("DS21050", "DS19784", "DS13070", "DS3526"),
  samples = c(310, 320, 324, 353),
  naive_1 = c(10052, 10690, 10975, 12993), gse_1 = c(6609, 6776, 6920, 7619),
  vse_1 = c(3758, 3938, 4041, 4742),
  naive_16 = c(734, 781, 801, 948), gse_16 = c(475, 495, 504, 559),
  vse_16 = c(275, 286, 294, 340),
  naive_phi = c(400, 424, 433, 506), gse_phi = c(419, 434, 459, 488),
  vse_phi = c(261, 266, 276, 296)
)

# Genes that load on twenty factors, with two digits.
simulate <- function(samples, genes, factors = 20) {
  scores <- matrix(rnorm(samples * factors), samples)
  loadings <- matrix(rnorm(factors * genes), factors) *
    (matrix(runif(factors * genes), factors) < 0.2)
  round(8 + scores %*% loadings + matrix(rnorm(samples * genes), samples), 2)
}

dataset <- function(samples, genes) {
  if (is.null(data_file)) return(simulate(samples, genes))
  x <- as.matrix(readRDS(data_file))
  x[seq_len(min(samples, nrow(x))), seq_len(min(genes, ncol(x))), drop = FALSE]
}

pairs <- function(m) m * (m + 1) / 2

# Seconds for all pairs of `all` variables, from those of the first few.
seconds_for <- function(x, algorithm, threads, all) {
  few <- if (full) ncol(x) else min(ncol(x), share[[algorithm]])
  part <- x[, seq_len(few), drop = FALSE]
  once <- function() {
    system.time(cor_kendall(part, algorithm = algorithm, threads = threads,
                            progress = FALSE))[["elapsed"]]
  }
  median(replicate(if (full) 1 else 3, once())) * pairs(all) / pairs(few)
}

check <- simulate(100, 30)
reference <- cor(check, method = "kendall")
for (k in algorithms) {
  stopifnot(max(abs(cor_kendall(check, algorithm = k) - reference)) < 1e-15)
}

measure <- function(samples) {
  x <- dataset(samples, if (full) genes else max(share))
  one <- vapply(algorithms, function(k) seconds_for(x, k, 1, genes), 0)
  all <- vapply(algorithms, function(k) seconds_for(x, k, cores, genes), 0)
  message(samples, " samples done")
  list(one = one, all = all)
}
measured <- lapply(paper$samples, measure)
one <- t(vapply(measured, `[[`, numeric(5), "one"))
all <- t(vapply(measured, `[[`, numeric(5), "all"))

# ---- tables ----

seconds_text <- function(x) {
  ifelse(x >= 100, count(round(x)), sprintf("%.1f", x))
}
over_naive <- function(x) sprintf("%.2f", x[, "naive"] / x)

table_like_3 <- function(t, paper_times, label) {
  speed <- matrix(over_naive(t), nrow(t), dimnames = dimnames(t))
  data.frame(
    threads = label, dataset = paper$dataset, samples = paper$samples,
    naive = seconds_text(t[, "naive"]), GSE = seconds_text(t[, "gse"]),
    VSE = seconds_text(t[, "vse"]), radix = seconds_text(t[, "radix"]),
    bitset = seconds_text(t[, "bitset"]),
    GSE_speedup = speed[, "gse"], VSE_speedup = speed[, "vse"],
    radix_speedup = speed[, "radix"], bitset_speedup = speed[, "bitset"],
    paper_GSE = sprintf("%.2f", paper_times$naive / paper_times$gse),
    paper_VSE = sprintf("%.2f", paper_times$naive / paper_times$vse)
  )
}
of <- function(suffix) {
  t <- paper[paste0(c("naive", "gse", "vse"), suffix)]
  stats::setNames(t, c("naive", "gse", "vse"))
}
table3 <- rbind(table_like_3(one, of("_1"), 1), table_like_3(all, of("_16"), cores))
table4 <- data.frame(
  dataset = paper$dataset, paper_phi_VSE = paper$vse_phi,
  here_VSE = seconds_text(all[, "vse"]), here_bitset = seconds_text(all[, "bitset"]),
  VSE_against_phi = sprintf("%.2f", paper$vse_phi / all[, "vse"]),
  bitset_against_phi = sprintf("%.2f", paper$vse_phi / all[, "bitset"])
)

# Samples against samples: n = 17,941.
samples_case <- function() {
  x <- t(dataset(paper$samples[4], genes))
  all <- ncol(x)
  few <- c(naive = 3, gse = 6, vse = 10, radix = 40, bitset = 6)
  seconds <- vapply(algorithms, function(k) {
    m <- if (full) all else few[[k]]
    part <- x[, seq_len(m)]
    system.time(cor_kendall(part, algorithm = k, threads = 1))[["elapsed"]] *
      pairs(all) / pairs(m)
  }, 0)
  data.frame(algorithm = algorithms, seconds = seconds_text(seconds),
             over_GSE = sprintf("%.2f", seconds[["gse"]] / seconds),
             over_naive = sprintf("%.2f", seconds[["naive"]] / seconds))
}
long <- samples_case()

lines <- c(
  "# The paper's tables on this machine", "",
  paste0("- ", machine_lines(character(0))),
  paste0("- Instruction set: ", manycore_info()$isa),
  paste0("- Data: ", if (is.null(data_file)) "simulated, 20 factors, two digits" else
    basename(data_file), "; ", count(genes), " genes"),
  if (full) "- Every time was measured in full." else
    paste0("- Times are extrapolated by the number of pairs from the first ",
           paste0(share, " (", algorithms, ")", collapse = ", "), " genes."),
  "", paste("## Table 3: seconds, 1 and", cores, "threads, and speed-ups over naive"),
  "", "The paper's speed-ups, last two columns, are those of 1 and 16 threads of",
  "two Xeon E5-2650; its VSE is not vectorised there, ours is.",
  "", markdown(table3),
  "", paste("## Table 4: the paper's Xeon Phi 5110P (236 threads) against", cores,
            "threads here"), "", markdown(table4),
  "", "## Samples against samples (section 5.1)", "",
  paste("17,941 rows, all pairs of 353 columns, 1 thread. The paper's",
        "vectorisation made its VSE 1.87 times as fast."), "", markdown(long))
write_report(lines)

# ---- figure 3: speed-up of all threads over one ----

grDevices::png(picture, width = 900, height = 520, res = 110)
speed <- t(one / all)
colnames(speed) <- paper$dataset
graphics::barplot(speed, beside = TRUE, ylim = c(0, max(cores, speed) * 1.25),
                  col = grDevices::hcl.colors(5, "Blues"), las = 1,
                  ylab = paste("speed-up of", cores, "threads over one"),
                  main = "Figure 3 on this machine",
                  legend.text = algorithms,
                  args.legend = list(x = "top", horiz = TRUE, bty = "n"))
graphics::abline(h = cores, lty = 2)
invisible(grDevices::dev.off())
message("picture: ", normalizePath(picture))
