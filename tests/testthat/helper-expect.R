# testthat's expect_identical() and expect_true() take milliseconds to see that nothing is wrong.
# These versions pass plainly right values at once, and leave all other values to testthat.

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

# Expects a message that begins with what would be right; the given value follows.
expect_starts <- function(object, expected, ..., label = NULL) {
  if (is.null(label)) label <- deparse1(substitute(object))
  plainly(is.character(object) && length(object) == 1 && startsWith(object, expected),
          function() testthat::expect_identical(object, expected, ..., label = label))
}
