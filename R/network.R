#' The network of the strongest Kendall correlations
#'
#' The pairs of columns whose tau-b is worth an edge, each with its p-value, in a data frame. Edges
#' are found tile by tile while all pairs are counted, so the memory is that of the edges, and not
#' that of a matrix of all pairs.
#'
#' @param x A numeric, integer or logical matrix or vector, or a data frame of such columns, as for
#'   [cor_kendall()]. Observations are rows, variables (genes, say) are columns. Or a matrix of
#'   another package, or a SummarizedExperiment and the like, see [manycore_inputs].
#' @param y `NULL`, or a matrix, vector or data frame with as many rows as `x`. With `y`, edges are
#'   between a column of `x` and a column of `y`: for example, a few genes of interest and all
#'   others.
#' @param cutoff A number from 0 to 1: edges are the pairs with `abs(tau) >= cutoff`.
#' @param top A number of partners, 1 or more: edges are the pairs of each column and its `top`
#'   strongest partners.
#' @param fdr A rate above 0 and up to 1: edges are the pairs that pass the procedure of Benjamini
#'   and Hochberg at this false discovery rate, over all pairs.
#' @param sign `"positive"` or `"negative"`: only edges of this sign, ordered by `tau` or `-tau`.
#'   `sign` may be abbreviated.
#' @param use What to do about missing values, as in [cor_kendall()]. The default is
#'   `"pairwise.complete.obs"`, because under `"everything"` a column with a missing value would
#'   have no edge.
#' @param algorithm,threads,progress,assay As for [cor_kendall()].
#' @param groups `NULL`, or the level (treatment, tissue) of each row, as for [kendall_test()]. The
#'   result is then a list with a network of each level; or, if `differential`, one network of the
#'   pairs that change.
#' @param contrast With `differential` two levels of `groups`, such as `c("ill", "well")`; `NULL` if
#'   there are only two.
#' @param differential Should the edges be the pairs whose tau differs between the two levels of
#'   `contrast`? `cutoff` (now from 0 to 2), `top` and `sign` then are about the difference, tau at
#'   the first level less tau at the second one, and `fdr` about its p-values.
#' @param store `NULL`, or a [tile_store()] of double precision, which keeps the edges of each tile
#'   of pairs: for networks that take long, or many workers.
#' @param BPPARAM,retries,timeout With a store, as for [cor_kendall()].
#' @param ... Nothing: an unknown argument is an error that names the argument.
#'
#' @details
#' Exactly one of `cutoff`, `top` and `fdr` says which pairs are edges. None or several of them is
#' an error of class `manycore_error_argument` ([manycore_errors]). Other errors are those of
#' [cor_kendall()].
#'
#' * `cutoff` is compared with the values of [cor_kendall()], to the bit. (For columns in the same
#'   order these may be `1 - 1e-16`.)
#' * `top`: of equally strong partners, those with lower column numbers come first. Without `y` a
#'   pair is an edge if either column is among the strongest partners of the other one, so a column
#'   may have more than `top` edges. With `y` only the columns of `x` choose partners.
#' * `fdr`: edges are **exactly** the pairs with `p.adjust(p, "BH") <= fdr`, where `p` are the
#'   p-values of all pairs of two columns, each once. A first run over all pairs counts the p-values
#'   in each of 16,369 bins, sixteen for each power of 2. From these counts, by the arithmetic of
#'   [stats::p.adjust()], follows the last bin that may have a p-value that passes. A second run
#'   collects the pairs up to this bin. They are then sorted and adjusted by the number of all
#'   pairs. With a million pairs or more a sample of columns tells the last bin beforehand, and the
#'   first run already collects the pairs. Then a second run follows only if the sample's bin was
#'   too low. (There is no sample with a store, with groups, or if `x` and `y` share columns.) Pairs
#'   without a p-value do not count. `sign` selects among the edges that pass; the rate is over
#'   pairs of both signs.
#'
#' **Dependent pairs.** Benjamini and Hochberg's procedure controls the rate if the p-values are
#' independent, or positively dependent in the sense of Benjamini and Yekutieli (2001). Pairs that
#' share a column are dependent, and for two-sided p-values of such pairs this condition is not
#' proven. `fdr / (log(N) + 0.58)`, where `N` is the number of all pairs, controls the rate `fdr`
#' under any dependence (their theorem 1.3), and finds fewer edges. p-values of the normal
#' approximation are too large if they are very small: see [kendall_test()].
#'
#' A pair without a tau has no edge: if a column is constant (with the warning of [cor_kendall()]),
#' or if missing values leave no rows (see `use`). No column has an edge to itself, even if the
#' column is in `x` and in `y`. A column of `y` is the same as a column of `x` if it has the same
#' values and the same name (the same number, if `x` or `y` has no names). An edge between two
#' columns that are both in `x` and in `y` is listed in both directions. The p-values are two-sided,
#' and those that [stats::cor.test()] takes by default: of the exact distribution below 50 rows
#' without ties, otherwise of the normal approximation with the variance given the ties. They are
#' not adjusted; with `fdr` the adjusted ones are another column.
#'
#' **Groups.** The networks of the levels are those of the levels' rows alone. A differential
#' network has the differences and p-values of [kendall_test()] with `groups`, to the bit, but no
#' matrix is made: for blocks of 1,024 x 1,024 pairs the numbers of the first level are kept (24 MB)
#' until those of the second level are counted. A pair without a tau at one of the levels has no
#' edge. With up to four rows at a level a difference has no p-value, so such pairs have edges by
#' `cutoff` and `top` only. Edges by `cutoff` and `top` may be due to few rows: `n` of both levels
#' is in the table. A store is not available.
#'
#' **Time** is that of [cor_kendall()], and less if the matrix would be large, because the matrix is
#' not written. Two runs for `fdr` count all pairs twice. p-values are computed for groups of 16 or
#' 64 pairs with an edge; for `fdr`, for all pairs that have missing values, or whose bins are not
#' read off tables.
#'
#' **Memory** besides `x`: less than 128 bytes an edge while edges are sorted; 28 bytes an edge in
#' the result (with `fdr` 36; and 16 for names); at most 256 MiB of working memory, as in
#' [cor_kendall()]; for `top` 24 bytes for each partner of each column; for `fdr` with a sample, 64
#' bytes for each pair that the first run collects, which are about four times the edges and 1 % of
#' all pairs at most. If memory has no room for the edges, the call ends with an error of class
#' `manycore_error_memory`. The error says how many edges there are and names a cutoff that leaves
#' as many as fit. Both numbers are elements of the condition, `edges` and `cutoff`.
#'
#' **In a store** edges are found tile by tile, by this process or by workers, and are kept in
#' files, by the rules of [tile_store()]. The same call goes on where it was interrupted, and
#' computes tiles again that are missing or damaged. If no tile is missing, the call reads the
#' network. Another call is an error that says what differs. The result is `identical()` to that
#' without a store, with the same warnings. For `top`, each tile stores its columns' best partners;
#' the lists are merged at the end. For `fdr`, workers go over the tiles twice, as the two runs do:
#' a tile first gets its numbers of p-values. Their sums say up to which bin edges are wanted. Then
#' the tile gets its edges, too.
#'
#' A tile's file has 32 bytes for each edge. For `top` a tile has at most `2 tile top` edges, and
#' all tiles have at most `m^2 top / tile` for `m` columns. For `fdr` a tile also has at most 0.6 MB
#' of numbers of p-values. A worker needs memory for two panels of columns, the working memory, and
#' 128 bytes for each edge of its tile. This process needs as much for its edges as a call without a
#' store, and the edges of two tiles (for `top` at least four million edges while they are merged).
#'
#' @return A data frame of class `kendall_network` with a row for each edge, the strongest first.
#'   Equally strong edges are ordered by the numbers of their columns.
#'   * `from`, `to`: the columns' names, or their numbers if `x` (or `y`) has no column names.
#'     Without `y` each pair is listed once, and `from` is the earlier column. A missing name is
#'     replaced by `V` and the column's number. Repeated names are made unique by [make.unique()],
#'     with a warning, because the names in a network have to tell the columns apart;
#'   * `tau`, `p.value`;
#'   * with `fdr` `p.adjusted`: `p.adjust(p, "BH")` over the p-values of all pairs, to the bit, also
#'     with `sign`;
#'   * `n`: the number of rows in which both columns have values.
#'
#'   The attribute `nodes` is a list of the names (or numbers) of all columns of `x` and of `y`,
#'   with or without edges. The attribute `settings` has the arguments, and for `fdr` the number of
#'   pairs that were tested (`tested`) and the greatest p-value that passes (`p.threshold`).
#'
#'   With `groups` a list of such networks, by the names of the levels. With `differential` a
#'   network whose columns are `from`, `to`, `difference`, `p.value` (with `fdr` `p.adjusted`), and
#'   for the two levels (say `a` and `b`) `tau.a`, `tau.b`, `n.a` and `n.b`. The strongest edges
#'   are those of the largest `abs(difference)`. The attribute `settings` has the levels,
#'   `contrast`, and their numbers of rows, `level_rows`.
#'
#'   For the methods see [summary.kendall_network()], [plot.kendall_network()] and
#'   [as.matrix.kendall_network()]. [igraph::as.igraph()] makes an undirected graph with weights and
#'   with the columns without edges. (`igraph::graph_from_data_frame(net, directed = FALSE)` takes
#'   the network, too, like any data frame of edges, without weights and columns without edges.)
#'
#' @references
#' Benjamini Y, Hochberg Y (1995). Controlling the false discovery rate: a practical and powerful
#' approach to multiple testing. *Journal of the Royal Statistical Society B* **57**, 289-300.
#'
#' Benjamini Y, Yekutieli D (2001). The control of the false discovery rate in multiple testing
#' under dependency. *Annals of Statistics* **29**, 1165-1188.
#'
#' Liu Y, Pan T, Green O, Aluru S. Parallelized Kendall's tau coefficient computation via SIMD
#' vectorized sorting on many-integrated-core processors. *Journal of Parallel and Distributed
#' Computing*. Section 1 (gene networks, and the search for the partners of a query), 4.2 (tiles).
#' @family Kendall
#' @seealso [summary.kendall_network()], [plot.kendall_network()], [tile_store()];
#'   [floyd_warshall()] for shortest paths (see the examples); [knn_euclidean()] for a graph of
#'   samples
#' @examples
#' net <- kendall_network(longley, cutoff = 0.8)
#' net
#' summary(net)
#'
#' # shortest paths: an edge is the shorter, the stronger it is
#' tau <- as.matrix(net)
#' floyd_warshall(ifelse(tau == 0, Inf, 1 - abs(tau)))
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
#' # pairs that change: the genes follow the signal in the first 30 rows only
#' changed <- genes
#' changed[31:60, 1:3] <- rnorm(90)
#' status <- rep(c("ill", "well"), each = 30)
#' kendall_network(changed, fdr = 0.05, groups = status, differential = TRUE)
#'
#' # all pairs in a store: a second call reads the edges and computes nothing
#' store <- tile_store(file.path(tempdir(), "edges"), tile = 5)
#' kendall_network(genes, fdr = 0.01, store = store)
#' store
#' @export
kendall_network <- function(x, y = NULL, cutoff = NULL, top = NULL, fdr = NULL,
                            sign = c("both", "positive", "negative"),
                            use = "pairwise.complete.obs",
                            algorithm = c("auto", "naive", "gse", "vse", "radix", "bitset",
                                          "table", "sparse"),
                            groups = NULL, contrast = NULL, differential = FALSE, assay = 1,
                            store = NULL, BPPARAM = NULL, retries = 3, timeout = NULL,
                            threads = NULL, progress = interactive(), ...) {
  if (missing(x)) stop_missing("x")
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
                                    groups = NULL, contrast = NULL, differential = FALSE,
                                    assay = 1, store = NULL, BPPARAM = NULL, retries = 3,
                                    timeout = NULL, threads = NULL, progress = interactive(),
                                    ...) {
  check_dots(...)
  check_flag(differential, "differential")
  rule <- check_edge_rule(cutoff, top, fdr, if (differential) 2 else 1)
  sign <- match_word(sign, edge_signs, "sign")
  if (!missing(assay)) check_assay(x, y)
  patience <- check_store_arguments(store, BPPARAM, retries, timeout)
  groups <- check_network_groups(x, groups, contrast, differential, store)
  refuse_sample_names(y, "y", x)
  x <- as_source(x, "x", assay)
  y <- as_source(y, "y", assay)
  input <- pairs_job(FALSE, x, y, use, algorithm, threads)
  input <- with_shared_columns(input)
  nodes <- nodes_of(x, y, input$in_x)
  if (!is.null(groups)) {
    return(network_of_groups(input, nodes, groups, contrast, differential, rule, sign, progress))
  }
  tick <- progress_ticker(progress, "Kendall's network", at_once = !is.null(store))
  if (!is.null(store)) {
    input <- in_store(input, store, rule, sign, BPPARAM, patience)
  }
  found <- with_backend(BPPARAM, edges_by_rule(input, rule, sign, tick))
  warn_constant(found$constant_pairs, input$use == use_pairwise && input$pairs > 1, user_call())
  as_network(found, nodes, network_settings(input, rule, sign, found))
}

