#' Optimal binary search trees
#'
#' The binary search tree with the fewest comparisons for keys that are looked for with known
#' frequencies, and for what lies between them.
#'
#' @param p Frequencies of the keys, in the order of the keys: probabilities, or counts, such as a
#'   [table()] of one variable. Their names are the keys, each there once, or else these are
#'   numbers.
#' @param q Frequencies of searches that find nothing: before the first key, between two keys, and
#'   behind the last one, so one more than `p`. A single number stands for all of them.
#' @param x What `optimal_bst()` returned.
#' @param col Colour of the keys.
#' @param labels Whether to write the keys.
#' @param threads,progress,... As for [cor_kendall()]; for `plot()`, graphical parameters of
#'   [graphics::plot.default()].
#' @inheritParams parenthesize
#'
#' @details
#' The cost is that of Cormen et al.: a key costs its frequency times its depth, where the root has
#' depth 1; a place between keys costs its `q` times one more than the depth of the key above it, as
#' if finding that there is no further key took a comparison, too.
#'
#' Time is `O(n^3)`, as for any weights of [parenthesize()], which this is an instance of. (Knuth's
#' method, for these weights alone, takes `O(n^2)`.) Costs have the rounding errors of `n`
#' additions; of several best roots, up to these, the leftmost is taken.
#'
#' @return An object of class `optimal_bst`, a list of
#'   * `cost`;
#'   * `root`, the key at the root, `NA` without keys;
#'   * `keys`, a data frame with a row for each key: `key`, `p`, `parent` (`NA` for the root),
#'     `side` of the parent on which it hangs, and `depth`, 1 for the root.
#'
#'   `format()` gives a line for each key, indented by its depth; `plot()` draws the tree, with
#'   circles whose areas are the frequencies.
#' @references
#' Cormen TH, Leiserson CE, Rivest RL, Stein C (2009). *Introduction to Algorithms*, 3rd edition,
#' section 15.5. MIT Press.
#' @seealso [parenthesize()]
#' @examples
#' optimal_bst(p = c(0.15, 0.10, 0.05, 0.10, 0.20), q = c(0.05, 0.10, 0.05, 0.05, 0.05, 0.10))
#'
#' words <- c(and = 29, in. = 21, of = 36, the = 69, to = 26)
#' tree <- optimal_bst(words)
#' tree
#' plot(tree)
#' @export
optimal_bst <- function(p, q = 0,
                        algorithm = c("auto", "loop", "recursive", "optimized", "zmorton"),
                        threads = NULL, progress = interactive(), ...) {
  if (...length() > 0L) stop_unused()
  if (length(dim(p)) == 1) { # of table()
    p <- stats::setNames(as.vector(p), names(p))
  }
  keys <- tree_key_names(p)
  if (is.numeric(q) && length(q) == 1) {
    q <- rep(q, length(p) + 1)
  }
  x <- parenthesize(NULL, "obst", list(p, q), algorithm = algorithm, threads = threads,
                    progress = progress)
  if (is.null(x$tree)) { # what overflows
    stop_manycore("data", "'p' and 'q' have sums beyond the numbers of double precision")
  }
  structure(list(cost = x$value, root = if (length(p)) keys[x$tree[1, 2] - 1L] else NA_character_,
                 keys = tree_keys(x$tree, keys, as.double(p))),
            class = "optimal_bst")
}

# Names, or else numbers; each once, as parents are known by them.
tree_key_names <- function(p) {
  keys <- names(p)
  if (is.null(keys)) {
    return(as.character(seq_along(p)))
  }
  none <- is.na(keys) | !nzchar(keys)
  keys[none] <- which(none)
  if (anyDuplicated(keys) > 0) {
    stop_manycore("argument", "'p' must have different names, of keys in their order, but has ",
                  quoted(keys[duplicated(keys)][1]), " more than once", argument = "p")
  }
  keys
}

# Key k is point k + 1. The intervals on either side of a key are those of its children.
tree_keys <- function(tree, keys, p) {
  parent <- rep(NA_integer_, length(keys))
  side <- rep(NA_character_, length(keys))
  depth <- rep(1L, length(keys))
  place <- paste(tree[, 1], tree[, 3])
  at <- tree[, 2] - 1L
  for (half in c("left", "right")) {
    child <- match(if (half == "left") paste(tree[, 1], tree[, 2]) else
      paste(tree[, 2], tree[, 3]), place)
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

# A line for each key, the least first: as a tree that lies on its side.
#' @export
format.optimal_bst <- function(x, ...) {
  paste0(strrep("    ", x$keys$depth - 1L), x$keys$key)
}

#' @export
print.optimal_bst <- function(x, ...) {
  n <- nrow(x$keys)
  cat("Optimal search tree of ", count_of(n, "key"), ": ", format(x$cost), "\n", sep = "")
  shown <- utils::head(format(x), 50)
  cat(sprintf("%s\n", shown), sep = "")
  if (n > length(shown)) cat("... and", n - length(shown), "more\n")
  invisible(x)
}

#' @rdname optimal_bst
#' @export
plot.optimal_bst <- function(x, ..., col = "lightblue", labels = nrow(x$keys) <= 60) {
  check_graphical(list(...), c("col", "labels"), list())
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
