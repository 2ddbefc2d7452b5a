# Does an interrupt answer within a second? Each job of interrupts_jobs.R takes seconds. A child
# process of R does the jobs one after the other; this process sends the signal at a random moment
# of a job, as Ctrl-C does, and measures the time until R code of the child has caught the
# interrupt. Then the arguments of the job, the state of random numbers and the number of threads
# must be what they were. The child repeats a small call of the same function, which must have the
# same result as before; its cor_kendall() must agree with cor().
#
#   Rscript scripts/trust/interrupts.R [OPTION...] [TURNS [SEED [FIRST LAST]]]
#
# TURNS interrupts of each job (1), at random moments, FIRST to LAST seconds after the job began
# (0.05 and 2). SEED makes the moments; it is printed, and new if it is not given. --only REGEXP
# takes the jobs whose names match. --plant takes only a job that hears no interrupt for at least
# five seconds: the status must be 1.
#
# The status is 1 if an answer took more than a second, or more than ten seconds for the jobs in
# `late_jobs`. It is 1 if a job ended before its signal came, failed, did not begin in two
# minutes, or gave no answer in a minute, and if a call after an interrupt was wrong. It is 1 if
# an exported function or a method has neither a job nor a reason why it is short
# (interrupts_jobs.R). The last line counts the interrupts. If processes that are started here
# ignore interrupts, the status is 77.
#
# Jobs use two threads. A machine that does other things answers later, and so does a virtual
# machine that its host lets wait. So two things tell more of a late answer, which is a failure all
# the same. Its line has the processor time (of all threads) that the child took from the signal to
# the answer: if this is short, another process had the processors. And the job is interrupted again
# at the same moment, twice: the last line says how many of the repeats are late.
#
# R itself hears no interrupt within sort(), p.adjust(), t(), chol() and the like. So no job takes
# the methods "qsort" and "radix" of sort_parallel(), its `partial`, and texts, which go to sort();
# ?sort_parallel says so.

BOUND <- 1      # seconds
EXCEPTION <- 10 # seconds: the bound of the jobs in `late_jobs`
PATIENCE <- 60  # seconds until a child without an answer is killed
TICKS <- 100    # of /proc, in a second

source(file.path("scripts", "trust", "interrupts_jobs.R"))

# ---- the child ----

# A child does `tasks` (a data frame), whose files are in a folder: begin-K is made when task K
# begins, answer-K when it has ended. start_r() makes the file `process`.
put <- function(lines, folder, name) {
  file <- file.path(folder, name)
  writeLines(as.character(lines), paste0(file, ".part"))
  file.rename(paste0(file, ".part"), file)
}

quietly <- function(code) {
  result <- NULL
  utils::capture.output(result <- suppressMessages(suppressWarnings(code)))
  result
}

call_small <- function(small) {
  set.seed(7)
  quietly(do.call(small$call, small$arguments, quote = TRUE))
}

# What is wrong in the session, if anything. `reference` is the earlier result of the small call.
wrong_after <- function(small, reference) {
  x <- numbers(50, 5)
  c(if (!isTRUE(all.equal(cor_kendall(x), stats::cor(x, method = "kendall"), tolerance = 1e-14)))
    "cor_kendall() is wrong",
    if (!identical(call_small(small), reference)) paste("another result of", small$call),
    if (manycore_threads() != 2) "another number of threads")
}

# Fingerprints of the arguments in an environment, and the state of random numbers.
state_of <- function(here) {
  mark <- function(argument) {
    if (is.list(argument)) return(lapply(unclass(argument), mark))
    if (is.numeric(argument) || is.character(argument)) {
      .Call(manycore:::C_fingerprint, argument)
    }
  }
  list(arguments = lapply(as.list(here, sorted = TRUE), mark), random = globalenv()$.Random.seed)
}

changed <- function(before, after, name) {
  c(if (!identical(before$arguments, after$arguments)) "an argument has changed",
    if (!sub(",.*", "", name) %in% c(calls_that_draw, "floyd_warshall_tune") &&
        !identical(before$random, after$random)) {
      "random numbers were drawn"
    })
}

do_task <- function(of, here, folder, number) {
  ended <- FALSE
  begun <- Sys.time()
  tryCatch({
    put(number, folder, paste0("begin-", number))
    quietly(eval(of$call, here))
    ended <- Sys.time()
    Sys.sleep(PATIENCE)
    "no signal came"
  }, interrupt = function(condition) {
    caught <- format(c(as.numeric(Sys.time()), sum(proc.time()[1:2])), digits = 17)
    took <- as.numeric(ended) - as.numeric(begun)
    c(if (took > 0) sprintf("too short (%.1f s)", took) else "interrupted", caught)
  }, error = function(e) paste("failed:", conditionMessage(e)))
}

