# kendall_network() against matrices of all pairs: by cutoff, by a full sort, by p.adjust().

# ---- the slow way ----

sign_of_edges <- function(tau, sign) switch(sign, both = abs(tau), positive = tau, negative = -tau)

# All pairs with a tau, in the columns of a network.
pairs_with_tau <- function(x, y = NULL, use = "pairwise.complete.obs") {
  test <- kendall_matrices(x, y, use)
  at <- which(!is.na(test$estimate), arr.ind = TRUE)
  pair <- pair_names(at[, 1], at[, 2], x, y)
  at <- at[!is.na(pair) & (!is.null(y) | at[, 1] < at[, 2]), , drop = FALSE]
  pairs <- data.frame(from = at[, 1], to = at[, 2], tau = test$estimate[at],
                      p.value = test$p.value[at], n = as.integer(test$n[at]))
  pairs <- pairs[order(-abs(pairs$tau), pairs$from, pairs$to), ]
  rownames(pairs) <- NULL
  structure(pairs, pair = pair_names(pairs$from, pairs$to, x, y))
}

# By cor_kendall() and, if the p-values of stats::cor.test() are the same, those of the package,
# which have tests of their own; to the bit.
kendall_matrices <- function(x, y, use) {
  raw <- .Call(C_kendall_test, x, y, match(use, use_names), 0L, 1L, 2^28, NULL, 0L, -1L, 0L, 0)
  expect_true(same_bits(unname(raw$estimate), unname(outcome(cor_kendall(x, y, use))$value)))
  raw
}

slow_cutoff <- function(pairs, cutoff, sign) {
  strength <- sign_of_edges(pairs$tau, sign)
  pairs[strength >= cutoff & (sign == "both" | strength > 0), ]
}

slow_top <- function(pairs, top, sign, symmetric, columns) {
  pairs <- slow_cutoff(pairs, 0, sign)
  strength <- sign_of_edges(pairs$tau, sign)
  kept <- lapply(seq_len(columns), function(j) {
    mine <- which(pairs$from == j | (symmetric & pairs$to == j))
    partner <- ifelse(pairs$from[mine] == j, pairs$to[mine], pairs$from[mine])
    utils::head(mine[order(-strength[mine], partner)], top)
  })
  pairs[sort(unique(unlist(kept))), ]
}

slow_fdr <- function(pairs, fdr, sign) {
  adjusted <- adjust_slowly(pairs$p.value, attr(pairs, "pair"), "BH")
  passes <- adjusted <= fdr & !is.na(adjusted)
  pairs$p.adjusted <- as.numeric(adjusted)
  pairs <- pairs[c("from", "to", "tau", "p.value", "p.adjusted", "n")]
  pairs[passes & (sign == "both" | sign_of_edges(pairs$tau, sign) > 0), ]
}

plain <- function(edges) {
  edges <- as.data.frame(edges)
  attr(edges, "pair") <- NULL
  rownames(edges) <- NULL
  edges
}

expect_network <- function(net, pairs, label) {
  expect_true(inherits(net, "kendall_network"), label = label)
  expect_identical(plain(net), plain(pairs), label = label)
}

expect_networks <- function(x, y = NULL, use = "pairwise.complete.obs", label = "", ...) {
  quietly <- function(...) suppressWarnings(kendall_network(...)) # of constant columns
  pairs <- pairs_with_tau(x, y, use)
  for (sign in edge_signs) {
    here <- function(...) paste(label, sign, ...)
    for (cutoff in c(0, 0.2, 0.5, 1)) {
      expect_network(quietly(x, y, cutoff = cutoff, sign = sign, use = use, ...),
                     slow_cutoff(pairs, cutoff, sign), here("cutoff", cutoff))
    }
    for (top in c(1, 4, 1000)) {
      expect_network(quietly(x, y, top = top, sign = sign, use = use, ...),
                     slow_top(pairs, top, sign, is.null(y), ncol(x)), here("top", top))
    }
    for (fdr in c(0.001, 0.05, 0.4, 1)) {
      expect_network(quietly(x, y, fdr = fdr, sign = sign, use = use, ...),
                     slow_fdr(pairs, fdr, sign), here("fdr", fdr))
    }
  }
}

# ---- edges ----

test_that("random data, with ties and missing values, x alone and against y", {
  set.seed(1)
  for (n in c(2, 3, 20, 55)) {
    for (m in c(1, 2, 21)) {
      kinds <- list(plain = related(n, m), ties = round(related(n, m)),
                    few = random_matrix(n, m, complete_columns),
                    holes = random_matrix(n, m, c(complete_columns, missing_columns)))
      for (kind in names(kinds)) {
        x <- unname(kinds[[kind]])
        storage.mode(x) <- "double"
        expect_networks(x, label = paste(n, m, kind))
        expect_networks(x, unname(kinds$holes), label = paste(n, m, kind, "with y"))
      }
    }
  }
})

