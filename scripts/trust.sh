#!/bin/sh
# Checks the promises of docs/TRUST.md, each with commands that can fail, and prints a line for each
# command. It is slow; run it by hand and before a release.
#
#   sh scripts/trust.sh [--quick] [--plants] [--strict] [--out FILE] [PROMISE...]
#                                                                         all promises, or these
#
# --quick takes small counts. --strict: a command that cannot run here counts as failed. --plants
# runs the commands that have a planted fault with that fault: each must fail, and say which fault it
# has found.
#
# --out writes a table to FILE, as Markdown, anew after each command. So a run that is ended early
# leaves a table of what it has done. Promises that are in FILE and not in this run stay in FILE, if
# they were proven on the same kind of machine, with the same versions of R and of the compiler. Each
# promise in FILE says when, of which commit and with which options it was proven. So several runs
# make one table, also two runs at once in two checkouts.
#
# Logs are .build/trust/PROMISE-NUMBER.log. A command that cannot run here ends with status 77 and
# is counted as skipped, with its last line as the reason. The status is not zero if a command
# failed, or if no command passed.

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh
use_private_lib

quick=no plants=no strict=no out='' options=''
promises='memory races anything bits builds lost strangers answers limits slower tests'
while [ $# -gt 0 ]; do
  case $1 in
    --quick) quick=yes options="$options $1" ;;
    --plants) plants=yes options="$options $1" ;;
    --strict) strict=yes options="$options $1" ;;
    --out) out=$2; shift ;;
    -*) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2 ;;
    *) break ;;
  esac
  shift
done
for name; do
  case " $promises " in
    *" $name "*) ;;
    *) die "trust.sh: there is no promise '$name', but there are: $promises" ;;
  esac
done
wanted=" $* "
logs=.build/trust
mkdir -p "$logs" || exit 1

# pick QUICK WHOLE: one of both counts.
pick() { if [ $quick = yes ]; then echo "$1"; else echo "$2"; fi; }

clock() { date +%s; }

# commit_here: the commit; "-dirty" if tracked files have changed since.
commit_here() { git describe --always --dirty --exclude='*' 2>/dev/null || echo unknown; }

# table_head: where promises are proven.
table_head() {
  say "# Promises and proofs (scripts/trust.sh)" ""
  awk -F ': ' '/^cpu family/ { f = $2 } /^model\t/ { m = $2 } /^model name/ { name = $2 }
    END { print "- Machine: " name " family " f " model " m }' /proc/cpuinfo 2>/dev/null
  "$RSCRIPT" -e 'cat("- R: ", R.version.string, "\n", sep = "")' \
    -e 'i <- manycore::manycore_info()' \
    -e 'cat("- manycore: ", format(i$version), ", built by ", i$compiler, "; targets: ", sep = "")' \
    -e 'cat(toString(i$isa_runnable), "\n", sep = "")'
}

# same_place: was the table in $out made where this run is?
same_place() {
  [ -f "$out" ] && [ "$(sed -n '/^- Machine: /p; /^- R: /p; /^- manycore: /p' "$out")" = "$(say "$head" | grep '^- ')" ]
}

# old_section PROMISE: its rows in $out.
old_section() {
  awk -v begin="| **$1**: " '/^[|] [*][*]/ { inside = index($0, begin) == 1 } /^[|]/ && inside' "$out"
}

# write_table STATE: the table so far. STATE: whether the latest promise is at its end.
write_table() {
  [ -n "$out" ] || return 0
  tries=0 locked=yes
  until mkdir "$out.lock" 2>/dev/null; do # a run that was killed may have left it
    tries=$((tries + 1))
    if [ $tries -ge 100 ]; then locked=no && break; fi
    sleep 0.1
  done
  keep=no
  if same_place; then keep=yes; fi
  for name in $promises; do
    if [ "$name" = "$promise" ]; then
      say "| **$name**: $sentence | | $stamp$1 | |"
      printf '%s' "$rows"
    elif [ -f "$sections/$name" ]; then
      cat "$sections/$name"
    elif [ $keep = yes ]; then
      old_section "$name"
    fi
  done >"$sections/all"
  {
    say "$head" "- Date: $(date +%Y-%m-%d)"
    awk -F ' [|] ' '!/^[|] [*][*]/ { count[$2]++ } END {
      print "- " count["passed"] + 0 " commands passed, " count["FAILED"] + 0 " failed, " count["skipped"] + 0 " were skipped" }' "$sections/all"
    say "" "| proof | result | counts | time |" "| --- | --- | --- | ---: |"
    cat "$sections/all"
  } >"$sections/table"
  cp "$sections/table" "$out.new" && mv "$out.new" "$out"
  if [ $locked = yes ]; then rmdir "$out.lock"; fi
}
passed=0 failed=0 skipped=0 promise='' sentence='' number=0 rows=''

