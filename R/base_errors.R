#' Errors of manycore
#'
#' Each error of the package is a condition with a class that says what is wrong, for [tryCatch()].
#'
#' @details
#' All errors have the class `manycore_error`, and one of these classes:
#'
#' * `manycore_error_argument`: an argument has a wrong type or value, or the function does not have
#'   this argument. The condition's element `argument` is the argument's name.
#' * `manycore_error_size`: the sizes of arguments do not fit together, such as matrices with
#'   different numbers of columns, or a size is too large for the algorithm.
#' * `manycore_error_data`: values with which the function cannot compute, such as a weight that is
#'   not a number, or missing values under `use = "all.obs"`.
#' * `manycore_error_negative_cycle` (and `negative_cycle`): the graph has no shortest paths, see
#'   [floyd_warshall()]. The element `cycle` has the vertices of a negative cycle.
#' * `manycore_error_rounding`: because of rounding, a path cannot be determined, see
#'   [shortest_path()].
#' * `manycore_error_memory`: the result, or the working memory, does not fit in memory.
#' * `manycore_error_store`: a store ([tile_store()]) is damaged, holds the result of another call,
#'   or could not be filled (the element `left` lists the tiles that are left). If a tile cannot be
#'   read, the class is `manycore_error_tile`, too, and the elements `tile` and `state` say which
#'   tile, and why. If a link or a folder is in the place of a file, the class is
#'   `manycore_error_file`, too, with the elements `path` and `found`. If the manifest is damaged,
#'   the class is `manycore_error_damaged_manifest`, too.
#' * `manycore_error_disk`: a file cannot be written, for example because the disk is full. The
#'   element `path` is the file's path.
#' * `manycore_error_worker`: a backend of BiocParallel cannot be started, or a worker does not have
#'   this version of the package. The element `host` is the worker's machine.
#' * `manycore_error_missing_package`: a package is needed and not installed. The element `package`
#'   is the package's name.
#' * `manycore_error_build`: this build lacks a part, or this machine cannot run the part.
#' * `manycore_error_option`: an option of [options()] has a wrong value. The element `option` is
#'   the option's name.
#' * `manycore_error_process`: another process of R, which was started for measurements, failed.
#'
#' The message names the argument, the right values, and the value that was given. [conditionCall()]
#' is the call of the package's function. If a function stands in for a function of R, it has the
#' messages of that function, such as `'x' must be numeric` of [stats::cor()]. Some messages say
#' more behind these words: for a data frame, or a `DataFrame` of S4Vectors, the columns that are
#' not numeric.
#'
#' If a function hands its work over to a function of R (for example [sort_parallel()] to [sort()],
#' for characters), errors are those of that function. An interrupt is R's own condition. An
#' argument that a function without `...` does not have is R's own error, too.
#'
#' @family session
#' @examples
#' tryCatch(cor_kendall(longley, threads = 0), manycore_error_argument = function(e) e$argument)
#' graph <- data.frame(from = 1:2, to = 2:1, weight = c(1, -2))
#' tryCatch(floyd_warshall(graph), manycore_error_negative_cycle = function(e) e$cycle)
#' @name manycore_errors
#' @aliases manycore_error
NULL

# Makes all errors of the package. `...`: the parts of the message; arguments with a name are
# elements of the condition.
stop_manycore <- function(kind, ..., class = NULL, call = user_call()) {
  parts <- list(...)
  named <- if (is.null(names(parts))) logical(length(parts)) else nzchar(names(parts))
  condition <- errorCondition(paste(unlist(parts[!named]), collapse = ""), call = call,
                              class = c(class, paste0("manycore_error_", kind), "manycore_error"))
  stop(structure(c(condition, parts[named]), class = class(condition)))
}

# The error "'argument' must be <right>, not <given>".
stop_argument <- function(argument, right, given, call = user_call()) {
  stop_manycore("argument", "'", argument, "' must be ", right,
                if (!missing(given)) paste(", not", describe(given)),
                argument = argument, call = call)
}

