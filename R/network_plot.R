#' Picture of a network
#'
#' The strongest edges, drawn by the package igraph. Or the taus of the strongest module as a
#' heatmap, in which columns with similar taus are neighbours.
#'
#' @param x A network, as [kendall_network()] returns it.
#' @param type `"network"`, `"heatmap"`, or `"auto"`: the network if igraph is installed. It may be
#'   abbreviated.
#' @param size The size of the picture: how many edges of the network are drawn, the strongest ones
#'   (by default 300), or how many columns the heatmap has at most (by default 40).
#' @param data For the heatmap of a network without `y`: the data of the network. With `data`, all
#'   taus of the module's columns are drawn, not only those of edges. Columns of `data` are found by
#'   name, or by number if `data` or the network has no names.
#' @param labels How many columns of the network are named, those with the most edges first.
#' @param ... For the network arguments of [igraph::plot.igraph()], such as `layout`. For the
#'   heatmap arguments of [graphics::image()], such as `main` or `col`. An unknown argument is an
#'   error that names the argument.
#'
#' @details
#' **The strongest module** is a densest subgraph, found by Charikar's algorithm: the column with
#' the least sum of `abs(tau)` over its edges to the remaining columns is removed, again and again
#' (beyond 2,000 columns many at once). Of the sets of at most `size` columns on the way, the module
#' is the set with the greatest sum per column. Its columns are in the order of [stats::hclust()]
#' (average linkage of `1 - tau`). Blocks of red are groups that rise and fall together; blue
#' between two groups says that one falls where the other rises. Grey pairs have no edge (with
#' `data`: no tau), white is a tau of 0.
#'
#' **The network** has red edges for positive and blue edges for negative taus; stronger edges are
#' broader and darker. Columns with more edges are larger. Their colour is that of their community
#' ([igraph::cluster_louvain()]). Connected components are side by side, the largest first, each
#' drawn by [igraph::layout_with_kk()]. If there are larger groups, pairs of columns without further
#' edges are left out, however strong they are; a line above the picture says how many. The picture
#' is the same each time, and the state of R's random numbers stays as it was.
#'
#' @return `x`, invisibly.
#' @references
#' Charikar M (2000). Greedy approximation algorithms for finding dense components in a graph.
#' *APPROX 2000*, Lecture Notes in Computer Science **1913**, 84-95.
#' @family Kendall
#' @seealso [kendall_network()], [summary.kendall_network()]
#' @examples
#' set.seed(1)
#' factors <- matrix(rnorm(80 * 4), 80)
#' genes <- factors[, rep(1:4, each = 15)] * rep(sample(c(-1, 1), 60, TRUE), each = 80) +
#'   rnorm(80 * 60, sd = 0.6)
#' colnames(genes) <- paste0("gene", 1:60)
#' net <- kendall_network(genes, cutoff = 0.45)
#' plot(net, type = "heatmap", data = genes)
#' if (requireNamespace("igraph", quietly = TRUE)) {
#'   plot(net)
#' }
#' @export
plot.kendall_network <- function(x, type = c("auto", "network", "heatmap"), size = NULL,
                                 data = NULL, labels = 15, ...) {
  check_network(x)
  type <- match_word(type, c("auto", "network", "heatmap"), "type")
  if (type == "auto") {
    type <- if (requireNamespace("igraph", quietly = TRUE)) "network" else "heatmap"
  }
  if (is.null(size)) size <- switch(type, network = 300, heatmap = 40)
  size <- check_number_from(size, "size", 2)
  labels <- check_number_from(labels, "labels", 0)
  if (nrow(x) == 0) {
    stop_manycore("argument", "'x' has no edges to draw", argument = "x")
  }
  if (type == "network") {
    need_package("igraph", "a picture of the network")
    check_dots(..., .also = igraph_arguments(), .pattern = igraph_pattern)
    plot_network_graph(x, size, labels, ...)
  } else {
    check_dots(..., .also = graphical_arguments(image_default()))
    plot_network_heatmap(x, size, data, ...)
  }
  invisible(x)
}

# ---- the strongest module ----

