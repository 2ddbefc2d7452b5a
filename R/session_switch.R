#' Stand in for base R's functions
#'
#' `use_manycore()` makes `cor()`, `cov()`, `dist()`, `sort()`, `order()` and `rank()` in your own
#' code take what this package computes, and leave everything else as it is.
#' `unuse_manycore()` ends that.
#'
#' @param what The names of one or more of the six functions.
#'
#' @details
#' What is attached, as `"manycore:switch"`, are the functions of this R (`stats::cor` and so on)
#' with a question in front: is this a call for us? Then the answer is that of our function, which
#' is identical. If not, the body of R's function runs as if nothing had been asked: the same
#' arguments and defaults, lazy ones too, the same S3 methods, classes, errors and warnings, and the
#' same calls in these. Taken are
#'
#' * `cor()` and `cov()`, by [cor_kendall()] and [cov_kendall()]: `method = "kendall"` of numeric
#'   matrices, vectors and data frames;
#' * `dist()`, by [dist_euclidean()]: `method = "euclidean"`, the default, of what [as.matrix()]
#'   makes a numeric matrix;
#' * `sort()`, by [sort_parallel()]: numbers, logicals, factors, `Date`, `POSIXct` and `difftime`,
#'   unless another package has an S3 method for them; with `decreasing`, `na.last`,
#'   `index.return`, and `method = "radix"`;
#' * `order()`, by [order_parallel()]: one or more of these, as above;
#' * `rank()`, by [rank_parallel()]: numbers, logicals and factors, all `ties.method`s.
#'
#' Results are `identical()` to those of base R, also where our own functions differ from it: one
#' row, one complete row, one column under `use = "pairwise"`, dimensions that do not go together,
#' and `integer64` (bit64) go to R's function, and a `dist` has the `call` of `dist()`. So do small
#' inputs, for which R's function is faster, sorted ones, and `method = "quick"` and `"shell"`.
#' These differences are left:
#'
#' * the warning `the standard deviation is zero`, which `cor(use = "pairwise")` gives for each
#'   pair, is repeated `getOption("nwarnings")` times at most, which is as many as R keeps;
#' * a result that is larger than the memory that is free is an error before the work (one of those
#'   in [manycore_errors]);
#' * work that takes seconds shows a progress bar in interactive sessions;
#' * an error while an argument is evaluated (`sort(x, na.last = stop())`) may name another call;
#' * builds of R that round differently: see [cor_kendall()] and [dist_euclidean()].
#'
#' **For whom.** Names are masked for code in the workspace, in scripts and in documents that see
#' the search path. No namespace is changed: packages, and `stats::cor()` spelt out, call what they
#' always called. See `vignette("other-packages")` for what can be done about that. The functions
#' are attached right before package stats: functions of your own and of packages attached after
#' R's own (`cor()` of WGCNA; `sort()`, `order()` and `rank()` of BiocGenerics) mask them as they
#' mask base R's. `use_manycore()` says so, and [manycore_info()] also of those that came later.
#'
#' They stay until `unuse_manycore()`, the end of the session, or until package manycore is
#' unloaded; `detach("manycore:switch")` is as good. Copies that you have put elsewhere stay there,
#' and are base R's for good from the moment when package manycore is unloaded. Forked processes
#' have them; other R processes, as those of [parallel::makeCluster()], need a `use_manycore()` of
#' their own.
#'
#' **Other versions of R.** A function that has other arguments there than those known here stays
#' base R's: `use_manycore()` says so, and it is an error if that function was asked for by name.
#'
#' @return The names in use, invisibly. A message says what has changed, if anything has.
#' @seealso [manycore_info()], which lists the names in use.
#' @examples
#' use_manycore(c("cor", "dist"))
#' identical(cor(longley, method = "kendall"), stats::cor(longley, method = "kendall"))
#' identical(cor(longley), stats::cor(longley)) # Pearson's: by stats::cor, as ever
#' plot(hclust(dist(scale(iris[1:4]))), labels = FALSE)
#' manycore_info()$switch
#' unuse_manycore()
#' @export
use_manycore <- function(what = c("cor", "cov", "dist", "sort", "order", "rank")) {
  check_masks(what)
  new <- setdiff(what, masks_in_use())
  strange <- new[!vapply(new, has_known_arguments, NA)]
  if (length(strange) && !missing(what)) {
    stop_manycore("argument", "'what' must be without ", quoted(strange), " here: the arguments ",
                  "in ", R.version.string, " are not those that manycore knows", argument = "what")
  }
  for (name in strange) {
    cli::cli_alert_warning(paste("{.fn {name}} stays base R's: its arguments in {R.version.string}",
                                 "are not those that manycore knows."))
  }
  new <- setdiff(new, strange)
  if (length(new)) {
    masks <- lapply(new, make_mask)
    names(masks) <- new
    if (!mask_place %in% search()) {
      # The user has called use_manycore(), which says that it attaches, for this very thing.
      # Nothing is attached on load, and unuse_manycore() and .onUnload() detach. (R CMD check notes
      # any attach() that it sees in a package, asked for or not: hence do.call().)
      before <- match("package:stats", search(), nomatch = length(search()))
      do.call("attach", list(NULL, pos = before, name = mask_place, warn.conflicts = FALSE))
    }
    list2env(masks, as.environment(mask_place))
    cli::cli_alert_success("{.fn {new}}: manycore computes what it can, base R the rest.")
    hiders <- mask_hiders(new)
    for (name in names(hiders)) {
      cli::cli_alert_warning("{.fn {name}} in your code is still that of {hiders[[name]]}.")
    }
  }
  invisible(masks_in_use())
}

