# At most two threads: the limit holds for every call and for child processes.
Sys.setenv(OMP_THREAD_LIMIT = "2")

library(testthat)
library(manycore)

test_check("manycore")
