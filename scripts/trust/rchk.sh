#!/bin/sh
# Looks for objects of R that are not protected while R may collect garbage, in the entries of R
# (src/r/), by rchk, the static checker of T. Kalibera: bcheck, maacheck and fficheck. Fails if one
# of them reports something, or cannot follow one of our functions. The checkers ignore code that
# only runs before an error. They follow variables, but no elements of a struct: they trust that the
# objects of ffi_call are protected until ffi_end(). They do not follow the object of `a ? b : c`,
# nor a list after ffi_list_end() in the function that began it.
#
#   RCHK=FOLDER RCHK_R=FILE sh scripts/trust/rchk.sh [--plant]
#
# FOLDER has the three programs. FILE is the bitcode of R itself (R.bin.bc), by the same LLVM as
# theirs. RCHK_CLANG and RCHK_LINK are clang and llvm-link of this LLVM (clang, llvm-link). Without
# these the status is 77. --plant removes an ffi_end() and the protection of a list from a copy;
# bcheck must report both.
#
# How to get the parts:
#
# 1. Install LLVM 14 and clang 14 (on Debian 12: llvm-14-dev, clang-14). rchk needs the types of
#    pointers, which newer LLVM does not keep.
# 2. Clone https://github.com/kalibera/rchk, take its branch llvm14, and run in its folder src
#      make LLVM=/usr/lib/llvm-14 bcheck maacheck fficheck
#    This folder is RCHK.
# 3. Unpack R's sources (here: 4.2.2). Write a compiler: a script that runs clang 14 and, for
#    `-c ... -o FILE.o`, also `-c -emit-llvm ... -o FILE.o.bc`. (wllvm is such a compiler; its
#    extract-bc then takes the place of step 4.) Configure R with it as CC and with
#    CFLAGS="-g -O0 -fPIC", --with-blas=no --with-lapack=no --enable-R-static-lib --with-x=no
#    --with-tcltk=no --disable-java --without-recommended-packages. Then run `make R` in the folders
#    scripts, include, extra, appl, nmath, unix and main of src, in this order. R's packages are not
#    needed.
# 4. Link what is in R.bin:
#      llvm-link-14 src/main/*.o.bc src/unix/*.o.bc src/appl/*.o.bc src/nmath/*.o.bc
#        src/extra/tre/*.o.bc -o R.bin.bc
#    This file is RCHK_R.
#
# R of another version than the one that runs does no harm. All that is built here is in
# .build/trust/rchk. This takes five minutes on one core.

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
    cp "$place/planted" r/neighbors.c &&
    sed 's/ffi_list_begin(RESULTS)/ffi_list_make(RESULTS)/' r/kendall_trend.c >"$place/planted" &&
    cp "$place/planted" r/kendall_trend.c || exit 1
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
  grep -e '\[PB\]' -e '\[UP\]' -e '^WARNING' -e '^ERROR' $tool.log >$tool.all
  # functions of R may have too many states
  while IFS= read -r line; do
    case $line in
      'ERROR: too many states'*)
        grep -qwr -e "${line##* }" --include='*.c' manycore/src/r manycore/src/init.c || continue ;;
    esac
    printf '%s\n' "$line"
  done <$tool.all >$tool.found
  head -n 40 $tool.found
  findings=$((findings + $(wc -l <$tool.found)))
done
checked=$(sed -n 's/^Analyzed \([0-9]*\) functions.*/\1/p' bcheck.log)
routines=$(sed -n 's/^Functions: //p' fficheck.log)
say "${checked:-0} functions and ${routines:-0} routines checked, $findings findings"
[ "${checked:-0}" -gt 100 ] && [ "${routines:-0}" -gt 50 ] && [ $findings = 0 ]
