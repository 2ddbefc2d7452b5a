#!/bin/sh
# Builds everywhere: installs the package in different ways, each in a library of its own. Each
# installation must give the bits of scripts/trust/bits.txt (bits.R).
#
#   sh scripts/trust/builds.sh [--plant | NAME...]     all ways, or these
#
# --plant builds a copy of the sources in which a kernel of distances computes another sum: the
# check must fail. Logs are .build/trust/builds/NAME.log. A way whose compiler is not here is
# skipped. The last line counts the ways, and names those that were skipped. The status is not zero
# if a way fails or none was tried.
#
# Compilers and their flags take all targets but the emulated one; the other ways take two targets.

cd "$(dirname "$0")/../.." || exit 1
. scripts/common.sh
use_private_lib

work=$root/.build/trust/builds
mkdir -p "$work" || exit 1
names="threads-none threads-openmp threads-posix clang lto c17 c23 fused optimized-3 blanks c-locale"
case ${1:-} in
  --plant) names=planted ;;
  '') ;;
  *) names=$* ;;
esac
sh scripts/build.sh >"$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }
for tarball in .build/manycore_*.tar.gz; do :; done

# plant: a tarball whose straightforward distances are of other sums.
plant() {
  rm -rf "$work/planted"
  mkdir -p "$work/planted" && tar -xzf "$root/$tarball" -C "$work/planted" || return 1
  changed=$work/planted/manycore/src/kernels/distance/pointwise_body.h
  sed 's/VEC(sub)(/VEC(add)(/' "$changed" >"$work/changed" && ! cmp -s "$work/changed" "$changed" &&
    cp "$work/changed" "$changed" && (cd "$work/planted" && tar -czf manycore_planted.tar.gz manycore)
}

# install_by NAME: installs by this way into $lib.
install_by() {
  lib=$work/lib-$1 tar=$root/$tarball isa=portable,avx2 threads=auto how='' variables='' locale=${LC_ALL:-}
  case $1 in
    threads-none) threads=none ;;
    threads-openmp) threads=openmp ;;
    threads-posix) threads=posix ;;
    clang) variables='CC = clang' isa=auto,-knc ;;
    lto) how=--use-LTO isa=auto,-knc ;;
    c17) variables='CFLAGS = -O2 -std=gnu17' ;;
    c23) variables='CFLAGS = -O2 -std=gnu2x' isa=auto,-knc ;;
    fused) variables='CFLAGS = -O2 -march=native -ffp-contract=fast' isa=portable ;;
    optimized-3) variables='CFLAGS = -O3' isa=auto,-knc ;;
    blanks) lib="$work/a library with blanks" ;;
    c-locale) locale=C ;;
    planted)
      isa=portable
      plant || die "builds.sh: the fault was not planted"
      tar=$work/planted/manycore_planted.tar.gz ;;
    *) die "builds.sh: there is no way '$1'" ;;
  esac
  rm -rf "$lib"
  mkdir -p "$lib" || return 1
  if [ "$1" = blanks ]; then
    mkdir -p "$work/a folder with blanks" && cp "$tar" "$work/a folder with blanks/" || return 1
    tar="$work/a folder with blanks/${tarball##*/}"
  fi
  printf '%s\n' "$variables" >"$work/Makevars"
  MAKEFLAGS=-j$(cores) R_MAKEVARS_USER="$work/Makevars" LC_ALL=$locale \
    "$R" CMD INSTALL --no-docs --no-test-load $how --library="$lib" \
    --configure-args="--with-isa=$isa --with-threads=$threads" "$tar"
}

# is_possible NAME: is the way's compiler here, and can it do this?
is_possible() {
  case $1 in
    clang) have clang ;;
    c23) echo 'int i;' | $("$R" CMD config CC) -std=gnu2x -c -x c - -o "$work/probe.o" ;;
    *) true ;;
  esac
}

passed=0 failed=0 skipped=''
for name in $names; do
  log=$work/$name.log
  if ! is_possible "$name" >"$log" 2>&1; then
    say "$name: skipped, its compiler is not here"
    skipped="$skipped $name"
  elif ! install_by "$name" >"$log" 2>&1; then
    tail -n 5 "$log"
    say "$name: the installation failed"
    failed=$((failed + 1))
  elif ! R_LIBS=$lib:$R_LIBS LC_ALL=$locale "$RSCRIPT" scripts/trust/bits.R >"$log.bits" 2>&1; then
    tail -n 3 "$log.bits"
    if grep -q 'differ$' "$log.bits"; then say "$name: other bits"; else say "$name: calls failed"; fi
    failed=$((failed + 1))
  else
    say "$name: $(tail -n 1 "$log.bits")"
    passed=$((passed + 1))
  fi
done
rm -rf "$work"/lib-* "$work/planted" "$work/a library with blanks" "$work/a folder with blanks"
say "$passed ways to build give the same bits, $failed fail, skipped:${skipped:- none}"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
