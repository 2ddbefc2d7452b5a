# What a call must leave as it was: its arguments; the state of R's random numbers, unless the help
# page says that the function draws; and the state of floating-point arithmetic (rounding, flushing
# of subnormal numbers, precision, traps). Calls every exported function
# (tests/testthat/helper-calls.R), and some works that are long enough for two threads, on every
# target.
#
#   Rscript scripts/trust/state.R [--plant]
#
# --plant makes the calls round down: the check must fail. It needs a C compiler. The last line
# counts the calls.

plant <- "--plant" %in% commandArgs(trailingOnly = TRUE)
library(manycore)
for (part in c("calls", "inputs", "odd", "anything")) {
  source(file.path("tests", "testthat", paste0("helper-", part, ".R")))
}

# ---- the state of floating-point arithmetic ----

state_source <- c(
  "#include <fenv.h>", "#include <stdint.h>", "#include <Rinternals.h>",
  "#if defined(__x86_64__) || defined(__i386__)", "#include <xmmintrin.h>", "#endif",
  "/* The rounding; on x86 the control bits of SSE, and the control word of the x87. */",
  "SEXP float_state(void) {",
  "  SEXP state = PROTECT(Rf_allocVector(INTSXP, 3));",
  "  INTEGER(state)[0] = fegetround();",
  "  INTEGER(state)[1] = INTEGER(state)[2] = 0;",
  "#if defined(__x86_64__) || defined(__i386__)",
  "  uint16_t word;",
  "  __asm__ volatile(\"fnstcw %0\" : \"=m\"(word));",
  "  INTEGER(state)[1] = (int) (_mm_getcsr() & 0xffc0u);",
  "  INTEGER(state)[2] = word;",
  "#endif",
  "  UNPROTECT(1);", "  return state;", "}",
  "SEXP round_down(void) { fesetround(FE_DOWNWARD); return R_NilValue; }"
)
compiled <- function(lines) {
  folder <- tempfile("state")
  dir.create(folder)
  file <- file.path(folder, "state.c")
  writeLines(lines, file)
  status <- system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", shQuote(file)),
                    stdout = FALSE, stderr = FALSE)
  if (status != 0) {
    cat("state.R needs a C compiler\n")
    quit(status = 77)
  }
  dyn.load(file.path(folder, paste0("state", .Platform$dynlib.ext)))
}
native <- compiled(state_source)
float_state <- function() .Call(native$float_state)

# ---- works with two threads ----

long_calls <- function() {
  set.seed(4)
  x <- matrix(stats::rnorm(300 * 200), 300)
  geno <- matrix(sample(0:2, 6000, TRUE), 600)
  list(
    cor_kendall.long = list(call = "cor_kendall", arguments = list(x)),
    kendall_test.long = list(call = "kendall_test", arguments = list(x)),
    dist_euclidean.long = list(call = "dist_euclidean", arguments = list(x)),
    sort_parallel.long = list(call = "sort_parallel", arguments = list(c(x, x, x))),
    floyd_warshall.long = list(call = "floyd_warshall", arguments = list(abs(x[1:200, ]))),
    haplotype_em.long = list(call = "haplotype_em", arguments = list(geno))
  )
}

# ---- the check ----

call_quietly <- function(call) {
  utils::capture.output(suppressMessages(suppressWarnings(
    invisible(do.call(call$call, call$arguments, quote = TRUE))
  )))
  if (plant) .Call(native$round_down)
}

# What one call changed.
changed_by <- function(call) {
  before <- serialize(call$arguments, NULL)
  random <- .Random.seed
  floats <- float_state()
  call_quietly(call)
  c(if (!identical(float_state(), floats)) "the state of floating-point arithmetic",
    if (!same_objects(call$arguments, unserialize(before))) "an argument",
    if (!call$call %in% calls_that_draw && !identical(random, .Random.seed)) "random numbers")
}

grDevices::pdf(NULL)
calls <- c(valid_calls(), long_calls())
targets <- manycore_info()$isa_runnable
count <- 0
wrong <- character()
manycore_threads(2)
for (target in targets) {
  manycore:::isa_choose(target)
  for (name in names(calls)) {
    set.seed(count)
    what <- changed_by(calls[[name]])
    count <- count + 1
    if (length(what)) wrong <- c(wrong, paste0(name, " on ", target, " changes ", toString(what)))
  }
}
writeLines(wrong)
cat(count, " calls of ", length(unique(vapply(calls, function(call) call$call, ""))),
    " functions on ", length(targets), " targets: ", length(wrong),
    " change something that they must not\n", sep = "")
quit(status = length(wrong) > 0)
