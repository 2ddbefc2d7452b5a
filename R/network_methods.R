# Methods of a network: print(), parts, summary(), as a table, a matrix or a graph.

#' Summary of a network
#'
#' How many partners the columns have, which columns have the most, and the edges as a table.
#'
#' @param object,x A network, as [kendall_network()] returns it; for `print()` a network or a
#'   summary.
#' @param hubs How many of the columns with the most edges to name.
#' @param n How many edges to print.
#' @param row.names Names of the rows, one for each edge, or `NULL` for those of `x`.
#' @param optional Has no effect.
#' @param stringsAsFactors Should names of columns become factors?
#' @param ... Nothing; for `print()` arguments of [print.data.frame()] and [print.default()]. An
#'   unknown argument is an error that names the argument.
#' @details
#' A column that is both in `x` and in `y` (see [kendall_network()]) counts as one column, and an
#' edge that is listed in both directions counts as one edge.
#' @return `summary()`: a list of class `summary.kendall_network`:
#'   * `nodes`: the number of columns of `x`, and of `y` if there is one; `shared`: the number of
#'     columns in both; `edges`: the number of edges;
#'   * `density`: the number of edges divided by the number of possible edges;
#'   * `positive` and `negative`: the numbers of edges by sign;
#'   * `strength`: the quantiles of `abs(tau)`;
#'   * `degree`: a list of two vectors, for the columns of `x` and of `y` (empty without `y`), with
#'     the number of edges of each column and the columns' names. A column in both has the same
#'     number in both vectors;
#'   * `isolated`: the number of columns without edges;
#'   * `components`: the sizes of the connected components of two or more columns, the largest
#'     first;
#'   * `measure`: `"tau"`, or `"difference"` for a network of differences, which have the place of
#'     taus in all of this;
#'   * `hubs`: a data frame of the columns with the most edges: `node`; `degree`; `strength`, the
#'     sum of `abs(tau)` of their edges. With `y`, columns of `x` come first, then columns of `y`,
#'     and the column `in` says `"x"`, `"y"` or, for a column in both, `"x, y"`.
#'
#'   `as.data.frame()`: the edges as a plain data frame. A part of a network by `[` that has all
#'   columns is a network; other parts are plain data frames or vectors.
#'
#'   `tidy()` and `glance()` are generic functions of the package generics (and of broom). `tidy()`:
#'   a plain data frame with a row for each edge: `from`, `to`, `estimate`, `p.value`, with `fdr`
#'   `p.adjusted`, and `n` (of differences tau and `n` of both levels).
#'   `glance()`: a data frame of one row: `nodes` (different columns), `edges`, `density`,
#'   `positive`, `negative`, `isolated`, `components` (their number) and `largest` (the size of the
#'   largest component, 0 without components), as above; `rule` (`"cutoff"`, `"top"` or `"fdr"`),
#'   its `value`, `sign`, `p.threshold` (`NA` unless the rule is `fdr`), and `nobs`, the number of
#'   rows of the data.
#' @family Kendall
#' @seealso [kendall_network()], [plot.kendall_network()]
#' @examples
#' net <- kendall_network(longley, cutoff = 0.8)
#' summary(net)
#' if (requireNamespace("generics", quietly = TRUE)) generics::glance(net)
#' @export
summary.kendall_network <- function(object, hubs = 10, ...) {
  check_dots(...)
  check_network(object)
  if (!is_number(hubs, 0)) {
    stop_argument("hubs", "a number of columns, 0 or more", hubs)
  }
  nodes <- attr(object, "nodes")
  graph <- graph_of(object)
  ends <- graph$ends
  tau <- edge_values(object)[graph$edges]
  shared <- sum(graph$of_y <= length(nodes$x))
  columns <- lengths(nodes)
  possible <- if (is.null(nodes$y)) choose(columns[["x"]], 2) else
    prod(columns) - shared - choose(shared, 2)
  degree <- tabulate(unlist(ends), graph$count)
  strength <- sums_by(unlist(ends), c(abs(tau), abs(tau)), graph$count)
  of_side <- list(x = seq_along(nodes$x), y = graph$of_y)
  degrees <- lapply(stats::setNames(nm = names(of_side)), function(side) {
    stats::setNames(degree[of_side[[side]]], nodes[[side]])
  })
  structure(class = "summary.kendall_network", list(
    nodes = columns[seq_len(1 + !is.null(nodes$y))], shared = shared, edges = length(tau),
    density = length(tau) / possible, positive = sum(tau > 0), negative = sum(tau < 0),
    strength = if (length(tau) > 0) stats::quantile(abs(tau)), degree = degrees,
    isolated = sum(degree == 0), components = component_sizes(object),
    hubs = hubs_of(nodes, of_side, degree, strength, hubs), title = describe_network(object),
    measure = measure_of(object)
  ))
}

