# The fuzzer of R's objects: calls with arguments that no function expects. Such a call returns a
# value, or ends with an error of the package. Its arguments and the state of the random numbers
# stay as they were.

# A valid call (helper-calls.R) with one to three changes: an argument is replaced by an odd object
# (helper-odd.R), changed a little, or given though the call left the argument out. `what` says
# which changes.
odd_call <- function(valid, objects) {
  known <- arguments_of(valid$call)
  arguments <- valid$arguments
  what <- character()
  for (turn in seq_len(sample(3L, 1L, prob = c(6, 3, 1)))) {
    object <- sample(names(objects), 1L)
    change <- sample(names(odd_changes), 1L)
    kind <- sample(c("replaced", "changed", "given"), 1L)
    if (kind == "given" || length(arguments) == 0L) {
      at <- sample(c(known, "unknown"), 1L)
      arguments[at] <- list(objects[[object]])
      what <- c(what, paste(at, "=", object))
      next
    }
    at <- sample(length(arguments), 1L)
    if (kind == "replaced") {
      arguments[at] <- list(objects[[object]])
      what <- c(what, paste0("argument ", at, " = ", object))
    } else {
      arguments[at] <- list(or_null(odd_changes[[change]](arguments[[at]])))
      what <- c(what, paste0(change, "(argument ", at, ")"))
    }
  }
  # more permutations take too long
  if (manycore:::is_number(arguments$permutations, 1000)) arguments$permutations <- 1000
  list(call = valid$call, arguments = arguments, what = paste(what, collapse = ", "))
}

# The value of code, NULL if the code fails, without warnings.
or_null <- function(code) {
  tryCatch(suppressWarnings(code), error = function(e) NULL)
}

# Names of the arguments of a function and of its default method. Workers are left out, because they
# are processes; so are bars of progress.
arguments_of <- function(name) {
  method <- utils::getS3method(name, "default", TRUE, asNamespace("manycore"))
  known <- names(c(formals(getExportedValue("manycore", name)), if (!is.null(method))
    formals(method)))
  setdiff(unique(known), c("...", "BPPARAM", "progress"))
}

# How many of the calls returned a result.
odd_counts <- new.env()
odd_counts$returned <- 0

# Makes the call. Answers what is wrong, "" if nothing is.
findings_of <- function(odd, seconds = 20) {
  before <- serialize(odd$arguments, NULL)
  state <- .Random.seed
  outcome <- tryCatch({
    setTimeLimit(elapsed = seconds, transient = TRUE)
    suppressMessages(suppressWarnings(utils::capture.output(
      do.call(odd$call, odd$arguments, quote = TRUE)
    )))
    odd_counts$returned <- odd_counts$returned + 1
    NULL
  }, error = identity)
  setTimeLimit()
  found <- if (inherits(outcome, "error") && !is_clear_error(outcome, odd)) {
    if (grepl("elapsed time limit", conditionMessage(outcome))) "takes too long" else
      paste("unclear error:", substr(conditionMessage(outcome), 1L, 200L))
  }
  if (!same_objects(odd$arguments, unserialize(before))) found <- c(found, "an argument changed")
  if (!odd$call %in% calls_that_draw && !identical(state, .Random.seed)) {
    found <- c(found, "random numbers were drawn")
  }
  paste(found, collapse = "; ")
}

# An environment or a function is not identical() to its copy.
same_objects <- function(a, b) identical(a, b) || identical(serialize(a, NULL), serialize(b, NULL))

# Errors that a call may end with: those of the package, of R's matching of arguments, of a function
# that is an argument, and of sort() and order(), which take over for other vectors than numbers,
# and for `partial`. R prints an unused argument into its error of do.call(), and fails to print an
# S4 object without a definition.
is_clear_error <- function(e, odd) {
  message <- conditionMessage(e)
  inherits(e, "manycore_error") ||
    grepl("^argument \".*\" is missing|matched by multiple actual|^unused arg", message) ||
    (grepl("^cannot get a slot", message) && identical(conditionCall(e)[[1L]], quote(do.call))) ||
    (odd$call %in% c("sort_parallel", "order_parallel", "rank_parallel") && !sorts_numbers(odd)) ||
    (odd$call == "align_gap" && message == "called") # by a_function, as its costs of gaps
}

sorts_numbers <- function(odd) {
  names <- names(odd$arguments)
  vectors <- odd$arguments[if (is.null(names)) TRUE else names %in% c("", "x", "unknown")]
  is.null(odd$arguments$partial) &&
    all(vapply(vectors, function(v) is.numeric(v) && !is.object(v), NA))
}

# The help pages of these say that they draw random numbers.
calls_that_draw <- c("kendall_test", "cor_xi", "xi_test", "rank_parallel", "impute_genotypes",
                     "haplotype_test")

# Makes `count` odd calls, which `seed` determines. Answers what is wrong with them: a line for each
# kind of finding, with the number of the first call that shows it.
odd_findings <- function(count, seed, numbers = seq_len(count)) {
  calls <- valid_calls()
  objects <- odd_objects()
  found <- character()
  for (number in numbers) {
    set.seed(seed + number)
    name <- sample(names(calls), 1L)
    odd <- odd_call(calls[[name]], objects)
    finding <- findings_of(odd)
    if (nzchar(finding) && !paste(name, finding) %in% names(found)) {
      found[paste(name, finding)] <- paste0("seed ", seed + number, ": ", name, "() with ",
                                            odd$what, ": ", finding)
    }
  }
  unname(found)
}
