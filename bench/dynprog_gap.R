# Alignment with any gap cost; sourced by bench/dynprog.R.

# An update is one sum for a gap: (n + 1)^2 n of two sequences of n symbols.
gap_updates <- function(n) (n + 1)^2 * n
concave <- function(length) 1 + log(length)
gap_problem <- function(n, gap = concave) {
  symbols <- function() paste(sample(c("A", "C", "G", "T"), n, replace = TRUE), collapse = "")
  x <- symbols()
  y <- symbols()
  function(...) align_gap(x, y, c(0, 1), gap, ...)
}
gap_in_plain_r <- function(x, y, gap) {
  g <- matrix(Inf, length(x) + 1, length(y) + 1)
  g[1, ] <- c(0, gap[seq_along(y)])
  g[, 1] <- c(0, gap[seq_along(x)])
  for (i in seq_along(x)) {
    for (j in seq_along(y)) {
      g[i + 1, j + 1] <- min(g[i, j] + (x[i] != y[j]), g[i + 1, 1:j] + gap[j:1],
                             g[1:i, j + 1] + gap[i:1])
    }
  }
  g[length(x) + 1, length(y) + 1]
}

bench_gap <- function(n) {
  few <- sample(c("A", "C", "G", "T"), 300, replace = TRUE)
  kept <- few[stats::runif(300) < 0.8]
  for (algorithm in c("auto", algorithms)) {
    stopifnot(identical(align_gap(few, kept, c(0, 1), concave, algorithm = algorithm)$cost,
                        gap_in_plain_r(few, kept, concave(1:300))))
  }
  run <- gap_problem(n)
  roofs <- Filter(Negate(is.null),
                  list(roof = best_ceiling(threads), "roof of one" = best_ceiling(1)))
  t <- in_turns(c(list(ours = ours(run), one = ours(run, with = 1)),
                  lapply(stats::setNames(algorithms, algorithms), function(a) ours(run, a)),
                  roofs))
  work <- paste0("align_gap, n = ", count(n), ", ", plural(threads))
  compare(work, "\"loop\" (LOOPDP)", t[["ours"]], t[["loop"]], floor_of(15))
  for (algorithm in algorithms[-1]) {
    compare(work, paste0("\"", algorithm, "\""), t[["ours"]], t[[algorithm]], NA)
  }
  compare(work, "1 thread", t[["ours"]], t[["one"]], floor_of(1.85))
  if (length(roofs) == 2) {
    seconds <- function(roof) gap_updates(n) * t[[roof]] / roofs[[roof]]()
    compare(work, "roofline (add, min)", t[["ours"]], seconds("roof"), NA)
    compare(paste0("align_gap, n = ", count(n), ", 1 thread"), "roofline (add, min)", t[["one"]],
            seconds("roof of one"), NA)
  }
  around <- n + -1:1
  each <- in_turns(lapply(around, function(n) ours(gap_problem(n)))) / gap_updates(around)
  compare(paste0("align_gap, n = ", count(n), ", an update"), "the neighbours' (1 apart)", each[2],
          min(each[-2]), floor_of(1 / 1.1))
  by_place <- outer(0:n, 0:n, function(p, q) 1 + log(pmax(q - p, 1)))
  t <- in_turns(list(place = ours(gap_problem(n, by_place)), ours = ours(run)))
  compare(work, "the same costs by place, a matrix", t[["ours"]], t[["place"]], NA)
  x <- sample(c("A", "C", "G", "T"), 300, replace = TRUE)
  t <- in_turns(list(ours = function() align_gap(x, kept, c(0, 1), concave, progress = FALSE),
                     r = function() gap_in_plain_r(x, kept, concave(1:300))), 2)
  compare("align_gap, n = 300", "a loop in R, with vectors for the gaps", t[["ours"]], t[["r"]], NA)
}
bench_gap(if (quick) 512 else 2048)
