#' Picture of shortest paths
#'
#' Draws the graph of all edges on shortest paths, by the package igraph, or the matrix of distances
#' as a heatmap.
#'
#' @param x A result of [floyd_warshall()].
#' @param type `"graph"`, `"heatmap"`, or `"auto"`: the graph if igraph is installed, paths were
#'   recorded, and there are at most 200 vertices; else the heatmap.
#' @param highlight The vertices of one path, as [shortest_path()] gives them, to be drawn in
#'   colour. For the graph only.
#' @param ... Arguments of [igraph::plot.igraph()], such as `layout`, for the graph; arguments of
#'   [graphics::image()] for the heatmap.
#' @return `x`, invisibly.
#' @examples
#' w <- as.matrix(eurodist)
#' w[w > 800] <- Inf
#' routes <- floyd_warshall(w)
#' plot(routes, type = "heatmap")
#' if (requireNamespace("igraph", quietly = TRUE)) {
#'   plot(routes, highlight = shortest_path(routes, "Calais", "Rome"))
#' }
#' @family shortest paths
#' @export
plot.shortest_paths <- function(x, type = c("auto", "graph", "heatmap"), highlight = NULL, ...) {
  check_paths(x)
  type <- match_word(type, c("auto", "graph", "heatmap"), "type")
  if (type == "auto") {
    small <- !is.null(x$via) && nrow(x$distance) <= 200
    type <- if (small && requireNamespace("igraph", quietly = TRUE)) "graph" else "heatmap"
  }
  if (type == "graph") {
    need_package("igraph", "a picture of the graph")
    check_dots(..., .also = igraph_arguments(), .pattern = igraph_pattern)
    plot_paths_graph(x, highlight, ...)
  } else {
    check_dots(..., .also = graphical_arguments(image_default()))
    plot_paths_heatmap(x, ...)
  }
  invisible(x)
}

plot_paths_graph <- function(x, highlight, ...) {
  check_recorded(x)
  n <- nrow(x$distance)
  if (is.list(highlight)) {
    stop_manycore("argument", "'highlight' must be one path, a vector of its vertices, not a list ",
                  "of ", length(highlight), " paths; take one of them: paths[[1]]",
                  argument = "highlight")
  }
  if (length(highlight) > 0) {
    highlight <- vertex_numbers(highlight, result_names(x), n, "highlight")
  }
  edge <- is.na(x$via) & is.finite(x$distance) & row(x$distance) != col(x$distance)
  ends <- which(edge, arr.ind = TRUE, useNames = FALSE)
  directed <- !isSymmetric(unname(edge)) || !isSymmetric(unname(x$distance))
  if (!directed) {
    ends <- ends[ends[, 1] < ends[, 2], , drop = FALSE]
  }
  graph <- igraph::make_graph(t(ends), n = n, directed = directed)
  graph <- igraph::set_vertex_attr(graph, "name", value = vertex_names(dimnames(x$distance),
                                                                     seq_len(n)))
  on_path <- paste(highlight[-length(highlight)], highlight[-1])
  key <- paste(ends[, 1], ends[, 2])
  marked <- key %in% on_path | (!directed & paste(ends[, 2], ends[, 1]) %in% on_path)
  settings <- list(x = graph, vertex.color = ifelse(seq_len(n) %in% highlight, "tomato", "grey85"),
                   vertex.size = 8, vertex.label.color = "black", vertex.label.cex = 0.8,
                   edge.color = ifelse(marked, "tomato", "grey70"),
                   edge.width = ifelse(marked, 3, 1), edge.arrow.size = 0.4)
  draw_with(graphics::plot, settings, ...)
}

plot_paths_heatmap <- function(x, ...) {
  d <- x$distance
  n <- nrow(d)
  if (n == 0) {
    stop_manycore("argument", "'x' has no vertices to draw", argument = "x")
  }
  d[is.infinite(d)] <- NA
  settings <- list(x = seq_len(n), y = seq_len(n), z = t(d[rev(seq_len(n)), , drop = FALSE]),
                   axes = FALSE, xlab = "to", ylab = "from", main = "Distances",
                   col = grDevices::hcl.colors(50, "YlOrRd", rev = TRUE))
  if (all(is.na(d))) {
    settings$zlim <- c(0, 1)
  }
  draw_with(graphics::image, settings, ...)
  if (n <= 50) {
    names <- vertex_names(dimnames(d), seq_len(n))
    graphics::axis(1, seq_len(n), names, las = 2, cex.axis = 0.6)
    graphics::axis(2, rev(seq_len(n)), names, las = 2, cex.axis = 0.6)
  }
  graphics::box()
}
