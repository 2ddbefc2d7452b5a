# Formulas of the methods for class formula: one parser for all functions that take variables apart
# by `+` and `|`.
#
#   left ~ u + v | g + h   list(left =, right =, given =): lists of expressions, NULL if not there
#
# A term may be any expression, such as log(u) or cbind(u, v). The operators of models, which have
# another meaning here or none, are errors.

# `form`: the words of errors, as "~ u + v". `needed`, `allowed`: which parts the formula must have,
# and may have; "given" stands for the part behind `|`.
formula_parts <- function(formula, form, needed = "right", allowed = needed) {
  refuse <- function(...) {
    stop_manycore("argument", "'formula' must be of the form ", form, ", ", ...,
                  argument = "formula")
  }
  if (!inherits(formula, "formula") || !is.call(formula)) { # (~ a)[0] is a list
    refuse("not ", describe(formula))
  }
  parts <- list(left = if (length(formula) == 3L) formula[[2L]],
                right = formula[[length(formula)]], given = NULL)
  if (is_call_of(parts$right, "|")) {
    parts$given <- parts$right[[3L]]
    parts$right <- parts$right[[2L]]
  }
  words <- c(left = "a left side", right = "a right side", given = "a part after '|'")
  for (part in names(words)) {
    if (is.null(parts[[part]]) && part %in% needed) refuse("with ", words[[part]])
    if (!is.null(parts[[part]]) && !part %in% allowed) refuse("without ", words[[part]])
  }
  lapply(parts, function(part) if (!is.null(part)) terms_of(part, refuse))
}

is_call_of <- function(expression, operators) {
  is.call(expression) && is.name(expression[[1L]]) && as.character(expression[[1L]]) %in% operators
}

# The terms of a sum.
terms_of <- function(expression, refuse) {
  if (is_call_of(expression, "(")) {
    return(terms_of(expression[[2L]], refuse))
  }
  if (is_call_of(expression, "+") && length(expression) == 3L) {
    return(c(terms_of(expression[[2L]], refuse), terms_of(expression[[3L]], refuse)))
  }
  odd <- c("+", "-", "*", "/", ":", "^", "|", "~", "%in%")
  if (is_call_of(expression, odd)) {
    refuse("not with ", deparse1(expression), ": I() makes a variable of an expression")
  }
  if (is_call_of(expression, "offset")) {
    refuse("without offset()")
  }
  if (!is.name(expression) && !is.call(expression)) {
    refuse("with variables, not ", deparse1(expression))
  }
  list(expression)
}

# The variables of the parts: list(frame =, and for each part the names of its columns in frame).
#   call: the call of the method, as of match.call(expand.dots = FALSE), with its `formula`, `data`,
#     `subset` and `na.action`; where: the frame in which the call was made
# `.` stands for all columns of `data` that are in no other term. `na.action`: if the call has none.
formula_variables <- function(parts, call, formula, where, na.action = NULL) {
  data <- frame_data(eval(call$data, where))
  parts <- with_other_columns(parts, data)
  terms <- unlist(parts, recursive = FALSE, use.names = FALSE)
  flat <- Reduce(function(a, b) call("+", a, b), terms)
  call$formula <- stats::as.formula(call("~", flat), env = environment(formula))
  if (!is.null(call$data)) call["data"] <- list(data)
  if (is.null(call$na.action)) call$na.action <- na.action
  call <- call[c(1L, match(c("formula", "data", "subset", "na.action", "groups"), names(call), 0L))]
  call[[1L]] <- quote(stats::model.frame)
  names <- lapply(parts, function(terms) vapply(terms, deparse1, ""))
  variables <- lapply(list(formula = call$formula, subset = call$subset, groups = call$groups),
                      variables_in)
  c(list(frame = frame_of_model(eval(call, where), variables, data, environment(formula))), names)
}

# The value of a call of stats::model.frame(). Its errors become errors of the package, which name
# an argument, and the variable if a variable is not there. `variables`: for each argument the names
# of its variables; the first one is the formula. `where`: the environment of the formula, which
# `place` has in words. Other arguments are evaluated in the same way.
frame_of_model <- function(code, variables, data, where, place = "where the formula was made") {
  frame <- tryCatch(code, error = identity)
  if (!inherits(frame, "error")) {
    return(frame)
  }
  said <- conditionMessage(frame)
  for (argument in names(variables)) {
    lost <- Filter(function(name) !is_variable(name, data, where), variables[[argument]])
    lost <- lost[vapply(lost, is_named_in, NA, said)]
    if (length(lost) > 0L) {
      stop_manycore("argument", "'", argument, "' has the variable '", valid_text(lost[1L]),
                    "', which is ", if (is.null(data)) "not there, and there is no 'data'" else
                      paste("not in 'data', nor", place), argument = argument)
    }
  }
  argument <- names(variables)[1L]
  stop_manycore("argument", "'", argument, "' cannot be evaluated: ", said, argument = argument)
}

