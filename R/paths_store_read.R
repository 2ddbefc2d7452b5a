# Paths in a store of floyd_warshall(traceback = TRUE), without reading the whole store. Pairs of
# vertices are looked up in pieces of tiles, which are some columns wide.

# Do the tiles of the store hold the vertices between?
has_via <- function(plan) identical(plan$arguments$traceback[[1]], "TRUE")

# The argument of shortest_path() and the like: a result in memory stays as it is; a store becomes
# list(plan, names) of class "stored_paths".
as_paths <- function(x) {
  if (!inherits(x, "tile_matrix")) {
    check_paths(x)
    return(x)
  }
  plan <- plan_of(x)
  if (plan$work != "floyd_warshall") {
    stop_manycore("argument", "'x' is a store of ", plan$work, "(), and has no paths",
                  argument = "x")
  }
  names <- names_of_plan(plan)
  structure(list(plan = plan, names = names), class = "stored_paths")
}

is_stored <- function(x) inherits(x, "stored_paths")

# ---- looking up ----

PIECE <- 2^17 # numbers
PIECES <- 2^23 # of all pieces that are kept

# A function of pairs of vertices that returns list(distance, via). `via` is NA if the store has no
# record.
path_reader <- function(plan) {
  beside <- has_via(plan)
  wide <- max(1, PIECE %/% plan$tile) # columns of a piece
  across <- ceiling(plan$tile / wide) # pieces of a tile
  panels <- plan_panels(plan)[1]
  kept <- new.env(parent = emptyenv())
  size <- 0
  piece <- function(i, j, part) {
    key <- paste(i, j, part)
    found <- kept[[key]]
    if (is.null(found)) {
      last <- min((part + 1) * wide, panel_size(j, plan$tile, plan$dim[2]))
      found <- store_read_both(plan, i, j, first = part * wide + 1, last = last, final = TRUE,
                               beside = beside)
      if (size + length(found$numbers) > PIECES) {
        rm(list = ls(kept), envir = kept)
        size <<- 0
      }
      size <<- size + length(found$numbers)
      kept[[key]] <- found
    }
    found
  }
  function(from, to) {
    distance <- numeric(length(from))
    via <- rep(NA_integer_, length(from))
    i <- (from - 1) %/% plan$tile
    j <- (to - 1) %/% plan$tile
    row <- (from - 1) %% plan$tile + 1
    column <- (to - 1) %% plan$tile
    key <- (j * panels + i) * across + column %/% wide
    for (pairs in split(seq_along(from), key)) {
      first <- pairs[1]
      part <- column[first] %/% wide
      found <- piece(i[first] + 1, j[first] + 1, part)
      at <- cbind(row[pairs], column[pairs] - part * wide + 1)
      distance[pairs] <- found$numbers[at]
      if (beside) via[pairs] <- found$integers[at]
    }
    list(distance = distance, via = via)
  }
}

stored_distances <- function(plan, from, to) path_reader(plan)(from, to)$distance

# ---- paths ----

# The same as paths_between_in_memory(): from the record, or else by a search, which needs the whole
# store in memory.
stored_paths_between <- function(x, from, to) {
  read <- path_reader(x$plan)
  distance <- read(from, to)$distance
  found <- rep(list(integer()), length(from))
  there <- which(is.finite(distance))
  for (some in split(there, (seq_along(there) - 1) %/% 1000)) {
    found[some] <- recorded_paths(read, x$plan, from[some], to[some], distance[some])
  }
  lost <- there[vapply(found[there], is.null, NA)]
  if (length(lost) > 0) {
    found[lost] <- paths_between_in_memory(paths_in_memory(x$plan), from[lost], to[lost])
  }
  found
}

# A path is a tree: a pair of vertices is either an edge, or it has two parts, one to and one from
# the vertex between. The trees of all pairs grow level by level, so that each level reads a piece
# once. The answer is NULL for a path whose record is spoilt (walk.h, search.h).
recorded_paths <- function(read, plan, from, to, distance) {
  pairs <- length(from)
  levels <- list()
  level <- list(pair = seq_len(pairs), from = from, to = to)
  nodes <- numeric(pairs)
  most <- 4 * plan$dim[1] + 64
  while (length(level$pair) > 0) {
    found <- read(level$from, level$to)
    level$weight <- found$distance
    nodes <- nodes + tabulate(level$pair, pairs)
    level$parts <- !is.na(found$via) & nodes[level$pair] <= most
    levels[[length(levels) + 1L]] <- level
    middle <- found$via[level$parts]
    level <- list(pair = rep(level$pair[level$parts], each = 2),
                  from = as.vector(rbind(level$from[level$parts], middle)),
                  to = as.vector(rbind(middle, level$to[level$parts])))
  }
  edges <- edges_in_order(levels)
  single <- as.integer(plan$precision == "single")
  of_pair <- split(seq_along(edges$pair), factor(edges$pair, seq_len(pairs)))
  lapply(seq_len(pairs), function(p) {
    if (from[p] == to[p]) {
      return(from[p])
    }
    at <- without_loops(from[p], edges$to, of_pair[[p]])
    fits <- nodes[p] <= most &&
      .Call(C_paths_add_up, edges$weight[at], distance[p], single)
    if (fits) c(from[p], edges$to[at])
  })
}

