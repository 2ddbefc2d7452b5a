# Do the C tests fail when the code is wrong? Makes mutants of the kernels and drivers: copies of
# src/ with one small change each. Builds the C harness (tests/c/) with each mutant and runs the
# suites of its topic. A mutant that no suite notices survives: it is equivalent, or a test lacks.
#
#   Rscript scripts/mutants.R [COUNT [SEED]] [--out FILE] [--list] [--only REGEXP] [--plant]
#
#   COUNT, SEED     how many mutants (100), and which (1); the same seed makes the same mutants
#   --out FILE      writes a report, such as bench/results/mutants.md
#   --list          prints the mutants; builds nothing
#   --only REGEXP   only mutants whose "file:line" matches, of the same list
#   --plant         mutants meet no suite, so all survive: the status must be 1
#
# Works on copies in .build/mutants/. The unchanged copy must pass first. A mutant meets the suites
# of its topic up to three times: with AVX-512 (or the best target that runs here), in plain C, and
# with AVX2 and sanitizers. Then it meets the short suites of other topics. The first suite that
# fails ends it. Changes that leave the objects as they were, and changes that do not compile, are
# no mutants; others take their place. (On a full disk nothing compiles: so fewer than COUNT mutants
# are a failure, unless --only is given.)
#
# Builds, control and outcomes are kept there. A run of the same sources goes on where another
# ended; rm -r .build/mutants begins anew. Takes one processor: six minutes for the builds and the
# control, about ten seconds for a mutant, up to two minutes for one that survives.
#
# scripts/mutants_explained.txt says why known survivors survive. A survivor without a reason is a
# hole in the tests: then the status is 1. The status is 1, too, if the line of a reason is no
# longer in its file. The last line counts the mutants.

root <- ".build/mutants"
explained <- file.path("scripts", "mutants_explained.txt")
# Seconds. A suite may take 40 times the processor time of the control: others use this machine.
limits <- c(compile = 300, shortest = 20)

# ---- arguments ----

arguments <- commandArgs(trailingOnly = TRUE)
option <- function(name) {
  at <- match(name, arguments)
  if (is.na(at)) return(NULL)
  value <- arguments[at + 1L]
  arguments <<- arguments[-c(at, at + 1L)]
  value
}
out <- option("--out")
only <- option("--only")
listing <- "--list" %in% arguments
plant <- "--plant" %in% arguments
numbers <- as.integer(setdiff(arguments, c("--list", "--plant")))
count <- if (length(numbers) > 0L) numbers[1L] else 100L
seed <- if (length(numbers) > 1L) numbers[2L] else 1L

# ---- topics: folders of src/, and the folders of tests/c/ whose suites are theirs ----

drivers <- c("kendall", "pairs", "distance", "paths", "tropical", "dynprog", "sort", "quicksort",
             "haplotype", "base")
tests_of <- list(
  "kernels/columns" = c("sort", "kendall"),
  "kernels/distance" = c("kernels/distance", "distance"),
  "kernels/dynprog" = "dynprog",
  "kernels/kendall" = c("kernels/kendall", "kendall"),
  "kernels/paths" = c("kernels/tropical", "paths"),
  "kernels/sort" = "sort",
  "kernels/tropical" = c("kernels/tropical", "tropical"),
  tropical = c("tropical", "paths"),
  base = c("base", "dispatch")
)
topics <- c(names(tests_of)[1:7], drivers)
turns <- c(rbind(topics[1:7], drivers[1:7]), drivers[-(1:7)]) # a kernel, a driver, and so on
with_headers <- c(topics[1:7], "tropical", "quicksort")
tests_of[setdiff(topics, names(tests_of))] <- setdiff(topics, names(tests_of))

files_of <- function(topic) {
  pattern <- if (topic %in% with_headers) "[.][ch]$" else "[.]c$"
  sort(list.files(file.path("src", topic), pattern, full.names = TRUE), method = "radix")
}

# ---- candidates ----