test_that("what is done about missing values", {
  set.seed(2)
  x <- related(25, 15)
  x[cbind(sample(25, 4), c(1, 2, 3, 3))] <- NA
  y <- related(25, 6)
  for (use in c("everything", "complete.obs", "na.or.complete", "pairwise.complete.obs")) {
    expect_networks(x, use = use, label = use)
    expect_networks(x, y, use = use, label = use)
  }
  expect_identical(kendall_network(y, cutoff = 0.1, use = "all.obs")$tau,
                   kendall_network(y, cutoff = 0.1)$tau)
  lost <- rbind(NA, NA, related(1, 4))
  expect_identical(nrow(kendall_network(lost, cutoff = 0, use = "na.or.complete")), 0L)
  expect_identical(nrow(kendall_network(lost, top = 2)), 0L)
  expect_identical(nrow(kendall_network(lost, fdr = 1)), 0L)
})

test_that("p-values are those of cor.test()", {
  set.seed(3)
  for (n in c(12, 60)) {
    x <- cbind(related(n, 4), round(related(n, 3)))
    net <- kendall_network(x, cutoff = 0)
    p <- vapply(seq_len(nrow(net)), function(k) {
      u <- x[, net$from[k]]
      v <- x[, net$to[k]]
      suppressWarnings(stats::cor.test(u, v, method = "kendall"))$p.value
    }, 0)
    expect_equal(net$p.value, p, tolerance = 1e-12)
  }
})

test_that("every target, algorithm and number of threads gives the same network", {
  set.seed(4)
  x <- cbind(related(60, 30), round(related(60, 30)))
  x[sample.int(length(x), 100)] <- NA
  y <- related(60, 9)
  rules <- list(list(cutoff = 0.25), list(top = 3), list(fdr = 0.05, sign = "positive"))
  for (rule in rules) {
    make <- function(...) plain(do.call(kendall_network, c(list(x, ...), rule)))
    want <- list(make(), make(y))
    for_each_target(function(isa) {
      for (algorithm in algorithms) {
        for (threads in 1:4) {
          label <- paste(names(rule)[1], isa, algorithm, threads)
          expect_identical(make(algorithm = algorithm, threads = threads), want[[1]], label = label)
          expect_identical(make(y, algorithm = algorithm, threads = threads), want[[2]],
                           label = label)
        }
      }
    })
  }
})

test_that("several super-tiles, several panels", {
  skip_on_cran()
  set.seed(5)
  x <- related(40, 1100)
  pairs <- pairs_with_tau(x)
  old <- options(manycore.scratch = 1)
  on.exit(options(old))
  for (threads in 1:3) {
    for (scratch in c(1, 256)) {
      options(manycore.scratch = scratch)
      expect_network(kendall_network(x, cutoff = 0.3, threads = threads),
                     slow_cutoff(pairs, 0.3, "both"), "cutoff")
      expect_network(kendall_network(x, fdr = 0.01, threads = threads),
                     slow_fdr(pairs, 0.01, "both"), "fdr")
    }
  }
  few <- x[, 1:60]
  expect_network(kendall_network(few, x, top = 7),
                 slow_top(pairs_with_tau(few, x), 7, "both", FALSE, 60), "top of a few")
  expect_network(kendall_network(x, top = 2), slow_top(pairs, 2, "both", TRUE, 1100), "top")
})

test_that("vectors, data frames, integers, logicals, and the corners", {
  x <- data.frame(a = c(1, 2, 3, 4), b = c(TRUE, FALSE, TRUE, TRUE), c = 4:1)
  net <- kendall_network(x, cutoff = 1)
  expect_identical(plain(net)[c("from", "to", "tau")], data.frame(from = "a", to = "c", tau = -1))
  expect_identical(nrow(kendall_network(x, cutoff = 1, sign = "positive")), 0L)
  expect_equal(kendall_network(1:5, c(2, 1, 3, 5, 4), cutoff = 0)$tau, 0.6)
  expect_identical(nrow(kendall_network(matrix(0, 5, 0), cutoff = 0, use = "everything")), 0L)
  expect_identical(nrow(suppressWarnings(kendall_network(matrix(0, 5, 3), fdr = 1))), 0L)
  expect_identical(nrow(kendall_network(matrix(1, 1, 3), top = 1)), 0L)
  # not even in y a column is its own partner
  expect_identical(kendall_network(x["a"], x, top = 1)$to, "c")
})

