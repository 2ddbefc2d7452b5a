# use_manycore(): functions that are base R's for whoever calls them.

own_functions <- list(cor = stats::cor, cov = stats::cov, dist = stats::dist, sort = base::sort,
                      order = base::order, rank = base::rank)
masks <- lapply(stats::setNames(nm = names(own_functions)), make_mask)

# What ours answer; a mask that counts how often.
answers <- c("kendall_of_pairs", "euclidean_of_points", "sort_of", "order_of", "rank_parallel")
taken <- 0
counting <- lapply(masks, function(mask) {
  counters <- lapply(stats::setNames(nm = answers), function(name) {
    answer <- get(name, environment(mask))
    function(...) {
      taken <<- taken + 1
      answer(...)
    }
  })
  environment(mask) <- list2env(counters, parent = environment(mask))
  mask
})

# All that a caller can see of a call: value, and classes, messages and calls of conditions.
seen <- function(expr, functions, data) {
  set.seed(3)
  conditions <- list()
  note <- function(condition) {
    conditions[[length(conditions) + 1]] <<-
      list(class(condition), conditionMessage(condition), conditionCall(condition))
  }
  value <- tryCatch(
    withCallingHandlers(eval(expr, list2env(functions, parent = list2env(data))),
                        warning = function(w) {
                          note(w)
                          invokeRestart("muffleWarning")
                        }),
    error = note
  )
  list(value = value, conditions = conditions, seed = .Random.seed)
}

# With use = "everything" stats::cor() looks, for columns with missing values, at memory that nobody
# wrote, and may warn of it.
warns_by_chance <- function(expr, data) {
  used <- data[intersect(all.vars(expr), names(data))]
  words <- unlist(Filter(is.character, as.list(expr)))
  any(vapply(used, anyNA, NA, recursive = TRUE)) && !any(grepl("obs|complete", words))
}

without_zero_sd <- function(seen) {
  seen$conditions <- Filter(function(one) one[[2]] != "the standard deviation is zero",
                            seen$conditions)
  seen
}

# Calls `expr`, which finds the functions by their names, and base R's. `ours`: is it taken?
# (NA: either will do.) An error that came about within an argument may name another call.
expect_as_base <- function(expr, data = list(), ours = NA, calls = TRUE) {
  label <- paste(deparse(expr), collapse = " ")
  want <- seen(expr, own_functions, data)
  taken <<- 0
  got <- seen(expr, counting, data)
  if (!calls) {
    got <- lapply(got$conditions, `[`, 1:2)
    want <- lapply(want$conditions, `[`, 1:2)
  }
  if (calls && warns_by_chance(expr, data)) {
    got <- without_zero_sd(got)
    want <- without_zero_sd(want)
  }
  # NA told from NaN and 0 from -0, but not one NA from another
  same <- identical(got, want, num.eq = FALSE)
  plainly(same, function() testthat::expect_identical(got, want, label = label))
  if (!is.na(ours)) {
    expect_identical(taken > 0, ours, label = paste("taken:", label))
  }
}

expect_all_as_base <- function(exprs, data = list(), ours = NA, calls = TRUE) {
  for (expr in exprs) {
    expect_as_base(expr, data, ours, calls)
  }
}

# The calls with all combinations of arguments, some of which may be left out.
calls_of <- function(name, first, ...) {
  choices <- list(...)
  grid <- expand.grid(lapply(choices, seq_along))
  calls <- list()
  for (i in seq_along(first)) for (row in seq_len(nrow(grid))) {
    arguments <- Map(function(choice, at) choice[[at]], choices, grid[row, ])
    arguments <- arguments[!vapply(arguments, identical, NA, quote(left_out))]
    calls <- c(calls, as.call(c(as.name(name), first[[i]], arguments)))
  }
  calls
}

out <- quote(left_out)

test_that("signatures are those of base R, and the code is in its namespace", {
  for (name in names(masks)) {
    expect_identical(formals(masks[[name]]), formals(own_functions[[name]]), label = name)
    expect_identical(topenv(environment(masks[[name]])), environment(own_functions[[name]]),
                     label = name)
  }
  expect_identical(names(masks), eval(formals(use_manycore)$what))
  expect_identical(names(masks), eval(formals(unuse_manycore)$what))
})

