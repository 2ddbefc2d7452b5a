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
    first <- function(name) {
      sub(".*: *", "", grep(paste0("^", name, "\\s*:"), info, value = TRUE)[1])
    }
    # The name alone may hide the generation.
    paste(first("model name"), "family", first("cpu family"), "model", first("model"))
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

# ---- seconds with the range of the rounds ----

# Medians with the least and the greatest of all rounds. A part of them and a multiple keep their
# ranges; any other arithmetic gives plain numbers.
timing <- function(median, low, high) {
  structure(median, low = low, high = high, class = "timing")
}
bare <- function(x) {
  attr(x, "low") <- attr(x, "high") <- NULL
  unclass(x)
}
`[.timing` <- function(x, i) timing(bare(x)[i], attr(x, "low")[i], attr(x, "high")[i])
`[[.timing` <- function(x, i) timing(bare(x)[[i]], attr(x, "low")[[i]], attr(x, "high")[[i]])
Ops.timing <- function(e1, e2) {
  plain <- get(.Generic)(bare(e1), bare(e2))
  scaled <- inherits(e1, "timing") && !inherits(e2, "timing") && .Generic %in% c("*", "/") &&
    length(e2) == 1
  if (!scaled) return(plain)
  timing(plain, get(.Generic)(attr(e1, "low"), e2), get(.Generic)(attr(e1, "high"), e2))
}
Math.timing <- function(x, ...) get(.Generic)(bare(x), ...)
Summary.timing <- function(..., na.rm = FALSE) {
  do.call(.Generic, c(lapply(list(...), bare), na.rm = na.rm))
}
as.data.frame.timing <- function(x, ..., nm = deparse1(substitute(x))) {
  as.data.frame(bare(x), ..., nm = nm)
}
low_of <- function(x) if (inherits(x, "timing")) attr(x, "low") else x
high_of <- function(x) if (inherits(x, "timing")) attr(x, "high") else x

# The median seconds of each function, with their ranges. The functions take turns in rounds, so
# that a slow moment of the machine hits all. A function that takes less than `least` seconds is
# repeated. Calls of a millisecond or more are timed one by one, each after a collection of garbage
# (which takes longer the more is loaded, and lets results use the same memory again); their median
# counts. Shorter calls are timed together. A function that takes a second or more is in the first
# two rounds only. Other functions are called once before they are timed, because memory may have
# gone back to the system meanwhile.
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
  seconds <- matrix(seconds, length(contenders))
  over_rounds <- function(f) {
    stats::setNames(apply(seconds, 1, f, na.rm = TRUE), names(contenders))
  }
  result <- timing(over_rounds(median), over_rounds(min), over_rounds(max))
  if (length(contenders) == 1) result[[1]] else result
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
  x <- bare(x)
  text <- formatC(x, digits = 3, format = "fg", flag = "#")
  text[] <- ifelse(is.na(x), "", sub("[.]$", "", trimws(text)))
  text
}
times <- function(x) paste0(digits(x), "x")

format_seconds <- function(s) {
  s <- bare(s)
  ifelse(s >= 1, sprintf("%.2f s", s),
         ifelse(s >= 1e-3, sprintf("%.2f ms", s * 1e3),
                ifelse(s >= 1e-6, sprintf("%.2f us", s * 1e6),
                       ifelse(s >= 1e-9 | s == 0, sprintf("%.1f ns", s * 1e9),
                              sprintf("%.1f ps", s * 1e12)))))
}

# "1.20 ms (1.10 to 1.30)": the median and the range; one number has no range.
format_timing <- function(s) {
  range <- paste0(" (", format_seconds(low_of(s)), " to ", format_seconds(high_of(s)), ")")
  paste0(format_seconds(s), ifelse(low_of(s) < high_of(s), range, ""))
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
  ratio <- bare(theirs) / bare(ours)
  add_row(work = work, ours = format_timing(ours), against = against,
          theirs = format_timing(theirs), ratio = sprintf("%.2f", ratio),
          floor = if (is.na(floor)) "" else sprintf("%.4g", floor),
          met = if (is.na(floor)) "" else if (ratio >= floor) "yes" else "NO")
  message(sprintf("%-60s %-40s %8.2f (%s)", work, against, ratio, floor))
}

report_table <- function() do.call(rbind, report$rows)

# The head of a report: machine (its name also in the title), versions of rivals, how often
# contenders took turns.
report_head <- function(title, packages, rounds, more = NULL) {
  machine <- machine_lines(packages)
  name <- sub("^Machine: ([^,]*), ([0-9]+ processors).*", "\\1, \\2", machine[2])
  c(paste0("# ", title, " (", name, ")"), "", paste0("- ", machine),
    paste0("- Instruction set: ", manycore_info()$isa, " where no other is named; medians of ",
           rounds, " rounds in which the contenders take turns", more,
           "; in brackets the least and the greatest",
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