test_that("names are names, numbers where there are none, and tell columns apart", {
  set.seed(6)
  x <- related(20, 4)
  expect_identical(typeof(kendall_network(x, cutoff = 0)$from), "integer")
  colnames(x) <- c("a", "b", "a", NA)
  expect_warning(net <- kendall_network(x, cutoff = 0),
                 "1 column of 'x' has the name of another one, such as \"a\"")
  expect_identical(attr(net, "nodes")$x, c("a", "b", "a.1", "V4"))
  expect_setequal(c(net$from, net$to), c("a", "b", "a.1", "V4"))
  net <- kendall_network(unname(x), cbind(u = x[, 1], v = x[, 2]), cutoff = 0)
  expect_identical(typeof(net$from), "integer")
  expect_setequal(net$to, c("u", "v"))
  expect_identical(attr(net, "nodes"), list(x = 1:4, y = c("u", "v")))
})

# ---- memory ----

test_that("edges that would not fit are an error that names a cutoff which fits", {
  set.seed(7)
  x <- related(40, 60)
  input <- pairs_job(FALSE, x, NULL, "pairwise", "auto", 1L)
  strength <- abs(pairs_with_tau(x)$tau)
  for (room in c(0, 10, 300)) {
    error <- tryCatch(edges_by_cutoff(input, 0L, 0, NULL, room), error = identity)
    expect_true(inherits(error, "manycore_error_memory"))
    expect_identical(error$edges, 1770)
    expect_starts(conditionMessage(error), paste(
      "the network has 1,770 edges, and memory has room for", room))
    by_rate <- tryCatch(edges_by_fdr(input, 0L, 1, NULL, room), error = identity)
    expect_true(inherits(by_rate, "manycore_error_memory"))
    expect_identical(by_rate$cutoff, error$cutoff)
    if (room == 0) next
    expect_lte(sum(strength >= error$cutoff), room)
    expect_gt(sum(strength >= error$cutoff - 1e-4), room)
    expect_identical(length(edges_by_cutoff(input, 0L, error$cutoff, NULL, room)$tau),
                     sum(strength >= error$cutoff))
    expect_match(conditionMessage(error), paste("cutoff =", format(error$cutoff)), fixed = TRUE)
    rate <- as.numeric(sub(".*fdr = ([^ ]*) leaves.*", "\\1", conditionMessage(by_rate)))
    expect_true(rate > 0 && rate < 1)
    expect_lte(length(edges_by_fdr(input, 0L, rate, NULL, room)$tau), room)
  }
  # rows whose tau with themselves is not rounded below 1
  exact <- Find(function(n) cor_kendall(cbind(1:n, 1:n), use = "pairwise")[1, 2] == 1, 2:40)
  same <- pairs_job(FALSE, matrix(1:exact, exact, 20), NULL, "pairwise", "auto", 1L)
  error <- tryCatch(edges_by_cutoff(same, 0L, 0, NULL, 10), error = identity)
  expect_match(conditionMessage(error), "top = 10 would keep")
  expect_identical(error$cutoff, NA_real_)

  wide <- list(x = matrix(0, 1, 2e5))
  error <- tryCatch(edges_by_top(wide, 0L, 100, NULL, function(...) 1e6), error = identity)
  expect_true(inherits(error, "manycore_error_memory"))
  expect_match(conditionMessage(error), paste(
    "100 partners of each of 200,000 columns are up to 20,000,000 edges, and memory has room",
    "for .*; top = 3 would fit"))
})

test_that("memory that is not known is no bound but that of data frames", {
  expect_identical(edges_that_fit(1e9, function() NA_real_), as.double(.Machine$integer.max))
  expect_identical(edges_that_fit(1e9, function() 1e6), floor(1e6 / edge_bytes))
  expect_identical(edges_that_fit(1e5, function() stop("nobody asks")),
                   as.double(.Machine$integer.max))
})

# ---- arguments ----

