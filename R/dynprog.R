#' The best parenthesization
#'
#' `parenthesize()` joins a row of parts, two neighbours at a time, in the order of least cost (or
#' greatest value). This dynamic program is behind [matrix_chain()], [optimal_bst()],
#' [triangulate_polygon()] and [fold_rna()]. It uses vector registers and several threads.
#'
#' @param leaves Costs of the single parts: a numeric vector of `n - 1` numbers for `n` points. Part
#'   `i` lies between the points `i` and `i + 1`. `Inf` forbids a part. `NULL` means costs of 0
#'   (costs `q` with `"obst"`); the number of parts then follows from `weight` or `numbers`. With
#'   `weight = "none"` and with a function, `leaves` must be given.
#' @param weight The cost `w(i, k, j)` of a join of two parts: one between the points `i` and `k`,
#'   the other between `k` and `j`.
#'   * `"none"`: 0;
#'   * `"matrix_chain"`: the product of `numbers[i]`, `numbers[k]` and `numbers[j]`;
#'   * `"polygon"`: the distance of the points `i` and `j`, rows of the matrix `numbers`;
#'   * `"obst"`: the sum of all `p` and `q` between `i` and `j`, where `numbers` is `list(p, q)`:
#'     see [optimal_bst()];
#'   * a numeric matrix, `n` by `n`: `weight[i, j]` for every `k`. Only elements with `i + 2 <= j`
#'     are read. `Inf` forbids the interval from `i` to `j`;
#'   * a function of three vectors `i`, `k`, `j` of the same length that returns as many costs. One
#'     call covers many triples. It runs in R on one thread, so it takes much longer than the
#'     other weights.
#' @param numbers The data of a named weight; `NULL` for all other weights, and for `"none"`.
#' @param maximize `TRUE` for the greatest value. Then `-Inf` forbids. Not with `"matrix_chain"`.
#' @param traceback Whether to return the parenthesization, and not only its cost.
#' @param algorithm The algorithm. The result is the same for all. All but `"auto"` are versions of
#'   Tithi et al., section IV, for comparison.
#'   * `"auto"`: the squares of `"optimized"` in the order of their distance from the diagonal. A
#'     square waits only for the squares that it is made from, so many threads have work. For a
#'     matrix chain of whole numbers it tries few splits: see the Details of [parenthesize()].
#'   * `"loop"`: their LOOPDP, parallel loops over intervals of the same length.
#'   * `"recursive"`: their CO, recursive divide and conquer to tiles of 64 x 64, with plain loops.
#'   * `"optimized"`: CO_Opt, the same in register tiles. Their version copies tiles for each
#'     product. Here the table is stored in squares of 64 x 64 from the beginning, in the memory of
#'     the result. A product copies the columns of one register tile at a time.
#'   * `"zmorton"`: COZ, the squares in Z-Morton order, in memory of their own.
#' @param threads,progress,... As for [cor_kendall()].
#'
#' @details
#' With `c[i, i + 1] = leaves[i]`, and for `i + 2 <= j`
#'
#' `c[i, j] = min(c[i, k] + c[k, j] + w(i, k, j))` over `i < k < j`,
#'
#' the result is `c[1, n]`.
#'
#' **The same bits** come from all algorithms, instruction sets and numbers of threads. For this a
#' weight that does not depend on `k` is added to the least `c[i, k] + c[k, j]`. The weight of a
#' matrix chain is `(p[i] * p[j]) * p[k]` and is added to `c[i, k] + c[k, j]`. If several `k` have
#' the same cost, the smallest is taken. A sum that overflows, to `Inf` or to `-Inf`, counts as
#' forbidden. (If a sum overflows to the value that would win, `-Inf` for a minimum, slow loops
#' compute everything once more.)
#'
#' **Time** is `O(n^3)`, about `n^3 / 6` sums. For a matrix chain `"auto"` computes fewer sums: only
#' those of splits `k` with `numbers[k]` less than all of `numbers[(i + 1):(k - 1)]`, or less than
#' all of `numbers[(k + 1):(j - 1)]`. One of the best splits is always among these, by a theorem of
#' Hu and Shing. The time is `O(n^2 log(n))` for numbers in random order, `O(n^2)` for sorted
#' numbers, and `O(n^3)` for numbers that fall and then rise. The condition is that all sums are
#' exact: numbers and leaves are whole, and `n` times the product of the three greatest numbers,
#' plus the leaves, is below 2^53. Splits are not recorded: the traceback finds those that it needs
#' in `O(n^2)` time, so it takes little time and memory. **Memory** is the table, `8 n^2` bytes;
#' `"loop"` takes twice, `"zmorton"` one and a half times as much. A matrix `weight` that is not of
#' doubles is copied. A call that needs more memory than is free is refused. An interrupt waits for
#' at most 1e9 sums of each thread.
#'
#' **Errors** are of the classes in [manycore_errors]: `"data"` for `NA`, `NaN` and `-Inf` (with
#' `maximize` `Inf`) among the costs; the message has the index. `"size"` for `leaves` whose length
#' does not fit `weight` or `numbers`. If everything is forbidden, the value is `Inf` (`-Inf`), and
#' there is no tree.
#'
#' @return An object of class `parenthesization`, a list of
#'   * `value`, the least cost (greatest value) of all parts together; 0 without parts;
#'   * `tree`, with `traceback`: an integer matrix with a row `i`, `k`, `j` for each join, outer
#'     joins before inner ones, left ones before right ones; `NULL` if everything is forbidden;
#'   * `table`, the matrix `c`, `NA` where `i >= j`.
#'
#'   `format()` gives the parentheses, with the labels of the parts. For further methods see
#'   [dynprog-methods].
#' @references
#' Tithi JJ, Ganapathi P, Talati A, Aggarwal S, Chowdhury R (2015). High-performance
#' energy-efficient recursive dynamic programming with matrix-multiplication-like flexible
#' kernels. *IEEE International Parallel and Distributed Processing Symposium*, 303-312.
#' Sections II.A, III and IV, figures 2 and 3.
#'
#' Hu TC, Shing MT (1982). Computation of matrix chain products, part I. *SIAM Journal on Computing*
#' 11, 362-373. Theorem 1.
#'
#' Galil Z, Park K (1994). Parallel algorithms for dynamic programming recurrences with more than
#' O(1) dependency. *Journal of Parallel and Distributed Computing* 21, 213-222.
#' @seealso [matrix_chain()], [optimal_bst()], [triangulate_polygon()], [fold_rna()]
#' @examples
#' # join neighbouring piles of stones; the cost of a join is the weight of both piles
#' stones <- c(4, 1, 1, 4, 3)
#' below <- c(0, cumsum(stones))
#' x <- parenthesize(numeric(5), outer(below, below, function(i, j) j - i))
#' x
#' format(x, labels = stones)
#' x$tree
#'
#' # the same by a function: slow, but it may depend on k
#' parenthesize(numeric(5), function(i, k, j) below[j] - below[i])$value
#' @family dynamic programs
#' @export
parenthesize <- function(leaves = NULL, weight = "none", numbers = NULL, maximize = FALSE,
                         traceback = TRUE,
                         algorithm = c("auto", "loop", "recursive", "optimized", "zmorton"),
                         threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  method <- dynprog_method(algorithm, threads)
  check_flag(maximize, "maximize")
  check_flag(traceback, "traceback")
  problem <- parenthesis_problem(leaves, weight, numbers, maximize)
  tick <- progress_ticker(progress, "Parenthesization")
  result <- if (is.function(weight)) {
    parenthesize_by_function(problem, weight, tick)
  } else {
    run_parenthesis(problem, method, traceback, tick)
  }
  parenthesization(result, problem, traceback)
}

