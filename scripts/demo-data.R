# The data of the demonstration.

# NCI60, which scripts/setup.sh gets from CRAN; without it, simulated_surveys().
demo_data <- function() {
  if (!requireNamespace("ISLR", quietly = TRUE)) {
    cat("The R package ISLR (NCI60) could not be had from CRAN: simulated data instead.\n\n")
    return(simulated_surveys())
  }
  holder <- new.env()
  utils::data("NCI60", package = "ISLR", envir = holder)
  x <- holder$NCI60$data
  colnames(x) <- paste("gene", seq_len(ncol(x)))
  list(x = x, title = "NCI60",
       what = "NCI60, gene expression in 64 tumour cell lines (package ISLR)")
}

# R has thirteen figures of the 50 states of the USA. 525 simulated surveys measure each figure. The
# first `good` surveys have small errors; the errors of the others exceed the differences between
# the states. The numbers are the same every time.
simulated_surveys <- function(surveys = 525L, good = 4L) {
  states <- datasets::state.x77
  arrests <- datasets::USArrests
  stopifnot(identical(rownames(states), rownames(arrests)))
  figures <- cbind(
    states[, c("Population", "Income", "Illiteracy", "Life Exp", "Murder", "HS Grad", "Frost")],
    Area = log(states[, "Area"]),
    as.matrix(arrests[, c("Assault", "Rape", "UrbanPop")]),
    West = -datasets::state.center$x, North = datasets::state.center$y
  )
  set.seed(1977, kind = "Mersenne-Twister", normal.kind = "Inversion",
           sample.kind = "Rejection")
  x <- do.call(cbind, lapply(colnames(figures), function(name) {
    error <- c(seq(0.1, 0.3, length.out = good), stats::runif(surveys - good, 1.5, 6))
    noise <- matrix(stats::rnorm(nrow(figures) * surveys), ncol = surveys)
    found <- as.vector(scale(figures[, name])) + noise * rep(error, each = nrow(figures))
    colnames(found) <- paste(name, seq_len(surveys))
    found
  }))
  # in random order, which hides the structure
  x <- x[, sample.int(ncol(x))]
  rownames(x) <- rownames(figures)
  list(x = x, title = "50 states, simulated surveys",
       what = paste0(ncol(figures), " figures of the 50 states (R's state.x77, USArrests and ",
                     "state.center),\n           each in ", surveys, " simulated surveys, ",
                     "all but ", good, " of which are mostly errors"))
}

refuse <- function(...) {
  message("make demo: ", ...)
  quit(save = "no", status = 1L)
}

reading <- function(file, code) {
  tryCatch(code, error = function(e) refuse("cannot read ", file, ": ", conditionMessage(e)))
}

# A numeric matrix with named columns from the user's own .rds or .csv.
read_data <- function(file) {
  if (!file.exists(file)) refuse("there is no file ", file)
  format <- tolower(tools::file_ext(file))
  table <- switch(
    format,
    rds = reading(file, readRDS(file)),
    csv = read_csv_table(file),
    refuse(file, " is neither .rds nor .csv")
  )
  if (is.list(table) && !is.data.frame(table)) {
    if (is.null(table$data)) refuse("the list in ", file, " has no element 'data'")
    table <- table$data
  }
  x <- as_numeric_matrix(table, file)
  if (ncol(x) < 2L || nrow(x) < 2L) {
    refuse(file, " has ", nrow(x), " rows and ", ncol(x),
           " columns; at least two of each are needed (columns are the variables)")
  }
  if (is.null(colnames(x))) colnames(x) <- paste("variable", seq_len(ncol(x)))
  list(x = x, title = basename(file), what = file)
}

read_csv_table <- function(file) {
  table <- reading(file, utils::read.csv(file, check.names = FALSE, stringsAsFactors = FALSE))
  # A first column of text, or without a heading, holds the names of the rows.
  if (ncol(table) && (is.character(table[[1L]]) || !nzchar(names(table)[1L]))) {
    table <- table[-1L]
  }
  table
}

as_numeric_matrix <- function(table, file) {
  if (is.data.frame(table)) {
    numeric <- vapply(table, function(column) is.numeric(column) || is.logical(column), logical(1))
    if (!all(numeric)) {
      text <- names(table)[!numeric]
      refuse("these columns of ", file, " are not numeric: ",
             paste(utils::head(text, 5L), collapse = ", "),
             if (length(text) > 5L) paste(" and", length(text) - 5L, "more"))
    }
    table <- as.matrix(table)
  }
  if (!is.matrix(table) || !(is.numeric(table) || is.logical(table))) {
    refuse(file, " holds no numeric matrix or data frame, but an object of class ",
           paste(class(table), collapse = "/"))
  }
  storage.mode(table) <- "double"
  table
}
