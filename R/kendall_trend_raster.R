# Rasters: the cells are the series, the layers (or the dimension of time) the rows.

#' @rdname kendall_trend
#' @export
kendall_trend.SpatRaster <- function(x, time = NULL, ...) {
  need_package("terra", "'x', an object of class SpatRaster")
  if (is.null(time)) {
    time <- terra::time(x)
    if (anyNA(time)) time <- NULL
  }
  check_room(terra::ncell(x) * terra::nlyr(x), what = "the raster")
  values <- terra::values(x, mat = TRUE)
  dimnames(values) <- NULL
  result <- kendall_trend.default(cells_as_series(values), time = time, ...)
  layers <- setdiff(names(result), "term")
  terra::rast(x, nlyrs = length(layers), names = layers, keeptime = FALSE,
              vals = do.call(cbind, unclass(result)[layers]))
}

#' @rdname kendall_trend
#' @export
kendall_trend.stars <- function(x, time = NULL, along = NULL, ...) {
  need_package("stars", "'x', an object of class stars")
  if (length(x) != 1) {
    stop_manycore("argument", "'x' must have one attribute, not ", length(x), ": take x[1]",
                  argument = "x")
  }
  dimensions <- stars::st_dimensions(x)
  along <- time_dimension(along, names(dimensions))
  if (is.null(time)) {
    time <- stars::st_get_dimension_values(x, along)
    if (!is.numeric(time) && !inherits(time, c("Date", "POSIXct"))) time <- NULL
  }
  values <- unclass(x)[[1]]
  size <- dim(values)
  attributes(values) <- NULL
  dim(values) <- size
  others <- setdiff(seq_along(size), along)
  values <- aperm(values, c(others, along))
  dim(values) <- c(prod(size[others]), size[along])
  result <- kendall_trend.default(cells_as_series(values), time = time, ...)
  layers <- lapply(unclass(result)[setdiff(names(result), "term")], function(column) {
    array(column, size[others], stats::setNames(nm = NULL))
  })
  stars::st_as_stars(layers, dimensions = dimensions[others])
}

# The number of the dimension of time.
time_dimension <- function(along, names) {
  if (is.null(along)) {
    return(if ("time" %in% names) match("time", names) else length(names))
  }
  number <- if (is.character(along)) match(along, names) else along
  if (length(number) != 1 || !number %in% seq_along(names)) {
    stop_argument("along", paste("NULL, a number from 1 to", length(names), "or one of",
                                 quoted(names)), along)
  }
  as.integer(number)
}

# A source whose columns are the rows of a matrix.
cells_as_series <- function(values) {
  if (!is_number_like(values)) {
    stop_argument("x", "numeric")
  }
  new_source("rows", rev(dim(values)), NULL, matrix = values)
}