# The numbers of the module's columns. Columns of y have numbers above those of x.
strongest_module <- function(x, size) {
  nodes <- attr(x, "nodes")
  ends <- ends_of(x)
  if (!is.null(nodes$y)) ends$to <- ends$to + length(nodes$x)
  left <- unique(c(ends$from, ends$to))
  weight <- abs(edge_values(x))
  while (length(left) > 2000) { # many at once
    at <- list(match(ends$from, left), match(ends$to, left))
    degree <- sums_by(unlist(at), c(weight, weight), length(left))
    out <- order(degree)[seq_len(min(length(left) - 1000, max(1, sum(degree <= mean(degree)))))]
    left <- left[-out]
    stay <- ends$from %in% left & ends$to %in% left
    ends <- lapply(ends, `[`, stay)
    weight <- weight[stay]
  }
  m <- matrix(0, length(left), length(left))
  at <- cbind(match(ends$from, left), match(ends$to, left))
  m[at] <- m[at[, 2:1, drop = FALSE]] <- weight
  left[densest(m, size)]
}

# Charikar's algorithm: the weakest vertex is removed, again and again. Answers the remaining set of
# at most `size` vertices with the greatest sum of weights per vertex.
densest <- function(m, size) {
  count <- nrow(m)
  degree <- rowSums(m)
  out <- integer(count)
  density <- numeric(count) # of the vertices before the k-th one is removed
  for (k in seq_len(count)) {
    density[k] <- sum(degree[is.finite(degree)]) / (count - k + 1)
    out[k] <- which.min(degree)
    degree <- degree - m[, out[k]]
    degree[out[k]] <- Inf
  }
  small <- which(count - seq_len(count) + 1 <= size)
  first <- small[which.max(density[small])]
  out[first:count]
}

# ---- pictures ----

# The taus of the module, NA for pairs without tau and on the diagonal of a square module.
module_taus <- function(x, size, data) {
  nodes <- attr(x, "nodes")
  two <- !is.null(nodes$y)
  module <- strongest_module(x, size)
  rows <- module[module <= length(nodes$x)]
  columns <- if (two) module[module > length(nodes$x)] - length(nodes$x) else rows
  if (is.null(data)) {
    ends <- ends_of(x)
    m <- matrix(NA_real_, length(rows), length(columns))
    at <- cbind(match(ends$from, rows), match(ends$to, columns))
    inside <- !is.na(at[, 1]) & !is.na(at[, 2])
    m[at[inside, , drop = FALSE]] <- edge_values(x)[inside]
    if (!two) m[is.na(m)] <- t(m)[is.na(m)]
  } else {
    part <- columns_of_network(x, data)[, rows, drop = FALSE]
    m <- cor_kendall(part, use = attr(x, "settings")$use, progress = FALSE)
  }
  if (!two) diag(m) <- NA
  dimnames(m) <- list(nodes$x[rows], (if (two) nodes$y else nodes$x)[columns])
  m
}

# The columns of `data` in the order of the network's columns, with the rows that the taus are
# computed from. Columns are found by name if both have names.
columns_of_network <- function(x, data) {
  nodes <- attr(x, "nodes")
  settings <- attr(x, "settings")
  refuse <- function(...) {
    stop_manycore("argument", "'data' must be the data of the network, ", ...,
                  argument = "data")
  }
  if (!is.null(settings$contrast)) {
    stop_manycore("argument", "'data' must be NULL for a network of differences",
                  argument = "data")
  }
  if (!is.null(nodes$y)) {
    refuse("and only one matrix, not ", describe(data))
  }
  names <- if (is.character(nodes$x)) suppressWarnings(node_names(data, "data"))
  if (!is.null(colnames(data)) && !is.null(names)) {
    lacking <- nodes$x[!nodes$x %in% names]
    if (length(lacking) > 0) {
      refuse("and has no column \"", lacking[1], "\"")
    }
    data <- data[, match(nodes$x, names), drop = FALSE]
  }
  if (length(dim(data)) != 2 || ncol(data) != length(nodes$x) || nrow(data) != settings$rows) {
    refuse("of ", settings$rows, " rows and ", length(nodes$x), " columns, not ", describe(data),
           if (length(dim(data)) == 2) paste(" of", nrow(data), "and", ncol(data)))
  }
  # complete in all columns, not only in those that are drawn
  complete <- settings$use %in% c("complete.obs", "na.or.complete")
  data <- as_columns(data)
  if (complete) data[complete_rows(data), , drop = FALSE] else data
}