# The text of a file in which comments, strings, characters, directives and assertions are blank.
blank <- function(text, pattern) {
  found <- gregexpr(pattern, text, perl = TRUE)
  regmatches(text, found) <- lapply(regmatches(text, found), gsub, pattern = "[^\n]",
                                    replacement = " ")
  text
}
code_of <- function(text) {
  text <- blank(text, "(?s)/[*].*?[*]/|//[^\n]*|\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*'")
  text <- blank(text, "(?m)^[ \t]*#(?:[^\n]*\\\\\n)*[^\n]*")
  blank(text, "(?s)\\b(?:_Static_assert|assert|CHECK\\w*) *[(].*?[)];")
}

# Each operator: a pattern, and what comes in place of a match (several: one at random). The
# pattern's match alone is replaced.
swaps <- function(...) {
  to <- c(...)
  function(found) unname(to[found])
}
operators <- list(
  relation = list("(?<= )(?:<=|>=|==|!=|<|>)(?= )",
                  swaps("<" = "<=", "<=" = "<", ">" = ">=", ">=" = ">", "==" = "!=", "!=" = "==")),
  arithmetic = list("(?<=[\\w)\\]] )(?:[-+*/%&|]|<<|>>|[-+]=)(?= [\\w(*!-])",
                    swaps("+" = "-", "-" = "+", "*" = "+", "/" = "*", "%" = "*", "&" = "|",
                          "|" = "&", "<<" = ">>", ">>" = "<<", "+=" = "-=", "-=" = "+=")),
  constant = list("(?<![\\w.\"'])\\d+(?![\\w.])", function(found) {
    n <- as.numeric(found)
    ifelse(found == "1", sample(c("0", "2"), length(n), replace = TRUE),
           format(n + 1, scientific = FALSE, trim = TRUE))
  }),
  logical = list("(?<= )(?:&&|[|][|])(?= )", swaps("&&" = "||", "||" = "&&")),
  negation = list("\\b(?:if|while) (\\((?:[^()]|(?1))*\\))", function(found) {
    sub("^(if|while) (.*)$", "\\1 (!\\2)", gsub("\n", "\001", found, fixed = TRUE))
  }),
  removal = list(
    paste0("(?m)(?<=^)(?: +)(?:[*]?[a-z]\\w*(?:(?:->|[.])\\w+|\\[[^]\n]*\\])*",
           "(?: (?:[-+*/%&|^]|<<|>>)?= [^;\n]*|[+][+]|--)|",
           "(?!return\\b)[A-Za-z_]\\w*\\([^;\n]*\\));$"),
    function(found) sub("[^ ].*$", ";", found)
  ),
  limit = list("\\bfor \\([^;\n]*; [^;\n]*?[^<]<=? \\K[^;<>=&|?\n]+(?=;)",
               function(found) paste0(found, " - 1"))
)

# A statement may go only if it begins after a complete one and its brackets close.
removable <- function(code, at, length) {
  before <- sub("\\s+$", "", substring(code, pmax(1L, at - 4000L), at - 1L))
  text <- substring(code, at, at + length - 1L)
  opened <- nchar(gsub("[^(]", "", text))
  closed <- nchar(gsub("[^)]", "", text))
  grepl("(?:[;{})]|\\belse)$", before, perl = TRUE) & opened == closed
}

candidates_of <- function(file) {
  text <- paste(readLines(file, encoding = "UTF-8"), collapse = "\n")
  code <- code_of(text)
  ends <- gregexpr("\n", code, fixed = TRUE)[[1]]
  all <- lapply(names(operators), function(name) {
    operator <- operators[[name]]
    at <- gregexpr(operator[[1]], code, perl = TRUE)[[1]]
    if (at[1] < 0L) return(NULL)
    found <- substring(code, at, at + attr(at, "match.length") - 1L)
    new <- gsub("\001", "\n", operator[[2]](found), fixed = TRUE)
    one <- data.frame(file, line = findInterval(at, ends) + 1L, operator = name, at = c(at),
                      old = substring(text, at, at + nchar(found) - 1L), new)
    if (name == "removal") one <- one[removable(code, at, nchar(found)), ]
    one
  })
  do.call(rbind, all)
}

# The candidates of a topic in the order in which they take their turns: operators by turns, a
# random one of each.
ordered <- function(topic) {
  all <- do.call(rbind, lapply(files_of(topic), candidates_of))
  all <- all[sample.int(nrow(all)), ]
  turn <- ave(seq_len(nrow(all)), all$operator, FUN = seq_along)
  first <- match(all$operator, sample(names(operators)))
  cbind(topic = topic, all[order(turn, first), ])
}

