#!/bin/sh
# Kills workers and managers of a store again and again (faults.R), with the installed package.

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh
use_private_lib

sh scripts/build.sh || exit 1
"$RSCRIPT" scripts/faults.R "$@"
status=$?
[ $status -eq 77 ] || exit $status # 77: left out, and says why