# end_promise: the latest promise is at its end.
end_promise() {
  [ -n "$promise" ] && [ -n "$rows" ] || return 0
  { say "| **$promise**: $sentence | | $stamp | |" && printf '%s' "$rows"; } >"$sections/$promise"
  write_table ''
}

# promised PROMISE SENTENCE: the next commands prove this promise. Is it wanted?
promised() {
  end_promise
  promise=$1 sentence=$2 number=0 rows=''
  case $wanted in '  ' | *" $1 "*) ;; *) promise='' && return 1 ;; esac
  say "" "== $2"
}

# counts LOG STATUS: what the command counted: its last line that has a number. If the command was
# skipped, its last line is the reason.
counts() {
  if [ "$2" -eq 77 ]; then tail -n 1 "$1"; else grep -a '[0-9]' "$1" | tail -n 1; fi | tr '|' '/' | cut -c 1-200
}

# proof WHAT COMMAND...: runs the command. If --plants is given, only commands with a planted fault
# run (`planted`).
proof() {
  what=$1
  shift
  number=$((number + 1))
  [ $plants = no ] || return 0
  log=$logs/$promise-$number.log
  start=$(clock)
  "$@" >"$log" 2>&1 </dev/null
  status=$?
  note "$what" "$status" "$log" "$(($(clock) - start))"
}

# planted WHAT PATTERNS COMMAND...: the command must fail, because a fault is planted, and its log
# must have each pattern (a line each): so a failure for another reason is not taken for the fault.
planted() {
  what="planted: $1" patterns=$2
  shift 2
  [ $plants = yes ] || return 0
  number=$((number + 1))
  log=$logs/$promise-plant-$number.log
  start=$(clock)
  "$@" >"$log" 2>&1 </dev/null
  status=$?
  case $status in
    0) status=1 ;;
    77) ;;
    *)
      status=0
      say "$patterns" | while IFS= read -r pattern; do grep -q -e "$pattern" "$log" || exit 1; done || status=1 ;;
  esac
  note "$what" $status "$log" "$(($(clock) - start))"
}

# control WHAT COMMAND...: the command itself plants faults, and fails unless it sees them.
control() {
  [ $plants = yes ] || return 0
  what="planted: $1"
  shift
  plants=no
  proof "$what" "$@"
  plants=yes
}

# note WHAT STATUS LOG SECONDS
note() {
  case $2:$strict in
    0:*) result=passed passed=$((passed + 1)) ;;
    77:no) result=skipped skipped=$((skipped + 1)) ;;
    *) result=FAILED failed=$((failed + 1)) ;;
  esac
  found=$(counts "$3" "$2")
  say "$result ($4 s): $1: $found"
  [ $result != FAILED ] || tail -n 5 "$3"
  rows="$rows| $1 | $result | $found | $4 s |
"
  write_table ", not at its end"
}

# in_harness COMMAND...: commands of tests/c/harness.sh, with R's compiler.
in_harness() {
  (cd tests/c && CC=$("$R" CMD config CC) && export CC && "$@")
}

# c_counts LOG STATUS: prints the sum of all lines "c harness (...): N passed, ...". Returns STATUS;
# 1 if no test passed or a test failed; 77 if all tests passed but a sanitizer was missing.
c_counts() {
  cat "$1"
  awk '/: *[0-9]+ passed, [0-9]+ failed/ { sub(/.*: */, ""); n = split($0, word, /[ ,]+/)
      for (i = 2; i <= n; i++) sum[word[i]] += word[i - 1] }
    END { print sum["passed"] + 0 " passed, " sum["failed"] + 0 " failed, " sum["skipped"] + 0, "skipped"
      exit !(sum["passed"] > 0 && sum["failed"] == 0) }' "$1" || return 1
  [ "$2" -eq 0 ] || return "$2"
  ! grep -e 'building without' -e 'leaks are not looked for' "$1" || return 77
}

