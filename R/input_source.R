#' Matrices of other packages
#'
#' The matrices and containers of other packages that functions take as `x` and as `y`.
#'
#' @details
#' [cor_kendall()], [cov_kendall()], [kendall_test()], [kendall_partial()], [kendall_network()],
#' [kendall_trend()], [concordance_all()], [cor_xi()], [xi_test()], [dist_euclidean()],
#' [knn_euclidean()] and [neighbors_euclidean()] take them; `x` and `y` may have different classes.
#' Results, names and the treatment of missing values are identical to those of the plain matrix,
#' `as.matrix(x)`.
#'
#' * **Matrix**: sparse and dense matrices of all kinds. [cor_kendall()] and its kin count sparse
#'   columns as they are, if that is faster (algorithm `"sparse"`). Otherwise some columns of a
#'   sparse matrix at a time are spread out, never the whole matrix.
#' * **DelayedArray**: matrices of all kinds, such as `HDF5Matrix`, with their delayed operations.
#'   They are read by `extract_array()`, in blocks of whole columns and, if chunks are small enough,
#'   of whole chunks.
#' * **bigmemory**: `big.matrix`, in blocks of columns.
#' * **S4Vectors**: a `DataFrame`, as the data frame with its columns. Columns of runs (`Rle`), and
#'   a vector of runs, are written out.
#'
#' **Containers** have a feature (a gene, say) in each row and a sample in each column. **Features
#' are the variables** of [cor_kendall()] and its kin, of [concordance_all()], and of [cor_xi()] and
#' [xi_test()]. **Samples are the points** of [dist_euclidean()], [knn_euclidean()] and
#' [neighbors_euclidean()]. No `t()` is needed. `assay` says which assay to take; the assay may be
#' of any of the classes above. With a container `x`
#'
#' | call | is |
#' |:-----|:---|
#' | `cor_kendall(x)` | `cor_kendall(t(assay(x)))`: features with features |
#' | `cor_kendall(x, traits)` | `cor_kendall(t(assay(x)), traits)`, samples being rows |
#' | `kendall_test(x, assay = "logcounts")` | `kendall_test(t(assay(x, "logcounts")))` |
#' | `kendall_network(x, top = 10)` | `kendall_network(t(assay(x)), top = 10)` |
#' | `concordance_all(x, "days", "dead")` | `concordance_all(t(assay(x)), x$days, x$dead)` |
#' | `dist_euclidean(x)` | `dist_euclidean(t(assay(x)))`: samples from samples |
#' | `cor_kendall(assay(x))` | samples with samples |
#'
#' Data of the samples are given as `y = x$days`. Only `time`, `status`, `season`, `strata`,
#' `weights` and `groups` may also be the name of a column of the samples' data.
#'
#' * **SummarizedExperiment** and classes that extend it, such as SingleCellExperiment. The names
#'   are those of the container.
#' * **ExpressionSet** of Biobase: the first assay is `exprs(x)`.
#'
#' **Memory**, besides the result and the memory that the function needs for a plain matrix: up to
#' 16 MiB of columns (at least one column), for `x` and for `y`. For a DelayedArray or a
#' `big.matrix`: blocks of up to a quarter of the working memory, which the option
#' `manycore.scratch` bounds (see [cor_kendall()]). R does not free each block at once, so several
#' blocks may be in memory: some 128 MiB. For a sparse matrix of another class than `dgCMatrix`, and
#' for a sparse assay: a copy of class `dgCMatrix`. Permutations ([kendall_permutation]) need the
#' whole matrix in memory.
#'
#' **Time**: columns are read once. Under `use = "complete.obs"`, `"na.or.complete"` and `"all.obs"`
#' they are read once more, for missing values. If the ranks of all columns do not fit in the
#' working memory, the columns of `y` (without `y`, of `x`) are read once for each part that fits. A
#' file is read slowly if its chunks are whole rows of many columns, or samples of many features:
#' `HDF5Array::writeHDF5Array(x, chunkdim = )` writes the file with other chunks.
#'
#' **Further classes.** [cor_kendall()], [cov_kendall()], [kendall_test()], [kendall_partial()],
#' [kendall_network()], [kendall_trend()], [concordance_all()], [cor_xi()], [xi_test()] and
#' [dist_euclidean()] are generic functions. A method for a class of your own makes a matrix of `x`
#' and calls the generic function again. (Methods for the implicit classes `matrix` and `numeric`
#' are not called for small inputs.)
#'
#' @family large data and clusters
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