test_that("cor() and cov(): all methods and uses of matrices, vectors and data frames", {
  set.seed(1)
  n <- 40
  x <- matrix(sample(8, n * 4, TRUE), n, dimnames = list(NULL, letters[1:4]))
  y <- matrix(round(rnorm(n * 2), 1), n)
  data <- list(
    x = x, y = y, v = rnorm(n), i = sample(5L, n, TRUE), l = runif(n) < 0.5,
    one = y[, 1, drop = FALSE], gaps = replace(x + 0, sample(n * 4, 20), NA),
    nan = replace(y, 3, NaN), constant = cbind(a = 7, b = x[, 1], c = 7), frame = as.data.frame(x),
    air = airquality[1:n, ],
    named = matrix(rnorm(n * 2), n, dimnames = list(rows = paste(1:n), columns = c("a", "b"))),
    huge = cbind(c(Inf, -Inf, rnorm(n - 2)), 1:n)
  )
  firsts <- list(quote(x), quote(gaps), quote(constant), quote(frame), quote(air), quote(named),
                 quote(huge), quote(one))
  seconds <- list(quote(left_out), NULL, quote(y), quote(v), quote(nan), quote(frame), quote(one),
                  quote(constant))
  uses <- c(list(out), as.list(use_modes), "pair", "c", "a", "nonsense")
  for (name in c("cor", "cov")) {
    expect_all_as_base(calls_of(name, firsts, y = seconds, use = uses, method = "kendall"), data)
    expect_all_as_base(calls_of(name, list(quote(v), quote(i), quote(l)),
                                y = list(out, quote(v), quote(i), quote(l), quote(y)), use = uses,
                                method = "k"), data)
    expect_all_as_base(calls_of(name, list(quote(x), quote(gaps)), y = list(out, quote(y)),
                                use = uses, method = list(out, "pearson", "spearman", "p", "odd")),
                       data, ours = FALSE)
    expect_all_as_base(calls_of(name, list(quote(x), quote(frame)), y = list(out, quote(y)),
                                use = list(out, "everything", "complete.obs", "all"),
                                method = list("kendall", "ken", quote(c("kendall")))),
                       data, ours = TRUE)
  }
  expect_as_base(quote(cor(gaps, y, "pairwise", "kendall")), data, ours = TRUE)
  expect_as_base(quote(cor(constant, me = "k", u = "pai")), data, ours = TRUE)
})

test_that("cor() and cov(): what is refused, odd, or missing", {
  n <- 12
  set.seed(2)
  data <- list(
    x = matrix(rnorm(n * 3), n), f = gl(3, 4), d = as.Date("2024-01-01") + 1:n, s = letters[1:n],
    z = complex(real = 1:n, imaginary = 1), ts = ts(matrix(rnorm(n * 2), n)), t1 = ts(rnorm(n)),
    row = matrix(1:3, 1, dimnames = list(NULL, c("a", "b", "c"))), none = matrix(0, 0, 3),
    nothing = matrix(0, n, 0), lost = cbind(a = c(1, rep(NA, n - 1)), b = 1:n),
    two = cbind(a = c(1, 2, rep(NA, n - 2)), b = 1:n), all = matrix(NA_real_, n, 2),
    only = cbind(a = c(3, 1, NA, 2)), list = as.list(1:n),
    dates = data.frame(d = as.Date(1:n, "1970-01-01"), v = 1:n),
    mixed = data.frame(a = 1:n, b = letters[1:n]), table = table(gl(3, 4), gl(2, 6)),
    array = array(rnorm(n), n), cube = array(1:24, c(n, 2, 1))
  )
  firsts <- lapply(names(data), as.name)
  for (name in c("cor", "cov")) {
    expect_all_as_base(calls_of(name, c(firsts, list(NULL, 1, quote(x[1:5, ]))),
                                y = list(out, quote(x), quote(x[, 1]), quote(array)),
                                use = as.list(use_modes), method = "kendall"), data)
    calls <- list(quote(cor()), quote(cor(method = "kendall")), quote(cor(x, method = NULL)),
                  quote(cor(x, method = c("kendall", "pearson"))), quote(cor(x, method = 2)),
                  quote(cor(x, use = c("all", "pair"), method = "kendall")),
                  quote(cor(x, use = NULL, method = "kendall")), quote(cor(x, kernel = "radix")),
                  quote(cor(x, use = NA, method = "kendall")), quote(cor(x, method = NA)),
                  quote(cor(x, , , "kendall")), quote(cor(x, use = , method = "kendall")),
                  quote(cor(not_there, method = "kendall")), quote(cor(x, not_there, method = "k")),
                  quote(cor(stop("no"), method = "kendall")), quote(cor(x, stop("no"), "p", "k")),
                  quote(cor(x, method = stop("no"))),
                  quote((function(a, b) cor(a, b, method = "kendall"))(x)),
                  quote((function(...) cor(..., method = "kendall"))(x, x[, 1])),
                  quote(do.call(cor, list(x, method = "kendall"))[1, 2]),
                  quote(do.call("cor", list(x, method = "kendall"))),
                  quote(sapply(1:3, function(i) cor(x[, i], x[, 1], method = "kendall"))))
    if (name == "cov") {
      calls <- lapply(calls, function(call) {
        eval(call("substitute", call, list(cor = quote(cov))))
      })
      calls <- rapply(calls, function(x) if (identical(x, "cor")) "cov" else x, "character",
                      how = "replace")
    }
    expect_all_as_base(calls, data)
    expect_as_base(call(name, quote(x), use = quote(stop("no")), method = "k"), data, calls = FALSE)
  }
})

