#!/bin/sh
# Builds the package tarball and installs it into the private library .build/lib, unless the same R
# has already installed the same sources there.
#
# CONFIGURE_ARGS is passed to the package's configure, e.g. --with-isa=portable.

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh
use_private_lib

stamp=$installed_stamp

# fingerprint: a checksum of the contents (not the dates, which git does not keep) of every source
# file, and of the tools that build the package, because configure leaves out what the tools lack.
fingerprint() {
  {
    package_entries | while IFS= read -r entry; do
      case $entry in tests | vignettes) continue ;; esac
      find "$entry" -type f ! -name '*.o' ! -name '*.so' ! -name '*.a' \
        ! -path src/Makevars ! -path src/mc_config.h -exec cksum {} +
    done | sort
    "$R" --version | sed 1q
    "$R" CMD config CC
    "$R" CMD config CFLAGS
    $("$R" CMD config CC) --version 2>/dev/null | sed 1q
    if blas_works; then echo blas; fi
    if echo '#include <pthread.h>' | $("$R" CMD config CC) -E - >/dev/null 2>&1; then echo threads; fi
    printf '%s\n' "${CONFIGURE_ARGS:-}"
  } | cksum
}

now=$(fingerprint)
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$now" ] && [ -f "$private_lib/manycore/DESCRIPTION" ]; then
  say "The package in $private_lib is up to date."
  exit 0
fi
rm -f "$stamp"

stage_sources .build/stage || die "Could not copy the sources to .build/stage"
rm -f .build/manycore_*.tar.gz
(cd .build && "$R" CMD build --no-build-vignettes stage/manycore) || die "R CMD build failed."
rm -rf .build/stage
tarball=$(ls .build/manycore_*.tar.gz) || die "R CMD build left no tarball."

rm -rf "$private_lib/00LOCK-manycore" # of a build that was killed
set -- "--library=$private_lib"
if [ -n "${CONFIGURE_ARGS:-}" ]; then set -- "$@" "--configure-args=$CONFIGURE_ARGS"; fi
MAKEFLAGS=-j$(cores) "$R" CMD INSTALL "$@" "$tarball" || die "R CMD INSTALL failed."
printf '%s\n' "$now" >"$stamp"
