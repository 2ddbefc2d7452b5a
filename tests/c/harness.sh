#!/bin/sh
# Builds and runs the C test harness; the Makefile says how it is called.
#
#   harness.sh build VARIANT          sanitized | optimized | portable | libfuzzer
#   harness.sh run VARIANT [SUITE...]
#   harness.sh fuzz VARIANT SECONDS [SEED]
#   harness.sh libfuzzer SECONDS
#   harness.sh valgrind [SUITE...]
#
# configure writes into src/, so each variant configures and compiles a copy of
# src/ in .build/c/VARIANT/. Compiled is everything there that needs no R.

cd "$(dirname "$0")" || exit 1
root=$(cd ../.. && pwd)
tests=../../../tests/c # from a variant's folder, which compilers are run in
: "${CC:=cc}" "${MAKE:=make}" "${JOBS:=2}"
unset R_HOME MAKEFLAGS MFLAGS GNUMAKEFLAGS MAKELEVEL

warnings="-Wall -Wextra -Wpedantic -Werror"

# works FLAGS: does a program so built compile, link and run?
works() {
  printf '%s\n' 'int main(void) { return 0; }' >probe.c
  # shellcheck disable=SC2086  # CC and the flags are lists of words
  $CC $1 probe.c -o probe >probe.log 2>&1 && ./probe >>probe.log 2>&1
}

# replace NEW OLD: moves NEW to OLD unless they agree, so that OLD's time tells
# when its content changed.
replace() {
  if cmp -s "$1" "$2"; then rm -f "$1"; else mv "$1" "$2"; fi
}

# The flags of a variant (-g1 as more of it takes GCC minutes), and what it is called in reports.
choose_flags() {
  isa=auto openmp=yes sanitize=no optimize=-O2 standard=-std=c11
  case "$1" in
    sanitized)
      optimize=-O1
      sanitize="-fsanitize=address,undefined -fno-sanitize-recover=all" ;;
    optimized) standard=-std=gnu11 ;; # as R compiles: may fuse products and sums
    portable) isa=portable openmp=no ;;
    libfuzzer)
      optimize=-O1
      sanitize="-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all"
      openmp=no ;;
    *) echo "harness.sh: there is no variant '$1'" >&2; exit 2 ;;
  esac
  flags="$standard $optimize -g1 -fno-omit-frame-pointer" title=$optimize
  if [ "$sanitize" != no ]; then
    if works "$sanitize"; then
      flags="$flags $sanitize" title="sanitizers"
    else
      echo "harness.sh: $CC has no sanitizers here; building without" >&2
    fi
  fi
  if [ $openmp = yes ] && works -fopenmp; then
    flags="$flags -fopenmp" title="$title, OpenMP"
  fi
  [ "$isa" = auto ] || title="$title, $isa paths only"
}

copy_sources() {
  rm -rf fresh
  mkdir -p fresh src || exit 1
  cp "$root/configure" fresh/ && cp -R "$root/src" fresh/src || exit 1
  rm -f fresh/src/mc_config.h fresh/src/Makevars fresh/src/*.o fresh/src/*.so
  (cd fresh && CC="$CC" sh ./configure --with-isa="$isa") >configure.log 2>&1 || {
    cat configure.log >&2
    exit 1
  }
  (cd fresh/src && find . -type d) | while read -r d; do mkdir -p "src/$d"; done
  (cd fresh/src && find . -type f) | while read -r f; do replace "fresh/src/$f" "src/$f"; done
  sources=$(cd "$root/src" && ls ./*.c | sed 's|^\./||' | grep -v -e '^ffi' -e '^init\.c$')
  headers=$(find src -name '*.h' -o -name '*.def')
  rm -rf fresh
}

# One rule for each object; all depend on all headers.
write_makefile() {
  variant=$1
  drivers= suite=
  for s in $sources; do drivers="$drivers ${s%.c}.o"; done
  for s in $tests/test_*.c; do s=${s##*/}; suite="$suite ${s%.c}.o"; done
  common="check.o data.o guard.o oracle.o"
  {
    echo "FLAGS = $warnings $flags -I src -DHARNESS_BUILD='\"$title\"'"
    echo "HEADERS = $(echo $headers $tests/*.h)"
    if [ "$variant" = libfuzzer ]; then
      echo "all: fuzz_kendall"
    else
      echo "all: harness fuzz_kendall"
    fi
    echo "harness: main.o $suite $common $drivers"
    echo "	$CC \$(FLAGS) -o harness main.o $suite $common $drivers -lm"
    echo "fuzz_kendall: fuzz_kendall.o $common $drivers"
    if [ "$variant" = libfuzzer ]; then
      echo "	$CC \$(FLAGS) -fsanitize=fuzzer -o fuzz_kendall fuzz_kendall.o $common $drivers -lm"
    else
      echo "	$CC \$(FLAGS) -o fuzz_kendall fuzz_kendall.o $common $drivers -lm"
    fi
    for s in $sources; do
      echo "${s%.c}.o: Makefile src/$s \$(HEADERS)"
      echo "	$CC \$(FLAGS) -c src/$s -o ${s%.c}.o"
    done
    for s in $tests/*.c; do
      o=${s##*/} o=${o%.c}.o more=
      [ "$variant$o" = libfuzzerfuzz_kendall.o ] && more=-DFUZZ_WITH_LIBFUZZER
      echo "$o: Makefile $s \$(HEADERS)"
      echo "	$CC \$(FLAGS) $more -c $s -o $o"
    done
  } >Makefile.new
  replace Makefile.new Makefile
}

build() {
  mkdir -p "$root/.build/c/$1" && cd "$root/.build/c/$1" || exit 1
  choose_flags "$1"
  copy_sources
  write_makefile "$1"
  if $MAKE -j "$JOBS" >make.log 2>&1; then
    echo "c harness: built $1 ($title) with $CC"
  else
    cat make.log >&2
    echo "c harness: building $1 with $CC failed" >&2
    exit 1
  fi
}

# Threads wait without spinning, as other work may share the processors.
prepare_run() {
  cd "$root/.build/c/$1" || exit 1
  OMP_WAIT_POLICY=passive
  UBSAN_OPTIONS=print_stacktrace=1
  ASAN_OPTIONS=detect_stack_use_after_return=1
  export OMP_WAIT_POLICY ASAN_OPTIONS UBSAN_OPTIONS
  if ! ./harness --nothing >/dev/null 2>&1; then
    # LeakSanitizer cannot work where ptrace is forbidden.
    ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0
    ./harness --nothing && echo "c harness: leaks are not looked for: LeakSanitizer fails here"
  fi
}

what=$1
shift
case "$what" in
  build) build "$1" ;;
  run)
    variant=$1
    shift
    prepare_run "$variant"
    ./harness "$@" ;;
  fuzz)
    variant=$1
    shift
    prepare_run "$variant"
    ./fuzz_kendall "$@" ;;
  libfuzzer)
    cd "$root/.build/c/libfuzzer" || exit 1
    mkdir -p corpus
    ./fuzz_kendall -max_total_time="$1" -max_len=4096 corpus ;;
  valgrind)
    prepare_run optimized
    # It knows no AVX-512: MANYCORE_ISA=avx2 unless the caller wants another path.
    MANYCORE_ISA=${MANYCORE_ISA:-avx2} HARNESS_FAST=1 \
      valgrind --quiet --error-exitcode=1 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
      ./harness "$@" ;;
  *) echo "harness.sh: what is '$what'?" >&2; exit 2 ;;
esac
