# Slow references in plain R, written from definitions and not from the package's code; and
# functions that compare results with them.

use_modes <- c("everything", "all.obs", "complete.obs", "na.or.complete",
               "pairwise.complete.obs")
algorithms <- kendall_algorithms
sorting_algorithms <- c("gse", "vse", "radix")

# ---- tau-b by all comparisons ----

# Applies a function that makes a square of a column to each column; each square becomes a column.
of_all_rows <- function(columns, square) {
  n <- nrow(columns)
  squares <- lapply(seq_len(ncol(columns)), function(j) square(columns[, j]))
  matrix(as.numeric(unlist(squares)), n * n, ncol(columns))
}

# For each pair of rows i, j and each column: +1 if row i is greater, -1 if it is less, 0 if they
# are tied or one is missing.
comparisons <- function(columns) {
  of_all_rows(columns, function(v) {
    sign <- outer(v, v, ">") - outer(v, v, "<")
    sign[is.na(sign)] <- 0
    sign
  })
}

# For each pair of rows i, j and each column: are i and j different rows, both present?
comparable <- function(columns) {
  of_all_rows(columns, function(v) {
    here <- outer(!is.na(v), !is.na(v))
    diag(here) <- 0
    here
  })
}

# tau of all columns of x with all columns of y over their common rows, NA if undefined; and which
# pairs have common rows, but a constant column.
tau_of_columns <- function(x, y) {
  if (nrow(x) == 0) {
    tau <- matrix(NA_real_, ncol(x), ncol(y))
    return(list(tau = tau, constant = !is.na(tau)))
  }
  gx <- comparisons(x)
  gy <- comparisons(y)
  px <- comparable(x)
  py <- comparable(y)
  x_pairs <- crossprod(gx^2, py) / 2
  y_pairs <- crossprod(px, gy^2) / 2
  none <- x_pairs * y_pairs == 0
  tau <- crossprod(gx, gy) / 2 / sqrt(x_pairs * y_pairs)
  tau[none] <- NA
  list(tau = tau, constant = crossprod(px, py) > 0 & none)
}

names_of_columns <- function(x, y) {
  names <- list(colnames(x), colnames(y))
  if (!is.null(names[[1]]) || !is.null(names[[2]])) names
}

# The diagonal of cor(x) is 1 for all columns, and each pair of columns counts once.
as_symmetric <- function(result, use, rows) {
  if (use != "pairwise.complete.obs") {
    diag(result$constant) <- FALSE
    diag(result$tau) <- if (rows > 1) 1 else NA
  }
  result$constant[upper.tri(result$constant)] <- FALSE
  result
}

error_for_rows <- function(complete, use) {
  if (use == "all.obs" && !all(complete)) {
    "missing observations in cov/cor"
  } else if (use == "complete.obs" && !any(complete)) {
    "no complete element pairs"
  }
}

# The right result of cor_kendall(x, y, use): list(value, constant, error), with the number of pairs
# of columns for the warning. x and y are numeric or logical and have at least one element.
oracle_kendall <- function(x, y = NULL, use = "everything") {
  scalar <- !is.matrix(x) && !is.matrix(y)
  symmetric <- is.null(y)
  x <- as.matrix(x)
  y <- if (symmetric) x else as.matrix(y)
  complete <- rowSums(is.na(x)) + rowSums(is.na(y)) == 0
  error <- error_for_rows(complete, use)
  if (!is.null(error)) {
    return(list(error = error))
  }
  names <- names_of_columns(x, y)
  if (use %in% c("complete.obs", "na.or.complete")) {
    x <- x[complete, , drop = FALSE]
    y <- y[complete, , drop = FALSE]
  }

  result <- tau_of_columns(x, y)
  if (use != "pairwise.complete.obs") {
    lost <- outer(colSums(is.na(x)) > 0, colSums(is.na(y)) > 0, "|")
    result$tau[lost] <- NA
    # stats::cor looks for a constant later column before it looks for an NA in the earlier one
    late <- apply(x, 2, function(v) !anyNA(v) && all(v == v[1]))
    result$constant[lost] <- symmetric & late[row(lost)[lost]]
  }
  if (symmetric) {
    result <- as_symmetric(result, use, nrow(x))
  }
  dimnames(result$tau) <- names
  list(value = if (scalar) result$tau[[1]] else result$tau,
       constant = sum(result$constant))
}