test_that("cor(use = \"pairwise\") repeats its warning as often as R keeps it", {
  x <- matrix(1, 5, 12)
  count <- function(f) {
    count <- 0
    withCallingHandlers(f(x, use = "pairwise", method = "kendall"), warning = function(w) {
      expect_identical(conditionMessage(w), "the standard deviation is zero")
      count <<- count + 1
      invokeRestart("muffleWarning")
    })
    count
  }
  expect_identical(count(stats::cor), 12 * 13 / 2)
  expect_identical(count(masks$cor), 50)
  old <- options(nwarnings = 70)
  on.exit(options(old))
  expect_identical(count(masks$cor), 70)
})

test_that("dist(): all methods, classes and attributes", {
  set.seed(4)
  n <- 100
  x <- matrix(round(rnorm(n * 5), 1), n, dimnames = list(paste0("p", 1:n), NULL))
  data <- list(
    x = x, small = x[1:7, ], gaps = replace(x, sample(n * 5, 60), NA), frame = as.data.frame(x),
    i = matrix(sample(9L, n * 4, TRUE), n), l = matrix(runif(n * 4) < 0.5, n), v = rnorm(300),
    infinite = replace(x, c(1, 7, 200), c(Inf, -Inf, NaN)), flowers = iris[, 1:4], all_iris = iris,
    s = matrix(paste(1:500), n), z = matrix(complex(real = x), n), ts = ts(x), scaled = scale(x),
    named = named <- setNames(rnorm(300), paste(1:300)), none = x[0, ], nothing = x[, 0],
    one = x[1, , drop = FALSE], table = table(1:200, rep(1:4, 50)), list = list(1, 2), f = gl(3, 5)
  )
  firsts <- lapply(names(data), as.name)
  methods <- c(list(out, "euclidean", "euclidian", "e", "euc"), as.list(dist_methods[-1]))
  expect_all_as_base(calls_of("dist", firsts, method = methods, diag = list(out, TRUE)), data)
  numbers <- lapply(c("x", "frame", "i", "v", "scaled"), as.name)
  expect_all_as_base(calls_of("dist", numbers,
                              method = list(out, "euclidean", "eu"), upper = list(out, TRUE),
                              p = list(out, 3, NULL)), data, ours = TRUE)
  expect_all_as_base(list(
    quote(dist(small)), quote(dist(x, "manhattan")), quote(dist(x, diag = NA)),
    quote(dist(x, upper = NULL)), quote(dist(x, diag = 1))
  ), data, ours = FALSE)
  expect_all_as_base(list(
    quote(dist()), quote(dist(NULL)), quote(dist(x, "")), quote(dist(x, "m")), quote(dist(x, NULL)),
    quote(dist(x, c("euclidean", "maximum"))), quote(dist(x, 1)), quote(dist(x, NA)),
    quote(dist(x, fused = TRUE)), quote(dist(not_there)), quote(dist(stop("no"))),
    quote(dist(x, not_there)), quote(dist(x, p = stop("no"))), quote(dist(x, "eu", stop("no"))),
    quote(dist(x, me = "eu", d = TRUE, u = TRUE)), quote(dist(x[1:90, ], p = 1)),
    quote(do.call("dist", list(quote(x)))), quote((function(...) dist(...))(x, diag = TRUE)),
    quote(hclust(dist(x))), quote(as.matrix(dist(x))), quote(lapply(list(x, small), dist))
  ), data)
})

