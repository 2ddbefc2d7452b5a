# The report of bench/headline.R: tables in markdown and a picture, made from the csv file alone. To
# be sourced after common.R.

# The lines about the machine, and the rows. (A file that is older than the columns of the range
# lacks them.)
read_headline <- function(csv) {
  lines <- readLines(csv)
  rows <- utils::read.csv(csv, comment.char = "#")
  if (is.null(rows$least)) rows$least <- rows$most <- NA_real_
  list(about = sub("^# ", "", grep("^# ", lines, value = TRUE)), rows = rows)
}

# Numbers with two digits, as in a headline.
brief_seconds <- function(s) {
  unit <- c("s" = 1, "ms" = 1e-3, "us" = 1e-6)
  at <- vapply(s, function(x) which(c(x >= 0.9995, x >= 0.9995e-3, TRUE))[1], 1L)
  paste(format_brief(s / unit[at]), names(unit)[at])
}
format_brief <- function(x) {
  sub("[.]$", "", formatC(signif(x, 2), digits = 2, format = "fg", flag = "#", big.mark = ","))
}
format_times <- function(ratio) paste0(format_brief(ratio), "x")

# The works in their order, each a data frame of its contenders, ours first.
works_of <- function(rows) {
  key <- paste(rows$topic, rows$work)
  split(rows, factor(key, unique(key)))
}

# " (least to most)" of the rounds' times, or of the ratios that they allow; "" if not recorded.
range_text <- function(least, most, format) {
  ifelse(is.na(least), "", paste0(" (", format(least), " to ", format(most), ")"))
}
ratio_text <- function(theirs, ours) {
  paste0("**", format_times(theirs$ratio), "**",
         range_text(theirs$least / ours$most, theirs$most / ours$least, format_times))
}

# A table with a row for each work: ours, the function that it replaces, and the best of the others.
work_table <- function(rows) {
  cell <- function(row, ours) {
    if (!nrow(row)) return("")
    paste0(row$contender, ", ", plural(row$threads), ", ", brief_seconds(row$seconds),
           if (row$scaled) " (*)", ": ", ratio_text(row, ours))
  }
  one <- function(work) {
    ours <- work[1, ]
    others <- work[work$role == "rival", ]
    data.frame(paste0("`", ours$topic, "()`: ", ours$work), brief_seconds(ours$seconds),
               cell(work[work$role == "instead", ], ours),
               cell(others[which.min(others$seconds), ], ours))
  }
  table <- do.call(rbind, lapply(works_of(rows), one))
  names(table) <- c("", "manycore", "what it replaces", "the best of the others tried")
  sub("^(\\| --- \\|) --- ", "\\1 ---: ", markdown(table))
}

# ---- the part that README.md also shows ----

# What each function computes, in the order of README.md.
answers <- c(
  cor_kendall = "Kendall's tau of all pairs of columns",
  kendall_test = "its p-values and intervals",
  kendall_network = "its strong or significant pairs",
  dist_euclidean = "Euclidean distances between rows",
  knn_euclidean = "the nearest rows of each row",
  floyd_warshall = "shortest paths between all vertices",
  sort_parallel = "long vectors of numbers in order",
  order_parallel = "the permutation that sorts",
  haplotype_em = "haplotypes from unphased genotypes",
  matrix_chain = "the best order to multiply matrices"
)

# The first work of each function: ours, what the function replaces, and the best of the others.
brief_rows <- function(rows) {
  one <- function(topic) {
    work <- works_of(rows[rows$topic == topic & !rows$small, ])[[1]]
    others <- work[work$role == "rival", ]
    rbind(work[work$role != "rival", ], others[which.min(others$seconds), ])
  }
  do.call(rbind, lapply(names(answers), one))
}

brief_table <- function(rows) {
  cell <- function(row, ours) {
    if (!nrow(row)) return("")
    paste0(if (grepl(" ", row$contender)) row$contender else paste0("`", row$contender, "()`"),
           ": ", ratio_text(row, ours), if (row$scaled) " (*)")
  }
  one <- function(work) {
    ours <- work[1, ]
    data.frame(paste0("`", ours$topic, "()`: ", answers[[ours$topic]]), ours$work,
               cell(work[work$role == "instead", ], ours), cell(work[work$role == "rival", ], ours))
  }
  table <- do.call(rbind, lapply(works_of(brief_rows(rows)), one))
  names(table) <- c("Function", "Measured with", "In place of", "Best of the others tried")
  markdown(table)
}

brief_lines <- function(headline) {
  about <- function(name) {
    sub("^[^:]*: *", "", grep(paste0("^", name, ":"), headline$about, value = TRUE))
  }
  c(brief_table(headline$rows), "",
    paste0("Measured on ", about("Date"), " (", about("Machine"), "; R ",
           sub("^R version ([0-9.]+).*", "\\1", about("R")), "), manycore with 2 threads, the ",
           "others with as many as their call takes by itself; medians. (*): a part, scaled by ",
           "the number of pairs."))
}