# sanitized VARIANT: builds and runs the C tests with this variant's sanitizers.
sanitized() {
  HARNESS_FAST=$(pick 1 '')
  export HARNESS_FAST
  in_harness sh ./harness.sh build "$1" >"$logs/c" 2>&1 &&
    in_harness sh ./harness.sh run "$1" >>"$logs/c" 2>&1
  status=$?
  unset HARNESS_FAST
  c_counts "$logs/c" $status
}

# thread_suites VARIANT: the suites with threads that `make test` runs. The planted race must be among
# the tests that passed.
thread_suites() {
  in_harness sh ./harness.sh threads "$1" >"$logs/c" 2>&1 && grep -q 'a planted race.*: 1 passed' "$logs/c"
}

# These suites, and the others that take threads, or all suites.
races() {
  thread_suites races
  status=$?
  HARNESS_FAST=1
  export HARNESS_FAST
  # shellcheck disable=SC2046  # a list of words
  [ $status -ne 0 ] || in_harness sh ./harness.sh run races $(pick "$other_threads" '') >>"$logs/c" 2>&1 ||
    status=$?
  unset HARNESS_FAST
  c_counts "$logs/c" $status
}

# The same with the other kind of threads, for the suites of `make test`.
openmp_races() {
  in_harness sh ./harness.sh archer >"$logs/c" 2>&1 ||
    { say "OpenMP's races take clang with libomp and archer"; return 77; }
  thread_suites openmp-races
  c_counts "$logs/c" $?
}

# Suites that limit threads and memory; sanitizers do not go with these limits.
limited_threads() {
  in_harness sh ./harness.sh build optimized >"$logs/c" 2>&1 &&
    in_harness sh ./harness.sh run optimized team threads quota >>"$logs/c" 2>&1
  c_counts "$logs/c" $?
}

# valgrind_tests TARGET [SUITE...]
valgrind_tests() {
  target=$1
  shift
  have valgrind || { say "valgrind is not here"; return 77; }
  in_harness sh ./harness.sh build optimized >"$logs/c" 2>&1 &&
    in_harness env "MANYCORE_ISA=$target" sh ./harness.sh valgrind "$@" >>"$logs/c" 2>&1
  status=$?
  c_counts "$logs/c" $status
}

# r_tests REGEXP: these files of R's tests. The proof is skipped if all tests of a file were
# skipped. The row names the tests that were skipped.
r_tests() {
  rm -f "$logs/counts" "$logs/counts.skips"
  "$RSCRIPT" scripts/test.R "$logs/counts" "$1" >"$logs/r" 2>&1
  status=$?
  cat "$logs/r"
  awk -v skips="$logs/counts.skips" '{
      passed = $1; line = $1 " passed, " $2 " failed, " $3 " skipped"
    } END {
      while ((getline skip <skips) > 0) line = line "; skipped: " skip
      print line
      exit !(passed > 0)
    }' "$logs/counts" || return 1
  [ $status -eq 0 ] || return $status
  ! grep '^Nothing passed in ' "$logs/r" || return 77
}

# The kept inputs of the fuzz targets, under sanitizers.
replay() {
  in_harness sh ./harness.sh build sanitized >"$logs/c" 2>&1 &&
    in_harness sh ./harness.sh replay sanitized >>"$logs/c" 2>&1
  status=$?
  c_counts "$logs/c" $status
}

# on_copy FAULT COMMAND...: runs a proof on a copy of the sources that has this fault.
on_copy() { sh scripts/trust/planted.sh "$@"; }

# libfuzzer COMMAND...: a command of tests/c/harness.sh that needs the targets of libFuzzer.
libfuzzer() {
  have clang || { say "libFuzzer needs clang"; return 77; }
  (cd tests/c && CC=clang && export CC && sh ./harness.sh build libfuzzer && sh ./harness.sh "$@")
}

sh scripts/build.sh || exit 1
head=$(table_head)
stamp="commit $(commit_here), $(date +%Y-%m-%d),${options:- all counts}"
sections=$(mktemp -d) || exit 1
trap 'rm -rf "$sections"' EXIT
trap 'exit 130' HUP INT TERM
began=$(clock)