# ---- tau-b of long vectors ----

# Pairs i < j with v[i] > v[j].
inversions <- function(v) {
  if (length(v) <= 32) {
    greater <- outer(v, v, ">")
    return(sum(greater[upper.tri(greater)]))
  }
  left <- seq_len(length(v) %/% 2)
  less <- findInterval(v[left], sort(v[-left]), left.open = TRUE)
  inversions(v[left]) + inversions(v[-left]) + sum(as.numeric(less))
}

pairs_of <- function(n) {
  n * (n - 1) / 2
}

tied_pairs <- function(v) {
  sum(pairs_of(tabulate(match(v, unique(v)))))
}

# For two vectors without NA, in O(n log^2 n).
oracle_long <- function(x, y) {
  x <- as.numeric(match(x, sort(unique(x))))
  y <- as.numeric(match(y, sort(unique(y))))
  all <- pairs_of(length(x))
  discordant <- inversions(y[order(x, y)])
  tied_x <- tied_pairs(x)
  tied_y <- tied_pairs(y)
  tied_both <- tied_pairs(x * (max(y) + 1) + y)
  concordant <- all - tied_x - tied_y + tied_both - discordant
  (concordant - discordant) / (sqrt(all - tied_x) * sqrt(all - tied_y))
}

# ---- outcomes ----

# The value, warnings and error of `code`.
outcome <- function(code) {
  warnings <- character()
  value <- NULL
  error <- tryCatch({
    value <- withCallingHandlers(code, warning = function(w) {
      warnings <<- c(warnings, conditionMessage(w))
      invokeRestart("muffleWarning")
    })
    NULL
  }, error = conditionMessage)
  list(value = value, warnings = warnings, error = error)
}

# Are x and y the same to the last bit? NA and NaN differ.
same_bits <- function(a, b) {
  identical(a, b, num.eq = FALSE, single.NA = FALSE)
}

# The warnings of a result with `constant` pairs without tau.
constant_warnings <- function(constant, use) {
  if (constant == 0) {
    character()
  } else if (use == "pairwise.complete.obs") {
    sprintf("the standard deviation is zero (in %d %s of columns)", constant,
            if (constant == 1) "pair" else "pairs")
  } else {
    "the standard deviation is zero"
  }
}

# The differences between two matrices or numbers, as one string; "" if none.
difference_between <- function(got, want, tolerance = 1e-15) {
  if (!is.double(got)) {
    "type"
  } else if (!identical(attributes(got), attributes(want))) {
    "dim or dimnames"
  } else if (!identical(is.na(as.vector(got)), is.na(as.vector(want)))) {
    "where NA is"
  } else if (any(is.nan(got))) {
    "NaN"
  } else if (any(abs(got - want) > tolerance, na.rm = TRUE)) {
    paste("values, by up to", format(max(abs(got - want), na.rm = TRUE)))
  } else if (any(abs(got) > 1, na.rm = TRUE)) {
    "values beyond 1"
  } else {
    ""
  }
}

# Does this R's stats::cor() round as in R 4.2, whose bits cor_kendall() has? An R without long
# doubles does not.
cor_is_as_of_4.2 <- function() {
  capabilities("long.double") &&
    identical(stats::cor(1:2, 1:2, method = "kendall"), 2 / (sqrt(2) * sqrt(2)))
}

skip_unless_cor_is_as_of_4.2 <- function() {
  testthat::skip_if_not(cor_is_as_of_4.2(), "stats::cor() rounds as in R 4.2")
}

