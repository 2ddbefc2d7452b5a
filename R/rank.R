# In the order of mc_ties in C.
ties_methods <- c(average = 0L, min = 1L, max = 2L, first = 3L, last = 4L)

# What C makes of missing values, besides missing_policy().
missing_kept <- 3L
