# Finds the edges of a network by its rule, in C or in a store, and makes the result.

edges_by_rule <- function(input, rule, sign, tick) {
  in_c <- match(sign, edge_signs) - 1L
  switch(rule$by,
         cutoff = edges_by_cutoff(input, in_c, rule$value, tick),
         top = edges_by_top(input, in_c, rule$value, tick),
         fdr = edges_by_fdr(input, in_c, rule$value, tick))
}

network_settings <- function(input, rule, sign, found, rows = observations(input$x)) {
  c(list(by = rule$by, value = rule$value, sign = sign, use = use_names[input$use], rows = rows),
    if (!is.null(input$in_x)) list(shared = input$in_x),
    found[intersect(c("tested", "p.threshold"), names(found))])
}

possible_pairs <- function(input) {
  if (is.null(input$y)) choose(NCOL(input$x), 2) else input$pairs
}

# A call of C for all pairs of the input. `run` calls one of C's entries; `...`: the arguments that
# the entry takes besides.
network_in_c <- function(run, input, tick, ...) {
  two <- input$two_levels
  classed(run(if (is.null(two)) input$x else two$x, if (is.null(two)) input$y else two$y,
              input$use_in_c, input$algorithm, input$threads, scratch_bytes(), tick, input$in_y,
              input$in_x, NULL, ...), input$could_fail)
}

# C has half the difference of two levels in the place of tau.
strength_in_c <- function(input) if (is.null(input$two_levels)) 1 else 0.5

# The entries of C with all their arguments, which R CMD check counts.
find_edges <- function(x, y, use, algorithm, threads, scratch, tick, in_y, in_x, place, sign,
                       cutoff, last_bin, most) {
  .Call(C_network_edges, x, y, use, algorithm, threads, scratch, tick, in_y, in_x, place, sign,
        cutoff, last_bin, most)
}

find_top <- function(x, y, use, algorithm, threads, scratch, tick, in_y, in_x, place, sign, top) {
  .Call(C_network_top, x, y, use, algorithm, threads, scratch, tick, in_y, in_x, place, sign, top)
}

count_bins <- function(x, y, use, algorithm, threads, scratch, tick, in_y, in_x, place, guess,
                       most) {
  .Call(C_network_bins, x, y, use, algorithm, threads, scratch, tick, in_y, in_x, place, guess,
        most)
}

# If the edges go into a store (`input$stored`), its tiles are filled and read.

edges_by_cutoff <- function(input, sign, cutoff, tick,
                            most = edges_that_fit(possible_pairs(input))) {
  # (Numbers of bins below 0 stand for p-values in any bin.)
  found <- if (is.null(input$stored)) {
    network_in_c(find_edges, input, tick, sign, cutoff * strength_in_c(input), -1L, most)
  } else {
    edges_in_store(input$stored, tick, most = most)
  }
  if (found$found > most) {
    stop_too_many(found$found, most, found$fits / strength_in_c(input))
  }
  found
}

edges_by_top <- function(input, sign, top, tick, fit = edges_that_fit) {
  columns <- as.double(NCOL(input$x))
  partners <- if (is.null(input$y)) columns - 1 else NCOL(input$y)
  most <- columns * min(top, partners)
  # with the heaps, and the list of edges besides
  room <- floor(fit(most) * edge_bytes / (edge_bytes + 56))
  if (most > 1e6 && most > room) {
    stop_manycore("memory", count_of(top, "partner"), " of each of ", count_of(columns, "column"),
                  " are up to ", format_count(most), " edges, and memory has room for ",
                  format_count(room), if (room >= columns) {
                    paste0("; top = ", format_count(floor(room / columns)), " would fit")
                  }, edges = most)
  }
  if (!is.null(input$stored)) {
    return(top_in_store(input$stored, top, tick))
  }
  network_in_c(find_top, input, tick, sign, min(top, max(partners, 1)))
}

