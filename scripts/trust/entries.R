# Calls the registered entries of the C code themselves with arguments that no R function gives
# them. An entry may return, or raise an error of R. It must not crash, take longer than some
# seconds, leave R's stack of protected objects unbalanced, or change an argument (buffers are
# external pointers, whose contents may change).
#
#   Rscript scripts/trust/entries.R [COUNT [SEED [REGEXP]]]
#       COUNT calls (5,000); the first has this seed (1); of entries with these names only
#   Rscript scripts/trust/entries.R --plant
#       calls entries that crash, change an argument, unbalance the stack and hang: it must fail
#
# Calls are made in child processes, so that a crash names the seed, the entry and the arguments.
# One seed again: entries.R 1 SEED [REGEXP]. It needs the installed package (scripts/build.sh). By
# `sanitized.sh --entries`, reports of the sanitizers are findings, too.

source(file.path("scripts", "trust", "calls.R"))

LIMIT <- if ("--plant" %in% commandArgs(TRUE)) 1 else 10 # seconds of a call
SILENCE <- 120 # seconds without a sign of life: the child begins, or a call hangs
BATCH <- 2500 # calls of a child process
MEMORY <- "3Gb" # that the vectors of a child process may take
PATIENT <- "C_kendall_permutation" # takes the time that is asked for, and heeds interrupts
arguments <- commandArgs(trailingOnly = TRUE)
plant <- "--plant" %in% arguments
child <- "--child" %in% arguments
numbers <- suppressWarnings(as.numeric(arguments))
only <- arguments[is.na(numbers) & !startsWith(arguments, "--")]
numbers <- numbers[!is.na(numbers)]

# ---- valid calls ----

# A buffer cannot be copied: this stands for a new one.
buffer_like <- function(dim, integers) structure(list(dim, integers), class = "buffer_like")

is_buffer <- function(x) typeof(x) == "externalptr"

# Is x an object whose attributes R does not copy? Its class cannot be changed or left out.
is_reference <- function(x) is_buffer(x) || is.environment(x)

# What a record keeps of a buffer.
as_record <- function(x) {
  if (!is_buffer(x)) return(x)
  dim <- .Call(entry("C_buffer_dim"), x)
  whole <- tryCatch(.Call(entry("C_paths_are_vertices"), x, 1L), error = function(e) NULL)
  if (is.null(dim)) NULL else buffer_like(dim, !is.null(whole))
}

# A new buffer, from a file that has both kinds.
new_buffer <- function(dim, integers) {
  label <- c(1, 1, dim, 0, 1)
  file <- c(tempdir(), basename(tempfile("buffer")))
  print <- "0123456789abcdef"
  x <- matrix(sample(c(0.5, 1:20, Inf), prod(dim), TRUE), dim[1])
  .Call(entry("C_tile_write"), file, label, print, 0, 0, x,
        matrix(sample(c(NA, seq_len(max(dim))), prod(dim), TRUE), dim[1]))
  found <- .Call(entry("C_tile_read"), file, label, print, as.integer(dim[2] > 0),
                 as.integer(dim[2]), 2L, 2L)
  unlink(file.path(file[1], file[2]))
  if (integers) found$integers else found$numbers
}

# A list of calls of each entry: lists of arguments, serialized, because entries may change them.
record_calls <- function() {
  record <- list()
  keep <- function(name, arguments, call) {
    if (length(record[[name]]) < 40L) {
      value <- serialize(lapply(arguments, as_record), NULL)
      if (!any(vapply(record[[name]], identical, NA, value))) {
        record[[name]] <<- c(record[[name]], list(value))
      }
    }
    call()
  }
  load_watched(keep)
  manycore_threads(2)
  for (call in all_calls()) suppressWarnings(suppressMessages(call()))
  record
}

valid_arguments <- function(record) {
  lapply(unserialize(record[[sample(length(record), 1L)]]), function(x) {
    if (inherits(x, "buffer_like")) new_buffer(x[[1]], x[[2]]) else x
  })
}

# ---- arguments that no R function gives ----