# The leaves of trees, from left to right: pair, to, weight. The s-th node with parts on a level has
# the nodes 2 s - 1 and 2 s of the next level as its parts.
edges_in_order <- function(levels) {
  below <- vector("list", length(levels) + 1L) # how many leaves each node has
  below[[length(below)]] <- numeric()
  for (l in rev(seq_along(levels))) {
    count <- rep(1, length(levels[[l]]$pair))
    count[levels[[l]]$parts] <- colSums(matrix(below[[l + 1]], 2))
    below[[l]] <- count
  }
  total <- sum(below[[1]])
  edges <- list(pair = integer(total), to = integer(total), weight = numeric(total))
  start <- cumsum(below[[1]]) - below[[1]]
  for (l in seq_along(levels)) {
    level <- levels[[l]]
    at <- start[!level$parts] + 1
    for (what in names(edges)) {
      edges[[what]][at] <- level[[what]][!level$parts]
    }
    first <- below[[l + 1]][c(TRUE, FALSE)] # leaves of first parts
    start <- as.vector(rbind(start[level$parts], start[level$parts] + first))
  }
  edges
}

# The edges `at` without loops: when the path comes to a vertex again, the edges between are
# dropped. `to` are the ends of edges.
without_loops <- function(from, to, at) {
  if (!anyDuplicated(c(from, to[at]))) {
    return(at)
  }
  path <- integer()
  for (edge in at) {
    since <- match(to[edge], c(from, to[path]))
    path <- if (is.na(since)) c(path, edge) else path[seq_len(since - 1L)]
  }
  path
}

# The whole store as a result in memory.
paths_in_memory <- function(plan) {
  n <- plan$dim[1]
  kept <- is_there(weights_path(plan, 1L))
  check_room(n^2 * (1.5 + kept))
  distance <- read_part(plan, seq_len(n), seq_len(n))
  via <- read_part(integers_beside(plan), seq_len(n), seq_len(n))
  weights <- if (kept) {
    do.call(cbind, lapply(seq_len(plan_panels(plan)[2]), read_weights, plan = plan))
  }
  shortest_paths(distance, via, NULL, plan$precision == "single", weights)
}

# ---- weights, kept if a search may need them (rounds_below_0()) ----

weights_path <- function(plan, k) input_path(plan, "x", k)

weights_label <- function(plan, k) {
  as.double(c(0, k, plan$dim[1], panel_size(k, plan$tile, plan$dim[2]), 0))
}

write_weights <- function(w, plan) {
  for (k in seq_len(plan_panels(plan)[2])) {
    label <- weights_label(plan, k)
    if (read_tile_file(weights_path(plan, k), label, plan$fingerprint, keep = FALSE)$state !=
          "whole") {
      write_tile_file(weights_path(plan, k), label, plan$fingerprint,
                      dense_panel(w, k, plan$tile), plan)
    }
  }
}

read_weights <- function(k, plan) {
  found <- read_tile_file(weights_path(plan, k), weights_label(plan, k), plan$fingerprint)
  if (found$state != "whole") {
    stop_store("the weights of the store '", plan$dir, "' are ", found$state, ": ",
               full_path(weights_path(plan, k)),
               "; floyd_warshall() with the same data writes them")
  }
  found$numbers
}

# The same as rounds_below_0(), for weights that may be in a file.
weights_round_below_0 <- function(w, plan) {
  single <- plan$precision == "single"
  if (!is_source(w)) {
    return(rounds_below_0(w, single))
  }
  least <- largest <- 0
  whole <- TRUE
  for (k in seq_len(plan_panels(plan)[2])) {
    panel <- dense_panel(w, k, plan$tile)
    least <- min(least, panel, na.rm = TRUE)
    largest <- max(largest, abs(range(panel, 0, finite = TRUE)))
    whole <- whole && !any(panel != round(panel), na.rm = TRUE)
  }
  least < 0 && sums_are_rounded(largest * ncol(w), whole, single)
}