# ---- the page ----

summary_lines <- function(headline) {
  rows <- headline$rows
  about <- function(name) {
    sub("^[^:]*: *", "", grep(paste0("^", name, ":"), headline$about, value = TRUE))
  }
  left_out <- about("Left out")
  doubtful <- about("Timed, but wrong for other data")
  c("How many times as fast manycore is (bold), and seconds of a whole call:", "",
    work_table(rows[!rows$small, ]), "",
    "Where others do as well, or better: small inputs, and one answer of many.", "",
    work_table(rows[rows$small, ]), "",
    paste0("Medians, after a call that is not timed; answers compared first; ",
           "(*): a part, scaled by the number of pairs. ",
           about("Date"), "; ", about("Machine"), "; ", about("R"), "; manycore ",
           about("manycore"), "; ", about("Instruction set"), ".",
           if (length(left_out)) paste0(" Left out: ", left_out, "."),
           if (length(doubtful)) paste0(" Timed, but wrong for other data: ", doubtful, ".")))
}

full_table <- function(rows) {
  plain <- paste0(format_seconds(rows$seconds),
                  range_text(rows$least, rows$most, format_seconds),
                  ifelse(rows$scaled, " (*)", ""))
  markdown(data.frame(
    work = paste0(rows$topic, "(), ", rows$work), call = paste0("`", rows$call, "`"),
    threads = rows$threads, time = plain, rounds = rows$rounds,
    ratio = ifelse(rows$role == "ours", "", format_times(rows$ratio))))
}

marks <- c("<!-- headline -->", "<!-- /headline -->")

# Replaces the lines between the marks.
between_marks <- function(file, lines) {
  text <- readLines(file)
  at <- match(marks, text)
  if (anyNA(at) || at[1] > at[2]) {
    stop(file, " has no lines '", marks[1], "' and '", marks[2], "'", call. = FALSE)
  }
  writeLines(c(text[seq_len(at[1])], lines, text[at[2]:length(text)]), file)
}

# Writes headline.md, headline.png and headline_brief.png into the folder `results`, and the brief
# table into the file `readme` unless NULL. scripts/lint.sh compares the checksums, which are those
# of cksum.
render <- function(csv, results, readme) {
  headline <- read_headline(csv)
  pictures <- file.path(results, c("headline.png", "headline_brief.png"))
  draw_headline(headline$rows, pictures[1])
  draw_headline(brief_rows(headline$rows), pictures[2])
  if (any(file.size(pictures) > 1e5)) warning("a picture has more than 100 kB", call. = FALSE)
  brief <- brief_lines(headline)
  sum_of <- function(file) {
    paste(strsplit(system2("cksum", shQuote(file), stdout = TRUE), " ")[[1]][1:2], collapse = " ")
  }
  lines <- c("# The headline: each function against what R users call", "",
             "Written by bench/headline.R, from inst/extdata/headline.csv. In README.md:", "",
             marks[1], brief, marks[2], "", "![](headline_brief.png)", "",
             "## All works", "", summary_lines(headline), "", "![](headline.png)", "",
             "`haplotype_em()` takes the best of 5 starts, which end when the log-likelihood",
             "grows by less than 0.001, as in SNPHAP. `haplo.em()` takes the best of 10 starts,",
             "which end at 0.00001. bench/haplotype.R also compares both with the same batches and",
             "thresholds.", "",
             "## All contenders", "", full_table(headline$rows), "",
             paste0("- ", headline$about),
             "- Medians of a whole call, with a new result, in rounds in which the contenders take",
             "  turns; one whose time is up has fewer. In brackets: least, greatest.",
             "- A ratio says how many times as fast we are.",
             "- Threads: those that the call has. `findKNN()` has one by default; neighbors.md has",
             "  its times with workers.",
             "- (*): timed on a part of the data, and scaled by the number of pairs.", "",
             paste0("<!-- cksum inst/extdata/headline.csv: ", sum_of(csv), " -->"),
             paste0("<!-- cksum bench/results/", basename(pictures), ": ",
                    vapply(pictures, sum_of, ""), " -->"))
  writeLines(lines)
  writeLines(lines, file.path(results, "headline.md"))
  if (!is.null(readme)) between_marks(readme, brief)
}

# ---- the picture ----

# (All text is grey: with at most 256 colours the file has a palette, and half the size.)
ink <- c(instead = "#0B5FA5", rival = "#E08A1E", text = "#222222", weak = "#666666",
         line = "#DDDDDD", shade = "#F5F5F5")