# glance() and tidy() are registered when the package generics is loaded.
#' @rdname summary.kendall_network
#' @usage \method{glance}{kendall_network}(x, ...)
#' @exportS3Method generics::glance
glance.kendall_network <- function(x, ...) {
  check_dots(...)
  s <- summary.kendall_network(x, hubs = 0)
  settings <- attr(x, "settings")
  one_row(nodes = sum(s$nodes) - s$shared, edges = s$edges, density = s$density,
          positive = s$positive, negative = s$negative, isolated = s$isolated,
          components = length(s$components), largest = max(s$components, 0L), rule = settings$by,
          value = settings$value, sign = settings$sign,
          p.threshold = if (is.null(settings$p.threshold)) NA_real_ else settings$p.threshold,
          nobs = settings$rows)
}

#' @rdname summary.kendall_network
#' @usage \method{tidy}{kendall_network}(x, ...)
#' @exportS3Method generics::tidy
tidy.kendall_network <- function(x, ...) {
  check_dots(...)
  check_network(x)
  columns <- unclass(x)[edge_columns_of(attr(x, "settings"))]
  names(columns)[3] <- "estimate"
  as_table(columns)
}

# The hubs of x, then the hubs of y that are not in x.
hubs_of <- function(nodes, of_side, degree, strength, most) {
  two <- !is.null(nodes$y)
  parts <- lapply(names(of_side), function(side) {
    own <- of_side[[side]]
    place <- if (side == "x") seq_along(own) else which(own > length(nodes$x))
    place <- place[order(-degree[own[place]], -strength[own[place]])]
    place <- utils::head(place[degree[own[place]] > 0], most)
    part <- data.frame(node = nodes[[side]][place], degree = degree[own[place]],
                       strength = strength[own[place]])
    if (two) {
      part[["in"]] <- ifelse(side == "x" & own[place] %in% of_side$y, "x, y", rep(side, nrow(part)))
    }
    part
  })
  do.call(rbind, parts)
}

#' @rdname summary.kendall_network
#' @export
print.summary.kendall_network <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  cat(x$title, "\n", sep = "")
  if (x$shared > 0) {
    cat(sprintf("In x and in y: %s; each pair of columns counted once: %s\n",
                count_of(x$shared, "column"), count_of(x$edges, "edge")))
  }
  cat(sprintf("Density: %s; positive: %s, negative: %s\n", format(x$density, digits = 3),
              format_count(x$positive), format_count(x$negative)))
  cat(sprintf("Columns without edges: %s; connected components: %s", format_count(x$isolated),
              format_count(length(x$components))))
  if (length(x$components) > 0) {
    cat(", the largest of", count_of(x$components[1], "column"))
  }
  cat("\n")
  if (x$edges > 0) {
    cat("Strength |", x$measure, "|:\n", sep = "")
    print(signif(x$strength, 3))
    cat("Hubs:\n")
    print(x$hubs, row.names = FALSE, digits = 3)
  }
  invisible(x)
}

#' @rdname summary.kendall_network
#' @export
print.kendall_network <- function(x, n = 10, ...) {
  check_dots(..., .also = print_arguments)
  n <- check_number_from(n, "n", 0)
  if (!is_network(x)) {
    print(as.data.frame(x), ...)
    return(invisible(x))
  }
  cat(describe_network(x), "\n", sep = "")
  if (nrow(x) > 0) {
    print(utils::head(as.data.frame(x), floor(n)), ...)
  }
  if (nrow(x) > n) {
    cat("... (", count_of(nrow(x) - floor(n), "more edge"), ")\n", sep = "")
  }
  invisible(x)
}

#' @rdname summary.kendall_network
#' @export
as.data.frame.kendall_network <- function(x, row.names = NULL, optional = FALSE, ...,
                                          stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  whole_table(x, row.names, stringsAsFactors)
}

# Some of the edges are a network. Some of the columns are a data frame.
#' @export
`[.kendall_network` <- function(x, ...) {
  part_of_table(x, ..., needed = edge_columns_of(attr(x, "settings")),
                kept = c("nodes", "settings"))
}

