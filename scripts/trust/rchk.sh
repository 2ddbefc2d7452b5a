#!/bin/sh
# Looks for objects of R that are not protected while R may collect garbage, in the entries of R
# (src/r/), by rchk, the static checker of T. Kalibera: bcheck, maacheck and fficheck. Fails if one
# of them reports something. The checkers ignore code that only runs before an error. They trust
# that a list of ffi_list_begin() is protected until ffi_list_end().
#
#   RCHK=FOLDER RCHK_R=FILE sh scripts/trust/rchk.sh [--plant]
#
# FOLDER has the three programs. FILE is the bitcode of R itself (R.bin.bc), by the same LLVM as
# theirs. RCHK_CLANG and RCHK_LINK are clang and llvm-link of this LLVM (clang, llvm-link). Without
# these the status is 77. --plant removes an ffi_end() from a copy; bcheck must report it.
#
# All that is built is in .build/trust/rchk. This takes five minutes on one core.

cd "$(dirname "$0")/../.." || exit 1
. scripts/common.sh
: "${RCHK_CLANG:=clang}" "${RCHK_LINK:=llvm-link}"

skip() {
  say "rchk.sh: $*"
  exit 77
}

for tool in bcheck maacheck fficheck; do
  [ -x "${RCHK:-/nowhere}/$tool" ] || skip "RCHK must be a folder with rchk's $tool"
done
[ -f "${RCHK_R:-}" ] || skip "RCHK_R must be the bitcode of R"
for program in "$RCHK_CLANG" "$RCHK_LINK"; do
  have "$program" || skip "$program is not here"
done

place=$root/.build/trust/rchk
rm -rf "$place"
mkdir -p "$place" || exit 1
stage_sources "$place" || die "Could not copy the sources."
cd "$place/manycore" || exit 1
R_HOME=$("$R" RHOME) sh ./configure --with-isa=portable >"$place/configure.log" 2>&1 ||
  die "configure failed: $place/configure.log"
cd src || exit 1
if [ "${1:-}" = --plant ]; then
  awk '!done && /ffi_end\(/ { done = 1; next } { print }' r/neighbors.c >"$place/planted" &&
    cp "$place/planted" r/neighbors.c || exit 1
fi

# The entries are the module, whose name fficheck takes for that of the package. All other files are
# added to R, so that only entries are checked.
objects=$(awk '/^OBJECTS/ { on = 1; next } on && !/^ *[^ ]*\.o/ { exit } on { print $1 }' Makevars)
include=$("$R" CMD config --cppflags)
for object in $objects; do
  # shellcheck disable=SC2086  # a list of words
  "$RCHK_CLANG" -g -O0 -fPIC $include -I. -include base/rounding.h -pthread -c -emit-llvm \
    "${object%.o}.c" -o "${object%.o}.bc" || die "$object: no bitcode"
  case $object in
    r/* | init.o) module="${module:-} ${object%.o}.bc" ;;
    *) base="${base:-} ${object%.o}.bc" ;;
  esac
done
# shellcheck disable=SC2086  # a list of words
"$RCHK_LINK" "$RCHK_R" $base -o "$place/base.bc" || die "llvm-link failed"
# shellcheck disable=SC2086  # a list of words
"$RCHK_LINK" $module -o "$place/manycore.bc" || die "llvm-link failed"

cd "$place" || exit 1
findings=0
for tool in fficheck maacheck bcheck; do
  "$RCHK/$tool" base.bc manycore.bc >$tool.log 2>&1 || die "$tool ended with an error: $place/$tool.log"
  # bcheck says of functions of R that they have too many states; these are not ours
  grep -e '\[PB\]' -e '\[UP\]' -e '^WARNING' $tool.log >$tool.found
  head -n 20 $tool.found
  findings=$((findings + $(wc -l <$tool.found)))
done
checked=$(sed -n 's/^Analyzed \([0-9]*\) functions.*/\1/p' bcheck.log)
routines=$(sed -n 's/^Functions: //p' fficheck.log)
say "${checked:-0} functions and ${routines:-0} routines checked, $findings findings"
[ "${checked:-0}" -gt 100 ] && [ "${routines:-0}" -gt 50 ] && [ $findings = 0 ]