test_that("bad input is an error that says what would be right", {
  x <- as.matrix(longley)
  expect_bad <- function(code, argument, message) {
    error <- tryCatch(code, error = identity)
    label <- deparse1(substitute(code))
    expect_true(inherits(error, "manycore_error_argument"), label = label)
    expect_identical(error$argument, argument, label = label)
    expect_starts(conditionMessage(error), message, label = label)
    expect_identical(deparse1(conditionCall(error)[[1]]), "kendall_network", label = label)
  }
  expect_bad(kendall_network(x), "cutoff", "one of 'cutoff', 'top' and 'fdr' must say which pairs")
  expect_bad(kendall_network(x, cutoff = 0.5, top = 3), "top",
             paste("only one of 'cutoff', 'top' and 'fdr' may say which pairs are edges; given are",
                   "'cutoff' and 'top'"))
  expect_bad(kendall_network(x, fdr = 0.5, top = 3, cutoff = 1), "top", "only one of")
  for (bad in list(-0.1, 1.1, NA, "high", c(0.1, 0.2), NaN)) {
    expect_bad(kendall_network(x, cutoff = bad), "cutoff", "'cutoff' must be a number from 0 to 1")
  }
  for (bad in list(0, -1, 2.5, NA_real_, "all", 1:2)) {
    expect_bad(kendall_network(x, top = bad), "top", "'top' must be a whole number from 1 on")
  }
  for (bad in list(0, -1, 1.5, NA_real_, "BH")) {
    expect_bad(kendall_network(x, fdr = bad), "fdr", "'fdr' must be a rate above 0 and up to 1")
  }
  expect_bad(kendall_network(x, cutoff = 0.5, sign = "minus"), "sign", "'sign' must be one of")
  expect_bad(kendall_network(x, cutoff = 0.5, use = "none"), "use", "invalid 'use' argument")
  expect_bad(kendall_network(x, cutoff = 0.5, algorithm = "best"), "algorithm", "'algorithm' must")
  expect_bad(kendall_network(x, cutoff = 0.5, threads = 0), "threads", "'threads' must be")
  expect_bad(kendall_network(x, cutoff = 0.5, progress = NA), "progress", "'progress' must be")
  expect_bad(kendall_network(1:9, cutoff = 0.5), "y", "supply both 'x' and 'y' or a matrix-like")
  expect_bad(kendall_network(letters, 1:26, cutoff = 0.5), "x", "'x' must be numeric")
  expect_bad(kendall_network(iris, cutoff = 0.5), "x",
             "'x' must be numeric: column 'Species' is not")
  error <- tryCatch(kendall_network(x, cutoff = 0.5, foo = 1), error = conditionMessage)
  expect_starts(error, "there is no argument 'foo': the arguments are 'x', 'y', 'cutoff'")
  expect_bad(kendall_network(x, letters[1:16], cutoff = 0.5), "y", "'y' must be numeric")
  expect_bad(kendall_network(x, cut_off = 0.5, fdr = 1), "cut_off",
             "there is no argument 'cut_off': 'cutoff' may be meant")
  error <- tryCatch(kendall_network(x, 1:3, cutoff = 0.5), error = identity)
  expect_true(inherits(error, "manycore_error_size"))
  error <- tryCatch(kendall_network(rbind(x, NA), cutoff = 0.5, use = "all.obs"), error = identity)
  expect_true(inherits(error, "manycore_error_data"))
})

# ---- methods ----

set.seed(8)
genes <- related(40, 12)
colnames(genes) <- letters[1:12]
net <- kendall_network(genes, cutoff = 0.2)
two <- kendall_network(genes[, 1:3], genes[, 4:12], top = 2)

test_that("a network is a data frame, whose rows are one too", {
  expect_true(is.data.frame(net))
  part <- net[net$tau > 0, ]
  expect_true(inherits(part, "kendall_network"))
  expect_identical(attr(part, "nodes"), attr(net, "nodes"))
  expect_identical(class(net[, c("from", "to")]), "data.frame")
  expect_identical(net[, "tau"], net$tau)
  expect_identical(net[2, 3], net$tau[2])
  expect_true(inherits(utils::head(net), "kendall_network"))
  expect_true(inherits(subset(net, n == 40), "kendall_network"))
  expect_identical(class(as.data.frame(net)), "data.frame")
  expect_null(attr(as.data.frame(net), "nodes"))
})

test_that("print() says what it is", {
  lines <- utils::capture.output(print(net, n = 2))
  expect_identical(lines[1], sprintf(
    "Kendall's tau: %d edges among 12 columns of 40 rows (|tau| >= 0.2)", nrow(net)))
  expect_length(lines, 5)
  expect_identical(lines[5], sprintf("... (%d more edges)", nrow(net) - 2))
  expect_match(utils::capture.output(two)[1],
               "6 edges between 3 and 9 columns of 40 rows \\(the 2 strongest partners of each")
  expect_match(utils::capture.output(kendall_network(genes, top = Inf))[1],
               "(all partners of each column)", fixed = TRUE)
  expect_identical(tryCatch(print(net, 2, na = ""), error = identity)$argument, "na")
  expect_match(utils::capture.output(kendall_network(genes[, 1:2], top = 1))[1],
               "1 edge among 2 columns of 40 rows (the strongest partner of each", fixed = TRUE)
  expect_identical(utils::capture.output(kendall_network(genes[, 1, drop = FALSE], fdr = 0.1)),
                   paste("Kendall's tau: 0 edges among 1 column of 40 rows (false discovery rate",
                         "0.1, which no p-value passes)"))
  expect_identical(utils::capture.output(print(net, n = nrow(net) - 1))[nrow(net) + 2],
                   "... (1 more edge)")
  expect_identical(tryCatch(print(net, n = -3), error = identity)$argument, "n")
  one <- kendall_network(genes, fdr = 0.5, sign = "negative")
  expect_match(utils::capture.output(one)[1], "\\(false discovery rate 0.5, p <= .*, negative\\)$")
  expect_length(utils::capture.output(kendall_network(genes, cutoff = 1)), 1)
  broken <- net
  attr(broken, "nodes") <- NULL
  expect_identical(utils::capture.output(broken), utils::capture.output(as.data.frame(net)))
})

