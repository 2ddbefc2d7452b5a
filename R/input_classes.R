# Classes of matrices and containers as sources (input_source.R): each has a method of
# column_source().

# The input that a function reads: for a matrix of another package a source; for a container a
# source of its assay, with features as columns; for other objects the object. `argument`: the
# argument's name, for errors.
as_source <- function(x, argument, assay = 1L) {
  if (!isS4(x)) {
    return(x)
  }
  need_package_of(x, argument)
  column_source(x, FALSE, argument, assay)
}

# Loads the package of the class of x. (x may come from a file, and the package may not be loaded.)
need_package_of <- function(x, argument) {
  package <- attr(class(x), "package")
  if (!is.null(package) && package != ".GlobalEnv") {
    need_package(package, paste0("'", argument, "', an object of class ", class(x)[1]))
  }
}

# A source of the columns of x; `across`: of the rows of x.
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
  new_source("rows", rev(dim(x)), plain_names(rev(dimnames(x))), matrix = x)
}

# ---- S4Vectors ----

# A DataFrame as the data frame that it stands for, with runs written out.
#' @export
column_source.DataFrame <- function(x, across, argument, assay) {
  rows <- if (is.null(rownames(x))) .set_row_names(nrow(x)) else rownames(x)
  x <- data_frame_of(x, rows)
  if (any(vapply(x, isS4, NA))) {
    stop_argument(argument, paste0("numeric", that_are_not(x)))
  }
  column_source.default(x, across, argument, assay)
}

#' @export
column_source.Rle <- function(x, across, argument, assay) {
  column_source.default(without_runs(x), across, argument, assay)
}

# A DataFrame as a data frame with these names of rows. Columns that are matrices stay matrices.
data_frame_of <- function(x, rows = .set_row_names(nrow(x))) {
  structure(lapply(as.list(x), without_runs), names = names(x), row.names = rows,
            class = "data.frame")
}

# The vector that an Rle stands for; other objects as they are. (as.vector() would take the class
# from factors.)
without_runs <- function(x) {
  if (!isS4(x) || !methods::is(x, "Rle")) {
    return(x)
  }
  rep(methods::slot(x, "values"), methods::slot(x, "lengths"))
}

# ---- Matrix ----

#' @export
column_source.Matrix <- function(x, across, argument, assay) {
  if (!methods::is(x, "sparseMatrix")) {
    return(column_source(methods::as(x, "matrix"), across, argument, assay))
  }
  problem <- methods::validObject(x, test = TRUE) # indices outside the matrix, say
  if (!isTRUE(problem)) {
    stop_manycore("data", "'", argument, "': the sparse matrix is not valid: ", problem[1L],
                  argument = argument)
  }
  if (across) {
    x <- Matrix::t(x)
  }
  if (!methods::is(x, "dgCMatrix")) {
    x <- methods::as(methods::as(methods::as(x, "dMatrix"), "generalMatrix"), "CsparseMatrix")
  }
  new_source("sparse", dim(x), plain_names(dimnames(x)), sparse = list(i = x@i, p = x@p, x = x@x))
}

# ---- DelayedArray ----

# Array is the virtual class of DelayedArray's and SparseArray's matrices.
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
  class <- class(source)
  source <- unclass(source)
  source["dimnames"] <- list(dimnames)
  structure(source, class = class)
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

has_assays <- function(x) {
  isS4(x) && (inherits(x, "SummarizedExperiment") || inherits(x, "ExpressionSet"))
}

# The argument's value. If x is a container and the value is a name: the column of the samples' data
# of this name. Runs are written out.
sample_variable <- function(value, argument, x) {
  value <- without_runs(value)
  if (!has_assays(x) || !is.character(value) || length(value) != 1L || is.na(value)) {
    return(value)
  }
  data <- samples_data(x)
  if (!value %in% names(data)) {
    stop_manycore("argument", "'", argument, "' must be a column of the samples' data of 'x', ",
                  if (length(names(data)) > 0) paste0("one of ", quoted(names(data)), ", "),
                  "not ", describe(value), argument = argument)
  }
  without_runs(data[[value]])
}

# Refuses names of columns of the samples' data as y (or `given`) beside a container x: these
# arguments take the columns.
refuse_sample_names <- function(value, argument, x) {
  if (!has_assays(x) || !is.character(value) || is.matrix(value) || length(value) == 0L ||
        anyNA(value)) {
    return(invisible())
  }
  known <- names(samples_data(x))
  lost <- setdiff(value, known)
  if (length(lost) > 0L) {
    stop_manycore("argument", "'", argument, "' must be numeric, not ", describe(lost[1L]),
                  if (length(known) > 0L) c("; the samples' data of 'x' have the columns ",
                                            quoted(known)), argument = argument)
  }
  columns <- if (length(value) == 1L) {
    c("x[[", quoted(value), "]] is that column")
  } else {
    c(if (inherits(x, "SummarizedExperiment")) "colData" else "pData", "(x)[c(", quoted(value),
      ")] has those columns")
  }
  stop_manycore("argument", "'", argument, "' must be numeric, not the name of a column of the ",
                "samples' data of 'x': ", argument, " = ", columns, argument = argument)
}

# The data frame, or DataFrame, of the samples of a container.
samples_data <- function(x) {
  if (inherits(x, "SummarizedExperiment")) SummarizedExperiment::colData(x) else Biobase::pData(x)
}

# An error unless x or y has assays, for a call that gives `assay`.
check_assay <- function(x, y) {
  if (!has_assays(x) && !has_assays(y)) {
    stop_manycore("argument", "'assay' is for a SummarizedExperiment or an ExpressionSet",
                  argument = "assay")
  }
}
