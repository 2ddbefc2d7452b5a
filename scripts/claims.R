# Numbers in sentences of help pages, vignettes and docs/ that come from bench/results/. Each claim
# is a file and a text, in which braces hold R code that computes the number from a table. Prints
# "file:line: ..." for each claim that its file does not have word for word: after a new
# measurement, write there what this script says.
#
#   Rscript scripts/claims.R [--list]     --list: prints all claims

# ---- the tables of the results ----

results <- new.env()
tables_of <- function(name) {
  if (is.null(results[[name]])) {
    lines <- readLines(file.path("bench", "results", paste0(name, ".md")), encoding = "UTF-8")
    rows <- grep("^[|]", lines)
    group <- cumsum(c(TRUE, diff(rows) != 1))
    results[[name]] <- lapply(split(lines[rows], group), function(part) {
      cells <- lapply(strsplit(sub("^[|] ?", "", sub(" ?[|]$", "", part)), " ?(?<!\\\\)[|] ?",
                               perl = TRUE), trimws)
      width <- length(cells[[1]])
      filled <- lapply(cells[-(1:2)], function(x) c(x, rep("", width))[seq_len(width)])
      body <- do.call(rbind, filled)
      colnames(body) <- cells[[1]]
      body
    })
  }
  results[[name]]
}

# Seconds, bytes or a plain number; "4.22 s (4.1 to 4.3)" is its median.
number <- function(text) {
  text <- gsub(",", "", text, fixed = TRUE)
  value <- as.numeric(sub("^[^0-9.]*(-?[0-9.]+(e[-+]?[0-9]+)?).*", "\\1", text))
  unit <- sub("^[^0-9.]*-?[0-9.]+(e[-+]?[0-9]+)? *([a-z]*).*", "\\2", text)
  scale <- c(ns = 1e-9, us = 1e-6, ms = 1e-3, ps = 1e-12, min = 60, h = 3600)
  value * ifelse(unit %in% names(scale), scale[unit], 1)
}

# The numbers of `column` in the rows, of all tables of a file, whose cells together match all of
# `has` (fixed text) and none of `lacks`.
cells <- function(name, has, column, lacks = character()) {
  found <- unlist(lapply(tables_of(name), function(table) {
    if (!column %in% colnames(table)) return(NULL)
    line <- apply(table, 1, paste, collapse = " | ")
    keep <- rep(TRUE, length(line))
    for (text in has) keep <- keep & grepl(text, line, fixed = TRUE)
    for (text in lacks) keep <- keep & !grepl(text, line, fixed = TRUE)
    table[keep, column]
  }), use.names = FALSE)
  if (!length(found)) stop("bench/results/", name, ".md has no row with ", toString(has))
  number(found)
}
cell <- function(...) {
  found <- cells(...)
  if (length(found) > 1) stop("several rows: ", toString(list(...)))
  found
}

# ---- how numbers are written ----

plain <- function(x) {
  sub("[.]$", "", formatC(signif(x, 2), digits = 2, format = "fg", flag = "#", big.mark = ","))
}
from_to <- function(x) paste(unique(plain(range(x))), collapse = " to ")
percent_from_to <- function(x) {
  paste(unique(floor(range(x) + 0.5)), collapse = " to ") # half up
}
whole <- function(x) format(floor(x + 0.5), big.mark = ",")
digits <- function(x, n) sub("0+$", "", formatC(signif(x, n), format = "f", digits = 6))
three <- function(x) sprintf("%.3f", x)

# ---- numbers that take more than a cell ----

# kendall_test()'s time over that of cor_kendall(): `with` or `no` intervals.
test_over_cor <- function(what) 1 / cell("inference", paste(what, "intervals |"), "ratio")

