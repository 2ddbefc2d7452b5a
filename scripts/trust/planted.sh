#!/bin/sh
# Runs a proof on a copy of the sources that has one fault. The proof must fail (scripts/trust.sh
# looks at its status and its log).
#
#   planted.sh FAULT r REGEXP              R test files with these names
#   planted.sh FAULT c VARIANT COMMAND...  a command of tests/c/harness.sh, after its `build VARIANT`
#   planted.sh FAULT COMMAND...            any other command, with the installed package of the copy
#
# The copy is .build/trust/faults. It is made anew when the sources, R or the compiler have changed.
# Its package has the portable target only. Objects stay there, so another fault compiles one file.
# A proof that cannot run here ends with status 77.

cd "$(dirname "$0")/../.." || exit 1
. scripts/common.sh
use_private_lib

# choose FAULT: the file of a fault, and the change that sed makes there.
choose() {
  case $1 in
    checksum) # blocks of a tile with a wrong checksum are whole
      file=src/base/tile_file.c change='s/mc_hash64(to, bytes, 0) != hashes/false \&\& &/' ;;
    again) # tiles that are there are missing, so they are computed again
      file=R/store_tile.R change='s/^  of_mark(found, mark)\[c(/  found$state <- "missing"; &/' ;;
    links) # symbolic links below a store are followed
      file=src/base/safe_file.c change='s/ | O_NOFOLLOW//; s/AT_SYMLINK_NOFOLLOW/0/' ;;
    late) # interrupts are looked for each five seconds
      file=src/base/monitor.c change='s/PASS_SECONDS = 0[.]1/PASS_SECONDS = 5/' ;;
    room) # memory that is not there is not refused
      file=R/base_memory.R change='s/^  if (lacking()) {/  if (FALSE) {/' ;;
    uncapped) # no limit of threads is heeded
      file=src/base/threads.c change='s/if (limit > 0 \&\& limit < report->threads)/if (limit < 0)/' ;;
    overrun) # a column of integers is read, and its copy written, one number too far
      file=src/kendall/ranks.c
      change='/const int32_t \*from = /{n;s/i < n/i <= n/;}' ;;
    *) die "planted.sh: there is no fault '$1'" ;;
  esac
}

place=$root/.build/trust/faults
sources=$place/manycore
library=$place/lib

# copy_sources: the copy, unless it is one of these sources.
copy_sources() {
  now=$({
    { package_entries && say scripts; } | while IFS= read -r entry; do
      find "$entry" -type f ! -name '*.o' ! -name '*.so' -exec cksum {} +
    done | sort
    "$R" RHOME
    "$R" CMD config CC
  } | cksum)
  if [ -f "$place/stamp" ] && [ "$(cat "$place/stamp")" = "$now" ]; then
    if [ -f "$place/faulty" ]; then restore "$(cat "$place/faulty")"; fi # a run that was killed
    return 0
  fi
  rm -rf "$place"
  mkdir -p "$library" && stage_sources "$place" && cp -Rp scripts "$sources/" ||
    die "planted.sh: the sources could not be copied to $place"
  printf '%s\n' "$now" >"$place/stamp"
}

# restore FILE: the file as it was, and newer than its object.
restore() {
  cp "$root/$1" "$sources/$1" && rm -f "$place/faulty"
}

# install: the copy, whose objects are up to date but for the file with the fault.
install() {
  rm -rf "$library/00LOCK-manycore"
  MAKEFLAGS=-j$(cores) "$R" CMD INSTALL --no-docs --no-test-load --library="$library" \
    --configure-args="--with-isa=portable" "$sources" >"$place/install.log" 2>&1 ||
    { tail -n 20 "$place/install.log"; die "planted.sh: the copy could not be installed"; }
  R_LIBS=$library:$R_LIBS
}

[ $# -ge 2 ] || die "planted.sh FAULT COMMAND..."
fault=$1
choose "$fault"
shift
if [ "$1 ${3:-}" = 'c valgrind' ] && ! have valgrind; then
  say "valgrind is not here"
  exit 77
fi
copy_sources
sed "$change" "$file" >"$place/changed" || exit 1
if cmp -s "$place/changed" "$file"; then die "planted.sh: the fault has lost its place in $file"; fi
printf '%s\n' "$file" >"$place/faulty"
trap 'restore "$file"' EXIT
trap 'exit 130' HUP INT TERM
cp "$place/changed" "$sources/$file"

what=$1
case $what in
  c)
    variant=$2
    shift 2
    cd "$sources/tests/c" || exit 1
    CC=$("$R" CMD config CC)
    export CC
    sh ./harness.sh build "$variant" && sh ./harness.sh "$@" ;;
  r)
    install
    rm -f "$place/counts.failures" "$place/counts.skips"
    # calls that ask for too much memory must not get it
    if [ "$fault" = room ]; then ulimit -v 8000000 || exit 77; fi
    cd "$sources" && "$RSCRIPT" scripts/test.R "$place/counts" "$2"
    status=$?
    cat "$place/counts.failures" # all of them; testthat shows the first ten
    exit $status ;;
  *)
    install
    cd "$sources" && "$@" ;;
esac