# ---- programs ----

# Runs a command; returns its status, or 124 if it took longer than `limit` seconds.
shell <- function(command, limit) {
  log <- file.path(root, "log")
  suppressWarnings(system2("sh", c("-c", shQuote(command)), stdout = log, stderr = log,
                           timeout = limit))
}
last_log <- function() {
  iconv(readLines(file.path(root, "log"), warn = FALSE, encoding = "bytes"), "latin1", "ASCII", "?")
}

# ---- builds ----

flags <- c(
  plain = "-O1 -g0 -w",
  sanitized = paste("-O1 -g1 -w -fsanitize=address,undefined",
                    "-fno-sanitize=null,object-size,pointer-overflow -fno-sanitize-recover=all")
)

# Builds the harness in a copy of the tree, with these targets. Returns its folder, the command of
# each object, and the sources that each object reads.
build <- function(kind, isa) {
  tree <- file.path(root, kind)
  stamp <- c(fingerprint(), isa, flags[[kind]])
  kept <- file.path(root, paste0(kind, ".rds"))
  if (file.exists(kept) && identical(readRDS(kept)$stamp, stamp)) return(restored(readRDS(kept)))
  unlink(c(tree, kept), recursive = TRUE)
  dir.create(file.path(tree, "tests"), recursive = TRUE)
  file.copy(c("configure", "src"), tree, recursive = TRUE)
  file.copy("tests/c", file.path(tree, "tests"), recursive = TRUE)
  start <- proc.time()[[3]]
  status <- shell(paste0("JOBS=1 PLATFORM_ISA=", isa, " PLATFORM_FLAGS='", flags[[kind]],
                         "' sh ", tree, "/tests/c/harness.sh build platform-", kind), 3600)
  if (status != 0) stop(paste(c("the control cannot be built:", last_log()), collapse = "\n"))
  folder <- file.path(tree, ".build", "c", paste0("platform-", kind))
  lines <- readLines(file.path(folder, "Makefile"))
  common <- sub("^FLAGS = ", "", lines[1])
  commands <- sub("^\t", "", grep("^\t.* -o ", lines, value = TRUE))
  commands <- sub("$(FLAGS)", common, commands, fixed = TRUE)
  objects <- sub("^.* -o ([^ ]+)( .*)?$", "\\1", commands)
  names(commands) <- objects
  wanted <- strsplit(commands[["harness"]], " ")[[1]]
  wanted <- wanted[endsWith(wanted, ".o")]
  units <- commands[intersect(objects, wanted)]
  reads <- lapply(units, function(command) {
    dependencies <- system2("sh", c("-c", shQuote(paste0(
      "cd ", folder, " && ", sub(" -c ", " -MM ", sub(" -o [^ ]+$", "", command), fixed = TRUE)
    ))), stdout = TRUE)
    words <- strsplit(paste(dependencies, collapse = " "), "[ \\\\]+")[[1]]
    grep("^src/", words, value = TRUE)
  })
  dir.create(file.path(folder, "changed"))
  message("built ", kind, " in ", round(proc.time()[[3]] - start), " s")
  result <- list(kind = kind, folder = folder, units = units, link = commands[["harness"]],
                 reads = reads, stamp = stamp)
  saveRDS(result, kept)
  result
}

# A run that was killed may have left a mutant in the build.
restored <- function(build) {
  files <- unlist(lapply(topics, files_of))
  file.copy(files, file.path(build$folder, files), overwrite = TRUE)
  build
}

# What a build depends on, in one word.
fingerprint <- function() {
  files <- c("configure", list.files(c("src", "tests/c"), recursive = TRUE, full.names = TRUE))
  files <- files[!grepl("[.]s?o$", files)]
  sums <- file.path(root, "sums")
  writeLines(paste(files, tools::md5sum(files)), sums)
  unname(tools::md5sum(sums))
}

# The best of these targets that this machine runs.
best_target <- function(tree) {
  for (target in c("avx512", "avx2", "neon", "portable")) {
    if (run_suite(tree, "./harness", target, "common", 60) == "passed") return(target)
  }
  stop("no target runs")
}