test_that("sort(): numbers and all else, with every argument", {
  set.seed(5)
  n <- 2500
  v <- round(rnorm(n), 2)
  data <- list(
    v = v, i = sample(1e6L, n), k = sample(c(1:9, NA), n, TRUE), l = runif(n) < 0.5, few = v[1:50],
    gaps = replace(v, sample(n, 99), c(NA, NaN, Inf)), zeros = sample(c(-0, 0, 1, NaN), n, TRUE),
    named = setNames(v, paste0("n", seq_len(n))), up = as.numeric(seq_len(n)), down = n:1,
    seq = 1:100000, f = factor(sample(letters, n, TRUE)),
    o = factor(sample(3, n, TRUE), ordered = TRUE), d = as.Date("2024-01-01") + sample(n),
    p = as.POSIXct("2024-01-01", "UTC") + v, t = as.difftime(v, units = "mins"),
    s = sample(letters, n, TRUE), z = complex(real = v),
    lt = as.POSIXlt(as.Date("2024-01-01") + sample(n)), odd = structure(v, class = "odd"),
    m = matrix(v, 50), a = array(v, n, list(paste(seq_len(n)))),
    extra = structure(v, note = "lost"), ts = ts(v), list = as.list(v), raw = as.raw(v %% 256),
    version = numeric_version(c("1.2", "1.10")), constant = rep(1, n), none = numeric(),
    lost = rep(NA_real_, n), table = table(k = sample(9, n, TRUE))
  )
  firsts <- lapply(names(data), as.name)
  expect_all_as_base(calls_of("sort", firsts, decreasing = list(out, TRUE),
                              na.last = list(out, NA, TRUE, FALSE),
                              method = list(out, "radix", "quick", "shell", "auto")), data)
  expect_all_as_base(calls_of("sort", firsts, decreasing = list(out, TRUE),
                              na.last = list(out, TRUE), index.return = list(TRUE, FALSE),
                              method = list(out, "quick")), data)
  expect_all_as_base(calls_of("sort", firsts, partial = list(3, NULL)), data, ours = FALSE)
  plain <- lapply(c("v", "i", "k", "l", "gaps", "zeros", "named", "f", "d", "p", "t", "m", "extra"),
                  as.name)
  expect_all_as_base(calls_of("sort", plain, decreasing = list(out, FALSE, TRUE),
                              na.last = list(out, NA, TRUE)), data, ours = TRUE)
  left <- lapply(c("few", "up", "seq", "s", "z", "odd", "ts", "a"), as.name)
  expect_all_as_base(calls_of("sort", left), data, ours = FALSE)
  if (!nzchar(Sys.getenv("_R_CHECK_LENGTH_1_LOGIC2_"))) { # where R CMD check ends R at base's ||
    expect_all_as_base(list(quote(sort(v, na.last = c(TRUE, FALSE)))), data, ours = FALSE)
  }
  expect_all_as_base(list(
    quote(sort(v, decreasing = "no")), quote(sort(v, NA)), quote(sort(v, c(TRUE, FALSE))),
    quote(sort(v, 5)), quote(sort(v, NULL)), quote(sort(v, logical())), quote(sort(v, TRUE, TRUE)),
    quote(sort(v, FALSE, NULL)), quote(sort(v, na.last = "maybe")),
    quote(sort(v, na = TRUE)),
    quote(sort(v, dec = TRUE, na.last = TRUE)), quote(sort(v, meth = "rad")),
    quote(sort(v, method = "odd")), quote(sort(v, method = NULL)), quote(sort(v, threads = 2)),
    quote(sort(v, cutoff = 2000)), quote(sort(v, index.return = NA)),
    quote(sort(v, index.return = 1)),
    quote(sort(v, na.last = )), # nolint: spaces_inside_linter.
    quote(sort(v, )), quote(sort()), quote(sort(decreasing = TRUE)),
    quote(sort(not_there)), quote(sort(stop("no"))), quote(sort(v, stop("no"))), quote(sort(NULL)),
    quote(sort(mean)),
    quote(sort(quote(a))), quote(sort(v, FALSE, na.last = TRUE, na.last = FALSE)),
    quote(sort(x = v)), quote(sort(decreasing = TRUE, v)), quote(do.call(sort, list(v, TRUE))),
    quote(do.call("sort", list(v, na.last = TRUE))), quote(sapply(split(v, k), sort)),
    quote((function(a, ...) sort(a, ...))(v, na.last = TRUE, decreasing = TRUE)),
    quote((function(a, ...) sort(a, ...))()), quote((function(a) sort(a))()),
    quote({
      turns <- 0
      c(sort({
        turns <- turns + 1
        v
      }), turns)
    })
  ), data)
  expect_all_as_base(list(quote(sort(v, na.last = stop("no"))), quote(sort(v, method = not_there))),
                     data, calls = FALSE)
})

