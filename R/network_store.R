# kendall_network() in a store of tiles (store_plan.R). A tile's file holds vectors of doubles, one
# after the other:
#
#   edges    place, tau, p.value, n: pairs of the tile's columns, place = (to - 1) * rows + from
#   bins     for a false discovery rate: bin, pairs, weakest: the bins of p-values that are not
#   empty;
#            strength, alike: bins of strengths, and the number of pairs in each
#
# Edges by cutoff and by rank take one round of tasks. By rank, each tile stores its columns' best
# partners, and the lists are merged at the end: the strongest partners of all are among the
# strongest of some tile. A false discovery rate takes two rounds.
# In the first round a tile gets its bins, whose sum says up to which bin of p-values edges are
# wanted. In the second round the tile gets its edges, too. The mark of a tile is
#
#   0                work of one round: done
#   1                work of two rounds: the first one is done
#   last bin + 3     both are done; the last bin is -1 if no p-value passes
#
# so edges up to another last bin are never taken for the wanted ones.

edge_fields <- c("place", "tau", "p.value", "n")
bin_fields <- c("bin", "pairs", "weakest", "strength", "alike")

# The numbers of bins in which C counts p-values and strengths.
p_bins <- function() .Call(C_network_bin_counts)[1]
strength_bins <- function() .Call(C_network_bin_counts)[2]

# ---- the plan ----

# The input with the store that its edges go into.
in_store <- function(input, store, rule, sign, BPPARAM, patience) {
  if (identical(store$precision, "single")) {
    stop_manycore("argument", "'store' must be of double precision for a network, whose tau and ",
                  "p-values are those of the data, not rounded: precision = \"double\"",
                  argument = "store")
  }
  store$precision <- "double"
  columns <- stored_columns(input)
  of_one <- is.null(input$y)
  shared <- shared_pairs(input)
  arguments <- c(stats::setNames(list(exact_text(rule$value)), rule$by),
                 list(sign = sign, use = use_names[input$use]))
  plan <- store_plan(
    store, "kendall_network", arguments, columns$dim, symmetric = of_one, columns$names,
    columns$bytes, function(tile) {
      panels <- columns$panels(tile)
      data <- fingerprint_of_inputs(panels)
      list(if (is.null(shared)) data else fingerprint_of(c(data, sprintf("%d", shared))), panels)
    }, workers_in_all(BPPARAM)
  )
  plan$options <- list(by = rule$by, value = rule$value, sign = match(sign, edge_signs) - 1L,
                       use = columns$use, algorithm = input$algorithm, shared = shared)
  fill <- function(plan, mark, tick) {
    fill_store(plan, columns$read(plan$tile), columns$in_memory, BPPARAM, patience,
               input$threads, tick, mark = mark, whole = network_tile_is_done)
  }
  input$stored <- list(plan = plan, fill = fill)
  input
}

# A number as text that is read back as the same number.
exact_text <- function(number) {
  text <- sprintf("%.15g", number)
  if (as.double(text) == number) text else sprintf("%.17g", number)
}

# The numbers in x and in y of the shared columns, as a matrix; NULL if there are no shared columns.
shared_pairs <- function(input) {
  if (!is.null(input$in_y)) {
    x <- which(input$in_y > 0)
    cbind(x, input$in_y[x])
  }
}

# ---- as a kind of result (store_kinds.R) ----

network_kind <- function() {
  new_kind("kendall_network", "network_tile", label = label_of_table,
           no_matrix = list(
             shown = "edges, not a matrix",
             error = paste("the edges of a network, not a matrix: kendall_network() with the same",
                           "data, arguments and this store returns them, and as.matrix() of that",
                           "is a matrix")
           ),
           steps = function(plan) {
             if (!is.null(plan$arguments$fdr)) {
               list(final = 2, unit = "rounds", words = round_in_words)
             }
           })
}

# A tile is a table of vectors. Its length is in the file.
label_of_table <- function(plan, i, j) {
  size <- .Call(C_tile_peek, tile_path(plan, i, j))[2]
  # a tile has at most the numbers of its pairs and bins
  pairs <- as.double(panel_size(i, plan$tile, plan$dim[1])) * panel_size(j, plan$tile, plan$dim[2])
  most <- 10 + length(edge_fields) * pairs + 3 * p_bins() + 2 * strength_bins()
  table_label(plan, i, j, if (is.null(size) || size > most) 0 else size)
}

table_label <- function(plan, i, j, count) {
  label <- tile_label(plan, i, j)
  label[3:4] <- c(1, count)
  label
}

