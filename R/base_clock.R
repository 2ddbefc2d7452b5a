# Seconds of a monotonic clock, from an unknown start. R's own clocks, proc.time() and Sys.time(),
# jump when the time of the machine is set. While a machine is suspended, the clock may stand still.
now <- function() .Call(C_seconds)