# ---- suites ----

# The suites by folder of tests/c/, and whether each runs for every target.
suites <- function() {
  files <- list.files("tests/c", "^test_.*[.]c$", recursive = TRUE)
  found <- lapply(files, function(file) {
    lines <- grep("^const check_suite suite_", readLines(file.path("tests/c", file)), value = TRUE)
    data.frame(folder = dirname(file), suite = sub("^.*suite_([a-z0-9_]*) = .*$", "\\1", lines),
               once = !grepl("true", lines))
  })
  do.call(rbind, found)
}

# Runs a suite on a target. Returns how it ended: "passed", or why not.
run_suite <- function(tree, program, target, suite, limit) {
  sanitized <- tree$kind == "sanitized"
  settings <- paste0("HARNESS_FAST=1 HARNESS_SECONDS=", ceiling(limit), " MANYCORE_ISA=", target,
                     " UBSAN_OPTIONS=print_stacktrace=0 ASAN_OPTIONS=detect_leaks=", leaks,
                     ":detect_stack_use_after_return=1:hard_rss_limit_mb=6000")
  memory <- if (sanitized) "" else "ulimit -v 6000000; "
  status <- shell(paste0("cd ", tree$folder, " && ulimit -f 4000000; ulimit -c 0; ", memory,
                         settings, " exec ", program, " ", suite), 2 * limit)
  if (status == 0) return("passed")
  if (status == 124) return(paste0("time: ", suite))
  log <- last_log()
  by_signal <- grep("[a-z0-9_]+/[^:]*: (killed by signal|ended with status)", log, value = TRUE)
  by_check <- grep("^[^ ]*:[0-9]+: [a-z0-9_]+/[^:]*: ", log, value = TRUE)
  if (length(by_check)) {
    return(paste0("test: ", sub("^[^ ]*: ([a-z0-9_]+/[^:]*): .*$", "\\1", by_check[1])))
  }
  name <- if (length(by_signal)) sub(": (killed|ended).*$", "", by_signal[1]) else suite
  if (any(grepl("signal 14$", by_signal))) return(paste0("time: ", name))
  if (any(grepl("Sanitizer|runtime error", log))) return(paste0("sanitizer: ", name))
  paste0("crash: ", name)
}

leaks <- 0L
find_out_about_leaks <- function(tree) {
  leaks <<- 1L
  status <- shell(paste0("cd ", tree$folder, " && ASAN_OPTIONS=detect_leaks=1 ./harness --nothing"),
                  60)
  if (status != 0) leaks <<- 0L
}

# The control: each suite on a target of a build must pass. Returns its seconds of processor time.
control <- function(tree, target, all) {
  kept <- file.path(root, paste0("control-", tree$kind, "-", target, ".rds"))
  if (file.exists(kept) && identical(readRDS(kept)$stamp, tree$stamp)) return(readRDS(kept)$result)
  seconds <- vapply(all$suite, function(suite) {
    start <- sum(proc.time()[4:5])
    end <- run_suite(tree, "./harness", target, suite, 900)
    if (end != "passed") {
      stop(paste(c(paste("the control fails:", target, end), last_log()), collapse = "\n"))
    }
    sum(proc.time()[4:5]) - start
  }, 0)
  result <- data.frame(all, target, seconds)
  saveRDS(list(stamp = tree$stamp, result = result), kept)
  message("the control passed: ", tree$kind, ", ", target, ", ", round(sum(seconds)),
          " s of processor time")
  result
}

# The suites that a mutant of a topic meets in a stage, shortest first: those of the topic, then
# the short ones of other topics.
plan <- function(stage, topic) {
  jobs <- if (plant) stage$jobs[0L, ] else stage$jobs
  jobs$own <- jobs$folder %in% tests_of[[topic]]
  jobs <- jobs[jobs$seconds <= ifelse(jobs$own, stage$own, stage$others), ]
  jobs[order(!jobs$own, jobs$seconds), ]
}

# ---- a mutant ----

