#!/bin/sh
# Builds the package with the sanitizers of addresses and of undefined behaviour, and runs the R
# tests with it. Then calls every function once and looks for leaks. Fails if a sanitizer reports
# something, or if a test fails.
#
#   sanitized.sh [REGEXP]        only the test files with these names, and no search for leaks
#   sanitized.sh --leaks         only the search for leaks
#   sanitized.sh --entries ...   entries.R with these arguments: reports are findings
#   sanitized.sh --plant KIND    plants a fault: address, undefined or leak; the run must fail
#
# All that is built is in .build/trust. That takes gcc with libasan and libubsan, on Linux.

cd "$(dirname "$0")/../.." || exit 1
. scripts/common.sh
use_private_lib

place=$root/.build/trust
library=$place/lib
stamp=$place/installed
flags='-fsanitize=address,undefined,float-cast-overflow -fno-omit-frame-pointer'

# No test file is left out. Four tests may fail. Three limit the memory of a child process: the
# memory of the sanitizer does not fit in the limit, and the child does not start. One compares the
# seconds of calls with a forecast.
limited='what does not fit in memory is refused before anything is allocated
memory that is short has its class for a small x
too many rows are refused before anything is allocated
seconds are right within a factor'

# write_flags: R takes the flags from this file. gcc knows two checks only for C++, and warns.
write_flags() {
  mkdir -p "$library" || die "Cannot create $library"
  R_MAKEVARS_USER=$place/Makevars
  export R_MAKEVARS_USER
  printf 'CFLAGS = -g -O1 %s\nLDFLAGS += %s\n' "$flags" "$flags" >"$place/Makevars"
}

# build: installs the package from the folder of its sources, where the objects stay for plant().
build() {
  now=$(package_entries | while IFS= read -r entry; do
    case $entry in tests | vignettes) continue ;; esac
    find "$entry" -type f ! -name '*.o' ! -name '*.so' -exec cksum {} +
  done | sort | cksum)
  now="$now $flags"
  if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$now" ]; then return 0; fi
  rm -rf "$stamp" "$library/manycore" "$library/00LOCK-manycore"
  stage_sources "$place/stage" || die "Could not copy the sources."
  MAKEFLAGS=-j${JOBS:-1} "$R" CMD INSTALL --no-docs --no-test-load "--library=$library" \
    "$place/stage/manycore" >"$place/build.log" 2>&1 || {
    tail -n 30 "$place/build.log"
    die "The package could not be installed with the sanitizers."
  }
  printf '%s\n' "$now" >"$stamp"
}

# preload LEAKS: the sanitizers must be there before R. The reports of addresses and leaks, those of
# child processes, too, go to files. The others go to the log, and end the process.
preload() {
  cc=$("$R" CMD config CC)
  reports=$place/reports
  rm -rf "$reports"
  mkdir -p "$reports"
  R_LIBS=$library:$R_LIBS
  UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
  ASAN_OPTIONS=detect_leaks=$1:allocator_may_return_null=1:log_path=$reports/report
  sanitizers="$($cc -print-file-name=libasan.so) $($cc -print-file-name=libubsan.so)"
  export R_LIBS ASAN_OPTIONS UBSAN_OPTIONS
}

# sanitized COMMAND...: runs a command with the sanitizers.
sanitized() {
  LD_PRELOAD=$sanitizers "$@"
}

# show_reports: prints the new reports, and keeps them as *.seen; fails if there is one. That memory
# was refused is none.
show_reports() {
  found=0
  for report in "$reports"/report*[0-9]; do
    [ -f "$report" ] || continue
    if grep -q 'ERROR: [A-Za-z]*Sanitizer' "$report"; then
      say "" "== $report"
      sed 60q "$report"
      found=1
    fi
    mv "$report" "$report.seen"
  done
  return $found
}