strange <- list(
  null = function() NULL,
  logical = function() sample(c(TRUE, FALSE, NA), sample(0:3, 1), TRUE),
  integer = function() {
    sample(c(-2:3, NA, 40L, .Machine$integer.max, -.Machine$integer.max), sample(0:4, 1), TRUE)
  },
  double = function() {
    sample(c(-1, 0, 1, 0.5, NA, NaN, Inf, -Inf, 1e308, 5e-324, 2^31, 2^53, 1e15),
           sample(0:4, 1), TRUE)
  },
  one = function() sample(list(0L, 1L, 2L, -1L, NA_integer_, 100L, .Machine$integer.max), 1)[[1]],
  one_double = function() sample(c(0, 1, 2, -1, NA, NaN, Inf, 1e15, 2^31, 3e9), 1),
  string = function() {
    sample(c("", "a", "b/c", NA, "\xff\xfe", "0123456789abcdef", strrep("x", 5000)),
           sample(0:3, 1), TRUE)
  },
  list = function() sample(list(NULL, 1, "a", 1:3, list(), sum), sample(0:4, 1), TRUE),
  named_list = function() stats::setNames(list(1, NULL, 2L, "a"), c("dim", "", NA, "p")),
  complex = function() complex(sample(0:2, 1)),
  raw = function() as.raw(sample(0:255, sample(0:70, 1))),
  compact = function() seq_len(sample(0:12, 1)),
  long_compact = function() seq_len(3e9),
  sorted = function() sort(stats::rnorm(sample(0:12, 1))),
  strings_of_numbers = function() as.character(1:12),
  matrix = function() matrix(stats::rnorm(48), 12),
  integers = function() matrix(sample(-1:12, 48, TRUE), sample(c(4L, 12L), 1)),
  square = function() matrix(sample(c(-3, 0:9, NA, NaN, Inf, -Inf), 49, TRUE), 7),
  no_rows = function() matrix(0, 0, 4),
  no_columns = function() matrix(0L, 12, 0),
  no_cells = function() matrix(0, 0, 0),
  logicals = function() matrix(NA, 12, 4),
  string_matrix = function() matrix("a", 12, 4),
  list_matrix = function() matrix(list(1), 4, 3),
  array = function() array(1:24, 2:4),
  frame = function() data.frame(a = 1:12, b = 0.5),
  factor = function() factor(letters[1:12]),
  s4 = function() methods::getClass("numeric"),
  environment = function() new.env(),
  symbol = function() quote(a),
  call = function() quote(stop("evaluated")),
  pairlist = function() pairlist(a = 1, 2),
  expression = function() expression(a, 1),
  primitive = function() sum,
  failing = function() function(...) stop("called"),
  answering = function() {
    answer <- list(NULL, 1L, 12:1, NA_integer_, rep(1L, 12), "a", -1)[[sample(7L, 1L)]]
    function(...) answer
  },
  collecting = function() {
    function(...) {
      gc()
      sample.int(12)
    }
  },
  pointer = function() methods::new("externalptr"),
  own_pointer = function() entry("C_sort")$address,
  buffer = function() new_buffer(sample(0:7, 2, TRUE), sample(2, 1) == 1),
  source = function() source_of(matrix(stats::rnorm(48), 12))
)

# A source of columns (R/input_classes.R) with faults.
source_of <- function(x) {
  dims <- list(dim(x), c(-1L, ncol(x)), c(nrow(x), -1L), c(nrow(x), NA), c(0L, 0L), c(3L, 100L),
               c(.Machine$integer.max, 2L), 1:3)
  dim <- sample(c(rep(list(dim(x)), 4L), dims), 1L)[[1L]]
  columns <- if (sample(4L, 1L) > 1L) ncol(x) else sample(0:9, 1L)
  ends <- cumsum(c(0L, sample(0:2, columns, TRUE)))
  if (sample(4L, 1L) == 1L) ends <- sample(c(ends, -1L, NA))
  cells <- max(0L, ends, na.rm = TRUE)
  rows <- c(seq_len(nrow(x)) - 1L, if (sample(4L, 1L) == 1L) c(-1L, nrow(x), NA))
  sparse <- list(i = as.integer(rows[sample.int(length(rows), cells, TRUE)]), p = ends,
                 x = sample(c(1, 2, NA, Inf), cells, TRUE))
  across <- sample(c(0:1, 0:1, 2L), 1L)
  read <- function(numbers) {
    if (sample(5L, 1L) == 1L) return(strange_object())
    block <- x[, pmin(numbers, ncol(x)), drop = FALSE]
    if (across == 1L) t(block) else block
  }
  parts <- list(list(matrix = t(x)), list(sparse = sparse),
                list(read = read, place = new.env(), size = sample(c(1L, 2L, 9L, 0L, NA), 1L),
                     across = across, double = as.integer(is.double(x))))
  structure(c(list(dim = dim), sample(parts, 1L)[[1L]]), class = "column_source")
}

