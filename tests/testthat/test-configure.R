# What configure makes of compilers that lack something, in a copy of the sources.

copy_of_sources <- function() {
  copy <- tempfile("manycore-")
  dir.create(copy)
  files <- c("configure", "configure.win", "cleanup", "DESCRIPTION", "LICENSE",
             "NAMESPACE", "R", "inst", "src")
  file.copy(file.path(sources, files), copy, recursive = TRUE)
  copy
}

# What a user's ~/.R/Makevars says where something is not there: the BLAS, the Fortran
# library; the header of POSIX threads (here one that cannot be read); OpenMP. Or where the
# compiler makes code for KNC.
lacking <- function(what) {
  headers <- tempfile("headers-")
  dir.create(headers)
  writeLines("#error \"pthread.h: No such file or directory\"", file.path(headers, "pthread.h"))
  makevars <- tempfile("Makevars-")
  writeLines(c("CFLAGS = -O0", c(
    blas = "BLAS_LIBS = -lthere_is_no_such_blas",
    fortran = "FLIBS = -lthere_is_no_such_fortran",
    threads = paste0("CPPFLAGS = -I", headers),
    openmp = "SHLIB_OPENMP_CFLAGS =",
    knc = "CPPFLAGS = -D__MIC__"
  )[what]), makevars)
  makevars
}

test_that("configure leaves out what cannot be linked, and says so", {
  skip_without_sources()
  copy <- copy_of_sources()
  configure <- function(what, ...) {
    run <- run_in(copy, "sh", c("configure", "--with-isa=portable", ...), lacking(what))
    expect_identical(run$status, 0L, label = what)
    expect_false(grepl("linked.so", run$output), label = run$output) # an error, not a command
    c(run, header = paste(readLines(file.path(copy, "src", "mc_config.h")), collapse = "\n"),
      makevars = paste(readLines(file.path(copy, "src", "Makevars")), collapse = "\n"))
  }

  for (what in c("blas", "fortran")) {
    run <- configure(what)
    expect_match(run$output, "cannot be linked.*r-base-dev", label = what)
    expect_match(run$output, "\n[^\n]*there_is_no_such", label = what)
    expect_false(grepl("FLIBS", run$makevars), label = what)
    if (what == "blas") {
      expect_match(run$output, "BLAS: no, .*gemm")
      expect_match(run$header, "#define MC_HAVE_BLAS 0")
      expect_false(grepl("BLAS_LIBS", run$makevars))
    } else { # R's BLAS does without the Fortran library, here and on macOS
      expect_match(run$output, "BLAS: yes, without R's FLIBS")
      expect_match(run$header, "#define MC_HAVE_BLAS 1")
      expect_match(run$makevars, "PKG_LIBS = $(BLAS_LIBS) ", fixed = TRUE)
    }
  }

  run <- configure("threads")
  expect_match(run$output, "POSIX threads cannot be built.*\n[^\n]*pthread.h: No such file")
  expect_match(run$output, "threads: no, .*one thread")
  expect_match(run$header, "#define MC_HAVE_THREADS 0")
  expect_false(grepl("pthread", run$makevars))

  # and keeps what can be
  for (option in c("--disable-threads", "--with-threads=none")) {
    run <- configure(character(), option)
    expect_match(run$output, "threads: no \\(--with-threads=none\\)")
    expect_false(grepl("pthread|OPENMP|base/team_", run$makevars))
  }
  run <- configure(character())
  info <- manycore_info()
  expect_identical(grepl("MC_HAVE_BLAS 1", run$header), info$blas)
  expect_identical(grepl("PKG_LIBS = $(BLAS_LIBS) $(FLIBS)", run$makevars, fixed = TRUE),
                   info$blas)
  if (info$threading) {
    expect_length(gregexpr("-pthread", run$makevars, fixed = TRUE)[[1]], 2)
  }
})

