#' Kendall's test of independence, for two vectors or all pairs of columns
#'
#' For two vectors the result of [stats::cor.test()] with `method = "kendall"`, and a confidence
#' interval for tau. For matrices and data frames the tests of all pairs of columns at once.
#'
#' @param x A numeric or logical vector, matrix or data frame, as for [cor_kendall()], a matrix of
#'   another package, or a SummarizedExperiment and the like ([manycore_inputs]); or a formula.
#' @param y `NULL`, or a vector, matrix or data frame with as many rows as `x`. Two vectors are
#'   tested against each other. Otherwise columns of `x` are tested against those of `y` or, without
#'   `y`, against each other.
#' @param alternative `"two.sided"`, `"less"` (a negative association) or `"greater"`;
#'   `alternative` may be abbreviated.
#' @param exact Should p-values be those of the exact distribution? `NULL`: for pairs with fewer
#'   than 50 observations and no ties. `TRUE`: for all pairs without ties of up to 400 observations;
#'   a warning says if there are other pairs. `FALSE`: for no pair.
#' @param continuity Apply the continuity correction, `|S| - 1`, where a p-value is not exact?
#' @param conf.level The confidence level of the intervals, between 0 and 1; `NULL` for no
#'   intervals.
#' @param use What to do about missing values, as in [cor_kendall()]. The default is
#'   `"pairwise.complete.obs"`, because [stats::cor.test()] leaves out incomplete rows, too.
#' @param p.adjust.method How the p-values of all pairs of columns are adjusted for multiple tests:
#'   one of [stats::p.adjust.methods], or `"maxT"`, which needs permutations.
#' @param permutations The number of random permutations of the rows of `y` from which p-values are
#'   computed; 0 for no permutations. Permutations need `y`.
#' @param algorithm,threads,progress,assay As in [cor_kendall()].
#' @param method `"kendall"`, so that a call of [stats::cor.test()] needs no change. Anything else
#'   is an error.
#' @param pairs `NULL` for all pairs of columns. Or the pairs that are wanted, as in
#'   [cor_kendall()]: the result is then a data frame with a row for each pair, and p-values are
#'   adjusted over these pairs.
#' @param groups `NULL`, or the level (treatment, tissue, season) of each row: a factor, characters,
#'   whole numbers or logicals. Rows whose level is `NA` take no part. For a SummarizedExperiment or
#'   an ExpressionSet also the name of a column of its data on samples. The tests are then made
#'   within each level, over all levels, and of the difference of two levels.
#' @param contrast Two levels of `groups`, such as `c("ill", "well")`, whose difference, tau at the
#'   first less tau at the second one, is tested. `NULL`: if there are two levels, their difference
#'   in their order; otherwise no difference.
#' @param formula `~ u + v`, two variables, each a vector or a matrix.
#' @param data,subset,na.action As in [stats::cor.test()]: where the variables of the formula are
#'   looked for, which rows are taken, and what to do about missing values (by default rows with
#'   missing values are left out).
#' @param ... With a formula the other arguments. Otherwise nothing: an unknown argument is an error
#'   that names the argument.
#'
#' @details
#' **Statistic and p-value.** `S` is the number of concordant pairs of rows less the number of
#' discordant pairs. The statistic is `z = S / sqrt(v)`, where `v` is the variance of `S` under
#' independence, given the ties:
#'
#' \preformatted{v = (n (n - 1) (2 n + 5) - sum t (t - 1) (2 t + 5) - sum u (u - 1) (2 u + 5)) / 18
#'     + sum t (t - 1) sum u (u - 1) / (2 n (n - 1))
#'     + sum t (t - 1) (t - 2) sum u (u - 1) (u - 2) / (9 n (n - 1) (n - 2))}
#'
#' The sums are over the groups of `t` rows tied in `x`, and of `u` rows tied in `y` (Kendall 1970).
#' The p-value is that of the normal approximation, or of the exact distribution of `S` (Best and
#' Gipps 1974), as `exact` says. A p-value is exact if the pair has no ties and fewer than 50
#' observations; with `exact = TRUE`, if the pair has no ties and up to 400 observations. All other
#' p-values are those of the normal approximation, also those of the stratified test and of
#' differences. For two vectors with an exact p-value the statistic is `T`, the number of concordant
#' pairs, as in [stats::cor.test()]. For matrices the statistic is always `z`.
#'
#' These results differ from those of [stats::cor.test()]:
#' * Exact p-values are finite and have 12 digits up to 400 observations, unless they underflow
#'   (the p-value of `1:400` with itself is 0). Those of [stats::cor.test()] overflow from 171
#'   observations on, and in the upper tail they have errors of some `1e-15`, so that small p-values
#'   are lost. Beyond 400 observations the normal approximation is taken, and a warning says so.
#' * Two observations under `exact = FALSE` have a `z` of 1 or -1 (with `continuity = TRUE`: 0), not
#'   `NaN`.
#' * Vectors may be logical.
#' * `use` is an argument: under `"everything"` a missing value gives `NA`.
#' * There is an interval.
#'
#' **Small p-values.** The tails of the normal approximation are too heavy, because tau is bounded:
#' p-values are too large, by a factor that grows as they become smaller. Without ties, the p-value
#' of the normal approximation divided by the exact one, two-sided, is
#'
#' | rows | exact p about 1e-4 | 1e-7 | 1e-14 |
#' |-----:|-------------------:|-----:|------:|
#' | 20 | 2.3 | 27 | 5e5 |
#' | 50 | 1.4 | 3.6 | 350 |
#' | 100 | 1.2 | 1.9 | 20 |
#' | 200 | 1.1 | 1.4 | 4.6 |
#' | 400 | 1.04 | 1.2 | 2.2 |
#'
#' So tests by the normal approximation are conservative at very small levels. If the size of a
#' small p-value matters, take `exact = TRUE`. With ties there is no exact distribution here:
#' take permutations.
#'
#' **Interval.** It is that of Fisher's z: `atanh(tau)` is taken as normal with the variance `0.437
#' / (n - 4)` of Fieller, Hartley and Pearson (1957), which Bonett and Wright (2000) recommend. A
#' one-sided alternative has one bound; the other bound is -1 or 1. With up to four observations
#' there is no interval. The interval of a tau of 1 or -1 has the width 0. With ties the standard
#' deviation is multiplied by a factor of our own: the standard deviation of tau-b under
#' independence with these ties, divided by the one without ties. In the notation of [cor_kendall()]
#' the factor is `sqrt(v / ((n_0 - n_1) (n_0 - n_2)) / (2 (2 n + 5) / (9 n (n - 1))))`. It follows
#' so: the ties fix the denominator of tau-b, `sqrt((n_0 - n_1) (n_0 - n_2))`. So under
#' independence the variance of tau-b is `v / ((n_0 - n_1) (n_0 - n_2))`. Without ties that is
#' `2 (2 n + 5) / (9 n (n - 1))`. At tau = 0 the slope of `atanh()` is 1, so the factor is right
#' there to first order. That it holds for other taus is an assumption, which the table below tests.
#'
#' *Coverage of the intervals at the confidence level 0.95*, in 20,000 samples each of 20, 50 and
#' 200 rows (`bench/coverage.R` in the sources, with its table in `bench/results/coverage.md`):
#'
#' | data | tau up to 0.6 | 0.8 | 0.9 |
#' |:-----|:--------------|:----|:----|
#' | normal | 94 to 96 % | 92 to 96 % | 84 to 97 % |
#' | Clayton's copula, dependent in one tail | 92 to 95 % | 89 to 92 % | 80 to 91 % |
#' | normal, rounded to halves of a standard deviation | 94 to 95 % | 92 to 94 % | 83 to 85 % |
#' | normal, rounded to standard deviations | 93 to 95 % | 87 % | 73 % |
#'
#' At 0.8 and 0.9 the smaller number is that of 20 rows. Without the factor for ties, the first
#' column of the last two lines would be 91 to 92 % and 87 to 89 %. So the interval is for moderate
#' taus. Near 1, with few rows or few distinct values, the interval is too short: the coverage is
#' below the confidence level.
#'
#' **Missing values.** With `use = "pairwise.complete.obs"` each pair of columns is tested over the
#' rows in which both columns have values; `n` is their number. Ties are counted once for each
#' column, and again, in `O(n)` time, for each pair with ties that lacks rows. In a matrix of tests,
#' pairs with fewer than two rows in common and pairs with a constant column are `NA`; for constant
#' columns there is the warning of [cor_kendall()].
#'
#' **Multiple tests.** p-values are adjusted over the distinct pairs of different variables. Of a
#' matrix with itself each pair counts once, and the diagonal, whose p-values stay as they are, does
#' not count. The same holds for `pairs`. Columns with equal names and values in `x` and `y` are one
#' variable (equal positions and values, if `x` or `y` has no names): its pair with itself is
#' skipped, and duplicates are counted once. (`"hommel"` takes time in proportion to the square of
#' the number of pairs. `"maxT"` compares a pair with weaker pairs only.) Two vectors are one test,
#' so their p-value is not adjusted. Parts taken by `[` keep their p-values.
#'
#' **Permutations.** With `permutations = B` the p-value is `(b + 1) / (B + 1)`, where `b` is the
#' number of permutations of the rows of `y` with a statistic at least as extreme. [set.seed()]
#' makes p-values reproducible, for any number of threads. `p.adjust.method = "maxT"` compares with
#' the most extreme statistics of other pairs, too: the step-down procedure of Westfall and Young
#' (1993). Under `use = "pairwise.complete.obs"` missing values are an error then, except for a
#' single pair. [kendall_permutation] has the details, time and memory.
#'
#' **Groups.** Unused levels of a factor are left out. The result has three parts.
#' * *Levels*: for each level the tests of the rows of this level, as `kendall_test()` makes them of
#'   these rows alone.
#' * *Stratified*: do the columns go together within levels? Only rows of the same level are
#'   compared, so differences between levels have no effect. With `S`, its variance `v`, and the
#'   denominator `D = sqrt((n_0 - n_1) (n_0 - n_2))` of tau-b at each level,
#'   `tau = sum S / sum D`, which is the mean of the levels' taus with the weights `D`. The
#'   statistic is `z = sum S / sqrt(sum v)` (Korn 1984; Taylor 1987). With months as levels this is
#'   the seasonal Kendall test (Hirsch, Slack and Smith 1982). `continuity` reduces `|sum S|` by
#'   one. A level at which a pair has no tau adds nothing.
#' * *Difference*: has a pair the same tau at two levels? For genes this is differential
#'   co-expression. As for intervals, `atanh(tau)` is taken as normal with the variance
#'   `0.437 / (n - 4)` times the square of the factor for ties. The statistic is the difference of
#'   `atanh(tau)` divided by the root of the sum of the two variances. Pairs with up to four
#'   observations at one of the levels have no test. `atanh(1)` is infinite, so `|tau|` is taken as
#'   at most `1 - 1 / n_0`, where `n_0 = n (n - 1) / 2`: this is midway between 1 and `1 - 2 / n_0`,
#'   the greatest tau below 1 without ties. The estimate is the difference of the taus themselves.
#'   The formula is that of intervals, so its limits are those of the table above: it is for
#'   moderate taus and for variables with many values. With ten rows a level, or with many ties,
#'   the test of strongly correlated columns (`|tau|` above 0.7 at both levels) rejects too often:
#'   `bench/results/groups.md` in the sources has the shares.
#'
#' The p-values of the stratified test and of the difference are those of the normal approximation,
#' without intervals. p-values are adjusted within each part and, of the levels, within each level.
#' `use` leaves out rows of all levels before the levels are formed; under `"pairwise.complete.obs"`
#' each pair of columns has its own rows at each level. `permutations` and `groups` exclude each
#' other.
#'
#' **Errors** are of the classes in [manycore_errors]: `"argument"` for `permutations` without `y`
#' or with `groups` or `pairs`, for `p.adjust.method = "maxT"` without permutations, and for
#' `contrast` that is no two levels of `groups`; `"size"` for different numbers of rows; others as
#' of [cor_kendall()].
#'
#' **Time** is that of [cor_kendall()] and a few operations a pair: for 2,000 columns of 353 rows
#' without ties 1.3 times its time, with intervals 2.1 times (`bench/results/inference.md` in the
#' sources). **Memory**: 28 bytes a pair, 44 with intervals, and the working memory of
#' [cor_kendall()]; while p-values are adjusted, up to 48 bytes a pair more. Exact p-values need a
#' table of the distribution for each number of observations: with `exact = TRUE` and missing values
#' up to 85 MB, otherwise less than 1 MB. A result that is larger than the free memory is refused.
#'
#' @return For two vectors a list of class `htest`, as [stats::cor.test()] returns it. If there is
#'   an interval, it is the element `conf.int`, with the attribute `conf.level`.
#'
#'   Otherwise a list of class `kendall_test`. These elements are matrices with a row for each
#'   column of `x` and a column for each column of `y` (without `y`, of `x`), whose dimnames are the
#'   column names:
#'   * `estimate`: tau, as of [cor_kendall()];
#'   * `statistic`: `z`;
#'   * `p.value`: the p-value, adjusted as asked;
#'   * `n`: the number of observations;
#'   * `conf.low` and `conf.high`: the bounds of the intervals, or `NULL`.
#'
#'   The other elements are the arguments `alternative`, `exact`, `continuity`, `conf.level`, `use`,
#'   `p.adjust.method` and `permutations`, and `origin`: a list of the vectors `rows` and `columns`
#'   with a number for each variable, equal numbers for the same variable. `origin` is `NULL` if no
#'   row and column are the same variable. For the methods see [kendall_tests].
#'
#'   With `pairs` a data frame with a row for each pair in their order: `from` and `to` (names, or
#'   else numbers, of a column of `x` and a column of `y`), and the columns `estimate` to
#'   `conf.high` as above. `pairs` and `permutations` exclude each other. It has the class
#'   `kendall_pair_tests`, for whose methods see [kendall_pair_tests].
#'
#'   With `groups` a list of class `kendall_group_tests`, also for two vectors:
#'   * `levels`: a list of objects of class `kendall_test`, by the names of the levels;
#'   * `stratified`: an object of class `kendall_test`;
#'   * `difference`: an object of class `kendall_test` with differences of taus in the place of
#'     taus, or `NULL`;
#'   * `rows`: the number of rows of each level;
#'   * `contrast`: the two levels of the difference.
#'
#'   `n` of the last two parts is the sum over the levels. For the methods see
#'   [kendall_group_tests].
#'   With `groups` and `pairs` a data frame of the same class, with a row for each pair, and with
#'   the columns that [as.data.frame()][kendall_group_tests] makes of the result of all pairs.
#'
#' @references
#' Best DJ, Gipps PG (1974). Algorithm AS 71: The upper tail probabilities of Kendall's tau.
#' *Journal of the Royal Statistical Society C* **23**, 98-100.
#'
#' Bonett DG, Wright TA (2000). Sample size requirements for estimating Pearson, Kendall and
#' Spearman correlations. *Psychometrika* **65**, 23-28.
#'
#' Fieller EC, Hartley HO, Pearson ES (1957). Tests for rank correlation coefficients. I.
#' *Biometrika* **44**, 470-481.
#'
#' Hirsch RM, Slack JR, Smith RA (1982). Techniques of trend analysis for monthly water quality
#' data. *Water Resources Research* **18**, 107-121.
#'
#' Hollander M, Wolfe DA (1973). *Nonparametric Statistical Methods*. Wiley. Pages 185-194.
#'
#' Kendall MG (1970). *Rank Correlation Methods*, 4th edition. Griffin. Equation 4.2 (ties).
#'
#' Korn EL (1984). Kendall's tau with a blocking variable. *Biometrics* **40**, 209-214.
#'
#' Taylor JMG (1987). Kendall's and Spearman's correlation coefficients in the presence of a
#' blocking variable. *Biometrics* **43**, 409-416.
#'
#' Westfall PH, Young SS (1993). *Resampling-Based Multiple Testing*. Wiley.
#'
#' @family Kendall
#' @seealso [kendall_tests] and [kendall_pair_tests], the methods; [stats::cor.test()];
#'   [kendall_network()] for the pairs that pass a false discovery rate
#' @examples
#' # Hollander and Wolfe's example: colour and quality of tuna
#' colour <- c(44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1)
#' quality <- c(2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8)
#' kendall_test(colour, quality, alternative = "greater")
#' kendall_test(~ CONT + INTG, data = USJudgeRatings)
#'
#' # all pairs of columns, adjusted for their number
#' tests <- kendall_test(airquality[, 1:4], p.adjust.method = "BH")
#' tests
#' tests$p.value
#' head(as.data.frame(tests))
#'
#' # within each species, over all species, and the difference of two species
#' kendall_test(iris[1:3], groups = iris$Species, contrast = c("setosa", "virginica"))
#'
#' # trends: many series against time
#' kendall_test(EuStockMarkets, time(EuStockMarkets))$estimate
#' @export
kendall_test <- function(x, ...) {
  if (!missing(x) && isS4(x)) need_package_of(x, "x")
  UseMethod("kendall_test")
}