# The coverages in the table with this number in coverage.md, at taus from `low` to `high`;
# `without`: without the factor for ties.
coverage <- function(table, low, high = low, without = FALSE) {
  rows <- tables_of("coverage")[[table]]
  drawn <- as.numeric(rows[, "tau drawn"])
  text <- rows[drawn >= low & drawn <= high, c("n = 20", "n = 50", "n = 200")]
  number(if (without) sub(".*; ", "", text) else text)
}
coverage_row <- function(table) {
  paste(percent_from_to(coverage(table, 0, 0.6)), "% |", percent_from_to(coverage(table, 0.8)),
        "% |", percent_from_to(coverage(table, 0.9)), "%")
}

# floyd_warshall() with paths over without, for each number of vertices.
recording <- function() {
  table <- Filter(function(t) "simd" %in% colnames(t), tables_of("paths"))[[1]]
  seconds <- function(what) number(table[table[, "result"] == what, "simd"])
  seconds("with paths") / seconds("distances only")
}

ld <- function(of, tolerance, column) {
  cell("haplotype_ld", paste(of, "|", tolerance), column)
}

# The rows of haplotype_test.md, in the words of the help page.
sizes <- function() {
  table <- tables_of("haplotype_test")[[1]]
  stopifnot(nrow(table) == 13) # as the table of the help page
  gametes <- sub("inbred", "independent, not in Hardy-Weinberg equilibrium", table[, "gametes"])
  gametes <- sub("^(half missing|selfed|dropout)$", "independent, \\1", gametes)
  apply(cbind(gametes, table[, c("loci", "alleles", "haplotype_test", "chi-squared")]), 1, paste,
        collapse = " | ")
}

# A call's speed on a target beside the same call with AVX-512.
beside <- function(target) {
  per_pair <- function(t) cell("kendall", paste0("target ", t, ", m = 500"), "ours")
  others <- c(per_pair("avx512icl") / per_pair(target),
              cell("distance", paste("d = 64, target", target), "ratio"),
              cell("paths", paste0("distances only, 2 threads, target ", target, " | "), "ratio",
                   "roofline"),
              cell("sort", paste0("sort_parallel(double), 2 threads, path ", target), "ratio"))
  paste(formatC(others, format = "f", digits = 2), collapse = " | ")
}

busy_row <- function(work) {
  of <- function(beside, column) cell("busy", paste(beside, "|", work), column)
  paste0("| **", three(of("nothing", "OpenMP / POSIX, 2 threads")), "** | ",
         sprintf("%.2f", of("1 busy", "OpenMP: ratio")), " |")
}

hours_of_a_million <- function(column) {
  cell("scale_paper", c("floyd_warshall() | 1,000,000 | 100 |", "parallel file system"),
       column) / 3600
}

# How many times as long as cor_kendall() cor() takes, of R 4.2.2 and of R-devel.
versions_row <- function(work) {
  of <- function(version) plain(cell("kendall_versions", c(version, paste(work, "|")), "ratio"))
  paste0("| ", of("4.2.2 ("), "x | ", of("4.7.0 ("), "x |")
}

# ---- the claims ----

claims <- list()
claim <- function(file, ...) {
  text <- gsub("] (", "](", paste(...), fixed = TRUE)
  claims[[length(claims) + 1]] <<- list(file = file, text = text)
}

for (work in c("500 columns of 353 rows", "50 columns of 5,000 rows", "2 columns of 20,000 rows",
               "2 vectors of 20,000 rows", "100 columns of 353 rows, 10 % missing, pairwise")) {
  claim("docs/FAQ.md", paste0("{versions_row('", work, "')}"))
}
claim("README.md", "| `avx2` | {beside('avx2')} |")
claim("README.md", "| `portable` | {beside('portable')} |")
claim("README.md", "algorithms takes",
      "[{from_to(cells('neighbors', c('BiocNeighbors', 'fastest', 'k ='), 'ratio'))} times]",
      "(bench/results/neighbors.md)")
claim("docs/PLATFORMS.md", "| `avx2` | {beside('avx2')} |")
claim("docs/PLATFORMS.md", "| `portable` | {beside('portable')} |")
claim("docs/PLATFORMS.md", "{plain(cell('kendall', 'target portable, m = 500', 'ratio'))} times as",
      "fast as `pcaPP::cor.fk`")