if promised memory "No memory error, no undefined behaviour, no leak"; then
  proof "C tests under sanitizers of addresses and undefined behaviour" sanitized sanitized
  proof "C tests in plain C with the checks of pointers, which the sanitized build leaves out" \
    sanitized portable
  planted "a column that is read too far, by the C tests" 'AddressSanitizer: ' \
    on_copy overrun c sanitized run sanitized ranks
  proof "R tests under the same sanitizers" sh scripts/trust/sanitized.sh "$(pick '^test-(sort|pairs)' .)"
  proof "leaks of a call of each entry" sh scripts/trust/sanitized.sh --leaks
  planted "an address behind a buffer" 'AddressSanitizer: heap-buffer-overflow' \
    sh scripts/trust/sanitized.sh --plant address
  planted "an undefined operation" 'runtime error:' sh scripts/trust/sanitized.sh --plant undefined
  planted "a leak" 'LeakSanitizer: detected memory leaks' sh scripts/trust/sanitized.sh --plant leak
  # shellcheck disable=SC2046  # no word, or one
  proof "C tests under valgrind, on avx2" valgrind_tests avx2 $(pick ranks '')
  # shellcheck disable=SC2046  # no word, or one
  proof "C tests under valgrind, in plain C" valgrind_tests portable $(pick ranks '')
  planted "a column that is read too far, under valgrind" 'Invalid read of size 4' \
    on_copy overrun c optimized valgrind ranks
  proof "each C entry while R collects garbage at each allocation" "$RSCRIPT" scripts/trust/torture.R
  planted "an object that nobody protects" ' 1 findings' "$RSCRIPT" scripts/trust/torture.R --plant
  proof "protection of objects in the entries of R, by rchk" sh scripts/trust/rchk.sh
  planted "a call that nobody ends, a list that is not protected" \
    '\[PB\]
\[UP\] unprotected variable result' sh scripts/trust/rchk.sh --plant
fi

other_threads='bins by_comparison candidates cells coefficients concordance count_sink differential
  distance distance_sink edges few_values forecast gather genotypes inference kendall kendall_groups limits
  neighbors pairs_list parenthesis permutation phase plan predict radix ranks signs sink source
  sparse_columns table trend xi'
if promised races "No data race"; then
  proof "C tests under ThreadSanitizer, which finds a planted race" races
  proof "the same with threads of OpenMP, under clang's ThreadSanitizer and archer" openmp_races
fi

if promised anything "Each entry takes anything"; then
  proof "exported functions with odd arguments" "$RSCRIPT" scripts/anything.R "$(pick 2000 100000)" "$(date +%s)"
  proof "C entries with odd arguments" "$RSCRIPT" scripts/trust/entries.R "$(pick 2000 50000)" "$(date +%s)"
  planted "entries that crash, hang, change arguments, leave R's stack unbalanced" \
    "crashes
hangs
changes
unbalanced" "$RSCRIPT" scripts/trust/entries.R --plant
  proof "C entries with odd arguments under sanitizers" sh scripts/trust/sanitized.sh --entries \
    "$(pick 500 20000)" "$(date +%s)"
  proof "kept inputs of the fuzz targets: the drivers of each topic, and the file of a tile" replay
  proof "libFuzzer on each of these targets" libfuzzer libfuzzer "$(pick 5 300)"
  for topic in concordance distance dynprog haplotype network paths permutation prediction sort tile_file \
    trend xi; do
    planted "a fault in $topic, which libFuzzer finds" "fuzz/$topic: 
libFuzzer: deadly signal" libfuzzer plant 120 "$topic"
  done
fi

if promised bits "The same bits on all targets, with all threads and algorithms"; then
  proof "functions against the committed fingerprints" "$RSCRIPT" scripts/trust/bits.R
  proof "the same with other versions of R" sh scripts/trust/versions.sh
  planted "one unit in the last place, and two names that change places" ' 2 differ' "$RSCRIPT" scripts/trust/bits.R --plant
fi

if promised builds "It builds everywhere, and gives the same bits"; then
  # shellcheck disable=SC2046  # lists of words
  proof "compilers, flags, threads, paths with blanks, the C locale" sh scripts/trust/builds.sh $(pick "threads-none blanks" '')
  planted "a kernel that computes another sum" 'other bits with' sh scripts/trust/builds.sh --plant
  if [ $quick = no ]; then
    proof "other machines, by Wine and QEMU" sh scripts/platforms.sh
  fi
fi

