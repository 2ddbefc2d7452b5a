#' Sort a vector in several threads
#'
#' `sort_parallel()` sorts as [sort()] does, and faster: by a quicksort whose partitions work on
#' vectors of numbers, in several threads.
#'
#' @param x A vector. Numbers, integers, logicals, factors, dates (`Date`, `POSIXct`,
#'   `difftime`) and `integer64` of the package bit64 are sorted here. Everything else that
#'   [sort()] takes is handed to it: character vectors (in the order of the locale), complex
#'   ones, other classes.
#' @param decreasing Whether the greatest comes first.
#' @param na.last What becomes of `NA` and `NaN`: `NA` removes them, `TRUE` puts them last,
#'   `FALSE` first; in their order. If it is not given they are removed, but for `integer64`, where
#'   they come last, as in bit64's `sort()`.
#' @param threads As for [cor_kendall()].
#' @param method The algorithm. `"auto"` takes `"simd"`.
#'   * `"simd"`: quicksort by vectors: the partition of a vector is one permutation, and up to
#'     256 numbers are sorted by a network in registers.
#'   * `"ppmq"`: PPMQSort by a comparison function: two tasks (or more, with more threads) that
#'     partition the halves of a range, one that swaps what is on the wrong side. Other than
#'     published, the pivot is a median of medians, and partitions have no branches on what
#'     a comparison says.
#'   * `"pppmq"`: the same, with tasks for the swaps.
#'   * `"qsort"`: `qsort()` of C, in one thread.
#'   * `"radix"`: `sort(method = "radix")` of R, in one thread (characters in the order of the C
#'     locale).
#'   * `"quick"` and `"shell"`, which calls of `sort()` may have, are `"auto"`. (Base
#'     R's `"quick"` has the places of equal elements in no order; here they keep theirs.)
#' @param cutoff No range of fewer elements, at least 1024, is divided among tasks; if `NULL`, as
#'   many as the caches hold. `method` and `cutoff` do not matter if `x` has names.
#' @param progress As for [cor_kendall()]; for more than 1e7 elements, and not with methods
#'   `"qsort"` and `"radix"`.
#' @param index.return `TRUE` for a list of `x`, the sorted vector, and `ix`, the places that its
#'   elements had, as in [sort.int()]: among those that are not missing, if `na.last` is `NA`.
#' @param partial,... Further arguments of [sort()], and for vectors with a class those of its
#'   methods: if there are any, `sort()` does it all, and `threads` and `cutoff` do not matter.
#'
#' @details
#' The result is the same as that of `sort()` on every instruction-set target and with any number
#' of threads: equal numbers cannot be told apart, but for `-0` and `0`, which keep their order.
#' Names are sorted along (by [order_parallel()], which takes longer); other attributes go, as with
#' `sort()`, but for those that make a factor or a date.
#'
#' **Time** is `O(n log n)`, for all data: where partitions are bad, a heapsort takes over (with
#' `"qsort"` it is what the C library does). **Memory** is the result; with names that of
#' [order_parallel()], too. `x` is not changed, also when it is interrupted, which is possible
#' every few tenths of a second, and between passes over all of `x` (not with methods
#' `"qsort"` and `"radix"`). Sequences such as `1:n`, which R stores as two numbers, are spelt
#' out, and stay so; `sort()` need not do that.
#'
#' @return A vector like `x`, sorted.
#' @references
#' Chapters 2.4 and 4 of the thesis on parallel algorithms with OpenMP whose case studies are
#' SNPHAP and PPMQSort (parallel partition and merge quicksort); algorithms 2 and 3.
#' @seealso [order_parallel()]
#' @examples
#' sort_parallel(c(3, -1, NA, 2))
#' sort_parallel(c(b = 2, a = 1), decreasing = TRUE)
#' sort_parallel(as.Date("2024-03-01") - 0:2)
#' x <- runif(1e5)
#' identical(sort_parallel(x), sort(x))
#' @export
sort_parallel <- function(x, decreasing = FALSE, na.last = NA, threads = NULL,
                          method = c("auto", "ppmq", "pppmq", "qsort", "simd", "radix"),
                          cutoff = NULL, progress = interactive(), partial = NULL,
                          index.return = FALSE, ...) {
  given <- !missing(na.last)
  if (!given && inherits(x, "integer64")) {
    na.last <- TRUE # as bit64 has it
  }
  method <- if (missing(method)) "auto" else
    match_sort_method(method, sort_methods, base_sort_methods)
  of_sort <- method == "quick" || method == "shell"
  number <- if (of_sort) 0L else match(method, sort_methods) - 1L
  check_flag(decreasing, "decreasing")
  missing <- missing_policy(na.last)
  cutoff <- check_cutoff(cutoff)
  threads <- check_threads(threads)
  check_flag(progress, "progress")
  check_flag(index.return, "index.return")
  if (...length() > 0L && !is.object(x)) stop_unused()
  if (!is_sortable(x) || length(dim(x)) == 1 || ...length() > 0 || method == "radix" ||
      !is.null(partial) || (index.return && is.object(x))) {
    more <- list(decreasing = decreasing, na.last = if (given || !is.object(x)) na.last,
                 method = if (!is.object(x) && (of_sort || method == "radix")) method,
                 partial = partial, index.return = if (index.return) TRUE, ...)
    more <- more[!vapply(more, is.null, NA)]
    return(do.call(sort, c(list(x), more), quote = TRUE))
  }
  if (index.return) {
    return(sort_with_places(x, decreasing, na.last, threads, progress))
  }
  if (!is.null(names(x))) {
    places <- order_parallel(x, decreasing = decreasing, na.last = na.last,
                             threads = if (threads > 0) threads, progress = progress)
    sorted <- unclass(x)[places]
    attributes(sorted) <- c(list(names = names(x)[places]), kept_attributes(x))
    return(sorted)
  }
  tick <- if (length(x) > 1e7) progress_ticker(progress, "Sorting")
  sorted <- classed(.Call(C_sort, x, as.integer(inherits(x, "integer64")), as.integer(decreasing),
                          missing, number, cutoff, threads, tick), length(x) > small)
  kept <- kept_attributes(x)
  if (length(kept) > 0) { # which copies
    attributes(sorted) <- kept
  }
  sorted
}

