#!/bin/sh
# What make help prints: every target, variable and option.

cat <<'TEXT'
make demo      correlate real data, check against stats::cor, draw a picture
make test      all tests: R, C, house rules
make fresh     make demo and make test on a bare Debian in .build/fresh (as root)
make check     R CMD check --as-cran
make bench     run a script of bench/
make docs      write man/ and NAMESPACE, render the vignettes
make install   install the package into the default library of R
make clean     remove what was built

All but install and docs keep to the folder .build/.

Variables, as in make demo DATA=mine.csv:
  DATA=FILE            demo: your own .rds or .csv, whose columns are the variables
  BENCH=NAME           bench: the script bench/NAME.R (kendall)
  ARGS="..."           bench: its options; --help lists them
  KEEP=1               fresh: the bare system stays in .build/fresh
  CONFIGURE_ARGS="..." options of the package's configure:
                         --with-isa=auto|NAME,...  instruction sets to build in, of
                             portable, avx2, avx512, avx512icl, knc
                         --disable-openmp          one thread
  R=R RSCRIPT=Rscript  the R to use

Environment variables when the package runs: MANYCORE_ISA, R_MANYCORE_NUM_THREADS,
OMP_NUM_THREADS, OMP_THREAD_LIMIT (and the option manycore.scratch); see README.md.
TEXT
