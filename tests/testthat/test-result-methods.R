# The methods that every class of results has: print, format, summary, as.data.frame, tidy, glance,
# plot; and their arguments.

# An object of each class, and the number of rows of its table.
results_of_topics <- function() {
  w <- matrix(c(0, 1, Inf, Inf, 0, 2, Inf, Inf, 0), 3, byrow = TRUE,
              dimnames = list(c("a", "b", "c"), c("a", "b", "c")))
  points <- cbind(c(0, 1, 3, 7), 0)
  set.seed(1)
  fit <- haplotype_em(matrix(sample(0:2, 60, replace = TRUE), 20))
  list(
    shortest_paths = list(floyd_warshall(w), 3L),
    euclidean_neighbors = list(knn_euclidean(points, 2), 8L),
    euclidean_neighbors = list(neighbors_euclidean(points, 2), 8L),
    haplotype_em = list(fit, nrow(fit$frequency)),
    haplotype_ld = list(haplotype_ld(fit), 3L),
    gap_alignment = list(align_gap("ACGT", "AGT", c(0, 1), function(length) length), 4L),
    accordion_fold = list(fold_accordion("AAAAAAAA"), nrow(fold_accordion("AAAAAAAA")$strands)),
    rna_fold = list(fold_rna("GGGAAACCC"), 3L),
    matrix_chain = list(matrix_chain(c(30, 35, 15, 5, 10, 20, 25)), 5L),
    optimal_bst = list(optimal_bst(c(a = 1, b = 5, c = 2)), 3L),
    parenthesization = list(parenthesize(c(1, 2, 3, 4)), 3L),
    polygon_triangulation = list(
      triangulate_polygon(cbind(c(0, 2, 3, 2, 0), c(0, 0, 1, 2, 2))), 2L
    ),
    floyd_warshall_tuning = if (requireNamespace("rpart", quietly = TRUE)) list(
      floyd_warshall_tune(c(10, 20), 12, c(32, 64), c("block", "dynamic"), "none", threads = 1), 8L
    )
  )
}

# Calls check(class, x, rows) for a result of each class; pictures go nowhere.
for_each_result <- function(check) {
  skip_if_not_installed("generics")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  results <- Filter(length, results_of_topics())
  for (number in seq_along(results)) {
    check(names(results)[number], results[[number]][[1]], results[[number]][[2]])
  }
}

test_that("every class has every method", {
  for_each_result(function(class, x, rows) {
    expect_s3_class(x, class)
    expect_true(is.character(format(x)), label = class)
    expect_gt(length(utils::capture.output(expect_identical(print(x), x))), 0)
    s <- summary(x)
    expect_s3_class(s, paste0("summary.", class))
    expect_gt(length(utils::capture.output(expect_identical(print(s), s))), 0)
    table <- as.data.frame(x)
    expect_identical(class(table), "data.frame", label = class)
    expect_identical(nrow(table), rows, label = class)
    expect_identical(generics::tidy(x), table, label = class)
    one <- generics::glance(x)
    expect_identical(class(one), "data.frame", label = class)
    expect_identical(nrow(one), 1L, label = class)
    expect_true(all(vapply(one, is.atomic, NA)), label = class)
    named <- as.data.frame(x, row.names = paste0("r", seq_len(rows)))
    expect_identical(row.names(named), paste0("r", seq_len(rows)), label = class)
    factors <- as.data.frame(x, stringsAsFactors = TRUE)
    expect_identical(vapply(factors, is.factor, NA), vapply(table, is.character, NA), label = class)
    if (class != "floyd_warshall_tuning" || nrow(x$tree$frame) > 1) {
      expect_identical(plot(x, main = "Title"), x, label = class)
    }
  })
})