# ---- arguments ----

# `most`: the largest strength.
check_edge_rule <- function(cutoff, top, fdr, most = 1) {
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
  if (given == "cutoff" && !(plain && is_number(value, 0, most))) {
    stop_argument("cutoff", paste0("a number from 0 to ", most, ", the least absolute ",
                                  if (most == 1) "tau" else "difference", " of an edge"), value)
  }
  if (given == "top" && !(plain && is_whole(value, 1))) {
    stop_argument("top", "a whole number from 1 on, how many partners each column has", value)
  }
  if (given == "fdr" && !(plain && is_number(value, 0, 1) && value > 0)) {
    stop_argument("fdr", "a rate above 0 and up to 1, such as 0.05", value)
  }
  list(by = given, value = as.double(value))
}

# The input with in_y and in_x, which columns x and y share (same_variables()); without them if no
# column is shared.
with_shared_columns <- function(input) {
  same <- if (!is.null(input$y)) same_variables(input$x, input$y)
  if (any(same > 0)) {
    input$in_y <- same
    input$in_x <- same_in_x(same, NCOL(input$y))
  }
  input
}

# Names or numbers of the columns of x and of y. A column of y that is column `shared` of x has the
# name of that column. Other names that are made up differ from all other names.
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

# Unique names of the columns, or their numbers. `taken`: names that must not be made up.
node_names <- function(x, argument, taken = NULL) {
  names <- colnames(x)
  if (is.null(names)) {
    return(seq_len(NCOL(x)))
  }
  lost <- is.na(names) | !nzchar(names)
  names[lost] <- paste0("V", which(lost))
  twice <- duplicated(names)
  if (any(twice)) {
    again <- names[twice]
    warning(simpleWarning(paste0(
      count_of(length(again), "column"), " of '", argument,
      if (length(again) == 1) "' has" else "' have", " the name of another one, such as \"",
      valid_text(again[1]), "\": make.unique() tells them apart"
    ), user_call()))
    names[twice] <- make.unique(valid_text(names))[twice]
  }
  made_up <- which(lost | twice)
  made_up <- made_up[names[made_up] %in% taken]
  if (length(made_up) > 0) {
    all <- valid_text(c(taken, names[-made_up], names[made_up]))
    names[made_up] <- utils::tail(make.unique(all), length(made_up))
  }
  names
}
