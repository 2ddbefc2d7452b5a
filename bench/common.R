# Code that the benchmarks share: the machine, rivals, timing, tables.

# The script's options: value_of("--out", default), has("--quick").
options <- commandArgs(trailingOnly = TRUE)
has <- function(name) name %in% options
value_of <- function(name, default = NULL) {
  if (has(name)) options[match(name, options) + 1] else default
}
# Options of all scripts: fewer and smaller works; the file for the report.
quick <- has("--quick")
out <- value_of("--out")
size <- function(full, small) if (quick) small else full
floor_of <- function(x) if (quick) NA else x # for full sizes

# Loads rivals, and installs missing ones by name; stops if one is not available.
need <- function(packages) {
  for (package in packages) {
    if (!requireNamespace(package, quietly = TRUE)) {
      if ("@CRAN@" %in% getOption("repos")) {
        utils::chooseCRANmirror(graphics = FALSE, ind = 1)
      }
      utils::install.packages(package, lib = .libPaths()[1], quiet = TRUE)
    }
    if (!requireNamespace(package, quietly = TRUE)) {
      stop("the benchmark needs the package ", package, call. = FALSE)
    }
  }
}

machine_lines <- function(packages) {
  cpu <- tryCatch({
    info <- readLines("/proc/cpuinfo")
    sub(".*: *", "", grep("^model name", info, value = TRUE)[1])
  }, error = function(e) Sys.info()[["machine"]], warning = function(w) "unknown")
  flags <- tryCatch(grep("^flags", readLines("/proc/cpuinfo"), value = TRUE)[1],
                    error = function(e) "", warning = function(w) "")
  versions <- vapply(packages, function(p) {
    paste(p, as.character(utils::packageVersion(p)))
  }, "")
  c(paste("Date:", format(Sys.time(), "%Y-%m-%d")),
    paste0("Machine: ", cpu, ", ", manycore_info()$processors, " processors",
           if (grepl("avx512_vpopcntdq", flags)) ", AVX-512 VPOPCNTDQ"),
    paste(c(paste("R:", R.version.string), versions), collapse = ", "),
    paste0("manycore: ", manycore_info()$version, ", built by ",
           manycore_info()$compiler))
}

# The mean seconds of a call of `f`, of several in a row. R collects its garbage before.
seconds_of <- function(f, times = 1) {
  gc()
  start <- Sys.time() # proc.time() counts milliseconds
  for (i in seq_len(times)) f()
  as.numeric(Sys.time() - start, units = "secs") / times
}

# The median seconds of each function. The functions take turns in rounds, so that a slow moment of
# the machine hits all. A function that takes less than `least` seconds is repeated. Calls of a
# millisecond or more are timed one by one, each after a collection of garbage (which takes longer
# the more is loaded, and lets results use the same memory again); their median counts. Shorter
# calls are timed together. A function that takes a second or more is in the first two rounds only.
# Other functions are called once before they are timed, because memory may have gone back to the
# system meanwhile.
time_in_turns <- function(contenders, rounds = 5, least = 0.1) {
  elapsed <- function(f, times, warm = TRUE) {
    if (warm) f()
    if (least / times < 1e-3) seconds_of(f, times) else
      median(replicate(times, seconds_of(f, 1)))
  }
  first <- vapply(contenders, elapsed, 0, 1, FALSE) # which may have to load something
  slow <- first >= 1
  times <- rep(1, length(contenders))
  times[!slow] <- vapply(contenders[!slow], function(f) {
    ceiling(least / max(elapsed(f, 1), 1e-6))
  }, 0)
  seconds <- vapply(seq_len(rounds), function(r) {
    mapply(function(f, times, slow) if (slow && r > 2) NA else elapsed(f, times, !slow), contenders,
           times, slow)
  }, numeric(length(contenders)))
  if (length(contenders) == 1) {
    median(seconds, na.rm = TRUE)
  } else {
    stats::setNames(apply(seconds, 1, median, na.rm = TRUE), names(contenders))
  }
}

# The same with the script's `rounds` and `least`.
in_turns <- function(contenders, times = rounds) time_in_turns(contenders, times, least)

# Runs `code` with an instruction-set target active.
on_target <- function(target, code) {
  before <- manycore:::isa_choose(target)
  on.exit(manycore:::isa_choose(before))
  code
}

# Starts processes that only count, for at most an hour. Returns their numbers; tools::pskill() ends
# them.
start_busy <- function(count) {
  vapply(seq_len(count), function(k) {
    file <- tempfile()
    code <- paste0("cat(Sys.getpid(), file = '", file, "'); end <- Sys.time() + 3600; ",
                   "while (Sys.time() < end) for (i in 1:1e6) NULL")
    system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", "-e", shQuote(code)), wait = FALSE)
    while (!file.exists(file) || !length(pid <- scan(file, quiet = TRUE))) Sys.sleep(0.05)
    pid
  }, 0)
}