test_that("configure names no targets of other processors", {
  skip_without_sources()
  copy <- copy_of_sources()
  run <- run_in(copy, "sh", "configure")
  expect_identical(run$status, 0L, label = run$output)
  built <- regmatches(run$output, regexpr("targets: [^\n]*", run$output))
  arm <- grepl("neon", built, fixed = TRUE)
  expect_false(grepl(if (arm) "'(avx|amx)" else "'neon'|is for 64-bit ARM", run$output),
               label = run$output)

  # and those of this processor that do not compile
  own <- if (arm) "neon" else "avx2"
  skip_if_not(grepl(own, built, fixed = TRUE), "a target besides portable and knc")
  writeLines("#error \"no such instruction\"", file.path(copy, "src", "simd", own, "probe.h"))
  run <- run_in(copy, "sh", "configure")
  expect_identical(run$status, 0L, label = run$output)
  expect_match(run$output, paste0("without '", own, "', which this compiler does not build:\n",
                                  "[^\n]*no such instruction"))
})

test_that("configure takes the kind of threads that it is told, or stops", {
  skip_without_sources()
  copy <- copy_of_sources()
  configure <- function(what, ...) {
    run <- run_in(copy, "sh", c("configure", "--with-isa=portable", ...), lacking(what))
    c(run, makevars = paste(readLines(file.path(copy, "src", "Makevars")), collapse = "\n"))
  }
  kinds <- list(posix = "-pthread", openmp = "$(SHLIB_OPENMP_CFLAGS)")
  expect_kind <- function(run, kind) {
    expect_identical(run$status, 0L, label = run$output)
    other <- setdiff(names(kinds), kind)
    expect_length(gregexpr(kinds[[kind]], run$makevars, fixed = TRUE)[[1]], 2)
    expect_false(grepl(kinds[[other]], run$makevars, fixed = TRUE))
    expect_match(run$makevars, paste0("base/team_", kind, ".o"), fixed = TRUE)
    expect_false(grepl(paste0("base/team_", other, ".o"), run$makevars, fixed = TRUE))
  }
  expect_kind(configure(character(), "--with-threads=posix"), "posix")
  expect_kind(configure(character(), "--with-threads=auto"), "posix")
  expect_kind(configure("openmp"), "posix")
  run <- configure(character(), "--with-threads=openmp")
  skip_if(run$status != 0, "R's compiler has no OpenMP")
  expect_kind(run, "openmp")
  expect_kind(configure("knc"), "openmp")
  expect_kind(configure(c("knc", "openmp")), "posix")

  # what was asked for by its name is an error where it cannot be had
  for (kind in c("posix", "openmp")) {
    run <- configure(c(posix = "threads", openmp = "openmp")[kind],
                     paste0("--with-threads=", kind))
    expect_false(run$status == 0)
    expect_match(run$output, paste0("error: --with-threads=", kind, " is not possible here"))
  }
  run <- configure(character(), "--with-threads=many")
  expect_false(run$status == 0)
  expect_match(run$output, "--with-threads=many is none of: auto posix openmp none")
})

test_that("the package without BLAS and threads installs and works, but for gemm", {
  skip_without_sources()
  copy <- copy_of_sources()
  lib <- tempfile("lib-")
  dir.create(lib)
  run <- run_in(copy, file.path(R.home("bin"), "R"), c(
    "CMD", "INSTALL", "--no-docs", "--no-test-load", "--no-byte-compile",
    "--configure-args=--with-isa=portable", paste0("--library=", shQuote(lib)), "."
  ), lacking(c("blas", "threads")))
  expect_identical(run$status, 0L, label = run$output)
  run <- run_r(c(
    paste0("library(manycore, lib.loc = ", deparse(lib), ")"),
    "info <- manycore_info()",
    "x <- as.matrix(mtcars)",
    "same <- function(a, b) isTRUE(all.equal(a, b, check.attributes = FALSE))",
    "cat(info$isa_built, info$blas, info$threading, info$threads, info$threads_because, '\\n')",
    "cat(same(dist_euclidean(x), dist(x)), same(dist_euclidean(x, threads = 4), dist(x)),",
    "    same(cor_kendall(x, threads = 2), cor(x, method = 'kendall')),",
    "    same(sort_parallel(x), sort(x)), '\\n')",
    "cat(tryCatch(dist_euclidean(x, algorithm = 'gemm'), error = conditionMessage), '\\n')",
    "method <- manycore:::match_method('auto', 'auto', NULL, 'double')",
    "method$algorithm <- 4L",
    "cat(tryCatch(manycore:::run_distance(x, NULL, FALSE, method, 0L), error = class), '\\n')"
  ))
  output <- trimws(run$output)
  expect_identical(output[1], "portable FALSE FALSE 1 built without threads")
  expect_identical(output[2], "TRUE TRUE TRUE TRUE")
  expect_match(output[3], "^algorithm = \"gemm\" needs a BLAS.*r-base-dev")
  expect_match(output[4], "simpleError error condition")
  expect_identical(run$status, 0L)
})