# Compares an outcome() with the wanted one; one string, "" if alike.
outcome_difference <- function(got, value, warnings, error, tolerance = 1e-15) {
  if (!identical(got$error, error)) {
    paste0("error: ", got$error, ", not ", error)
  } else if (!identical(got$warnings, warnings)) {
    paste0("warnings: ", toString(got$warnings), ", not ", toString(warnings))
  } else if (is.null(error)) {
    difference_between(got$value, value, tolerance)
  } else {
    ""
  }
}

against_oracle <- function(got, x, y, use) {
  want <- oracle_kendall(x, y, use)
  warnings <- if (is.null(want$error)) constant_warnings(want$constant, use)
  outcome_difference(got, want$value, as.character(warnings), want$error)
}

# Under "pairwise" stats::cor(x) subtracts diag(diag(r)). If x has one column, diag() of that number
# is not a 1 x 1 matrix when the number is NA, or is below 1 by a rounding error.
stats_cor_fails <- function(x, y, use) {
  use == "pairwise.complete.obs" && is.null(y) && is.matrix(x) && ncol(x) == 1
}

# stats::cor loses dimnames if one row is left, because it ranks such a matrix by row().
# cor_kendall() always has the names of the columns.
with_names_of_columns <- function(tau, x, y, use) {
  rows <- if (use %in% c("complete.obs", "na.or.complete")) {
    sum(stats::complete.cases(cbind(x, y)))
  } else {
    NROW(x)
  }
  if (rows == 1) {
    dimnames(tau) <- names_of_columns(x, if (is.null(y)) x else y)
  }
  tau
}

# If a column of x has an NA, stats::cor(x) under "everything" reads a standard deviation that it
# has not computed, and may wrongly warn of a zero. The warning is right if the complete columns
# alone give it, too.
stats_cor_warnings <- function(want, x, y, use) {
  if (use != "everything" || !is.null(y) || !is.matrix(x)) {
    return(want$warnings)
  }
  lost <- colSums(is.na(x)) > 0
  rest <- x[, !lost, drop = FALSE]
  if (any(lost)) {
    want <- outcome(if (ncol(rest)) stats::cor(rest, method = "kendall"))
  }
  want$warnings
}

against_stats_cor <- function(got, x, y, use) {
  want <- outcome(stats::cor(x, y, use, method = "kendall"))
  warnings <- stats_cor_warnings(want, x, y, use)
  if (is.null(want$error) && use == "pairwise.complete.obs") {
    stopifnot(warnings == "the standard deviation is zero")
    warnings <- constant_warnings(length(warnings), use)
  }
  if (is.matrix(want$value)) {
    want$value <- with_names_of_columns(want$value, x, y, use)
  }
  outcome_difference(got, want$value, warnings, want$error,
                     tolerance = if (cor_is_as_of_4.2()) 0 else 1e-15)
}

# A result of floyd_warshall() with elements changed by `code`; users cannot assign elements.
tampered <- function(x, code) {
  parts <- unclass(x)
  elements <- list2env(parts, parent = parent.frame())
  eval(substitute(code), elements)
  structure(mget(names(parts), elements), class = "shortest_paths")
}

# ---- all targets ----

# Calls code(isa) for each target that this machine runs (or for the given ones), with the target
# active, and asserts that it is active.
for_each_target <- function(code, targets = isa_runnable()) {
  before <- isa_choose("")
  on.exit(isa_choose(before))
  active <- character()
  for (isa in targets) {
    isa_choose(isa)
    code(isa)
    active <- c(active, .Call(C_system_info)$isa)
  }
  expect_identical(active, targets)
}

# Runs code with manycore_threads(n).
with_threads <- function(n, code) {
  explicit <- .Call(C_threads_explain, 0L)$because == "manycore_threads()"
  before <- manycore_threads(n)
  on.exit(manycore_threads(if (explicit) before else 0))
  force(code)
}

