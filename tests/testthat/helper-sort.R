# Vectors to sort, and the comparison of sort_parallel() and order_parallel() with sort()
# and order().

# Vectors of n doubles, without attributes, that are hard for a quicksort.
sort_shapes <- c(complete_columns, missing_columns[c(
  "few_missing", "all_missing", "all_nan", "nan_and_na", "tied_missing", "infinite_missing",
  "first_half", "last_half"
)], list(
  one_outlier = function(n) draw(c(1e300, 1 + sample.int(n) * 2^-52), n),
  nearly_sorted = function(n) {
    x <- as.numeric(seq_len(n))
    at <- sample.int(n, min(n, 20))
    x[at] <- x[rev(at)]
    x
  },
  nearly_reversed = function(n) rev(replace(as.numeric(seq_len(n)), sample.int(n, 1), 0)),
  heavy_tail = function(n) stats::rcauchy(n)^5,
  zeros_and_missing = function(n) draw(c(-0, 0, NaN, NA, 0, -0, 1), n),
  missing_first = function(n) c(NA, stats::rnorm(n - 1)),
  missing_last = function(n) c(stats::rnorm(n - 1), NaN),
  powers = function(n) 2^sample(-1074:1023, n, replace = TRUE)
))

# Doubles as integers, over all of their range.
integers_of <- function(x) {
  x[is.nan(x)] <- NA
  r <- range(0, x[is.finite(x)])
  as.integer(pmax(-1, pmin(1, x / max(abs(r), 1e-300))) * .Machine$integer.max)
}

# Names; some are empty or missing.
with_names <- function(x) {
  names(x) <- rep(c("a", "", "b", NA, "a"), length.out = length(x))
  x
}

sort_policies <- expand.grid(decreasing = c(FALSE, TRUE), na.last = c(NA, TRUE, FALSE))

# Calls code(decreasing, na.last) under all policies; returns the labels of the policies where it is
# not TRUE.
failing_policies <- function(label, code) {
  odd <- character()
  for (i in seq_len(nrow(sort_policies))) {
    policy <- sort_policies[i, ]
    if (!isTRUE(code(policy$decreasing, policy$na.last))) {
      odd <- c(odd, paste(label, "decreasing", policy$decreasing, "na.last", policy$na.last))
    }
  }
  odd
}

# The same values, attributes and signs of zero, warnings and errors.
expect_sorts_as_base <- function(x, label = "", ...) {
  odd <- failing_policies(label, function(decreasing, na.last) {
    want <- outcome(sort(x, decreasing = decreasing, na.last = na.last, ...))
    got <- outcome(sort_parallel(x, decreasing, na.last, ...))
    same_bits(got, want)
  })
  expect_identical(odd, character())
}

expect_orders_as_base <- function(..., label = "", by = "radix", threads = NULL) {
  odd <- failing_policies(label, function(decreasing, na.last) {
    want <- outcome(order(..., decreasing = decreasing, na.last = na.last, method = by))
    got <- outcome(order_parallel(..., decreasing = decreasing, na.last = na.last,
                                  threads = threads))
    identical(got, want)
  })
  expect_identical(odd, character())
}

# Every method on every target, with each cutoff and number of threads, gives the bits of sort().
# The policies come in turn.
expect_sorts_everywhere <- function(x, label = "", threads = 1:4, cutoffs = list(NULL, 1024)) {
  want <- Map(function(decreasing, na.last) sort(x, decreasing = decreasing, na.last = na.last),
              sort_policies$decreasing, sort_policies$na.last)
  odd <- character()
  i <- 0
  check <- function(method, cutoff, n, isa) {
    i <<- i %% nrow(sort_policies) + 1
    got <- sort_parallel(x, sort_policies$decreasing[i], sort_policies$na.last[i], method, cutoff,
                         threads = n)
    if (!same_bits(got, want[[i]])) {
      odd <<- c(odd, paste(label, isa, method, "cutoff", cutoff, n, "threads, policy", i))
    }
  }
  for_each_target(function(isa) {
    for (cutoff in cutoffs) for (n in threads) check("simd", cutoff, n, isa)
    # the other methods do not depend on the target
    if (isa == isa_runnable()[1]) {
      for (cutoff in cutoffs) {
        for (n in threads) for (method in c("ppmq", "pppmq")) check(method, cutoff, n, isa)
      }
      for (once in 1:2) check("qsort", NULL, once, isa)
    }
  })
  expect_identical(odd, character())
}

# A copy that shares nothing with x.
copy_of <- function(x) unserialize(serialize(x, NULL))