# How far a network by false discovery rate is.
round_in_words <- function(found, whole) {
  counted <- sum(whole & found$mark >= 1)
  if (counted < nrow(found)) {
    return(past_in_words("round 1 of 2 (p-values are counted)", counted, nrow(found)))
  }
  past_in_words("round 2 of 2 (edges)", sum(found$mark >= 2), nrow(found))
}

# ---- tables: tiles that hold vectors ----

# Writes a table. Before the vectors come the number of vectors and their lengths.
store_write_table <- function(plan, i, j, vectors, mark, note) {
  numbers <- unlist(c(length(vectors), lengths(vectors), lapply(vectors, as.double)),
                    use.names = FALSE)
  write_tile_file(tile_path(plan, i, j), table_label(plan, i, j, length(numbers)),
                  plan$fingerprint, numbers, plan, mark, note)
}

# Reads the vectors `fields` of a tile (NULL: all lengths), which must have this mark. The file is
# read in one piece, because another manager may replace the tile by that of the next round.
store_read_table <- function(plan, i, j, fields = NULL, mark = NULL) {
  most <- 1L + length(bin_fields) + length(edge_fields)
  numbers <- store_read_tile(plan, i, j, mark, last = if (is.null(fields)) most else Inf)
  lengths <- lengths_of_table(numbers)
  if (is.null(lengths) || !all(fields %in% names(lengths)) ||
        (!is.null(fields) && length(numbers) != 1 + length(lengths) + sum(lengths))) {
    stop_tile(plan, i, j, "damaged")
  }
  if (is.null(fields)) {
    return(lengths)
  }
  before <- 1 + length(lengths) + cumsum(lengths) - lengths
  vectors <- Map(function(start, length) numbers[start + seq_len(length)], before[fields],
                 lengths[fields])
  if (!is_table(plan, i, j, vectors)) {
    stop_tile(plan, i, j, "damaged")
  }
  vectors
}

# The lengths at the begin of a table, with the names of its vectors; NULL if they are impossible.
lengths_of_table <- function(numbers) {
  names <- list("4" = edge_fields, "5" = bin_fields, "9" = c(bin_fields, edge_fields))
  names <- if (length(numbers) > 0) names[[as.character(numbers[1])]]
  if (is.null(names) || length(numbers) < 1 + length(names)) {
    return(NULL)
  }
  lengths <- stats::setNames(numbers[1L + seq_along(names)], names)
  same <- function(fields) length(unique(lengths[intersect(fields, names)])) <= 1
  if (anyNA(lengths) || any(lengths < 0 | lengths != trunc(lengths)) || !same(edge_fields) ||
        !same(bin_fields[1:3]) || !same(bin_fields[4:5])) {
    return(NULL)
  }
  lengths
}

# May the vectors be used as indices?
is_table <- function(plan, i, j, vectors) {
  whole <- function(x, least, most) {
    !anyNA(x) && all(x >= least & x <= most & x == trunc(x)) && !is.unsorted(x, strictly = TRUE)
  }
  pairs <- panel_size(i, plan$tile, plan$dim[1]) * panel_size(j, plan$tile, plan$dim[2])
  counts <- as.double(c(vectors$pairs, vectors$alike))
  whole(as.double(vectors$place), 1, pairs) && whole(as.double(vectors$bin), 0, p_bins() - 1) &&
    whole(as.double(vectors$strength), 0, strength_bins() - 1) &&
    !anyNA(counts) && all(counts >= 0 & counts <= pairs & counts == trunc(counts)) &&
    !anyNA(vectors$weakest) && all(as.double(vectors$weakest) >= 0)
}

# ---- tasks ----

# Is the tile done with the round of this mark? (By its header.)
network_tile_is_done <- function(found, mark) {
  found$state == "whole" && (found$mark == mark || (mark == 1 && found$mark > 1))
}

# The task of a worker: round task[3] of tile (task[1], task[2]).
network_tile <- function(task, plan, threads, tick) {
  i <- task[1]
  j <- task[2]
  mark <- task[3]
  found <- store_tile_state(plan, i, j)
  if (network_tile_is_done(found, mark)) {
    return(list(computed = FALSE, was = "whole"))
  }
  part <- part_of_network(plan, i, j, threads, tick)
  bins <- NULL
  note <- found$note
  if (mark > 0) {
    if (found$state == "whole") {
      bins <- store_read_table(plan, i, j, bin_fields)
    } else {
      bins <- bins_of_part(part)
      note <- bins$note
      bins$note <- NULL
    }
  }
  edges <- NULL
  if (mark != 1) {
    edges <- edges_of_part(plan, part, mark)
    note <- if (mark == 0) edges$note else note
    edges$note <- NULL
  }
  # another worker, which was given up, or another manager may be in the next round
  if (mark != 1 || !network_tile_is_done(store_tile_state(plan, i, j), mark)) {
    store_write_table(plan, i, j, c(bins, edges), mark, note)
  }
  list(computed = TRUE, was = if (found$state == "whole") "before" else found$state)
}

