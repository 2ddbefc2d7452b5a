# Makes the calls of calls.R once each, for sanitized.sh, which looks for leaks at the end. The
# status is 1 if the calls do not reach all entries.
#
#   Rscript scripts/trust/once.R [TURNS]           so many times (1)

source(file.path("scripts", "trust", "calls.R"))

turns <- as.integer(commandArgs(trailingOnly = TRUE)[1L])
reached <- character()
load_watched(function(name, arguments, call) {
  reached <<- union(reached, name)
  call()
})
manycore_threads(2)
calls <- all_calls()
for (turn in seq_len(max(turns, 1L, na.rm = TRUE))) {
  for (call in calls) suppressWarnings(suppressMessages(call()))
}
known <- names(entries_of_package())
missed <- setdiff(known, reached)
if (length(missed) > 0) cat("entries without a call:", toString(missed), "\n")
cat(length(calls), "calls, which reached", length(known) - length(missed), "of", length(known),
    "entries\n")
quit(status = length(missed) > 0)
