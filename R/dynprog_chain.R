#' Products of many matrices in the cheapest order
#'
#' `matrix_chain()` finds the order in which a product of matrices takes the fewest multiplications
#' of numbers. `matrix_chain_multiply()` multiplies in this order.
#'
#' @param dims The dimensions, `n + 1` whole numbers for `n` matrices: matrix `i` is `dims[i]` by
#'   `dims[i + 1]`. Or a list of the matrices.
#' @param table `TRUE` returns the tables of the textbook, too. Finding the splits of all intervals
#'   takes `O(n^3)` time, and memory of `24 n^2` bytes is asked for.
#' @param matrices A list of numeric or complex matrices, or of other objects with `dim()` and
#'   `%*%`, such as those of the package Matrix, but no data frames. Names of the list are ignored.
#' @param threads,progress,... As for [cor_kendall()]. The products themselves are made by `%*%`,
#'   with the threads of R's BLAS.
#' @inheritParams parenthesize
#'
#' @details
#' The time is `O(n^2 log(n))` for dimensions in random order, `O(n^2)` for sorted dimensions, and
#' `O(n^3)` for dimensions that fall and then rise. Memory is the table of [parenthesize()]. If
#' several orders are cheapest, the one with the leftmost outermost split is found; the same rule
#' holds within its parts. Costs up to 2^53 are exact.
#'
#' **Errors** are of the classes in [manycore_errors]: `"data"` for dimensions that are `NA`,
#' negative, infinite or no whole numbers. The message names the position.
#'
#' @return `matrix_chain()`: an object of class `matrix_chain`, a list of
#'   * `cost`, the number of multiplications of numbers;
#'   * `order`, how to put parentheses, such as `"((A1 (A2 A3)) A4)"`;
#'   * `tree`, an integer matrix with a row for each product, outer products first: the matrices
#'     `first` to `split` are multiplied by the matrices `split + 1` to `last`;
#'   * `left_to_right`, the cost of multiplying from left to right;
#'   * `dims`, the dimensions;
#'   * with `table = TRUE`, `costs` and `splits`: upper triangular matrices, whose element `[i, j]`
#'     is for the matrices `i` to `j` (`m` and `s` of Cormen et al.).
#'
#'   `matrix_chain_multiply()`: the product, with the dimnames that `%*%` gives it.
#' @references
#' Hu TC, Shing MT (1982). Computation of matrix chain products, part I. *SIAM Journal on Computing*
#' 11, 362-373. Theorem 1.
#'
#' Tithi JJ, Ganapathi P, Talati A, Aggarwal S, Chowdhury R (2015). High-performance
#' energy-efficient recursive dynamic programming with matrix-multiplication-like flexible
#' kernels. *IEEE International Parallel and Distributed Processing Symposium*, 303-312.
#'
#' Cormen TH, Leiserson CE, Rivest RL, Stein C (2009). *Introduction to Algorithms*, 3rd edition,
#' section 15.2. MIT Press.
#' @seealso [parenthesize()], [dynprog-methods] for `summary()`, tables and `plot()`
#' @examples
#' x <- matrix_chain(c(30, 35, 15, 5, 10, 20, 25))
#' x
#' matrix_chain(c(30, 35, 15, 5, 10, 20, 25), table = TRUE)$splits
#'
#' a <- matrix(rnorm(2000), 100)
#' v <- rnorm(100)
#' matrix_chain(list(a, t(a), cbind(v)))$order
#' identical(dim(matrix_chain_multiply(list(a, t(a), cbind(v)))), c(100L, 1L))
#' @family dynamic programs
#' @export
matrix_chain <- function(dims, table = FALSE,
                         algorithm = c("auto", "loop", "recursive", "optimized", "zmorton"),
                         threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  if (missing(dims)) stop_missing("dims")
  method <- dynprog_method(algorithm, threads)
  check_flag(table, "table")
  dims <- if (is.list(dims)) dims_of(dims, "dims") else
    chain_numbers(dims, "dims", whole = TRUE)$numbers
  n <- length(dims)
  # The table; with `table` also the splits twice, as they are cut to size, and the costs.
  check_room(max(parenthesis_room(n, method$algorithm), if (table) 3 * as.double(n)^2))
  problem <- list(n = n, leaves = NULL, maximize = FALSE, weight = "matrix_chain",
                  numbers = as.double(dims), loop = 0L)
  tick <- progress_ticker(progress, "Matrix chain")
  x <- parenthesization(run_parenthesis(problem, method, TRUE, tick), problem, TRUE)
  ends <- unname(x$tree)
  tree <- cbind(first = ends[, 1], split = ends[, 2] - 1L, last = ends[, 3] - 1L)
  result <- list(cost = x$value, order = parentheses(x$tree, sprintf("A%d", seq_len(n - 1L))),
                 tree = tree, left_to_right = cost_left_to_right(problem$numbers),
                 dims = problem$numbers)
  if (table) {
    result <- c(result, chain_tables(x$table, problem, method$threads, tick))
  }
  structure(result, class = "matrix_chain")
}

# Costs and splits of the matrices i to j; costs are 0 on the diagonal.
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

# The dimensions of a list of matrices, or an error if these cannot be multiplied.
dims_of <- function(matrices, argument) {
  if (!is.list(matrices)) {
    stop_argument(argument, "a list of matrices", matrices)
  }
  if (length(matrices) == 0) {
    stop_manycore("argument", "'", argument, "' must be a list of one matrix or more, not an ",
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
                  " rows, as many as '", argument, "[[", i, "]]' has columns, not ", rows[i + 1])
  }
  unname(as.double(c(rows[1], columns)))
}

#' @rdname matrix_chain
#' @export
matrix_chain_multiply <- function(matrices,
                                  algorithm = c("auto", "loop", "recursive", "optimized",
                                                "zmorton"),
                                  threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  if (missing(matrices)) stop_missing("matrices")
  dims <- dims_of(matrices, "matrices")
  tree <- matrix_chain(dims, algorithm = algorithm, threads = threads, progress = progress)$tree
  matrices <- unname(matrices)
  # Inner products first. The product of the matrices i to j is kept at i.
  for (row in rev(seq_len(nrow(tree)))) {
    left <- tree[row, "first"]
    right <- tree[row, "split"] + 1L
    matrices[[left]] <- matrices[[left]] %*% matrices[[right]]
    matrices[right] <- list(NULL)
  }
  matrices[[1]]
}
