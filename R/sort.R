#' Sort a vector in several threads
#'
#' `sort_parallel()` sorts like [sort()], but faster: by a vectorised quicksort in several threads.
#'
#' @param x A vector. Numbers, integers, logicals, factors, dates (`Date`, `POSIXct`, `difftime`)
#'   and `integer64` of the package bit64 are sorted here. Other vectors, such as characters (in the
#'   order of the locale), complex numbers and other classes, go to [sort()].
#' @param decreasing Whether the greatest comes first.
#' @param na.last `NA` removes `NA` and `NaN`, `TRUE` puts them last, `FALSE` first, in their order.
#'   By default they are removed; for `integer64` they come last, as in bit64's `sort()`.
#' @param method The algorithm. `"auto"` takes `"simd"`. With names, and with `index.return = TRUE`,
#'   [order_parallel()] sorts, and `method` and `cutoff` are ignored.
#'   * `"simd"`: a vectorised quicksort. The partition of a vector is one permutation. With AVX-512,
#'     sorting networks in registers sort up to 256 numbers of 32 bits (128 doubles), and merges up
#'     to four times as many.
#'   * `"ppmq"`: PPMQSort by a comparison function. Two tasks (or more, with more threads) partition
#'     the halves of a range, and one task swaps the elements on the wrong side. Unlike the
#'     published algorithm the pivot is a median of medians, and partitions do not branch on
#'     comparisons.
#'   * `"pppmq"`: the same, with several tasks for the swaps.
#'   * `"qsort"`: `qsort()` of C, in one thread.
#'   * `"radix"`: R's `sort(method = "radix")`, in one thread (characters in the order of the C
#'     locale).
#'   * `"quick"` and `"shell"`, methods of `sort()`, mean `"auto"`. (With R's `"quick"`
#'     equal elements may change places, together with their names. Here they keep their order.)
#' @param cutoff Ranges of fewer elements are not divided among tasks. At least 1024; `NULL` means
#'   as many as the caches hold.
#' @param index.return `TRUE` returns a list of `x`, the sorted vector, and `ix`, the indices of its
#'   elements in the unsorted vector, as in [sort.int()]. If `na.last` is `NA`, these are indices
#'   among the elements that are not missing.
#' @param threads As for [cor_kendall()].
#' @param progress As for [cor_kendall()]. Only for more than 1e7 elements, and not with the methods
#'   `"qsort"` and `"radix"`.
#' @param partial As for [sort()], which does all work then: `threads` and `cutoff` are ignored.
#' @param ... Further arguments of [sort()], for vectors with a class of its methods. Then `sort()`
#'   does all work. For other vectors any further argument is an error.
#'
#' @details
#' The result is identical to that of `sort()` on every instruction set and with any number of
#' threads. (Equal numbers cannot be told apart, except `-0` and `0`, which keep their order.) Names
#' are sorted along, by [order_parallel()], which takes longer. As with `sort()`, other attributes
#' are dropped, except those of factors and dates.
#'
#' **Time** is `O(n log n)` for all data: if partitions are bad, a heapsort takes over (with
#' `"qsort"` the time is that of the C library). **Memory** is the result. With names and
#' with `index.return = TRUE` the order comes first, with the memory of [order_parallel()]; then the
#' places and the sorted numbers are there. With `index.return = TRUE` there is also a copy of `x`
#' without missing values, if values are missing. `x` is never changed, not even by an
#' interrupt. An interrupt takes effect within a few tenths of a second, or after a pass over all of
#' `x`. (R hears no interrupt while it collects names, and with `index.return = TRUE` while it
#' removes missing values. With `partial`, with the methods `"qsort"` and `"radix"`, and for texts,
#' R's `sort()` does the work and hears no interrupt.) R stores a sequence such as `1:n` as two
#' numbers. A sort expands the sequence, which takes its full memory from then on. (`sort()` need
#' not do that.)
#'
#' **Errors** are those of [sort()] for vectors that `sort()` does not take, and otherwise of the
#' classes in [manycore_errors]: `"argument"` for an argument that is not known. `decreasing` and
#' `na.last` must be logical; base R takes numbers, too.
#'
#' @return A vector like `x`, sorted.
#' @references
#' Chapters 2.4 and 4 of the thesis on parallel algorithms with OpenMP whose case studies are
#' SNPHAP and PPMQSort (parallel partition and merge quicksort); algorithms 2 and 3.
#' @seealso [order_parallel()]; [manycore_c] for C code; [use_manycore()] for `sort()` itself
#' @examples
#' sort_parallel(c(3, -1, NA, 2))
#' sort_parallel(c(b = 2, a = 1), decreasing = TRUE)
#' sort_parallel(as.Date("2024-03-01") - 0:2)
#' x <- runif(1e5)
#' identical(sort_parallel(x, threads = 2), sort(x))
#' @family sorting and ranks
#' @export
sort_parallel <- function(x, decreasing = FALSE, na.last = NA,
                          method = c("auto", "ppmq", "pppmq", "qsort", "simd", "radix"),
                          cutoff = NULL, partial = NULL, index.return = FALSE, threads = NULL,
                          progress = interactive(), ...) {
  if (missing(x)) stop_missing("x")
  given <- !missing(na.last)
  if (!given && inherits(x, "integer64")) {
    na.last <- TRUE # as in bit64
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
  if (!is.object(x)) check_dots(...)
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
    sorted <- numbers_at(x, places, threads)
    attributes(sorted) <- c(list(names = names(x)[places]), kept_attributes(x))
    return(sorted)
  }
  tick <- if (length(x) > 1e7) progress_ticker(progress, "Sorting")
  sorted <- classed(.Call(C_sort, x, as.integer(inherits(x, "integer64")), as.integer(decreasing),
                          missing, number, cutoff, threads, tick), length(x) > small)
  kept <- kept_attributes(x)
  if (length(kept) > 0) { # this copies
    attributes(sorted) <- kept
  }
  sorted
}

