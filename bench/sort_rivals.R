# Shared by bench/sort.R and bench/paper_sort.R: bench/sort_rivals.cpp, compiled, and turns of
# contenders that return their own seconds. To be sourced after common.R.

# Runs a program; what it prints goes to the file `said`.
runs <- function(program, arguments, said, env = character()) {
  system2(program, arguments, stdout = said, stderr = said, env = env) == 0
}

# The object of sort_vectors.cpp, compiled for this machine: NULL unless the environment variable
# X86_SIMD_SORT names the folder of x86-simd-sort's sources, which must compile.
compiled_simd_sort <- function(folder, build, said) {
  sources <- Sys.getenv("X86_SIMD_SORT")
  object <- file.path(build, "sort_vectors.o")
  if (!nzchar(sources)) return(NULL)
  flags <- c("-O3", "-march=native", "-std=c++17", "-fPIC", "-fopenmp", "-DXSS_USE_OPENMP", "-c",
             "-I", shQuote(file.path(sources, "src")), "-o", shQuote(object))
  if (!runs("g++", c(flags, shQuote(file.path(folder, "sort_vectors.cpp"))), said)) {
    writeLines(readLines(said), stderr())
    stop("x86-simd-sort in ", sources, " does not compile", call. = FALSE)
  }
  object
}

has_vqsort <- function(build, said) {
  probe <- file.path(build, "probe.cc")
  writeLines(c("#include <hwy/contrib/sort/vqsort.h>", "int main() { hwy::Sorter s; }"), probe)
  runs("g++", c(shQuote(probe), "-o", shQuote(file.path(build, "probe")), "-lhwy_contrib", "-lhwy"),
       said)
}

# The routines of sort_rivals.cpp, compiled in a temporary folder with OpenMP.
compiled_rivals <- function(folder) {
  build <- tempfile("rivals")
  dir.create(build)
  source <- file.path(build, "sort_rivals.cpp")
  header <- file.path(folder, "..", "inst", "include", "manycore.h")
  stopifnot(file.copy(file.path(folder, "sort_rivals.cpp"), source), file.copy(header, build))
  said <- tempfile()
  simd_sort <- compiled_simd_sort(folder, build, said)
  vqsort <- has_vqsort(build, said)
  flags <- c("$(SHLIB_OPENMP_CXXFLAGS)", if (vqsort) "-DHAS_VQSORT",
             if (!is.null(simd_sort)) "-DHAS_X86_SIMD_SORT")
  libraries <- c("$(SHLIB_OPENMP_CXXFLAGS)", if (vqsort) c("-lhwy_contrib", "-lhwy"))
  built <- runs(file.path(R.home("bin"), "R"),
                c("CMD", "SHLIB", shQuote(source), if (!is.null(simd_sort)) shQuote(simd_sort)),
                said, env = c(sprintf("PKG_CXXFLAGS='%s'", paste(flags, collapse = " ")),
                              sprintf("PKG_LIBS='%s'", paste(libraries, collapse = " "))))
  if (!built) {
    writeLines(readLines(said), stderr())
    stop("bench/sort_rivals.cpp does not compile", call. = FALSE)
  }
  dyn.load(file.path(build, paste0("sort_rivals", .Platform$dynlib.ext)))
}
rivals_in_c <- compiled_rivals(here)

# Numbers of a type ("u32", "u64", "f64") in an order ("random", "descending", "swapped").
make_data <- function(type, kind, n) .Call(rivals_in_c$make_data, type, kind, as.double(n))

# Contenders: functions that do their work once and return its seconds.
by_c <- function(data, algorithm, threads = 1, cutoff = 0,
                 type = if (is.double(data)) "f64" else "i32") {
  arguments <- list(rivals_in_c$sort_seconds, data, type, algorithm, as.integer(threads),
                    as.double(cutoff))
  function() do.call(.Call, arguments)
}
copy_of <- function(data, threads) {
  force(data)
  force(threads)
  function() .Call(rivals_in_c$copy_seconds, data, as.integer(threads))
}
by_r <- function(f, ...) {
  arguments <- list(...)
  function() seconds_of(function() do.call(f, arguments))
}

# The median seconds in rounds that take turns. Short works are repeated within a round, as often as
# fits into `least` seconds.
seconds_in_turns <- function(contenders, rounds, least) {
  times <- vapply(contenders, function(f) {
    if (least == 0) 1 else min(100, ceiling(least / max(f(), 1e-6)))
  }, 0)
  seconds <- vapply(seq_len(rounds), function(r) {
    mapply(function(f, times) stats::median(replicate(times, f())), contenders, times)
  }, numeric(length(contenders)))
  apply(matrix(seconds, length(contenders), dimnames = list(names(contenders), NULL)), 1,
        stats::median)
}
