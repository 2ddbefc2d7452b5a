#' Products of many matrices in the cheapest order
#'
#' `matrix_chain()` finds the order in which a chain of matrices takes the fewest multiplications
#' of numbers, `matrix_chain_multiply()` multiplies in this order.
#'
#' @param dims The dimensions: `n + 1` whole numbers for `n` matrices, of which matrix `i` is
#'   `dims[i]` by `dims[i + 1]`; or a list of the matrices.
#' @param table `TRUE` for the tables of the textbook as well. The splits of all intervals take
#'   `O(n^3)` time once more, and as much memory as half the costs.
#' @param matrices A list of numeric or complex matrices, or other objects that have `dim()` and
#'   `%*%`, such as those of the package Matrix; no data frames. Names of the list do not matter.
#' @param threads,progress,... As for [cor_kendall()]; `algorithm` as for [parenthesize()]. The
#'   product itself is `%*%`'s, with the threads of R's BLAS.
#' @inheritParams parenthesize
#'
#' @details
#' See [parenthesize()] for time, memory, and what is equal: of several cheapest orders the one is
#' found whose outermost split is leftmost, and so on within. Costs up to 2^53 are exact.
#'
#' @return `matrix_chain()`: an object of class `matrix_chain`, a list of
#'   * `cost`, the number of multiplications of numbers;
#'   * `order`, how to put parentheses, such as `"((A1 (A2 A3)) A4)"`;
#'   * `tree`, a matrix of integers with a row for each product, outer ones first: that of the
#'     matrices `first` to `split` by the matrices `split + 1` to `last`;
#'   * `left_to_right`, what it costs in the order as it stands;
#'   * with `table = TRUE`, `costs` and `splits`: upper triangular matrices, `[i, j]` for the
#'     matrices `i` to `j`, `m` and `s` of Cormen et al.
#'
#'   `matrix_chain_multiply()`: the product; with the dimnames that `%*%` gives it.
#' @references
#' Cormen TH, Leiserson CE, Rivest RL, Stein C (2009). *Introduction to Algorithms*, 3rd edition,
#' section 15.2. MIT Press.
#' @seealso [parenthesize()]
#' @examples
#' x <- matrix_chain(c(30, 35, 15, 5, 10, 20, 25))
#' x
#' matrix_chain(c(30, 35, 15, 5, 10, 20, 25), table = TRUE)$splits
#'
#' a <- matrix(rnorm(2000), 100)
#' v <- rnorm(100)
#' matrix_chain(list(a, t(a), cbind(v)))$order
#' identical(dim(matrix_chain_multiply(list(a, t(a), cbind(v)))), c(100L, 1L))
#' @export
matrix_chain <- function(dims, table = FALSE,
                         algorithm = c("auto", "loop", "recursive", "optimized", "zmorton"),
                         threads = NULL, progress = interactive(), ...) {
  if (...length() > 0L) stop_unused()
  method <- list(algorithm = match_choice(algorithm, dynprog_algorithms, "algorithm"),
                 threads = check_threads(threads))
  check_flag(table, "table")
  dims <- if (is.list(dims)) dims_of(dims, "dims") else
    chain_numbers(dims, "dims", whole = TRUE)$numbers
  n <- length(dims)
  # the table; with the tables of the textbook splits twice, as they are cut to size, and costs
  check_room(max(parenthesis_room(n, method$algorithm), if (table) 3 * as.double(n)^2))
  problem <- list(n = n, leaves = NULL, maximize = FALSE, weight = "matrix_chain",
                  numbers = as.double(dims), loop = 0L)
  tick <- progress_ticker(progress, "Matrix chain")
  x <- parenthesization(run_parenthesis(problem, method, TRUE, tick), problem, TRUE)
  tree <- cbind(first = x$tree[, 1], split = x$tree[, 2] - 1L, last = x$tree[, 3] - 1L)
  result <- list(cost = x$value, order = parentheses(x$tree, sprintf("A%d", seq_len(n - 1L))),
                 tree = tree, left_to_right = cost_left_to_right(problem$numbers))
  if (table) {
    result <- c(result, chain_tables(x$table, problem, method$threads, tick))
  }
  structure(result, class = "matrix_chain")
}

# Costs of the matrices i to j, 0 on the diagonal, and their splits.
chain_tables <- function(table, problem, threads, tick) {
  classed({
    n <- problem$n
    splits <- .Call(C_splits, table, 0L, match(problem$weight, dynprog_weights) - 1L,
                    problem$numbers, threads, tick)
    splits <- splits[-n, -1, drop = FALSE] - 1L
    list(costs = table[-n, -1, drop = FALSE], splits = splits)
  }, problem$n > 100)
}

cost_left_to_right <- function(dims) {
  n <- length(dims)
  if (n < 3) 0 else sum(dims[1] * dims[2:(n - 1)] * dims[3:n])
}

# Dimensions of a list of matrices that can be multiplied.
dims_of <- function(matrices, argument) {
  if (!is.list(matrices)) {
    stop_argument(argument, "a list of matrices", matrices)
  }
  if (length(matrices) == 0) {
    stop_manycore("argument", "'", argument, "' must be a list of matrices, one at least, not an ",
                  "empty list", argument = argument)
  }
  for (i in seq_along(matrices)) {
    m <- matrices[[i]]
    text <- is.matrix(m) && !is.numeric(m) && !is.complex(m) && !is.logical(m)
    if (length(dim(m)) != 2 || is.data.frame(m) || text) {
      stop_argument(paste0(argument, "[[", i, "]]"), "a matrix of numbers", m)
    }
  }
  rows <- vapply(matrices, nrow, 0L)
  columns <- vapply(matrices, ncol, 0L)
  bad <- which(rows[-1] != columns[-length(columns)])
  if (length(bad) > 0) {
    i <- bad[1]
    stop_manycore("size", "'", argument, "[[", i + 1, "]]' must have ", columns[i],
                  " rows, as '", argument, "[[", i, "]]' has columns, not ", rows[i + 1])
  }
  unname(as.double(c(rows[1], columns)))
}

#' @rdname matrix_chain
#' @export
matrix_chain_multiply <- function(matrices,
                                  algorithm = c("auto", "loop", "recursive", "optimized",
                                                "zmorton"),
                                  threads = NULL, progress = interactive(), ...) {
  if (...length() > 0L) stop_unused()
  dims <- dims_of(matrices, "matrices")
  tree <- matrix_chain(dims, algorithm = algorithm, threads = threads, progress = progress)$tree
  matrices <- unname(matrices)
  # Inner products first; what the matrices i to j make is kept at i.
  for (row in rev(seq_len(nrow(tree)))) {
    left <- tree[row, "first"]
    right <- tree[row, "split"] + 1L
    matrices[[left]] <- matrices[[left]] %*% matrices[[right]]
    matrices[right] <- list(NULL)
  }
  matrices[[1]]
}

#' @export
format.matrix_chain <- function(x, ...) {
  x$order
}

#' @export
print.matrix_chain <- function(x, ...) {
  n <- if (nzchar(x$order)) nrow(x$tree) + 1L else 0L
  cost <- function(value) {
    if (value < 1e15) {
      format(value, big.mark = ",", scientific = FALSE, trim = TRUE)
    } else {
      format(value, digits = 15) # no more are known
    }
  }
  cat("Chain of ", n, if (n == 1) " matrix: " else " matrices: ", cost(x$cost), " multiplications",
      if (n > 1) c(", left to right ", cost(x$left_to_right)), "\n", sep = "")
  cat(shortened(x$order), "\n", sep = "")
  invisible(x)
}