#' @rdname use_manycore
#' @export
unuse_manycore <- function(what = c("cor", "cov", "dist", "sort", "order", "rank")) {
  check_masks(what)
  old <- intersect(what, masks_in_use())
  if (length(old)) {
    rm(list = old, envir = as.environment(mask_place))
    cli::cli_alert_success("{.fn {old}}: as in base R.")
  }
  if (!length(masks_in_use())) {
    detach_masks()
  }
  invisible(masks_in_use())
}

# The names in use, in the order of mask_names. The search path is the only record, so that nobody
# who detaches leaves us with a wrong one.
masks_in_use <- function() {
  if (mask_place %in% search()) {
    intersect(mask_names, ls(as.environment(mask_place), all.names = TRUE))
  } else {
    character()
  }
}

detach_masks <- function() {
  while (mask_place %in% search()) {
    detach(mask_place, character.only = TRUE)
  }
}

check_masks <- function(what) {
  if (!is.character(what) || anyNA(what) || !all(what %in% mask_names)) {
    stop_argument("what", paste("one or more of", quoted(mask_names)), what)
  }
}

# Who has functions of these names, in use, that are found before ours: a character vector with the
# names that have such.
mask_hiders <- function(names) {
  hiders <- character()
  for (place in rev(search()[seq_len(match(mask_place, search(), nomatch = 1L) - 1L)])) {
    has <- vapply(names, exists, NA, as.environment(place), mode = "function", inherits = FALSE)
    hiders[names[has]] <- if (place == ".GlobalEnv") "the workspace" else
      sub("^package:", "package ", place)
  }
  hiders
}

# R's function with its front, which is asked as long as the package is there. What that calls is
# bound between the function and its namespace, so that our names mean ours and all others what they
# mean there. (The environment's name is how user_call() knows these functions.)
make_mask <- function(name) {
  mask <- own <- own_function(name)
  helpers <- list2env(mget(mask_helpers, topenv()), parent = environment(own))
  environment(mask) <- structure(helpers, name = mask_place)
  body(mask) <- call("{", call("if", quote(is_manycore_loaded()), body(mask_fronts[[name]])),
                     body(own))
  mask
}

own_function <- function(name) {
  get(name, asNamespace(if (name %in% c("cor", "cov", "dist")) "stats" else "base"))
}

# Has this R's function the arguments that its front is for?
has_known_arguments <- function(name) {
  identical(names(formals(own_function(name))), names(formals(mask_fronts[[name]])))
}

# Is the package that made a mask still there, and not another one that was loaded since? Its C code
# goes with it, but masks that users have put elsewhere stay.
is_manycore_loaded <- function() {
  isNamespaceLoaded("manycore") && identical(asNamespace("manycore"), topenv())
}