# In the order of src/dynprog/algorithms.def.
dynprog_algorithms <- c("auto", "loop", "recursive", "optimized", "zmorton")

# Algorithm and threads as C takes them.
dynprog_method <- function(algorithm, threads) {
  list(algorithm = match_choice(algorithm, dynprog_algorithms, "algorithm"),
       threads = check_threads(threads))
}

# In the order of src/dynprog/types.h.
dynprog_weights <- c("none", "matrix_chain", "matrix", "obst", "polygon", "pairs")

# The answer of C: table, tree, and the algorithm and number of threads that ran.
run_parenthesis <- function(problem, method, traceback, tick = NULL) {
  check_room(parenthesis_room(problem$n, method$algorithm))
  classed(.Call(C_parenthesize, problem$n, problem$leaves, as.integer(problem$maximize),
                match(problem$weight, dynprog_weights) - 1L, problem$numbers, problem$loop,
                method$algorithm, as.integer(traceback), method$threads, tick),
          problem$n > 100)
}

# The size of result and scratch, in doubles.
parenthesis_room <- function(n, algorithm) .Call(C_parenthesis_room, as.double(n), algorithm)

parenthesization <- function(result, problem, traceback) {
  n <- problem$n
  value <- if (n < 2) 0 else result$table[1, n]
  tree <- if (traceback) result$tree
  if (!is.null(tree)) {
    colnames(tree) <- c("i", "k", "j")
  }
  structure(list(value = value, tree = tree, table = result$table), class = "parenthesization")
}

