# Arguments that several functions take.

# The place of `value` among the choices that stand in a function's signature, from 0 on: the
# number of the enum in C. All of them together stand for the first one. (match.arg() takes
# longer than a small call should.)
match_choice <- function(value, choices, argument, abbreviated = FALSE) {
  if (identical(value, choices)) {
    return(0L)
  }
  number <- if (!is.character(value) || length(value) != 1L || is.na(value)) {
    NA
  } else if (abbreviated) {
    pmatch(value, choices)
  } else {
    match(value, choices)
  }
  if (is.na(number)) {
    stop_argument(argument, paste("one of", quoted(choices)), value)
  }
  number - 1L
}

# Elements of all arguments together, and of a result, that C does not run out of memory for.
small <- 1e4

# The same as a name, which may be abbreviated, as with match.arg().
match_word <- function(value, choices, argument) {
  if (identical(value, choices)) choices[1L] else
    choices[match_choice(value, choices, argument, abbreviated = TRUE) + 1L]
}

# `method` of a call to the function of stats that ours stands in for: one of `methods`, of which
# we have `ours`. It may be abbreviated, as there.
check_replaced_method <- function(method, ours, methods, replaced) {
  if (identical(method, ours)) {
    return(invisible())
  }
  if (identical(method, methods)) {
    method <- methods[1] # the default there
  }
  if (!is.character(method) || length(method) != 1 || is.na(method)) {
    stop_argument("method", quoted(ours), method)
  }
  meant <- methods[pmatch(method, methods)]
  if (!identical(meant, ours)) {
    stop_manycore("argument", "'method' must be ", quoted(ours), ", not ", describe(method),
                  if (!is.na(meant)) paste0("; call ", replaced, "() for that"),
                  argument = "method")
  }
}

# One number, `least` or more; Inf is one. Returns the number.
check_number_from <- function(value, argument, least) {
  if (!is.numeric(value) || length(value) != 1 || is.na(value) || value < least) {
    stop_argument(argument, paste("a number from", least, "on"), value)
  }
  value
}

# One string that is not empty, `must_be` in words.
check_path <- function(value, argument, must_be) {
  if (!is.character(value) || length(value) != 1 || is.na(value) || !nzchar(value)) {
    stop_argument(argument, must_be, value)
  }
}

check_flag <- function(value, argument) {
  if (identical(value, FALSE) || identical(value, TRUE)) { # faster
    return(value)
  }
  if (!isTRUE(value) && !isFALSE(value)) {
    stop_argument(argument, "TRUE or FALSE", value)
  }
  value
}

# Characters that can be taken apart. (In the locale "C" any bytes are valid, but not text.)
check_text <- function(x, argument, advice = NULL) {
  lost <- !is.na(x) & Encoding(x) == "unknown" & is.na(iconv(x, "", "UTF-8"))
  bad <- which(!validEnc(x) | Encoding(x) == "bytes" | lost)
  if (length(bad) > 0) {
    stop_manycore("data", "'", argument, if (length(x) > 1) c("[", bad[1], "]"),
                  "' is not valid text", advice)
  }
}

# For a method of `[` of a class of data frames: a part of the table is a plain data frame, without
# the attributes that describe the whole. (A column by `drop` is no data frame, and stays.)
without_class <- function(part, attributes) {
  if (is.data.frame(part)) {
    attributes(part)[attributes] <- NULL
    class(part) <- "data.frame"
  }
  part
}

# A table by a method for as.data.frame(), which data.frame() calls with an argument
# stringsAsFactors: characters become factors, or stay.
with_factors <- function(table, stringsAsFactors) {
  if (check_flag(stringsAsFactors, "stringsAsFactors")) {
    text <- vapply(table, is.character, NA)
    table[text] <- lapply(table[text], factor)
  }
  table
}

# Stops at an argument that a method for as.data.frame() does not have. `more` is the method's
# substitute(list(...)). Only validRN is accepted: data.frame() passes validRN = FALSE, which allows
# missing row names, to every method since R 4.7. No table of this package has missing row names.
check_table_arguments <- function(more, known) {
  if (!is.null(names(more))) {
    more <- more[names(more) != "validRN"]
  }
  if (length(more) > 1L) {
    stop_unused(more, known)
  }
}

