#!/bin/sh
# Builds and runs the C test harness; the Makefile says how it is called.
#
#   harness.sh build VARIANT          sanitized | races | optimized | portable | openmp |
#                                     openmp-races | libfuzzer, or platform-NAME, for another
#                                     machine (scripts/platforms.sh)
#   harness.sh run VARIANT [SUITE...]
#   harness.sh archer                 names the clang for openmp-races, if there is one
#   harness.sh threads VARIANT        builds a variant, and runs its control and the suites with threads
#   harness.sh control VARIANT        a planted race, which ThreadSanitizer must find
#   harness.sh objects [VARIANT]      are unwanted instructions absent from objects: aligned moves of
#                                     vectors in gcc for Windows, fused products and sums?
#   harness.sh check SECONDS SEED [SUITE...]  all that `make check` does
#   harness.sh replay VARIANT         the fuzz targets do the jobs of the kept inputs, corpus/TOPIC/
#   harness.sh fuzz VARIANT SECONDS [SEED [TOPIC...]]  each fuzz target, or these, does random jobs
#   harness.sh libfuzzer LIMIT [TOPIC...]  each fuzz target under libFuzzer, for LIMIT seconds, or with
#                                     libFuzzer's own limit, such as -runs=1000
#   harness.sh merge TOPIC...         what libFuzzer found becomes corpus/TOPIC/: at most 30 inputs
#   harness.sh plant LIMIT TOPIC      libFuzzer on a topic with a fault in src/, which it must find
#   harness.sh valgrind [SUITE...]
#
# configure writes into src/. So each variant configures and compiles a copy of src/ in
# .build/c/VARIANT/: all sources that need no R.
#
# The environment describes a platform: CC; PLATFORM_ISA and PLATFORM_FLAGS for configure and the
# compiler; PLATFORM_WINDOWS=yes; RUN, the program that runs programs of that machine; and OBJDUMP,
# which reads its objects.

cd "$(dirname "$0")" || exit 1
root=$(cd ../.. && pwd)
tests=../../../tests/c # seen from a variant's folder, where compilers run
: "${CC:=cc}" "${MAKE:=make}" "${JOBS:=2}" "${RUN:=}" "${OBJDUMP:=objdump}"
unset R_HOME MAKEFLAGS MFLAGS GNUMAKEFLAGS MAKELEVEL

# seconds_since START: e.g. " in 12 s"; nothing if date cannot tell.
clock() { date +%s 2>/dev/null; }
seconds_since() {
  case $1 in '' | *[!0-9]*) ;; *) echo " in $(($(clock) - $1)) s" ;; esac
}

# The suites with threads. A few rounds suffice for drivers: the sanitizer sees a race the first
# time that both sides run, in any order.
racing="team tasks threads passes trace levels monitor jobs first_touch order points recursion rank"
racing_drivers="paths sort edge_sinks haplotype classes em outcome accordion gap late"
openmp_drivers="paths sort" # only two, because drivers do not know the kind of threads

warnings="-Wall -Wextra -Wpedantic -Wcast-qual -Werror"

# works FLAGS: does a program with these flags compile, link and run?
works() {
  printf '%s\n' 'int main(void) { return 0; }' >probe.c
  # shellcheck disable=SC2086  # CC and the flags are lists of words
  $CC $1 probe.c -o probe >probe.log 2>&1 && $RUN ./probe >>probe.log 2>&1
}

# clang_with_archer: a clang with OpenMP (libomp), ThreadSanitizer, and archer, which tells the
# sanitizer what the runtime of OpenMP does.
clang_with_archer() {
  for clang in clang clang-20 clang-19 clang-18 clang-17 clang-16 clang-15 clang-14; do
    if command -v $clang >/dev/null 2>&1 && [ -f "$(archer_of $clang)" ] &&
      (CC=$clang && works "-fopenmp -fsanitize=thread"); then
      echo $clang
      return 0
    fi
  done
  return 1
}
archer_of() { echo "$("$1" -print-resource-dir 2>/dev/null)/../../libarcher.so"; }