test_that("sort() goes to methods of S3, wherever they are", {
  x <- round(rnorm(3000), 1)
  data <- list(x = x, i = seq(3000L, 1L), d = as.Date("2024-01-01") + order(x), m = matrix(x, 50))
  for (class in c("numeric", "double", "integer", "Date", "matrix", "default")) {
    own <- stats::setNames(list(function(x, decreasing = FALSE, ...) {
      list("mine", length(x), sys.call(), substitute(x), missing(decreasing))
    }), paste0("sort.", class))
    expect_all_as_base(list(quote(sort(x)), quote(sort(i)), quote(sort(d)), quote(sort(m, TRUE))),
                       c(data, own))
  }
  # methods that base R's code for objects comes to
  for (method in c("xtfrm.Date", "[.Date", "sort.Date")) {
    own <- stats::setNames(list(function(x, ...) if (is.numeric(unclass(x))) -unclass(x)), method)
    days <- list(d = as.Date("2024-01-01") + rnorm(21000))
    expect_all_as_base(list(quote(sort(d)), quote(order(d)), quote(order(1:21000 %% 3, d))),
                       c(days, own))
  }
  data$odd <- structure(x, class = "odd")
  data$sort.odd <- function(x, decreasing = TRUE, note, ...) {
    list(missing(decreasing), missing(note), substitute(x), sys.call(), match.call(), NextMethod())
  }
  expect_all_as_base(list(quote(sort(odd)), quote(sort(odd, FALSE)), quote(sort(odd, note = 1)),
                          quote(sort(odd, stop("not evaluated"))), quote(sort(x))), data)
})

test_that("integer64 is bit64's business", {
  skip_if_not_installed("bit64")
  set.seed(8)
  data <- list(x = bit64::as.integer64(sample(21000)), y = bit64::as.integer64(c(3, 1, NA, 2)),
               frame = data.frame(a = 1:4))
  data$frame$b <- data$y
  expect_all_as_base(list(
    quote(sort(x)), quote(sort(y, TRUE)), quote(sort(x, na.last = FALSE)), quote(order(x)),
    quote(order(x, decreasing = TRUE)), quote(rank(y)), quote(cor(y, 4:1, method = "kendall")),
    quote(cor(frame, method = "kendall")), quote(cov(frame, method = "kendall")), quote(dist(y)),
    quote(dist(x[1:200])), quote(dist(frame))
  ), data)
})

test_that("order(): keys of all kinds, with every argument", {
  set.seed(6)
  n <- 20500
  v <- round(rnorm(n), 2)
  data <- list(
    v = v, i = sample(1e6L, n), k = sample(c(1:9, NA), n, TRUE), l = runif(n) < 0.5,
    gaps = replace(v, sample(n, 99), c(NA, NaN, Inf)), zeros = sample(c(-0, 0, 1, NaN), n, TRUE),
    named = setNames(v, paste0("n", seq_len(n))), seq = seq_len(n),
    f = factor(sample(letters, n, TRUE)), d = as.Date("2024-01-01") + sample(n),
    p = as.POSIXct("2024-01-01", "UTC") + v, t = as.difftime(v, units = "mins"),
    s = sample(letters, n, TRUE), odd = structure(v, class = "odd"), few = v[1:50],
    m = matrix(v, 50), lost = rep(NA_real_, n), ts = ts(v)
  )
  firsts <- lapply(names(data), as.name)
  seconds <- list(out, quote(k), quote(zeros))
  expect_all_as_base(calls_of("order", firsts, seconds, decreasing = list(out, TRUE),
                              na.last = list(out, NA, FALSE)), data)
  expect_all_as_base(calls_of("order", firsts[c(1, 5, 13)], list(out, quote(k)),
                              decreasing = list(out, TRUE), na.last = list(out, NA),
                              method = list("radix", "shell", "auto", "r")), data)
  plain <- lapply(c("v", "i", "k", "l", "gaps", "zeros", "named", "f", "d", "p", "t", "m"), as.name)
  expect_all_as_base(calls_of("order", plain, list(out, quote(l)), decreasing = list(out, TRUE),
                              method = list(out, "radix")), data, ours = TRUE)
  expect_all_as_base(list(
    quote(order(few)), quote(order(seq)), quote(order(s, v)), quote(order(v, s)),
    quote(order(odd)), quote(order(v, method = "shell")), quote(order(ts))
  ), data, ours = FALSE)
  expect_all_as_base(list(
    quote(order()), quote(order(NULL)), quote(order(v, few)), quote(order(v, decreasing = NA)),
    quote(order(v, decreasing = "no")), quote(order(v, decreasing = 1)),
    quote(order(v, decreasing = NULL)), quote(order(v, k, decreasing = c(TRUE, FALSE))),
    quote(order(v, k, decreasing = c(TRUE, FALSE, TRUE))),
    quote(order(v, k, decreasing = c(TRUE, FALSE), method = "radix")),
    quote(order(v, s, decreasing = c(TRUE, FALSE))), quote(order(v, na.last = "keep")),
    quote(order(v, na.last = NULL)), quote(order(v, na.last = c(TRUE, FALSE))),
    quote(order(v, method = "odd")), quote(order(v, method = NULL)), quote(order(v, )),
    quote(order(, v)), quote(order(not_there)), quote(order(stop("no"))), quote(order(list(3, 1))),
    quote(order(mean)), quote(order(v, threads = few)), quote(order(a = v, b = k)),
    quote(order(v, dec = few)), quote(do.call(order, list(k, v, decreasing = TRUE))),
    quote(do.call(order, data.frame(k, v))), quote(do.call("order", unname(data.frame(k, f, d)))),
    quote(order(data.frame(v))), quote(with(list(a = v), order(-a, k))),
    quote(order(v, method = stop("no")))
  ), data)
})

