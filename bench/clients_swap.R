# Puts our functions in place of base R's, during a call, wherever packages have them.
#
# A stand-in has the signature of the original function. It computes what this package can
# (Kendall's tau and covariance, Euclidean distances, sorts, orders and ranks of numbers), passes
# all other calls on unchanged, and counts both.

originals <- list(cor = stats::cor, cov = stats::cov, dist = stats::dist,
                  sort = base::sort, order = base::order, rank = base::rank)

counts <- new.env()
reset_counts <- function() {
  counts$ours <- counts$handed_on <- vapply(originals, function(f) 0, 0)
}
reset_counts()

# Runs `code` with the originals: calls that our functions or the originals make must not reach a
# stand-in.
within <- new.env()
within$running <- FALSE
by <- function(who, name, code) {
  counts[[who]][[name]] <- counts[[who]][[name]] + 1
  within$running <- TRUE
  on.exit(within$running <- FALSE)
  code
}

is_plain_number <- function(x) {
  (is.double(x) || is.integer(x)) && !is.object(x) && length(dim(x)) != 1
}
is_points <- function(x) {
  if (is.data.frame(x)) {
    length(x) > 0 && all(vapply(x, function(column) is_plain_number(column), NA))
  } else {
    is_plain_number(x)
  }
}
of_kendall <- function(method) {
  length(method) == 1 && is.character(method) && isTRUE(pmatch(method, "kendall") == 1)
}

stand_ins <- list(
  cor = function(x, y = NULL, use = "everything", method = c("pearson", "kendall", "spearman")) {
    if (within$running) return(originals$cor(x, y, use, method))
    force(x) # whose own calls of cor() count
    force(y)
    if (of_kendall(method)) {
      by("ours", "cor", manycore::cor_kendall(x, y, use = use, method = method))
    } else {
      by("handed_on", "cor", originals$cor(x, y, use, method))
    }
  },
  cov = function(x, y = NULL, use = "everything", method = c("pearson", "kendall", "spearman")) {
    if (within$running) return(originals$cov(x, y, use, method))
    force(x)
    force(y)
    if (of_kendall(method)) {
      by("ours", "cov", manycore::cov_kendall(x, y, use = use, method = method))
    } else {
      by("handed_on", "cov", originals$cov(x, y, use, method))
    }
  },
  dist = function(x, method = "euclidean", diag = FALSE, upper = FALSE, p = 2) {
    if (within$running) return(originals$dist(x, method, diag, upper, p))
    force(x)
    euclidean <- is.character(method) && length(method) == 1 &&
      isTRUE(pmatch(method, "euclidean") == 1)
    d <- if (euclidean && is_points(x)) {
      by("ours", "dist", manycore::dist_euclidean(x, diag = diag, upper = upper))
    } else {
      by("handed_on", "dist", originals$dist(x, method, diag, upper, p))
    }
    attr(d, "call") <- match.call()
    d
  },
  sort = function(x, decreasing = FALSE, ...) {
    if (within$running) return(originals$sort(x, decreasing, ...))
    force(x)
    if (is_plain_number(x)) {
      by("ours", "sort", manycore::sort_parallel(x, decreasing, ...))
    } else {
      by("handed_on", "sort", originals$sort(x, decreasing, ...))
    }
  },
  order = function(..., na.last = TRUE, decreasing = FALSE,
                   method = c("auto", "shell", "radix")) {
    if (within$running) {
      return(originals$order(..., na.last = na.last, decreasing = decreasing, method = method))
    }
    keys <- list(...)
    if (length(method) > 1) method <- method[1]
    if (length(keys) && all(vapply(keys, is_plain_number, NA))) {
      by("ours", "order", manycore::order_parallel(..., na.last = na.last,
                                                   decreasing = decreasing, method = method))
    } else {
      by("handed_on", "order", originals$order(..., na.last = na.last, decreasing = decreasing,
                                               method = method))
    }
  },
  rank = function(x, na.last = TRUE, ties.method = c("average", "first", "last", "random", "max",
                                                     "min")) {
    if (within$running) return(originals$rank(x, na.last, ties.method))
    force(x)
    if (is_plain_number(x)) {
      by("ours", "rank", manycore::rank_parallel(x, na.last, ties.method))
    } else {
      by("handed_on", "rank", originals$rank(x, na.last, ties.method))
    }
  }
)

# The environments in which code finds the original of a name: the namespace of stats (for
# stats::cor, and for stats itself), the attached package, the imports of other namespaces, and
# base.
places_of <- function(name) {
  if (name %in% c("sort", "order", "rank")) return(list(baseenv()))
  imports <- lapply(setdiff(loadedNamespaces(), "base"), function(p) parent.env(asNamespace(p)))
  attached <- if ("package:stats" %in% search()) list(as.environment("package:stats"))
  Filter(function(place) {
    exists(name, place, inherits = FALSE) &&
      identical(get(name, place, inherits = FALSE), originals[[name]])
  }, c(list(asNamespace("stats")), attached, imports))
}

bind <- function(name, value, places) {
  for (place in places) {
    locked <- bindingIsLocked(name, place)
    if (locked) unlockBinding(name, place)
    assign(name, value, envir = place)
    if (locked) lockBinding(name, place)
  }
}

# Runs `code` with stand-ins for these names. Afterwards, also after an error, the originals are
# back.
with_swapped <- function(names, code) {
  places <- lapply(stats::setNames(names, names), places_of)
  on.exit(for (name in names) bind(name, originals[[name]], places[[name]]))
  for (name in names) bind(name, stand_ins[[name]], places[[name]])
  code
}
