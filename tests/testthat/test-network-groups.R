# kendall_network(groups = ): against the matrices of kendall_test(groups = ).

quietly <- function(code) suppressWarnings(code)

# All pairs of columns with their tests, as a data frame; symmetric pairs once.
all_differences <- function(x, y = NULL, groups, contrast, ...) {
  tests <- quietly(kendall_test(x, y, groups = groups, contrast = contrast, conf.level = NULL, ...))
  cells <- if (is.null(y)) which(upper.tri(tests$difference$estimate)) else
    seq_along(tests$difference$estimate)
  size <- dim(tests)
  table <- data.frame(from = (cells - 1) %% size[1] + 1, to = (cells - 1) %/% size[1] + 1,
                      difference = tests$difference$estimate[cells],
                      p.value = tests$difference$p.value[cells])
  for (level in contrast) table[[paste0("tau.", level)]] <- tests$levels[[level]]$estimate[cells]
  for (level in contrast) table[[paste0("n.", level)]] <- tests$levels[[level]]$n[cells]
  table[!is.na(table$difference), ]
}

# The rows of `all` in the order of a network, as a plain list.
in_order <- function(all) {
  all <- all[order(-abs(all$difference), all$from, all$to), ]
  as.list(all)
}

edges_of <- function(net) {
  net <- as.list(as.data.frame(net))
  net$from <- as.numeric(net$from)
  net$to <- as.numeric(net$to)
  net
}

by_cutoff <- function(all, cutoff, sign) {
  d <- all$difference * switch(sign, negative = -1, 1)
  all[if (sign == "both") abs(d) >= cutoff else d >= cutoff & d > 0, ]
}

# The `top` strongest partners of each column; of symmetric pairs both columns choose.
by_top <- function(all, top, sign, symmetric) {
  pairs <- data.frame(row = seq_len(nrow(all)), from = all$from, to = all$to,
                      d = switch(sign, both = abs(all$difference), positive = all$difference,
                                 -all$difference))
  if (symmetric) {
    pairs <- rbind(pairs, transform(pairs, from = pairs$to, to = pairs$from))
  }
  pairs <- pairs[sign == "both" | pairs$d > 0, ]
  pairs <- pairs[order(pairs$from, -pairs$d, pairs$to), ]
  rank <- stats::ave(seq_len(nrow(pairs)), pairs$from, FUN = seq_along)
  all[sort(unique(pairs$row[rank <= top])), ]
}

by_fdr <- function(all, rate, sign) {
  d <- all$difference * switch(sign, negative = -1, 1)
  adjusted <- stats::p.adjust(all$p.value, "BH")
  passes <- adjusted <= rate & !is.na(adjusted)
  all <- cbind(all[1:4], p.adjusted = adjusted, all[5:8])
  all[passes & (sign == "both" | d > 0), ]
}

test_that("differential networks are those of the matrix, everywhere", {
  set.seed(1)
  for (turn in 1:10) {
    n <- sample(c(24, 30, 70), 1)
    levels <- c("a", "b", "c")
    groups <- sample(c(levels, NA), n, replace = TRUE, prob = c(5, 5, 4, 1))
    x <- vapply(1:9, function(j) as.numeric(if (j %% 3) stats::rnorm(n) else draw(1:4, n)),
                numeric(n))
    if (turn %% 2) x[sample(n, 3), 1] <- x[sample(n, 2), 4] <- NA
    y <- if (turn %% 3 == 0) matrix(stats::rnorm(n * 4), n)
    contrast <- sample(levels, 2)
    use <- sample(c("pairwise.complete.obs", "everything", "complete.obs"), 1)
    if (use == "complete.obs") x[is.na(x)] <- 0
    all <- all_differences(x, y, groups, contrast, use = use)
    sign <- c("both", "positive", "negative")[turn %% 3 + 1]
    run <- function(...) {
      quietly(kendall_network(x, y, ..., sign = sign, use = use, groups = groups,
                              contrast = contrast, differential = TRUE))
    }
    cutoff <- sort(abs(all$difference))[nrow(all) %/% 2] # an edge is at the very cutoff
    want <- list(cutoff = by_cutoff(all, cutoff, sign), fdr = by_fdr(all, 0.7, sign))
    top <- by_top(all, 2, sign, is.null(y))
    label <- paste(turn, n, use, sign)
    nets <- list(cutoff = run(cutoff = cutoff), fdr = run(fdr = 0.7), top = run(top = 2))
    want$top <- top
    for (rule in names(nets)) {
      got <- edges_of(nets[[rule]])
      expect_identical(got, in_order(want[[rule]]), label = paste(label, rule))
    }
    odd <- character()
    for_each_target(function(isa) {
      for (algorithm in algorithms) for (threads in c(1, 3)) {
        same <- identical(run(fdr = 0.7, algorithm = algorithm, threads = threads), nets$fdr) &&
          identical(run(top = 2, algorithm = algorithm, threads = threads), nets$top)
        if (!same) odd <<- c(odd, paste(isa, algorithm, threads))
      }
    })
    expect_identical(odd, character(), label = label)
  }
})

test_that("several blocks of columns", {
  set.seed(2)
  n <- 16
  m <- 1100
  x <- matrix(stats::rnorm(n * m), n)
  x[, 1030] <- 1
  x[3, 7] <- NA
  groups <- rep(c("a", "b"), n / 2)
  all <- all_differences(x, NULL, groups, c("a", "b"))
  net <- quietly(kendall_network(x, cutoff = 1.4, groups = groups, differential = TRUE))
  expect_identical(edges_of(net), in_order(by_cutoff(all, 1.4, "both")))
  expect_gt(nrow(net), 20)
  p <- quietly(kendall_network(x, fdr = 1, groups = groups, differential = TRUE))
  expect_identical(attr(p, "settings")$tested, as.double(sum(!is.na(all$p.value))))
  top <- quietly(kendall_network(x, top = 1, groups = groups, differential = TRUE))
  expect_true(all(tabulate(c(top$from, top$to), m)[-1030] > 0))
})