# n points of d coordinates, as rows.
normal <- function(n, d) matrix(rnorm(n * d), n)

# ---- words and numbers ----

count <- function(n) format(n, big.mark = ",", scientific = FALSE, trim = TRUE)
plural <- function(threads) paste(threads, if (threads == 1) "thread" else "threads")

# Three digits, and "" for NA; a matrix stays a matrix.
digits <- function(x) {
  text <- formatC(x, digits = 3, format = "fg", flag = "#")
  text[] <- ifelse(is.na(x), "", sub("[.]$", "", trimws(text)))
  text
}
times <- function(x) paste0(digits(x), "x")

format_seconds <- function(s) {
  ifelse(s >= 1, sprintf("%.2f s", s),
         ifelse(s >= 1e-3, sprintf("%.2f ms", s * 1e3),
                ifelse(s >= 1e-6, sprintf("%.2f us", s * 1e6),
                       ifelse(s >= 1e-9 | s == 0, sprintf("%.1f ns", s * 1e9),
                              sprintf("%.1f ps", s * 1e12)))))
}

# A data frame as a markdown table.
markdown <- function(table) {
  cell <- function(x) gsub("|", "\\|", as.character(x), fixed = TRUE)
  row <- function(x) paste0("| ", paste(x, collapse = " | "), " |")
  c(row(names(table)), row(rep("---", ncol(table))),
    apply(matrix(vapply(table, cell, character(nrow(table))), nrow(table)), 1, row))
}

# ---- the report: a row for each comparison ----

report <- new.env()
report$rows <- list()

add_row <- function(...) {
  report$rows[[length(report$rows) + 1]] <- data.frame(...)
}

# Adds a row: how many times as fast `ours` is as `theirs` (seconds for the same work, or for a unit
# of it), and the least ratio that is asked for.
compare <- function(work, against, ours, theirs, floor) {
  ratio <- theirs / ours
  add_row(work = work, ours = format_seconds(ours), against = against,
          theirs = format_seconds(theirs), ratio = sprintf("%.2f", ratio),
          floor = if (is.na(floor)) "" else sprintf("%.4g", floor),
          met = if (is.na(floor)) "" else if (ratio >= floor) "yes" else "NO")
  message(sprintf("%-60s %-40s %8.2f (%s)", work, against, ratio, floor))
}

report_table <- function() do.call(rbind, report$rows)

# The head of a report: machine, versions of rivals, how often contenders took turns.
report_head <- function(title, packages, rounds, more = NULL) {
  c(paste("#", title), "", paste0("- ", machine_lines(packages)),
    paste0("- Instruction set: ", manycore_info()$isa, " where no other is named; medians of ",
           rounds, " rounds in which the contenders take turns", more,
           if (quick) "; --quick"))
}

left_out_line <- function(left_out) {
  if (length(left_out)) {
    paste0("- left out, as wrong or not to be had: ", paste(left_out, collapse = ", "))
  }
}

how_to_read <- c("A ratio says how many times as fast we are; where it should be",
                 "at least the floor, `met` says whether it is.")

write_report <- function(lines) {
  writeLines(lines)
  if (!is.null(out)) writeLines(lines, out)
}

# Runs code in a process of its own, and returns the numbers that it prints last, such as
# memory("VmHWM"), its peak of memory in bytes.
in_process <- function(...) {
  code <- paste("library(manycore); memory <- function(what) 1024 * as.numeric(gsub('[^0-9]', '',",
                "grep(what, readLines('/proc/self/status'), value = TRUE)));", ...)
  answer <- system2(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(code)), stdout = TRUE,
                    env = paste0("R_LIBS=", paste(.libPaths(), collapse = ":")))
  as.numeric(strsplit(answer[length(answer)], " ")[[1]])
}

# Compiles the ceiling in bench/<name>.c (with OpenMP, for ceilings of several threads). Returns a
# function that runs it once with its arguments, or NULL without a compiler.
roofline <- function(folder, name) {
  build <- tempfile("roofline")
  dir.create(build)
  source <- file.path(build, paste0(name, ".c"))
  file.copy(file.path(folder, paste0(name, ".c")), source)
  status <- system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", shQuote(source)),
                    stdout = FALSE, stderr = FALSE,
                    env = paste0("PKG_", c("CFLAGS", "LIBS"), "='$(SHLIB_OPENMP_CFLAGS)'"))
  if (status != 0) return(NULL)
  library <- dyn.load(file.path(build, paste0(name, .Platform$dynlib.ext)))
  function(...) .Call(library$roofline, 1e5, ...)
}
