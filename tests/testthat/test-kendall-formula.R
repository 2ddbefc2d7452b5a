# Formulas of kendall_test(), xi_test(), kendall_partial() and kendall_trend().

refused <- function(code) {
  condition <- tryCatch(code, manycore_error_argument = identity)
  expect_s3_class(condition, "manycore_error_argument")
  expect_identical(condition$argument, "formula")
  conditionMessage(condition)
}

test_that("formulas are those of the plain calls", {
  expect_identical(xi_test(~ wt + mpg, mtcars, ties = "first")[-7],
                   xi_test(mtcars$wt, mtcars$mpg, ties = "first")[-7])
  expect_identical(xi_test(~ wt + log(mpg), mtcars, ties = "first")$data.name, "wt and log(mpg)")
  air <- airquality[c("Ozone", "Wind")]
  expect_identical(xi_test(~ Ozone + Wind, air, ties = "first")$p.value,
                   xi_test(air[[1]], air[[2]], ties = "first")$p.value)
  expect_identical(xi_test(~ Ozone + Wind, air, subset = Wind > 9, ties = "first")$p.value,
                   with(air[air$Wind > 9, ], xi_test(Ozone, Wind, ties = "first"))$p.value)
  several <- xi_test(~ cbind(wt, hp) + mpg, mtcars, ties = "first")
  expect_identical(unname(several$estimate),
                   unname(cor_xi(mtcars[c("wt", "hp")], mtcars$mpg, ties = "first")))

  expect_identical(colnames(several$estimate), "mpg")
  expect_identical(rownames(xi_test(~ mpg + cbind(wt, hp), mtcars, ties = "first")$estimate), "mpg")
  named <- kendall_test(~ cbind(wt, hp) + mpg, mtcars, exact = FALSE)
  expect_identical(dimnames(named$estimate), list(c("wt", "hp"), "mpg"))
  expect_identical(unname(named$p.value),
                   unname(kendall_test(mtcars[c("wt", "hp")], mtcars$mpg, exact = FALSE)$p.value))

  partial <- quiet_partial(~ Ozone + Solar.R + Wind | Temp, data = airquality)
  expect_identical(partial, quiet_partial(airquality[c("Ozone", "Solar.R", "Wind")],
                                          given = airquality["Temp"]))
  expect_identical(quiet_partial(~ . | Temp + Month + Day, data = airquality)$estimate,
                   quiet_partial(airquality[1:3], given = airquality[4:6])$estimate)
  expect_identical(quiet_partial(~ ., data = longley[1:4]), quiet_partial(longley[1:4]))
  two <- quiet_partial(~ Ozone + Wind | Temp, data = airquality)
  expect_s3_class(two, "htest")
  expect_identical(two$data.name, "Ozone and Wind given Temp")
  expect_identical(two$p.value, with(airquality, quiet_partial(Ozone, Wind, Temp))$p.value)
  early <- suppressWarnings(kendall_partial(~ Ozone + Wind | Temp, data = airquality,
                                            subset = Month < 7))
  expect_identical(early$p.value, with(airquality[airquality$Month < 7, ],
                                       quiet_partial(Ozone, Wind, Temp))$p.value)

  years <- longley$Year
  expect_identical(kendall_trend(GNP + Employed ~ Year, longley),
                   kendall_trend(longley[c("GNP", "Employed")], years))
  expect_identical(kendall_trend(. ~ Year, longley),
                   kendall_trend(longley[names(longley) != "Year"], years))
  expect_identical(kendall_trend(GNP ~ Year, longley)$term, "GNP")
  expect_identical(kendall_trend(as.matrix(longley) ~ years), kendall_trend(longley, years))
  cells <- table(a = c(1, 2, 2, 3), b = c(1, 1, 2, 2)) # a row for each cell, as in cor.test()
  expect_identical(kendall_test(~ as.numeric(a) + Freq, cells, exact = FALSE)$p.value,
                   kendall_test(rep(1:3, 2), as.vector(cells), exact = FALSE)$p.value)
  expect_error(kendall_test(~ a + b, structure(1:3, class = "table")),
               class = "manycore_error_argument")
  matrix_of_class <- structure(as.matrix(longley), class = "unknown_class")
  expect_identical(kendall_trend(GNP ~ Year, matrix_of_class), kendall_trend(GNP ~ Year, longley))
  months <- data.frame(y = as.vector(nottem), t = floor(as.vector(time(nottem)) + 1e-6),
                       month = as.vector(cycle(nottem)))
  months$y[7] <- NA
  expect_identical(kendall_trend(y ~ t | month, months, conf.level = 0.9),
                   kendall_trend(months["y"], months$t, months$month, conf.level = 0.9))
  expect_identical(kendall_trend(y ~ t | month, months, subset = t > 1930),
                   with(months[months$t > 1930, ], kendall_trend(cbind(y), t, month)))
  local({ # variables of the caller
    u <- c(4, 1, 3, 2, 5)
    v <- 1:5
    expect_identical(kendall_trend(u ~ v), kendall_trend(cbind(u), v))
  })
  odd <- data.frame(`my y` = c(3, 1, 2), `a b` = 1:3, check.names = FALSE)
  expect_identical(kendall_trend(`my y` ~ `a b`, odd)$term, "my y")
})