# plant KIND: a copy of the installed package, of which ffi_int() has a fault.
plant() {
  case $1 in
    address) fault='char *volatile m = malloc(8); m[8] = 1; free(m);' ;;
    undefined) fault='volatile int m = INT_MAX; m = m + 1;' ;;
    leak) fault='char *volatile m = malloc(8); m[0] = 1;' ;;
    *) die "There are faults of three kinds: address, undefined, leak." ;;
  esac
  sources=$place/stage/manycore/src
  awk -v "fault=$fault" '{ print } /^int ffi_int\(.*{$/ { print "  { " fault " }"; there = 1 }
    END { exit !there }' src/r/ffi.c >"$sources/r/ffi.c" || die "src/r/ffi.c has no ffi_int()."
  rm -rf "$place/planted"
  mkdir "$place/planted"
  cp -R "$library/manycore" "$place/planted"
  (cd "$sources" && "$R" CMD SHLIB -o manycore.so r/ffi.c) >"$place/plant.log" 2>&1 ||
    die "The fault was not compiled."
  cp "$sources/manycore.so" "$place/planted/manycore/libs/" || die "The fault was not planted."
  cp src/r/ffi.c "$sources/r/ffi.c"
  library=$place/planted
}

# only_limited: has a file been tested to its end, and did only tests fail that may?
only_limited() {
  [ -s "$place/counts" ] && [ -s "$place/counts.failures" ] &&
    ! grep -Fqv -e "$limited" "$place/counts.failures"
}

# test_file FILE: runs the tests of a file in a process of their own.
test_file() {
  rm -f "$place/counts" "$place/counts.failures" "$place/counts.skips"
  began=$(date +%s)
  result=passed
  sanitized "$RSCRIPT" scripts/test.R "$place/counts" "^$1\$" >"$place/$1.log" 2>&1 ||
    { if only_limited; then result='passed, but for tests that may fail'; else result=FAILED; fi; }
  p=0 f=0 s=0
  if [ -s "$place/counts" ]; then read -r p f s <"$place/counts"; fi
  passed=$((passed + p)) failed=$((failed + f)) files=$((files + 1))
  printf '%-32s %6d passed, %d failed, %d skipped, %4d s  %s\n' "$1" "$p" "$f" "$s" \
    "$(($(date +%s) - began))" "$result"
  if grep -A 8 'runtime error:' "$place/$1.log"; then result=FAILED; fi
  if [ "$result" = FAILED ]; then
    wrong=$((wrong + 1))
    sed -n '/Failed/,$p' "$place/$1.log" | sed 60q
  fi
  show_reports || wrong=$((wrong + 1))
}

test_files() {
  for file in tests/testthat/test-*.R; do
    file=${file##*/}
    if echo "$file" | grep -Eq -e "$1"; then test_file "$file"; fi
  done
  say "$files test files, $passed expectations passed, $failed failed"
  if [ $files -eq 0 ]; then die "No test file has such a name: $1"; fi
}

# leaks: calls every function once. The sed of R's own shell script leaks.
leaks() {
  say "== Leaks"
  preload 1
  echo 'leak:/bin/sed$' >"$place/suppressions"
  LSAN_OPTIONS=suppressions=$place/suppressions:print_suppressions=0
  export LSAN_OPTIONS
  sanitized "$RSCRIPT" scripts/trust/once.R || wrong=$((wrong + 1))
  show_reports || wrong=$((wrong + 1))
}

# entries ARGUMENTS: entries.R reads the reports, of which an undefined operation is not the end.
entries() {
  preload 0
  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=3000
  UBSAN_OPTIONS=halt_on_error=0
  sanitized "$RSCRIPT" scripts/trust/entries.R "$@" || wrong=$((wrong + 1))
}

wrong=0 files=0 passed=0 failed=0
write_flags
build
case ${1:-} in
  --plant) # the leak is looked for where leaks are, the others by one file of tests
    plant "${2:-}"
    if [ "$2" = leak ]; then leaks; else preload 0 && test_files '^test-rank'; fi ;;
  --leaks) leaks ;;
  --entries)
    shift
    entries "$@" ;;
  *)
    preload 0
    test_files "${1:-.}"
    if [ -z "${1:-}" ]; then leaks; fi ;;
esac
if [ $wrong -gt 0 ]; then die "$wrong findings"; fi
say "No sanitizer reported anything."
