#' Optimal binary search trees
#'
#' `optimal_bst()` finds the binary search tree with the fewest comparisons, given the frequencies
#' of searches for keys and of searches between keys.
#'
#' @param p Frequencies of the keys, in the order of the keys: probabilities, or counts, such as a
#'   [table()] of one variable. Their names, which must differ, are the keys. Without names the keys
#'   are numbers.
#' @param q Frequencies of searches that find no key: before the first key, between two keys, and
#'   behind the last one. So `q` has one number more than `p`. A single number counts for all
#'   places.
#' @param x A result of `optimal_bst()`.
#' @param col Colour of the keys.
#' @param labels Whether to write the keys.
#' @param threads,progress,... As for [cor_kendall()]; for `plot()`, graphical parameters of
#'   [graphics::plot.default()].
#' @inheritParams parenthesize
#'
#' @details
#' The cost is that of Cormen et al. The depth of the root is 1. A key costs its frequency times its
#' depth. A place between keys costs its `q` times one more than the depth of the key above it: the
#' end of an unsuccessful search counts as a comparison, too.
#'
#' **Time** is `O(n^3)` and **memory** `8 n^2` bytes, because it is [parenthesize()] with its weight
#' `"obst"`. (Knuth's method, for these weights alone, takes `O(n^2)`.) Costs have the rounding
#' errors of `n` additions. If several roots are best up to these errors, the leftmost is taken.
#'
#' **Errors** are of the classes in [manycore_errors]: `"data"` for frequencies that are `NA` or
#' negative; the message has the place.
#'
#' @return An object of class `optimal_bst`, a list of
#'   * `cost`;
#'   * `root`, the key at the root, `NA` without keys;
#'   * `keys`, a data frame with a row for each key: `key`, `p`, `parent` (`NA` for the root),
#'     `side` (of the parent, `"left"` or `"right"`), and `depth`, 1 for the root.
#'
#'   `format()` gives a line for each key, indented by its depth. `plot()` draws the tree; the areas
#'   of its circles are the frequencies.
#' @references
#' Cormen TH, Leiserson CE, Rivest RL, Stein C (2009). *Introduction to Algorithms*, 3rd edition,
#' section 15.5. MIT Press.
#' @seealso [parenthesize()], [dynprog-methods] for `summary()` and tables
#' @examples
#' optimal_bst(p = c(0.15, 0.10, 0.05, 0.10, 0.20), q = c(0.05, 0.10, 0.05, 0.05, 0.05, 0.10))
#'
#' words <- c(and = 29, in. = 21, of = 36, the = 69, to = 26)
#' tree <- optimal_bst(words)
#' tree
#' plot(tree)
#' @family dynamic programs
#' @export
optimal_bst <- function(p, q = 0,
                        algorithm = c("auto", "loop", "recursive", "optimized", "zmorton"),
                        threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  if (missing(p)) stop_missing("p")
  if (length(dim(p)) == 1) { # of table()
    p <- stats::setNames(as.vector(p), names(p))
  }
  keys <- tree_key_names(p)
  if (is.numeric(q) && length(q) == 1) {
    q <- rep(q, length(p) + 1)
  }
  x <- parenthesize(NULL, "obst", list(p, q), algorithm = algorithm, threads = threads,
                    progress = progress)
  if (is.null(x$tree)) { # costs overflow
    stop_manycore("data", "'p' and 'q' have sums beyond the range of double precision")
  }
  structure(list(cost = x$value, root = if (length(p)) keys[x$tree[1, 2] - 1L] else NA_character_,
                 keys = tree_keys(x$tree, keys, as.double(p))),
            class = "optimal_bst")
}

# The names of keys, or numbers. They must differ, because they identify parents.
tree_key_names <- function(p) {
  keys <- names(p)
  if (is.null(keys)) {
    return(as.character(seq_along(p)))
  }
  none <- is.na(keys) | !nzchar(keys)
  keys[none] <- which(none)
  if (anyDuplicated(keys) > 0) {
    stop_manycore("argument", "'p' must have a different name for each key, but has ",
                  quoted(keys[duplicated(keys)][1]), " more than once", argument = "p")
  }
  keys
}

