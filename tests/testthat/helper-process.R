# Fresh R processes, for tests of loading the package, and for code that may hang or take much
# memory.

# Runs code with environment variables set; NA unsets a variable.
with_environment <- function(variables, code) {
  before <- Sys.getenv(names(variables), unset = NA, names = TRUE)
  change <- function(values) {
    Sys.unsetenv(names(values)[is.na(values)])
    values <- values[!is.na(values)]
    if (length(values)) {
      do.call(Sys.setenv, as.list(values))
    }
  }
  on.exit(change(before))
  change(variables)
  force(code)
}

# Environment variables that a child process must not inherit from R CMD check, the user or an outer
# test; and the library of the package.
fresh_environment <- function() {
  library <- dirname(system.file(package = "manycore"))
  c(R_TESTS = "", MANYCORE_ISA = NA, OMP_THREAD_LIMIT = NA, OMP_NUM_THREADS = NA,
    OMP_PROC_BIND = NA, OMP_PLACES = NA, OMP_WAIT_POLICY = NA, OMP_STACKSIZE = NA,
    OMP_DYNAMIC = NA, OMP_MAX_ACTIVE_LEVELS = NA, MANYCORE_AFFINITY = NA,
    R_MANYCORE_NUM_THREADS = NA, `_R_CHECK_LIMIT_CORES_` = NA,
    R_LIBS = paste(c(library, .libPaths()), collapse = .Platform$path.sep))
}

write_script <- function(lines) {
  file <- tempfile(fileext = ".R")
  writeLines(lines, file)
  file
}

# Starts an R process that runs `lines`. `limit`, in KiB, bounds its memory if there is a shell.
# Returns the lines that it wrote, with its exit status. With wait = FALSE the function returns at
# once, and the lines go to the file `output`, if given.
run_r <- function(lines, environment = NULL, wait = TRUE, limit = NULL,
                  timeout = 120, output = FALSE) {
  variables <- fresh_environment()
  variables[names(environment)] <- environment
  command <- file.path(R.home("bin"), "Rscript")
  arguments <- c("--vanilla", shQuote(write_script(lines)))
  if (!is.null(limit)) {
    line <- paste0("ulimit -v ", limit, " 2>/dev/null; exec ", shQuote(command), " ",
                   paste(arguments, collapse = " "))
    command <- "sh"
    arguments <- c("-c", shQuote(line))
  }
  with_environment(variables, {
    if (wait) {
      output <- suppressWarnings(
        system2(command, arguments, stdout = TRUE, stderr = TRUE, timeout = timeout)
      )
      status <- attr(output, "status")
      list(output = as.character(output), status = if (is.null(status)) 0L else status)
    } else {
      system2(command, arguments, stdout = output, stderr = output, wait = FALSE)
    }
  })
}

# Starts an R process that handles SIGINT if the outer process does. Returns a connection; closing
# it waits for the end of the process. (system2(wait = FALSE) starts processes in the background of
# a shell. They ignore SIGINT, and R since 4.4 goes on ignoring it.)
start_interruptible_r <- function(lines, environment = NULL) {
  variables <- fresh_environment()
  variables[names(environment)] <- environment
  command <- paste(shQuote(file.path(R.home("bin"), "Rscript")), "--vanilla",
                   shQuote(write_script(lines)), ">/dev/null 2>&1")
  with_environment(variables, pipe(command, "r"))
}

# Skips if processes ignore SIGINT from their start, as when the tests run in the background.
skip_without_interrupts <- function() {
  heard <- tempfile()
  close(start_interruptible_r(c(
    "end <- Sys.time() + 2",
    "job <- function() {",
    "  tools::pskill(Sys.getpid(), tools::SIGINT)",
    "  while (Sys.time() < end) NULL",
    "}",
    paste0("tryCatch(job(), interrupt = function(condition) file.create(", deparse(heard), "))")
  )))
  skip_if_not(file.exists(heard), "processes started here ignore SIGINT")
}

# Calls test() until it is TRUE; returns FALSE after `seconds`.
wait_for <- function(test, seconds) {
  end <- Sys.time() + seconds
  while (!isTRUE(test())) {
    if (Sys.time() > end) {
      return(FALSE)
    }
    Sys.sleep(0.05)
  }
  TRUE
}