test_that("summary() counts", {
  s <- summary(net)
  m <- as.matrix(net)
  expect_identical(s$degree$x, vapply(letters[1:12], function(v) sum(m[v, ] != 0), 1L))
  expect_identical(s$edges, nrow(net))
  expect_equal(s$density, nrow(net) / 66)
  expect_identical(s$positive + s$negative, nrow(net))
  expect_identical(s$hubs$degree, unname(s$degree$x[s$hubs$node]))
  expect_false(is.unsorted(-s$hubs$degree))
  expect_equal(s$hubs$strength, unname(rowSums(abs(m))[s$hubs$node]))
  s <- summary(two, hubs = 2)
  expect_identical(s$degree$x, c(a = 2L, b = 2L, c = 2L))
  expect_identical(sum(s$degree$y), 6L)
  expect_equal(s$density, 6 / 27)
  expect_identical(s$isolated, sum(s$degree$y == 0))
  expect_output(print(s), "Hubs:")
  empty <- summary(kendall_network(genes, cutoff = 1))
  expect_identical(c(empty$edges, empty$isolated), c(0L, 12L))
  expect_output(print(empty), "Columns without edges: 12")
  error <- tryCatch(summary(net, hubs = -1), error = identity)
  expect_identical(error$argument, "hubs")
  expect_identical(tryCatch(summary(net, foo = 1), error = identity)$argument, "foo")
})

test_that("summary() knows columns that are in x and in y", {
  skip_if_not_installed("igraph")
  check <- function(x, y, ...) {
    it <- kendall_network(x, y, ...)
    s <- summary(it, hubs = 100)
    graph <- igraph::as.igraph(it)
    nodes <- attr(it, "nodes")
    shared <- sum(nodes$y %in% nodes$x)
    degree <- igraph::degree(graph)
    expect_identical(s$shared, shared)
    expect_equal(s$edges, igraph::ecount(graph))
    expect_identical(s$positive + s$negative, s$edges)
    expect_equal(s$degree$x, degree[nodes$x])
    expect_equal(s$degree$y, degree[nodes$y])
    expect_equal(s$isolated, sum(degree == 0))
    sizes <- igraph::components(graph)$csize
    expect_equal(s$components, sort(sizes[sizes > 1], decreasing = TRUE))
    pairs <- expand.grid(x = nodes$x, y = nodes$y, stringsAsFactors = FALSE)
    pairs <- pairs[pairs$x != pairs$y, ]
    pairs <- unique(paste(pmin(pairs$x, pairs$y), pmax(pairs$x, pairs$y)))
    expect_equal(s$density, s$edges / length(pairs))
    expect_equal(anyDuplicated(s$hubs$node), 0)
    expect_equal(s$hubs$degree, unname(degree[s$hubs$node]))
    expect_identical(s$hubs[["in"]], ifelse(!s$hubs$node %in% nodes$y, "x", ifelse(
      s$hubs$node %in% nodes$x, "x, y", "y")))
    expect_equal(s$hubs$strength, unname(igraph::strength(graph, weights = abs(
      igraph::edge_attr(graph, "tau")))[s$hubs$node]))
    s
  }
  s <- check(genes, genes, top = 2)
  expect_output(print(s), "In x and in y: 12 columns; each pair of columns counted once: ")
  alone <- summary(kendall_network(genes, cutoff = 0.2), hubs = 100)
  both <- check(genes, genes, cutoff = 0.2)
  for (name in c("edges", "density", "positive", "strength", "isolated", "components")) {
    expect_identical(both[[name]], alone[[name]], label = name)
  }
  expect_identical(both$hubs[1:3], alone$hubs)
  check(genes[, 1:8], genes[, 12:3], cutoff = 0.1)
  check(genes[, 1:3], genes, top = 2)
  expect_identical(check(genes[, 1:3], genes[, 4:12], top = 2)$hubs[["in"]][1:3], rep("x", 3))
  expect_null(summary(net)$hubs[["in"]])
})