if promised lost "Nothing that a store holds is lost"; then
  proof "files that are damaged, cut, moved, replaced; workers and managers that end" \
    r_tests '^test-(store(-check|-misuse|-matrix|-workers|-panels|-backends)?|(paths|network|partial|xi)-store)[.]R$'
  planted "damaged tiles that are taken for whole" 'what is missing or damaged is done again: ' \
    on_copy checksum r '^test-store[.]R$'
  proof "stores on a network file system" sh scripts/trust/network.sh
  # shellcheck disable=SC2046  # a list of words
  proof "workers and managers that are killed, stores that are damaged at random" \
    "$RSCRIPT" scripts/faults.R $(pick '3 2 200' '')
  planted "tiles that are there and are done again" 'of those that were there [1-9][0-9]* are done again' \
    on_copy again "$RSCRIPT" scripts/faults.R 2 1 5
fi

if promised strangers "A store that a stranger made runs no code, and touches no other file"; then
  proof "forged manifests, links, odd files" r_tests '^test-store-strangers[.]R$'
  planted "symbolic links that are followed" 'no link below a store is followed: ' \
    on_copy links r '^test-store-strangers[.]R$'
  proof "files that are opened, programs and connections, by strace" \
    "$RSCRIPT" scripts/trust/outside.R "$(pick 50 1000)" "$(date +%s)"
  planted "symbolic links that are followed, by strace" '^opens: ' \
    on_copy links "$RSCRIPT" scripts/trust/outside.R 50
  planted "files, a program and a connection that a store must not lead to" '^opens: 
^opens to write: 
^changes: 
^starts a program: 
^speaks to others: ' "$RSCRIPT" scripts/trust/outside.R --plant
fi

if promised answers "Interrupts within a second; errors where memory ends; arguments and random numbers untouched"; then
  proof "interrupts, progress" r_tests '^test-(interrupts|progress)[.]R$'
  planted "interrupts that wait for five seconds" 'an interrupt stops a job within a second or so, and the session goes on: ' \
    on_copy late r '^test-interrupts[.]R$'
  proof "an interrupt at a random moment of a job of each function" \
    "$RSCRIPT" scripts/trust/interrupts.R "$(pick 1 5)" "$(date +%s)"
  planted "a job that hears no interrupt for five seconds" '^planted: .*LATE' \
    "$RSCRIPT" scripts/trust/interrupts.R --plant
  proof "memory that is refused" r_tests '^test-(memory|scratch)[.]R$'
  planted "memory that is not there and is not refused" 'refuse a result that does not fit: ' \
    on_copy room r '^test-memory[.]R$'
  proof "arguments, random numbers, the state of floating-point arithmetic" "$RSCRIPT" scripts/trust/state.R
  planted "a state of floating-point arithmetic that changes" 'changes the state of floating' "$RSCRIPT" scripts/trust/state.R --plant
fi

if promised limits "Never more threads than allowed, nor more memory than the help page says"; then
  proof "threads: limits of the environment, masks of processors, forks" \
    r_tests '^test-(threads|example-threads)[.]R$'
  proof "threads: limits of the system, quotas of control groups" limited_threads
  planted "limits of threads that nobody heeds" 'the environment limits the default, .*: ' \
    on_copy uncapped r '^test-threads[.]R$'
  proof "peak memory of calls against their help pages" "$RSCRIPT" scripts/trust/memory.R
  planted "calls that take twice the memory" '^\([1-9][0-9]*\) of \1 works take too much' "$RSCRIPT" scripts/trust/memory.R --plant
fi

if promised slower "A change that makes it slower is seen"; then
  proof "instructions of small works against the committed counts" sh bench/watch.sh
  control "loops that run twice" sh bench/watch.sh --plant
fi

if promised tests "Tests can fail"; then
  proof "mutants of kernels and drivers: each is killed, or has a reason to survive" \
    "$RSCRIPT" scripts/mutants.R "$(pick 6 100)"
  planted "C tests without suites: all mutants survive" '^3 mutants: 0 killed, 3 survived' \
    "$RSCRIPT" scripts/mutants.R 3 --plant
  proof "lines of C and expressions of R that tests run" "$RSCRIPT" scripts/trust/coverage.R --fast
  planted "R tests without most of their files" '^[1-8]*[0-9][.][0-9] % of [0-9]* expressions' \
    "$RSCRIPT" scripts/trust/coverage.R '^test-rank'
fi

end_promise
say "" "$passed passed, $failed failed, $skipped skipped in $(($(clock) - began)) s"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