# Key k is point k + 1. The intervals on both sides of a key are those of its children.
tree_keys <- function(tree, keys, p) {
  parent <- rep(NA_integer_, length(keys))
  side <- rep(NA_character_, length(keys))
  depth <- rep(1L, length(keys))
  parts <- parts_of_joins(tree)
  at <- tree[, 2] - 1L
  for (half in names(parts)) {
    child <- parts[[half]]
    there <- !is.na(child)
    parent[at[child[there]]] <- at[there]
    side[at[child[there]]] <- half
  }
  for (k in at[-1]) { # parents come first
    depth[k] <- depth[parent[k]] + 1L
  }
  data.frame(key = keys, p = p, parent = keys[parent], side = side, depth = depth,
             stringsAsFactors = FALSE)
}

# A line for each key, the smallest first: the tree lies on its side.
#' @rdname dynprog-methods
#' @export
format.optimal_bst <- function(x, ...) {
  check_dots(..., .also = format_arguments)
  paste0(strrep("    ", x$keys$depth - 1L), x$keys$key)
}

bst_title <- function(keys, cost) {
  paste0("Optimal search tree of ", count_of(keys, "key"), ": ", format(cost))
}

#' @export
print.optimal_bst <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  n <- nrow(x$keys)
  cat(bst_title(n, x$cost), "\n", sep = "")
  shown <- valid_text(utils::head(format(x), 50))
  cat(sprintf("%s\n", shown), sep = "")
  if (n > length(shown)) cat("... and", n - length(shown), "more\n")
  invisible(x)
}

#' @rdname dynprog-methods
#' @export
summary.optimal_bst <- function(object, ...) {
  check_dots(...)
  keys <- object$keys
  structure(class = "summary.optimal_bst", list(
    keys = nrow(keys), cost = object$cost, root = object$root, depth = max(keys$depth, 0L),
    mean_depth = if (sum(keys$p) > 0) sum(keys$p * keys$depth) / sum(keys$p) else NA_real_
  ))
}

#' @export
print.summary.optimal_bst <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  print_fields(bst_title(x$keys, x$cost), c(
    root = if (!is.na(x$root)) x$root, depth = format_count(x$depth),
    "mean depth of a search" = if (!is.na(x$mean_depth)) format(x$mean_depth, digits = 4)
  ))
  invisible(x)
}

#' @rdname dynprog-methods
#' @export
as.data.frame.optimal_bst <- function(x, row.names = NULL, optional = FALSE, ...,
                                      stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  as_table(as.list(x$keys), row.names, stringsAsFactors)
}

#' @export
as.matrix.optimal_bst <- function(x, ...) no_matrix(x, ...)

#' @rdname dynprog-methods
#' @usage \method{tidy}{optimal_bst}(x, ...)
#' @exportS3Method generics::tidy
tidy.optimal_bst <- function(x, ...) {
  as.data.frame(x, ...)
}

#' @rdname dynprog-methods
#' @usage \method{glance}{optimal_bst}(x, ...)
#' @exportS3Method generics::glance
glance.optimal_bst <- function(x, ...) {
  check_dots(...)
  do.call(one_row, unclass(summary(x)))
}

#' @rdname optimal_bst
#' @export
plot.optimal_bst <- function(x, ..., col = "lightblue", labels = nrow(x$keys) <= 60) {
  check_dots(..., .also = graphical_arguments())
  check_flag(labels, "labels")
  keys <- x$keys
  across <- seq_len(nrow(keys))
  down <- -keys$depth
  draw_with(graphics::plot, list(x = c(0.5, nrow(keys) + 0.5), y = c(min(down, -1) - 0.5, -0.5),
                                 type = "n", axes = FALSE, xlab = "", ylab = ""), ...)
  parent <- match(keys$parent, keys$key)
  graphics::segments(across, down, across[parent], down[parent], col = "grey60")
  graphics::points(across, down, pch = 21, bg = col,
                   cex = 6.5 * min(1, 15 / nrow(keys)) * sqrt(keys$p / max(keys$p, 1e-300)))
  if (labels && nrow(keys) > 0) {
    graphics::text(across, down, keys$key, cex = 0.8)
  }
  invisible(x)
}
