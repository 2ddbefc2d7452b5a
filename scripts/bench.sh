#!/bin/sh
# Runs one benchmark script against the installed package:
#
#   sh scripts/bench.sh NAME [OPTION...]      runs bench/NAME.R with these options
#   sh scripts/bench.sh NAME --help           says what they are

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh
use_private_lib

name=${1:-kendall}
if [ $# -gt 0 ]; then shift; fi
[ -f "bench/$name.R" ] ||
  die "There is no bench/$name.R; there are: $(cd bench && ls ./*.R 2>/dev/null | sed 's|^\./||; s|\.R$||' | tr '\n' ' ')"
if [ "${1:-}" = --help ]; then
  sed -n '/^#/!q; s/^# \{0,1\}//p' "bench/$name.R"
  exit 0
fi
sh scripts/build.sh || exit 1
exec "$RSCRIPT" "bench/$name.R" "$@"