test_that("the line above a picture says what is left out", {
  skip_if_not_installed("igraph")
  pair <- stats::rnorm(40)
  with_pair <- cbind(genes, u = pair, v = pair)
  it <- kendall_network(with_pair, cutoff = 0.2)
  it <- it[!xor(it$from %in% c("u", "v"), it$to %in% c("u", "v")), ]
  expect_identical(it$tau[1], 1)
  expect_identical(graph_to_draw(it, 300)$caption,
                   "1 component of two columns is not drawn")
  expect_identical(graph_to_draw(it, 6)$caption,
                   "the 6 strongest edges; 1 component of two columns is not drawn")
  expect_null(graph_to_draw(net, 300)$caption)
  expect_null(graph_to_draw(it[1, ], 300)$caption)
})

test_that("connected components, however edges come", {
  set.seed(9)
  for (round in 1:40) {
    n <- sample(2:40, 1)
    ends <- t(utils::combn(n, 2))
    ends <- ends[sample(nrow(ends), min(nrow(ends), sample(0:n, 1))), , drop = FALSE]
    if (round %% 4 == 0) { # a path
      path <- sample(n)
      ends <- cbind(pmin(path[-n], path[-1]), pmax(path[-n], path[-1]))
    }
    fake <- structure(data.frame(from = ends[, 1], to = ends[, 2], tau = rep(1, nrow(ends))),
                      class = c("kendall_network", "data.frame"),
                      nodes = list(x = seq_len(n), y = NULL))
    reach <- diag(n) > 0
    reach[ends] <- reach[ends[, 2:1, drop = FALSE]] <- TRUE
    for (turn in 1:6) reach <- reach %*% reach > 0
    sizes <- rowSums(unique(reach))
    expect_identical(component_sizes(fake), as.integer(sort(sizes[sizes > 1], decreasing = TRUE)))
  }
})

test_that("as.matrix() is the thresholded matrix of taus", {
  tau <- cor_kendall(genes)
  diag(tau) <- 0
  tau[abs(tau) < 0.2] <- 0
  expect_identical(as.matrix(net), tau)
  tau <- cor_kendall(genes[, 1:3], genes[, 4:12])
  strong <- t(apply(abs(tau), 1, rank)) > 7
  tau[!strong] <- 0
  expect_identical(as.matrix(two), tau)
  expect_null(dimnames(as.matrix(kendall_network(unname(genes), cutoff = 0.5))))
  expect_identical(tryCatch(as.matrix(net, foo = 1), error = identity)$argument, "foo")
  skip_if_not_installed("Matrix")
  sparse <- as.matrix(net, sparse = TRUE)
  expect_s4_class(sparse, "dsCMatrix")
  expect_identical(as.matrix(sparse), as.matrix(net))
  again <- net[c(1, 1, 2), ] # an edge that is there again is the same
  expect_identical(as.matrix(as.matrix(again, sparse = TRUE)), as.matrix(again))
  expect_identical(as.matrix(again), as.matrix(net[1:2, ]))
  sparse <- as.matrix(two, sparse = TRUE)
  expect_s4_class(sparse, "dgCMatrix")
  expect_identical(as.matrix(sparse), as.matrix(two))
})

test_that("igraph takes it, with and without columns that have no edges", {
  skip_if_not_installed("igraph")
  graph <- igraph::graph_from_data_frame(net, directed = FALSE)
  expect_equal(igraph::ecount(graph), nrow(net))
  graph <- igraph::as.igraph(kendall_network(genes, cutoff = 0.6))
  expect_identical(igraph::vertex_attr(graph, "name"), letters[1:12])
  graph <- igraph::as.igraph(net)
  expect_false(igraph::is_directed(graph))
  expect_identical(igraph::edge_attr(graph, "weight"), abs(net$tau))
  got <- as.matrix(igraph::as_adjacency_matrix(graph, attr = "tau", sparse = FALSE))
  expect_identical(got, as.matrix(net))
  expect_identical(igraph::vertex_attr(igraph::as.igraph(two), "type"),
                   rep(c(FALSE, TRUE), c(3, 9)))
  same <- igraph::as.igraph(kendall_network(genes[, 1:3], genes, top = 3))
  expect_equal(igraph::vcount(same), 12)
  expect_null(igraph::vertex_attr(same, "type"))
  expect_identical(igraph::vertex_attr(same, "name"), letters[1:12])
  nameless <- igraph::as.igraph(kendall_network(unname(genes[, 1:3]), unname(genes), top = 3))
  expect_equal(igraph::vcount(nameless), 12)
  nameless <- kendall_network(unname(genes[, 1:3]), unname(genes[, 4:9]), top = 3)
  nameless <- igraph::as.igraph(nameless)
  expect_equal(igraph::vcount(nameless), 9)
  expect_null(igraph::vertex_attr(nameless, "name"))
  expect_identical(igraph::vertex_attr(nameless, "type"), rep(c(FALSE, TRUE), c(3, 6)))
})