# The one check of `...`. A function calls check_dots(...) with its own `...`. If there are
# arguments that the function does not have, the error names the first one.
#   .also: names of arguments that the function hands on to another function; evaluated only if
#   `...`
#     is not empty
#   .pattern: a regular expression of further names
check_dots <- function(..., .also = NULL, .pattern = "^$") {
  if (...length() > 0L) {
    own <- names(formals(sys.function(sys.parent())))
    refuse_unknown(substitute(list(...)), own, .also, .pattern)
  }
}

# `more` is the call list(...) with the arguments as the user wrote them.
refuse_unknown <- function(more, own, also = NULL, pattern = "^$") {
  given <- names(more)[-1L]
  if (is.null(given)) given <- rep("", length(more) - 1L)
  odd <- nzchar(given) & !given %in% also & !grepl(pattern, given)
  if (any(odd)) {
    name <- given[odd][1]
    near <- length(close_names(name, c(own, also))) > 0
    stop_unused(more[c(1L, 1L + which(odd)[1])], if (near) c(own, also) else own)
  }
  if (!all(nzchar(given))) {
    stop_unused(more[c(1L, 1L + which(!nzchar(given)))], own)
  }
}

# The error of an argument that a function does not have. `more` is the function's
# substitute(list(...)), `known` the names of the function's arguments.
stop_unused <- function(more, known, call = user_call()) {
  known <- setdiff(known, "...")
  given <- names(more)[-1L]
  first <- if (length(given) > 0) given[nzchar(given)][1] else NA
  if (is.na(first)) {
    stop_manycore("argument", "too many arguments: ", if (length(known) == 1) {
      paste0("only '", known, "' is known")
    } else {
      paste0(length(known), " are known, '", paste(known, collapse = "', '"), "'")
    }, argument = "...", call = call)
  }
  close <- close_names(first, known)
  stop_manycore("argument", "there is no argument '", valid_text(first), "': ",
                if (length(close) > 0) paste0("'", close[1], "' may be meant") else
                  paste0("the arguments are '", paste(known, collapse = "', '"), "'"),
                argument = first, call = call)
}

# The known names that are close to a misspelt name, the nearest first. Two letters may be wrong
# (two letters that changed places are two); in a short name one letter, in a name of one letter
# none.
close_names <- function(name, known) {
  name <- valid_text(name)
  known <- known[nchar(known) > 1]
  far <- as.vector(utils::adist(name, known, ignore.case = TRUE))
  letters_of <- function(words) {
    vapply(strsplit(tolower(words), ""), function(word) paste(sort(word), collapse = ""), "")
  }
  most <- ifelse(letters_of(known) == letters_of(name), 2, c(0, 1, 1, 1, 2)[min(nchar(name), 5)])
  known[order(far)][seq_len(sum(far <= most))]
}

# A value in a few words, for errors.
describe <- function(x) {
  if (is.null(x)) {
    "NULL"
  } else if (is.function(x)) {
    "a function"
  } else if (is.matrix(x) && (is.numeric(x) || !is.object(x)) && !is.table(x)) {
    paste(if (is.integer(x)) "an" else "a", typeof(x), "matrix")
  } else if (is.object(x) || !is.atomic(x) || !is.null(dim(x))) {
    paste("an object of class", class(x)[1])
  } else if (length(x) != 1) {
    paste("a vector of class", class(x)[1], "and length", length(x))
  } else if (is.character(x) && !is.na(x)) {
    x <- valid_text(x)
    paste0("\"", if (nchar(x, "bytes") > 40) paste0(substr(x, 1, 37), "...") else x, "\"")
  } else if (is.numeric(x)) {
    short_number(x)
  } else {
    format(x, digits = 15)
  }
}

# A number for an error, whatever options(scipen = ) says.
short_number <- function(x, digits = 15L) {
  old <- options(scipen = 0L)
  on.exit(options(old))
  format(x, digits = digits)
}

quoted <- function(names) {
  paste0("\"", valid_text(names), "\"", collapse = ", ")
}

# Which strings are neither invalid in their encoding nor marked as bytes?
is_valid_text <- function(text) validEnc(text) & Encoding(text) != "bytes"