# Does a message have this name as a whole word?
is_named_in <- function(name, message) {
  name <- gsub("([][(){}.*+?^$|\\\\])", "\\\\\\1", name, useBytes = TRUE)
  grepl(paste0("(?<![[:alnum:]._])", name, "(?![[:alnum:]._])"), message, perl = TRUE,
        useBytes = TRUE)
}

# The variables of an expression: of u$v and u@v those of u.
variables_in <- function(expression) {
  without_members <- function(part) {
    if (is_call_of(part, c("$", "@"))) {
      return(without_members(part[[2L]]))
    }
    for (k in if (is.call(part)) seq_along(part)) {
      if (is.call(part[[k]])) part[k] <- list(without_members(part[[k]]))
    }
    part
  }
  all.vars(without_members(expression))
}

# Is there a variable of this name in the data, or where a formula was made?
is_variable <- function(name, data, where) {
  in_data <- if (is.environment(data)) exists(name, data) else name %in% names(data)
  in_data || (is.environment(where) && exists(name, where))
}

# `data` as stats::model.frame() and eval() take it.
frame_data <- function(data) {
  check_frame_data(data)
  if (inherits(data, "table") && is.array(data)) {
    as.data.frame(data) # a row for each cell, as in stats::model.frame()
  } else if (isS4(data) && inherits(data, "DataFrame")) {
    data_frame_of(data) # eval() does not know the class
  } else if (is.matrix(data)) {
    as.data.frame(unclass(data)) # the columns, whatever the class of the matrix
  } else {
    data
  }
}

check_frame_data <- function(data) {
  if (!is.null(data) && !is.list(data) && !is.environment(data) && !isS4(data) &&
        !is.matrix(data) && !inherits(data, "table")) {
    stop_argument("data", "a data frame, a matrix, a list or an environment", data)
  }
  if (has_assays(data)) {
    stop_manycore("argument", "'data' must be a data frame or the like, not ", describe(data),
                  ": data = ", if (inherits(data, "ExpressionSet")) "pData" else "colData",
                  "() of the object has the variables of the samples", argument = "data")
  }
}

with_other_columns <- function(parts, data) {
  is_dot <- function(term) identical(term, quote(.))
  if (!any(vapply(unlist(parts, recursive = FALSE), is_dot, NA))) {
    return(parts)
  }
  if (is.null(data)) {
    stop_manycore("argument", "'formula' has '.', which stands for the other columns of 'data'",
                  argument = "formula")
  }
  used <- unlist(lapply(unlist(parts, recursive = FALSE), all.vars))
  others <- lapply(setdiff(names(data), used), as.name)
  lapply(parts, function(terms) {
    unlist(lapply(terms, function(term) if (is_dot(term)) others else list(term)),
           recursive = FALSE)
  })
}

# The columns of some variables of a frame: a matrix as it is, if it is the only variable.
frame_columns <- function(frame, names) {
  names <- unique(names)
  if (length(names) == 1L && is.matrix(frame[[names]])) frame[[names]] else frame[names]
}

# The variable of a part that must be one vector.
frame_vector <- function(frame, names, argument, form) {
  if (length(names) != 1L || is.matrix(frame[[names]])) {
    stop_manycore("argument", "'formula' must be of the form ", form, ", with one variable as ",
                  "the ", argument, argument = "formula")
  }
  frame[[names]]
}

# ---- two variables: ~ u + v ----

# The frame whose first two columns are the two variables.
pair_of_formula <- function(formula, call, where) {
  parts <- formula_parts(formula, "~ u + v")
  found <- formula_variables(parts, call, formula, where)
  if (length(found$right) != 2L || anyDuplicated(found$right)) {
    stop_manycore("argument", "invalid formula: 'formula' must be of the form ~ u + v, with two ",
                  "different variables", argument = "formula")
  }
  found
}

# The two variables. Beside a matrix a vector becomes a data frame, which keeps the name of the
# vector.
two_variables <- function(found) {
  matrices <- vapply(found$frame[1:2], is.matrix, NA)
  lapply(1:2, function(k) if (any(matrices) && !matrices[k]) found$frame[k] else found$frame[[k]])
}

# A test of two vectors has the names of the variables.
with_data_name <- function(result, found) {
  if (inherits(result, "htest")) {
    result$data.name <- paste0(
      paste(found$right, collapse = " and "),
      if (length(found$given) > 0) paste0(" given ", paste(found$given, collapse = ", "))
    )
  }
  result
}