test_that("what formulas are refused", {
  for (f in list(kendall_test, xi_test)) {
    for (bad in list(~ mpg * wt, ~ mpg:wt, ~ mpg + wt - hp, ~ mpg / wt, ~ (mpg + wt)^2, ~ mpg + 1,
                     ~ mpg + offset(wt), ~ mpg %in% wt)) {
      expect_match(refused(f(bad, mtcars)), "^'formula' must be of the form ~ u \\+ v, ")
    }
    expect_match(refused(f(~ mpg, mtcars)), "invalid formula")
    expect_match(refused(f(~ mpg + wt + hp, mtcars)), "invalid formula")
  }
  expect_match(refused(xi_test(mpg ~ wt, mtcars)), "~ u + v, without a left side", fixed = TRUE)
  expect_match(refused(xi_test(~ mpg | wt, mtcars)), "without a part after '|'", fixed = TRUE)
  expect_match(refused(kendall_test(mpg ~ wt, mtcars)),
               "^'formula' missing or in[a-z]+: .* of the form ~ u \\+ v, without a left side$")
  expect_match(refused(kendall_partial(mpg ~ wt | hp, mtcars)), "without a left side")
  for (bad in list(~ mpg + wt | mpg, ~ mpg + wt + cyl | hp + cyl, ~ log(mpg) + wt | log(mpg))) {
    expect_match(refused(kendall_partial(bad, mtcars)), "on both sides of '|'", fixed = TRUE)
  }
  expect_match(refused(kendall_partial(~ mpg + wt | hp | cyl, mtcars)), "not with mpg + wt | hp",
               fixed = TRUE)
  expect_match(refused(kendall_partial(~ mpg * wt | hp, mtcars)), "not with mpg * wt", fixed = TRUE)
  expect_match(refused(kendall_partial(~ . | hp)), "'.', which stands for the other columns",
               fixed = TRUE)
  expect_match(refused(kendall_trend(~ mpg, mtcars)), "y ~ time | season, with a left side",
               fixed = TRUE)
  expect_match(refused(kendall_trend(mpg ~ wt + hp, mtcars)), "with one variable as the time")
  expect_match(refused(kendall_trend(mpg ~ wt | hp + cyl, mtcars)), "one variable as the season")
  expect_match(refused(kendall_trend(mpg - wt ~ hp, mtcars)), "I() makes a variable", fixed = TRUE)
  # the data's own errors
  expect_error(kendall_trend(mpg ~ wtt, mtcars), "wtt")
  expect_error(kendall_partial(~ mpg + wt | hp, mtcars, given = 1), "given")
  holes <- transform(mtcars, hp = replace(hp, 3, NA))
  expect_error(kendall_trend(mpg ~ hp, holes), "'time' must be finite, not NA (row 3)",
               fixed = TRUE)
  expect_error(kendall_trend(mpg ~ wt, mtcars, typo = "none"), class = "manycore_error_argument")
  expect_error(kendall_trend(mpg ~ wt, mtcars, tim = 2), "tim")
})