apply_to <- function(text, mutant) {
  paste0(substr(text, 1L, mutant$at - 1L), mutant$new,
         substring(text, mutant$at + nchar(mutant$old)))
}
write_text <- function(text, file) {
  con <- file(file, "wb")
  writeLines(text, con, useBytes = TRUE)
  close(con)
}
source_text <- function(file) paste(readLines(file, encoding = "UTF-8"), collapse = "\n")

# The object of the kernels of another target than this?
is_of_other <- function(object, target) {
  grepl("dispatch-target_", object) & !endsWith(object, paste0("target_", target, ".o"))
}

# Compiles what a stage changes. Returns the changed objects, or NA if the compiler refuses.
compile <- function(stage, mutant) {
  tree <- stage$tree
  touched <- names(tree$units)[vapply(tree$reads, function(r) mutant$file %in% r, NA)]
  touched <- touched[!is_of_other(touched, stage$target)]
  changed <- character()
  for (object in touched) {
    command <- sub(" -o [^ ]+$", paste0(" -o changed/", object), tree$units[[object]])
    if (shell(paste0("cd ", tree$folder, " && ", command), limits[["compile"]]) != 0) {
      return(NA_character_)
    }
    files <- file.path(tree$folder, c(object, file.path("changed", object)))
    if (tools::md5sum(files[1]) != tools::md5sum(files[2])) changed <- c(changed, object)
  }
  changed
}

link <- function(stage, changed) {
  words <- strsplit(stage$tree$link, " ")[[1]]
  words[words %in% changed] <- file.path("changed", words[words %in% changed])
  words[words == "harness"] <- "changed/harness"
  shell(paste0("cd ", stage$tree$folder, " && ", paste(words, collapse = " ")), 240) == 0
}

# How a mutant ends in a stage: "same" (as the object before), "compiler" (it does not compile),
# "passed", or who kills it.
meet <- function(stage, mutant) {
  place <- file.path(stage$tree$folder, mutant$file)
  text <- source_text(place)
  on.exit(write_text(text, place))
  write_text(apply_to(text, mutant), place)
  changed <- compile(stage, mutant)
  if (anyNA(changed)) return("compiler")
  if (!length(changed) && stage$tree$kind == "plain") return("same")
  if (!link(stage, changed)) stop("a mutant does not link: ", mutant$file, ":", mutant$line)
  jobs <- plan(stage, mutant$topic)
  for (i in seq_len(nrow(jobs))) {
    end <- run_suite(stage$tree, "./changed/harness", stage$target, jobs$suite[i],
                     max(limits[["shortest"]], 40 * jobs$seconds[i]))
    if (end != "passed") {
      return(paste0(end, if (!jobs$own[i]) " (of another topic)",
                    if (stage$tree$kind == "plain") paste0(", ", stage$target)))
    }
  }
  "passed"
}

# The outcomes of earlier runs of the same sources, by mutant.
outcomes <- function(stamp) {
  kept <- file.path(root, "outcomes.rds")
  if (!file.exists(kept)) return(character())
  one <- readRDS(kept)
  if (identical(one$stamp, stamp)) one$end else character()
}
name_of <- function(mutant) paste(mutant$file, mutant$at, mutant$old, mutant$new)

outcome <- function(mutant, stages) {
  if (plant) return(try_outcome(mutant, stages))
  stamp <- stages[[1]]$tree$stamp
  known <- outcomes(stamp)
  name <- name_of(mutant)
  if (!name %in% names(known)) {
    known[[name]] <- try_outcome(mutant, stages)
    if (known[[name]] == "compiler") return("compiler")
    saveRDS(list(stamp = stamp, end = known), file.path(root, "outcomes.rds"))
  }
  known[[name]]
}

# A driver changes its own object in the first stage. The second stage runs it with other kernels.
try_outcome <- function(mutant, stages) {
  ends <- character()
  for (stage in stages) {
    if (stage$tree$kind == "sanitized" && all(ends == "same")) return("same")
    end <- meet(stage, mutant)
    if (end == "compiler" && length(ends)) stop("a mutant does not compile any more: ", mutant$file)
    if (!end %in% c("same", "passed")) return(end)
    ends <- c(ends, end)
  }
  "survived"
}

# ---- the report ----

