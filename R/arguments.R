# Arguments that several functions take.

# The place of a name among the names that an argument may have, from 0 on: the
# number of the enum in C.
match_name <- function(value, names, argument) {
  number <- if (is.character(value) && length(value) == 1L) match(value, names) else NA
  if (is.na(number)) {
    stop("'", argument, "' must be one of ",
         paste0("\"", names, "\"", collapse = ", "), call. = FALSE)
  }
  number - 1L
}

# What match.arg() does, which takes longer than a small call should: all choices stand for the
# first one, and others may be abbreviated.
match_default <- function(value, choices) {
  if (identical(value, choices)) choices[1] else match.arg(value, choices)
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
  only <- paste0("'method' must be \"", ours, "\"")
  if (!is.character(method) || length(method) != 1 || is.na(method)) {
    stop(only, call. = FALSE)
  }
  meant <- methods[pmatch(method, methods)]
  if (!identical(meant, ours)) {
    stop(only, ", not \"", method, "\"", if (!is.na(meant)) {
      paste0("; call ", replaced, "() for that")
    }, call. = FALSE)
  }
}

check_flag <- function(value, argument) {
  if (identical(value, FALSE) || identical(value, TRUE)) { # faster
    return(value)
  }
  if (!isTRUE(value) && !isFALSE(value)) {
    stop("'", argument, "' must be TRUE or FALSE", call. = FALSE)
  }
  value
}

# The bits of 64-bit integers (bit64) are not those of the numbers.
refuse_integer64 <- function(x, argument) {
  if (inherits(x, "integer64")) {
    stop("'", argument, "' must be numeric, not integer64; see as.double()", call. = FALSE)
  }
}

# Numbers in the order of 64-bit integers (bit64), NA as NA: what base R can compare. Other
# vectors as they are.
as_comparable64 <- function(x) {
  if (!inherits(x, "integer64")) {
    return(x)
  }
  rank <- comparable64(x)
  dim(rank) <- dim(x)
  dimnames(rank) <- dimnames(x)
  rank
}

comparable64 <- function(x) {
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
    stop("the package ", package, " is needed for ", what, ": install.packages(\"", package,
         "\")", call. = FALSE)
  }
}