# replace NEW OLD: moves NEW to OLD unless both are equal. So the date of OLD says when its content
# changed.
replace() {
  if cmp -s "$1" "$2"; then rm -f "$1"; else mv "$1" "$2"; fi
}

# The flags of a variant, and its name in reports. (-g1, because gcc takes minutes for more
# debugging information.) The emulated target, which takes a vectoriser long, is built only with
# sanitizers here; the installed package has it with -O2, and the R tests run it. Some checks of
# pointers would take a third of the time of kernels in plain C beside the address sanitizer; so the
# portable build has them.
choose_flags() {
  pointers=null,object-size,pointer-overflow
  isa=auto threads=posix sanitize=no optimize=-O2 standard=-std=c11 more= windows=no
  case "$1" in
    sanitized)
      optimize=-O1
      sanitize="-fsanitize=address,undefined,float-cast-overflow -fno-sanitize=$pointers -fno-sanitize-recover=all" ;;
    races)
      isa=portable
      sanitize="-fsanitize=thread -fno-sanitize-recover=all" ;;
    optimized) isa=auto,-knc standard=-std=gnu11 ;; # as R compiles: gcc may fuse products and sums
    objects) isa=auto,-knc windows=yes ;;
    portable)
      isa=portable threads=none
      sanitize="-fsanitize=$pointers,float-cast-overflow -fno-sanitize-recover=all" ;;
    libfuzzer) # sanitizers keep clang from vectorising loops that ask for it
      optimize=-O1 warnings="$warnings -Wno-pass-failed"
      sanitize="-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize=$pointers -fno-sanitize-recover=all" ;;
    platform-*)
      isa=${PLATFORM_ISA:-auto,-knc} windows=${PLATFORM_WINDOWS:-no} more=${PLATFORM_FLAGS:-}
      standard=-std=gnu11 ;;
    openmp) isa=portable threads=openmp ;;
    openmp-races)
      CC=$(clang_with_archer) || { echo "harness.sh: no clang with libomp and archer" >&2; exit 1; }
      isa=portable threads=openmp optimize=-O1 warnings= # no warnings of this other compiler
      sanitize="-fsanitize=thread -fno-sanitize-recover=all" ;;
    *) echo "harness.sh: there is no variant '$1'" >&2; exit 2 ;;
  esac
  flags="$standard $optimize -g1 -fno-omit-frame-pointer${more:+ $more}" title="$optimize${more:+ $more}"
  if [ "$sanitize" != no ]; then
    if works "$sanitize"; then
      flags="$flags $sanitize" title="sanitizers"
    elif [ "$1" = libfuzzer ]; then
      echo "harness.sh: libFuzzer takes clang with its runtime (Debian 12: clang libclang-rt-14-dev)" >&2
      exit 77
    else
      echo "harness.sh: $CC has no sanitizers here; building without" >&2
    fi
  fi
  case $threads in
    posix) flags="$flags -pthread" title="$title, threads" ;;
    openmp) flags="$flags -pthread -fopenmp" title="$title, threads of OpenMP" ;;
  esac
  [ "$isa" != portable ] || title="$title, portable target only"
}

# The topics of fuzz targets, tests/c/fuzz_<topic>.c.
fuzz_topics=$(echo fuzz_*.c | sed 's/fuzz_\([a-z_]*\)[.]c/\1/g')

# The sources that configure lists for R, without those that need R.
list_sources() {
  sources=$(sed -n 's/^  \([a-z0-9_/]*\)\.o.*/\1.c/p' $makevars | grep -v -e '^r/' -e '^init\.c$')
}

