# The method of dist_euclidean(): algorithm, layout, block, precision. And the call of C.

# In the order of src/distance/algorithms.def.
distance_algorithms <- c("auto", "straightforward", "blockwise", "tile", "gemm")
distance_layouts <- c("auto", "aos", "soa", "asa")

# The layouts that each algorithm reads.
layouts_of <- list(straightforward = c("aos", "soa"), blockwise = c("aos", "soa", "asa"),
                   tile = "asa", gemm = "aos")

# The number of points in a block of "tile", and the units of `block` for doubles and for floats.
distance_blocks <- function() .Call(C_distance_blocks)

own_method <- function(precision, fused) {
  if (precision == "double" && identical(fused, FALSE)) {
    return(usual_method)
  }
  check_flag(fused, "fused")
  list(algorithm = 0L, layout = 0L, block = 0L, single = as.integer(precision == "single"),
       fused = as.integer(fused))
}

usual_method <- list(algorithm = 0L, layout = 0L, block = 0L, single = 0L, fused = 0L)

# Algorithm, layout, block and precision as C takes them. A combination that does not exist is an
# error.
match_method <- function(algorithm, layout, block, precision, fused = FALSE) {
  method <- own_method(precision, fused)
  method$algorithm <- match_choice(algorithm, distance_algorithms, "algorithm")
  method$layout <- match_choice(layout, distance_layouts, "layout")
  method$block <- match_block(block, precision)
  algorithm <- distance_algorithms[method$algorithm + 1L]
  layout <- distance_layouts[method$layout + 1L]
  allowed <- layouts_of[[algorithm]]
  if (layout != "auto" && !is.null(allowed) && !layout %in% allowed) {
    stop_argument("layout", paste0(quoted(allowed), " for algorithm = \"", algorithm, "\""), layout)
  }
  if (!is.null(block)) {
    takes_blocks <- algorithm == "blockwise" || (algorithm == "auto" && layout != "aos")
    if (!takes_blocks && !(algorithm == "tile" && block == distance_blocks()[1])) {
      stop_manycore("argument", "'block' must be NULL for algorithm = \"", algorithm,
                    "\": blocks are for \"blockwise\"",
                    argument = "block")
    }
  }
  if (algorithm == "straightforward" && layout == "soa" && method$single) {
    stop_manycore("argument", "layout = \"soa\" has no single precision for algorithm = ",
                  "\"straightforward\"", argument = "precision")
  }
  if (algorithm == "gemm" && method$single) {
    stop_manycore("argument", "algorithm = \"gemm\" has no single precision",
                  argument = "precision")
  }
  if (algorithm == "gemm" && !.Call(C_system_info)$blas) {
    stop_manycore("build", "algorithm = \"gemm\" needs a BLAS, and this build of manycore has ",
                  "none: install what R links packages with (on Debian and Ubuntu r-base-dev), ",
                  "then manycore again")
  }
  method
}

match_block <- function(block, precision) {
  if (is.null(block)) {
    return(0L)
  }
  vector <- distance_blocks()[match(precision, precisions) + 1L]
  if (!is_number(block, 1, 2^30) || block %% vector != 0) {
    stop_argument("block", paste0("a multiple of ", vector, " (the vector width in ", precision,
                                  " precision), at most 2^30"), block)
  }
  as.integer(block)
}

# The answer of C: the distances, and the algorithm, layout, block and number of threads that ran.
# `metric` is a number in the order of src/kernels/distance/metrics.def.
run_distance <- function(x, y, squared, method, threads, tick = NULL, metric = 0L) {
  pairs <- as.double(dim(x)[1L]) * dim(if (is.null(y)) x else y)[1L]
  classed(.Call(C_distances, x, y, metric, as.integer(squared), method$single, method$fused,
                method$algorithm, method$layout, method$block, threads, tick),
          length(x) + length(y) > small || pairs > small)
}
