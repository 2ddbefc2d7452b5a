# Runs BiocCheck on a folder of sources, and judges what it finds: status 0 only if no error and
# no unexpected warning is among that.
#
#   Rscript scripts/bioccheck.R FOLDER

args <- commandArgs(trailingOnly = TRUE)
# No server is asked: is the maintainer registered, is a package deprecated, is the name taken. The
# names of packages that the checks want to know are those that are installed.
Sys.setenv(BIOCONDUCTOR_ONLINE_VERSION_DIAGNOSIS = "FALSE")
utils::assignInNamespace("available", function(...) rownames(utils::installed.packages()),
                         "BiocManager")
found <- suppressWarnings(BiocCheck::BiocCheck(
  args[1L], `no-check-version-num` = TRUE, `no-check-deprecated` = TRUE,
  `no-check-CRAN` = TRUE, `no-check-bioc-help` = TRUE
))

# A warning that is expected; docs/RELEASING.md has the reason.
expected <- "set.seed usage"
said <- lapply(list(error = found$error, warning = found$warning, note = found$note), function(of) {
  vapply(of, function(one) paste(trimws(unlist(one)), collapse = " "), "")
})
for (kind in names(said)) {
  cat("\nBiocCheck, ", length(said[[kind]]), " of kind '", kind, "'\n", sep = "")
  cat(sprintf("  %s\n", strtrim(said[[kind]], 200)), sep = "")
}
objections <- grep(expected, c(said$error, said$warning), invert = TRUE, value = TRUE)
cat("make bioccheck: ", if (length(objections)) paste(length(objections), "to be dealt with.") else
  "nothing to object to.", "\n", sep = "")
quit(status = length(objections) > 0)