#' @rdname kendall_test
#' @export
kendall_test.default <- function(x, y = NULL, alternative = c("two.sided", "less", "greater"),
                                 exact = NULL, continuity = FALSE, conf.level = 0.95,
                                 use = "pairwise.complete.obs", p.adjust.method = "none",
                                 permutations = 0, method = "kendall",
                                 algorithm = c("auto", "naive", "gse", "vse", "radix", "bitset",
                                               "table", "sparse"),
                                 pairs = NULL, groups = NULL, contrast = NULL, assay = 1,
                                 threads = NULL, progress = interactive(), ...) {
  check_dots(...)
  if (missing(x)) stop_missing("x")
  check_replaced_method(method, "kendall", cor_methods, "stats::cor.test")
  given <- list(x = substitute(x), y = substitute(y))
  if (!missing(assay)) check_assay(x, y)
  groups <- groups_of(x, groups)
  refuse_sample_names(y, "y", x)
  x <- as_source(x, "x", assay)
  y <- as_source(y, "y", assay)
  settings <- test_settings(alternative, exact, continuity, conf.level, p.adjust.method,
                            permutations)
  if (settings$permutations > 0 && is.null(y) && is.null(groups)) {
    stop_manycore("argument", "'permutations' needs 'y', whose rows are permuted: for all ",
                  "pairs of columns of 'x' give y = x", argument = "permutations")
  }
  if (!is.null(groups)) {
    test_of_groups(x, y, pairs, groups, contrast, settings, use, algorithm, threads, progress)
  } else if (!is.null(contrast)) {
    stop_manycore("argument", "'contrast' names two levels of 'groups', which is not given",
                  argument = "contrast")
  } else if (!is.null(pairs)) {
    test_of_pairs(x, y, pairs, settings, use, algorithm, threads, progress)
  } else if (!is.null(y) && !has_columns(x) && !has_columns(y)) {
    test_of_vectors(x, y, settings, use, algorithm, threads, progress,
                    data_name = paste(deparse1(given$x), "and", deparse1(given$y)))
  } else {
    test_of_columns(x, y, settings, use, algorithm, threads, progress)
  }
}

