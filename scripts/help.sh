#!/bin/sh
# What make help prints: every target, variable and option.

targets=$(sed -n 's/^targets="\(.*\)"$/\1/p' "$(dirname "$0")/../configure" | sed 's/ /, /g')

cat <<TEXT
make demo      correlate real data, check against stats::cor, draw a picture
make test      all tests: R, C, house rules
make platforms the C tests on other machines, emulated: see docs/PLATFORMS.md
make faults    kill workers and managers of a tile_store() again and again (Linux)
make trust     prove the promises of docs/TRUST.md, one after the other (slow)
make fresh     make demo and make test on a bare Debian in .build/fresh (as root)
make check     R CMD check --as-cran (R=/path/to/R: with another R; scripts/r-devel.sh builds one)
make bioccheck BiocCheck, for Bioconductor
make bench     run a script of bench/
make docs      write man/ and NAMESPACE, render the vignettes
make site      build the web site by pkgdown, without a network
make install   install the package into the default library of R
make clean     remove what was built

All but install and docs keep to the folder .build/.

Variables, after the target: make demo DATA=mine.csv
  DATA=FILE             demo: your own .rds or .csv, whose columns are the variables
  BENCH=NAME            bench: the script bench/NAME.R (kendall)
  ONLY=REGEXP           test: the R test files with these names, such as '^test-sort', and the
                        house rules alone (a $ is written $$)
  ARGS="NAME..."        platforms: these alone, such as windows or aarch64
  ARGS="OPTION..."      trust: --quick, --plants, --out FILE, and promises
  ARGS="OPTION..."      bench: its options, such as --quick and --out FILE;
                        ARGS=--help lists them
  KEEP=1                fresh: the bare system stays in .build/fresh
  CONFIGURE_ARGS="..."  what the package's configure is told:
                          --with-isa=NAME,...  the instruction sets to build in (or auto), of
                                               portable, $targets
                          --with-threads=KIND  posix, openmp, none (or auto)
                          --disable-threads    --with-threads=none (--enable-threads: auto)
  R=R RSCRIPT=Rscript   the R to use
(The last four may come from the environment.)

When the package runs:
  MANYCORE_ISA=NAME                 the instruction set to use
  MANYCORE_AFFINITY=close|spread    binds threads to processors (Linux)
  R_MANYCORE_NUM_THREADS, OMP_NUM_THREADS   the most threads, unless a call says otherwise
  OMP_THREAD_LIMIT                  the most threads whatever a call says
                                    (2 under _R_CHECK_LIMIT_CORES_)
  OMP_PROC_BIND, OMP_PLACES, OMP_WAIT_POLICY, OMP_STACKSIZE   with --with-threads=openmp
  options(manycore.scratch=)        MiB of working memory for cor_kendall()
  options(manycore.floyd_warshall=) what floyd_warshall_tune() found

The C tests, cd tests/c && make check: CC, SUITES, SEED, FUZZ_SECONDS; see the Makefile there.
TEXT
