#' The network of the strongest Kendall correlations
#'
#' The pairs of columns whose tau-b is worth an edge, each with its p-value, in a data frame: found
#' while all pairs are counted, tile by tile, so that memory is that of the edges and not that of
#' a matrix of all pairs.
#'
#' @param x A numeric, integer or logical matrix or vector, or a data frame of such columns, as for
#'   [cor_kendall()]. Observations are rows, variables (genes, say) are columns. Or a matrix of
#'   another package, or a SummarizedExperiment and the like, see [manycore_inputs].
#' @param y `NULL`, or a matrix, vector or data frame with as many rows as `x`: then edges are from
#'   columns of `x` to columns of `y`, such as from a few genes of interest to all others.
#' @param cutoff A number from 0 to 1: edges are the pairs with `abs(tau) >= cutoff`.
#' @param top A number of partners, 1 or more: edges are the pairs of each column with its `top`
#'   strongest partners.
#' @param fdr A rate above 0 and up to 1: edges are the pairs that the procedure of Benjamini and
#'   Hochberg lets pass at this false discovery rate, over all pairs.
#' @param sign `"positive"` or `"negative"` for edges of that sign alone, of which those with the
#'   greatest `tau` (or `-tau`) are the strongest. It may be abbreviated.
#' @param use What to do about missing values, as in [cor_kendall()]; the default takes for each
#'   pair of columns the rows that both have.
#' @param algorithm,threads,progress,assay As for [cor_kendall()].
#' @param store `NULL`, or a [tile_store()] of double precision, in which the edges of each tile of
#'   pairs are kept: for networks that take long, or many workers.
#' @param BPPARAM,retries,timeout With a store, as for [cor_kendall()].
#' @param ... Nothing: an argument that is not known is an error that says so.
#'
#' @details
#' Exactly one of `cutoff`, `top` and `fdr` says which pairs are edges.
#'
#' * `cutoff`: what [cor_kendall()] gives is compared with it, to the bit. (That may be `1 - 1e-16`
#'   for columns in the same order.)
#' * `top`: of partners that are equally strong, those of lower number come first. Columns of `x`
#'   among each other have an edge if either is one of the other's strongest, so that a column may
#'   have more than `top` edges; against `y` it is the columns of `x` that choose.
#' * `fdr`: edges are **exactly** those with `p.adjust(p, "BH") <= fdr` where `p` are the p-values
#'   of all pairs of two columns, each once. All pairs are counted twice. The first run counts how
#'   many p-values there are in each of 16,369 bins, sixteen for each power of 2; from these, and
#'   the arithmetic of [stats::p.adjust()], follows the last bin that may have one that passes. The
#'   second run collects the pairs up to that bin, and they are sorted and adjusted as there, with
#'   the number of all. Pairs without p-value do not count. A `sign` picks from the edges that pass;
#'   the rate is over pairs of both signs.
#'
#' A pair has no edge if it has no tau: where a column is constant (which is a warning, as of
#' [cor_kendall()]), or missing values leave nothing (see `use`). No column has an edge to itself,
#' not even if it is in `y`, too: with the values and the name of a column of `x` (the number, where
#' one of both has no names). An edge between two columns that are in `x` and in `y` is there in
#' both directions. The p-values are two-sided, those of [stats::cor.test()] by default: of the
#' exact distribution below 50 rows without ties, else by the normal limit with the variance that
#' ties leave. They are not adjusted.
#'
#' **Time** is that of [cor_kendall()], twice for `fdr`, and less where the matrix would be large,
#' as it is not written; p-values are computed for groups of 16 or 64 pairs that have an edge (for
#' `fdr`, for all).
#'
#' **Memory** beside `x` is less than 128 bytes an edge while edges are sorted, 28 (and 16 for
#' names) in the result, and at most 256 MiB of scratch, as in [cor_kendall()]; `top` takes 24 bytes
#' more for each partner of each column. Edges for which memory has no room are an error, of class
#' `manycore_error_memory`, which says how many there are, and names a cutoff that leaves as
#' many as fit; those are the condition's elements `edges` and `cutoff`.
#'
#' **In a store** edges are found tile by tile, by this process or by workers, and kept in files,
#' under the rules of [tile_store()]: the same call goes on where it was interrupted, does again
#' what is missing or damaged, and reads the network if nothing is; another call is an error that
#' says what differs. It returns the same object as without a store, `identical()`, with the same
#' warnings. Of `top` a tile has what its columns choose among its columns, of which the strongest
#' of all are taken in the end. With `fdr` workers go over the tiles twice, as the two runs do: a
#' tile has its numbers of p-values first, whose sums say up to which bin edges are wanted, and then
#' edges, too.
#'
#' A tile's file has 32 bytes for each edge: of `top` at most `2 tile top` edges, so that all tiles
#' have up to `m^2 top / tile`; of `fdr` besides at most 0.6 MB of numbers of p-values. A worker
#' needs memory for two panels of columns, the scratch, and 128 bytes for each edge of its tile;
#' this process what a call without a store needs for its edges, and two tiles of them (of `top` at
#' least four million edges while it chooses).
#'
#' @return A data frame of class `kendall_network` with a row for each edge, the strongest first,
#'   equal ones by the numbers of their columns:
#'   * `from`, `to`: the columns' names, or their numbers where `x` (or `y`) has no column names.
#'     Without `y` a pair is there once, `from` being the earlier column. Names that are missing are
#'     `V` and the number, and those that occur again are made unique by [make.unique()], with
#'     a warning, as a network needs names that say which column is meant;
#'   * `tau`, `p.value`;
#'   * `n`, the number of rows that both columns have.
#'
#'   The attribute `nodes` is a list of the names (or numbers) of all columns of `x` and of `y`,
#'   with and without edges; `settings` has what was asked for, and for `fdr` the number of pairs
#'   that were tested (`tested`) and the greatest p-value that passes (`p.threshold`).
#'
#'   `summary()`, `plot()` and `as.matrix()` have methods, see [summary.kendall_network()],
#'   [plot.kendall_network()] and [as.matrix.kendall_network()]. [igraph::as.igraph()] makes
#'   an undirected graph of it, with weights and with the columns that have no edges. (As any data
#'   frame, `igraph::graph_from_data_frame(net, directed = FALSE)` takes it, too: without these.)
#'
#' @references
#' Benjamini Y, Hochberg Y (1995). Controlling the false discovery rate: a practical and powerful
#' approach to multiple testing. *Journal of the Royal Statistical Society B* **57**, 289-300.
#'
#' Liu Y, Pan T, Green O, Aluru S. Parallelized Kendall's tau coefficient computation via SIMD
#' vectorized sorting on many-integrated-core processors. *Journal of Parallel and Distributed
#' Computing*. Section 1 (gene networks, and the search for the partners of a query), 4.2 (tiles).
#' @seealso [cor_kendall()], [plot.kendall_network()], [tile_store()]
#' @examples
#' net <- kendall_network(longley, cutoff = 0.8)
#' net
#' summary(net)
#'
#' # the three closest companions of one column
#' kendall_network(longley["Employed"], longley[names(longley) != "Employed"], top = 3)
#'
#' # all pairs at a false discovery rate of 1 %: three genes that follow a signal, ten that do not
#' set.seed(1)
#' signal <- rnorm(60)
#' genes <- cbind(a = signal, b = signal, c = -signal, matrix(0, 60, 10)) + rnorm(60 * 13) / 2
#' colnames(genes)[4:13] <- paste0("noise", 1:10)
#' kendall_network(genes, fdr = 0.01)
#'
#' # the same in a store: if it is called again, nothing is computed
#' store <- tile_store(file.path(tempdir(), "edges"), tile = 5)
#' kendall_network(genes, fdr = 0.01, store = store)
#' store
#' @export
kendall_network <- function(x, y = NULL, cutoff = NULL, top = NULL, fdr = NULL,
                            sign = c("both", "positive", "negative"),
                            use = "pairwise.complete.obs",
                            algorithm = c("auto", "naive", "gse", "vse", "radix", "bitset",
                                          "table", "sparse"),
                            assay = 1, store = NULL, BPPARAM = NULL, retries = 3, timeout = NULL,
                            threads = NULL, progress = interactive(), ...) {
  if (isS4(x)) need_package_of(x, "x")
  UseMethod("kendall_network")
}