#' @rdname kendall_test
#' @export
kendall_test.formula <- function(formula, data, subset, na.action, groups, ...) {
  if (missing(formula) || length(formula) != 2L) {
    two_sided <- !missing(formula) && inherits(formula, "formula") && length(formula) == 3L
    stop_manycore("argument", words_of_cor_test()$formula, if (two_sided)
      ": 'formula' must be of the form ~ u + v, without a left side", argument = "formula")
  }
  found <- pair_of_formula(formula, match.call(expand.dots = FALSE), parent.frame())
  levels <- found$frame[["(groups)"]]
  if (!is.null(levels)) {
    return(kendall_test.default(found$frame[1L], found$frame[2L], groups = levels, ...))
  }
  two <- two_variables(found)
  with_data_name(kendall_test.default(two[[1L]], two[[2L]], ...), found)
}

# ---- arguments ----

# The arguments that say what to compute, checked.
test_settings <- function(alternative, exact, continuity, conf.level, p.adjust.method,
                          permutations) {
  settings <- list(
    alternative = match_word(alternative, alternatives, "alternative"),
    exact = if (!is.null(exact)) check_exact(exact),
    continuity = check_flag(continuity, "continuity"),
    conf.level = if (!is.null(conf.level)) check_level(conf.level),
    p.adjust.method = check_adjustment(p.adjust.method, unadjusted),
    permutations = check_permutations(permutations)
  )
  if (settings$p.adjust.method == "maxT" && settings$permutations == 0) {
    stop_manycore("argument", "'p.adjust.method' = \"maxT\" needs permutations, as in ",
                  "permutations = 1000", argument = "p.adjust.method")
  }
  settings
}