test_that("rank(): all ties methods and places of missing values", {
  set.seed(7)
  n <- 2500
  v <- round(rnorm(n), 2)
  data <- list(
    v = v, i = sample(1e6L, n), k = sample(c(1:9, NA), n, TRUE), l = runif(n) < 0.5, few = v[1:50],
    gaps = replace(v, sample(n, 99), c(NA, NaN, Inf)), zeros = sample(c(-0, 0, 1, NaN), n, TRUE),
    named = setNames(replace(v, 5, NA), paste0("n", seq_len(n))),
    f = factor(sample(letters, n, TRUE)), s = sample(letters, n, TRUE),
    m = matrix(v, 50, dimnames = list(NULL, paste(1:50))), a = array(v, n, list(paste(seq_len(n)))),
    lost = rep(NA_real_, n), none = numeric(), z = complex(real = v[1:50]), list = list(2, 1),
    d = as.Date("2024-01-01") + sample(30), odd = structure(v[1:50], class = "odd")
  )
  firsts <- lapply(names(data), as.name)
  expect_all_as_base(calls_of("rank", firsts, na.last = list(out, "keep", NA, TRUE, FALSE),
                              ties.method = c(list(out), as.list(rank_ties))), data)
  plain <- lapply(c("v", "i", "k", "l", "gaps", "zeros", "named", "f", "m"), as.name)
  expect_all_as_base(calls_of("rank", plain, na.last = list(out, "keep"),
                              ties.method = list(out, "min", "random", "av")), data, ours = TRUE)
  expect_all_as_base(list(quote(rank(few)), quote(rank(s)), quote(rank(d)), quote(rank(odd))),
                     data, ours = FALSE)
  expect_all_as_base(list(
    quote(rank()), quote(rank(NULL)), quote(rank(v, ties.method = "odd")),
    quote(rank(v, ties.method = "ma")), quote(rank(v, ties.method = c("min", "max"))),
    quote(rank(v, ties.method = NULL)), quote(rank(v, "odd")),
    quote(rank(v, na.last = c(TRUE, FALSE))), quote(rank(v, na.last = NULL)),
    quote(rank(v, na.last = 1)), quote(rank(gaps, "TRUE")), quote(rank(gaps, 0)),
    quote(rank(v, ties = "first")), quote(rank(v, , "first")), quote(rank(not_there)),
    quote(rank(stop("no"))), quote(rank(v, threads = 2)), quote(rank(v, ties.method = stop("no"))),
    quote(do.call(rank, list(v))), quote(apply(m, 2, rank)),
    quote(sapply(list(v, few), rank, ties.method = "last")), quote((function(a) rank(a))())
  ), data)
  expect_as_base(quote(rank(v, stop("no"))), data, calls = FALSE)
})