#' @rdname kendall_network
#' @usage NULL
#' @export
kendall_network.default <- function(x, y = NULL, cutoff = NULL, top = NULL, fdr = NULL,
                                    sign = c("both", "positive", "negative"),
                                    use = "pairwise.complete.obs",
                                    algorithm = c("auto", "naive", "gse", "vse", "radix",
                                                  "bitset", "table", "sparse"),
                                    assay = 1, store = NULL, BPPARAM = NULL, retries = 3,
                                    timeout = NULL, threads = NULL, progress = interactive(),
                                    ...) {
  check_dots(...)
  rule <- check_edge_rule(cutoff, top, fdr)
  sign <- match_word(sign, edge_signs, "sign")
  if (!missing(assay)) check_assay(x, y)
  patience <- check_store_arguments(store, BPPARAM, retries, timeout)
  x <- as_source(x, "x", assay)
  y <- as_source(y, "y", assay)
  input <- pairs_job(FALSE, x, y, use, algorithm, threads)
  input <- with_shared_columns(input)
  nodes <- nodes_of(x, y, input$in_x)
  tick <- progress_ticker(progress, "Kendall's network")
  if (!is.null(store)) {
    input <- in_store(input, store, rule, sign, BPPARAM, patience)
  }
  in_c <- match(sign, edge_signs) - 1L
  found <- with_backend(BPPARAM, switch(
    rule$by,
    cutoff = edges_by_cutoff(input, in_c, rule$value, tick),
    top = edges_by_top(input, in_c, rule$value, tick),
    fdr = edges_by_fdr(input, in_c, rule$value, tick)
  ))
  warn_constant(found$constant_pairs, input$use == use_pairwise && input$pairs > 1, user_call())
  as_network(found, nodes, c(
    list(by = rule$by, value = rule$value, sign = sign, use = use_names[input$use],
         rows = observations(input$x)),
    if (!is.null(input$in_x)) list(shared = input$in_x),
    found[intersect(c("tested", "p.threshold"), names(found))]
  ))
}

