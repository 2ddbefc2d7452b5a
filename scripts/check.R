# Judges a log of R CMD check: status 0 only if the log reports nothing but the NOTE "New
# submission".
#
#   Rscript scripts/check.R 00check.log VIGNETTES
#
# VIGNETTES is "no" if they were left out; then CRAN's incoming check has a NOTE about that.

args <- commandArgs(trailingOnly = TRUE)
log <- args[1L]
expected <- c("^Maintainer: ", "^New submission$", "^$")
if (args[2L] == "no") {
  expected <- c(expected, "^Package has a VignetteBuilder field but no prebuilt vignette index.$")
}

reject <- function(...) {
  message("make check: ", ...)
  quit(save = "no", status = 1L)
}

if (!file.exists(log)) reject("there is no ", log)
lines <- trimws(readLines(log, warn = FALSE), which = "right")
status <- grep("^Status: ", lines, value = TRUE)
if (length(status) != 1L) reject("the log does not end with a status; the check broke off.")

count <- function(what) {
  if (!grepl(what, status)) return(0L)
  as.integer(sub(paste0("^.*?([0-9]+) ", what, ".*$"), "\\1", status, perl = TRUE))
}
counts <- c(ERROR = count("ERROR"), WARNING = count("WARNING"), NOTE = count("NOTE"))
if (status != "Status: OK" && sum(counts) == 0L) reject("cannot read '", status, "'.")

# Sections begin with "* ". In a NOTE about incoming feasibility only known lines are allowed.
starts <- grep("^\\* ", lines)
sections <- split(lines, findInterval(seq_along(lines), starts))
is_incoming <- function(section) {
  grepl("^\\* checking CRAN incoming feasibility .*NOTE$", section[1L])
}
is_expected <- function(section) {
  is_incoming(section) &&
    all(grepl(paste(expected, collapse = "|"), section[-1L]))
}
greeting <- sum(vapply(sections, is_expected, logical(1)))
counts["NOTE"] <- counts["NOTE"] - greeting

cat(status, "\n", sep = "")
if (grepl("example.org", read.dcf("DESCRIPTION", "Authors@R"), fixed = TRUE)) {
  cat("DESCRIPTION has placeholders: docs/RELEASING.md says what a person has to fill in.\n")
}
if (greeting) cat("One NOTE is CRAN's \"New submission\", which is expected.\n")
if (any(counts > 0L)) {
  for (section in sections) {
    if (any(grepl("(^|[ \t])(ERROR|WARNING|NOTE)$", section)) && !is_expected(section)) {
      cat(section, sep = "\n")
    }
  }
  reject(paste(counts, names(counts), collapse = ", "), " to be dealt with.")
}
cat("make check: nothing to object to.\n")