copy_sources() {
  rm -rf fresh
  mkdir -p fresh src || exit 1
  cp "$root/configure" fresh/ && cp -R "$root/src" fresh/src || exit 1
  rm -f fresh/src/mc_config.h fresh/src/Makevars fresh/src/Makevars.win fresh/src/*.so
  (cd fresh && CC="$CC" CFLAGS="$more" MC_WINDOWS=$windows sh ./configure --with-isa="$isa" --with-threads=$threads) >configure.log 2>&1 || {
    cat configure.log >&2
    exit 1
  }
  (cd fresh/src && find . -type d) | while read -r d; do mkdir -p "src/$d"; done
  (cd fresh/src && find . -type f) | while read -r f; do replace "fresh/src/$f" "src/$f"; done
  makevars=src/Makevars
  [ "$windows" = no ] || makevars=src/Makevars.win
  list_sources
  first=$(sed -n 's/^PKG_CPPFLAGS = -I\.//p' $makevars)
  headers=$(find src -name '*.h' -o -name '*.def')
  test_headers=$(find "$tests" -name '*.h' -o -name '*.def')
  rm -rf fresh
  suites=$(cd "$root/tests/c" && find . -name 'test_*.c' | sed 's|^\./||' | sort)
  case $variant in openmp*) # the other suites do not depend on the kind of threads
    suites=$(cd "$root/tests/c" &&
      grep -lE "^const check_suite suite_($(echo $racing $openmp_drivers | tr ' ' '|')) " $suites) ;;
  esac
  (cd "$root/tests/c" && cat $suites) |
    sed -n 's/^const check_suite suite_\([a-z0-9_]*\) .*/SUITE(\1)/p' >suites.new
  replace suites.new suites.def
}

# object SOURCE: the name of its object, here; folders become a part of the name.
object() { printf '%s' "${1%.c}.o" | tr / -; }

# The tests of a target's vocabulary: the target's source with the tests in place of the kernels. A
# word without a test is an unused function there.
vocabulary_flags="-O2 -DMC_INLINE=static '-DMC_REGION_BODY=\"simd/vocabulary_body.h\"'"
# gcc before 13.3 misaligns vectors of 64 bytes on the stack that AddressSanitizer keeps to find
# uses after return (gcc's bug 110027).
real_stack="--param asan-use-after-return=0"

# rule OBJECT SOURCE FLAGS. All objects depend on all headers.
rule() {
  echo "$1: Makefile $2 \$(HEADERS)"
  echo "	$CC \$(FLAGS) $3 -c $2 -o $1"
}

# What the tests share: references of topics are <topic>/*_oracle.c.
helpers=$(find . -name '*_oracle.c' | sed 's|^\./||' | sort &&
  printf '%s.c ' check data guard interrupts oracle pieces system taus)
common_objects() { for s in $helpers; do object "$s" && echo; done; }

# The targets take longest, so they come first. Tests and oracles are compiled with -O2 in every
# variant.
write_makefile() {
  drivers= tested= targets=
  for s in $sources; do
    o=src-$(object "$s")
    case $s in
      dispatch/target_*) drivers="$o $drivers" targets="$targets $s" ;;
      *) drivers="$drivers $o" ;;
    esac
  done
  for s in $suites; do tested="$tested $(object "$s")"; done
  for s in $targets; do tested="$tested vocabulary-$(object "$s")"; done
  common=$(common_objects | tr '\n' ' ') fuzzers=
  for topic in $fuzz_topics; do fuzzers="$fuzzers fuzz_$topic"; done
  {
    echo "FLAGS = $warnings $flags -I src$first -I $tests -I . -DHARNESS_BUILD='\"$title\"'"
    echo "HEADERS = suites.def $(echo $headers $test_headers)"
    if [ "$variant" = libfuzzer ]; then echo "all: fuzzers"; else echo "all: harness"; fi
    echo "fuzzers:$fuzzers"
    echo "harness: $drivers main.o $tested $common"
    echo "	$CC \$(FLAGS) -o harness main.o $tested $common $drivers -lm"
    engine=
    [ "$variant" != libfuzzer ] || engine=" -fsanitize=fuzzer"
    for f in $fuzzers; do
      echo "$f: $f.o fuzz.o $common $drivers"
      echo "	$CC \$(FLAGS)$engine -o $f $f.o fuzz.o $common $drivers -lm"
    done
    for s in $sources; do rule "src-$(object "$s")" "src/$s"; done
    case $flags in *address*) works "$real_stack" && vocabulary_flags="$vocabulary_flags $real_stack" ;; esac
    for s in $targets; do rule "vocabulary-$(object "$s")" "src/$s" "$vocabulary_flags"; done
    for s in $suites $helpers $(printf '%s.c ' main fuzz $fuzzers); do
      more=-O2
      [ "$variant$s" = libfuzzerfuzz.c ] && more="-O2 -DFUZZ_WITH_LIBFUZZER"
      rule "$(object "$s")" "$tests/$s" "$more"
    done
  } >Makefile.new
  replace Makefile.new Makefile
}