# ---- arguments ----

check_edge_rule <- function(cutoff, top, fdr) {
  given <- c("cutoff", "top", "fdr")[!c(is.null(cutoff), is.null(top), is.null(fdr))]
  if (length(given) == 0) {
    stop_manycore("argument", "one of 'cutoff', 'top' and 'fdr' must say which pairs are edges, ",
                  "as in cutoff = 0.5, top = 10 or fdr = 0.05; none is given", argument = "cutoff")
  }
  if (length(given) > 1) {
    stop_manycore("argument", "only one of 'cutoff', 'top' and 'fdr' may say which pairs are ",
                  "edges; given are '", paste(given, collapse = "' and '"), "'",
                  argument = given[2])
  }
  value <- switch(given, cutoff = cutoff, top = top, fdr = fdr)
  plain <- !is.object(value)
  if (given == "cutoff" && !(plain && is_number(value, 0, 1))) {
    stop_argument("cutoff", "a number from 0 to 1, the least absolute tau of an edge", value)
  }
  if (given == "top" && !(plain && is_whole(value, 1))) {
    stop_argument("top", "a whole number from 1 on, how many partners each column has", value)
  }
  if (given == "fdr" && !(plain && is_number(value, 0, 1) && value > 0)) {
    stop_argument("fdr", "a rate above 0 and up to 1, such as 0.05", value)
  }
  list(by = given, value = as.double(value))
}