test_that("what model.frame() refuses is an error of the package", {
  d <- data.frame(a = 1:5, b = c(2, 1, 4, 3, 5))
  refused_for <- function(code, argument, words) {
    condition <- tryCatch(code, error = identity)
    expect_s3_class(condition, "manycore_error_argument")
    expect_identical(condition$argument, argument)
    expect_identical(conditionMessage(condition), words)
  }
  missing <- function(argument) {
    paste0("'", argument, "' has the variable 'nowhere', which is not in 'data', nor where the ",
           "formula was made")
  }
  refused_for(kendall_partial(~ a + nowhere, d), "formula", missing("formula"))
  refused_for(kendall_partial(~ a + b | nowhere, d), "formula", missing("formula"))
  refused_for(kendall_partial(~ . + nowhere, d), "formula", missing("formula"))
  refused_for(kendall_partial(~ a + nowhere, as.matrix(d)), "formula", missing("formula"))
  refused_for(kendall_partial(~ a + nowhere, list2env(d)), "formula", missing("formula"))
  refused_for(kendall_test(~ a + log(nowhere), d), "formula", missing("formula"))
  refused_for(kendall_test(~ a + b, d, subset = nowhere > 1), "subset", missing("subset"))
  refused_for(kendall_test(~ a + b, d, groups = nowhere), "groups", missing("groups"))
  refused_for(xi_test(~ nowhere + b, d), "formula", missing("formula"))
  refused_for(kendall_trend(nowhere ~ a | b, d), "formula", missing("formula"))
  refused_for(kendall_trend(a ~ b | nowhere, d), "formula", missing("formula"))
  refused_for(concordance_all(a ~ nowhere, d), "x", missing("x"))
  refused_for(concordance_all(nowhere ~ ., d), "x", missing("x"))
  refused_for(kendall_partial(~ nowhere + b), "formula",
              "'formula' has the variable 'nowhere', which is not there, and there is no 'data'")
  # other reasons
  said <- tryCatch(stats::model.frame(~ a + letters, d), error = conditionMessage)
  refused_for(kendall_partial(~ a + letters, d), "formula",
              paste("'formula' cannot be evaluated:", said))
  said <- tryCatch(stats::model.frame(~ I(d$nowhere) + no_function(a), d), error = conditionMessage)
  refused_for(kendall_partial(~ I(d$nowhere) + no_function(a), d), "formula",
              paste("'formula' cannot be evaluated:", said))
  # a name in the message is a whole word, and a name behind $ or @ is no variable
  d <- list(n = as.double(1:10), u.v = 1:10)
  z <- as.double(1:9)
  lengths_differ <- "'formula' cannot be evaluated: variable lengths differ (found for 'z')"
  refused_for(kendall_test(~ d$n + z), "formula", lengths_differ)
  refused_for(kendall_test(~ d$a + z), "formula", tryCatch(
    stats::model.frame(~ d$a + z), error = function(e) {
      paste("'formula' cannot be evaluated:", conditionMessage(e))
    }
  ))
  expect_true(is_named_in("a.b", "object 'a.b' not found"))
  expect_false(is_named_in("a.b", "object 'acb' not found"))
  expect_false(is_named_in("b", "object 'a.b' not found"))
  expect_true(is_named_in("a(b", "object 'a(b' not found"))
  expect_true(is_named_in("a\\E", "object 'a\\E' not found"))
  expect_identical(variables_in(quote(f(x$y@z, g[, 1]) + (u@v)$w)), c("x", "g", "u"))
  expect_identical(variables_in(NULL), character())
  d <- data.frame(a = 1:5, b = c(2, 1, 4, 3, 5))
  right <- "'data' must be a data frame, a matrix, a list or an environment, not "
  refused_for(kendall_trend(a ~ b, data = 1:3), "data",
              paste0(right, "a vector of class integer and length 3"))
  refused_for(xi_test(~ a + b, data = sum), "data", paste0(right, "a function"))
  refused_for(kendall_partial(~ a + b, "d"), "data", paste0(right, "\"d\""))
  refused_for(concordance_all(a ~ b, "d"), "data", paste0(right, "\"d\""))
})

test_that("a formula that has lost its parts is refused", {
  lost <- structure(list(), class = "formula")
  for (f in list(kendall_partial, kendall_trend, kendall_test, concordance_all)) {
    expect_error(f(lost), "formula", class = "manycore_error_argument")
  }
  expect_error(kendall_partial(lost), "'formula' must be of the form ~ u + v | g, not ",
               fixed = TRUE)
})

test_that("formulas take a DataFrame, and name the table of samples of a container", {
  skip_if_not_installed("S4Vectors")
  frame <- mtcars[c("mpg", "wt", "hp", "qsec", "am")]
  names(frame)[2] <- "my wt"
  table <- S4Vectors::DataFrame(lapply(frame, S4Vectors::Rle), check.names = FALSE)
  names(table) <- names(frame)
  expect_identical(kendall_test(~ mpg + `my wt`, table, exact = FALSE),
                   kendall_test(~ mpg + `my wt`, frame, exact = FALSE))
  expect_identical(quiet_partial(~ . | hp, data = table), quiet_partial(~ . | hp, data = frame))
  expect_identical(kendall_trend(mpg ~ `my wt`, table), kendall_trend(mpg ~ `my wt`, frame))
  expect_identical(concordance_all(qsec ~ mpg + hp, table, weights = `my wt`, strata = am),
                   concordance_all(qsec ~ mpg + hp, frame, weights = `my wt`, strata = am))
  # a matrix is a column of the DataFrame
  frame$both <- as.matrix(mtcars[c("am", "gear")])
  whole <- S4Vectors::DataFrame(frame[1:4], check.names = FALSE)
  whole$both <- frame$both
  expect_identical(quiet_partial(~ mpg + hp | both, data = whole),
                   quiet_partial(~ mpg + hp | both, data = frame))
  skip_if_not_installed("SummarizedExperiment")
  container <- SummarizedExperiment::SummarizedExperiment(list(matrix(0, 2, 32)), colData = table)
  for (f in list(function(data) kendall_test(~ mpg + hp, data),
                 function(data) xi_test(~ mpg + hp, data),
                 function(data) kendall_partial(~ mpg + hp, data),
                 function(data) kendall_trend(mpg ~ hp, data),
                 function(data) concordance_all(mpg ~ hp, data))) {
    condition <- tryCatch(f(container), manycore_error_argument = identity)
    expect_s3_class(condition, "manycore_error_argument")
    expect_identical(condition$argument, "data")
    expect_match(conditionMessage(condition), "data = colData() of the object", fixed = TRUE)
  }
  expect_s3_class(kendall_test(~ mpg + hp, SummarizedExperiment::colData(container),
                               exact = FALSE), "htest")
})