build() {
  mkdir -p "$root/.build/c/$1" && cd "$root/.build/c/$1" || exit 1
  start=$(clock) variant=$1
  choose_flags "$variant"
  copy_sources
  write_makefile
  if $MAKE -j "$JOBS" >make.log 2>&1; then
    echo "c harness: built $1 ($title) with $CC$(seconds_since "$start")"
  else
    cat make.log >&2
    echo "c harness: building $1 with $CC failed" >&2
    exit 1
  fi
}

prepare_run() {
  cd "$root/.build/c/$1" || exit 1
  program=./harness
  case $1 in
    platform-*) # in a folder whose name has a blank, which splits an unquoted command of Windows
      mkdir -p "a run" && cd "a run" || exit 1
      rm -f harness harness.exe
      if [ -f ../harness.exe ]; then program=./harness.exe; fi
      cp "../${program#./}" . || exit 1 ;;
  esac
  UBSAN_OPTIONS=print_stacktrace=1
  ASAN_OPTIONS=detect_stack_use_after_return=1
  HARNESS_SECONDS=${HARNESS_SECONDS:-1800} # so a test with a deadlock fails
  export ASAN_OPTIONS UBSAN_OPTIONS HARNESS_SECONDS
  if [ "$1" = openmp-races ]; then
    OMP_TOOL_LIBRARIES=$(archer_of "$(clang_with_archer)")
    TSAN_OPTIONS=ignore_noninstrumented_modules=1:report_thread_leaks=0 # threads of the runtime
    export OMP_TOOL_LIBRARIES TSAN_OPTIONS
  fi
  if ! $RUN $program --nothing >/dev/null 2>&1; then
    # LeakSanitizer cannot work where ptrace is forbidden.
    ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0
    $RUN $program --nothing && echo "c harness: leaks are not looked for: LeakSanitizer fails here"
  fi
}

run() {
  variant=$1
  shift
  prepare_run "$variant"
  start=$(clock)
  $RUN $program "$@"
  status=$?
  echo "c harness: ran $variant$(seconds_since "$start")"
  return $status
}

# control VARIANT: the planted race must be found; in openmp-races archer must take part. Other
# builds find nothing.
control() {
  prepare_run "$1"
  found=0 missed=1
  grep -q -e '-fsanitize=thread' Makefile || return 0
  ARCHER_OPTIONS=verbose=1 ./harness --race >control.log 2>&1
  if grep -q 'ThreadSanitizer: data race' control.log &&
    { [ "$1" != openmp-races ] || grep -q 'Archer detected OpenMP' control.log; }; then
    found=1 missed=0
  else
    cat control.log
  fi
  echo "c harness (a planted race in $1): $found passed, $missed failed, 0 skipped"
  return $missed
}

# ---- fuzz targets ----

# The programs of a variant, which are built only when they are wanted.
fuzz_programs() {
  prepare_run "$1"
  $MAKE -j "$JOBS" fuzzers >make.log 2>&1 || { cat make.log >&2; exit 1; }
}