test_that("the switch goes on and off, in parts and as a whole, and says so once", {
  old <- masks_in_use()
  on.exit(suppressMessages(use_manycore(old)))
  suppressMessages(unuse_manycore())
  expect_identical(manycore_info()$switch, character())
  expect_true(any(grepl("^switch: +off", format(manycore_info()))))

  expect_message(used <- withVisible(use_manycore(c("sort", "cor"))), "cor")
  expect_identical(used, list(value = c("cor", "sort"), visible = FALSE))
  expect_silent(again <- use_manycore("sort"))
  expect_identical(again, c("cor", "sort"))
  expect_message(use_manycore(c("dist", "sort")), "dist")
  expect_identical(manycore_info()$switch, c("cor", "dist", "sort"))
  expect_output(print(manycore_info()), "switch: +cor\\(\\), dist\\(\\), sort\\(\\)")
  expect_identical(sum(search() == "manycore:switch"), 1L)
  expect_identical(which(search() == "manycore:switch") + 1L, match("package:stats", search()))

  expect_message(left <- unuse_manycore(c("cor", "rank")), "cor")
  expect_identical(left, c("dist", "sort"))
  expect_silent(unuse_manycore("cor"))
  expect_message(unuse_manycore(), "dist")
  expect_silent(gone <- withVisible(unuse_manycore()))
  expect_identical(gone, list(value = character(), visible = FALSE))
  expect_false("manycore:switch" %in% search())

  # by hand
  suppressMessages(use_manycore())
  expect_identical(masks_in_use(), names(masks))
  detach("manycore:switch", character.only = TRUE)
  expect_identical(manycore_info()$switch, character())
  expect_silent(unuse_manycore())
  expect_message(use_manycore("rank"), "rank")
  expect_identical(masks_in_use(), "rank")
  suppressMessages(unuse_manycore())

  expect_silent(use_manycore(character()))
  expect_false("manycore:switch" %in% search())
  for (wrong in list("mean", c("cor", NA), 1, NULL, "cor ")) {
    for (f in list(use_manycore, unuse_manycore)) {
      expect_error(f(wrong), "'what' must be one or more of \"cor\"",
                   class = "manycore_error_argument")
    }
  }
})

test_that("an error of ours names the call of R's function", {
  rank <- make_mask("rank")
  no_room <- function(...) check_room(1e12, function() 5)
  environment(no_room) <- environment(use_manycore)
  assign("rank_parallel", no_room, environment(rank))
  x <- rnorm(3000)
  error <- tryCatch(rank(x, "keep"), error = identity)
  expect_s3_class(error, "manycore_error_memory")
  expect_identical(conditionCall(error), quote(rank(x, "keep")))
})

test_that("errors of ours name the calls of cor(), cov() and dist(), from deep inside, too", {
  scope <- list2env(masks[c("cor", "cov", "dist")])
  old <- options(manycore.scratch = "much")
  on.exit(options(old))
  x <- matrix(as.numeric(1:3000), 100)
  call_in <- function(expr) {
    error <- tryCatch(eval(expr, list(x = x), scope), error = identity)
    expect_s3_class(error, "manycore_error")
    conditionCall(error)
  }
  expect_identical(call_in(quote(cor(x, method = "kendall"))), quote(cor(x, method = "kendall")))
  expect_identical(call_in(quote(sapply(1, function(i) cov(x, x, m = "k")))),
                   quote(cov(x, x, m = "k")))
  no_room <- function(...) check_room(1e12, function() 5)
  environment(no_room) <- environment(use_manycore)
  assign("euclidean_of_points", no_room, environment(scope$dist))
  on.exit(assign("euclidean_of_points", euclidean_of_points, environment(scope$dist)), add = TRUE)
  expect_identical(call_in(quote((function(...) dist(...))(x))), quote(dist(...)))
})

test_that("functions put elsewhere are base R's when the package is gone", {
  lines <- c(
    "library(manycore)",
    "use_manycore()",
    "names <- c(\"cor\", \"cov\", \"dist\", \"sort\", \"order\", \"rank\")",
    "kept <- mget(names, as.environment(\"manycore:switch\"))",
    "stats <- asNamespace(\"stats\")",
    "own <- stats$dist",
    "unlockBinding(\"dist\", stats)",
    "assign(\"dist\", kept$dist, stats)",
    "set.seed(1)",
    "x <- matrix(rnorm(60000), 1000)",
    "dist_in_frame <- function(dist) dist(x)",
    "check <- function() cat(identical(kept$cor(x[, 1:5], method = \"kendall\"),",
    "    cor(x[, 1:5], method = \"kendall\")),",
    "  identical(kept$cov(x[, 1:5], method = \"kendall\"), cov(x[, 1:5], method = \"kendall\")),",
    "  identical(dist_in_frame(stats::dist), dist_in_frame(own)),",
    "  identical(kept$sort(x), sort(x)), identical(kept$order(x), order(x)),",
    "  identical(kept$rank(x), rank(x)), \"\\n\")",
    "check()",
    "unloadNamespace(\"manycore\")",
    "check()",
    "loadNamespace(\"manycore\")", # another one
    "check()"
  )
  result <- run_r(lines)
  expect_identical(result$status, 0L)
  expect_identical(trimws(grep("^(TRUE|FALSE) ", result$output, value = TRUE)),
                   rep("TRUE TRUE TRUE TRUE TRUE TRUE", 3))
})