# Strings for messages. Strings that are no valid text are escaped, because R's functions for text
# refuse them.
valid_text <- function(text) {
  if (is.character(text)) {
    odd <- !is_valid_text(text)
    text[odd] <- encodeString(text[odd])
  }
  text
}

# The user's call: that of the outermost function of the package on the way to the frame `from`.
# (Parent frames are followed, so a call in an argument of our function is that call, and not ours.)
# Functions that stand in for R's by use_manycore() belong to the package, too.
# A frame whose parent frame is not on the stack may be its own parent by sys.parents(): print() of
# a list makes such a frame for each element. The search ends there.
user_call <- function(from = parent.frame()) {
  parents <- sys.parents()
  frame <- length(parents)
  while (frame > 0L && !identical(sys.frame(frame), from)) {
    frame <- frame - 1L
  }
  ours <- 0L
  while (frame > 0L) {
    home <- environment(sys.function(frame))
    if (identical(home, topenv()) || identical(attr(home, "name"), mask_place)) {
      ours <- frame
    }
    frame <- if (parents[frame] < frame) parents[frame] else 0L
  }
  if (ours == 0L) {
    return(NULL)
  }
  call <- sys.call(ours)
  generic <- get0(".Generic", sys.frame(ours), mode = "character", inherits = FALSE)
  if (!is.null(generic)) { # users call a method by the name of its generic function
    call[[1]] <- as.name(generic)
  }
  call
}

# ---- errors of C ----

# Evaluates a call of C. Errors of C (ffi_stop() in src/r/ffi.h) have a class, and get the user's
# call. R's errors of short memory get both. `could_fail` is FALSE for small calls, which save this
# time.
classed <- function(code, could_fail = TRUE) {
  if (!could_fail) {
    return(code)
  }
  withCallingHandlers(code, error = function(e) complete_error(e, parent.env(environment())))
}

# Evaluates code. Errors of the package begin with where(), the part of the work that failed.
located <- function(code, where) {
  tryCatch(code, manycore_error = function(e) {
    e$message <- paste0(where(), ": ", e$message)
    stop(e)
  })
}

# Evaluates code whose argument `from` is the user's argument `to`: errors and messages name `to`.
renamed_argument <- function(code, from, to) {
  renamed <- function(text) {
    gsub(paste0("\\b", from, "(?=\\[)"), to,
         gsub(paste0("'", from, "'"), paste0("'", to, "'"), text, fixed = TRUE), perl = TRUE)
  }
  withCallingHandlers(tryCatch(code, manycore_error = function(e) {
    if (identical(e$argument, from)) e$argument <- to
    e$message <- renamed(e$message)
    stop(e)
  }), message = function(m) {
    said <- renamed(conditionMessage(m))
    if (said != conditionMessage(m)) {
      message(said, appendLF = FALSE)
      invokeRestart("muffleMessage")
    }
  })
}

complete_error <- function(e, from) {
  if (inherits(e, "manycore_error") && is.null(conditionCall(e))) {
    e$call <- user_call(from)
    stop(e)
  }
  if (!inherits(e, "manycore_error") && is_out_of_memory(conditionMessage(e))) {
    stop_manycore("memory", conditionMessage(e), call = user_call(from))
  }
}

# Is the message one of R's messages of short memory, in English or in the session's language? Its
# words up to the number are compared, or those after the number, if the number comes first.
is_out_of_memory <- function(message, words = memory_words) {
  words <- c(words, gettext(words, domain = "R"))
  starts <- sub("%.*", "", words)
  ends <- sub("^%[0-9.]*f", "", words)
  any(ifelse(nzchar(starts), startsWith(message, starts), endsWith(message, ends)))
}

# R's messages of short memory, of all versions from 4.0 on.
memory_words <- c(
  paste("cannot allocate vector of size", c("%0.f Kb", "%0.1f Mb", "%0.1f Gb")),
  paste("cannot allocate memory block of size", c("%0.f Tb", "%0.1f Tb")),
  "vector memory exhausted (limit reached?)", "cons memory exhausted (limit reached?)",
  "vector memory limit of %0.1f Gb reached, see mem.maxVSize()"
)

mask_place <- "manycore:switch"