# Each target, or those that are named, until one fails.
fuzz() {
  seconds=$2 seed=${3:-$(clock)}
  fuzz_programs "$1"
  if [ $# -gt 3 ]; then
    shift 3
  else
    # shellcheck disable=SC2086  # a list of words
    set -- $fuzz_topics
  fi
  for topic; do ./fuzz_"$topic" "$seconds" "$seed" || return 1; done
}

replay() {
  fuzz_programs "$1"
  start=$(clock) failed=0
  for topic in $fuzz_topics; do
    ./fuzz_"$topic" --replay "$root/tests/c/corpus/$topic"/* || failed=1
  done
  echo "c harness: replayed the kept inputs$(seconds_since "$start")"
  return $failed
}

# under_libfuzzer PROGRAM LIMIT TOPIC: new inputs go to found/TOPIC/. No input may take a minute, or
# memory without bound.
under_libfuzzer() {
  case $2 in -*) limit=$2 ;; *) limit=-max_total_time=$2 ;; esac
  mkdir -p "found/$3"
  "./$1" "$limit" -max_len=1024 -len_control=0 -timeout=60 -malloc_limit_mb=512 \
    -error_exitcode=1 -print_final_stats=1 -artifact_prefix="$1-" "found/$3" "$root/tests/c/corpus/$3" >"$1.log" 2>&1
}

libfuzzer() {
  cd "$root/.build/c/libfuzzer" || exit 1
  limit_of_each=$1
  shift
  # shellcheck disable=SC2086  # a list of words
  [ $# -gt 0 ] || set -- $fuzz_topics
  passed=0 failed=0 all=0
  for topic; do
    # The first runs are those of the kept inputs.
    kept=$(find "found/$topic" "$root/tests/c/corpus/$topic" -type f 2>/dev/null | wc -l)
    if under_libfuzzer "fuzz_$topic" "$limit_of_each" "$topic"; then
      runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "fuzz_$topic.log")
      echo "libFuzzer on $topic: $runs runs, $kept of them of inputs that were kept"
      if [ "$runs" -gt "$kept" ]; then
        passed=$((passed + 1))
      else
        echo "libFuzzer on $topic: the time did not suffice for a new input"
        failed=$((failed + 1))
      fi
      all=$((all + runs))
    else
      tail -n 80 "fuzz_$topic.log"
      failed=$((failed + 1))
    fi
  done
  echo "c harness (libFuzzer, $all runs): $passed passed, $failed failed, 0 skipped"
  [ $failed = 0 ]
}

# libFuzzer's -set_cover_merge writes those inputs first that cover most.
merge() {
  cd "$root/.build/c/libfuzzer" || exit 1
  for topic; do
    rm -rf merged
    mkdir -p merged "found/$topic" "$root/tests/c/corpus/$topic"
    "./fuzz_$topic" -set_cover_merge=1 -use_counters=0 -max_len=1024 merged "$root/tests/c/corpus/$topic" \
      "found/$topic" >merge.log 2>&1 || { tail merge.log; exit 1; }
    rm -f "$root/tests/c/corpus/$topic"/*
    # shellcheck disable=SC2012  # names are numbers
    ls -tr merged | head -n 30 | while read -r f; do
      cp "merged/$f" "$root/tests/c/corpus/$topic/$(printf %s "$f" | cut -c 1-12)"
    done
    echo "corpus of $topic: $(ls "$root/tests/c/corpus/$topic" | wc -l) inputs"
  done
}

# The fault of a topic: a source, and what sed changes there.
choose_fault() {
  case $1 in
    concordance) source=kendall/concordance_ties.c change='s/before += weight;/before += 1;/' ;;
    distance) source=distance/sink.c change='s/sum . (count . d)/sum * (d \/ count)/' ;;
    dynprog) source=dynprog/gap.c change='s/if (w->job->overlap)/if (w->job->overlap \&\& w->job->m % 8 != 0)/' ;;
    haplotype) source=haplotype/em.c change='s/? product : 2 [*] product/? product : product/' ;;
    network) source=kendall/top_sink.c change='s/of_row = strength >= row/of_row = strength > row/' ;;
    paths) source=paths/transfer.c change='s/x <= most/x < most/' ;;
    permutation) source=kendall/permutation.c change='s/count.l. += far.l. >= limit/count[l] += far[l] > limit/' ;;
    prediction) source=haplotype/finder.c change='s/m < k ||/m <= k ||/' ;;
    sort) source=sort/rank.c change='s/return 2 [*] end;/return 2 * i + 2;/' ;;
    tile_file) source=base/tile_file.c change='s/mc_hash64(to, bytes, 0) != hashes/false \&\& &/' ;;
    trend) source=kendall/trend_series.c change='s/rint((n + half) . 2 + 1)/rint((n + half) \/ 2)/' ;;
    xi) source=kendall/xi_pair.c change='s/if (result.n <= 1)/if (result.n <= 2)/' ;;
    *) echo "harness.sh: $1 has no fault" >&2; exit 2 ;;
  esac
}

plant() {
  cd "$root/.build/c/libfuzzer" || exit 1
  choose_fault "$2"
  sed "$change" "src/$source" >planted.c
  if cmp -s planted.c "src/$source"; then
    echo "harness.sh: the fault of $2 has lost its place in src/$source" >&2
    exit 1
  fi
  choose_flags libfuzzer
  first=$(sed -n 's/^PKG_CPPFLAGS = -I\.//p' src/Makevars)
  # shellcheck disable=SC2046,SC2086  # lists of words
  $CC $flags -w -I src $first -c planted.c -o planted.o &&
    $CC $flags -fsanitize=fuzzer -o planted "fuzz_$2.o" fuzz.o $(common_objects) \
      $(ls src-*.o | grep -vx "src-$(object "$source")") planted.o -lm || exit 1
  under_libfuzzer planted "$1" "$2"
  status=$?
  grep -v '^ *#' planted.log | tail -n 40
  return $status
}

# ---- objects ----

# instructions PATTERN OBJECT: how many instructions have a name that matches.
instructions() {
  $OBJDUMP -d "$2" | awk -v names="^($1)\$" '
    { for (i = 2; i <= NF; i++) if ($i ~ names) { n++; break } } END { print n + 0 }'
}
aligned='vmov(aps|apd|dqa|dqa32|dqa64)'
unaligned='vmov(ups|upd|dqu|dqu32|dqu64)'
# Fused products and sums of doubles and floats on x86, AArch64 and RISC-V, POWER, z/Architecture.
fused='vfn?m(add|sub)[0-9]+[ps][sd]|fn?m(add|sub)(\\.[sd])?|fml[as]'
fused="$fused|fn?m(add|sub)s|xvn?m(add|sub)[am][ds]p|xsn?m(add|sub)[am][ds]p|m[as][de]br?|vfm[as](db|sb)?|wfm[as][ds]b"

# expect WHAT OBJECT PATTERN some|none: has the object such instructions?
expect() {
  count=$(instructions "$3" "$2")
  case $4:$count in
    some:0 | none:[1-9]*)
      echo "objects: $1: $2 has $count, should have $4, of $3" >&2
      failed=$((failed + 1)) ;;
    *) passed=$((passed + 1)) ;;
  esac
}

# The aligned moves of src/dispatch/unaligned_moves.h. This machine's gcc, with the calling
# convention of Windows, must write aligned moves without the macros, and none in a target that is
# compiled as on Windows, also with link-time optimization.
moves() {
  as_windows="-std=gnu11 -O2 -mabi=ms" macros=-DMC_UNALIGNED_MOVES units=
  for s in $sources; do
    case $s in dispatch/target_avx*) units="$units ${s%.c}.o" ;; esac
  done
  rm -f src/dispatch/*.o
  # shellcheck disable=SC2086  # lists of words
  (cd src && $MAKE -j "$JOBS" -f Makevars.win CC="$CC" ALL_CPPFLAGS="-I.$first" \
    ALL_CFLAGS="-flto $as_windows $macros" $units) >make.log 2>&1 || {
    cat make.log >&2
    exit 1
  }
  for unit in $units; do
    name=${unit##*/target_}
    name=${name%.o}
    for macro in '' "$macros"; do
      # shellcheck disable=SC2086  # lists of words
      $CC $as_windows $macro -I src $first -I "$tests" '-DMC_REGION_BODY="simd/moves_body.h"' \
        -c "src/${unit%.o}.c" -o "control$macro-$name.o" || exit 1
    done
    expect "$name without the macros" "control-$name.o" "$aligned" some
    expect "$name with the macros" "control$macros-$name.o" "$aligned" none
    expect "$name" "src/$unit" "$aligned" none
    expect "$name" "src/$unit" "$unaligned" some
  done
}

