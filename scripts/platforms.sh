#!/bin/sh
# The C tests for other machines, built by cross compilers and run by Wine or QEMU's user mode (see
# docs/PLATFORMS.md).
#
#   sh scripts/platforms.sh [NAME...]     all platforms, or these
#
# Each platform gets a line of the table at the end: was it built; how many tests passed, failed and
# were skipped; how many objects have no fused product and sum. If a platform cannot be built or run
# here, the line names the missing Debian packages.
# The exit status is zero only if nothing failed and something was tested. It is 77 if all platforms
# were asked for, and none of them needs Wine or QEMU here.
# Logs are .build/platforms/NAME.log.
#
# Slow platforms take smaller data (HARNESS_FAST): the list `small` below.

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh

logs=.build/platforms
mkdir -p "$logs" || exit 1
: "${JOBS:=$(cores)}"
export JOBS
WINEPREFIX=$root/.build/wine WINEDEBUG=-all
export WINEPREFIX WINEDEBUG

# Emulated tests take ten to fifty times as long. The other three platforms differ little from the C
# tests of make test: in compiler, library or width of a word.
small="lto musl i686 aarch64 aarch64clang ppc64le riscv64 s390x"
names="windows fma clang lto musl i686 aarch64 aarch64clang ppc64le riscv64 s390x"
case " $* " in
  *" --help "*) sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 0 ;;
esac
for name in "$@"; do
  case " $names " in *" $name "*) ;; *) die "platforms.sh: '$name' is none of: $names" ;; esac
done

# describe NAME: sets
#   what       the machine, in words
#   cc         its compiler
#   flags      added to -std=gnu11 -O2, and to -pthread
#   runner     the program that runs its programs; empty: this machine
#   isa        the targets, as configure takes them
#   prefix     the prefix of its objdump
#   size       whole, or small: every test of every suite with the sizes of HARNESS_FAST
#   debs       the Debian packages with these programs
describe() {
  flags='' runner='' isa=auto,-knc prefix='' size=whole windows=no
  case " $small " in *" $1 "*) size=small ;; esac
  case $1 in
    windows)
      what="64-bit Windows (Wine)" cc=x86_64-w64-mingw32-gcc-posix flags=-static runner=wine
      prefix=x86_64-w64-mingw32- windows=yes
      debs="gcc-mingw-w64-x86-64 wine wine64" ;;
    fma)
      what="x86-64, base instructions with FMA" cc=gcc flags=-march=haswell isa=portable debs=gcc ;;
    clang) what="x86-64, clang" cc=clang debs=clang ;;
    lto) # which takes buffers for uninitialized that are read as far as they were written
      what="x86-64, link-time optimization" cc=gcc debs=gcc
      flags="-O3 -flto=auto -Wno-error=maybe-uninitialized" ;;
    musl) what="x86-64, musl" cc=musl-gcc flags=-static debs=musl-tools ;;
    i686)
      what="32-bit x86" cc=i686-linux-gnu-gcc flags=-static prefix=i686-linux-gnu-
      debs="gcc-i686-linux-gnu libc6-dev-i386-cross" ;;
    aarch64 | aarch64clang)
      emulated "AArch64" aarch64-linux-gnu aarch64 arm64
      if [ "$1" = aarch64clang ]; then # as on macOS
        what="AArch64, clang (QEMU)" cc="clang --target=aarch64-linux-gnu" debs="$debs clang"
      fi
      # QEMU 7.2 on x86 lets a sequentially consistent load (ldar) pass an earlier store (stlr).
      # Then a caller and its helper miss each other's stores, and both sleep for ever. One
      # processor keeps the order.
      runner="taskset -c $(taskset -cp $$ 2>/dev/null | sed 's/.*: *\([0-9]*\).*/\1/') $runner" ;;
    ppc64le) emulated "POWER, little-endian" powerpc64le-linux-gnu ppc64le ppc64el ;;
    riscv64) emulated "RISC-V" riscv64-linux-gnu riscv64 riscv64 ;;
    s390x) emulated "z/Architecture, big-endian" s390x-linux-gnu s390x s390x ;;
  esac
}

# emulated WHAT TRIPLET QEMU DEBIAN: sets the same for a machine that QEMU's user mode emulates.
emulated() {
  what="$1 (QEMU)" cc=$2-gcc prefix=$2- flags=-static runner=qemu-$3
  debs="gcc-$(echo "$2" | tr _ -) libc6-dev-$4-cross qemu-user"
}

