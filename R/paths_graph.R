# Graphs of all classes as a matrix of weights.

as_weights <- function(w) {
  if (inherits(w, "igraph")) {
    return(weights_of_igraph(w))
  }
  # where Matrix is not loaded, inherits() knows only the class itself
  if (inherits(w, c("sparseMatrix", "dgCMatrix", "dsCMatrix", "dgTMatrix"))) {
    return(weights_of_sparse(w))
  }
  if (inherits(w, "kendall_network")) {
    stop_edges("'w' must have lengths, but a network has ",
               if (is.null(w$tau)) "differences of taus" else c(
                 "taus", if (is.null(attr(w, "nodes")$y)) c(": with tau <- as.matrix(w) take ",
                                                            "ifelse(tau == 0, Inf, 1 - abs(tau))")))
  }
  if (is.data.frame(w)) {
    return(weights_of_edges(w))
  }
  refuse_integer64(w, "w")
  if ((inherits(w, "dist") && is_number(attr(w, "Size"))) || inherits(w, "Matrix")) {
    w <- as.matrix(w)
  }
  if (is.matrix(w) && is.logical(w) && all(is.na(w))) {
    storage.mode(w) <- "double" # as matrix(NA, n, n): no edges
  }
  if (!is.matrix(w) || !is.numeric(w)) {
    stop_manycore("argument", "'w' must be a square numeric matrix, a sparse matrix, a data frame ",
                  "of edges, or an igraph graph, not ", describe_weights(w), argument = "w")
  }
  if (nrow(w) != ncol(w)) {
    stop_manycore("size", "'w' must be square, not ", nrow(w), " x ", ncol(w),
                  if (ncol(w) %in% 2:3) "; a table of edges must be a data frame: as.data.frame()")
  }
  check_names(w)
  tell_many_zeros(w)
  w
}

# A matrix of zeros and ones, or of 0 for "no edge", gives wrong paths without an error. So a
# message says so if most of the weights between different vertices are 0. All weights are counted
# only if most weights of some columns are 0.
tell_many_zeros <- function(w) {
  n <- ncol(w)
  some <- unique(round(seq(1, n, length.out = min(n, 32))))
  if (n > 2 && sum(w[, some] == 0, na.rm = TRUE) > length(some) * (n - 1) / 2 &&
        sum(w == 0, na.rm = TRUE) - sum(diag(w) == 0, na.rm = TRUE) > n * (n - 1) / 2) {
    message("most weights of 'w' are 0, which are edges of weight 0: no edge is Inf or NA")
  }
}

# Rows and columns are the same vertices, so they must have the same names.
check_names <- function(w) {
  names <- dimnames(w)
  if (!is.null(names[[1]]) && !is.null(names[[2]]) && !identical(names[[1]], names[[2]])) {
    stop_edges("'w' must have the same names for rows and columns, as both are the vertices")
  }
}

describe_weights <- function(w) {
  # is.atomic(NULL) is FALSE since R 4.4
  bare <- is.atomic(w) && !is.null(w) && is.null(dim(w))
  paste0(if (bare) paste("an object of class", class(w)[1]) else
    describe(w), if (is.logical(w)) ": weights are numbers")
}

# A matrix with the weight of each edge, Inf for no edge. Of parallel edges the shortest counts. A
# weight of NA is no edge.
weights_matrix <- function(n, from, to, weight, names = NULL) {
  check_room(as.double(n)^2)
  w <- matrix(Inf, n, n, dimnames = if (!is.null(names)) list(names, names))
  there <- is.nan(weight) | !is.na(weight)
  from <- from[there]
  to <- to[there]
  weight <- weight[there]
  place <- order(weight, decreasing = TRUE) # the last one stays
  w[cbind(from, to)[place, , drop = FALSE]] <- weight[place]
  w
}

stop_edges <- function(...) {
  stop_manycore("argument", ..., argument = "w")
}

weights_of_igraph <- function(graph) {
  need_package("igraph", "a graph of igraph")
  ends <- igraph::as_edgelist(graph, names = FALSE)
  weight <- igraph::edge_attr(graph, "weight")
  if (is.null(weight)) {
    weight <- rep(1, nrow(ends))
  }
  check_weight(weight)
  from <- ends[, 1]
  to <- ends[, 2]
  if (!igraph::is_directed(graph)) {
    both <- c(from, to)
    to <- c(to, from)
    from <- both
    weight <- c(weight, weight)
  }
  weights_matrix(igraph::vcount(graph), from, to, weight, igraph::vertex_attr(graph, "name"))
}

weights_of_sparse <- function(w) {
  need_package("Matrix", "a sparse matrix")
  if (nrow(w) != ncol(w)) {
    stop_manycore("size", "'w' must be square, not ", nrow(w), " x ", ncol(w))
  }
  if (inherits(w, "lMatrix")) {
    stop_edges("'w' must have numeric weights, not logical")
  }
  check_names(w)
  names <- dimnames(w)
  entries <- w
  for (class in c("dMatrix", "generalMatrix", "CsparseMatrix", "TsparseMatrix")) {
    entries <- methods::as(entries, class)
  }
  weights <- weights_matrix(nrow(w), entries@i + 1L, entries@j + 1L, entries@x)
  dimnames(weights) <- if (!is.null(names[[1]]) || !is.null(names[[2]])) names
  weights
}