# The order in which similar rows are neighbours.
order_alike <- function(m, square) {
  if (nrow(m) < 3) {
    return(seq_len(nrow(m)))
  }
  far <- if (square) stats::as.dist(1 - m) else stats::dist(m)
  stats::hclust(far, "average")$order
}

plot_network_heatmap <- function(x, size, data, ...) {
  m <- module_taus(x, size, data)
  square <- is.null(attr(x, "nodes")$y)
  most <- max(1, abs(m), na.rm = TRUE) # differences may be up to 2
  filled <- ifelse(is.na(m), 0, m) / most
  rows <- order_alike(filled, square)
  m <- m[rows, if (square) rows else order_alike(t(filled), square), drop = FALSE]
  dimnames(m) <- lapply(dimnames(m), valid_text)
  colours <- c("#1F4E9E", "#6F9BD8", "#FFFFFF", "#EE8A73", "#A81829")
  colours <- grDevices::colorRampPalette(colours, space = "Lab")(101)
  named <- max(dim(m)) <= 60
  margin <- function(names) {
    if (named) min(9, 1.5 + 0.4 * max(nchar(names, "width"))) else 1
  }
  before <- graphics::par(mar = c(margin(colnames(m)), margin(rownames(m)), 3, 5))
  on.exit(graphics::par(before))
  settings <- list(x = seq_len(ncol(m)), y = seq_len(nrow(m)),
                   z = t(m[rev(seq_len(nrow(m))), , drop = FALSE]), zlim = c(-most, most),
                   col = colours, axes = FALSE, xlab = "", ylab = "", useRaster = FALSE,
                   main = if (square) sprintf("The strongest module, %d columns", nrow(m)) else
                     sprintf("The strongest module, %d x %d columns", nrow(m), ncol(m)))
  settings <- utils::modifyList(settings, list(...))
  draw_with(graphics::image, settings)
  empty <- is.na(settings$z)
  if (any(empty)) {
    graphics::image(settings$x, settings$y, ifelse(empty, 1, NA), col = "grey92", add = TRUE)
  }
  if (square) {
    graphics::rect(seq_len(ncol(m)) - 0.5, rev(seq_len(nrow(m))) - 0.5, seq_len(ncol(m)) + 0.5,
                   rev(seq_len(nrow(m))) + 0.5, col = "grey80", border = NA)
  }
  if (named) {
    small <- min(1, 26 / max(dim(m)))
    graphics::axis(1, seq_len(ncol(m)), colnames(m), las = 2, cex.axis = small, tick = FALSE,
                   line = -0.8)
    graphics::axis(2, rev(seq_len(nrow(m))), rownames(m), las = 2, cex.axis = small, tick = FALSE,
                   line = -0.8)
  }
  graphics::box(col = "grey60")
  colour_key(settings$col, settings$zlim)
  if (sum(empty) > if (square) nrow(m) else 0) {
    key_of_none(if (is.null(data)) "no edge" else "no tau")
  }
}

# Colours mixed with white: `strength` 1 is the colour, 0 is white.
faded <- function(colour, strength) {
  rgb <- grDevices::col2rgb(colour)
  mixed <- 255 - t((255 - rgb) * rep(strength, each = 3))
  grDevices::rgb(mixed, maxColorValue = 255)
}

