#!/bin/sh
# Counts the instructions of kernels on 64-bit ARM, by target, while QEMU runs them, because no such
# machine is at hand. Instructions are not time: they say nothing about parallel execution, memory,
# or mispredicted branches.
#
#   sh bench/instructions.sh [TARGET...]    portable and neon, or these
#
# Prints a table: for each work (bench/instructions_works.c) the instructions of a unit on each
# target, and the count of the first target divided by that of the last. The status is not zero if a
# ratio is below the work's floor. Kernels are compiled as R does by default: gcc -O2.
#
# It needs the Debian packages gcc, gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user.

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh
[ $# -gt 0 ] || set -- portable neon
targets=$*
: "${CC:=aarch64-linux-gnu-gcc}" "${HOST_CC:=gcc}" "${QEMU:=qemu-aarch64}" "${CFLAGS:=-std=gnu11 -O2}"
for program in "${CC%% *}" "$HOST_CC" "$QEMU"; do
  have "$program" || die "instructions.sh: no $program here (see the head of the script)"
done

work=.build/instructions
rm -rf $work
mkdir -p $work || exit 1
cp configure $work && cp -R src $work/src || exit 1
(cd $work && CC=$CC CFLAGS=$CFLAGS sh ./configure --with-isa="$(echo "$targets" | tr ' ' ,)") >$work/configure.log 2>&1 || {
  cat $work/configure.log >&2
  exit 1
}
units=
for unit in $(sed -n 's/^  \(dispatch\/[a-z0-9_]*\)\.o.*/\1/p' $work/src/Makevars); do units="$units $work/src/$unit.c"; done
first=$(sed -n 's/^PKG_CPPFLAGS = -I\.//p' $work/src/Makevars)
# shellcheck disable=SC2086  # lists of words
$CC $CFLAGS -static -I $work/src $first bench/instructions_works.c $units -lm -o $work/works &&
  $HOST_CC -O2 -shared -fPIC bench/instructions_count.c -o $work/count.so || exit 1

# instructions TARGET WORK TIMES; the units of a work go to units.
instructions() {
  $QEMU -plugin "$work/count.so" $work/works "$1" "$2" "$3" 2>$work/counted >$work/units && cat $work/counted
}

say "$($CC --version | sed 1q), $CFLAGS; $($QEMU --version | sed 1q)" ''
line='| a unit |' rule='| --- |'
for target in $targets; do line="$line $target |" rule="$rule ---: |"; done
say "$line ratio | floor |" "$rule ---: | ---: |"
failed=0
$QEMU $work/works >$work/list || exit 1
tab=$(printf '\t')
while IFS=$tab read -r number about least; do
  line="| $about |" before=
  for target in $targets; do
    once=$(instructions "$target" "$number" 1) && again=$(instructions "$target" "$number" 3) || exit 1
    each=$(awk "BEGIN { printf \"%.4g\", ($again - $once) / 2 / $(cat $work/units) }")
    : "${before:=$each}"
    line="$line $each |"
  done
  ratio=$(awk "BEGIN { printf \"%.2f\", $before / $each }")
  floor=-
  if [ "$least" != 0 ]; then
    floor=$least
    awk "BEGIN { exit !($ratio < $least) }" && failed=$((failed + 1))
  fi
  say "$line $ratio | $floor |"
done <$work/list
say '' "$failed below the floor"
[ $failed = 0 ]
