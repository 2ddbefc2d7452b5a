#' Matrices of other packages
#'
#' What [cor_kendall()], [cov_kendall()], [kendall_test()], [kendall_network()] and
#' [dist_euclidean()] take besides plain matrices, as `x` and as `y`, each with any of the others.
#'
#' @details
#' Results are identical to those of the plain matrix, `as.matrix(x)`, with its names, and so is the
#' treatment of missing values.
#'
#' * **Matrix**: sparse and dense matrices of all kinds. [cor_kendall()] and its kin take sparse
#'   columns as they are, where that is faster (algorithm `"sparse"`); else of sparse matrices
#'   some columns at a time are spread out, never the whole.
#' * **DelayedArray**: matrices of any kind, such as `HDF5Matrix`, with their delayed operations.
#'   They are read in blocks of whole columns and, where these are small enough, of whole chunks,
#'   by `extract_array()`.
#' * **bigmemory**: `big.matrix`, in blocks of columns.
#'
#' **Containers** have a feature (a gene, say) in each row and a sample in each column, and mean
#' it: **features are the variables** of [cor_kendall()], [kendall_test()] and
#' [kendall_network()], **samples are the points** of [dist_euclidean()], without a `t()`. `assay`
#' says which assay; it may be of any of the above classes. With a container `x`
#'
#' | call | is |
#' |:-----|:---|
#' | `cor_kendall(x)` | `cor_kendall(t(assay(x)))`: features with features |
#' | `cor_kendall(x, traits)` | `cor_kendall(t(assay(x)), traits)`, samples being rows |
#' | `kendall_test(x, assay = "logcounts")` | `kendall_test(t(assay(x, "logcounts")))` |
#' | `kendall_network(x, top = 10)` | `kendall_network(t(assay(x)), top = 10)` |
#' | `dist_euclidean(x)` | `dist_euclidean(t(assay(x)))`: samples from samples |
#' | `cor_kendall(assay(x))` | samples with samples |
#'
#' * **SummarizedExperiment** and what extends it, such as SingleCellExperiment. The names are those
#'   of the container.
#' * **ExpressionSet** of Biobase: the first assay is `exprs(x)`.
#'
#' **Memory**, besides the result and what the function needs for a plain matrix: up to 16 MiB of
#' columns (or a column), for `x` and for `y`. Of a DelayedArray or `big.matrix` blocks of up to a
#' quarter of the working memory, which the option `manycore.scratch` bounds (see [cor_kendall()]),
#' as many as R has not yet thrown away: some 128 MiB. Of a sparse matrix that is no `dgCMatrix`, or
#' is an assay, one copy that is. Permutations ([kendall_permutation]) need all in memory.
#'
#' **Time**: columns are read once (under `use = "complete.obs"`, `"na.or.complete"` and
#' `"all.obs"` a second time, for what is missing), unless there are so many that their ranks do not
#' fit in the working memory: then those of `y`, or of `x` itself, once for each part that does. A
#' file whose chunks are whole rows of many columns, or samples of many features, is read slowly:
#' `HDF5Array::writeHDF5Array(x, chunkdim = )` writes it anew.
#'
#' Methods for further classes may be written for the generics: a method makes a matrix
#' of `x`, and calls the generic again.
#'
#' @examples
#' set.seed(1)
#' if (requireNamespace("Matrix", quietly = TRUE)) {
#'   counts <- Matrix::rsparsematrix(50, 8, 0.3, rand.x = function(n) rpois(n, 3))
#'   identical(cor_kendall(counts), cor_kendall(as.matrix(counts)))
#' }
#' if (requireNamespace("SummarizedExperiment", quietly = TRUE)) {
#'   counts <- matrix(rpois(60, 5), 6, dimnames = list(paste0("gene", 1:6), paste0("s", 1:10)))
#'   experiment <- SummarizedExperiment::SummarizedExperiment(list(counts = counts))
#'   print(identical(cor_kendall(experiment), cor_kendall(t(counts))))
#'   print(kendall_network(experiment, top = 1))
#'   dist_euclidean(experiment) # of samples
#' }
#' @name manycore_inputs
NULL