# ---- the problem, checked: n points, leaves, weight by its name, numbers as C takes them ----

parenthesis_problem <- function(leaves, weight, numbers, maximize) {
  named <- is.character(weight)
  if (named && (length(weight) != 1 || !weight %in% c("none", "matrix_chain", "polygon", "obst"))) {
    stop_argument("weight", paste0("one of ", quoted(c("none", "matrix_chain", "polygon", "obst")),
                                   ", a matrix, or a function"), weight)
  }
  if (!named && !is.function(weight) && !(is.matrix(weight) && is.numeric(weight))) {
    stop_argument("weight", "a name, a numeric matrix, or a function", weight)
  }
  if (is.function(weight)) {
    known <- names(formals(args(weight)))
    if (length(known) < 3 && !is.primitive(weight) && !"..." %in% known) {
      stop_manycore("argument", "'weight' must be a function of three vectors, i, k and j, not of ",
                    count_of(length(known), "argument"), argument = "weight")
    }
  }
  if (!is.null(numbers) && (!named || weight == "none")) {
    stop_manycore("argument", "'numbers' must be NULL, unless 'weight' is one of ",
                  quoted(c("matrix_chain", "polygon", "obst")), argument = "numbers")
  }
  refuse_integer64(leaves, "leaves")
  if (!is.null(leaves) && !(is.numeric(leaves) && is.null(dim(leaves)))) {
    stop_argument("leaves", "a numeric vector", leaves)
  }
  own <- weight_numbers(weight, numbers)
  n <- own$n
  if (is.null(n)) {
    if (is.null(leaves)) {
      stop_argument("leaves", "a numeric vector", leaves)
    }
    n <- length(leaves) + 1L
  }
  if (is.null(leaves)) {
    leaves <- own$leaves
  } else if (length(leaves) != max(n - 1L, 0L)) {
    stop_manycore("size", "'leaves' must have ", count_of(max(n - 1L, 0L), "number"), " for ",
                  count_of(n, "point"), ", not ", length(leaves))
  }
  leaves <- if (!is.null(leaves)) as.double(leaves)
  if (maximize && own$weight == "matrix_chain") {
    stop_manycore("argument", "'maximize' must be FALSE with weight = \"matrix_chain\"",
                  argument = "maximize")
  }
  check_costs(leaves, "leaves", maximize)
  if (own$weight == "matrix") {
    check_costs(own$numbers, "weight", maximize)
  }
  list(n = as.integer(n), leaves = leaves, maximize = maximize, weight = own$weight,
       numbers = own$numbers, loop = 0L)
}

# Refuses costs that are missing or infinite in favour. `counts`: which elements of a matrix are
# checked. `best`: the word for a cost that is maximized.
check_costs <- function(x, argument, maximize, counts = function(x) col(x) >= row(x) + 2,
                        best = "value") {
  wins <- if (maximize) Inf else -Inf
  if (length(x) == 0 || !(anyNA(x) || (if (maximize) max(x) else min(x)) == wins)) {
    return(invisible())
  }
  bad <- is.na(x) | x == wins
  if (is.matrix(x)) {
    bad <- bad & counts(x)
  }
  at <- which(bad)
  if (length(at) > 0) {
    place <- if (is.matrix(x)) toString(arrayInd(at[1], dim(x))) else at[1]
    stop_manycore("data", "'", argument, "[", place, "]' is ", format(x[[at[1]]]),
                  not_a_cost(maximize, best))
  }
}

