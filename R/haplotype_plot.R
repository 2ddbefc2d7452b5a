#' Pictures of haplotypes
#'
#' The most frequent haplotypes as bars, or the linkage disequilibrium of all pairs of loci.
#'
#' @param x A result of [haplotype_em()], or of [haplotype_ld()].
#' @param type `"frequency"` or `"ld"`.
#' @param n How many haplotypes to draw at most. All other haplotypes make one bar.
#' @param measure The measure of linkage disequilibrium: `"r2"` or `"d_prime"`, drawn as a triangle
#'   below the row of loci, or `"both"`, a square with D' above and r^2 below the diagonal.
#' @param ... For bars, arguments of [graphics::barplot()]. For linkage disequilibrium, arguments of
#'   [graphics::plot.default()], such as `main`, and `col`, a vector of colours for 0 to 1.
#' @details
#' Grey cells belong to loci of one allele. For at most 12 loci, values are written into the cells;
#' for at most 60, names of loci beside them.
#' @return `x`, invisibly.
#' @seealso [haplotype_ld()] for the numbers.
#' @examples
#' set.seed(1)
#' haplotypes <- matrix(rbinom(60, 1, 0.5), 6)
#' draw <- function() haplotypes[sample(6, 100, TRUE, 6:1), ]
#' fit <- haplotype_em(draw() + draw())
#' plot(fit)
#' plot(fit, type = "ld")
#' plot(haplotype_ld(fit), measure = "both")
#' @family haplotypes
#' @export
plot.haplotype_em <- function(x, type = c("frequency", "ld"), n = 20,
                              measure = c("r2", "d_prime", "both"), ...) {
  type <- match_word(type, c("frequency", "ld"), "type")
  if (type == "ld") {
    check_dots(..., .also = c("col", graphical_arguments()))
    draw_ld(haplotype_ld(x), match_word(measure, ld_measures, "measure"), ...)
    return(invisible(x))
  }
  n <- check_number_from(n, "n", 1)
  check_dots(..., .also = graphical_arguments(
    utils::getS3method("barplot", "default", envir = asNamespace("graphics"))
  ))
  shown <- x$frequency[seq_len(min(n, nrow(x$frequency))), ]
  names <- short_string(shown$haplotype, 40)
  height <- shown$frequency
  rest <- nrow(x$frequency) - nrow(shown)
  if (rest > 0) {
    names <- c(names, paste("other", format_count(rest)))
    height <- c(height, sum(x$frequency$frequency[-seq_len(nrow(shown))]))
  }
  small <- min(1, 25 / length(height))
  before <- graphics::par(mar = c(4, min(20, 2 + 0.5 * small * max(nchar(names, "width"))), 3, 1))
  on.exit(graphics::par(before))
  colour <- rep(c("#3B6FB6", "grey75"), c(nrow(shown), rest > 0))
  settings <- list(height = rev(height), names.arg = rev(names), horiz = TRUE, las = 1,
                   cex.names = 0.9 * small, col = rev(colour), border = NA, xlab = "frequency",
                   xlim = c(0, max(pretty(c(0, height)))), family = "",
                   main = sprintf("Haplotypes of %s at %d loci", count_of(x$subjects, "subject"),
                                  length(x$loci)))
  do.call(graphics::barplot, utils::modifyList(settings, list(...)))
  invisible(x)
}

#' @rdname plot.haplotype_em
#' @export
plot.haplotype_ld <- function(x, measure = c("r2", "d_prime", "both"), ...) {
  measure <- match_word(measure, ld_measures, "measure")
  check_dots(..., .also = c("col", graphical_arguments()))
  draw_ld(x, measure, ...)
  invisible(x)
}

ld_measures <- c("r2", "d_prime", "both")

draw_ld <- function(x, measure, ..., col = NULL) {
  if (is.null(col)) {
    col <- grDevices::colorRampPalette(c("#FFFFFF", "#FCD5BF", "#EE8A73", "#A81829"),
                                       space = "Lab")(101)
  }
  if (measure == "both") draw_ld_square(x, col, ...) else draw_ld_triangle(x, measure, col, ...)
}