squeeze <- function(x) trimws(gsub("\\s+", " ", x))
# The lines of the source that a mutant changes, before and after.
before_after <- function(mutant) {
  text <- source_text(mutant$file)
  lines <- strsplit(text, "\n", fixed = TRUE)[[1]]
  mutated <- strsplit(apply_to(text, mutant), "\n", fixed = TRUE)[[1]]
  here <- seq(mutant$line, length.out = 1L + nchar(gsub("[^\n]", "", mutant$old)))
  squeeze(c(paste(lines[here], collapse = " "), paste(mutated[here], collapse = " ")))
}

# The explanations: blocks of a file's name, "- " and the line, "+ " and the changed line, and a
# reason.
explanations <- function() {
  if (!file.exists(explained)) return(list())
  lines <- readLines(explained, encoding = "UTF-8")
  lines <- lines[!startsWith(lines, "#")]
  blocks <- split(lines, cumsum(!nzchar(lines)))
  blocks <- lapply(blocks, function(b) b[nzchar(b)])
  lapply(blocks[lengths(blocks) > 3L], function(b) {
    before <- sub("^- ", "", b[2])
    why <- squeeze(paste(b[-(1:3)], collapse = " "))
    if (!grepl("^(equivalent|performance|full mode|races): ", why)) {
      stop(explained, ": no kind of reason: ", why, call. = FALSE)
    }
    list(key = paste(b[1], before, sub("^[+] ", "", b[3])), file = b[1], before = before, why = why)
  })
}
why_of <- function(mutant, change, known) {
  for (one in known) {
    if (identical(one$key, paste(mutant$file, change[1], change[2]))) return(one$why)
  }
  ""
}

in_table <- function(x) gsub("|", "\\|", x, fixed = TRUE)
code <- function(x) paste0("`", in_table(x), "`")
class_of <- function(end) {
  class <- sub("[:,].*$", "", end)
  class[class %in% c("time", "crash")] <- "time or crash"
  class
}
classes <- c("test", "sanitizer", "time or crash", "survived")

# A table of outcomes.
counted <- function(what, of, end) {
  counts <- table(factor(of, unique(of)), factor(class_of(end), classes))
  sums <- rbind(counts, all = colSums(counts))
  c(paste("|", paste(c(what, classes, "all"), collapse = " | "), "|"),
    paste("|", paste(rep("---", length(classes) + 2L), collapse = " | "), "|"),
    paste("|", rownames(sums), "|", apply(sums, 1, paste, collapse = " | "), "|", rowSums(sums),
          "|"), "")
}

# The survivors: their numbers, the lines before and after the change, and the reasons.
survivors_of <- function(done) {
  known <- explanations()
  left <- which(done$end == "survived")
  changes <- lapply(left, function(i) before_after(done[i, ]))
  why <- vapply(seq_along(left), function(i) why_of(done[left[i], ], changes[[i]], known), "")
  list(left = left, changes = changes, why = why)
}

report <- function(done, tried) {
  cpu <- if (file.exists("/proc/cpuinfo")) {
    sub("^.*: ", "", grep("^model name", readLines("/proc/cpuinfo"), value = TRUE)[1])
  } else {
    Sys.info()[["machine"]]
  }
  found <- survivors_of(done)
  left <- found$left
  changes <- found$changes
  why <- found$why
  lines <- c(
    "# Do the C tests notice wrong code?", "",
    paste("- Date:", Sys.Date()),
    paste0("- Machine: ", cpu, ", ", parallel::detectCores(), " processors"),
    paste0("- R: ", R.version.string),
    paste0("- ", nrow(done), " mutants, seed ", seed, ": copies of src/ with one change each. ",
           tried - nrow(done), " more left the objects as they were, or did not compile."),
    paste0("- The suites ran in the fast mode, on ", toString(names(stages)),
           "."), "",
    counted("topic", done$topic, done$end),
    counted("operator", done$operator, done$end),
    paste0("- test: a CHECK failed; in suites of other topics alone: ",
           sum(grepl("another topic", done$end)), "."),
    "- sanitizer: only the build with sanitizers noticed the change.",
    "- time or crash: a test did not end in time, or a signal ended it.",
    "- survived: no suite noticed the change.", "",
    "## Survivors", "",
    paste0(sum(nzchar(why)), " of ", length(left), " are explained in ",
           "scripts/mutants_explained.txt.",
           if (!all(nzchar(why))) " The others are holes in the tests."), "",
    "| where | operator | before | after | why |",
    "| --- | --- | --- | --- | --- |",
    vapply(seq_along(left), function(i) {
      m <- done[left[i], ]
      paste0("| ", m$file, ":", m$line, " | ", m$operator, " | ", code(changes[[i]][1]), " | ",
             code(changes[[i]][2]), " | ", in_table(why[i]), " |")
    }, ""), "",
    "## All mutants", "",
    "| where | operator | before | after | outcome |",
    "| --- | --- | --- | --- | --- |",
    vapply(seq_len(nrow(done)), function(i) {
      m <- done[i, ]
      change <- before_after(m)
      paste0("| ", m$file, ":", m$line, " | ", m$operator, " | ", code(change[1]), " | ",
             code(change[2]), " | ", in_table(m$end), " |")
    }, "")
  )
  write_text(lines, out)
}