test_that("networks of levels are those of their rows", {
  set.seed(3)
  x <- matrix(stats::rnorm(40 * 6), 40, dimnames = list(NULL, letters[1:6]))
  x[5, 2] <- NA
  groups <- rep(c("u", "v", NA, "v"), 10)
  for (rule in list(list(cutoff = 0.1), list(top = 1), list(fdr = 0.9))) {
    nets <- do.call(kendall_network, c(list(x, groups = groups), rule))
    expect_identical(names(nets), c("u", "v"))
    for (level in names(nets)) {
      want <- do.call(kendall_network, c(list(x[which(groups == level), ]), rule))
      expect_identical(nets[[level]], want)
    }
  }
})

test_that("methods of differential networks", {
  set.seed(4)
  n <- 60
  signal <- stats::rnorm(n)
  groups <- rep(c("ill", "well"), n / 2)
  x <- matrix(stats::rnorm(n * 12), n, dimnames = list(NULL, letters[1:12]))
  x[groups == "ill", 1:4] <- x[groups == "ill", 1:4] / 2 + signal[groups == "ill"]
  net <- kendall_network(x, fdr = 0.05, groups = groups, differential = TRUE)
  expect_identical(names(net), c("from", "to", "difference", "p.value", "p.adjusted", "tau.ill",
                                 "tau.well", "n.ill", "n.well"))
  expect_gt(mean(net$from %in% letters[1:4] & net$to %in% letters[1:4]), 0.7)
  expect_gte(nrow(net), 5)
  expect_identical(net$difference, net$tau.ill - net$tau.well)
  expect_output(print(net), "Kendall's tau, ill minus well:", fixed = TRUE)
  expect_output(print(summary(net)), "Strength |difference|:", fixed = TRUE)
  expect_identical(summary(net)$measure, "difference")
  m <- as.matrix(net)
  expect_identical(m[net$from[1], net$to[1]], net$difference[1])
  expect_identical(m, t(m))
  expect_s3_class(net[1:2, ], "kendall_network")
  expect_false(inherits(net[, c("from", "to", "difference")], "kendall_network"))
  expect_identical(names(tidy.kendall_network(net))[1:4], c("from", "to", "estimate", "p.value"))
  expect_identical(glance.kendall_network(net)$edges, nrow(net))
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  on.exit(unlink(file))
  on.exit(grDevices::dev.off(), add = TRUE, after = FALSE)
  plot(net, type = "heatmap")
  expect_match(outcome(plot(net, type = "heatmap", data = x))$error,
               "must be NULL for a network of differences")
  skip_if_not_installed("igraph")
  plot(net, type = "network")
  graph <- igraph::as.igraph(net)
  expect_identical(igraph::edge_attr(graph, "weight"), abs(net$difference))
})

test_that("arguments that do not fit", {
  x <- matrix(stats::rnorm(60), 20)
  g <- rep(1:3, length.out = 20)
  failing <- function(...) outcome(kendall_network(x, ...))$error
  expect_match(failing(cutoff = 0.5, differential = TRUE), "needs 'groups'")
  expect_match(failing(cutoff = 0.5, contrast = 1:2), "'groups', which is not given")
  expect_match(failing(cutoff = 0.5, groups = g, contrast = 1:2), "for differential = TRUE")
  expect_match(failing(cutoff = 0.5, groups = g, differential = TRUE),
               "needs two levels of 'groups', which has 3")
  expect_match(failing(cutoff = 2.1, groups = g, contrast = 1:2, differential = TRUE),
               "a number from 0 to 2, the least absolute difference of an edge")
  expect_match(failing(cutoff = 0.5, groups = g, store = tile_store(tempfile())),
               "'store' is not available with 'groups'")
  expect_match(failing(cutoff = 0.5, groups = 1:3), "a level for each of the 20 rows")
  # levels of one row have no pairs
  one <- quietly(kendall_network(x, cutoff = 0, groups = c("a", rep("b", 19)), differential = TRUE))
  expect_identical(nrow(one), 0L)
  few <- quietly(kendall_network(x, cutoff = 0, groups = rep(c("a", "b"), c(4, 16)),
                                 differential = TRUE))
  expect_identical(nrow(few), 3L)
  expect_true(all(is.na(few$p.value)))
})

test_that("shared columns and other sources", {
  set.seed(5)
  x <- matrix(stats::rpois(50 * 8, 1), 50, dimnames = list(NULL, letters[1:8]))
  g <- rep(1:2, 25)
  net <- quietly(kendall_network(x, x[, 3:5], cutoff = 0, groups = g, differential = TRUE))
  expect_false(any(net$from == net$to))
  expect_identical(nrow(net), 21L)
  skip_if_not_installed("Matrix")
  want <- quietly(kendall_network(x, fdr = 0.9, groups = g, differential = TRUE))
  sparse <- Matrix::Matrix(x, sparse = TRUE)
  expect_identical(quietly(kendall_network(sparse, fdr = 0.9, groups = g, differential = TRUE)),
                   want)
  skip_if_not_installed("DelayedArray")
  expect_identical(quietly(kendall_network(DelayedArray::DelayedArray(x), fdr = 0.9, groups = g,
                                           differential = TRUE)), want)
})
