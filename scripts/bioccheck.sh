#!/bin/sh
# BiocCheck of the package as it would be submitted to Bioconductor: the sources with the version
# 0.99.0. Any ERROR or WARNING is a failure, except those that scripts/bioccheck.R expects
# (docs/RELEASING.md has their reasons).

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh
use_private_lib

if ! "$RSCRIPT" -e 'quit(status = !requireNamespace("BiocCheck", quietly = TRUE))' >/dev/null 2>&1; then
  say "BiocCheck is not installed (Debian: r-bioc-bioccheck)."
  exit 0
fi
rm -rf .build/bioccheck
mkdir -p .build/bioccheck || exit 1
stage_sources .build/bioccheck || die "Could not copy the sources to .build/bioccheck"
# What .Rbuildignore leaves out is not submitted, either.
(cd .build/bioccheck && rm -rf manycore/tests/c manycore/.github manycore/_pkgdown.yml \
  manycore/cran-comments.md)
sed 's/^Version:.*/Version: 0.99.0/' DESCRIPTION >.build/bioccheck/manycore/DESCRIPTION
MAKEFLAGS=-j$(cores)
export MAKEFLAGS
"$RSCRIPT" scripts/bioccheck.R .build/bioccheck/manycore
