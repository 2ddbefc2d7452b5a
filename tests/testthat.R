library(testthat)
library(manycore)

test_check("manycore")
