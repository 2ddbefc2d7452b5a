#!/bin/sh
# Builds the web site of the package with pkgdown, without a network, into .build/site.

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh
use_private_lib

have pandoc || die "make site needs pandoc."
sh scripts/build.sh || exit 1
rm -rf .build/site .build/site-stage
stage_sources .build/site-stage || die "Could not copy the sources to .build/site-stage"
cp -Rp README.md docs bench .build/site-stage/manycore/ || exit 1
"$RSCRIPT" scripts/site.R .build/site-stage/manycore .build/site || die "The site was not built."
rm -rf .build/site-stage
say "The site is .build/site/index.html"