# One or two runs: p-values are counted, then those that may pass are collected and adjusted as by
# p.adjust(). Pairs of both signs take part. If the first run collects by a guess and the guess is
# high enough, a second run is not needed.
edges_by_fdr <- function(input, sign, fdr, tick, most = edges_that_fit(possible_pairs(input)),
                         guess = NULL) {
  part <- function(from, to) if (!is.null(tick)) function(done) tick(from + (to - from) * done)
  if (is.null(guess)) guess <- guess_last_bin(input, fdr, part(0, 0.05))
  # the shares of the progress at which the first run begins and ends
  begin <- if (guess < 0) 0 else 0.05
  middle <- if (guess < 0) 0.5 else 0.95
  bins <- if (is.null(input$stored)) {
    network_in_c(count_bins, input, part(begin, middle), guess, most)
  } else {
    bins_in_store(input$stored, part(begin, middle))
  }
  bound <- .Call(C_network_bound, bins$p, bins$weakest, bins$strength, fdr, most)
  if (bound$found > most) {
    digit <- 10^(floor(log10(bound$fits)) - 1)
    rate <- floor(bound$fits / digit * (1 - 1e-9)) * digit # rounded down to two digits
    stop_too_many(bound$found, most, bound$cutoff / strength_in_c(input), if (isTRUE(rate > 0)) {
      paste0("fdr = ", format(rate, digits = 2), " leaves no more, or ")
    })
  }
  found <- if (!is.null(input$stored)) {
    edges_in_store(input$stored, part(middle, 1), bound, most)
  } else if (bound$last_bin <= guess && !bins$full) {
    if (!is.null(tick)) tick(1)
    c(bins[edge_columns], list(found = 0))
  } else if (bound$last_bin >= 0) {
    network_in_c(find_edges, input, part(middle, 1), 0L, bound$weakest, bound$last_bin, most)
  } else {
    c(no_edges, list(found = 0))
  }
  if (found$found > most) { # with the edges that are listed twice
    stop_too_many(found$found, most, found$fits / strength_in_c(input))
  }
  adjusted <- adjust_least(found$p.value, bound$pairs, fdr,
                           if (!is.null(input$in_y)) is_second(found$from, found$to, input))
  passes <- which(!is.na(adjusted$p) & (sign == 0L | found$tau * c(1, -1)[max(sign, 1L)] > 0))
  found[edge_columns] <- lapply(found[edge_columns], `[`, passes)
  found$p.adjusted <- adjusted$p[passes]
  found$constant_pairs <- bins$constant_pairs
  c(found, list(tested = bound$pairs, p.threshold = adjusted$threshold))
}

# A guess of the last bin of p-values that may pass, from a sample of the columns; -1 if a sample is
# not worth its time. A guess that is too low costs a second run. A guess that is too high costs
# time and memory for pairs that are no edges.
#
#   p: the p-values of the sample
#   high = the bound at twice the rate, at least the bin of the 32nd p-value
#   guess = the last bin up to `high` with at most 4 times the pairs that pass at the rate, and 1 %
#           of all pairs besides
guess_last_bin <- function(input, fdr, tick = NULL, least_pairs = 1e6) {
  if (possible_pairs(input) < least_pairs || !is.null(input$two_levels) || !is.null(input$in_y) ||
      !is.null(input$stored)) {
    return(-1L)
  }
  sizes <- c(sample_size(input$x), if (!is.null(input$y)) sample_size(input$y))
  if ((if (is.null(input$y)) choose(sizes, 2) else prod(sizes)) < 3200) {
    return(-1L)
  }
  sample <- input
  sample$x <- sample_of_columns(input$x, sizes[1])
  if (!is.null(input$y)) sample$y <- sample_of_columns(input$y, sizes[2])
  bins <- network_in_c(count_bins, sample, tick, -1L, 0)
  bound_at <- function(rate) {
    .Call(C_network_bound, bins$p, bins$weakest, bins$strength, rate, possible_pairs(sample))
  }
  upto <- cumsum(bins$p)
  high <- max(bound_at(min(2 * fdr, 1))$last_bin, which(upto >= 32)[1] - 1L, na.rm = TRUE)
  kept <- 4 * bound_at(fdr)$found + upto[length(upto)] / 100
  min(high, sum(upto <= kept) - 1L)
}

