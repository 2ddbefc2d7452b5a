# As order(chromosome, start, end), for positions without NA. `by` names the sort: "mc_qsort", or "qsort" of C.
order_intervals <- function(chromosome, start, end, threads = 0, by = c("mc_qsort", "qsort")) {
  by <- match.arg(by)
  if (!is.numeric(chromosome)) chromosome <- factor(chromosome)
  .Call(C_order_intervals, as.integer(chromosome), as.integer(start), as.integer(end),
        as.integer(threads), by == "mc_qsort")
}

# As sort(x), for doubles.
sort_doubles <- function(x, threads = 0) {
  .Call(C_sort_doubles, as.double(x), as.integer(threads))
}