# On every target all algorithms and numbers of threads give the bits of `expected`.
expect_same_everywhere <- function(expected, x, y = NULL, use = "everything",
                                   algorithms_too = algorithms, threads = 1,
                                   label = "", targets = isa_runnable()) {
  odd <- character()
  for_each_target(function(isa) {
    for (algorithm in algorithms_too) {
      for (n in threads) {
        got <- outcome(cor_kendall(x, y, use, algorithm = algorithm, threads = n))
        if (!same_bits(got, expected)) {
          odd <<- c(odd, paste(label, use, isa, algorithm, n, "threads"))
        }
      }
    }
  }, targets)
  expect_identical(odd, character())
}

# One case, under every `use`: compares with stats::cor and the oracle, and compares targets,
# algorithms and numbers of threads with each other.
expect_case <- function(x, y = NULL, label = "", uses = use_modes,
                        algorithms_too = algorithms, threads = 1) {
  for (use in uses) {
    here <- paste0(label, ", ", use)
    got <- outcome(cor_kendall(x, y, use))
    expect_identical(against_oracle(got, x, y, use), "",
                     label = paste(here, "against the oracle"))
    if (!stats_cor_fails(x, y, use)) {
      expect_identical(against_stats_cor(got, x, y, use), "",
                       label = paste(here, "against stats::cor"))
    }
    expect_same_everywhere(got, x, y, use, algorithms_too, threads, label)
  }
}

# The number of an algorithm of cor_kendall() in C.
number_of <- function(algorithm) match_choice(algorithm, kendall_algorithms, "algorithm")

# ---- shortest paths ----

# The nearest floats.
to_floats <- function(x) {
  x[] <- readBin(writeBin(as.vector(x), raw(), size = 4), "double", length(x), size = 4)
  x
}

# Weights as floyd_warshall() reads a matrix: Inf for no edge, 0 on the diagonal.
weights_of <- function(w) {
  n <- nrow(w)
  w <- matrix(as.double(w), n, n)
  w[is.na(w)] <- Inf
  w[cbind(seq_len(n), seq_len(n))] <- 0
  w
}

# Algorithm 1 of Hou et al., with < in place of <=; `rounded` is applied to each sum.
oracle_paths <- function(w, rounded = identity) {
  d <- rounded(weights_of(w))
  via <- matrix(NA_integer_, nrow(d), ncol(d))
  for (k in seq_len(nrow(d))) {
    sums <- rounded(outer(d[, k], d[k, ], "+"))
    less <- sums < d
    d[less] <- sums[less]
    via[less] <- k
  }
  list(distance = d, via = via)
}

# Bellman-Ford from all vertices at once, a row for each. The edges of one vertex are relaxed
# together, until nothing changes.
bellman_ford <- function(w) {
  w <- weights_of(w)
  n <- nrow(w)
  d <- matrix(Inf, n, n)
  d[cbind(seq_len(n), seq_len(n))] <- 0
  for (turn in seq_len(n + 1)) {
    before <- d
    for (u in seq_len(n)) {
      ends <- which(is.finite(w[u, ]))
      sums <- outer(d[, u], w[u, ends], "+")
      less <- sums < d[, ends]
      d[, ends][less] <- sums[less]
    }
    if (identical(before, d)) {
      return(d)
    }
  }
  stop("a cycle of negative length")
}

# The same to the last bit, for matrices whose differences would take long to print.
expect_same <- function(got, want, label = "") {
  expect_true(same_bits(got, want), label = paste("the same,", label))
}

path_algorithms <- paths_algorithms

# Every algorithm with several sizes of blocks; NULL, the algorithm's own choice, comes first.
path_blocks <- list(naive = list(NULL), blocked = list(NULL, 16, 48), simd = list(NULL, 32, 96),
                    recursive = list(NULL, 32, 64), auto = list(NULL))

