# The picture of a group of variables.

# Opens a device and returns the path of its file: PNG if this R can draw it without a screen,
# otherwise PDF.
open_picture <- function(stem) {
  dir.create(dirname(stem), recursive = TRUE, showWarnings = FALSE)
  type <- if (capabilities("cairo")) "cairo" else if (capabilities("aqua")) "quartz"
  path <- paste0(stem, ".png")
  opened <- !is.null(type) && tryCatch({
    grDevices::png(path, width = 1800, height = 1640, res = 170, type = type)
    TRUE
  }, error = function(e) FALSE, warning = function(w) FALSE)
  if (!opened) {
    path <- paste0(stem, ".pdf")
    grDevices::pdf(path, width = 10.6, height = 9.6)
  }
  path
}

group_title <- function(size, variables) {
  if (size == variables) paste("all", size, "variables")
  else paste(size, "variables around the strongest pairs")
}

draw_group <- function(tau, names, title, observations) {
  k <- nrow(tau)
  tau[is.na(tau)] <- 0
  tree <- stats::hclust(stats::as.dist(1 - tau), method = "average")
  order <- tree$order
  shown <- tau[order, order]
  names <- abbreviate(names[order], 18L, named = FALSE)

  # Blue - white - red; equal |tau| are equally far from white.
  limit <- min(1, ceiling(10 * max(abs(shown[row(shown) != col(shown)]))) / 10)
  colours <- grDevices::colorRampPalette(c(
    "#053061", "#2166ac", "#4393c3", "#92c5de", "#d1e5f0", "#f7f7f7",
    "#fddbc7", "#f4a582", "#d6604d", "#b2182b", "#67001f"
  ))(201L)
  clipped <- pmax(pmin(shown, limit), -limit)

  path <- open_picture(file.path(".build", "demo", "strongest"))
  on.exit(grDevices::dev.off())
  graphics::layout(matrix(c(1, 2, 0, 3), 2L), widths = c(8.6, 1.4), heights = c(1.9, 8))
  label_size <- min(0.85, 30 / k)
  label_room <- max(graphics::strwidth(names, units = "inches", cex = label_size)) + 0.15

  # The tree, over the columns.
  graphics::par(mai = c(0.02, label_room, 0.75, 0.1), xaxs = "i")
  graphics::plot(stats::as.dendrogram(tree), leaflab = "none", axes = FALSE,
                 xlim = c(0.5, k + 0.5), edgePar = list(col = "grey35", lwd = 1.3))
  graphics::mtext(title, side = 3L, line = 1.9, adj = 0, cex = 1.25, font = 2L)
  graphics::mtext(paste0("Kendall's tau over ", format(observations, big.mark = ","),
                         " observations, in the order of average-linkage clustering"),
                  side = 3L, line = 0.6, adj = 0, cex = 0.85, col = "grey30")

  # The matrix, first variable at the top left.
  graphics::par(mai = c(label_room, label_room, 0.02, 0.1), xaxs = "i", yaxs = "i")
  graphics::image(seq_len(k), seq_len(k), t(clipped[k:1, ]), zlim = c(-limit, limit),
                  col = colours, axes = FALSE, xlab = "", ylab = "", useRaster = FALSE)
  lines_at <- seq_len(k - 1L) + 0.5
  graphics::abline(h = lines_at, v = lines_at, col = "white", lwd = 0.6)
  graphics::axis(1L, seq_len(k), names, las = 2L, tick = FALSE, line = -0.8, cex.axis = label_size)
  graphics::axis(2L, k:1, names, las = 2L, tick = FALSE, line = -0.8, cex.axis = label_size)

  # The key.
  graphics::par(mai = c(label_room + 1.2, 0.15, 1.2, 0.6))
  values <- seq(-limit, limit, length.out = 201L)
  graphics::image(1, values, matrix(values, 1L), col = colours, axes = FALSE, xlab = "", ylab = "")
  graphics::box(col = "grey60")
  graphics::axis(4L, pretty(values, 5L), las = 1L, cex.axis = 0.9, col = NA, col.ticks = "grey60")
  graphics::mtext("tau", side = 3L, line = 0.6, cex = 0.95)
  path
}
