# Methods for the results of parenthesize() and matrix_chain().

#' Dynamic programs as tables, summaries and pictures
#'
#' Methods for the results of [parenthesize()], [matrix_chain()], [optimal_bst()],
#' [triangulate_polygon()], [fold_rna()], [fold_accordion()] and [align_gap()].
#'
#' @param x,object A result of one of these functions; for `print()` of a summary the summary.
#' @param row.names,optional,stringsAsFactors As for [as.data.frame()].
#' @param what Which table: see the section Value.
#' @param labels Labels of the parts; `NULL` for their numbers.
#' @param ... For `plot()` graphical parameters of [graphics::plot.default()]. `print()` takes the
#'   arguments of [print.default()], without effect. Anything else is an error.
#'
#' @details
#' The tables need a result with `traceback = TRUE`.
#'
#' @return `as.data.frame()` and `generics::tidy()` return a data frame with a row for each
#'   * join of [parenthesize()], outer joins first: `i`, `k`, `j`, and the `value` of the interval;
#'   * product of [matrix_chain()], outer products first: `first`, `split`, `last`, and the
#'     `multiplications` of this product alone;
#'   * key of [optimal_bst()]: its table `keys`;
#'   * diagonal of [triangulate_polygon()]: the corners `from` and `to`, and `length`; with
#'     `what = "triangles"` a row for each triangle: `corner1`, `corner2`, `corner3`;
#'   * pair of [fold_rna()]: the places `from` and `to`, and their bases `from_base` and `to_base`;
#'   * strand of [fold_accordion()]: `strand`, `first`, `last`, and `contacts` with the next strand;
#'     with `what = "contacts"` a row for each contact: the residues `from` and `to`;
#'   * column of an alignment by [align_gap()]: see there.
#'
#'   `summary()` returns a list of the class `summary.<class>`, which `print()` shows: sizes, the
#'   cost (value, score), and numbers that describe the structure, such as its depth.
#'
#'   `generics::glance()` returns the single numbers of the summary as a data frame of one row.
#'
#'   `plot()` of [parenthesize()] and [matrix_chain()] draws the joins as a tree over the parts, and
#'   returns `x`, invisibly. For other pictures see the pages of the functions.
#' @examples
#' x <- matrix_chain(c(30, 35, 15, 5, 10, 20, 25))
#' summary(x)
#' as.data.frame(x)
#' plot(x)
#' as.data.frame(fold_rna("GGGGAAAACCCC"))
#' @name dynprog-methods
#' @aliases summary.parenthesization
NULL

# Stops unless the result has a part that traceback = TRUE makes.
check_traced <- function(part, what, argument = "x") {
  if (is.null(part)) {
    stop_manycore("argument", "'", argument, "' must be made with traceback = TRUE for ", what,
                  argument = argument)
  }
}

# ---- parenthesize() ----

parts_of <- function(x) max(ncol(x$table) - 1L, 0L)

# The tree for the method `what`, without rows if everything is forbidden. Stops if the result was
# made without traceback.
joins_of <- function(x, what, argument = "x") {
  if (is.null(x$tree) && is.infinite(x$value)) {
    return(matrix(0L, 0, 3, dimnames = list(NULL, c("i", "k", "j"))))
  }
  check_traced(x$tree, what, argument)
  x$tree
}

#' @rdname dynprog-methods
#' @export
format.parenthesization <- function(x, labels = NULL, ...) {
  check_dots(..., .also = format_arguments)
  parts <- parts_of(x)
  if (is.null(labels)) {
    labels <- seq_len(parts)
  } else if (length(labels) != parts) {
    stop_manycore("size", "'labels' must have ", parts, " elements, not ", length(labels))
  }
  if (is.null(x$tree)) {
    return(NA_character_)
  }
  parentheses(x$tree, as.character(labels))
}

# The part between the points l and l + 1 has as many opening parentheses as intervals begin at l,
# and as many closing ones as intervals end at l + 1.
parentheses <- function(tree, labels) {
  points <- length(labels) + 1L
  open <- tabulate(tree[, 1], points)[-points]
  close <- tabulate(tree[, 3], points)[-1]
  paste0(strrep("(", open), labels, strrep(")", close), collapse = " ")
}

parenthesization_title <- function(parts, value) {
  paste0("Parenthesization of ", count_of(parts, "part"), ": ", format(value, digits = 15))
}