# One in eight columns, but at least 40, and at most 500 columns and 128 MiB.
sample_size <- function(x) {
  floor(min(NCOL(x), max(NCOL(x) / 8, 40), 500, 2^24 / NROW(x)))
}

# Columns that are spread evenly, but at irregular distances, because columns may come in a regular
# pattern.
sample_of_columns <- function(x, size) {
  if (!is_source(x)) x <- as.matrix(x)
  golden <- (sqrt(5) - 1) / 2
  columns_in_memory(x, sort(unique(floor((seq_len(size) * golden) %% 1 * ncol(x)) + 1)))
}

# Is the edge between two shared columns, and the second one of the two columns?
is_second <- function(from, to, input) {
  input$in_y[from] > 0 & input$in_x[to] > 0 & input$in_x[to] < from
}

# Adjusts p-values by the operations of p.adjust(p, "BH"). `p` are the least of the p-values of
# `pairs`; the others do not pass. `second`: the p-values that are there a second time, or NULL.
# Answers the adjusted p-values, NA for those that do not pass, and the greatest p-value that
# passes.
#
# In ascending order p.adjust() makes of p[k] the least of the terms pairs / j * p[j], j >= k. Let l
# be the last place whose term is at most the rate. The terms beyond l, also those of the p-values
# that are not there, are above the rate. So they decide nothing up to l, and nothing passes beyond.
# A p-value that is there a second time has the rank of those before it, so its term is no less than
# that of the last p-value that is equal to it.
adjust_least <- function(p, pairs, rate, second = NULL) {
  order <- order_parallel(p, progress = FALSE)
  rank <- if (is.null(second)) seq_along(order) else pmax(cumsum(!second[order]), 1)
  terms <- pairs / rank * p[order]
  last <- max(which(terms <= rate), 0L)
  adjusted <- rep(NA_real_, length(p))
  passes <- seq_len(last)
  adjusted[order[passes]] <- pmin(1, rev(cummin(rev(terms[passes]))))
  list(p = adjusted, threshold = if (last > 0L) p[order[last]] else NA_real_)
}

stop_too_many <- function(edges, most, cutoff, other = NULL) {
  stop_manycore("memory", "the network has ", count_of(edges, "edge"), ", and memory has room for ",
                format_count(most), "; ", other, if (is.nan(cutoff)) {
                  "top = 10 would keep the strongest partners of each column"
                } else {
                  paste0("cutoff = ", format(cutoff), " leaves as many as fit")
                }, edges = edges, cutoff = if (is.nan(cutoff)) NA_real_ else cutoff)
}

# ---- the result ----

# The strongest first; `found` has the columns' numbers.
as_network <- function(found, nodes, settings) {
  contrast <- settings$contrast
  edges <- found[c(edge_columns[1:4], if (settings$by == "fdr") "p.adjusted",
                   if (is.null(contrast)) "n" else columns_of_levels(contrast))]
  order <- order_parallel(abs(edges$tau), edges$from, edges$to, decreasing = c(TRUE, FALSE, FALSE),
                          progress = FALSE)
  edges <- lapply(edges, `[`, order)
  edges$from <- nodes$x[edges$from]
  edges$to <- (if (is.null(nodes$y)) nodes$x else nodes$y)[edges$to]
  names(edges) <- edge_columns_of(settings)
  structure(edges, row.names = .set_row_names(length(order)),
            class = c("kendall_network", "data.frame"), nodes = nodes, settings = settings)
}