test_that("an argument that a method does not have is named", {
  for_each_result(function(class, x, rows) {
    for (f in list(format, summary, as.data.frame, generics::tidy, generics::glance, plot)) {
      if (identical(f, plot) && class == "floyd_warshall_tuning") next
      e <- tryCatch(f(x, nonsense = 1), error = identity)
      expect_s3_class(e, "manycore_error_argument")
      expect_identical(e$argument, "nonsense", label = class)
    }
    e <- tryCatch(print(summary(x), nonsense = 1), error = identity)
    expect_identical(e$argument, "nonsense", label = class)
  })
})

test_that("results print as elements of a list, whose print() hands its arguments on", {
  on.exit(setTimeLimit())
  for (name in names(valid_calls())) {
    one <- valid_calls()[[name]]
    result <- suppressMessages(suppressWarnings(do.call(one$call, one$arguments)))
    if (!is.object(result)) next
    for (x in list(result, summary(result))) {
      expect_error(utils::capture.output(print(list(x), digits = 3)), NA,
                   label = name)
    }
  }
  # an error there names the call, and ends
  setTimeLimit(elapsed = 20, transient = TRUE)
  e <- NULL
  utils::capture.output(e <- tryCatch(print(list(matrix_chain(1:4 + 0)), foo = 3),
                                      error = identity))
  setTimeLimit()
  expect_s3_class(e, "manycore_error_argument")
  expect_identical(deparse(conditionCall(e)[[1]]), "print")
})

test_that("a comma as the decimal mark", {
  old <- options(OutDec = ",", warn = 2)
  on.exit(options(old))
  for (name in names(valid_calls())) {
    one <- valid_calls()[[name]]
    result <- suppressMessages(suppressWarnings(do.call(one$call, one$arguments)))
    if (!is.object(result)) next
    expect_error(utils::capture.output(print(result)), NA, label = name)
    expect_error(utils::capture.output(print(summary(result))), NA, label = name)
  }
  expect_identical(format_count(c(999, 1234567)), c("999", "1 234 567"))
  options(OutDec = ".")
  expect_identical(format_count(c(999, 1234567)), c("999", "1,234,567"))
})

test_that("tables of pairs have the columns from and to", {
  x <- results_of_topics()
  expect_identical(as.data.frame(x$shortest_paths[[1]]),
                   data.frame(from = c("a", "a", "b"), to = c("b", "c", "c"),
                              distance = c(1, 3, 2)))
  expect_identical(as.data.frame(x[[2]][[1]])[1:2, ],
                   data.frame(from = c(1L, 1L), to = 2:3, distance = c(1, 3)))
  named <- knn_euclidean(cbind(c(u = 0, v = 1, w = 3)), 1)
  expect_identical(as.data.frame(named),
                   data.frame(from = c("u", "v", "w"), to = c("v", "u", "v"),
                              distance = c(1, 1, 2)))
  ld <- x$haplotype_ld[[1]]
  expect_identical(as.data.frame(ld)[1:2],
                   data.frame(from = paste0("locus", c(1, 1, 2)), to = paste0("locus", c(2, 3, 3))))
  expect_identical(as.data.frame(x$rna_fold[[1]]),
                   data.frame(from = 1:3, to = 9:7, from_base = "G", to_base = "C"))
  polygon <- as.data.frame(x$polygon_triangulation[[1]])
  expect_identical(names(polygon), c("from", "to", "length"))
  expect_equal(sum(polygon$length), x$polygon_triangulation[[1]]$length)
  contacts <- as.data.frame(x$accordion_fold[[1]], what = "contacts")
  expect_identical(cbind(contacts$from, contacts$to), x$accordion_fold[[1]]$contacts)
  strands <- as.data.frame(x$accordion_fold[[1]])
  expect_identical(sum(strands$contacts), x$accordion_fold[[1]]$score)
})

test_that("the saving of a chain in words", {
  saving <- function(...) grep("saving", capture.output(summary(matrix_chain(...))), value = TRUE)
  expect_match(saving(c(30, 35, 15, 5, 10, 20, 25)), "2.68 times fewer$")
  expect_match(saving(c(10, 30, 5, 60)), "none: left to right is as good$")
  expect_match(saving(c(10, 5, 10, 6)), "45 % fewer$")
  expect_match(saving(c(1e4, 9999, 1e4, 9999)), "less than 0.1 % fewer$")
})