# As sort(index.return = TRUE) has it: places are those among what is not missing.
sort_with_places <- function(x, decreasing, na.last, threads, progress) {
  if (is.na(na.last)) {
    x <- x[!is.na(x)]
    na.last <- TRUE
  }
  places <- order_parallel(x, decreasing = decreasing, na.last = na.last,
                           threads = if (threads > 0) threads, progress = progress)
  list(x = x[places], ix = places)
}

# In the order of src/sort/methods.def; the last one is R's.
sort_methods <- eval(formals(sort_parallel)$method)

# Those of sort.int() and order(), in their order.
base_sort_methods <- c("auto", "shell", "quick", "radix")
base_order_methods <- c("auto", "shell", "radix")

# One of `ours`, or of those of base R; all of either stand for "auto".
match_sort_method <- function(method, ours, base) {
  if (identical(method, ours) || identical(method, base)) {
    return("auto")
  }
  known <- union(ours, base)
  known[match_choice(method, known, "method") + 1L]
}

# Numbers, and classes whose order is that of their numbers. A class that is derived from
# these may have an order of its own.
sorted_classes <- c("factor", "ordered", "Date", "POSIXct", "POSIXt", "difftime", "integer64")

is_sortable <- function(x) {
  typeof(x) %in% c("integer", "double", "logical") && !isS4(x) &&
    (!is.object(x) || all(class(x) %in% sorted_classes))
}

# What `[` keeps: the attributes that make it what it is.
kept_attributes <- function(x) {
  if (!is.object(x)) {
    return(NULL)
  }
  kept <- c("class", if (is.factor(x)) c("levels", "contrasts"),
            if (inherits(x, "POSIXct")) "tzone", if (inherits(x, "difftime")) "units")
  attributes(x)[intersect(names(attributes(x)), kept)]
}

missing_policy <- function(na.last, more = "") {
  if (length(na.last) != 1 || !(is.logical(na.last) || is.na(na.last))) {
    stop_argument("na.last", paste0(more, "NA, TRUE or FALSE"), na.last)
  }
  if (is.na(na.last)) 0L else if (na.last) 1L else 2L
}

