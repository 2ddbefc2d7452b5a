#!/bin/sh
# Builds everywhere: installs the package in different ways, each in a library of its own. Each
# installation must give the bits of scripts/trust/bits.txt (bits.R).
#
#   sh scripts/trust/builds.sh [--plant | NAME...]     all ways, or these
#
# --plant builds a copy of the sources in which a kernel of distances computes another sum: the
# check must fail. Logs are .build/trust/builds/NAME.log. A way that is not possible here, such as
# another compiler, is skipped. The last line counts the ways, and names those that were skipped. The
# status is not zero if a way fails or none was tried. It is a failure, too, if the compiler did not
# get the flags of a way, or if the installed package has another kind of threads.
#
# Compilers and their flags take all targets but the emulated one; the other ways take two targets.
# In the way "blanks" the tarball, the library and R's temporary folder, where R unpacks and compiles,
# have paths with blanks. In the way "read-only" a user who may not write to the sources makes the
# tarball.

cd "$(dirname "$0")/../.." || exit 1
. scripts/common.sh
use_private_lib

work=$root/.build/trust/builds
mkdir -p "$work" || exit 1
names="threads-none threads-openmp threads-posix clang lto c17 c23 fused optimized-3 blanks c-locale
  read-only"
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

# nobody COMMAND...: root runs a command as a user without rights.
nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }

# pack_read_only: such a user makes a tarball of root's sources. (R CMD build copies the modes of
# files, and cannot handle its own copy if the modes forbid that.)
pack_read_only() {
  there=$(mktemp -d) && mkdir "$there/made" && tar -xzf "$root/$tarball" -C "$there" || return 1
  rm -f "$there/manycore/MD5"
  chmod -R a+rX,go-w "$there/manycore" && chmod 755 "$there" && chmod 777 "$there/made" || return 1
  (cd "$there/made" && HOME=$there/made TMPDIR=$there/made && export HOME TMPDIR || exit 1
    if nobody touch ../manycore/DESCRIPTION; then die "builds.sh: the sources are not read-only"; fi
    nobody "$R" CMD build --no-build-vignettes --no-manual ../manycore) &&
    rm -rf "$work/read-only" && mkdir "$work/read-only" &&
    cp "$there/made"/manycore_*.tar.gz "$work/read-only/"
  status=$?
  rm -rf "$there"
  return $status
}

# install_by NAME: installs by this way into $lib. The log must have $flag.
install_by() {
  lib=$work/lib-$1 tar=$root/$tarball isa=portable,avx2 threads=auto how='' variables='' locale=${LC_ALL:-}
  flag='' temporary=${TMPDIR:-/tmp}
  case $1 in
    threads-none) threads=none ;;
    threads-openmp) threads=openmp ;;
    threads-posix) threads=posix ;;
    clang) variables='CC = clang' isa=auto,-knc flag='^clang ' ;;
    lto) how=--use-LTO variables='LTO_OPT = -flto=auto' isa=auto,-knc flag=' -flto=auto ' ;;
    c17) variables='CFLAGS = -O2 -std=gnu17' flag=' -std=gnu17 ' ;;
    c23) variables='CFLAGS = -O2 -std=gnu2x' isa=auto,-knc flag=' -std=gnu2x ' ;;
    fused) variables='CFLAGS = -O2 -march=native -ffp-contract=fast' isa=portable flag=' -ffp-contract=fast ' ;;
    optimized-3) variables='CFLAGS = -O3' isa=auto,-knc flag=' -O3 ' ;;
    blanks) lib="$work/a library with blanks" temporary="$work/a folder with blanks" ;;
    c-locale) locale=C ;;
    read-only)
      pack_read_only || return 1
      for tar in "$work"/read-only/*.tar.gz; do :; done ;;
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
    if ! TMPDIR=$temporary "$RSCRIPT" -e 0; then temporary=${TMPDIR:-/tmp}; fi # this R refuses it
  fi
  printf '%s\n' "$variables" >"$work/Makevars"
  MAKEFLAGS=-j$(cores) R_MAKEVARS_USER="$work/Makevars" LC_ALL=$locale TMPDIR=$temporary \
    "$R" CMD INSTALL --no-docs --no-test-load $how --library="$lib" \
    --configure-args="--with-isa=$isa --with-threads=$threads" "$tar"
}

# is_as_asked: did the compiler get $flag, and has the package in $lib the kind of threads $threads?
is_as_asked() {
  if [ -n "$flag" ] && ! grep -q -e "$flag" "$log"; then
    echo "the compiler did not get '$flag'"
    return 1
  fi
  R_LIBS=$lib:$R_LIBS THREADS=$threads LIB=$lib "$RSCRIPT" -e '
    kind <- manycore::manycore_info()$threads_kind
    if (!kind %in% c(Sys.getenv("THREADS"), if (Sys.getenv("THREADS") == "auto") kind)) {
      stop("the threads are of the kind ", kind)
    }
    if (dirname(find.package("manycore")) != normalizePath(Sys.getenv("LIB"))) stop("another library")'
}

# is_possible NAME: is the way possible here?
is_possible() {
  case $1 in
    clang) have clang ;;
    c23) echo 'int i;' | $("$R" CMD config CC) -std=gnu2x -c -x c - -o "$work/probe.o" ;;
    lto) (cd "$work" && echo 'int main(void) { return 0; }' >probe.c && $("$R" CMD config CC) -flto=auto probe.c -o probe) ;;
    read-only) [ "$(id -u)" -eq 0 ] && have setpriv ;;
    *) true ;;
  esac
}

passed=0 failed=0 skipped=''
for name in $names; do
  log=$work/$name.log
  if ! is_possible "$name" >"$log" 2>&1; then
    say "$name: skipped, it is not possible here"
    skipped="$skipped $name"
  elif ! install_by "$name" >"$log" 2>&1; then
    tail -n 5 "$log"
    say "$name: the installation failed"
    failed=$((failed + 1))
  elif ! is_as_asked >"$log.asked" 2>&1; then
    tail -n 3 "$log.asked"
    say "$name: the installation is not as asked"
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
rm -rf "$work"/lib-* "$work/planted" "$work/read-only" "$work/a library with blanks" \
  "$work/a folder with blanks"
say "$passed ways to build give the same bits, $failed fail, skipped:${skipped:- none}"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