# Which columns x and y share: in_y and in_x, by same_variables(), or NULL for none.
with_shared_columns <- function(input) {
  same <- if (!is.null(input$y)) same_variables(input$x, input$y)
  if (any(same > 0)) {
    input$in_y <- same
    input$in_x <- same_in_x(same, NCOL(input$y))
  }
  input
}

# Names or numbers of the columns of x and of y. Names that are made up are nobody else's, but for
# columns of y that are number `shared` of x.
nodes_of <- function(x, y, shared) {
  nodes <- list(x = node_names(x, "x", colnames(y)), y = NULL)
  if (!is.null(y)) {
    nodes["y"] <- list(node_names(y, "y", nodes$x))
    if (is.character(nodes$x) && is.character(nodes$y)) {
      nodes$y[shared > 0] <- nodes$x[shared]
    }
  }
  nodes
}

# Names of the columns that tell them apart, or their numbers. `taken`: names that are none to be
# made up.
node_names <- function(x, argument, taken = NULL) {
  names <- given <- colnames(x)
  if (is.null(names)) {
    return(seq_len(NCOL(x)))
  }
  lost <- is.na(names) | !nzchar(names)
  names[lost] <- paste0("V", which(lost))
  if (anyDuplicated(names)) {
    again <- names[duplicated(names)]
    warning(simpleWarning(paste0(
      count_of(length(again), "column"), " of '", argument,
      if (length(again) == 1) "' has" else "' have", " the name of another one, such as \"",
      again[1], "\": make.unique() tells them apart"
    ), user_call()))
    names <- make.unique(names)
  }
  made_up <- which(is.na(given) | names != given)
  made_up <- made_up[names[made_up] %in% taken]
  if (length(made_up) > 0) {
    all <- c(taken, names[-made_up], names[made_up])
    names[made_up] <- utils::tail(make.unique(all), length(made_up))
  }
  names
}

# ---- edges ----

possible_pairs <- function(input) {
  if (is.null(input$y)) choose(NCOL(input$x), 2) else input$pairs
}

# The pairs as strong as `cutoff` whose p-values are in bins up to `last_bin` (any, if negative).
edges_in_c <- function(input, tick, sign, cutoff, last_bin, most) {
  classed(.Call(C_network_edges, input$x, input$y, input$use_in_c, input$algorithm, input$threads,
                scratch_bytes(), tick, input$in_y, input$in_x, NULL, sign, cutoff, last_bin, most),
          input$could_fail)
}

# Where the edges are those of a store (`input$stored`), its tiles are filled and read.

edges_by_cutoff <- function(input, sign, cutoff, tick,
                            most = edges_that_fit(possible_pairs(input))) {
  found <- if (is.null(input$stored)) edges_in_c(input, tick, sign, cutoff, -1L, most) else
    edges_in_store(input$stored, tick, most = most)
  if (found$found > most) {
    stop_too_many(found$found, most, found$fits)
  }
  found
}

edges_by_top <- function(input, sign, top, tick, fit = edges_that_fit) {
  columns <- as.double(NCOL(input$x))
  partners <- if (is.null(input$y)) columns - 1 else NCOL(input$y)
  most <- columns * min(top, partners)
  # with heaps, and the list of edges beside them
  room <- floor(fit(most) * edge_bytes / (edge_bytes + 56))
  if (most > 1e6 && most > room) {
    stop_manycore("memory", count_of(top, "partner"), " of each of ", count_of(columns, "column"),
                  " are up to ", format_count(most), " edges, of which memory has room ",
                  "for ", format_count(room), if (room >= columns) {
                    paste0("; top = ", format_count(floor(room / columns)), " would fit")
                  }, edges = most)
  }
  if (!is.null(input$stored)) {
    return(top_in_store(input$stored, top, tick))
  }
  classed(.Call(C_network_top, input$x, input$y, input$use_in_c, input$algorithm, input$threads,
                scratch_bytes(), tick, input$in_y, input$in_x, NULL, sign,
                min(top, max(partners, 1))),
          input$could_fail)
}