claim("R/kendall_test.R", "{plain(test_over_cor('no'))} times its time, with intervals",
      "{plain(test_over_cor('with'))} times")
claim("R/kendall_test.R", "| normal | {coverage_row(1)} |")
claim("R/kendall_test.R", "| Clayton's copula, dependent in one tail | {coverage_row(2)} |")
claim("R/kendall_test.R",
      "| normal, rounded to halves of a standard deviation | {coverage_row(3)} |")
claim("R/kendall_test.R", "| normal, rounded to standard deviations | {coverage_row(4)} |")
claim("R/kendall_test.R", "the last two lines would be",
      "{percent_from_to(coverage(3, 0, 0.6, TRUE))} % and",
      "{percent_from_to(coverage(4, 0, 0.6, TRUE))} %")
claim("R/kendall.R", "a random fortieth of all pairs takes",
      "1/{plain(cell('pairs', '2.5% of all', 'matrix/pairs'))} of the matrix's time, a fortieth",
      "near the diagonal 1/{plain(cell('pairs', 'near the diagonal |', 'matrix/pairs'))}")
claim("R/paths.R", "takes {from_to(recording())} times the time")
claim("bench/results/README.md",
      "{from_to(cells('paper_kendall', 'DS', 'bitset_against_phi'))} times as fast as the paper's",
      "Xeon Phi on this machine, {plain(cell('kendall', 'Xeon Phi', 'ratio'))} times on that of")
claim("R/haplotype_ld.R", "| D' | {digits(ld(\"D'\", '0.001', 'half'), 1)} |",
      "{digits(ld(\"D'\", '0.001', '95 %'), 2)} | {digits(ld(\"D'\", '0.001', '99 %'), 1)} |",
      "{digits(ld(\"D'\", '0.001', 'most'), 1)} |")
claim("R/haplotype_ld.R", "| r^2 | | {digits(ld('r^2', '0.001', '95 %'), 2)} |",
      "{digits(ld('r^2', '0.001', '99 %'), 2)} | {digits(ld('r^2', '0.001', 'most'), 1)} |")
for (row in seq_along(sizes())) {
  claim("R/haplotype_test.R", sprintf("| {sizes()[%d]} |", row))
}
claim("docs/SCALE.md",
      "{plain(hours_of_a_million('at least'))} hours at least, of which 100 nodes compute for",
      "{plain(hours_of_a_million('processors'))} hours")
claim("docs/threads.md", "{busy_row('cor_kendall')}")
claim("docs/threads.md", "{busy_row('dist_euclidean')}")
claim("docs/threads.md", "{busy_row('sort_parallel')}")
claim("vignettes/c-code.Rmd",
      "{from_to(cells('sort', c('mc_qsort(', 'random, 2 threads', '| qsort |'), 'ratio'))} times",
      "as fast as `qsort()`")

# ---- the check ----

# The text of a file with blanks in place of ends of lines and of marks of comments.
flat <- function(file) {
  lines <- sub("^ *#'? ?", "", readLines(file, encoding = "UTF-8"))
  gsub("[[:space:]]+", " ", paste(lines, collapse = " "))
}
filled <- function(text) {
  code <- regmatches(text, gregexpr("[{][^}]*[}]", text))[[1]]
  for (part in code) {
    value <- eval(str2lang(substr(part, 2, nchar(part) - 1)))
    text <- sub(part, value, text, fixed = TRUE)
  }
  text
}
for (one in claims) {
  text <- tryCatch(filled(one$text), error = function(e) structure(conditionMessage(e), bad = TRUE))
  if (!is.null(attr(text, "bad"))) {
    cat(one$file, ":1: scripts/claims.R: ", text, "\n", sep = "")
  } else if (!file.exists(one$file) || !grepl(text, flat(one$file), fixed = TRUE)) {
    cat(one$file, ":1: by bench/results/ it should say: ", text, "\n", sep = "")
  } else if ("--list" %in% commandArgs(TRUE)) {
    message(one$file, ": ", text)
  }
}