strange_object <- function() strange[[sample(length(strange), 1L)]]()

values <- list(
  double = function() sample(c(NA, NaN, Inf, -Inf, -1, 0, 0.5, 1e308, 2^31, 2^53, 1e18), 1),
  integer = function() sample(c(NA, -1L, 0L, 1L, 13L, 40000L, .Machine$integer.max), 1),
  logical = function() NA, character = function() sample(c(NA, "", "a", "\xff"), 1),
  raw = function() as.raw(sample(0:255, 1)), list = function() list(strange_object())
)

# A small change of an argument.
changes <- list(
  value = function(x) {
    if (length(x) && !is.null(values[[typeof(x)]])) {
      x[sample(length(x), 1L)] <- values[[typeof(x)]]()
    }
    x
  },
  values = function(x) {
    for (k in sample(length(x), length(x) %/% 3)) {
      if (!is.null(values[[typeof(x)]])) x[k] <- values[[typeof(x)]]()
    }
    x
  },
  longer = function(x) c(x, x[seq_len(min(1L, length(x)))]),
  shorter = function(x) x[-1L],
  empty = function(x) x[0L],
  vector = function(x) `dim<-`(x, NULL),
  transposed = function(x) t(x),
  fewer_columns = function(x) x[, -1L, drop = FALSE],
  fewer_rows = function(x) x[-1L, , drop = FALSE],
  shuffled = function(x) x[sample.int(length(x))],
  source = function(x) source_of(x),
  other_type = function(x) `storage.mode<-`(x, if (is.integer(x)) "double" else "integer"),
  element = function(x) {
    at <- sample(length(x), 1L)
    x[at] <- list(if (sample(2L, 1L) == 1L) changed(x[[at]]) else strange_object())
    x
  }
)

changed <- function(x) {
  if (is_buffer(x) || is.null(x) || is.function(x)) return(strange_object())
  kinds <- setdiff(names(changes), "element")
  if (is.list(x) && length(plain(x)) && stats::runif(1) < 0.6) kinds <- "element"
  class <- oldClass(x)
  x <- tryCatch(suppressWarnings(changes[[sample(kinds, 1L)]](unclass(x))),
                error = function(e) strange_object())
  if (is.null(class) || is.null(x) || is.symbol(x) || is_reference(x)) return(x)
  structure(x, class = class)
}

# The arguments of a call that the seed determines, and what is strange about them.
strange_call <- function(seed, record, known) {
  set.seed(seed)
  name <- sample(names(known), 1L)
  count <- known[[name]]
  if (count == 0L) return(list(name = name, arguments = list(), what = "no arguments"))
  if (length(record[[name]]) == 0L || stats::runif(1) < 0.1) {
    return(list(name = name, arguments = lapply(seq_len(count), function(k) strange_object()),
                what = "all arguments"))
  }
  arguments <- valid_arguments(record[[name]])
  # data more often than settings
  weight <- vapply(arguments, function(x) if (is.list(x) || length(plain(x)) > 1L) 3 else 1, 1)
  most <- min(2L, count)
  at <- sample(count, sample(most, 1L, prob = c(4, 1)[seq_len(most)]), prob = weight)
  for (k in at) {
    arguments[k] <- list(if (stats::runif(1) < 0.5) strange_object() else changed(arguments[[k]]))
  }
  list(name = name, arguments = arguments, what = paste("argument", paste(at, collapse = ", ")))
}

# ---- a child process ----

# Without a class, because a source of columns has a dim() and a length() of its own. (A changed
# argument of any type may have that class.)
plain <- function(x) if (is_reference(x)) x else unclass(x)