# Two runs: what may pass is counted, then collected, and adjusted as by p.adjust(). Pairs of both
# signs have a rank among the p-values.
edges_by_fdr <- function(input, sign, fdr, tick, most = edges_that_fit(possible_pairs(input))) {
  half <- function(run) if (!is.null(tick)) function(done) tick((run + done) / 2)
  bins <- if (is.null(input$stored)) bins_in_c(input, half(0)) else
    bins_in_store(input$stored, half(0))
  bound <- .Call(C_network_bound, bins$p, bins$weakest, bins$strength, fdr, most)
  if (bound$found > most) {
    digit <- 10^(floor(log10(bound$fits)) - 1)
    rate <- floor(bound$fits / digit * (1 - 1e-9)) * digit # below, to two digits
    stop_too_many(bound$found, most, bound$cutoff, if (isTRUE(rate > 0)) {
      paste0("fdr = ", format(rate, digits = 2), " leaves no more, or ")
    })
  }
  found <- if (!is.null(input$stored)) {
    edges_in_store(input$stored, half(1), bound, most)
  } else if (bound$last_bin >= 0) {
    edges_in_c(input, half(1), 0L, bound$weakest, bound$last_bin, most)
  } else {
    c(no_edges, list(found = 0))
  }
  if (found$found > most) { # with those that are there twice
    stop_too_many(found$found, most, found$fits)
  }
  once <- if (is.null(input$in_y)) found$p.value else
    found$p.value[!is_second(found$from, found$to, input)]
  threshold <- last_that_passes(once, bound$pairs, fdr)
  passes <- if (is.na(threshold)) 0L else
    which(found$p.value <= threshold & (sign == 0L | found$tau * c(1, -1)[max(sign, 1L)] > 0))
  found[edge_columns] <- lapply(found[edge_columns], `[`, passes)
  found$constant_pairs <- bins$constant_pairs
  c(found, list(tested = bound$pairs, p.threshold = threshold))
}

bins_in_c <- function(input, tick) {
  classed(.Call(C_network_bins, input$x, input$y, input$use_in_c, input$algorithm, input$threads,
                scratch_bytes(), tick, input$in_y, input$in_x, NULL), input$could_fail)
}

# Edges between columns that are both in x and in y, and of which another one is of the same two.
is_second <- function(from, to, input) {
  input$in_y[from] > 0 & input$in_x[to] > 0 & input$in_x[to] < from
}

# The greatest of the least p-values of `pairs` that passes, by the operations of p.adjust(). (Those
# that are not here do not pass.)
last_that_passes <- function(p, pairs, rate) {
  p <- sort_parallel(p)
  passes <- pairs / seq_along(p) * p <= rate
  if (any(passes)) p[max(which(passes))] else NA_real_
}

stop_too_many <- function(edges, most, cutoff, other = NULL) {
  stop_manycore("memory", "the network has ", count_of(edges, "edge"), ", of which memory has ",
                "room for ", format_count(most), "; ", other, if (is.nan(cutoff)) {
                  "top = 10 would keep the strongest partners of each column"
                } else {
                  paste0("cutoff = ", format(cutoff), " leaves as many as fit")
                }, edges = edges, cutoff = if (is.nan(cutoff)) NA_real_ else cutoff)
}

# ---- the result ----

# The strongest first; `found` has the columns' numbers.
as_network <- function(found, nodes, settings) {
  edges <- found[edge_columns]
  order <- order_parallel(abs(edges$tau), edges$from, edges$to, decreasing = c(TRUE, FALSE, FALSE),
                          progress = FALSE)
  edges <- lapply(edges, `[`, order)
  edges$from <- nodes$x[edges$from]
  edges$to <- (if (is.null(nodes$y)) nodes$x else nodes$y)[edges$to]
  structure(edges, row.names = .set_row_names(length(order)),
            class = c("kendall_network", "data.frame"), nodes = nodes, settings = settings)
}