# A source stands for a matrix. C reads its columns a panel at a time (src/r/source.c). In R a
# source looks like the matrix.

# `dim` and `dimnames` are those of the matrix. By kind a source has further elements:
#   "rows"    matrix, whose rows are the columns of the source
#   "sparse"  sparse, the slots i, p and x of a dgCMatrix
#   "block"   those of block_source()
# C distinguishes sources by their elements, R by their kind, which is a class with a method of
# columns_in_memory().
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

# The whole matrix, for functions that need it in memory.
#' @export
as.matrix.column_source <- function(x, ...) {
  check_dots(...)
  values <- columns_in_memory(x, seq_len(ncol(x)))
  dimnames(values) <- dimnames(x)
  values
}

# Some columns of a matrix or source; no other columns are read.
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
  stored <- sparse$p[columns + 1L] - sparse$p[columns]
  at <- sequence(stored, sparse$p[columns] + 1L)
  values[sparse$i[at] + 1 + rep(as.double(nrow(x)) * (seq_along(columns) - 1), stored)] <-
    sparse$x[at]
  values
}

#' @export
columns_in_memory.block_source <- function(x, columns) {
  parts <- unclass(x)
  block <- parts$read(columns)
  if (parts$across) t(block) else block
}

# Some rows of a vector, a matrix or a source; of a source as a source, without names of rows.
some_rows <- function(x, rows) {
  UseMethod("some_rows")
}

#' @export
some_rows.default <- function(x, rows) {
  if (is.matrix(x)) x[rows, , drop = FALSE] else x[rows]
}

#' @export
some_rows.rows_source <- function(x, rows) {
  source_of_rows(x, rows, matrix = unclass(x)$matrix[, rows, drop = FALSE])
}

#' @export
some_rows.sparse_source <- function(x, rows) {
  sparse <- unclass(x)$sparse
  new_row <- integer(nrow(x))
  new_row[rows] <- seq_along(rows) # `rows` ascend, so the rows of a column ascend, too
  i <- new_row[sparse$i + 1L]
  kept <- c(0L, cumsum(i > 0L))
  source_of_rows(x, rows, sparse = list(i = i[i > 0L] - 1L, p = as.integer(kept[sparse$p + 1L]),
                                        x = sparse$x[i > 0L]))
}

#' @export
some_rows.block_source <- function(x, rows) {
  parts <- unclass(x)
  read <- function(numbers) {
    block <- parts$read(numbers)
    if (parts$across) block[, rows, drop = FALSE] else block[rows, , drop = FALSE]
  }
  source_of_rows(x, rows, read = read, place = new.env(parent = emptyenv()))
}

# The source x with other elements `...`, for these rows.
source_of_rows <- function(x, rows, ...) {
  parts <- utils::modifyList(unclass(x), list(...))
  parts$dim <- c(length(rows), ncol(x))
  parts["dimnames"] <- list(if (!is.null(colnames(x))) list(NULL, colnames(x)))
  structure(parts, class = class(x))
}

# Groups of columns with about a million elements each.
in_parts <- function(columns, rows) {
  split(columns, (seq_along(columns) - 1) %/% max(1, 1e6 %/% max(1, rows)))
}

# Dimnames in the form that a plain matrix has.
plain_names <- function(dimnames) {
  if (all(vapply(dimnames, is.null, NA))) NULL else unname(dimnames)
}

# A source that is read in blocks: read(numbers) answers these columns (or, `across`, these rows) of
# a matrix of this type, as a matrix. Blocks are whole chunks, if chunks are not too large.
block_source <- function(dim, dimnames, across, type, read, chunk = NULL) {
  along <- if (across) 1L else 2L
  most <- block_bytes() / (max(dim[3L - along], 1) * if (type == "double") 8 else 4)
  new_source("block", if (across) rev(dim) else dim,
             plain_names(if (across) rev(dimnames) else dimnames),
             read = read, place = new.env(parent = emptyenv()),
             size = block_size(dim[along], most, if (is.null(chunk)) 1 else chunk[along]),
             across = as.integer(across), double = as.integer(type == "double"))
}

# The columns of a block: of `all` columns at most `most` fit in memory. Whole chunks, or equal
# parts of a chunk.
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

# A quarter of the working memory. Ranks have a quarter, too.
block_bytes <- function() scratch_bytes() / 4

is_number_like <- function(x) {
  (is.numeric(x) || is.logical(x)) && (is.atomic(x) || is_source(x))
}

observations <- function(x) {
  if (is.matrix(x)) nrow(x) else length(x)
}