#' @export
print.parenthesization <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  parts <- parts_of(x)
  cat(parenthesization_title(parts, x$value), "\n", sep = "")
  if (is.infinite(x$value)) {
    cat("everything is forbidden\n")
  } else if (!is.null(x$tree) && parts > 0) {
    cat(shortened(format(x)), "\n", sep = "")
  }
  invisible(x)
}

#' @rdname dynprog-methods
#' @export
summary.parenthesization <- function(object, ...) {
  check_dots(...)
  structure(class = "summary.parenthesization", list(
    parts = parts_of(object), value = object$value, feasible = is.finite(object$value),
    depth = if (!is.null(object$tree)) depth_of_joins(object$tree)
  ))
}

#' @export
print.summary.parenthesization <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  print_fields(parenthesization_title(x$parts, x$value), c(
    feasible = if (x$feasible) "yes" else "no: everything is forbidden",
    "depth of parentheses" = if (!is.null(x$depth)) format_count(x$depth)
  ))
  invisible(x)
}

#' @rdname dynprog-methods
#' @export
as.data.frame.parenthesization <- function(x, row.names = NULL, optional = FALSE, ...,
                                           stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  tree <- joins_of(x, "as.data.frame()")
  as_table(list(i = tree[, 1], k = tree[, 2], j = tree[, 3],
                value = x$table[tree[, c(1, 3), drop = FALSE]]), row.names, stringsAsFactors)
}

#' @export
as.matrix.parenthesization <- function(x, ...) no_matrix(x, ...)

#' @rdname dynprog-methods
#' @usage \method{tidy}{parenthesization}(x, ...)
#' @exportS3Method generics::tidy
tidy.parenthesization <- function(x, ...) {
  as.data.frame(x, ...)
}

#' @rdname dynprog-methods
#' @usage \method{glance}{parenthesization}(x, ...)
#' @exportS3Method generics::glance
glance.parenthesization <- function(x, ...) {
  check_dots(...)
  s <- summary(x)
  one_row(parts = s$parts, value = s$value, feasible = s$feasible,
          depth = if (is.null(s$depth)) NA_integer_ else s$depth)
}

#' @rdname dynprog-methods
#' @export
plot.parenthesization <- function(x, ..., labels = NULL) {
  check_dots(..., .also = graphical_arguments())
  parts <- parts_of(x)
  tree <- joins_of(x, "plot()")
  draw_joins(tree, if (is.null(labels)) seq_len(parts) else labels,
             list(main = parenthesization_title(parts, x$value)), ...)
  invisible(x)
}

# ---- joins as a tree: rows i, k, j, outer joins first ----

# The rows of both parts of each join, NA for a single part.
parts_of_joins <- function(tree) {
  place <- paste(tree[, 1], tree[, 3])
  list(left = match(paste(tree[, 1], tree[, 2]), place),
       right = match(paste(tree[, 2], tree[, 3]), place))
}

# How deep parentheses are nested.
depth_of_joins <- function(tree) {
  if (nrow(tree) == 0) 0L else as.integer(max(heights_of_joins(tree)))
}

# The height of each join above its single parts, which have height 0.
heights_of_joins <- function(tree, parts = parts_of_joins(tree)) {
  height <- rep(1, nrow(tree))
  of_part <- function(row) if (is.na(row)) 0 else height[row]
  for (row in rev(seq_len(nrow(tree)))) {
    height[row] <- 1 + max(of_part(parts$left[row]), of_part(parts$right[row]))
  }
  height
}

# Draws the joins over the parts, which stand in a row.
draw_joins <- function(tree, labels, settings, ...) {
  count <- length(labels)
  if (count == 0) {
    stop_manycore("argument", "'x' has no parts to draw", argument = "x")
  }
  parts <- parts_of_joins(tree)
  height <- heights_of_joins(tree, parts)
  across <- numeric(nrow(tree))
  x_of <- function(row, part) ifelse(is.na(row), part, across[row])
  for (row in rev(seq_len(nrow(tree)))) { # inner joins first
    across[row] <- (x_of(parts$left[row], tree[row, 1]) +
                      x_of(parts$right[row], tree[row, 3] - 1)) / 2
  }
  top <- max(height, 1)
  draw_with(graphics::plot, c(list(x = c(0.5, count + 0.5), y = c(-0.1 * top, top), type = "n",
                                   axes = FALSE, xlab = "", ylab = ""), settings), ...)
  for (side in names(parts)) {
    row <- parts[[side]]
    at <- x_of(row, if (side == "left") tree[, 1] else tree[, 3] - 1)
    below <- ifelse(is.na(row), 0, height[row])
    graphics::segments(at, below, at, height, col = "grey40")
    graphics::segments(at, height, across, height, col = "grey40")
  }
  if (count <= 100) {
    graphics::text(seq_len(count), 0, labels, pos = 1, xpd = NA, cex = min(1, 25 / count))
  }
}

