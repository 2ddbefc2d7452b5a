# The partial tau of columns i and j of tau given columns g: the definition, by one inverse a pair.
partial_reference <- function(tau, i, j, g) {
  q <- solve(tau[c(i, j, g), c(i, j, g)])
  -q[1, 2] / sqrt(q[1, 1] * q[2, 2])
}

quiet_partial <- function(...) suppressWarnings(kendall_partial(...))
