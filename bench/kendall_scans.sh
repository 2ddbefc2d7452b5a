#!/bin/sh
# Measures costs that whole calls do not show, on this machine and one thread. Prints the lines of
# src/kendall/costs.def for scans and samples of columns, those of src/kendall/common_ties.h for ties
# among common rows and, where the target counts many columns by signs, those of
# src/simd/<target>/costs.def for signs. With `column_sort` it prints the times of the sorts of a
# column instead, by which MC_KEY_ROWS and MC_BUCKET_ROWS of src/simd/<target>/tuning.h are chosen
# (bench/column_sort.R makes a table of them). Drivers are compiled as R does by default: gcc -O2.
#
#   [MANYCORE_ISA=TARGET] sh bench/kendall_scans.sh [column_sort]

cd "$(dirname "$0")/.." || exit 1
: "${CC:=gcc}" "${CFLAGS:=-std=gnu11 -O2}"
work=.build/scans

# measure ISA PROGRAM: compiles bench/PROGRAM.c with the drivers and these targets, and runs it.
measure() {
  rm -rf $work
  mkdir -p $work || exit 1
  cp configure $work && cp -R src $work/src || exit 1
  (cd $work && CC=$CC CFLAGS=$CFLAGS sh ./configure --with-isa="$1") >$work/configure.log 2>&1 || {
    cat $work/configure.log >&2
    exit 1
  }
  units=
  for unit in $(sed -n 's/^  \([a-z0-9_/]*\)\.o.*/\1/p' $work/src/Makevars | grep -v -e '^r/' -e '^init$'); do
    case $unit in
      base/* | dispatch/* | pairs/* | kendall/*) units="$units $work/src/$unit.c" ;;
    esac
  done
  first=$(sed -n 's/^PKG_CPPFLAGS = -I\.//p' $work/src/Makevars)
  # shellcheck disable=SC2086  # lists of words
  $CC $CFLAGS -I $work/src $first "bench/$2.c" $units -pthread -lm -o "$work/$2" &&
    "$work/$2" ${MANYCORE_ISA:+"$MANYCORE_ISA"}
}

case ${1:-} in
  column_sort) measure auto,-knc column_sort ;;
  *) measure portable kendall_scans && measure auto,-knc kendall_ties &&
    measure auto,-knc kendall_signs ;;
esac