weights_of_edges <- function(edges) {
  columns <- c("from", "to", "weight")
  if (all(columns[1:2] %in% names(edges))) {
    others <- edges[setdiff(names(edges), columns)]
    odd <- names(Filter(is.numeric, others))
    if (!"weight" %in% names(edges) && length(odd) > 0) {
      stop_edges("'w' has no column 'weight', but a column '", odd[1], "': rename '", odd[1],
                 "', or leave it out")
    }
    edges <- edges[intersect(columns, names(edges))]
  } else if (!ncol(edges) %in% 2:3) {
    stop_edges("'w' must have the columns 'from' and 'to' (and 'weight', if edges have weights), ",
               "or two or three columns in this order; for a matrix of weights see as.matrix()")
  }
  from <- edge_column(edges, 1, "vertex")
  to <- edge_column(edges, 2, "vertex")
  weight <- if (ncol(edges) > 2) edge_column(edges, 3, "weight") else rep(1, nrow(edges))
  check_weight(weight)
  if (inherits(from, "integer64") || inherits(to, "integer64")) {
    stop_edges("'w' must have vertices that are numbers or names, not integer64; see as.double()")
  }
  if (anyNA(from) || anyNA(to)) {
    stop_edges("'w' has an edge without a vertex (NA) in row ", which(is.na(from) | is.na(to))[1])
  }
  if (is.numeric(from) && is.numeric(to)) {
    ends <- c(from, to)
    odd <- ends < 1 | ends != round(ends) | is.infinite(ends)
    if (any(odd)) {
      stop_edges("'w' must have vertices that are positive whole numbers, or names, not ",
                 format(ends[odd][1]))
    }
    names <- NULL
    n <- max(0, ends)
    if (n > 2^16 && n > 100 * length(ends)) {
      stop_edges("'w' has vertices numbered up to ", format_count(n), ", and each number would be ",
                 "a vertex; turn them into names: as.character()")
    }
    with_edges <- length(unique(ends))
    if (n > 100 && n > 2 * with_edges) {
      message("'w' has ", format_count(n), " vertices, as many as its largest number; ",
              format_count(with_edges), " have edges: as.character() makes names of numbers")
    }
  } else {
    names <- unique(c(as.character(from), as.character(to)))
    n <- length(names)
    from <- match(as.character(from), names)
    to <- match(as.character(to), names)
  }
  weights_matrix(n, from, to, weight, names)
}

# A column with a vertex or weight for each edge, without dimensions.
edge_column <- function(edges, number, what) {
  column <- edges[[number]]
  shape <- dim(column)
  odd <- if (is.data.frame(column)) {
    "a data frame"
  } else if (length(shape) > 1) {
    paste("a", paste(shape, collapse = " x "), if (length(shape) == 2) "matrix" else "array")
  } else if (is.list(column) && inherits(column, "POSIXlt")) {
    "POSIXlt; see as.character()"
  } else if (is.list(column)) {
    "a list"
  } else if (what == "vertex" && (is.logical(column) || is.complex(column) || is.raw(column))) {
    typeof(column)
  } else if (!is.atomic(column) || is.null(column)) {
    describe_weights(column)
  } else if (length(column) != nrow(edges)) {
    paste(length(column), "values for", nrow(edges), "edges")
  }
  if (!is.null(odd)) {
    stop_edges("'w' must have ", if (what == "vertex") "a positive whole number, or a name," else
      "a number", " for each edge in column '", names(edges)[number], "', not ", odd)
  }
  if (length(shape) == 1) as.vector(column) else column
}

check_weight <- function(weight) {
  no_weight <- is.logical(weight) && all(is.na(weight))
  if (inherits(weight, "integer64") || !(is.numeric(weight) || no_weight)) {
    stop_edges("'w' must have numeric weights, not ", class(weight)[1])
  }
  if (length(dim(weight)) > 1) {
    stop_edges("'w' must have a number as the weight of each edge, not a matrix")
  }
}

vertex_names <- function(names, index) {
  own <- if (is.null(names[[1]])) names[[2]] else names[[1]]
  if (is.null(own)) as.character(index) else own[index]
}

bad_weight <- function(w, at, single) {
  bad_weight_at(w[at], arrayInd(at, dim(w)), dimnames(w), single)
}

bad_weight_at <- function(value, place, names, single) {
  paste0("'w' has ", if (is.nan(value)) "NaN" else short_number(value, 7L), " from ",
         vertex_names(names, place[1]), " to ", vertex_names(names, place[2]),
         if (is.nan(value)) ", which is not a weight; NA or Inf means that there is no edge" else
           if (is.finite(value)) paste(": lengths of paths may be beyond the range of",
                                       if (single) "single" else "double", "precision") else
           ", which is not a weight")
}

# Can rounding lead a path over negative weights into itself?
rounds_below_0 <- function(w, single) {
  if (min(w, 0, na.rm = TRUE) >= 0) {
    return(FALSE)
  }
  largest <- max(abs(range(w, 0, finite = TRUE)))
  sums_are_rounded(largest * nrow(w), !is.double(w) || !any(w != round(w), na.rm = TRUE), single)
}

# `largest` is a bound on sums, `whole` whether all weights are whole numbers.
sums_are_rounded <- function(largest, whole, single) {
  largest >= (if (single) 2^24 else 2^53) || !whole
}