test_that("numbers of the tables and of glance()", {
  skip_if_not_installed("generics")
  x <- results_of_topics()
  chain <- x$matrix_chain[[1]]
  expect_identical(sum(as.data.frame(chain)$multiplications), chain$cost)
  expect_identical(generics::glance(chain)$saving, 40500 / 15125)
  joins <- parenthesize(c(1, 2, 3, 4), matrix(1, 5, 5))
  expect_identical(as.data.frame(joins)$value[1], joins$value)
  expect_identical(generics::glance(joins)$depth, 3L)
  expect_identical(summary(x$optimal_bst[[1]])$depth, 2L)
  expect_identical(generics::glance(x$shortest_paths[[1]])$reachable, 3L)
  fit <- x$haplotype_em[[1]]
  expect_identical(generics::tidy(fit), fit$frequency)
  expect_equal(generics::glance(fit)$AIC, stats::AIC(fit))
  near <- generics::glance(x[[3]][[1]])
  expect_identical(near$k, NA_integer_)
  expect_identical(near$neighbors, 8)
  expect_identical(generics::glance(x$gap_alignment[[1]])$gaps, 1L)
})

test_that("without traceback, or where everything is forbidden", {
  skip_if_not_installed("generics")
  bare <- list(parenthesize(1:4, traceback = FALSE), fold_accordion("AAAA", traceback = FALSE),
               align_gap("AC", "A", c(0, 1), 1:2, traceback = FALSE))
  for (x in bare) {
    expect_error(as.data.frame(x), "must be made with traceback = TRUE for as.data.frame()",
                 class = "manycore_error_argument", fixed = TRUE)
  }
  expect_identical(nrow(generics::glance(bare[[1]])), 1L)
  expect_identical(generics::glance(bare[[2]])$strands, NA_integer_)
  never <- parenthesize(c(Inf, 1, 1))
  expect_identical(nrow(as.data.frame(never)), 0L)
  expect_output(print(summary(never)), "no: everything is forbidden")
  expect_false(generics::glance(never)$feasible)
  never <- align_gap("A", "C", c(0, Inf), Inf)
  expect_identical(nrow(as.data.frame(never)), 0L)
  expect_identical(generics::glance(never)$cost, Inf)
})

test_that("results of nothing", {
  skip_if_not_installed("generics")
  empty <- list(floyd_warshall(matrix(0, 0, 0)), knn_euclidean(matrix(0, 0, 2), 0),
                neighbors_euclidean(matrix(0, 0, 2), 1), fold_rna(""), fold_accordion(""),
                matrix_chain(5), parenthesize(numeric()), optimal_bst(numeric()),
                align_gap("", "", c(0, 1), numeric()),
                triangulate_polygon(cbind(c(0, 1, 0), c(0, 0, 1))))
  for (x in empty) {
    expect_identical(nrow(as.data.frame(x)), 0L, label = class(x))
    expect_identical(nrow(generics::glance(x)), 1L, label = class(x))
    expect_gt(length(utils::capture.output(print(summary(x)))), 0)
    expect_gt(length(utils::capture.output(print(x))), 0)
  }
})

test_that("threads and progress are the last arguments", {
  for (f in list(dist_euclidean, knn_euclidean, neighbors_euclidean, floyd_warshall,
                 floyd_warshall_tune, parenthesize, matrix_chain, matrix_chain_multiply,
                 optimal_bst, triangulate_polygon, fold_rna, fold_accordion, align_gap,
                 haplotype_em, impute_genotypes, sort_parallel, order_parallel, rank_parallel)) {
    arguments <- setdiff(names(formals(f)), "...")
    expect_identical(utils::tail(arguments, 2), c("threads", "progress"))
  }
})
