# testthat's expect_identical() and expect_true() take milliseconds each to find out that
# nothing is wrong. These see at once what is plainly right, and leave all else to them.

plainly <- function(right, otherwise) {
  if (right) {
    testthat::succeed()
    invisible(TRUE)
  } else {
    otherwise()
  }
}

expect_identical <- function(object, expected, ..., label = NULL) {
  expected_code <- substitute(expected)
  if (is.null(label)) label <- deparse1(substitute(object))
  plainly(identical(object, expected), function() {
    testthat::expect_identical(object, expected, ..., label = label,
                               expected.label = deparse1(expected_code))
  })
}

expect_true <- function(object, ..., label = NULL) {
  if (is.null(label)) label <- deparse1(substitute(object))
  plainly(identical(object, TRUE),
          function() testthat::expect_true(object, ..., label = label))
}

# A message that begins with what would be right; what was given follows.
expect_starts <- function(object, expected, ..., label = NULL) {
  if (is.null(label)) label <- deparse1(substitute(object))
  plainly(is.character(object) && length(object) == 1 && startsWith(object, expected),
          function() testthat::expect_identical(object, expected, ..., label = label))
}