# ---- the run ----

dir.create(root, recursive = TRUE, showWarnings = FALSE)
set.seed(seed, kind = "Mersenne-Twister", sample.kind = "Rejection")
lists <- lapply(setNames(topics, topics), ordered)

say <- function(mutant, end) {
  change <- before_after(mutant)
  cat(mutant$file, ":", mutant$line, ": ", mutant$operator, ": ", end, "\n", sep = "")
  if (end %in% c("survived", "listed")) cat("  - ", change[1], "\n  + ", change[2], "\n", sep = "")
}

stages <- list()
if (!listing) {
  all_suites <- suites()
  plain <- build("plain", "auto,-knc")
  best <- best_target(plain)
  second <- if (best == "avx512") "avx2" else best
  sanitized <- build("sanitized", second)
  find_out_about_leaks(sanitized)
  of_best <- control(plain, best, all_suites)
  of_portable <- control(plain, "portable", all_suites[!all_suites$once, ])
  of_sanitized <- control(sanitized, second, all_suites[of_best$seconds <= 2, ])
  # own, others: the longest suites of a mutant's topic, and of other topics, in seconds
  stages <- list(list(tree = plain, target = best, jobs = of_best, own = Inf, others = 0.3),
                 list(tree = plain, target = "portable", jobs = of_portable, own = 4, others = 0.1),
                 list(tree = sanitized, target = second, jobs = of_sanitized, own = 4, others = 0))
  names(stages) <- c(best, "portable", paste(second, "with sanitizers"))
}

done <- NULL
tried <- 0L
turn <- 0L
taken <- setNames(integer(length(topics)), topics)
while (NROW(done) < count && any(taken < vapply(lists, nrow, 0L))) {
  topic <- turns[turn %% length(turns) + 1L]
  turn <- turn + 1L
  while (taken[[topic]] < nrow(lists[[topic]])) {
    taken[[topic]] <- taken[[topic]] + 1L
    mutant <- lists[[topic]][taken[[topic]], ]
    if (!is.null(only) && !grepl(only, paste0(mutant$file, ":", mutant$line))) next
    tried <- tried + 1L
    end <- if (listing) "listed" else outcome(mutant, stages)
    if (end %in% c("same", "compiler")) next
    say(mutant, end)
    done <- rbind(done, cbind(mutant, end = end))
    if (!is.null(out) && !listing) report(done, tried)
    break
  }
}
if (!listing) {
  if (!is.null(done)) cat(counted("topic", done$topic, done$end), sep = "\n")
  stale <- 0L
  for (one in explanations()) {
    text <- if (file.exists(one$file)) squeeze(source_text(one$file)) else ""
    if (!grepl(one$before, text, fixed = TRUE)) {
      cat(explained, ": ", one$file, " no longer has: ", one$before, "\n", sep = "")
      stale <- stale + 1L
    }
  }
  survived <- survivors_of(done)$why
  cat(NROW(done), " mutants: ", NROW(done) - length(survived), " killed, ", length(survived),
      " survived, ", sum(!nzchar(survived)), " of these without a reason\n", sep = "")
  quit(status = as.integer(stale > 0L || any(!nzchar(survived)) ||
                             (is.null(only) && NROW(done) < count)))
}