#' A network as a matrix or a graph
#'
#' @param x A network, as [kendall_network()] returns it.
#' @param sparse Should the result be a sparse matrix of the package Matrix, in which pairs without
#'   an edge take no memory?
#' @param ... Nothing: an unknown argument is an error that names the argument.
#' @return `as.matrix()`: a matrix with the taus of the edges (or the differences of two levels),
#'   and 0 elsewhere and on the diagonal. `apply()`, `rowSums()` and `t()` ask `as.matrix()`, so
#'   they see this matrix. For the table of edges give them `as.data.frame(x)`.
#'   Without `y` the matrix is symmetric, with a row and a column for each column of the data. With
#'   `y`, its rows are the columns of `x`, and its columns those of `y`. `sparse = TRUE` gives a
#'   `dsCMatrix` or a `dgCMatrix`.
#'
#'   `igraph::as.igraph()`: an undirected graph of all columns, with or without edges. Vertices have
#'   the names of the columns, if there are names. Edges have the attributes `tau`, `p.value`, `n`
#'   (and, with `fdr`, `p.adjusted`), and `weight`, which is `abs(tau)`. A column that is both in
#'   `x` and in `y` (see [kendall_network()]) is one vertex, and an edge that is listed in both
#'   directions is one edge.
#'   If a column of `y` has the name of another column of `x`, `.y` is appended to the name. If no
#'   column is in both, the vertices have the attribute `type` of bipartite graphs, which is `TRUE`
#'   for columns of `y`. Vertices without names are numbered: columns of `x` first, then those of
#'   `y`. Repeated edges (`x[c(1, 1), ]`) are one edge.
#' @family Kendall
#' @seealso [kendall_network()]
#' @examples
#' net <- kendall_network(longley, cutoff = 0.8)
#' as.matrix(net)
#' if (requireNamespace("Matrix", quietly = TRUE)) as.matrix(net, sparse = TRUE)
#' if (requireNamespace("igraph", quietly = TRUE)) {
#'   graph <- igraph::as.igraph(net)
#'   print(graph)
#'   print(igraph::strength(graph))
#' }
#' @export
as.matrix.kendall_network <- function(x, sparse = FALSE, ...) {
  check_dots(...)
  check_network(x)
  check_flag(sparse, "sparse")
  nodes <- attr(x, "nodes")
  ends <- ends_of(x)
  symmetric <- is.null(nodes$y)
  names <- lapply(list(nodes$x, if (symmetric) nodes$x else nodes$y), function(name) {
    if (is.character(name)) name
  })
  dims <- c(length(nodes$x), length(if (symmetric) nodes$x else nodes$y))
  if (sparse) {
    need_package("Matrix", "a sparse matrix")
    once <- !duplicated(data.frame(ends), fromLast = TRUE) # as below
    return(Matrix::sparseMatrix(i = ends$from[once], j = ends$to[once], x = edge_values(x)[once],
                                dims = dims, symmetric = symmetric, dimnames = names))
  }
  check_room(as.double(dims[1]) * dims[2])
  m <- matrix(0, dims[1], dims[2], dimnames = if (!all(vapply(names, is.null, NA))) names)
  m[cbind(ends$from, ends$to)] <- edge_values(x)
  if (symmetric) {
    m[cbind(ends$to, ends$from)] <- edge_values(x)
  }
  m
}

#' @rdname as.matrix.kendall_network
#' @usage \method{as.igraph}{kendall_network}(x, ...)
#' @exportS3Method igraph::as.igraph
as.igraph.kendall_network <- function(x, ...) {
  check_dots(...)
  check_network(x)
  need_package("igraph", "a graph")
  nodes <- attr(x, "nodes")
  merged <- graph_of(x)
  edges <- data.frame(merged$ends,
                      as.data.frame(x)[merged$edges, setdiff(names(x), c("from", "to"))],
                      weight = abs(edge_values(x)[merged$edges]))
  vertices <- data.frame(number = seq_len(merged$count))
  own <- merged$of_y > length(nodes$x)
  if (!is.null(nodes$y) && all(own)) {
    vertices$type <- rep(c(FALSE, TRUE), lengths(nodes))
  }
  graph <- igraph::graph_from_data_frame(edges, directed = FALSE, vertices = vertices)
  graph <- igraph::delete_vertex_attr(graph, "name")
  if (!all(vapply(nodes, is.character, NA) | lengths(nodes) == 0)) {
    return(graph)
  }
  own <- nodes$y[own]
  own <- ifelse(own %in% nodes$x, paste0(own, ".y"), own)
  igraph::set_vertex_attr(graph, "name", value = make.unique(valid_text(c(nodes$x, own))))
}

# ---- parts ----