test_that("a function with arguments of another R is left out, unless it was asked for", {
  lines <- c(
    "library(manycore)",
    "stats <- asNamespace(\"stats\")",
    "unlockBinding(\"dist\", stats)",
    "assign(\"dist\", function(x, method, diag, upper, p, more) NULL, stats)",
    "refused <- tryCatch(use_manycore(c(\"cor\", \"dist\")), manycore_error_argument = identity)",
    "cat(\"refused:\", conditionMessage(refused), \"\\n\")",
    "cat(\"in use:\", manycore_info()$switch, \"\\n\")",
    "use_manycore()",
    "cat(\"in use:\", manycore_info()$switch, \"\\n\")"
  )
  result <- run_r(lines)
  expect_identical(result$status, 0L)
  said <- trimws(result$output)
  expect_match(grep("^refused:", said, value = TRUE), "'what' must be without \"dist\" here")
  expect_identical(grep("^in use:", said, value = TRUE),
                   c("in use:", "in use: cor cov sort order rank"))
  expect_true(any(grepl("`?dist\\(\\)`? stays base R's: its arguments in R", said)))
})

test_that("in a session: the user's code, and nobody else's", {
  lines <- c(
    "library(manycore)",
    "say <- function(...) cat(..., \"\\n\")",
    "is_ours <- function(f) exists(\"takes_sort\", environment(f))",
    "before <- list(stats::cor, base::sort)",
    "use_manycore()",
    "say(length(manycore_info()$switch_hidden))",
    "say(is_ours(cor), is_ours(sort), is_ours(order), is_ours(dist), is_ours(rank), is_ours(cov))",
    "say(identical(before, list(stats::cor, base::sort)))",
    "say(identical(get(\"cor\", asNamespace(\"stats\")), stats::cor))",
    "x <- matrix(rnorm(3000), 100)",
    "say(identical(cor(x, method = \"kendall\"), stats::cor(x, method = \"kendall\")))",
    "say(identical(dist(x), local({ dist <- stats::dist; dist(x) })))", # call, too
    "say(identical(sort(x), base::sort(x)), is.unsorted(sort(x)))",
    "say(tryCatch(sort(x, decreasing = 3), error = function(e) deparse(conditionCall(e))))",
    "dist <- function(...) \"mine\"",
    "say(dist(x))",
    "rm(dist)",
    "unuse_manycore(\"dist\")",
    "dist <- function(...) \"mine\"",
    "use_manycore(\"dist\")",
    "e <- attach(NULL, name = \"package:other\")",
    "e$cor <- function(...) \"theirs\"",
    "say(cor(x))",
    "say(manycore_info()$switch_hidden, names(manycore_info()$switch_hidden))",
    "say(any(grepl(\"; cor.. is that of package other; dist.. is that of the workspace\",",
    "              format(manycore_info()))))",
    "unuse_manycore(\"cor\"); use_manycore(\"cor\")",
    "say(cor(x))",
    "if (.Platform$OS.type == \"unix\") {",
    "  y <- parallel::mclapply(1:2, function(i) is_ours(sort), mc.cores = 2)",
    "  say(unlist(y))",
    "} else say(TRUE, TRUE)",
    "registerS3method(\"sort\", \"numeric\", function(x, ...) \"registered\", baseenv())",
    "say(sort(rnorm(3000)))",
    "unloadNamespace(\"manycore\")",
    "say(\"manycore:switch\" %in% search(), is_ours(sort))"
  )
  result <- run_r(lines)
  expect_identical(result$status, 0L)
  said <- result$output
  expect_true(any(grepl("`?dist\\(\\)`? in your code is still that of the workspace", said)))
  expect_true(any(grepl("`?cor\\(\\)`? in your code is still that of package other", said)))
  answers <- trimws(said[grepl("^(TRUE|FALSE|mine|theirs|sort|0|package|registered)[ (]", said)])
  expect_identical(answers, c(
    "0", "TRUE TRUE TRUE TRUE TRUE TRUE", "TRUE", "TRUE", "TRUE", "TRUE", "TRUE FALSE",
    "sort(x, decreasing = 3)", "mine", "theirs", "package other the workspace cor dist", "TRUE",
    "theirs", "TRUE TRUE", "registered", "FALSE FALSE"
  ))
})
