# Does an entry of the C code use an object of R that R's collector has taken away? Makes the calls
# of calls.R twice: as they are, and with a collection at each allocation of an entry
# (gctorture2(1)), the R code in between as it is. The results must be identical. Of each call of a
# function, the first two calls of an entry are tortured, because a collection takes milliseconds;
# and six calls in all of entries that have one way of working, such as those of files.
#
#   Rscript scripts/trust/torture.R [REGEXP]   fails if a result differs, a call fails only under
#                                              torture, or a registered entry is not reached
#                                              (REGEXP: calls with these names, and whatever they
#                                              reach)
#   Rscript scripts/trust/torture.R --plant    only an entry that does not protect an object: it
#                                              must fail
#
# It needs the installed package (scripts/build.sh).

source(file.path("scripts", "trust", "calls.R"))

arguments <- commandArgs(trailingOnly = TRUE)
plant <- "--plant" %in% arguments
only <- setdiff(arguments, "--plant")
if (plant && !length(only)) only <- "^direct.choices$"
simple <- "^C_(file|tile|names|fingerprint|threads|system|network_bin)"
torture <- FALSE
inside <- FALSE # torture within a callback of an entry goes on
reached <- character()
again <- character() # what was reached in this call of a function

load_watched(function(name, arguments, call) {
  if (!torture || inside || sum(again == name) == 2L ||
        (grepl(simple, name) && sum(reached == name) == 6L)) {
    return(call())
  }
  reached <<- c(reached, name)
  again <<- c(again, name)
  inside <<- TRUE
  on.exit({
    gctorture2(0)
    inside <<- FALSE
  })
  gctorture2(1, inhibit_release = FALSE)
  call()
})
manycore_threads(2)

# Answers the value or the error of a call, and its warnings. Random numbers begin anew.
outcome_of <- function(call, tortured) {
  set.seed(3)
  torture <<- tortured
  again <<- character()
  on.exit(torture <<- FALSE)
  warnings <- character()
  value <- withCallingHandlers(
    tryCatch(call(), error = function(e) paste("error:", conditionMessage(e))),
    warning = function(w) {
      warnings <<- c(warnings, conditionMessage(w))
      invokeRestart("muffleWarning")
    }
  )
  list(value = value, warnings = warnings)
}

calls <- all_calls()
if (length(only)) calls <- calls[grep(only, names(calls))]
if (plant) {
  planted <- compiled(c(
    "SEXP planted(void) {",
    "  SEXP one = Rf_ScalarReal(1), two = Rf_ScalarReal(2); /* nothing protects `one` */",
    "  SEXP pair = PROTECT(Rf_allocVector(VECSXP, 2));",
    "  SET_VECTOR_ELT(pair, 0, one);",
    "  SET_VECTOR_ELT(pair, 1, two);",
    "  UNPROTECT(1);",
    "  return pair;",
    "}"
  ), "planted")$planted
  calls$planted <- function() watched_call(planted)
}

wrong <- character()
for (name in names(calls)) {
  want <- outcome_of(calls[[name]], FALSE)
  seconds <- system.time(got <- outcome_of(calls[[name]], TRUE))[["elapsed"]]
  if (seconds > 5) cat(sprintf("%s: %.0f s under torture\n", name, seconds))
  if (is.character(want$value) && any(startsWith(want$value, "error:"))) {
    wrong <- c(wrong, paste0(name, ": the call of calls.R fails: ", want$value[1]))
  } else if (!identical(got, want)) {
    wrong <- c(wrong, paste0(name, ": another result under torture: ",
                             paste(all.equal(want, got), collapse = "; ")))
  }
}

known <- names(entries_of_package())
never <- if (length(only)) character() else setdiff(known, reached)
writeLines(wrong)
if (length(never)) cat("Not reached:", never, "\n")
cat(length(intersect(known, reached)), "of", length(known), "entries reached in", length(reached),
    "calls;", length(calls), "calls of functions;", length(wrong), "findings\n")
quit(status = length(wrong) + length(never) > 0L)
