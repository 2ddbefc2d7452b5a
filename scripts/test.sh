#!/bin/sh
# The whole test suite: testthat on the installed package, the C harness, the
# house rules. The last line is "N passed, N failed, N skipped"; the exit status
# is zero only if nothing failed and something was tested.
#
# With more than one processor the C tests run beside the installation and the R tests; their output
# is printed when the R tests are done. With JOBS=1 in the environment all runs one after the other.
#
#   test.sh [REGEXP]
#
# With REGEXP only the R test files with these names run, and the house rules.

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh
use_private_lib
only=${1:-}

passed=0
failed=0
skipped=0
: "${JOBS:=$(cores)}"
export JOBS

# clock: the time in seconds (always 0 if date cannot tell).
clock() {
  now=$(date +%s 2>/dev/null)
  case $now in '' | *[!0-9]*) now=0 ;; esac
  echo "$now"
}

began=$(clock)
times=''
# took PART START: notes the time of a part that began at START.
took() {
  times="$times$(printf '%-24s %5d s' "$1" "$(($(clock) - $2))")
"
}

# --- C, begun ------------------------------------------------------------------

log=.build/test.c.log
rm -f "$log" .build/test.c.status .build/test.c.clock

# c_tests: writes the status and the time of the end to files.
c_tests() {
  (cd tests/c && make check CC="$("$R" CMD config CC)")
  echo $? >.build/test.c.status
  clock >.build/test.c.clock
}

c_suites=no
if [ -f tests/c/Makefile ] && [ -z "$only" ]; then c_suites=yes; fi
beside=''
if [ $c_suites = yes ] && [ "$JOBS" -gt 1 ]; then
  # A shell makes its background processes ignore the keyboard's interrupt.
  trap 'trap "" TERM; kill -TERM 0; exit 130' INT
  c_tests >"$log" 2>&1 &
  beside=$!
fi

# --- R -------------------------------------------------------------------------

counts=.build/test.counts
failures=$counts.failures
rm -f "$failures" "$counts.skips"

# r_tests WHICH: runs these test files, and adds their counts.
r_tests() {
  rm -f "$counts"
  "$RSCRIPT" scripts/test.R "$counts" "$1"
  status=$?
  if [ -s "$counts" ] && read -r p f s <"$counts"; then
    passed=$((passed + p))
    failed=$((failed + f))
    skipped=$((skipped + s))
    if [ "$((p + f + s))" -eq 0 ]; then
      say "No R test ran."
      failed=$((failed + 1))
    elif [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then
      failed=$((failed + 1))
    fi
  else
    say "The R tests did not run to their end (exit status $status)."
    failed=$((failed + 1))
  fi
}

start=$(clock)
installed=yes
sh scripts/build.sh || installed=no
took "installation" "$start"
if [ $installed = yes ]; then
  say "== R tests"
  start=$(clock)
  r_tests "${only:-untimed}"
  took "R tests" "$start"
fi

# --- R, with the other kind of threads -------------------------------------------

# Threads do not depend on the target; the portable target is built fastest.
other_lib=$root/$private_lib-other
other=''

# install_other KIND: installs the package with threads of this kind, unless it is already
# installed.
install_other() {
  [ -f "$other_lib/stamp" ] && [ "$(cat "$other_lib/stamp")" = "$1 $(cat "$installed_stamp")" ] && return 0
  rm -rf "$other_lib"
  mkdir -p "$other_lib"
  MAKEFLAGS=-j$(cores) "$R" CMD INSTALL --no-docs --no-test-load --library="$other_lib" \
    --configure-args="--with-isa=portable --with-threads=$1" .build/manycore_*.tar.gz >.build/other.log 2>&1 &&
    echo "$1 $(cat "$installed_stamp")" >"$other_lib/stamp"
}

# r_tests_other WHICH: r_tests with that installation.
r_tests_other() {
  R_LIBS=$other_lib:$R_LIBS
  r_tests "$1"
  R_LIBS=${R_LIBS#"$other_lib:"}
}

if [ $installed = yes ] && [ -z "$only" ]; then
  start=$(clock)
  case $("$RSCRIPT" -e 'cat(manycore::manycore_info()$threads_kind)') in
    openmp) other=posix ;;
    *) other=openmp ;;
  esac
  say "" "== R tests of threads, with --with-threads=$other"
  if install_other $other; then
    r_tests_other '^test-(threads|haplotype-threads)\.R$'
  elif grep -q "with-threads=$other is not possible here" .build/other.log; then
    say "Left out: $(grep 'cannot be built' .build/other.log)"
    other=''
  else
    cat .build/other.log
    say "The package with --with-threads=$other could not be installed."
    failed=$((failed + 1)) other=''
  fi
  took "R tests, other threads" "$start"
fi

# --- house rules ---------------------------------------------------------------

# While the C tests still run.
say "" "== House rules"
start=$(clock)
if sh scripts/lint.sh; then :; else
  failed=$((failed + 1))
  echo "house rules (scripts/lint.sh)" >>"$failures"
fi
took "house rules" "$start"

# --- C, ended ------------------------------------------------------------------

if [ $c_suites = yes ]; then
  say "" "== C tests"
  if [ -n "$beside" ]; then
    wait "$beside"
    trap - INT
    cat "$log"
    start=$began
  else
    start=$(clock)
    c_tests 2>&1 | tee "$log"
  fi
  status=1 ended=$(clock)
  if [ -s .build/test.c.status ]; then read -r status <.build/test.c.status; fi
  if [ -s .build/test.c.clock ]; then read -r ended <.build/test.c.clock; fi
  times="$times$(printf '%-24s %5d s' "C tests" "$((ended - start))")${beside:+, beside the others}
"
  # Lines such as "c harness (avx2): 123 passed, 0 failed".
  set -- $(awk '/^c harness.*: *[0-9]+ passed, [0-9]+ failed/ {
      line = $0; sub(/^.*: */, "", line); n = split(line, word, /[ ,]+/)
      for (i = 2; i <= n; i++) sum[word[i]] += word[i - 1]
    }
    END { print sum["passed"] + 0, sum["failed"] + 0, sum["skipped"] + 0 }' "$log")
  passed=$((passed + $1))
  failed=$((failed + $2))
  skipped=$((skipped + $3))
  if [ "$status" -ne 0 ] && [ "$2" -eq 0 ]; then
    say "The C tests stopped with exit status $status."
    failed=$((failed + 1))
  elif [ "$(($1 + $2))" -eq 0 ]; then
    say "No C test ran."
    failed=$((failed + 1))
  fi
fi

if [ $installed = no ]; then
  say "" "The package could not be installed." "0 passed, 1 failed, 0 skipped"
  exit 1
fi

# --- R, what is timed ----------------------------------------------------------

if [ -z "$only" ]; then
  say "" "== R tests of answers in time, by themselves"
  start=$(clock)
  r_tests timed
  if [ -n "$other" ]; then
    say "" "== R tests of interrupts, with --with-threads=$other"
    r_tests_other '^test-interrupts\.R$'
  fi
  took "R tests by themselves" "$start"
fi

took "all" "$began"
printf '\n%s' "$times"
if [ $c_suites = yes ]; then
  # "file.c:12: suite/target: message", "suite/target: killed by signal 6"
  place='^[^ ]+:[0-9]+: [a-z0-9_]+/.*: '
  end='^[a-z0-9_]+/.*: (killed by signal|ended with status) '
  grep -E "$place|$end" "$log" >>"$failures"
fi
if [ -s "$failures" ]; then
  say "" "Failed:"
  sed 's/^/  /' "$failures"
fi
say "" "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
