# The overview, ?manycore, is complete.

test_that("the overview names every function", {
  skip_without_sources()
  page <- readLines(file.path(sources, "R", "session_package.R"))
  page <- paste(grep("^#'", page, value = TRUE), collapse = "\n")
  for (name in getNamespaceExports("manycore")) {
    if (startsWith(name, ".")) next # of S4
    expect_match(page, name, fixed = TRUE, label = name)
  }
})