not_a_cost <- function(maximize, best) {
  paste0(", which is not a ", if (maximize) paste0(best, "; -Inf forbids") else "cost; Inf forbids")
}

# The name of the weight, its numbers, and n and leaves if the numbers determine them.
weight_numbers <- function(weight, numbers) {
  if (is.function(weight)) {
    return(list(weight = "function"))
  }
  if (is.matrix(weight)) {
    if (nrow(weight) != ncol(weight)) {
      stop_manycore("size", "'weight' must be a square matrix, not ", nrow(weight), " by ",
                    ncol(weight))
    }
    refuse_integer64(weight, "weight")
    storage.mode(weight) <- "double"
    return(list(weight = "matrix", numbers = weight, n = nrow(weight)))
  }
  switch(weight, none = list(weight = "none"), matrix_chain = chain_numbers(numbers),
         polygon = polygon_numbers(numbers), obst = obst_numbers(numbers))
}

chain_numbers <- function(dims, argument = "numbers", whole = FALSE) {
  refuse_integer64(dims, argument)
  if (!is.numeric(dims) || !is.null(dim(dims))) {
    stop_argument(argument, "a numeric vector of dimensions", dims)
  }
  if (length(dims) == 0) {
    stop_manycore("argument", "'", argument, "' must have one dimension at least, not none",
                  argument = argument)
  }
  dims <- as.double(dims)
  bad <- which(!is.finite(dims) | dims < 0 | (whole & dims != round(dims)))
  if (length(bad) > 0) {
    stop_manycore("data", "'", argument, "[", bad[1], "]' is ", format(dims[bad[1]]),
                  ", which is not a dimension")
  }
  if (!is.finite(max(dims)^3 * length(dims))) {
    stop_manycore("data", "'", argument, "' has so large a number (", format(max(dims)),
                  ") that costs are beyond the range of double precision")
  }
  list(weight = "matrix_chain", numbers = dims, n = length(dims))
}

polygon_numbers <- function(points, argument = "numbers") {
  refuse_integer64(points, argument)
  if (is.data.frame(points)) {
    points <- as.matrix(points)
  }
  if (!is.matrix(points) || !is.numeric(points)) {
    stop_argument(argument, "a numeric matrix of two columns", points)
  }
  if (ncol(points) != 2) {
    stop_manycore("argument", "'", argument, "' must be a numeric matrix of two columns, not of ",
                  ncol(points), argument = argument)
  }
  bad <- which(!is.finite(points))
  if (length(bad) > 0) {
    stop_manycore("data", "'", argument, "[", toString(arrayInd(bad[1], dim(points))), "]' is ",
                  format(points[bad[1]]), ", which is not a coordinate")
  }
  storage.mode(points) <- "double"
  list(weight = "polygon", numbers = points, n = nrow(points))
}

# m keys have the points 0, ..., m + 1: key k is point k, and q[d] lies between the points d - 1 and
# d. The weight of (i, j) is the sum of p[i + 1], ..., p[j - 1] and q[i + 1], ..., q[j]. It is the
# first column at j minus the second column at i.
obst_numbers <- function(numbers) {
  if (!is.list(numbers) || length(numbers) != 2) {
    stop_argument("numbers", "list(p, q) for weight = \"obst\"", numbers)
  }
  p <- check_frequencies(numbers[[1]], "p")
  q <- check_frequencies(numbers[[2]], "q")
  if (length(q) != length(p) + 1) {
    stop_manycore("size", "'q' must have one number more than 'p': ", length(p) + 1, ", not ",
                  length(q))
  }
  before <- c(0, cumsum(q)) # of the q, at each point
  keys <- c(0, cumsum(p))
  if (!is.finite(before[length(before)] + keys[length(keys)])) {
    stop_manycore("data", "'p' and 'q' have sums beyond the range of double precision")
  }
  list(weight = "obst", n = length(q) + 1L, leaves = q,
       numbers = cbind(before + c(0, keys), before + c(keys, keys[length(keys)])))
}