test_that("configure.win takes what R has", {
  skip_without_sources()
  copy <- copy_of_sources()
  run <- run_in(copy, "sh", c("configure.win", "--with-isa=portable"),
                lacking(c("blas", "threads")))
  expect_identical(run$status, 0L, label = run$output)
  expect_false(file.exists(file.path(copy, "src", "Makevars")))
  expect_identical(readLines(file.path(copy, "src", "Makevars.win"))[2:4], c(
    "PKG_CPPFLAGS = -I. -include base/rounding.h",
    "PKG_CFLAGS = -pthread $(C_VISIBILITY)",
    "PKG_LIBS = $(BLAS_LIBS) $(FLIBS) -pthread"
  ))
  expect_true("#define MC_HAVE_BLAS 1" %in% readLines(file.path(copy, "src", "mc_config.h")))
})

test_that("configure.win has the units of targets compiled without link-time optimization", {
  skip_without_sources()
  skip_if_not(all(c("avx2", "avx512") %in% manycore_info()$isa_built))
  skip_if(grepl("clang", manycore_info()$compiler))
  copy <- copy_of_sources()
  run <- run_in(copy, "sh", c("configure.win", "--with-isa=avx2,portable"))
  expect_match(run$output, "targets: portable avx2")
  makevars <- readLines(file.path(copy, "src", "Makevars.win"))
  rule <- which(makevars == "dispatch/target_avx2.o: dispatch/target_avx2.c")
  expect_match(makevars[rule + 1], "^\t\\$\\(CC\\) .* -fno-lto -c dispatch/target_avx2.c -o")
  expect_lt(which(makevars == "all: $(SHLIB)"), rule)
})

# A compiler that says this, and fails, where it is told to read a header before a file.
compiler_without_include <- function(says) {
  cc <- strsplit(system2(file.path(R.home("bin"), "R"), c("CMD", "config", "CC"), stdout = TRUE),
                 " ")[[1]]
  wrapper <- tempfile("cc-")
  writeLines(c("#!/bin/sh",
               paste0("case \"$*\" in *-include*) echo \"", says, "\" >&2; exit 1 ;; esac"),
               paste("exec", paste(cc, collapse = " "), "\"$@\"")), wrapper)
  Sys.chmod(wrapper, "755")
  makevars <- tempfile("Makevars-")
  writeLines(paste("CC =", wrapper), makevars)
  makevars
}

test_that("configure refuses compilers with more bits, and goes on with those of one header less", {
  skip_without_sources()
  copy <- copy_of_sources()
  run <- run_in(copy, "sh", c("configure", "--with-isa=portable"), compiler_without_include(
    "error: this compiler computes floats and doubles with more bits than they have"))
  expect_identical(run$status, 1L)
  expect_match(run$output, "configure: error: .* computes doubles with more bits.*-mfpmath=sse")
  run <- run_in(copy, "sh", c("configure", "--with-isa=portable"),
                compiler_without_include("error: no such option: -include"))
  expect_identical(run$status, 0L, label = run$output)
  expect_match(run$output, "reads no header before a file.*\n.*no such option.*\n.*last bits")
  expect_true("PKG_CPPFLAGS = -I." %in% readLines(file.path(copy, "src", "Makevars")))
})
