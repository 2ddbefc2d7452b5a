# Seconds of a monotonic clock, from an unknown start. R's own clocks, proc.time() and Sys.time(),
# jump when the time of the machine is set.
now <- function() .Call(C_seconds)