check_frequencies <- function(x, argument) {
  refuse_integer64(x, argument)
  if (!is.numeric(x) || !is.null(dim(x))) {
    stop_argument(argument, "a numeric vector", x)
  }
  bad <- which(!is.finite(x) | x < 0)
  if (length(bad) > 0) {
    stop_manycore("data", "'", argument, "[", bad[1], "]' is ", format(x[bad[1]]),
                  ", which is not a frequency")
  }
  as.double(x)
}

# ---- a weight that is a function ----

# Loops in R over intervals of one length. One call of the function gets up to so many triples
# (i, k, j).
triples <- 1e5

parenthesize_by_function <- function(problem, weight, tick) {
  n <- problem$n
  check_room(1.5 * as.double(n)^2)
  table <- matrix(NA_real_, n, n)
  splits <- matrix(NA_integer_, n, n)
  one <- seq_len(max(n - 1L, 0L))
  table[cbind(one, one + 1L)] <- if (is.null(problem$leaves)) 0 else problem$leaves
  for (length in seq_len(max(n - 1L, 0L))[-1]) {
    first <- seq_len(n - length)
    for (i in split(first, (first - 1) %/% max(1, triples %/% length))) {
      cell <- cbind(i, i + length)
      best <- best_splits(problem, weight, table, i, length)
      table[cell] <- best$value
      splits[cell] <- best$k
    }
    if (!is.null(tick)) tick(length / n)
  }
  list(table = table, tree = tree_of_splits(splits, table))
}

best_splits <- function(problem, weight, table, i, length) {
  k <- outer(seq_len(length - 1L), i, "+")
  from <- rep(i, each = length - 1L)
  to <- from + length
  w <- weight(from, as.vector(k), to)
  refuse_integer64(w, "weight")
  if (is.logical(w) && all(is.na(w))) {
    w <- as.double(w)
  }
  if (!is.numeric(w)) {
    stop_argument("weight", "a function that returns numbers", w)
  }
  if (length(w) != length(k)) {
    stop_manycore("argument", "'weight' must be a function that returns ",
                  count_of(length(k), "number"), " for ", count_of(length(k), "triple"), ", not ",
                  length(w), argument = "weight")
  }
  check_weights(w, from, k, to, problem$maximize)
  parts <- table[cbind(from, as.vector(k))] + table[cbind(as.vector(k), to)]
  sums <- parts + w
  if (problem$maximize) {
    parts <- -parts
    sums <- -sums
  }
  sums[parts == -Inf | sums == -Inf] <- Inf # overflow is forbidden in both directions
  dim(sums) <- dim(k)
  at <- apply(sums, 2, which.min)
  best <- sums[cbind(at, seq_along(i))]
  list(value = if (problem$maximize) -best else best,
       k = ifelse(is.finite(best), i + at, NA_integer_))
}

check_weights <- function(w, i, k, j, maximize) {
  bad <- which(is.na(w) | w == (if (maximize) Inf else -Inf))
  if (length(bad) > 0) {
    stop_manycore("data", "'weight' is ", format(w[bad[1]]), " for i = ", i[bad[1]], ", k = ",
                  k[bad[1]], ", j = ", j[bad[1]], ", which is not a ",
                  if (maximize) "value" else "cost")
  }
}

# The tree in the form of C, or NULL if everything is forbidden.
tree_of_splits <- function(split, table) {
  n <- nrow(split)
  tree <- matrix(0L, max(n - 2L, 0L), 3)
  if (n < 3) {
    return(tree)
  }
  if (is.infinite(table[1, n])) {
    return(NULL)
  }
  waiting <- list(c(1L, n))
  for (row in seq_len(n - 2L)) {
    while (diff(waiting[[length(waiting)]]) < 2) waiting[[length(waiting)]] <- NULL
    ends <- waiting[[length(waiting)]]
    k <- split[ends[1], ends[2]]
    tree[row, ] <- c(ends[1], k, ends[2])
    waiting[[length(waiting)]] <- c(k, ends[2])
    waiting[[length(waiting) + 1L]] <- c(ends[1], k)
  }
  tree
}
