#' Stand in for base R's functions
#'
#' `use_manycore()` replaces `cor()`, `cov()`, `dist()`, `sort()`, `order()` and `rank()` in your
#' own code: calls that this package can compute are computed by this package, and all other calls
#' by base R. `unuse_manycore()` ends that.
#'
#' @param what The names of one or more of the six functions.
#'
#' @details
#' `use_manycore()` calls [attach()]. The environment `"manycore:switch"` goes on the search path,
#' where your code finds R's functions. Nothing else in this package attaches anything: loading the
#' package does not.
#'
#' The environment has a copy of each of R's functions (`stats::cor` and so on) with a test in
#' front: can this package compute the call? If so, the result is that of our function, which is
#' identical. If not, the body of R's function runs as if there were no test: with the same
#' arguments and (lazy) defaults, S3 methods, classes, errors, warnings, and calls in errors and
#' warnings. These calls are replaced:
#'
#' * `cor()` and `cov()`, by [cor_kendall()] and [cov_kendall()]: `method = "kendall"` of numeric
#'   matrices, vectors and data frames;
#' * `dist()`, by [dist_euclidean()]: `method = "euclidean"`, the default, of objects of which
#'   [as.matrix()] makes a numeric matrix;
#' * `sort()`, by [sort_parallel()]: numbers, logicals, factors, `Date`, `POSIXct` and `difftime`,
#'   unless another package has an S3 method for them; with `decreasing`, `na.last`,
#'   `index.return`, and `method = "radix"`;
#' * `order()`, by [order_parallel()]: one or more vectors of these classes;
#' * `rank()`, by [rank_parallel()]: numbers, logicals and factors, all `ties.method`s.
#'
#' Results are `identical()` to those of base R, even where our own functions differ from base R:
#' calls with one row, one complete row, one column under `use = "pairwise"`, sizes that do not fit
#' together, and `integer64` (bit64) go to R's function, and a `dist` has the `call` of `dist()`.
#' Small inputs, for which R's function is faster, sorted inputs, and `method = "quick"` and
#' `"shell"` go to R's function, too. These differences remain:
#'
#' * `cor(use = "pairwise")` gives the warning `the standard deviation is zero` for each pair. Here
#'   it is repeated at most `getOption("nwarnings")` times, which is the number that R keeps;
#' * a result that is larger than the free memory is an error before the work begins (one of
#'   [manycore_errors]);
#' * work that takes seconds shows a progress bar in interactive sessions;
#' * an error while an argument is evaluated (`sort(x, na.last = stop())`) may name another call;
#' * builds of R that round differently: see [cor_kendall()] and [dist_euclidean()].
#'
#' **Where it works.** Names are replaced for code that finds functions on the search path: in the
#' workspace, in scripts and in documents. Namespaces stay as they are: packages, and `stats::cor()`
#' written out, call the functions that they always called. `vignette("other-packages")` says what
#' can be done about packages. The environment is attached right before package stats. Functions of
#' your own, and of packages attached after R's own (`cor()` of WGCNA; `sort()`, `order()` and
#' `rank()` of BiocGenerics) mask our functions as they mask base R's. `use_manycore()` names such
#' functions. [manycore_info()] also names those that came later.
#'
#' The replacement lasts until `unuse_manycore()`, until `detach("manycore:switch")`, which has the
#' same effect, until package manycore is unloaded, or until the session ends. A copy of such a
#' function that you have put elsewhere is base R's function from the moment when package manycore
#' is unloaded. Forked processes have the replacement, too. Other R processes, such as those of
#' [parallel::makeCluster()], need a `use_manycore()` of their own.
#'
#' **Other versions of R.** If a function of this R has other arguments than manycore knows, it
#' stays base R's. `use_manycore()` says so. If that function was asked for by name, it is an error.
#'
#' @return The names of the replaced functions, invisibly. A message says what has changed, if
#'   anything has.
#' @family session
#' @seealso [manycore_info()], which lists the replaced functions.
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
      # Attaching is the purpose of this function, and its help page says so. Nothing is attached on
      # load. unuse_manycore() and .onUnload() detach.
      before <- match("package:stats", search(), nomatch = length(search()))
      attach(NULL, pos = before, name = mask_place, warn.conflicts = FALSE)
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

# The replaced functions, in the order of mask_names. The search path is the only record, so the
# record stays right when somebody detaches.
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

# For replaced functions whose name is found earlier on the search path: a character vector that
# says where, with the functions as names.
mask_hiders <- function(names) {
  hiders <- character()
  for (place in rev(search()[seq_len(match(mask_place, search(), nomatch = 1L) - 1L)])) {
    has <- vapply(names, exists, NA, as.environment(place), mode = "function", inherits = FALSE)
    hiders[names[has]] <- if (place == ".GlobalEnv") "the workspace" else
      sub("^package:", "package ", place)
  }
  hiders
}

# R's function with its front, which is evaluated as long as the package is loaded. The helpers of
# the front are in an environment between the function and its namespace, so that our names mean our
# functions, and all other names mean what they mean in that namespace. (user_call() knows these
# functions by the environment's name.)
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

# Does the function of this R have the arguments that its front knows?
has_known_arguments <- function(name) {
  identical(names(formals(own_function(name))), names(formals(mask_fronts[[name]])))
}

# Is the package that made the mask still loaded, and not a newer one? Its C code is unloaded with
# it, but copies of masks that users have made stay.
is_manycore_loaded <- function() {
  isNamespaceLoaded("manycore") && identical(asNamespace("manycore"), topenv())
}

# The fronts, which run in the frame of R's function before its body. So they evaluate arguments in
# the order in which the body does, and change none of them.
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

# `use`: as a number.
means_kendall <- function(use, method) {
  length(use) == 1 && !is.na(use) && identical(method, "kendall")
}

# Does cor_kendall() give the result of stats::cor()? FALSE for calls that stats::cor() refuses.
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

# `spelt` and `number`: the answers of pmatch() for "euclidian" and for all names.
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
  # unevaluated: they are evaluated only if all of them are known
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

# Below these sizes R's own functions are as fast. In elements; of dist() in squares of points times
# coordinates.
least_sort <- 2000
least_order <- 20000
least_rank <- 2000
least_dist <- 30000

is_na_last <- function(value) {
  is.logical(value) && length(value) == 1 && !is.object(value)
}

# Classes for which sort() and order() have no methods of other packages.
is_ordinary <- function(x) {
  is_sortable(x) && !inherits(x, "integer64")
}

# Is x sorted? R may know that without reading x, so sorted numbers are left to R. A few elements
# tell most unsorted vectors.
is_ascending <- function(x) {
  if (is.object(x)) {
    return(FALSE)
  }
  few <- x[c(1, length(x) %/% 3, length(x) %/% 2, length(x))]
  isFALSE(is.unsorted(few)) && isFALSE(is.unsorted(x))
}

# Would a call from `caller` find a method for these classes that is not base R's?
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

# Does order(x) or sort(x), called from `caller`, use base R's order?
orders_by_default <- function(x, caller) {
  !is.object(x) || !(has_others_method("xtfrm", class(x), caller) ||
                       has_others_method("[", class(x), caller))
}