describe <- function(x) {
  if (is_reference(x)) return(typeof(x))
  x <- plain(x)
  text <- if (is.list(x) && length(x) < 20) {
    paste0("list(", paste0(names(x), "=", vapply(x, describe, ""), collapse = "; "), ")")
  } else if (is.atomic(x) && length(x) < 9) {
    paste0(deparse(x), collapse = "")
  } else {
    dim <- attr(x, "dim", exact = TRUE)
    if (is.null(dim)) dim <- length(x)
    paste0(typeof(x), "[", paste(dim, collapse = "x"), "]")
  }
  gsub("[[:space:]]+", " ", substr(iconv(text, sub = "byte"), 1L, 200L))
}

say <- function(...) cat(..., "\n", sep = "", file = stderr())

# What an entry must not change. Buffers and the environment of a source may change; R compiles
# functions.
kept_part <- function(x) {
  if (is_buffer(x) || is.environment(x) || is.function(x)) return(NULL)
  if (typeof(x) == "list") return(list(lapply(unclass(x), kept_part), class(x)))
  x
}

as_bytes <- function(arguments) serialize(lapply(arguments, kept_part), NULL)

call_strangely <- function(call, known) {
  long <- any(vapply(call$arguments, function(x) is.atomic(x) && length(plain(x)) > 1e8, NA))
  before <- if (!long) as_bytes(call$arguments)
  if (stats::runif(1) < 0.05 && !long) gctorture2(5)
  failed <- FALSE
  begun <- proc.time()[["elapsed"]]
  setTimeLimit(elapsed = LIMIT, transient = TRUE)
  result <- tryCatch(
    suppressWarnings(do.call(.Call, c(list(known[[call$name]]), call$arguments), quote = TRUE)),
    error = function(e) {
      failed <<- TRUE
      if (grepl("elapsed time limit", conditionMessage(e)) && !call$name %in% PATIENT) {
        say("FOUND takes too long")
      }
    }
  )
  setTimeLimit()
  gctorture2(0)
  if (!failed) say("RETURNED")
  if (proc.time()[["elapsed"]] - begun > 2 * LIMIT) say("FOUND takes too long")
  if (long) {
    return()
  }
  if (!identical(as_bytes(call$arguments), before)) say("FOUND an argument changed")
  invisible(serialize(result, NULL)) # it must be a sound object
}

# What an entry may have set for the whole process.
settle <- function() {
  .Call(entry("C_threads_init"), FALSE)
  .Call(entry("C_threads_solo"), FALSE)
  .Call(entry("C_threads_set"), 2L)
  .Call(entry("C_trace_end"))
  .Call(entry("C_isa_choose"), "")
}

planted_entries <- function() {
  compiled(c(
    "#include <R_ext/Utils.h>",
    "SEXP crashes(SEXP x) { return Rf_ScalarInteger(((volatile int *) 8)[TYPEOF(x)]); }",
    "SEXP changes(SEXP x) {",
    "  if (TYPEOF(x) == INTSXP && LENGTH(x) > 0) INTEGER(x)[0] = 77;",
    "  return R_NilValue;",
    "}",
    "SEXP unbalanced(SEXP x) { return PROTECT(x); }",
    "SEXP hangs(SEXP x) { for (;;) R_CheckUserInterrupt(); return x; }"
  ), c("crashes", "changes", "unbalanced", "hangs"))
}

run_child <- function(first, last) {
  say("PID ", Sys.getpid())
  if (plant) library(manycore) else record <- record_calls()
  known <- entries_of_package()
  if (length(only)) known <- known[grep(only, names(known))]
  missed <- if (!plant) setdiff(names(known)[known > 0L], names(record))
  if (length(missed)) stop("no valid call reaches ", toString(missed))
  symbols <- lapply(stats::setNames(nm = names(known)), entry)
  if (plant) {
    symbols <- planted_entries()
    known <- vapply(symbols, function(symbol) 1L, 1L)
    record <- lapply(symbols, function(symbol) list(serialize(list(5:6 + 0L), NULL)))
  }
  sandbox <- tempfile("sandbox") # files are made and removed here only
  dir.create(sandbox)
  setwd(sandbox)
  for (seed in first:last) {
    call <- strange_call(seed, record, known)
    say("CALL ", seed, " ", call$name, " ", call$what, ": ",
        paste(vapply(call$arguments, describe, ""), collapse = ", "))
    call_strangely(call, symbols)
    settle()
  }
  say("DONE")
}