# lacks: prints why the platform cannot be tested here; nothing if it can.
lacks() {
  if ! have "${cc%% *}"; then echo "no ${cc%% *}"; return; fi
  for word in ${runner%% *} ${runner##* }; do
    have "$word" || { echo "no $word"; return; }
  done
  mkdir -p "$logs/probe-$name"
  printf '#include <pthread.h>\nint main(void) { return pthread_self() == 0; }\n' >"$logs/probe-$name/probe.c"
  # shellcheck disable=SC2086  # lists of words
  (cd "$logs/probe-$name" && rm -f probe probe.exe && $cc $flags -pthread probe.c -o probe) >/dev/null 2>&1 ||
    { echo "$cc $flags builds no program"; return; }
  program=./probe
  [ ! -f "$logs/probe-$name/probe.exe" ] || program=./probe.exe
  (cd "$logs/probe-$name" && $runner $program) >/dev/null 2>&1 || echo "its programs do not run here"
  rm -rf "$logs/probe-$name"
}

# test_platform NAME: tests it and prints its line of the table.
test_platform() {
  describe "$1"
  log=$logs/$1.log
  why=$(lacks)
  if [ -n "$why" ]; then
    row "$what" "$cc" "skipped: $why ($debs)" - - - - - -
    return
  fi
  (
    CC=$cc RUN=$runner OBJDUMP=${prefix}objdump
    PLATFORM_FLAGS=$flags PLATFORM_ISA=$isa PLATFORM_WINDOWS=$windows
    export CC RUN OBJDUMP PLATFORM_FLAGS PLATFORM_ISA PLATFORM_WINDOWS
    HARNESS_SECONDS=600
    export HARNESS_SECONDS
    if [ $size = small ]; then HARNESS_FAST=1; export HARNESS_FAST; fi
    case $runner in *qemu*) HARNESS_EMULATED=1; export HARNESS_EMULATED ;; esac
    cd tests/c || exit 1
    sh ./harness.sh build "platform-$1" || exit 1
    echo "platform: built"
    sh ./harness.sh objects "platform-$1"
    sh ./harness.sh run "platform-$1"
  ) >"$log.new" 2>&1
  tr -d '\r' <"$log.new" >"$log"
  rm -f "$log.new"
  built=no
  if grep -q '^platform: built$' "$log"; then built=yes; else failures=$((failures + 1)); fi
  # Lines such as "c harness (avx2): 123 passed, 0 failed, 0 skipped".
  read -r p f s t o <<EOF
$(awk '/^c harness \(.*: *[0-9]+ passed, [0-9]+ failed/ {
    n = split($0, word, /[ ,]+/)
    for (i = 2; i <= n; i++) sum[word[i]] += word[i - 1]
    target = $3; gsub(/[(;:)]/, "", target)
    if (target !~ /^(all|objects)$/ && sum["passed"] > before) targets = targets (targets == "" ? "" : "+") target
    if (target == "objects") { objects = sum["passed"]; sum["passed"] = 0 }
    before = sum["passed"]
  } END { print sum["passed"] + 0, sum["failed"] + 0, sum["skipped"] + 0, targets == "" ? "none" : targets,
    objects == 0 ? "-" : objects }' "$log")
EOF
  # A harness without its last line has crashed.
  if [ $built = yes ] && ! grep -q '^c harness: ran' "$log"; then f=$((f + 1)); fi
  [ "$f" = 0 ] || failures=$((failures + f))
  tests=$((tests + p))
  if [ "$p" -gt 0 ] && [ -n "$runner" ]; then foreign=$((foreign + 1)); fi
  row "$what" "$cc${flags:+ $flags}" "$built" "$(echo "$t" | tr + ' ')" "$p" "$f" "$s" "$size" "$o"
  sed -n 's/^\([^:]*\): skipped: /  skipped \1: /p' "$log"
  if [ "$f" != 0 ] || [ $built = no ]; then grep -E 'failed: |should be|should have|killed by|ended with|(error|undefined reference).*:|building .* failed' "$log" | grep -v -- ' -Werror ' | head -n 20; fi
}

# row CELL...: prints a line of the table, and keeps it for the end.
row() {
  line='|'
  for cell in "$@"; do line="$line $cell |"; done
  say "$line" | tee "$logs/$name.row"
}

failures=0 tests=0 foreign=0
all=no
if [ $# -eq 0 ]; then
  all=yes
  # shellcheck disable=SC2086  # a list of words
  set -- $names
fi
for name in "$@"; do test_platform "$name"; done
say '' '| platform | compiler | built | targets | passed | failed | skipped | sizes | objects |' \
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- |'
for name in "$@"; do cat "$logs/$name.row"; done
say '' "$tests passed, $failures failed on all platforms"
[ $failures = 0 ] && [ $tests -gt 0 ] || exit 1
if [ $all = yes ] && [ $foreign -eq 0 ]; then
  say "platforms.sh: only this machine's own programs were tested, because Wine and QEMU are not here"
  exit 77
fi