check_exact <- function(exact) {
  if (!isTRUE(exact) && !isFALSE(exact)) {
    stop_argument("exact", "TRUE, FALSE or NULL", exact)
  }
  exact
}

check_permutations <- function(count) {
  if (!is_whole(count, 0, .Machine$integer.max)) {
    stop_argument("permutations", paste("a whole number from 0 to", .Machine$integer.max), count)
  }
  as.integer(count)
}

has_columns <- function(x) {
  is.matrix(x) || is.data.frame(x)
}

# ---- two vectors ----

# As stats::cor.test(), with its messages.
test_of_vectors <- function(x, y, settings, use, algorithm, threads, progress, data_name) {
  for (name in c("x", "y")) {
    if (!is_number_like(get(name, inherits = FALSE))) {
      stop_argument(name, paste0("a numeric vector", that_are_not(get(name, inherits = FALSE))))
    }
  }
  if (length(x) != length(y)) {
    stop_manycore("size", "'x' and 'y' must have the same length")
  }
  x <- as_columns(x)
  y <- as_columns(y)
  if (isTRUE(match_use(use) %in% use_without_missing) && (anyNA(x) || anyNA(y))) {
    complete <- complete_rows(x, y)
    x <- x[complete]
    y <- y[complete]
  }
  n <- length(x)
  if (n < 2) {
    stop_manycore("data", "not enough finite observations")
  }
  exact <- if (is.null(settings$exact)) n < 50 else settings$exact
  result <- run_tests(pairs_job(FALSE, x, y, use, algorithm, threads), settings, exact, progress)
  tau <- as.vector(result$estimate)
  is_exact <- exact && result$tied_pairs == 0 && result$long_pairs == 0
  statistic <- if (is.na(tau)) {
    c(T = NA)
  } else if (is_exact) {
    c(T = round((tau + 1) * n * (n - 1) / 4))
  } else {
    c(z = as.vector(result$statistic))
  }
  test <- list(statistic = statistic, parameter = NULL, p.value = as.vector(result$p.value),
               estimate = c(tau = tau), null.value = c(tau = 0),
               alternative = settings$alternative, method = vectors_method(settings),
               data.name = data_name)
  interval <- c(result$conf.low, result$conf.high)
  if (!is.null(interval) && !anyNA(interval)) {
    test$conf.int <- structure(interval, conf.level = settings$conf.level)
  }
  structure(test, class = "htest")
}