# A tile for calls of C: of(entry, ...) calls an entry with the tile's arguments and further ones.
part_of_network <- function(plan, i, j, threads, tick) {
  options <- plan$options
  diagonal <- plan$symmetric && i == j
  x <- panel_of(plan, "x", i)
  y <- if (!diagonal) panel_of(plan, if (plan$symmetric) "x" else "y", j)
  starts <- (c(i, j) - 1) * plan$tile
  sizes <- c(ncol(x), if (diagonal) ncol(x) else ncol(y))
  shared <- options$shared
  in_y <- in_x <- NULL
  if (!is.null(shared)) {
    in_y <- numbers_within(shared[, 1], shared[, 2], starts[1], sizes[1])
    in_x <- numbers_within(shared[, 2], shared[, 1], starts[2], sizes[2])
  }
  given <- list(x, y, options$use, options$algorithm, threads, scratch_bytes(), tick, in_y, in_x,
                as.double(c(starts, plan$symmetric)))
  list(i = i, j = j, sizes = sizes, diagonal = diagonal, of = function(entry, ...) {
    do.call(.Call, c(list(entry), given, list(...)))
  })
}

# For the columns start + 1, ...: `other[k]` for column `own[k]`, and 0 for the others.
numbers_within <- function(own, other, start, size) {
  numbers <- integer(size)
  here <- own > start & own <= start + size
  numbers[own[here] - start] <- other[here]
  numbers
}

bins_of_part <- function(part) {
  found <- part$of(C_network_bins, -1L, 0)
  bin <- which(found$p > 0)
  strength <- which(found$strength > 0)
  list(bin = bin - 1, pairs = found$p[bin], weakest = found$weakest[bin], strength = strength - 1,
       alike = found$strength[strength], note = found$constant_pairs)
}

# The wanted edges in the order of their places, so that each process that computes the tile writes
# the same bytes.
edges_of_part <- function(plan, part, mark) {
  options <- plan$options
  pairs <- if (part$diagonal) choose(part$sizes[1], 2) else prod(part$sizes)
  most <- edges_that_fit(pairs)
  found <- if (mark == 2) {
    c(no_edges, list(found = 0)) # no p-value passes
  } else if (mark > 2) {
    part$of(C_network_edges, 0L, options$weakest, as.integer(mark - 3), most)
  } else if (options$by == "cutoff") {
    part$of(C_network_edges, options$sign, options$value, -1L, most)
  } else if (options$value >= max(part$sizes)) {
    part$of(C_network_edges, options$sign, 0, -1L, most) # all columns are partners
  } else {
    part$of(C_network_top, options$sign, options$value)
  }
  if (isTRUE(found$found > most)) {
    stop_manycore("memory", "tile ", part$i, ", ", part$j, " of the network has ",
                  count_of(found$found, "edge"), ", and memory has room for ",
                  format_count(most), "; with a smaller 'tile' of the store each tile has fewer",
                  edges = found$found)
  }
  place <- (found$to - 1) * part$sizes[1] + found$from
  order <- order(place)
  list(place = place[order], tau = found$tau[order], p.value = found$p.value[order],
       n = found$n[order], note = found$constant_pairs)
}

# ---- from tiles to a network ----

# The answer of C_network_bins for all tiles; fills the store for the first of two rounds.
bins_in_store <- function(stored, tick) {
  plan <- stored$plan
  stored$fill(plan, 1, tick)
  all <- list(p = numeric(p_bins()), weakest = rep(Inf, p_bins()),
              strength = numeric(strength_bins()))
  for_each_tile(plan, function(i, j) {
    found <- store_read_table(plan, i, j, bin_fields)
    bin <- found$bin + 1
    strength <- found$strength + 1
    all$p[bin] <<- all$p[bin] + found$pairs
    all$weakest[bin] <<- pmin(all$weakest[bin], found$weakest)
    all$strength[strength] <<- all$strength[strength] + found$alike
  })
  c(all, list(constant_pairs = sum_of_notes(plan)))
}