# ---- the parent process ----

wrong_line <- paste0("^FOUND|stack imbalance|runtime error:|ERROR: (Address|Leak)Sanitizer|",
                     "caught segfault")

# Waits until a child ends. Kills it, and answers TRUE, if it writes nothing for a long time.
wait_for_end <- function(log) {
  size <- 0
  since <- Sys.time()
  repeat {
    Sys.sleep(0.2)
    now <- file.size(log)
    lines <- if (!is.na(now) && now != size) readLines(log, warn = FALSE)
    if (any(grepl("^ENDED", lines, useBytes = TRUE))) {
      return(FALSE)
    }
    if (!is.null(lines)) {
      size <- now
      since <- Sys.time()
    } else if (Sys.time() - since > SILENCE) {
      pid <- grep("^PID", readLines(log, warn = FALSE), value = TRUE, useBytes = TRUE)
      tools::pskill(as.integer(sub("^PID ", "", pid)), tools::SIGKILL)
      return(TRUE)
    }
  }
}

# Runs calls in a child. Answers its findings, the seed of the last call, whether all were made, and
# how many of them returned.
run_batch <- function(first, last) {
  log <- tempfile("entries")
  command <- paste(shQuote(file.path(R.home("bin"), "Rscript")), "--vanilla",
                   file.path("scripts", "trust", "entries.R"), "--child", first, last,
                   if (plant) "--plant", if (length(only)) shQuote(only))
  line <- paste0("R_MAX_VSIZE=", MEMORY, " ", command, " >/dev/null 2>", log,
                 "; echo ENDED $? >>", log)
  system2("sh", c("-c", shQuote(line)), wait = FALSE, stdout = FALSE, stderr = FALSE)
  hangs <- wait_for_end(log)
  lines <- iconv(readLines(log, warn = FALSE), sub = "byte")
  unlink(log)
  at <- grep("^CALL ", lines)
  if (!length(at)) {
    stop("a child process made no call:\n", paste(utils::tail(lines, 20L), collapse = "\n"))
  }
  of <- findInterval(seq_along(lines), at)
  wrong <- which(grepl(wrong_line, lines) & of > 0)
  found <- data.frame(call = lines[at][of[wrong]], what = sub("^FOUND ", "", lines[wrong]))
  done <- "DONE" %in% lines
  if (!done) {
    what <- if (hangs) "hangs" else paste("ends the process,", tolower(lines[length(lines)]))
    found <- rbind(found, data.frame(call = lines[at[length(at)]], what = what))
  }
  list(found = found, last = as.numeric(sub("^CALL ([0-9]+) .*", "\\1", lines[max(at)])),
       done = done, returned = sum(lines == "RETURNED"))
}

# One finding of each kind for each entry, with the number of times.
summary_of <- function(found) {
  entry <- sub("^CALL [0-9]+ ([^ ]+) .*", "\\1", found$call)
  kind <- paste(entry, gsub("0x[0-9a-f]+|==[0-9]+==|[0-9.e+]{6,}", "", found$what))
  first <- !duplicated(kind)
  paste0(sub("^CALL ", "seed ", found$call[first]), "\n    ", found$what[first], " (",
         table(kind)[kind[first]], " times)")
}

run_all <- function(count, seed) {
  found <- data.frame()
  returned <- 0
  last <- seed + count - 1
  while (seed <= last) {
    batch <- run_batch(seed, min(last, seed + BATCH - 1))
    found <- rbind(found, batch$found)
    seed <- batch$last + 1
    returned <- returned + batch$returned
  }
  if (nrow(found)) writeLines(summary_of(found))
  cat(count, " calls, of which ", returned, " returned a value; ", nrow(found), " findings\n",
      sep = "")
  quit(status = nrow(found) > 0L || returned == 0)
}

if (child) {
  run_child(numbers[1L], numbers[2L])
} else if (plant) {
  run_all(40, 1)
} else {
  run_all(if (length(numbers)) numbers[1L] else 5000, if (length(numbers) > 1L) numbers[2L] else 1)
}
