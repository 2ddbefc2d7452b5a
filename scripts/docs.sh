#!/bin/sh
# Writes man/ and NAMESPACE from the comments in R/, and renders the vignettes
# into .build/docs.

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh
use_private_lib

# roxygen2 reads the code of the installed package. So it compiles nothing inside src/ of the
# checkout.
sh scripts/build.sh || exit 1
"$RSCRIPT" -e 'roxygen2::roxygenise(load_code = "installed")' || die "roxygen2 failed."

if ! command -v pandoc >/dev/null 2>&1; then
  say "The vignettes are left out: there is no pandoc."
  exit 0
fi
for vignette in vignettes/*.Rmd; do
  [ -f "$vignette" ] || continue
  "$RSCRIPT" -e 'args <- commandArgs(TRUE)
    rmarkdown::render(args[1L], output_dir = args[2L], intermediates_dir = args[2L], quiet = TRUE)' \
    "$vignette" .build/docs || die "$vignette could not be rendered."
  say "Rendered $vignette into .build/docs"
done
