# Packages that some functions need.

need_package <- function(package, what) {
  if (!requireNamespace(package, quietly = TRUE)) {
    installer <- if (package %in% of_bioconductor) "BiocManager::install" else "install.packages"
    stop_manycore("missing_package", "the package ", package, " is needed for ", what,
                  ": ", installer, "(\"", package, "\")", package = package)
  }
}

of_bioconductor <- c("Biobase", "BiocParallel", "Biostrings", "DelayedArray", "HDF5Array",
                     "IRanges", "S4Vectors", "SingleCellExperiment", "snpStats", "SparseArray",
                     "SummarizedExperiment")