child <- function(folder) {
  library(manycore)
  for (helper in c("helper-calls.R", "helper-anything.R")) {
    source(file.path("tests", "testthat", helper))
  }
  grDevices::pdf(NULL)
  manycore_threads(2)
  small_calls <- valid_calls()
  tasks <- readRDS(file.path(folder, "tasks.rds"))
  last <- ""
  for (k in seq_len(nrow(tasks))) {
    name <- tasks$job[k]
    of <- c(jobs, planted)[[name]]
    outcome <- tryCatch({
      if (name != last) {
        here <- NULL # the arguments of the job before
        gc()
        here <- new.env(parent = globalenv())
        set.seed(1)
        quietly(eval(of$arguments, here))
        last <- name
      }
      quietly(eval(of$before, here))
      small <- small_calls[[if (is.null(of$small)) sub(",.*", "", name) else of$small]]
      reference <- call_small(small)
      set.seed(1)
      before <- state_of(here)
      outcome <- do_task(of, here, folder, tasks$number[k])
      differs <- changed(before, state_of(here), name)
      if (manycore:::is_traced()) quietly(manycore_trace(NULL))
      c(outcome, if (length(outcome) > 1) c(differs, wrong_after(small, reference)))
    }, error = function(e) paste("failed:", conditionMessage(e)))
    if (name != c(tasks$job, "")[k + 1]) {
      unlink(list.files(tempdir(), "^store", full.names = TRUE), recursive = TRUE)
    }
    put(gsub("\n", " ", outcome), folder, paste0("answer-", tasks$number[k]))
  }
}

# ---- the parent ----

# Starts R. Its number goes to the file `process`. (Processes of system2(wait = FALSE) ignore
# interrupts.)
start_r <- function(arguments, log, process = tempfile()) {
  rscript <- file.path(R.home("bin"), "Rscript")
  pipe(paste(c("echo $$ >", shQuote(process), "; exec", shQuote(rscript), shQuote(arguments), ">",
               shQuote(log), "2>&1"), collapse = " "), "r")
}

ignore_interrupts <- function() {
  heard <- tempfile()
  code <- paste("end <- Sys.time() + 2",
                "job <- function() {",
                "  tools::pskill(Sys.getpid(), tools::SIGINT)",
                "  while (Sys.time() < end) NULL",
                "}",
                "file <- commandArgs(TRUE)",
                "tryCatch(job(), interrupt = function(condition) file.create(file))", sep = "\n")
  script <- tempfile(fileext = ".R")
  writeLines(code, script)
  close(start_r(c(script, heard), tempfile()))
  !file.exists(heard)
}

process_of <- function(folder) as.integer(readLines(file.path(folder, "process")))

wait_for <- function(files, seconds) {
  end <- Sys.time() + seconds
  while (!any(file.exists(files))) {
    if (Sys.time() > end) return(FALSE)
    Sys.sleep(0.005)
  }
  TRUE
}

# Sends the signal when the job of a task has run for `moment` seconds. Returns what came of it. A
# child that does not begin the task, or gives no answer, is killed.
interrupt_task <- function(folder, number, moment) {
  begin <- file.path(folder, paste0("begin-", number))
  answer <- file.path(folder, paste0("answer-", number))
  give_up <- function(outcome) {
    if (file.exists(file.path(folder, "process"))) {
      tools::pskill(process_of(folder), tools::SIGKILL)
    }
    list(outcome = outcome, seconds = NA_real_, processor = NA_real_)
  }
  # (The data of a job may take a minute.)
  if (!wait_for(c(begin, answer), 2 * PATIENCE)) return(give_up("did not begin"))
  sent <- c(NA, NA)
  if (file.exists(begin)) {
    process <- process_of(folder)
    Sys.sleep(moment)
    sent <- c(as.numeric(Sys.time()), processor_seconds(process))
    if (!file.exists(answer)) tools::pskill(process, tools::SIGINT)
    if (!wait_for(answer, PATIENCE)) return(give_up("no answer"))
  }
  lines <- readLines(answer)
  took <- as.numeric(lines[2:3]) - sent
  list(outcome = toString(c(lines[1], lines[-(1:3)])), seconds = took[1], processor = took[2])
}

# The processor time of all threads of a process, on Linux.
processor_seconds <- function(process) {
  file <- file.path("/proc", process, "stat")
  if (!file.exists(file)) return(NA)
  fields <- strsplit(sub(".*[)] ", "", readLines(file)), " ")[[1]]
  sum(as.numeric(fields[12:13])) / TICKS
}

