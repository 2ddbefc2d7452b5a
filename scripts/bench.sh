#!/bin/sh
# Runs one benchmark script against the installed package:
#
#   sh scripts/bench.sh NAME      runs bench/NAME.R

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh
use_private_lib

name=${1:-kendall}
[ -f "bench/$name.R" ] ||
  die "There is no bench/$name.R; there are: $(cd bench && ls ./*.R 2>/dev/null | sed 's|^\./||; s|\.R$||' | tr '\n' ' ')"
sh scripts/build.sh || exit 1
exec "$RSCRIPT" "bench/$name.R"
