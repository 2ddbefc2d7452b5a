#' The ranks of a vector in several threads
#'
#' `rank_parallel()` ranks like [rank()], but faster: by the sort of [order_parallel()], in several
#' threads.
#'
#' @param x A vector, as [sort_parallel()] takes it: numbers, integers, logicals, factors, dates,
#'   `integer64` of the package bit64, and other vectors of numbers with an [xtfrm()] method. Other
#'   vectors, such as characters, go to [rank()].
#' @param na.last `TRUE` ranks `NA` and `NaN` last, `FALSE` first, in their order; `"keep"` gives
#'   them the rank `NA`; `NA` leaves them out.
#' @param ties.method The rank of equal elements, as in [rank()]; may be abbreviated.
#'   * `"average"`: the average of their places.
#'   * `"first"`, `"last"`: their places, in their order or in the opposite order.
#'   * `"random"`: their places in random order, with the draws of [rank()] from R's generator. So
#'     the ranks are the same as those of [rank()] after the same [set.seed()].
#'   * `"max"`, `"min"`: the greatest or the smallest of their places.
#' @param threads,progress As for [sort_parallel()].
#'
#' @details
#' The result is `identical()` to that of [rank()], with names. Only `integer64` differ: they are
#' ranked as integers here. ([rank()] compares them one by one, or by their bits if bit64 is not
#' loaded.)
#'
#' Integers, logicals and factors are counted, if their range has at most 4,096 values and fewer
#' than an eighth of the number of elements. Other vectors are sorted.
#'
#' **Time** is `O(n log n)`. **Memory** is the result, and that of [order_parallel()] with one
#' vector. Counting takes almost no memory; `"random"` takes two orders. Interrupts are as in
#' [order_parallel()].
#'
#' **Errors** are those of [rank()] for vectors that go there, and otherwise of the classes in
#' [manycore_errors]. `na.last` must be logical or `"keep"`; base R takes numbers, too.
#'
#' @return A vector as long as `x` (shorter if `NA` are left out) with its names: doubles for
#'   `"average"` and from 2^31 elements on, else integers.
#' @seealso [rank()], [order_parallel()], [sort_parallel()]
#' @examples
#' rank_parallel(c(b = 20, a = 10, c = 20, d = NA), na.last = "keep")
#'
#' x <- rexp(1000)
#' n <- length(x)
#' # ecdf(x)(x)
#' identical(rank_parallel(x, ties.method = "max") / n, ecdf(x)(x))
#' # quantile(x, p, type = 1)
#' p <- c(0.1, 0.5, 0.9)
#' q <- x[match(ceiling(n * p), rank_parallel(x, ties.method = "first"))]
#' all.equal(q, quantile(x, p, type = 1, names = FALSE))
#' # p.adjust(x, "BH"), for x from 0 to 1
#' x <- x / max(x)
#' adjusted <- rev(cummin(rev(pmin(1, n / seq_len(n) * sort_parallel(x)))))
#' adjusted <- adjusted[rank_parallel(x, ties.method = "first")]
#' identical(adjusted, p.adjust(x, "BH"))
#' @family sorting and ranks
#' @export
rank_parallel <- function(x, na.last = TRUE,
                          ties.method = c("average", "first", "last", "random", "max", "min"),
                          threads = NULL, progress = interactive()) {
  if (missing(x)) stop_missing("x")
  ties <- if (missing(ties.method)) "average" else match_word(ties.method, rank_ties, "ties.method")
  missing <- if (identical(na.last, "keep")) missing_kept else missing_policy(na.last, "\"keep\", ")
  threads <- check_threads(threads)
  check_flag(progress, "progress")
  x <- without_runs(x)
  names <- names(x)
  whole64 <- inherits(x, "integer64")
  if (!is_sortable(x)) {
    if (whole64 || (is.object(x) && is_number_like(x) && !compares_its_own_way(x))) {
      x <- if (whole64) unclass(x) else as.vector(xtfrm(x))
    } else {
      return(rank(x, na.last = na.last, ties.method = ties))
    }
  }
  tick <- if (length(x) > 1e7) progress_ticker(progress, "Ranking")
  ranks <- if (ties == "random") {
    random_ranks(x, whole64, missing, threads, tick)
  } else {
    classed(.Call(C_rank, x, as.integer(whole64), ties_methods[[ties]], missing, threads, tick),
            length(x) > small)
  }
  if (!is.null(names)) {
    names(ranks) <- if (length(ranks) == length(x)) names else names[!is_missing_of(x, whole64)]
  }
  ranks
}

# The ties of rank(), in its order.
rank_ties <- c("average", "first", "last", "random", "max", "min")

# Which elements are missing, also of 64-bit integers without their class or package.
is_missing_of <- function(x, whole64) {
  is.na(if (whole64) comparable64(x) else x)
}

# Random numbers order the ties: one for each element that is not missing, in turn.
random_ranks <- function(x, whole64, missing, threads, tick) {
  if (whole64) {
    x <- comparable64(x)
  }
  lost <- is.na(x)
  draws <- double(length(x))
  draws[!lost] <- stats::runif(sum(!lost))
  # missing elements keep their order
  places <- classed(.Call(C_order, list(x, draws), c(0L, 0L), c(0L, 0L),
                          if (missing == missing_kept) missing_policy(TRUE) else missing, threads,
                          tick))
  ranks <- classed(.Call(C_order, list(places), 0L, 0L, missing_policy(TRUE), threads, NULL))
  if (missing == missing_kept) {
    ranks[lost] <- NA
  }
  ranks
}