# The lines of the picture with their places: a row for each rival. Left of a work's first rival its
# name stands in two lines.
picture_lines <- function(rows) {
  of_work <- function(work) {
    others <- work[-1, ]
    others <- others[order(others$role != "instead", others$seconds), ]
    if (!nrow(others)) return(NULL)
    lines <- max(2, nrow(others))
    empty <- rep("", lines - 2)
    data.frame(
      top = c(paste0(work$topic[1], "()"), "", empty),
      below = c("", paste0(work$work[1], ": ", brief_seconds(work$seconds[1])), empty),
      role = others$role[seq_len(lines)], name = others$contender[seq_len(lines)],
      ratio = others$ratio[seq_len(lines)], seconds = others$seconds[seq_len(lines)],
      scaled = others$scaled[seq_len(lines)], gap = c(1.45, rep(1, lines - 1)),
      small = work$small[1]
    )
  }
  lines <- do.call(rbind, lapply(works_of(rows), of_work))
  lines <- lines[order(lines$small), ]
  first <- which(lines$small)[1]
  if (!is.na(first)) lines$gap[first] <- 3 # room for a heading
  lines$y <- -cumsum(lines$gap)
  lines
}

draw_headline <- function(rows, file) {
  lines <- picture_lines(rows)
  bottom <- min(lines$y) - 0.9
  width <- 1400
  per_line <- 33
  above <- 168
  below <- 43
  scale <- 0.88 # for a file of less than 100 kB
  grDevices::png(file, width = scale * width, height = scale * (per_line * -bottom + above + below),
                 res = scale * 120, type = if (capabilities("cairo")) "cairo" else
                   getOption("bitmapType"), antialias = "gray")
  on.exit(grDevices::dev.off())
  graphics::par(mai = c(below, 24, above, 24) / 120, xaxs = "i", yaxs = "i")

  # The axis takes the right part of the width, labels the left part.
  row <- lines[!is.na(lines$ratio), ]
  low <- min(-1, log10(min(row$ratio)) - 0.2)
  high <- (max(log10(row$ratio)) - 0.23 * low) / 0.77 # room for numbers behind the longest bar
  left <- high - (high - low) / 0.53
  graphics::plot.new()
  graphics::plot.window(c(left, high), c(bottom, 0))
  write <- function(x, y, text, col = "text", cex = 0.85, ...) {
    graphics::text(x, y, text, col = ink[[col]], cex = cex, xpd = NA, ...)
  }

  # Title and key
  pixel <- (0 - bottom) / (per_line * -bottom)
  write(left, 142 * pixel, "How many times as fast as what R users call today", cex = 1.35,
        font = 2, adj = c(0, 0.5))
  write(left, 102 * pixel, paste("A logarithmic axis; grey: seconds of a whole call",
                                 if (any(row$scaled)) "(*: scaled from a part)"),
        "weak", adj = c(0, 0.5))
  key <- c(instead = "what manycore replaces", rival = "other packages",
           shade = "left of the line: faster than manycore")
  boxes <- left + (high - left) * c(0, 0.2, 0.345)
  box <- (high - left) * 0.012
  graphics::rect(boxes, 53 * pixel, boxes + box, 67 * pixel, col = ink[names(key)],
                 border = ink[c("instead", "rival", "line")], xpd = NA)
  write(boxes + 1.6 * box, 60 * pixel, key, adj = c(0, 0.5))

  # The axis
  powers <- seq(ceiling(low), floor(max(log10(row$ratio))))
  graphics::rect(low, bottom, 0, 0, col = ink[["shade"]], border = NA)
  graphics::segments(powers, bottom, powers, 0, col = ink[["line"]])
  tick <- paste0(vapply(10^powers, format, "", big.mark = ",", scientific = FALSE), "x")
  write(powers, 18 * pixel, tick, "weak")
  write(powers, bottom - 22 * pixel, tick, "weak")

  # Works, and the heading of the small ones
  write(left, lines$y, lines$top, font = 2, cex = 0.95, adj = c(0, 0.5))
  write(left, lines$y, lines$below, adj = c(0, 0.5), cex = 0.8)
  first <- which(lines$small)[1]
  if (!is.na(first)) {
    write(left, lines$y[first] + 1.35,
          "Where others do as well, or better: small inputs, and one answer of many", "weak",
          font = 3, adj = c(0, 0.5))
    graphics::segments(left, lines$y[first] + 2.05, high, col = ink[["line"]], lwd = 2)
  }

  # Rivals
  at <- log10(row$ratio)
  write(low - 0.01 * (high - low), row$y, row$name, adj = c(1, 0.5))
  graphics::rect(pmin(at, 0), row$y - 0.28, pmax(at, 0), row$y + 0.28, col = ink[row$role],
                 border = NA)
  graphics::segments(0, bottom, 0, 0, col = ink[["text"]], lwd = 2)
  value <- paste0(format_times(row$ratio), "  ")
  start <- pmax(at, 0) + 0.012 * (high - low) # numbers of bars to the left stand right of the line
  write(start, row$y, value, font = 2, adj = c(0, 0.5))
  write(start + graphics::strwidth(value, cex = 0.85, font = 2), row$y,
        paste0(brief_seconds(row$seconds), ifelse(row$scaled, " (*)", "")), "weak", cex = 0.78,
        adj = c(0, 0.5))
  invisible(file)
}