# ---- matrix_chain() ----

matrices_in <- function(x) length(x$dims) - 1L

chain_cost <- function(value) {
  if (value < 1e15) format_count(value) else format(value, digits = 15) # no more digits are known
}

chain_title <- function(matrices, cost, left_to_right) {
  paste0("Chain of ", format_count(matrices), if (matrices == 1) " matrix: " else " matrices: ",
         chain_cost(cost), " multiplications",
         if (matrices > 1) paste0(", left to right ", chain_cost(left_to_right)))
}

#' @rdname dynprog-methods
#' @export
format.matrix_chain <- function(x, ...) {
  check_dots(..., .also = format_arguments)
  x$order
}

#' @export
print.matrix_chain <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  cat(chain_title(matrices_in(x), x$cost, x$left_to_right), "\n", sep = "")
  cat(shortened(x$order), "\n", sep = "")
  invisible(x)
}

#' @rdname dynprog-methods
#' @export
summary.matrix_chain <- function(object, ...) {
  check_dots(...)
  structure(class = "summary.matrix_chain", list(
    matrices = matrices_in(object), cost = object$cost, left_to_right = object$left_to_right,
    saving = if (object$cost > 0) object$left_to_right / object$cost else NA_real_,
    depth = depth_of_joins(points_of_chain(object)),
    largest = max(as.data.frame(object)$multiplications, 0)
  ))
}

#' @export
print.summary.matrix_chain <- function(x, ...) {
  check_dots(..., .also = print_arguments)
  print_fields(chain_title(x$matrices, x$cost, x$left_to_right), c(
    saving = if (!is.na(x$saving)) saving_in_words(x$saving),
    "largest product" = paste(chain_cost(x$largest), "multiplications"),
    "depth of parentheses" = format_count(x$depth)
  ))
  invisible(x)
}

# `saving`: the multiplications from left to right, divided by the least number.
saving_in_words <- function(saving) {
  if (saving <= 1 + 1e-12) { # sums may be rounded
    "none: left to right is as good"
  } else if (saving < 1.001) {
    "less than 0.1 % fewer"
  } else if (saving < 2) {
    paste(format(100 * (1 - 1 / saving), digits = 2), "% fewer")
  } else {
    paste(format(saving, digits = 3), "times fewer")
  }
}

# The tree of a chain by points, as parenthesize() has it.
points_of_chain <- function(x) {
  cbind(i = x$tree[, "first"], k = x$tree[, "split"] + 1L, j = x$tree[, "last"] + 1L)
}

#' @rdname dynprog-methods
#' @export
as.data.frame.matrix_chain <- function(x, row.names = NULL, optional = FALSE, ...,
                                       stringsAsFactors = FALSE) {
  check_dots(..., .also = table_arguments)
  at <- points_of_chain(x)
  as_table(list(first = x$tree[, "first"], split = x$tree[, "split"], last = x$tree[, "last"],
                multiplications = x$dims[at[, "i"]] * x$dims[at[, "k"]] * x$dims[at[, "j"]]),
           row.names, stringsAsFactors)
}

#' @export
as.matrix.matrix_chain <- function(x, ...) no_matrix(x, ...)

#' @rdname dynprog-methods
#' @usage \method{tidy}{matrix_chain}(x, ...)
#' @exportS3Method generics::tidy
tidy.matrix_chain <- function(x, ...) {
  as.data.frame(x, ...)
}

#' @rdname dynprog-methods
#' @usage \method{glance}{matrix_chain}(x, ...)
#' @exportS3Method generics::glance
glance.matrix_chain <- function(x, ...) {
  check_dots(...)
  do.call(one_row, unclass(summary(x)))
}

#' @rdname dynprog-methods
#' @export
plot.matrix_chain <- function(x, ...) {
  check_dots(..., .also = graphical_arguments())
  count <- matrices_in(x)
  draw_joins(points_of_chain(x), sprintf("A%d", seq_len(count)),
             list(main = chain_title(count, x$cost, x$left_to_right)), ...)
  invisible(x)
}
