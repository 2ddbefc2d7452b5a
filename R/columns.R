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

# `dim` and `dimnames` are those of this matrix. The others: `matrix`, whose rows are its columns;
# or `sparse`, the slots i, p and x of a dgCMatrix; or those of block_source().
new_source <- function(dim, dimnames, ...) {
  structure(list(dim = as.integer(dim), dimnames = dimnames, ...), class = "column_source")
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
  parts <- unclass(x)
  values <- if (!is.null(parts$matrix)) {
    t(parts$matrix)
  } else if (!is.null(parts$sparse)) {
    spread(parts$sparse, parts$dim)
  } else {
    block <- parts$read(seq_len(parts$dim[2L]))
    if (parts$across) t(block) else block
  }
  dimnames(values) <- parts$dimnames
  values
}

spread <- function(sparse, dim) {
  values <- matrix(0, dim[1L], dim[2L])
  column <- rep(seq_len(dim[2L]), diff(sparse$p))
  values[cbind(sparse$i + 1L, column)] <- sparse$x
  values
}

# What a function reads: a source in the place of a matrix of another package, of the assay of a
# container with its features as columns; all else as it is. `argument`: its name, for errors.
as_source <- function(x, argument, assay = 1L) {
  if (!isS4(x)) {
    return(x)
  }
  need_package_of(x, argument)
  column_source(x, FALSE, argument, assay)
}

# The package of the class of x, without which there are no methods for it: x may come from a file.
need_package_of <- function(x, argument) {
  package <- attr(class(x), "package")
  if (!is.null(package) && package != ".GlobalEnv") {
    need_package(package, paste0("'", argument, "', an object of class ", class(x)[1]))
  }
}

# `across`: with the rows of x as columns.
column_source <- function(x, across, argument, assay) {
  UseMethod("column_source")
}

#' @export
column_source.default <- function(x, across, argument, assay) {
  if (!across) {
    return(x)
  }
  x <- if (is.data.frame(x)) as.matrix(x) else x
  if (!is.matrix(x) || !is_number_like(x)) {
    stop_argument(argument, "numeric")
  }
  new_source(rev(dim(x)), plain_names(rev(dimnames(x))), matrix = x)
}

# dimnames as a plain matrix has them.
plain_names <- function(dimnames) {
  if (all(vapply(dimnames, is.null, NA))) NULL else unname(dimnames)
}

# ---- Matrix ----

#' @export
column_source.Matrix <- function(x, across, argument, assay) {
  if (!methods::is(x, "sparseMatrix")) {
    return(column_source(methods::as(x, "matrix"), across, argument, assay))
  }
  if (across) {
    x <- Matrix::t(x)
  }
  if (!methods::is(x, "dgCMatrix")) {
    x <- methods::as(methods::as(methods::as(x, "dMatrix"), "generalMatrix"), "CsparseMatrix")
  }
  new_source(dim(x), plain_names(dimnames(x)), sparse = list(i = x@i, p = x@p, x = x@x))
}

# ---- DelayedArray ----

# Its own virtual class is that of SparseArray's matrices, too.
#' @export
column_source.Array <- function(x, across, argument, assay) {
  need_package("DelayedArray", paste0("'", argument, "', an object of class ", class(x)[1]))
  if (length(dim(x)) != 2L) {
    stop_manycore("argument", "'", argument, "' must have two dimensions, not ", length(dim(x)),
                  argument = argument)
  }
  none <- DelayedArray::extract_array(x, list(integer(), integer()))
  type <- typeof(none)
  if (!is_number_like(none)) {
    stop_argument(argument, "numeric")
  }
  read <- function(numbers) {
    index <- if (across) list(numbers, NULL) else list(NULL, numbers)
    block <- DelayedArray::extract_array(x, index)
    if (typeof(block) != type) {
      storage.mode(block) <- type
    }
    block
  }
  block_source(dim(x), dimnames(x), across, type, read, DelayedArray::chunkdim(x))
}

# A source of what `read(numbers)` answers, these columns (or, across, rows) of a matrix of
# this type, as a matrix; in blocks of whole chunks, if chunks are not too large.
block_source <- function(dim, dimnames, across, type, read, chunk = NULL) {
  along <- if (across) 1L else 2L
  most <- block_bytes() / (max(dim[3L - along], 1) * if (type == "double") 8 else 4)
  new_source(if (across) rev(dim) else dim,
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

# ---- bigmemory ----

#' @export
column_source.big.matrix <- function(x, across, argument, assay) {
  one <- x[seq_len(min(1L, nrow(x))), seq_len(min(1L, ncol(x))), drop = FALSE]
  block_source(dim(x), dimnames(x), across, typeof(one), function(numbers) {
    if (across) x[numbers, , drop = FALSE] else x[, numbers, drop = FALSE]
  })
}

# ---- containers of assays: samples are columns there, features rows ----

#' @export
column_source.SummarizedExperiment <- function(x, across, argument, assay) {
  assays <- SummarizedExperiment::assays(x, withDimnames = FALSE)
  if (length(assays) == 0L) {
    stop_manycore("argument", "'", argument, "' has no assay", argument = argument)
  }
  number <- match_assay(assay, length(assays), names(assays))
  with_names(column_source(assays[[number]], !across, argument, 1L), plain_names(rev(dimnames(x))))
}

#' @export
column_source.ExpressionSet <- function(x, across, argument, assay) {
  names <- Biobase::assayDataElementNames(x)
  names <- c("exprs", setdiff(names, "exprs"))
  number <- match_assay(assay, length(names), names)
  with_names(column_source(Biobase::assayDataElement(x, names[number]), !across, argument, 1L),
             plain_names(rev(dimnames(x))))
}

with_names <- function(source, dimnames) {
  source <- unclass(source)
  source["dimnames"] <- list(dimnames)
  structure(source, class = "column_source")
}

has_assays <- function(x) {
  isS4(x) && (inherits(x, "SummarizedExperiment") || inherits(x, "ExpressionSet"))
}

# The number of an assay, given by name or number.
match_assay <- function(assay, count, names) {
  given <- if (length(assay) == 1L && !is.na(assay)) assay
  number <- if (is.character(given)) match(given, names) else if (is.numeric(given)) given
  if (length(number) != 1L || !(number %in% seq_len(count))) {
    known <- if (length(names)) paste0(", or one of ", quoted(names))
    stop_argument("assay", paste0(if (count == 1) 1 else paste("a number from 1 to", count), known),
                  assay)
  }
  as.integer(number)
}

# For an `assay` that was given: is there something that has any?
check_assay <- function(x, y) {
  if (!has_assays(x) && !has_assays(y)) {
    stop_manycore("argument", "'assay' is for a SummarizedExperiment or an ExpressionSet",
                  argument = "assay")
  }
}