plot_network_graph <- function(x, size, labels, ...) {
  chosen <- graph_to_draw(x, size)
  graph <- chosen$graph
  tau <- igraph::edge_attr(graph, measure_of(x))
  strength <- abs(tau)
  share <- if (diff(range(strength)) > 0) (strength - min(strength)) / diff(range(strength)) else
    rep(1, length(strength))
  degree <- igraph::degree(graph)
  look <- with_seed(1, list(
    layout = side_by_side(graph),
    group = as.integer(igraph::membership(igraph::cluster_louvain(graph)))
  ))
  groups <- rank(-tabulate(look$group), ties.method = "first")[look$group]
  # the vertex with the most edges of each group, then the second ones
  within <- stats::ave(-degree, groups, FUN = function(d) rank(d, ties.method = "first"))
  named <- order(within, -degree)[seq_len(min(labels, length(degree)))]
  colours <- grDevices::hcl.colors(8, "Set 2")
  settings <- list(
    x = graph, layout = look$layout,
    vertex.size = 2.5 + 5 * sqrt(degree / max(degree)),
    vertex.color = ifelse(groups <= 8, colours[pmin(groups, 8)], "grey85"),
    vertex.frame.color = "grey40",
    vertex.label = ifelse(seq_along(degree) %in% named, igraph::vertex_attr(graph, "name"), NA),
    vertex.label.color = "black", vertex.label.cex = 0.75, vertex.label.family = "sans",
    vertex.label.dist = 0.9, vertex.label.degree = -pi / 2,
    edge.color = faded(ifelse(tau > 0, "#A81829", "#1F4E9E"), 0.35 + 0.65 * share),
    edge.width = 0.7 + 2 * share,
    main = sprintf("%s edges", format_count(nrow(x)))
  )
  before <- graphics::par(mar = c(1, 1, 4, 1))
  on.exit(graphics::par(before))
  draw_with(graphics::plot, settings, ...)
  if (!is.null(chosen$caption)) {
    graphics::mtext(chosen$caption, line = 0.3, cex = 0.8)
  }
}

# The places of the vertices: connected components in rows, as on shelves, the largest first. The
# room of a component grows with its number of vertices.
side_by_side <- function(graph) {
  parts <- igraph::components(graph)
  radius <- 0.6 + sqrt(parts$csize)
  width <- max(sqrt(sum((2 * radius)^2)) * 1.1, 2 * radius)
  place <- matrix(0, igraph::vcount(graph), 2)
  left <- top <- height <- 0
  for (part in order(-parts$csize)) {
    r <- radius[part]
    if (left + 2 * r > width) {
      left <- 0
      top <- top + height
      height <- 0
    }
    height <- max(height, 2 * r)
    mine <- which(parts$membership == part)
    inner <- igraph::layout_with_kk(igraph::induced_subgraph(graph, mine), weights = NA)
    inner <- sweep(inner, 2, apply(inner, 2, function(v) mean(range(v))))
    reach <- max(sqrt(rowSums(inner^2)), 1e-9)
    place[mine, ] <- rep(c(left + r, -top - r), each = length(mine)) + inner / reach * (r - 0.6)
    left <- left + 2 * r
  }
  place
}

# list(graph, caption): the strongest edges. Pairs without further edges are left out if there are
# larger groups. The caption says what is left out; it is NULL if nothing is.
graph_to_draw <- function(x, size) {
  graph <- igraph::as.igraph(x[seq_len(min(nrow(x), size)), ])
  if (is.null(igraph::vertex_attr(graph, "name"))) {
    graph <- igraph::set_vertex_attr(graph, "name", value = unlist(attr(x, "nodes")))
  }
  parts <- igraph::components(graph)
  columns <- parts$csize[parts$membership]
  drawn <- igraph::delete_vertices(graph, which(columns < min(3, max(columns))))
  hidden <- if (max(columns) > 2) sum(parts$csize == 2) else 0
  caption <- c(if (nrow(x) > size) paste("the", format_count(floor(size)), "strongest edges"),
               if (hidden > 0) paste(count_of(hidden, "component"), "of two columns",
                                     if (hidden == 1) "is" else "are", "not drawn"))
  list(graph = drawn, caption = if (length(caption) > 0) paste(caption, collapse = "; "))
}

# Evaluates `code` with a seed, and restores the state of the random numbers.
with_seed <- function(seed, code) {
  here <- globalenv()
  before <- get0(".Random.seed", here, inherits = FALSE)
  on.exit(if (is.null(before)) rm(".Random.seed", envir = here) else
    assign(".Random.seed", before, here))
  set.seed(seed)
  code
}