# The sources that may have no fused operation (src/base/rounding.h): all but those that call fma()
# themselves, and kernels, some of which ask for it.
drivers() {
  for s in $sources; do
    case $s in dispatch/target_*) ;; *) grep -q '[^a-z_]fma(' "src/$s" || echo "$s" ;; esac
  done
}

# Writes a product and a sum that a compiler may fuse.
fusible_source() {
  {
    echo 'double f(double a, double b, double c);'
    echo 'double f(double a, double b, double c) { return a * b + c; }'
  } >fusible.c
}

# A compiler that may fuse must fuse the control, but nothing behind base/rounding.h and nothing in
# the drivers.
rounding() {
  able="-std=gnu11 -O2 -mfma"
  fusible_source
  # shellcheck disable=SC2086  # lists of words
  $CC $able -c fusible.c -o fusible.o && $CC $able -I src $first -c fusible.c -o fusible-rounding.o || exit 1
  expect "product and sum" fusible.o "$fused" some
  expect "product and sum behind base/rounding.h" fusible-rounding.o "$fused" none
  # (-r links all into one object, in which an instruction is found under its function's name.)
  drivers | sed 's|^\(.*\)\.c$|\1.o|' >drivers.list
  # shellcheck disable=SC2046,SC2086  # lists of words
  (cd src && rm -f $(cat ../drivers.list) && $MAKE -j "$JOBS" CC="$CC" CFLAGS="$able -I.$first" $(cat ../drivers.list)) >make.log 2>&1 || {
    cat make.log >&2
    exit 1
  }
  # shellcheck disable=SC2046  # a list of words
  (cd src && $CC -r -nostdlib -o ../drivers.o $(cat ../drivers.list)) || exit 1
  expect "drivers" drivers.o "$fused" none
}