test_that("graphs have neither loops nor edges twice, and a vertex for each variable", {
  skip_if_not_installed("igraph")
  edges_of <- function(graph) {
    ends <- igraph::as_edgelist(graph, names = FALSE)
    ends <- cbind(pmin(ends[, 1], ends[, 2]), pmax(ends[, 1], ends[, 2]))
    tau <- igraph::edge_attr(graph, "tau")[order(ends[, 1], ends[, 2])]
    list(ends[order(ends[, 1], ends[, 2]), , drop = FALSE], tau)
  }
  for (z in list(genes, unname(genes))) {
    alone <- igraph::as.igraph(kendall_network(z, cutoff = 0))
    both <- igraph::as.igraph(kendall_network(z, z, cutoff = 0))
    expect_true(igraph::is_simple(both))
    expect_identical(edges_of(both), edges_of(alone))
    expect_identical(igraph::vertex_attr(both), igraph::vertex_attr(alone))
  }
  expect_equal(igraph::ecount(igraph::as.igraph(net[c(1, 1, 2), ])), 2)
  # the same names for other values: proteins of these genes, say
  set.seed(13)
  proteins <- genes + stats::rnorm(length(genes))
  graph <- igraph::as.igraph(kendall_network(genes, proteins, cutoff = 0))
  expect_equal(c(igraph::vcount(graph), igraph::ecount(graph)), c(24, 144))
  expect_identical(igraph::vertex_attr(graph, "name"),
                   c(letters[1:12], paste0(letters[1:12], ".y")))
  # names that are made up are nobody else's
  x <- `colnames<-`(genes[, 1:2], c(NA, "b"))
  for (names in list(c(NA, "u"), c("V1", "u"), c("V1", NA), c("V1", "V1"), c("b", "b"))) {
    y <- `colnames<-`(genes[, 3:4], names)
    x_y <- suppressWarnings(kendall_network(x, y, cutoff = 0))
    nodes <- attr(x_y, "nodes")
    expect_false(any(nodes$x[1] %in% nodes$y), label = toString(names))
    expect_equal(anyDuplicated(unlist(nodes)[unlist(nodes) != "b"]), 0, label = toString(names))
    graph <- igraph::as.igraph(x_y)
    expect_equal(c(igraph::vcount(graph), igraph::ecount(graph)), c(4, 4))
  }
  x <- `colnames<-`(genes[, 1:4], c("a", NA, "a", "V2"))
  same <- suppressWarnings(kendall_network(x, x, cutoff = 0))
  expect_identical(attr(same, "nodes")$x, attr(same, "nodes")$y)
  expect_equal(igraph::ecount(igraph::as.igraph(same)), 6)
})

test_that("the strongest module is the planted one", {
  set.seed(10)
  x <- matrix(stats::rnorm(60 * 80), 60)
  x[, 11:20] <- x[, 11:20] / 2 + stats::rnorm(60)
  planted <- kendall_network(x, cutoff = 0.2)
  expect_setequal(strongest_module(planted, 10), 11:20)
  expect_setequal(strongest_module(planted, 40), 11:20)
  expect_length(strongest_module(planted, 4), 4)
  m <- module_taus(planted, 10, NULL)
  expect_identical(dim(m), c(10L, 10L))
  filled <- module_taus(planted, 10, x)
  expect_identical(is.na(filled), diag(10) > 0, ignore_attr = TRUE)
  expect_identical(is.na(m), !(abs(filled) >= 0.2 & !is.na(filled)), ignore_attr = TRUE)
  expect_true(isSymmetric(m))
  edges <- !is.na(m)
  expect_identical(filled[edges], m[edges])
})

test_that("a heatmap of the data has the taus of the network, whichever rows these are of", {
  set.seed(14)
  x <- related(50, 12)
  x[cbind(sample(50, 20), sample(12, 20, TRUE))] <- NA
  colnames(x) <- letters[1:12]
  for (use in c("complete.obs", "na.or.complete", "pairwise.complete.obs")) {
    made <- kendall_network(x, cutoff = 0, use = use)
    taus <- module_taus(made, 4, NULL)
    for (data in list(x, as.data.frame(x), x[, 12:1], cbind(x[, 7:12], z = 0, x[, 1:6])[, -7])) {
      expect_identical(module_taus(made, 4, data), taus, label = use)
    }
  }
  refused <- function(data) tryCatch(module_taus(made, 4, data), error = identity)
  for (data in list(x[-1, ], x[, 1:3], `colnames<-`(x, letters[2:13]), unname(x)[, 1:3], 1:50)) {
    expect_s3_class(refused(data), "manycore_error_argument")
    expect_identical(refused(data)$argument, "data")
  }
  expect_match(conditionMessage(refused(x[, 1:3])), "and has no column \"d\"", fixed = TRUE)
  expect_identical(module_taus(made, 4, unname(x)), taus)
})