# The same as sort(index.return = TRUE): places among the elements that are not missing.
sort_with_places <- function(x, decreasing, na.last, threads, progress) {
  if (is.na(na.last)) {
    if (anyNA(x)) x <- x[!is.na(x)]
    na.last <- TRUE
  }
  places <- order_parallel(x, decreasing = decreasing, na.last = na.last,
                           threads = if (threads > 0) threads, progress = progress)
  sorted <- numbers_at(x, places, threads)
  if (!is.null(names(x))) {
    names(sorted) <- names(x)[places]
  }
  list(x = sorted, ix = places)
}

# The numbers at these places, without attributes.
numbers_at <- function(x, places, threads) {
  classed(.Call(C_gather, x, places, threads), length(places) > small)
}

# In the order of src/sort/methods.def. The last method is R's.
sort_methods <- eval(formals(sort_parallel)$method)

# The methods of sort.int() and order(), in their order.
base_sort_methods <- c("auto", "shell", "quick", "radix")
base_order_methods <- c("auto", "shell", "radix")

# The method: one of `ours`, or one of base R's. A whole vector of either means "auto".
match_sort_method <- function(method, ours, base) {
  if (identical(method, ours) || identical(method, base)) {
    return("auto")
  }
  known <- union(ours, base)
  known[match_choice(method, known, "method") + 1L]
}

# Classes whose order is that of their numbers. A derived class may have an order of its own.
sorted_classes <- c("factor", "ordered", "Date", "POSIXct", "POSIXt", "difftime", "integer64")

is_sortable <- function(x) {
  typeof(x) %in% c("integer", "double", "logical") && !isS4(x) &&
    (!is.object(x) || all(class(x) %in% sorted_classes))
}

# The attributes that `[` keeps: those of factors and dates.
kept_attributes <- function(x) {
  if (!is.object(x)) {
    return(NULL)
  }
  kept <- c("class", if (is.factor(x)) c("levels", "contrasts"),
            if (inherits(x, "POSIXct")) "tzone", if (inherits(x, "difftime")) "units")
  attributes(x)[intersect(names(attributes(x)), kept)]
}

missing_policy <- function(na.last, more = "") {
  if (length(na.last) != 1 || !is.atomic(na.last) || !(is.logical(na.last) || is.na(na.last))) {
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
#' `order_parallel()` returns the same as [order()]. It is faster, but not for few elements, nor for
#' data that are in order already. (For `integer64` the order is that of the package bit64, whether
#' or not bit64 is attached.)
#'
#' @param ... Vectors of one length, as [sort_parallel()] takes them. Each vector decides between
#'   elements that are equal in all earlier vectors. If any vector is of another class (characters,
#'   for example), [order()] does all work.
#' @param decreasing Whether the greatest come first: one value, or one for each vector. (If
#'   [order()] does the work, one for each vector only with `method = "radix"`.)
#' @param na.last `TRUE` puts `NA` and `NaN` last, `FALSE` first, each within its vector. `NA`
#'   leaves out the places where any vector is missing.
#' @param method `"auto"` and `"simd"` sort here, and so does `"shell"`, a method of [order()].
#'   `"radix"` is `order(method = "radix")`.
#' @param threads,progress As for [sort_parallel()].
#'
#' @details
#' The order is stable: equal elements keep their order. `NA` and `NaN` are equal.
#'
#' An element and its place are packed into one number of 64 bits, and these numbers are sorted as
#' by [sort_parallel()]. If the bits do not hold the element exactly, neighbours are compared
#' afterwards. Integers, logicals and factors are counted instead, if their range has at most 4,096
#' values and fewer than an eighth of the number of elements.
#'
#' **Time** is `O(n log n)` for each vector. **Memory** is the result, and for each element 8 bytes
#' (16 with two vectors, 24 with more); 8 more if places are left out; 1 more for each vector of
#' doubles or `integer64`, and up to 16 more if many of its values are very close to each other
#' compared with their range.
#'
#' **Errors** are those of [order()] for vectors that go there, and otherwise of the classes in
#' [manycore_errors]: `"size"` for vectors of different lengths. `decreasing` and `na.last` must be
#' logical, and `decreasing` has one value or one for each vector; base R takes other values, too.
#'
#' @return The permutation that sorts the vectors: their indices in sorted order (without missing
#'   ones if `na.last` is `NA`), as integers, or as doubles from 2^31 elements on.
#' @seealso [sort_parallel()], [rank_parallel()]; [cor_kendall()], a coefficient of ranks
#' @examples
#' x <- c(3, 1, NA, 2)
#' order_parallel(x)
#' x[order_parallel(x, decreasing = TRUE, na.last = NA)]
#' order_parallel(c(2, 1, 2, 1), c(TRUE, TRUE, FALSE, FALSE), decreasing = c(TRUE, FALSE))
#' @family sorting and ranks
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
                  if (!is.null(names(keys))) paste0(" (no argument has the name ", paste0(
                    "'", names(keys)[nzchar(names(keys))], "'", collapse = ", "), ")"))
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
