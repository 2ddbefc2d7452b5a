# Matrices of other packages, as far as the packages are installed.

has_packages <- function(...) {
  all(vapply(c(...), function(name) nzchar(system.file(package = name)), NA)) &&
    all(vapply(c(...), requireNamespace, NA, quietly = TRUE))
}

# A numeric matrix in the classes of other packages: name -> object.
matrices_of <- function(m) {
  c(if (has_packages("Matrix")) matrices_of_matrix(m),
    if (has_packages("DelayedArray")) matrices_of_delayed(m),
    if (has_packages("HDF5Array") && length(m)) matrices_of_hdf5(m),
    if (has_packages("bigmemory") && length(m)) list(big.matrix = bigmemory::as.big.matrix(m)))
}

matrices_of_matrix <- function(m) {
  sparse <- methods::as(methods::as(m + 0, "dMatrix"), "CsparseMatrix")
  list(dgCMatrix = sparse, dgTMatrix = methods::as(sparse, "TsparseMatrix"),
       dgRMatrix = methods::as(sparse, "RsparseMatrix"),
       dgeMatrix = methods::as(sparse, "denseMatrix"))
}

matrices_of_delayed <- function(m) {
  x <- DelayedArray::DelayedArray(m)
  back <- rev(seq_len(ncol(m)))
  list(DelayedMatrix = x, transposed = t(DelayedArray::DelayedArray(t(m))),
       delayed = x[, back, drop = FALSE][, back, drop = FALSE] + 0L,
       RleMatrix = if (length(m)) methods::as(x, "RleArray") else x)
}

matrices_of_hdf5 <- function(m) {
  chunks <- pmax(pmin(dim(m), c(7L, 5L)), 1L)
  list(HDF5Matrix = HDF5Array::writeHDF5Array(m, tempfile(fileext = ".h5"), "m", chunkdim = chunks,
                                              with.dimnames = TRUE))
}

# A matrix of features by samples in containers.
containers_of <- function(m) {
  if (is.null(rownames(m))) rownames(m) <- paste0("f", seq_len(nrow(m)))
  if (is.null(colnames(m))) colnames(m) <- paste0("s", seq_len(ncol(m)))
  other <- m * NA
  containers <- list()
  if (has_packages("SummarizedExperiment")) {
    kinds <- c(list(matrix = m), matrices_of(m))
    containers <- lapply(kinds, function(kind) {
      SummarizedExperiment::SummarizedExperiment(list(counts = kind, other = other))
    })
    names(containers) <- paste("SummarizedExperiment of", names(kinds))
  }
  if (has_packages("SingleCellExperiment")) {
    containers$SingleCellExperiment <- SingleCellExperiment::SingleCellExperiment(
      list(counts = m, other = other)
    )
  }
  if (has_packages("Biobase")) {
    containers$ExpressionSet <- Biobase::ExpressionSet(Biobase::assayDataNew(
      "environment", exprs = m, a_first_by_name = other
    ))
  }
  containers
}

# A random matrix with many zeros, ties and missing values; column 2 is all 0.
sparse_numbers <- function(n, m, missing = 0.02) {
  x <- matrix(sample(c(0, 0, 0, 0, 1, 2, -1, 0.5), n * m, replace = TRUE), n, m)
  x[sample.int(n * m, floor(missing * n * m))] <- NA
  if (m > 3) x[, 2] <- 0
  x
}
