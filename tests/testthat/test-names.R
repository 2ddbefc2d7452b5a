# Names that are no valid text: bytes that are invalid in their encoding, and strings marked as
# bytes. R's functions for text refuse such strings.

# A matrix with such column names, of each kind.
with_odd_names <- function(x) {
  names <- c("a\xff", "b", "c\xe9")[seq_len(ncol(x))]
  # where text is not UTF-8, any byte without a mark is a character
  encodings <- c(unknown = if (l10n_info()[["UTF-8"]]) "unknown", utf8 = "UTF-8", bytes = "bytes")
  lapply(encodings, function(encoding) {
    Encoding(names) <- encoding
    colnames(x) <- names
    x
  })
}

odd_data <- function() {
  set.seed(1)
  matrix(stats::rnorm(36), 12)
}

# The same names in messages: a byte of a string marked as bytes has another backslash.
escaped <- function(x) {
  back <- if ("bytes" %in% Encoding(colnames(x))) "\\\\" else "\\"
  c(paste0("a", back, "xff"), "b", paste0("c", back, "xe9"))
}

quietly <- function(code) suppressMessages(suppressWarnings(code))

test_that("results of columns with such names print, and have tables and pictures", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  groups <- rep(c("u\xff", "v"), 6)
  for (x in with_odd_names(odd_data())) {
    results <- quietly(list(
      kendall_test(x), kendall_test(x, x), kendall_test(x, groups = groups),
      kendall_test(x, pairs = cbind(1:2, 2:3)), kendall_test(x, pairs = cbind("b", colnames(x)[1])),
      kendall_test(x, pairs = cbind(1, 2), groups = groups), kendall_partial(x),
      kendall_partial(x, given = colnames(x)[1]), kendall_network(x, top = 1),
      kendall_network(x, x, top = 1), kendall_network(x[, c(1, 1, 2)], top = 1), kendall_trend(x),
      concordance_all(x, 1:12), xi_test(x), kendall_plan(x), knn_euclidean(t(x), 1),
      floyd_warshall(stats::dist(t(x))), optimal_bst(stats::setNames(1:3 / 6, colnames(x)))
    ))
    for (result in results) {
      for (f in list(print, summary, as.data.frame, function(x) print(summary(x)))) {
        expect_error(quietly(utils::capture.output(f(result))), NA,
                     label = paste(class(result)[1], Encoding(colnames(x)[1])))
      }
    }
    expect_identical(dim(cor_kendall(x)), c(3L, 3L))
    expect_identical(unname(cor_kendall(x)), unname(cor_kendall(odd_data())))
    expect_output(print(kendall_partial(x, given = colnames(x)[1])),
                  paste("held fixed:", escaped(x)[1]), fixed = TRUE)
    net <- kendall_network(x, top = 1)
    expect_identical(quietly(plot(net, type = "heatmap", data = x)), net)
    if (requireNamespace("igraph", quietly = TRUE)) {
      expect_identical(igraph::V(igraph::as.igraph(net))$name, escaped(x))
    }
  }
})

test_that("a name that occurs twice leaves the other names as they are", {
  for (x in with_odd_names(odd_data())) {
    names <- colnames(x)
    twice <- x[, c(1, 2, 2, 3)]
    expect_identical(quietly(node_names(twice, "x")), c(names[1:2], "b.1", names[3]))
    again <- quietly(node_names(x[, c(1, 1, 2)], "x"))
    expect_identical(again, c(names[1], paste0(escaped(x)[1], ".1"), "b"))
    expect_error(quietly(kendall_network(twice, top = 1)), NA)
  }
})

test_that("genotypes with such names have loci with escaped names", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  set.seed(2)
  geno <- matrix(stats::rbinom(60, 2, 0.4), 20)
  for (x in with_odd_names(geno)) {
    fit <- haplotype_em(x)
    expect_identical(fit$loci, escaped(x))
    expect_identical(haplotype_em(geno, loci = colnames(x))$loci, fit$loci)
    expect_identical(haplotype_em(as.data.frame(x, optional = TRUE), coding = "dosage")$loci,
                     fit$loci)
    expect_identical(dim(predict(fit, x)), c(20L, ncol(predict(fit))))
    ld <- haplotype_ld(fit)
    expect_output(print(ld), "a\\\\+xff")
    expect_identical(plot(ld), ld)
  }
})

test_that("errors name such columns in valid text", {
  for (x in with_odd_names(odd_data())) {
    frame <- data.frame(1:3, c("u", "v", "w"))
    names(frame) <- c("b", colnames(x)[1])
    for (f in list(cor_kendall, kendall_test, kendall_partial, kendall_trend, dist_euclidean,
                   function(x) kendall_network(x, top = 1))) {
      e <- tryCatch(f(frame), manycore_error_argument = identity)
      expect_identical(conditionMessage(e), paste0("'x' must be numeric: column '", escaped(x)[1],
                                                   "' is not"))
    }
    for (f in list(function() cor_kendall(x, pairs = cbind("b", "z\xff")),
                   function() kendall_test(x)["z\xff", 1],
                   function() kendall_partial(x, given = "z\xff"),
                   function() kendall_test(x[, c(1, 1, 2)])[colnames(x)[1], 1])) {
      e <- tryCatch(f(), manycore_error_argument = identity)
      expect_s3_class(e, "manycore_error_argument")
      expect_true(is_valid_text(conditionMessage(e)))
      byte <- if (l10n_info()[["UTF-8"]]) "[za]\\\\+xff" else "[za](\\\\+xff|\xff)"
      expect_true(grepl(byte, conditionMessage(e), perl = TRUE, useBytes = TRUE))
    }
  }
})