# The answer of C_network_edges for all tiles: edges by cutoff or, in the second round, up to a
# bound of p-values.
edges_in_store <- function(stored, tick, bound = NULL, most = Inf) {
  plan <- stored$plan
  plan$options$weakest <- bound$weakest
  mark <- if (is.null(bound)) 0 else bound$last_bin + 3
  stored$fill(plan, mark, tick)
  counts <- as.double(unlist(for_each_tile(plan, function(i, j) {
    store_read_table(plan, i, j, mark = mark)[["place"]]
  })))
  constant <- list(constant_pairs = sum_of_notes(plan))
  if (sum(counts) > most) {
    return(c(no_edges, constant, list(found = sum(counts), fits = cutoff_that_fits(plan, most))))
  }
  edges <- lapply(no_edges, function(none) vector(typeof(none), sum(counts)))
  tiles <- plan_tiles(plan)
  before <- cumsum(counts) - counts
  for (k in which(counts > 0)) { # not in a function, which would copy the edges so far
    found <- edges_of_tile(plan, tiles[k, 1], tiles[k, 2])
    for (name in names(edges)) edges[[name]][before[k] + seq_len(counts[k])] <- found[[name]]
  }
  c(edges, constant, list(found = sum(counts), fits = NaN))
}

for_each_tile <- function(plan, f) {
  tiles <- plan_tiles(plan)
  lapply(seq_len(nrow(tiles)), function(k) f(tiles[k, 1], tiles[k, 2]))
}

# The edges of a tile, by the numbers of the columns in x and y.
edges_of_tile <- function(plan, i, j) {
  found <- store_read_table(plan, i, j, edge_fields)
  rows <- panel_size(i, plan$tile, plan$dim[1])
  list(from = as.integer((found$place - 1) %% rows + 1 + (i - 1) * plan$tile),
       to = as.integer((found$place - 1) %/% rows + 1 + (j - 1) * plan$tile),
       tau = found$tau, p.value = found$p.value, n = as.integer(found$n))
}

# The least cutoff that leaves at most `most` edges, as mc_kendall_strength_cutoff() computes it.
cutoff_that_fits <- function(plan, most) {
  bins <- strength_bins()
  counts <- numeric(bins)
  limits <- (seq_len(bins) - 1) / (bins - 1)
  for_each_tile(plan, function(i, j) {
    tau <- store_read_table(plan, i, j, edge_fields)$tau
    counts <<- counts + tabulate(findInterval(abs(tau), limits), bins)
  })
  fits <- which(rev(cumsum(rev(counts))) <= most)
  if (length(fits) > 0) limits[fits[1]] else NaN
}

# ---- by rank ----

# The answer of C_network_top for all tiles: each panel of columns chooses the strongest partners in
# its tiles. A pair in which both columns choose each other is one edge.
top_in_store <- function(stored, top, tick) {
  plan <- stored$plan
  stored$fill(plan, 0, tick)
  chosen <- lapply(seq_len(plan_panels(plan)[1]), function(k) chosen_by_panel(plan, k, top))
  edges <- lapply(stats::setNames(nm = edge_columns), function(name) {
    c(no_edges[[name]], unlist(lapply(chosen, `[[`, name), use.names = FALSE))
  })
  twice <- duplicated(edges$from * (plan$dim[2] + 1) + edges$to)
  c(lapply(edges, `[`, !twice), list(constant_pairs = sum_of_notes(plan)))
}

chosen_by_panel <- function(plan, k, top) {
  pool <- NULL
  kept <- 0
  strongest <- function(pool) {
    pool <- lapply(stats::setNames(nm = c("own", edge_columns)), function(name) {
      unlist(lapply(pool, `[[`, name), use.names = FALSE)
    })
    strongest_of(pool, top, plan$options$sign)
  }
  for (other in seq_len(plan_panels(plan)[2])) {
    pool <- c(pool, offers_to_panel(plan, k, other))
    if (sum(lengths(lapply(pool, `[[`, "own"))) > 2 * kept + 2^22) { # the memory of some tiles
      pool <- list(strongest(pool))
      kept <- length(pool[[1]]$own)
    }
  }
  strongest(pool)
}

# The edges of panel k's columns (`own`) with the columns of another panel, from their tile. Of a
# panel with itself each edge is there twice, for both columns.
offers_to_panel <- function(plan, k, other) {
  own <- function(edges, side) c(list(own = edges[[side]]), edges)
  if (!plan$symmetric || k < other) {
    return(list(own(edges_of_tile(plan, k, other), "from")))
  }
  edges <- edges_of_tile(plan, other, k)
  c(list(own(edges, "to")), if (k == other) list(own(edges, "from")))
}

# The `top` strongest edges of each own column. Equally strong partners are in the order of numbers.
strongest_of <- function(pool, top, sign) {
  if (length(pool$own) == 0) {
    return(NULL)
  }
  strength <- if (sign == 0L) abs(pool$tau) else pool$tau * c(1, -1)[sign]
  partner <- ifelse(pool$own == pool$from, pool$to, pool$from)
  order <- order_parallel(pool$own, strength, partner, decreasing = c(FALSE, TRUE, FALSE),
                          progress = FALSE)
  place <- sequence(tabulate(match(pool$own, unique(pool$own[order]))))
  lapply(pool, `[`, order[place <= top])
}