# Both checks, with gcc for x86-64: other compilers lack the bug and the flags.
objects() {
  mkdir -p "$root/.build/c/objects" && cd "$root/.build/c/objects" || exit 1
  passed=0 failed=0
  if $CC --version | grep -qi clang || ! command -v objdump >make.log ||
    ! echo 'int i;' | $CC -mabi=ms -flto -mavx2 -c -x c - -o probe.o >make.log 2>&1; then
    echo "objects: skipped: that takes objdump, and gcc for x86-64"
    echo "c harness (objects): 0 passed, 0 failed, 1 skipped"
    return
  fi
  start=$(clock)
  choose_flags objects
  copy_sources
  moves
  rounding
  echo "c harness (objects): $passed passed, $failed failed, 0 skipped"
  echo "c harness: looked at objects$(seconds_since "$start")"
  [ $failed = 0 ]
}

# The drivers of a platform that was built must not fuse, if its compiler can fuse. (Objects for
# link-time optimization hold no instructions.)
platform_objects() {
  cd "$root/.build/c/$1" || exit 1
  passed=0 failed=0
  choose_flags "$1"
  makevars=src/Makevars
  [ "$windows" = no ] || makevars=src/Makevars.win
  list_sources
  fusible_source
  # shellcheck disable=SC2086  # lists of words
  $CC $flags -c fusible.c -o fusible.o || exit 1
  if [ "$(instructions "$fused" fusible.o)" = 0 ]; then
    echo "c harness: objects of $1 are not looked at: there is nothing to fuse"
    return
  fi
  for s in $(drivers); do
    expect "$1" "src-$(object "$s")" "$fused" none
  done
  echo "c harness (objects): $passed passed, $failed failed, 0 skipped"
  [ $failed = 0 ]
}

