#!/bin/sh
# The demonstration on real data:
#
#   sh scripts/demo.sh [FILE]     FILE: your own .rds or .csv

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh
use_private_lib

sh scripts/build.sh || exit 1
say ""
exec "$RSCRIPT" scripts/demo.R "${1:-}"