# On every target each algorithm, with these numbers of threads and blocks in turn, gives the bits
# of `want`, with and without paths. (Algorithms with many parallel jobs get at most two threads:
# with fewer processors than threads a job takes long.)
expect_paths_everywhere <- function(w, want, label = "", ..., threads = 1:4) {
  threads_of <- function(algorithm) {
    if (algorithm == "auto") 1 else if (algorithm %in% c("naive", "blocked") && nrow(w) > 7)
      unique(pmin(threads, 2)) else threads
  }
  odd <- character()
  for_each_target(function(isa) {
    for (algorithm in path_algorithms) {
      for (n in threads_of(algorithm)) {
        blocks <- path_blocks[[algorithm]]
        block <- blocks[[(n - 1) %% length(blocks) + 1]]
        got <- floyd_warshall(w, TRUE, algorithm, block, ..., threads = n)
        here <- paste(label, isa, algorithm, toString(block), n, "threads")
        if (!same_bits(unname(got$distance), want$distance)) odd <<- c(odd, here)
        if (!identical(unname(got$via), want$via)) odd <<- c(odd, paste(here, "via"))
      }
    }
    for (algorithm in path_algorithms) {
      only <- floyd_warshall(w, FALSE, algorithm, ..., threads = 1)$distance
      if (!same_bits(unname(only), want$distance)) {
        odd <<- c(odd, paste(label, isa, algorithm, "alone"))
      }
    }
  })
  expect_identical(odd, character())
}

# What is wrong with the paths between `pairs` (NULL: all), as one string. A path must begin and end
# at its vertices, follow edges of w, and visit no vertex twice. Its highest vertex is `via`. Its
# length is the distance: exactly, or within `units` of the last place for each edge, relative to
# the sum of absolute weights; or within `slack`, whatever `via` says.
wrong_paths <- function(result, w, units = 0, pairs = NULL, slack = NULL) {
  w <- weights_of(w)
  n <- nrow(w)
  if (is.null(pairs)) {
    pairs <- cbind(rep(seq_len(n), n), rep(seq_len(n), each = n))
  }
  distance <- unname(result$distance)[pairs]
  paths <- shortest_path(result, pairs[, 1], pairs[, 2])
  if (nrow(pairs) == 1) paths <- list(paths)
  edges <- lengths(paths) - 1L
  if (!identical(edges < 0, distance == Inf)) return("where there is a path")
  if (!all(vapply(paths, is.integer, NA))) return("type")
  there <- edges >= 0
  if (!any(there)) return("")
  first <- vapply(paths[there], function(p) p[[1]], 0L)
  last <- vapply(paths[there], function(p) p[[length(p)]], 0L)
  if (!all(first == pairs[there, 1]) || !all(last == pairs[there, 2])) return("ends")
  if (any(vapply(paths, anyDuplicated, 0L) > 0)) return("a vertex twice")
  high <- vapply(paths, function(p) if (length(p) > 2) max(p[-c(1, length(p))]) else NA, 0L)
  if (is.null(slack) && !identical(high, unname(result$via)[pairs])) return("via")
  length_of <- function(w) {
    vapply(paths[there], function(p) sum(w[cbind(p[-length(p)], p[-1])]), 0)
  }
  off <- abs(length_of(w) - distance[there])
  bound <- if (is.null(slack)) units * edges[there] * length_of(abs(w)) else slack
  if (!all(off <= bound)) return(paste("length, by up to", format(max(off - bound))))
  if (!identical(path_lengths(result, pairs[, 1], pairs[, 2]), distance)) return("path_lengths()")
  edges[!there] <- NA
  if (!identical(path_lengths(result, pairs[, 1], pairs[, 2], "edges"), edges)) {
    return("number of edges")
  }
  ""
}

# A function of the package in which some of the functions that it calls are replaced.
with_own <- function(f, ...) {
  environment(f) <- list2env(list(...), parent = environment(f))
  f
}

# A matrix of edges from, to, weight, ...
edges_matrix <- function(n, ..., names = NULL) {
  edges <- matrix(c(...), ncol = 3, byrow = TRUE)
  w <- matrix(Inf, n, n, dimnames = if (!is.null(names)) list(names, names))
  w[edges[, 1:2, drop = FALSE]] <- edges[, 3]
  w
}