# The names in `...` of a method for plot(), which go to another function, are among those that it
# knows: `functions`, and R's graphical parameters.
check_graphical <- function(more, own, functions, pattern = "^$") {
  given <- names(more)
  functions <- c(functions, graphics::plot.default)
  known <- unique(c(own, unlist(lapply(functions, function(f) names(formals(f)))),
                    names(graphics::par(no.readonly = TRUE))))
  odd <- given[nzchar(given) & !given %in% known & !grepl(pattern, given)]
  if (length(odd) > 0) {
    stop_unused(as.call(c(quote(list), as.list(more)[odd[1]])),
                if (length(close_names(odd[1], known)) > 0) known else own)
  }
}

# Calls a function that draws with the settings of a method for plot(), some of them replaced by
# `...`. Its call has symbols and not numbers, all of which it would turn into text for a label.
draw_with <- function(f, settings, ...) {
  settings <- utils::modifyList(settings, list(...))
  call <- as.call(c(f, lapply(stats::setNames(nm = names(settings)), as.name)))
  eval(call, settings, globalenv())
}

# For a picture that igraph draws.
check_graphical_of_igraph <- function(more, own) {
  check_graphical(more, own, list(utils::getS3method("plot", "igraph")),
                  paste0("^(vertex|edge|mark|loop)[.]|^(layout|margin|palette|rescale|frame|",
                         "frame.color|frame.width)$"))
}

image_default <- function() {
  utils::getS3method("image", "default", envir = asNamespace("graphics"))
}

# ", which 'name' is not": the columns of a data frame that are not numeric, NULL for none.
that_are_not <- function(x) {
  odd <- if (is.data.frame(x)) {
    names(Filter(function(column) !is.numeric(column) && !is.logical(column), x))
  }
  ordered <- is.ordered(x) || (is.data.frame(x) && any(vapply(x[odd], is.ordered, NA)))
  hint <- if (ordered) "; as.integer() makes numbers of an ordered factor"
  if (is.null(odd)) {
    hint
  } else if (length(odd) > 0) {
    paste0(", which ", paste0("'", utils::head(odd, 5), "'", collapse = ", "),
           if (length(odd) > 5) " and others", if (length(odd) > 1) " are" else " is", " not", hint)
  }
}

# The bits of 64-bit integers (bit64) are not those of the numbers.
refuse_integer64 <- function(x, argument) {
  if (inherits(x, "integer64")) {
    stop_manycore("argument", "'", argument, "' must be numeric, not integer64; see as.double()",
                  argument = argument)
  }
}

# Numbers in the order of 64-bit integers (bit64), NA as NA: what base R can compare. Other
# vectors as they are.
as_comparable64 <- function(x) {
  if (!inherits(x, "integer64")) {
    return(x)
  }
  classed({
    rank <- ranks64(x)
    dim(rank) <- dim(x)
    dimnames(rank) <- dimnames(x)
    rank
  }, length(x) > small)
}

comparable64 <- function(x) {
  classed(ranks64(x), length(x) > small)
}

ranks64 <- function(x) {
  .Call(C_rank, unclass(x), 1L, ties_methods[["min"]], missing_kept, 0L, NULL)
}

# Numbers in the order of a vector with a class: those of xtfrm(), as for order(). A class that
# has no method for it but compares in its own way is ranked by that, which takes long.
as_comparable <- function(x) {
  if (inherits(x, "integer64")) {
    as_comparable64(x)
  } else if (isS4(x) || compares_its_own_way(x)) {
    rank(x, na.last = "keep")
  } else if (inherits(x, "ts")) {
    as.vector(x)
  } else {
    as.vector(xtfrm(x))
  }
}

compares_its_own_way <- function(x) {
  has <- function(generic, classes) {
    for (class in classes) {
      if (!is.null(utils::getS3method(generic, class, optional = TRUE))) {
        return(TRUE)
      }
    }
    FALSE
  }
  classes <- setdiff(class(x), c("ts", "zoo"))
  !has("xtfrm", class(x)) && (has("Ops", classes) || has(">", classes) || has("==", classes))
}

need_package <- function(package, what) {
  if (!requireNamespace(package, quietly = TRUE)) {
    installer <- if (package %in% of_bioconductor) "BiocManager::install" else "install.packages"
    stop_manycore("missing_package", "the package ", package, " is needed for ", what,
                  ": ", installer, "(\"", package, "\")", package = package)
  }
}

of_bioconductor <- c("Biobase", "BiocParallel", "DelayedArray", "HDF5Array", "SingleCellExperiment",
                     "SparseArray", "SummarizedExperiment")