# Colours of values from 0 to 1, grey for NaN.
ld_colours <- function(value, col) {
  colour <- col[1 + round(value * (length(col) - 1))]
  ifelse(is.nan(value), "grey85", colour)
}

# An empty picture with room for a key beside it.
begin_ld <- function(xlim, ylim, ...) {
  settings <- list(x = NA, type = "n", xlim = xlim, ylim = ylim, asp = 1, axes = FALSE, xlab = "",
                   ylab = "", xaxs = "i", yaxs = "i")
  do.call(graphics::plot, utils::modifyList(settings, list(...)))
}

cell_text <- function(x, y, value, loci) {
  if (loci <= 12) {
    graphics::text(x, y, format(round(value, 2), nsmall = 2), cex = min(0.9, 7 / loci),
                   col = ifelse(!is.nan(value) & value > 0.7, "white", "grey20"))
  }
}

# Cells are diamonds. The cell of the loci i < j is at ((i + j) / 2, -(j - i) / 2).
draw_ld_triangle <- function(x, measure, col, ...) {
  m <- x[[measure]]
  loci <- nrow(m)
  named <- loci <= 60
  title <- if (measure == "r2") expression(r^2 ~ "of pairs of loci") else "D' of pairs of loci"
  room <- if (named) name_room(rownames(m)) else 0
  before <- graphics::par(mar = c(1, 1, 3 + room, 6))
  on.exit(graphics::par(before))
  begin_ld(c(0.5, loci + 0.5), c(-loci / 2, 0), ...)
  at <- which(upper.tri(m), arr.ind = TRUE)
  centre <- cbind((at[, 1] + at[, 2]) / 2, -(at[, 2] - at[, 1]) / 2)
  corners <- function(centre, steps) as.vector(rbind(outer(steps, centre, `+`), NA))
  graphics::polygon(corners(centre[, 1], c(-0.5, 0, 0.5, 0)),
                    corners(centre[, 2], c(0, 0.5, 0, -0.5)), col = ld_colours(m[at], col),
                    border = if (named) "grey90" else NA)
  cell_text(centre[, 1], centre[, 2], m[at], loci)
  if (named) {
    graphics::text(seq_len(loci), 0.1, rownames(m), srt = 90, adj = c(0, 0.5), xpd = NA,
                   cex = min(1, 26 / loci))
  }
  if (is.null(list(...)$main)) {
    graphics::title(main = title, line = 1 + room)
  }
  ld_key(col, if (measure == "r2") expression(r^2) else "D'")
}

draw_ld_square <- function(x, col, ...) {
  loci <- nrow(x$r2)
  named <- loci <= 60
  room <- if (named) name_room(rownames(x$r2)) else 0
  before <- graphics::par(mar = c(1, 1 + room, 3 + room, 6))
  on.exit(graphics::par(before))
  begin_ld(c(0.5, loci + 0.5), c(loci + 0.5, 0.5), ...)
  value <- x$r2
  value[upper.tri(value)] <- x$d_prime[upper.tri(value)]
  at <- which(row(value) != col(value), arr.ind = TRUE)
  graphics::rect(at[, 2] - 0.5, at[, 1] + 0.5, at[, 2] + 0.5, at[, 1] - 0.5,
                 col = ld_colours(value[at], col), border = if (named) "grey90" else NA)
  cell_text(at[, 2], at[, 1], value[at], loci)
  if (named) {
    small <- min(1, 26 / loci)
    graphics::axis(3, seq_len(loci), rownames(value), las = 2, tick = FALSE, line = -0.8,
                   cex.axis = small)
    graphics::axis(2, seq_len(loci), rownames(value), las = 2, tick = FALSE, line = -0.8,
                   cex.axis = small)
  }
  if (is.null(list(...)$main)) {
    graphics::title(main = expression("D' above," ~ r^2 ~ "below the diagonal"), line = 1 + room)
  }
  ld_key(col, "")
}

# The lines of a margin that names need.
name_room <- function(names) {
  min(7, 0.5 + 0.4 * max(nchar(names, "width")))
}

ld_key <- function(col, name) {
  colour_key(col, c(0, 1), name)
}