# apart COMMAND...: runs it in a subshell, because the functions change folders and exit.
apart() { ("$@"); }

# The same, with the sizes of the fast tests.
fast() { (HARNESS_FAST=1 && export HARNESS_FAST && "$@"); }

# Two lines of work; each ends at its first failure. With sanitizers the sizes of the fast tests
# suffice, unless FULL is set: the optimized variant has all sizes.
check_sanitized() {
  apart build sanitized || return 1
  if [ -n "${FULL:-}" ]; then apart run sanitized "$@"; else fast run sanitized "$@"; fi &&
    apart replay sanitized
}
check_others() {
  apart objects && apart build optimized && apart run optimized "$@" &&
    apart build portable && apart run portable "$@" &&
    check_threads races "$@" && check_threads openmp "$@" &&
    if (cd "$root/.build/c" && clang_with_archer >/dev/null); then
      check_threads openmp-races "$@"
    else
      echo "c harness: races of OpenMP's threads are not looked for: that takes clang with libomp and archer" \
        "(Debian 12: clang-14 libclang-rt-14-dev libomp-14-dev)"
    fi
}

# check_threads VARIANT [SUITE...]: builds and runs the suites with threads.
check_threads() {
  variant=$1
  shift
  if [ $# -gt 0 ] && [ "$variant" != races ]; then # only suites that the variant has
    set -- $(printf '%s\n' "$@" | grep -xE "$(echo $racing $openmp_drivers | tr ' ' '|')")
    [ $# -gt 0 ] || return 0
  fi
  apart build "$variant" && apart control "$variant" || return 1
  drivers=$racing_drivers
  case $variant in openmp*) drivers=$openmp_drivers ;; esac
  if [ $# -gt 0 ]; then
    apart run "$variant" "$@"
  else
    apart run "$variant" $racing && fast run "$variant" $drivers
  fi
}

# If JOBS is above 1, the optimized and portable variants run beside the sanitized variant; their
# output is printed after it.
check() {
  seconds=$1 seed=$2
  shift 2
  log=$root/.build/c/others.log
  mkdir -p "$root/.build/c" || exit 1
  beside=
  if [ "$JOBS" -gt 1 ]; then
    check_others "$@" >"$log" 2>&1 &
    beside=$!
  fi
  failed=0
  check_sanitized "$@" || failed=1
  if [ -n "$beside" ]; then
    wait "$beside" || failed=1
    cat "$log"
  else
    check_others "$@" || failed=1
  fi
  # shellcheck disable=SC2086  # no seed is no argument
  [ $failed = 1 ] || apart fuzz sanitized "$seconds" $seed || failed=1
  exit $failed
}

what=$1
shift
case "$what" in
  build) build "$1" ;;
  run) run "$@" ;;
  objects) if [ $# = 0 ]; then objects; else platform_objects "$1"; fi ;;
  threads) check_threads "$1" ;;
  control) control "$1" ;;
  archer) mkdir -p "$root/.build/c" && cd "$root/.build/c" && clang_with_archer ;;
  check) check "$@" ;;
  replay) replay "$1" ;;
  fuzz) fuzz "$@" ;;
  libfuzzer) libfuzzer "$@" ;;
  merge) merge "$@" ;;
  plant) plant "$@" ;;
  valgrind)
    prepare_run optimized
    # valgrind knows no AVX-512: MANYCORE_ISA=avx2 unless the caller wants another target.
    MANYCORE_ISA=${MANYCORE_ISA:-avx2} HARNESS_FAST=1 \
      valgrind --quiet --error-exitcode=1 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
      ./harness "$@" ;;
  *) echo "harness.sh: what is '$what'?" >&2; exit 2 ;;
esac