vectors_method <- function(settings) {
  paste0("Kendall's rank correlation tau", if (settings$permutations > 0) {
    sprintf(" (p-value of %d permutations)", settings$permutations)
  })
}

# ---- a list of pairs of columns ----

test_of_pairs <- function(x, y, pairs, settings, use, algorithm, threads, progress) {
  if (settings$permutations > 0) {
    stop_manycore("argument", "'permutations' need all pairs of columns: leave out 'pairs'",
                  argument = "permutations")
  }
  job <- pairs_job(FALSE, x, y, use, algorithm, threads, pairs)
  result <- run_tests(job, settings, settings$exact, progress)
  tests <- listed_tests(result, settings, job$i, second_variables(job))
  pair_tests(as_table(c(ends_of_pairs(job), tests)), job, settings)
}

# ---- columns ----

test_of_columns <- function(x, y, settings, use, algorithm, threads, progress) {
  job <- pairs_job(FALSE, x, y, use, algorithm, threads)
  result <- run_tests(job, settings, settings$exact, progress)
  matrices_of_tests(result, job, settings, same_columns(job))
}

# The tests of a job, by C. p-values are not adjusted. Warns of ties and constant columns.
run_tests <- function(job, settings, exact, progress, call = user_call()) {
  if (settings$permutations > 0) {
    job <- permutable_job(job)
  }
  quantile <- interval_quantile(settings)
  adjusts <- !settings$p.adjust.method %in% unadjusted
  # of 8 bytes; n takes 4
  check_room(job$pairs * ((if (quantile == 0) 3.5 else 5.5) + (if (adjusts) 6 else 0)))
  alternative <- match(settings$alternative, alternatives) - 1L
  in_c <- if (is.null(exact)) -1L else as.integer(exact)
  tick <- progress_ticker(progress, "Kendall's test")
  result <- classed(
    if (is.null(job$i)) {
      .Call(C_kendall_test, job$x, job$y, job$use_in_c, job$algorithm, job$threads,
            scratch_bytes(), if (settings$permutations == 0) tick, alternative, in_c,
            as.integer(settings$continuity), quantile)
    } else {
      .Call(C_kendall_test_list, job$x, job$y, job$i, job$j, job$use_in_c, job$algorithm,
            job$threads, scratch_bytes(), tick, alternative, in_c,
            as.integer(settings$continuity), quantile)
    },
    job$could_fail
  )
  if (settings$permutations > 0) {
    result$p.value <- p_of_permutations(job, settings, tick)
  }
  warn_constant(result$constant_pairs, job$use == use_pairwise && job$pairs > 1, call)
  if (isTRUE(exact) && settings$permutations == 0) {
    warn_not_exact(result, if (job$pairs > 1) " (in some pairs of columns)", call)
  }
  result
}
