# Makes the calls of calls.R once each, for sanitized.sh, which looks for leaks at the end.
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
cat(length(calls), "calls, which reached", length(intersect(known, reached)), "of", length(known),
    "entries\n")
