#!/bin/sh
# Installs the package into R's default library (the user's own library if the site's is not
# writable). CONFIGURE_ARGS is passed to the package's configure.

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh

lib=$("$RSCRIPT" scripts/setup.R library package | sed -n 's/^library: //p')
[ -n "$lib" ] || die "R has no library that can be written to."

rm -rf .build/install
mkdir -p .build/install || exit 1
stage_sources .build/install || die "Could not copy the sources to .build/install"
(cd .build/install && "$R" CMD build --no-build-vignettes manycore) || die "R CMD build failed."
tarball=$(ls .build/install/manycore_*.tar.gz) || die "R CMD build left no tarball."

set -- "--library=$lib"
if [ -n "${CONFIGURE_ARGS:-}" ]; then set -- "$@" "--configure-args=$CONFIGURE_ARGS"; fi
MAKEFLAGS=-j$(cores) "$R" CMD INSTALL "$@" "$tarball" || die "R CMD INSTALL failed."
rm -rf .build/install
say "Installed into $lib"