test_that("networks that were put together are refused", {
  other <- kendall_network(`colnames<-`(genes, LETTERS[1:12]), cutoff = 0.2)
  broken <- rbind(net, other)
  for (f in list(plot, summary, as.matrix)) {
    error <- tryCatch(f(broken), error = identity)
    expect_identical(error$argument, "x")
    expect_match(conditionMessage(error), "changed after kendall_network() returned it",
                 fixed = TRUE)
  }
  expect_identical(utils::capture.output(broken), utils::capture.output(as.data.frame(broken)))
})

test_that("any number of partners may be asked for", {
  all <- plain(kendall_network(genes, cutoff = 0))
  for (top in c(11, 12, 1e16, Inf)) {
    expect_identical(plain(kendall_network(genes, top = top)), all)
  }
  expect_identical(nrow(kendall_network(genes[, 1, drop = FALSE], top = Inf)), 0L)
  expect_identical(nrow(kendall_network(genes[, 1:3], genes[, 4:12], top = Inf)), 27L)
})

test_that("a constant column is a warning", {
  x <- genes
  x[, 3] <- 1
  said <- sprintf("the standard deviation is zero (in %d pairs of columns)", ncol(x) - 1)
  for (rule in list(list(cutoff = 0.5), list(top = 2), list(fdr = 0.9), list(fdr = 1e-9))) {
    got <- outcome(do.call(kendall_network, c(list(x), rule)))
    expect_identical(got$warnings, said)
    got <- outcome(do.call(kendall_network, c(list(x, use = "everything"), rule)))
    expect_identical(got$warnings, "the standard deviation is zero")
  }
})

test_that("many columns are left out at once", {
  skip_on_cran()
  set.seed(11)
  x <- matrix(stats::rnorm(60 * 3000), 60)
  x[, 1:25] <- x[, 1:25] / 3 + stats::rnorm(60)
  module <- strongest_module(kendall_network(x, cutoff = 0.25), 40)
  expect_true(all(module %in% 1:25))
  expect_gt(length(module), 20)
})

test_that("plot() draws both pictures, and leaves random numbers and par() as they were", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  set.seed(12)
  before <- .Random.seed
  graphical <- graphics::par("mar")
  types <- c("heatmap", if (requireNamespace("igraph", quietly = TRUE)) c("network", "auto"))
  nets <- list(net, two, kendall_network(unname(genes), top = 1), net[1, ], net[1:3, ],
               kendall_network(genes[, 1, drop = FALSE], genes[, 2:12], top = 3))
  for (type in types) {
    for (it in nets) {
      expect_identical(withVisible(plot(it, type = type))$visible, FALSE)
      expect_identical(plot(it, type = type, size = 3), it)
    }
  }
  plot(net, "heat", data = genes, main = "All", col = c("white", "black"))
  expect_identical(.Random.seed, before)
  expect_identical(graphics::par("mar"), graphical)

  bad <- function(code) tryCatch(code, error = identity)
  expect_identical(bad(plot(net, type = "tree"))$argument, "type")
  expect_identical(bad(plot(net, "heatmap", data = genes[, 1:3]))$argument, "data")
  expect_identical(bad(plot(two, "heatmap", data = genes))$argument, "data")
  expect_identical(bad(plot(net, size = 1))$argument, "size")
  expect_identical(bad(plot(net, "heatmap", colour = 1))$argument, "colour")
  expect_identical(bad(plot(kendall_network(genes, cutoff = 1)))$argument, "x")
  expect_identical(deparse1(conditionCall(bad(plot(net, size = 1)))[[1]]), "plot")
  broken <- net
  attr(broken, "nodes") <- NULL
  for (f in list(plot, summary, as.matrix)) {
    expect_identical(bad(f(broken))$argument, "x")
  }
})

test_that("progress and interrupts: the share of the work grows to 1, over both runs of fdr", {
  shares <- numeric()
  input <- pairs_job(FALSE, genes, NULL, "pairwise", "auto", 1L)
  edges_by_fdr(input, 0L, 0.5, function(done) shares <<- c(shares, done))
  expect_false(is.unsorted(shares))
  expect_gt(max(shares), 0.5)
  expect_lte(max(shares), 1)
  stopping <- function(done) stop("interrupted here")
  expect_error(edges_by_cutoff(input, 0L, 0, stopping), "interrupted here")
  expect_error(edges_by_top(input, 0L, 2, stopping), "interrupted here")
})