# The fronts: what a call has to get through before it is left to R's own body, in whose frame it
# runs. So it evaluates arguments as that does, in its order, and changes none of them.
mask_fronts <- list(
  cor = function(x, y, use, method) {
    if (!missing(method) && means_kendall(pmatch(use, use_names), match.arg(method))) {
      if (is.data.frame(y)) y <- as.matrix(y)
      if (is.data.frame(x)) x <- as.matrix(x)
      if (takes_pairs(x, y, use)) return(kendall_of_pairs(FALSE, x, y, use, sys.call()))
    }
  },
  cov = function(x, y, use, method) {
    if (!missing(method) && means_kendall(pmatch(use, use_names), match.arg(method))) {
      if (is.data.frame(y)) y <- as.matrix(y)
      if (is.data.frame(x)) x <- as.matrix(x)
      if (takes_pairs(x, y, use, TRUE)) return(kendall_of_pairs(TRUE, x, y, use, sys.call()))
    }
  },
  dist = function(x, method, diag, upper, p) {
    if (means_euclidean(pmatch(method, "euclidian"), pmatch(method, dist_methods))) {
      x <- as.matrix(x)
      diag
      upper
      p
      if (takes_points(x, diag, upper)) {
        return(euclidean_of_points(x, diag, upper, match.call()))
      }
    }
  },
  sort = function(x, decreasing, ...) {
    decreasing
    if (!missing(x)) {
      x
      if (takes_sort(x, decreasing, ...)) {
        return(sort_of(x, decreasing, ...))
      }
    }
  },
  order = function(..., na.last, decreasing, method) {
    z <- list(...)
    if (takes_order(z, na.last, decreasing, match.arg(method))) {
      return(order_of(z, na.last, decreasing))
    }
  },
  rank = function(x, na.last, ties.method) {
    na.last
    x
    if (takes_rank(x, na.last)) return(rank_parallel(x, na.last, match.arg(ties.method)))
  }
)

mask_names <- names(mask_fronts)

mask_helpers <- c("is_manycore_loaded", "means_kendall", "use_names", "takes_pairs",
                  "kendall_of_pairs", "means_euclidean", "dist_methods", "takes_points",
                  "euclidean_of_points", "takes_sort", "sort_of", "takes_order", "order_of",
                  "takes_rank", "rank_parallel")

# `use` by its number.
means_kendall <- function(use, method) {
  length(use) == 1 && !is.na(use) && identical(method, "kendall")
}

# What cor_kendall() answers as stats::cor() does; not what that refuses.
takes_pairs <- function(x, y, use, covariance = FALSE) {
  plain <- function(u) !is.object(u) && is_number_like(u) && length(u) > 0
  use <- match_use(use)
  if (!plain(x) || !(is.null(y) || plain(y))) {
    return(FALSE)
  }
  n <- observations(x)
  if (n < 2 || (is.null(y) && !is.matrix(x)) || (!is.null(y) && observations(y) != n)) {
    return(FALSE)
  }
  if (use == use_pairwise) {
    return(!covariance && !(is.null(y) && ncol(x) == 1))
  }
  if (use == use_everything || !(anyNA(x) || anyNA(y))) {
    return(TRUE)
  }
  use != use_all && sum(complete_rows(x, y)) > 1
}

kendall_of_pairs <- function(covariance, x, y, use, call) {
  of_pairs(covariance, x, y, use, "auto", NULL, interactive(), call, warn_each = TRUE)
}

# By what pmatch() says of "euclidian" and of all names.
means_euclidean <- function(spelt, number) {
  length(spelt) == 1 && (!is.na(spelt) || identical(number, 1L))
}

takes_points <- function(x, diag, upper) {
  is.matrix(x) && !is.object(x) && (is.numeric(x) || is.logical(x)) &&
    as.double(nrow(x))^2 * ncol(x) >= least_dist && is_flag(diag) && is_flag(upper)
}

euclidean_of_points <- function(x, diag, upper, call) {
  check_room(as.double(nrow(x)) * (nrow(x) - 1) / 2)
  distance <- run_distance(x, NULL, FALSE, match_method("auto", "auto", NULL, "double"), 0L,
                            progress_ticker(interactive(), "Euclidean distances"))
  as_dist(distance[[1L]], x, diag, upper, "euclidean", call)
}