check_cutoff <- function(cutoff) {
  if (is.null(cutoff)) {
    return(0)
  }
  if (!is_number(cutoff, 1024, 2^52)) {
    stop_argument("cutoff", "a number of elements from 1024 to 2^52", cutoff)
  }
  as.double(cutoff)
}

#' The order of vectors in several threads
#'
#' `order_parallel()` tells what [order()] does, and faster, unless the data are in order already
#' or there are few elements.
#'
#' @param ... Vectors of one length, as [sort_parallel()] takes them: the first one counts most, the
#'   next ones where those before are equal. If any is of another kind (characters, for
#'   example), [order()] does it all.
#' @param decreasing Whether the greatest come first: one value, or one for each vector (if
#'   [order()] does it, only with `method = "radix"`).
#' @param na.last Where `NA` and `NaN` go: `TRUE` last, `FALSE` first, each within its vector; `NA`
#'   leaves out the places where any vector has them.
#' @param method `"auto"`, `"simd"`, and `"shell"`, which calls of [order()] may have, sort
#'   here; `"radix"` is `order(method = "radix")`.
#' @param threads,progress As for [sort_parallel()].
#'
#' @details
#' The order is stable: equal elements stay in their order, as do `NA` and `NaN`, which are equal.
#'
#' Each element and its place go into one number of 64 bits, and these are sorted as by
#' [sort_parallel()]. Where the bits do not hold the element exactly, neighbours are compared.
#' Integers (and logicals, factors) that span up to 4,096 values, and fewer than an eighth of the
#' elements, are counted instead.
#'
#' **Time** is `O(n log n)` for each vector. **Memory** is the result, and 8 bytes for each element
#' (16 with two vectors, 24 with more); 8 more if places are left out; 1 more for each vector of
#' doubles or `integer64`, and as much as 16 more where many of its values lie very close
#' to each other for their range.
#'
#' @return Places in the vectors, as integers, or as doubles from 2^31 elements on.
#' @seealso [sort_parallel()], [rank_parallel()]
#' @examples
#' x <- c(3, 1, NA, 2)
#' order_parallel(x)
#' x[order_parallel(x, decreasing = TRUE, na.last = NA)]
#' order_parallel(c(2, 1, 2, 1), c(TRUE, TRUE, FALSE, FALSE), decreasing = c(TRUE, FALSE))
#' @export
order_parallel <- function(..., na.last = TRUE, decreasing = FALSE,
                           method = c("auto", "simd", "radix"), threads = NULL,
                           progress = interactive()) {
  keys <- list(...)
  method <- if (missing(method)) "auto" else
    match_sort_method(method, order_methods, base_order_methods)
  missing <- missing_policy(na.last)
  threads <- check_threads(threads)
  check_flag(progress, "progress")
  if (!is.logical(decreasing) || anyNA(decreasing) ||
      !length(decreasing) %in% c(1, length(keys))) {
    stop_argument("decreasing", "TRUE or FALSE, or one of them for each vector", decreasing)
  }
  if (length(keys) == 0) {
    return(integer())
  }
  if (length(unique(lengths(keys))) > 1) {
    stop_manycore("size", "the vectors in '...' must have the same length, not ",
                  paste(unique(lengths(keys)), collapse = " and "),
                  if (!is.null(names(keys))) paste0(" (of which ", paste0(
                    "'", names(keys)[nzchar(names(keys))], "'", collapse = ", "),
                    ": no argument has that name)"))
  }
  ours <- vapply(keys, is_sortable, NA)
  if (!all(ours) || method == "radix") {
    names(keys) <- NULL
    keys <- lapply(keys, as_comparable64)
    by <- if (method == "simd") "auto" else method
    return(do.call(order, c(keys, list(decreasing = decreasing, na.last = na.last, method = by)),
                   quote = TRUE))
  }
  tick <- if (length(keys[[1]]) > 1e7) progress_ticker(progress, "Ordering")
  classed(.Call(C_order, keys, as.integer(vapply(keys, inherits, NA, "integer64")),
                as.integer(rep_len(decreasing, length(keys))), missing, threads, tick),
          length(keys) * length(keys[[1]]) > small)
}

order_methods <- eval(formals(order_parallel)$method)