# A child that gave no answer is replaced by one that does the rest of the tasks.
run_tasks <- function(tasks) {
  done <- 0
  while (done < nrow(tasks)) {
    folder <- tempfile("child")
    dir.create(folder)
    saveRDS(tasks[seq(done + 1, nrow(tasks)), ], file.path(folder, "tasks.rds"))
    process <- start_r(c(file.path("scripts", "trust", "interrupts.R"), "--child", folder),
                       file.path(folder, "log"), file.path(folder, "process"))
    while (done < nrow(tasks)) {
      done <- done + 1
      found <- interrupt_task(folder, done, tasks$moment[done])
      tasks$outcome[done] <- found$outcome
      tasks$seconds[done] <- found$seconds
      tasks$processor[done] <- found$processor
      if (sum(tasks$job == tasks$job[done]) == sum(tasks$job[seq_len(done)] == tasks$job[done])) {
        show_job(tasks[tasks$job == tasks$job[done], ])
      }
      if (found$outcome %in% c("did not begin", "no answer")) break
    }
    log <- readLines(file.path(folder, "log"))
    if (found$outcome == "did not begin") cat(utils::tail(log, 5), sep = "\n")
    close(process)
  }
  tasks
}

bound_of <- function(job) ifelse(job %in% names(late_jobs), EXCEPTION, BOUND)

show_job <- function(of) {
  late <- of$outcome == "interrupted" & of$seconds > BOUND
  verdict <- unique(c(of$outcome[of$outcome != "interrupted"],
                      if (any(of$outcome == "interrupted" & of$seconds > bound_of(of$job))) "LATE"
                      else if (any(late)) paste("an exception:", late_jobs[of$job[1]])))
  if (all(is.na(of$seconds))) {
    cat(of$job[1], ": ", toString(unique(of$outcome)), "\n", sep = "")
    return(invisible())
  }
  worst <- which.max(of$seconds)
  cat(sprintf("%s: %.2f s (%.2f s after it began%s)%s\n", of$job[1], of$seconds[worst],
              of$moment[worst],
              if (any(late)) sprintf("; processors: %.2f s", of$processor[worst]) else "",
              if (length(verdict)) paste0("  ", toString(verdict)) else ""))
}

arguments <- commandArgs(trailingOnly = TRUE)
if ("--child" %in% arguments) {
  child(arguments[2])
  quit()
}
plant <- "--plant" %in% arguments
of_only <- match("--only", arguments) + 0:1
only <- if (!anyNA(of_only)) arguments[of_only[2]]
given <- as.numeric(arguments[!seq_along(arguments) %in% c(of_only, match("--plant", arguments))])
numbers_given <- c(1, floor(as.numeric(Sys.time())) %% 1e6, 0.05, 2)
numbers_given[seq_along(given)] <- given
if (anyNA(numbers_given)) stop("interrupts.R [--plant] [--only REGEXP] [TURNS [SEED [FIRST LAST]]]")
if (ignore_interrupts()) {
  cat("processes that are started here ignore interrupts\n")
  quit(status = 77)
}
wrong <- forgotten()
wanted <- if (is.null(only)) names(jobs) else grep(only, names(jobs), value = TRUE)
if (plant) wanted <- c(names(planted), if (!is.null(only)) wanted)
if (!length(wanted)) stop("no job has such a name: ", only)
cat("seed", numbers_given[2], "\n")
set.seed(numbers_given[2])
tasks <- data.frame(job = rep(wanted, each = numbers_given[1]), outcome = "", seconds = NA_real_,
                    processor = NA_real_)
tasks$number <- seq_len(nrow(tasks))
tasks$moment <- runif(nrow(tasks), numbers_given[3], numbers_given[4])
tasks <- run_tasks(tasks)

is_late <- function(tasks) tasks$outcome == "interrupted" & tasks$seconds > bound_of(tasks$job)
late <- tasks[is_late(tasks), ]
late$number <- seq_len(nrow(late))
late_again <- 0
for (turn in if (nrow(late)) 1:2) {
  cat("Again:\n")
  late_again <- late_again + sum(is_late(run_tasks(late)))
}

heard <- tasks$outcome == "interrupted"
in_time <- heard & tasks$seconds <= BOUND
excepted <- heard & !in_time & tasks$seconds <= bound_of(tasks$job)
other <- table(sub(" [(:].*", "", tasks$outcome[!heard]))
worst <- which.max(tasks$seconds)
writeLines(wrong)
cat(nrow(tasks), " interrupts of ", length(wanted), " jobs: ", sum(in_time), " answered within ",
    BOUND, " s", if (length(worst)) sprintf(", the slowest %.2f s (%s)", tasks$seconds[worst],
                                            tasks$job[worst]),
    sprintf("; %d are exceptions of up to %g s", sum(excepted), EXCEPTION),
    if (nrow(late)) sprintf("; %d late, of %d repeats %d", nrow(late), 2 * nrow(late), late_again),
    sprintf("; %d %s", other, names(other)),
    if (length(wrong)) sprintf("; %d functions without a job or a reason", length(wrong)), "\n",
    sep = "")
quit(status = !all(in_time | excepted) || length(wrong) > 0)
