# Judges a log of R CMD check: status 0 only if the log reports nothing but expected notes.
#
#   Rscript scripts/check.R 00check.log VIGNETTES
#
# VIGNETTES is "no" if they were left out; then CRAN's incoming check has a NOTE about that.

args <- commandArgs(trailingOnly = TRUE)
log <- args[1L]

# A section of the log may be a NOTE if each of its lines is one of these. cran-comments.md has the
# reasons.
expected <- list(
  "a new submission, or addresses out of reach" = list(
    section = "checking CRAN incoming feasibility",
    # (an address is not at fault if there is no network)
    lines = c("^Maintainer: ", "^New submission$", "^Found the following .*invalid URLs:$",
              "^  URL: ", "^    From: ", "^    Status: Error$",
              "^    Message: libcurl error code 6:$",
              "^[[:space:]]*(Message: )?Could not resolve host",
              if (args[2L] == "no") {
                "^Package has a VignetteBuilder field but no prebuilt vignette index.$"
              })
  ),
  "the size of the library" = list(
    section = "checking installed package size",
    lines = c("^ *installed size is +[0-9.]+Mb$", "^ *sub-directories of 1Mb or more:$",
              "^ *(R|doc|libs) +[0-9.]+Mb$")
  ),
  "suggested packages that are not installed" = list(
    section = "checking package dependencies",
    lines = c("^Packages? suggested but not available", "^Packages? which this enhances but not",
              "^[[:space:]].[A-Za-z0-9., ‘’']*$")
  ),
  "the package V8, which draws the mathematics of help pages, is not installed" = list(
    section = "checking HTML version of manual",
    lines = "^Skipping checking math rendering: package .V8. unavailable$"
  ),
  "attach() in use_manycore()" = list(
    section = "checking R code for possible problems",
    lines = c("^Found the following calls to attach\\(\\):$",
              "^File .manycore/R/session_switch[.]R.:$",
              "^ *attach\\(NULL, pos = before, name = mask_place, warn.conflicts = FALSE\\)$",
              "^See section .Good practice. in .[?]attach.[.]$")
  )
)

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

# Sections begin with "* ". The name of the note that a section may have, or "".
starts <- grep("^\\* ", lines)
sections <- split(lines, findInterval(seq_along(lines), starts))
expected_as <- function(section) {
  fits <- vapply(expected, function(note) {
    grepl(paste0("^\\* ", note$section, ".*NOTE$"), section[1L]) &&
      all(grepl(paste(c(note$lines, "^$"), collapse = "|"), section[-1L]))
  }, NA)
  c(names(expected)[fits], "")[1L]
}
notes <- vapply(sections, expected_as, "")
counts["NOTE"] <- counts["NOTE"] - sum(nzchar(notes))

cat(status, "\n", sep = "")

# Steps say "[12s/10s]": the time of the processors, and the time elapsed.
timed <- grep("\\[[0-9]+[sm]/[0-9]+[sm]\\]", lines, value = TRUE)
timed <- timed[grepl("can be installed|checking examples|Running .testthat|re-building of vignette",
                     timed)]
if (length(timed)) {
  number <- function(at) {
    text <- sub(".*\\[([0-9]+)([sm])/([0-9]+)([sm])\\].*", paste0("\\", at), timed)
    as.numeric(text) * ifelse(grepl("m/", timed), 60, 1)
  }
  what <- trimws(sub(" *\\[.*", "", sub("^[* ]*(checking )?", "", timed)), whitespace = "[ .]")
  cat("Processors' time over elapsed time (at most 2.5 is allowed):\n",
      sprintf("  %-40s %5.0f s / %5.0f s = %.2f\n", what, number(1), number(3),
              number(1) / pmax(1, number(3))), sep = "")
}
if (grepl("example.org", read.dcf("DESCRIPTION", "Authors@R"), fixed = TRUE)) {
  cat("DESCRIPTION has placeholders: docs/RELEASING.md says what a person has to fill in.\n")
}
for (note in notes[nzchar(notes)]) cat("Expected NOTE: ", note, ".\n", sep = "")
if (any(counts > 0L)) {
  for (section in sections[!nzchar(notes)]) {
    if (any(grepl("(^|[ \t])(ERROR|WARNING|NOTE)$", section))) {
      cat(section, sep = "\n")
    }
  }
  reject(paste(counts, names(counts), collapse = ", "), " to be dealt with.")
}
cat("make check: nothing to object to.\n")
