#' Errors of manycore
#'
#' Every error that the package raises is a condition with a class of its own, so that
#' [tryCatch()] can tell them apart.
#'
#' @details
#' All of them have the class `manycore_error`, and besides one of these:
#'
#' * `manycore_error_argument`: an argument of a wrong type, or with a value that it cannot have, or
#'   one that the function does not have. The condition's element `argument` is its name.
#' * `manycore_error_size`: arguments whose sizes do not go together, such as matrices with
#'   different numbers of columns, or are beyond what an algorithm can do.
#' * `manycore_error_data`: values that leave nothing to compute with, such as a weight that is not
#'   a number, or missing values under `use = "all.obs"`.
#' * `manycore_error_negative_cycle` (and `negative_cycle`): a graph without shortest paths, see
#'   [floyd_warshall()]. The element `cycle` has the vertices.
#' * `manycore_error_rounding`: a path that rounding has made impossible to tell, see
#'   [shortest_path()].
#' * `manycore_error_memory`: a result that does not fit in memory, or working memory that
#'   cannot be had.
#' * `manycore_error_store`: a store ([tile_store()]) that is of another call, is damaged, lacks
#'   tiles that are to be read (also `manycore_error_tile`; the elements `tile` and `state` say
#'   which, and why), or could not be filled (the element `left` is a list of what is left). A link,
#'   or a folder, in the place of a file has the class `manycore_error_file`, too, and the elements
#'   `path` and `found`; a damaged manifest `manycore_error_damaged_manifest`.
#' * `manycore_error_disk`: a file that cannot be written, as where the disk is full. The element
#'   `path` is the file's.
#' * `manycore_error_worker`: a backend of BiocParallel that cannot be started, or a worker that has
#'   not this version of the package. The element `host` is the worker's machine.
#' * `manycore_error_missing_package`: a package that is needed and not installed. The element
#'   `package` is its name.
#' * `manycore_error_build`: something that this build lacks, or this machine cannot run.
#' * `manycore_error_option`: an option of [options()] with a value that it cannot have. The element
#'   `option` is its name.
#' * `manycore_error_process`: another process of R that was started for measurements, and failed.
#'
#' The message names the argument, what would be right, and what was given; [conditionCall()] is the
#' call of the package's function. Where a function stands in for one of R's, messages that
#' this one has, such as `'x' must be numeric` of [stats::cor()], are the same, or begin as they do:
#' of a data frame the columns that are not numeric are named behind this one.
#'
#' What is handed over to a function of R (characters by [sort_parallel()] to [sort()], for
#' example) has the errors of that function. An argument without a default that is left out,
#' and an interrupt, are R's own conditions.
#'
#' @examples
#' tryCatch(cor_kendall(longley, threads = 0), manycore_error_argument = function(e) e$argument)
#' graph <- data.frame(from = 1:2, to = 2:1, weight = c(1, -2))
#' tryCatch(floyd_warshall(graph), manycore_error_negative_cycle = function(e) e$cycle)
#' @name manycore_errors
#' @aliases manycore_error
NULL

# The one place where errors are made. `...`: the parts of the message, and by their names
# further elements of the condition.
stop_manycore <- function(kind, ..., class = NULL, call = user_call()) {
  parts <- list(...)
  named <- if (is.null(names(parts))) logical(length(parts)) else nzchar(names(parts))
  condition <- errorCondition(paste(unlist(parts[!named]), collapse = ""), call = call,
                              class = c(class, paste0("manycore_error_", kind), "manycore_error"))
  stop(structure(c(condition, parts[named]), class = class(condition)))
}

# "'argument' must be so, not thus."
stop_argument <- function(argument, right, given, call = user_call()) {
  stop_manycore("argument", "'", argument, "' must be ", right,
                if (!missing(given)) paste(", not", describe(given)),
                argument = argument, call = call)
}

