# Arguments that several functions take.

# The place of `value` among the choices in a function's signature, from 0 on, which is the number
# of the enum in C. The whole vector of choices, a default, stands for the first one. (match.arg()
# would take too long for a small call.)
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

# A required argument that the caller left out, in the words of R.
stop_missing <- function(argument) {
  stop_manycore("argument", "argument \"", argument, "\" is missing, with no default",
                argument = argument)
}

# With fewer elements than this in arguments and result C does not run out of memory.
small <- 1e4

# As match_choice(), but the choice itself. `value` may be abbreviated, as with match.arg().
match_word <- function(value, choices, argument) {
  if (identical(value, choices)) choices[1L] else
    choices[match_choice(value, choices, argument, abbreviated = TRUE) + 1L]
}

# Is x a plain matrix of numbers with at most `small` elements, and at most `small` pairs of columns
# (side = 2) or rows (side = 1)? An x of this kind takes the short way of a generic function, which
# is faster than a call of its method with many arguments: dist_euclidean() without other arguments,
# cor_kendall() without others than threads and progress.
is_small_matrix <- function(x, side) {
  !is.object(x) && is.numeric(x) && is.matrix(x) && length(x) > 0L && length(x) <= small &&
    dim(x)[side]^2 <= small
}

# The same for a plain vector.
is_small_vector <- function(x) {
  !is.object(x) && is.numeric(x) && is.null(dim(x)) && length(x) > 0L && length(x) <= small
}

# Checks `method`, an argument of the function `replaced` that our function stands in for. Its
# values are `methods`, and our function does `ours`. `method` may be abbreviated, as there.
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

check_level <- function(level) {
  if (!is_number(level) || level <= 0 || level >= 1) {
    stop_argument("conf.level", "a number between 0 and 1, or NULL", level)
  }
  as.double(level)
}

# A method of stats::p.adjust(); `also`: further words, of which the first is the default.
check_adjustment <- function(method, also = "none") {
  match_word(method, unique(c(also, stats::p.adjust.methods)), "p.adjust.method")
}

# Is the value one number in this range? And a whole one? (Inf is a whole number.)
is_number <- function(value, least = -Inf, most = Inf) {
  is.numeric(value) && length(value) == 1L && !is.na(value) && value >= least && value <= most
}

is_whole <- function(value, least = -Inf, most = Inf) { # without is_number(), to save time
  is.numeric(value) && length(value) == 1L && !is.na(value) && value >= least && value <= most &&
    value == round(value)
}

# Checks for one number, `least` or more. Returns the number.
check_number_from <- function(value, argument, least) {
  if (!is_number(value, least)) {
    stop_argument(argument, paste("a number from", least, "on"), value)
  }
  value
}

# Checks for one string that is not empty. `must_be`: the words of the error.
check_path <- function(value, argument, must_be) {
  if (!is_path(value)) {
    stop_argument(argument, must_be, value)
  }
}

# file.path() refuses a string that is no valid text. So such a string is no path here, although the
# system may have a file of this name.
is_path <- function(value) {
  is.character(value) && length(value) == 1 && !is.na(value) && nzchar(value) &&
    is_valid_text(value)
}

# Checks `digits` of print(), so that the error comes before the first line of output.
check_digits <- function(digits) {
  if (!is.null(digits) && !is_whole(digits, 1, 22)) {
    stop_argument("digits", "NULL or a whole number from 1 to 22", digits)
  }
}

# Is it TRUE or FALSE, without attributes? (identical() is faster than isTRUE().)
is_flag <- function(value) identical(value, FALSE) || identical(value, TRUE)

check_flag <- function(value, argument) {
  if (is_flag(value)) {
    return(value)
  }
  if (!isTRUE(value) && !isFALSE(value)) {
    stop_argument(argument, "TRUE or FALSE", value)
  }
  value
}

# Checks for valid text, which can be split into characters. (In the locale "C" any bytes are valid,
# but not text.)
check_text <- function(x, argument, advice = NULL) {
  lost <- !is.na(x) & Encoding(x) == "unknown" & is.na(iconv(x, "", "UTF-8"))
  bad <- which(!validEnc(x) | Encoding(x) == "bytes" | lost)
  if (length(bad) > 0) {
    stop_manycore("data", "'", argument, if (length(x) > 1) c("[", bad[1], "]"),
                  "' is not valid text", advice)
  }
}

precisions <- c("double", "single")