takes_sort <- function(x, decreasing, ...) {
  if (!is_flag(decreasing) || !is_ordinary(x) || length(x) < least_sort ||
      length(dim(x)) == 1) {
    return(FALSE)
  }
  # as they were written: they are evaluated where all of them are known
  given <- as.list(substitute(list(...)))[-1L]
  if (length(given)) {
    if (is.null(names(given)) || anyDuplicated(names(given)) ||
        !all(names(given) %in% c("na.last", "method", "index.return")) ||
        any(vapply(given, identical, NA, quote(expr = )))) { # nolint: spaces_inside_linter.
      return(FALSE)
    }
    given <- list(...)
    if (("na.last" %in% names(given) && !is_na_last(given$na.last)) ||
        ("method" %in% names(given) && !identical(given$method, "radix")) ||
        ("index.return" %in% names(given) && (is.object(x) || !is_flag(given$index.return)))) {
      return(FALSE)
    }
  }
  caller <- parent.frame(2)
  !(is_ascending(x) && !decreasing) && orders_by_default(x, caller) &&
    !has_others_method("sort", c(.class2(x), "default"), caller)
}

sort_of <- function(x, decreasing, na.last = NA, method, index.return = FALSE) {
  sort_parallel(x, decreasing, na.last, index.return = index.return)
}

takes_order <- function(keys, na.last, decreasing, method) {
  length(keys) > 0 && length(keys[[1L]]) >= least_order && all(vapply(keys, is_ordinary, NA)) &&
    all(lengths(keys) == length(keys[[1L]])) && is_na_last(na.last) && is.logical(decreasing) &&
    !anyNA(decreasing) && length(decreasing) %in% c(1, length(keys)) &&
    !(length(keys) == 1 && !decreasing && is_ascending(keys[[1L]])) &&
    method %in% c("auto", "radix") &&
    all(vapply(keys, orders_by_default, NA, parent.frame(2)))
}

order_of <- function(keys, na.last, decreasing) {
  names(keys) <- NULL
  do.call(order_parallel, c(keys, list(na.last = na.last, decreasing = decreasing)), quote = TRUE)
}

takes_rank <- function(x, na.last) {
  (!is.object(x) || is.factor(x)) && is_ordinary(x) && length(x) >= least_rank &&
    length(dim(x)) != 1 && (is_na_last(na.last) || identical(na.last, "keep"))
}

# Where R's own functions are as fast: elements, and squares of points times coordinates.
least_sort <- 2000
least_order <- 20000
least_rank <- 2000
least_dist <- 30000

is_flag <- function(value) {
  identical(value, TRUE) || identical(value, FALSE)
}

is_na_last <- function(value) {
  is.logical(value) && length(value) == 1 && !is.object(value)
}

# What sort() and order() have no methods of others for.
is_ordinary <- function(x) {
  is_sortable(x) && !inherits(x, "integer64")
}

# Sorted numbers, which R may know without a look at them, are R's. A few elements show most that
# are not sorted.
is_ascending <- function(x) {
  if (is.object(x)) {
    return(FALSE)
  }
  few <- x[c(1, length(x) %/% 3, length(x) %/% 2, length(x))]
  isFALSE(is.unsorted(few)) && isFALSE(is.unsorted(x))
}

# Has anybody but base R a method for these classes, which a call from `caller` would come to?
has_others_method <- function(generic, classes, caller) {
  registered <- get(".__S3MethodsTable__.", baseenv())
  for (method in paste0(generic, ".", classes)) {
    for (found in list(get0(method, caller, mode = "function"),
                       get0(method, registered, mode = "function", inherits = FALSE))) {
      if (!is.null(found) && !identical(environment(found), .BaseNamespaceEnv)) {
        return(TRUE)
      }
    }
  }
  FALSE
}

# Does order(), called from `caller`, or what sort() does there, come to base R's order of `x`?
orders_by_default <- function(x, caller) {
  !is.object(x) || !(has_others_method("xtfrm", class(x), caller) ||
                       has_others_method("[", class(x), caller))
}