is_network <- function(x) {
  nodes <- attr(x, "nodes")
  is.list(nodes) && identical(names(nodes), c("x", "y")) && is.list(attr(x, "settings")) &&
    all(edge_columns_of(attr(x, "settings")) %in% names(x)) &&
    is.numeric(edge_values(x)) && all(x$from %in% nodes$x) &&
    all(x$to %in% nodes[[if (is.null(nodes$y)) "x" else "y"]])
}

check_network <- function(x) {
  if (!inherits(x, "kendall_network")) {
    stop_argument("x", "a result of kendall_network()", x)
  }
  if (!is_network(x)) {
    stop_manycore("argument", "'x' was changed after kendall_network() returned it: only rows ",
                  "may be dropped; keep columns and attributes, add no edges", argument = "x")
  }
}

# The edges by the numbers of their columns.
ends_of <- function(x) {
  nodes <- attr(x, "nodes")
  number <- function(end, names) if (is.character(names)) match(end, names) else as.integer(end)
  list(from = number(x$from, nodes$x),
       to = number(x$to, if (is.null(nodes$y)) nodes$x else nodes$y))
}

# A graph with a vertex for each variable, those of x first, and each edge once:
#   count: the number of vertices
#   of_y: the vertices of the columns of y
#   edges: the rows of x that are the edges
#   ends: the vertices of the edges
graph_of <- function(x) {
  nodes <- attr(x, "nodes")
  shared <- attr(x, "settings")$shared # of each column of y its number in x, or 0
  of_y <- if (is.null(shared)) integer(length(nodes$y)) else shared
  own <- of_y == 0
  of_y[own] <- length(nodes$x) + seq_len(sum(own))
  ends <- ends_of(x)
  if (!is.null(nodes$y)) ends$to <- of_y[ends$to]
  edges <- which(!duplicated(pmin(ends$from, ends$to) * 2^31 + pmax(ends$from, ends$to)))
  list(count = length(nodes$x) + sum(own), of_y = of_y, edges = edges,
       ends = lapply(ends, `[`, edges))
}

sums_by <- function(place, value, places) {
  sums <- numeric(places)
  if (length(place) > 0) {
    by <- rowsum(value, place)
    sums[as.integer(rownames(by))] <- by
  }
  sums
}

# Each vertex gets the least label among its own and its neighbours' labels, and then the label of
# the vertex with that number. After a few rounds all vertices of a component have the same label.
component_sizes <- function(x) {
  graph <- graph_of(x)
  ends <- graph$ends
  label <- seq_len(graph$count)
  repeat {
    least <- pmin(label[ends$from], label[ends$to])
    # the last assignment wins, so the least label comes last
    order <- order_parallel(least, decreasing = TRUE, progress = FALSE)
    new <- label
    for (end in ends) {
      at <- label[end][order]
      new[at] <- pmin(new[at], least[order])
    }
    new <- new[new[label]]
    if (identical(new, label)) break
    label <- new
  }
  sizes <- tabulate(label)
  sort(sizes[sizes > 1], decreasing = TRUE)
}

measure_of <- function(x) {
  if (is.null(attr(x, "settings")$contrast)) "tau" else "difference"
}

describe_network <- function(x) {
  nodes <- attr(x, "nodes")
  settings <- attr(x, "settings")
  counts <- lengths(nodes)
  sign <- settings$sign
  measure <- measure_of(x)
  strength <- paste0(switch(sign, both = "|", positive = "", negative = "-"), measure,
                     if (sign == "both") "|")
  rule <- switch(
    settings$by,
    cutoff = paste0(strength, " >= ", format(settings$value),
                    if (sign != "both" && settings$value == 0) " and not 0"),
    top = paste0(if (settings$value == 1) "the strongest partner" else
      if (settings$value == Inf) "all partners" else
        paste("the", format_count(settings$value), "strongest partners"), " of each column",
                 if (!is.null(nodes$y)) " of x", if (sign != "both") paste0(" by ", strength)),
    fdr = paste0("false discovery rate ", format(settings$value), ", ",
                 if (is.na(settings$p.threshold)) "which no p-value passes" else
                   paste("p <=", format(settings$p.threshold, digits = 3)),
                 if (sign != "both") paste0(", ", sign))
  )
  contrast <- settings$contrast
  paste0("Kendall's tau", if (!is.null(contrast)) paste0(", ", contrast[1], " minus ", contrast[2]),
         ": ", count_of(nrow(x), "edge"),
         if (is.null(nodes$y)) paste0(" among ", count_of(counts[1], "column")) else
           paste0(" between ", format_count(counts[1]), " and ", count_of(counts[2], "column")),
         " of ", count_of(settings$rows, "row"), " (", rule, ")")
}