# The one check of `...`. A function calls check_dots(...) with its own `...`; arguments that the
# function does not have are an error that names the first of them. `.also`: names of arguments that
# the function hands on to another one. They are looked at only if there is something in `...`, so
# they may take long to find. `.pattern`: a regular expression of further names.
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
stop_unused <- function(more = NULL, known = NULL, call = user_call()) {
  if (is.null(more)) {
    more <- eval(quote(substitute(list(...))), parent.frame())
    known <- names(formals(sys.function(sys.parent())))
  }
  known <- setdiff(known, "...")
  given <- names(more)[-1L]
  first <- if (length(given) > 0) given[nzchar(given)][1] else NA
  if (is.na(first)) {
    stop_manycore("argument", "too many arguments: ", length(known), " are known, '",
                  paste(known, collapse = "', '"), "'", argument = "...", call = call)
  }
  if (first == "kernel" && "algorithm" %in% known) {
    stop_manycore("argument", "there is no argument 'kernel': write algorithm = ",
                  deparse(more[["kernel"]])[1], argument = first, call = call)
  }
  close <- close_names(first, known)
  stop_manycore("argument", "there is no argument '", first, "'", if (length(close) > 0) {
    paste0(": '", close[1], "' may be meant")
  } else {
    paste0(", but '", paste(known, collapse = "', '"), "'")
  }, argument = first, call = call)
}

# The known names that may be meant by a misspelt one, the nearest first: two letters may be wrong
# (which two that have changed places are), of a short name one, of one letter none.
close_names <- function(name, known) {
  known <- known[nchar(known) > 1]
  far <- as.vector(utils::adist(name, known, ignore.case = TRUE))
  letters_of <- function(words) {
    vapply(strsplit(tolower(words), ""), function(word) paste(sort(word), collapse = ""), "")
  }
  most <- ifelse(letters_of(known) == letters_of(name), 2, c(0, 1, 1, 1, 2)[min(nchar(name), 5)])
  known[order(far)][seq_len(sum(far <= most))]
}

# What an argument was given, in a few words.
describe <- function(x) {
  if (is.null(x)) {
    "NULL"
  } else if (is.function(x)) {
    "a function"
  } else if (is.matrix(x) && (is.numeric(x) || !is.object(x))) {
    paste(if (is.integer(x)) "an" else "a", typeof(x), "matrix")
  } else if (is.object(x) || !is.atomic(x) || !is.null(dim(x))) {
    paste("an object of class", class(x)[1])
  } else if (length(x) != 1) {
    paste("a vector of class", class(x)[1], "and length", length(x))
  } else if (is.character(x) && !is.na(x)) {
    paste0("\"", if (nchar(x, "bytes") > 40) paste0(substr(x, 1, 37), "...") else x, "\"")
  } else {
    format(x, digits = 15)
  }
}

quoted <- function(names) {
  paste0("\"", names, "\"", collapse = ", ")
}

# The call by which a user came here: of the outermost function of the package that leads to the
# frame with the environment `from`. (A frame's parent is who asked for it: a call within an
# argument of ours is not ours.) The functions that stand in for R's by use_manycore() are the
# package's, too.
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
    frame <- parents[frame]
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

# Evaluates a call of C, whose errors (ffi_stop() in src/r/ffi.h) have their class and get the
# user's call; those of R, that memory is short, get both. `could_fail`: a small call, which takes
# as long as this, need not ask.
classed <- function(code, could_fail = TRUE) {
  if (!could_fail) {
    return(code)
  }
  withCallingHandlers(code, error = function(e) complete_error(e, parent.env(environment())))
}

# Evaluates code that knows as its argument `from` what is the user's argument `to`, so that errors
# and messages name the latter.
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

# One of R's own messages, in English or in the language of the session: it begins as that does up
# to its number or, where the number comes first, ends as that does.
is_out_of_memory <- function(message, words = memory_words) {
  words <- c(words, gettext(words, domain = "R"))
  starts <- sub("%.*", "", words)
  ends <- sub("^%[0-9.]*f", "", words)
  any(ifelse(nzchar(starts), startsWith(message, starts), endsWith(message, ends)))
}

# Those of all versions of R from 4.0 on.
memory_words <- c(
  paste("cannot allocate vector of size", c("%0.f Kb", "%0.1f Mb", "%0.1f Gb")),
  paste("cannot allocate memory block of size", c("%0.f Tb", "%0.1f Tb")),
  "vector memory exhausted (limit reached?)", "cons memory exhausted (limit reached?)",
  "vector memory limit of %0.1f Gb reached, see mem.maxVSize()"
)

mask_place <- "manycore:switch"
