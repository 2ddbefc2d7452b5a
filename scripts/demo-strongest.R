# The strongest pairs of very many.

# A data frame (i < j, tau) of the `count` pairs with the largest |tau|, strongest first. It goes
# column by column, so that no second object of the size of tau is made.
strongest_pairs <- function(tau, count) {
  in_order <- function(pairs) {
    utils::head(pairs[order(-abs(pairs$tau), pairs$j, pairs$i), ], count)
  }
  pairs <- data.frame(i = integer(), j = integer(), tau = numeric())
  least <- 0
  for (j in seq_len(ncol(tau))[-1L]) {
    column <- tau[seq_len(j - 1L), j]
    i <- which(abs(column) > least)
    if (!length(i)) next
    pairs <- rbind(pairs, data.frame(i = i, j = j, tau = unname(column[i])))
    if (nrow(pairs) >= 2L * count) {
      pairs <- in_order(pairs)
      least <- abs(pairs$tau[count])
    }
  }
  in_order(pairs)
}

# Indices of up to `size` variables in groups. From the strongest pair on, each pair of new
# variables starts a group; other variables join it if their mean |tau| with the group is at least
# `share` of the pair's |tau|.
around_pairs <- function(tau, pairs, size = 40L, most = 8L, share = 0.65) {
  strength <- function(k) {
    column <- abs(tau[, k])
    column[is.na(column)] <- 0
    column
  }
  chosen <- integer()
  for (row in seq_len(nrow(pairs))) {
    group <- c(pairs$i[row], pairs$j[row])
    if (any(group %in% chosen) || length(chosen) + 2L > size) next
    total <- strength(group[1L]) + strength(group[2L])
    while (length(group) < most && length(chosen) + length(group) < size) {
      total[c(chosen, group)] <- -Inf
      nearest <- which.max(total)
      if (total[nearest] / length(group) < share * abs(pairs$tau[row])) break
      group <- c(group, nearest)
      total <- total + strength(nearest)
    }
    chosen <- c(chosen, group)
  }
  chosen
}