# Their columns are read by C a panel at a time (src/r/source.c), or their rows, as columns. In R a
# source looks like the matrix that it stands for.

# `dim` and `dimnames` are those of this matrix. The others: `matrix`, whose rows are its columns
# (kind "rows"); or `sparse`, the slots i, p and x of a dgCMatrix ("sparse"); or those of
# block_source() ("block"). C knows a source by what it has, R by its kind, which is a class with a
# method of columns_in_memory().
new_source <- function(kind, dim, dimnames, ...) {
  structure(list(dim = as.integer(dim), dimnames = dimnames, ...),
            class = c(paste0(kind, "_source"), "column_source"))
}

is_source <- function(x) inherits(x, "column_source")

#' @export
dim.column_source <- function(x) unclass(x)$dim

#' @export
dimnames.column_source <- function(x) unclass(x)$dimnames

#' @export
length.column_source <- function(x) prod(dim(x))

#' @export
is.matrix.column_source <- function(x) TRUE

#' @export
is.numeric.column_source <- function(x) TRUE

# All of it, for what has to have it in memory.
#' @export
as.matrix.column_source <- function(x, ...) {
  check_dots(...)
  values <- columns_in_memory(x, seq_len(ncol(x)))
  dimnames(values) <- dimnames(x)
  values
}

# Some columns of a matrix, or of a source, of which no more are read.
columns_in_memory <- function(x, columns) {
  UseMethod("columns_in_memory")
}

#' @export
columns_in_memory.default <- function(x, columns) x[, columns, drop = FALSE]

#' @export
columns_in_memory.rows_source <- function(x, columns) {
  t(unclass(x)$matrix[columns, , drop = FALSE])
}

#' @export
columns_in_memory.sparse_source <- function(x, columns) {
  sparse <- unclass(x)$sparse
  values <- matrix(0, nrow(x), length(columns))
  at <- match(rep(seq_len(ncol(x)), diff(sparse$p)), columns)
  here <- !is.na(at)
  values[cbind(sparse$i[here] + 1L, at[here])] <- sparse$x[here]
  values
}

#' @export
columns_in_memory.block_source <- function(x, columns) {
  parts <- unclass(x)
  block <- parts$read(columns)
  if (parts$across) t(block) else block
}

# Columns of a million elements at a time.
in_parts <- function(columns, rows) {
  split(columns, (seq_along(columns) - 1) %/% max(1, 1e6 %/% max(1, rows)))
}

# dimnames as a plain matrix has them.
plain_names <- function(dimnames) {
  if (all(vapply(dimnames, is.null, NA))) NULL else unname(dimnames)
}

# A source of what `read(numbers)` answers, these columns (or, across, rows) of a matrix of
# this type, as a matrix; in blocks of whole chunks, if chunks are not too large.
block_source <- function(dim, dimnames, across, type, read, chunk = NULL) {
  along <- if (across) 1L else 2L
  most <- block_bytes() / (max(dim[3L - along], 1) * if (type == "double") 8 else 4)
  new_source("block", if (across) rev(dim) else dim,
             plain_names(if (across) rev(dimnames) else dimnames),
             read = read, place = new.env(parent = emptyenv()),
             size = block_size(dim[along], most, if (is.null(chunk)) 1 else chunk[along]),
             across = as.integer(across), double = as.integer(type == "double"))
}

# Columns of a block, of `all`, of which memory has room for `most`: whole chunks, or equal parts
# of one.
block_size <- function(all, most, chunk) {
  size <- if (most >= all) {
    all
  } else if (most >= chunk) {
    most - most %% chunk
  } else {
    chunk / ceiling(chunk / most)
  }
  as.integer(max(floor(size), 1))
}

# A quarter of the scratch, as ranks have.
block_bytes <- function() scratch_bytes() / 4

is_number_like <- function(x) {
  (is.numeric(x) || is.logical(x)) && (is.atomic(x) || is_source(x))
}

observations <- function(x) {
  if (is.matrix(x)) nrow(x) else length(x)
}
