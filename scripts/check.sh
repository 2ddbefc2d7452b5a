#!/bin/sh
# R CMD check --as-cran of the tarball. Any ERROR, WARNING or NOTE is a failure, except the notes that
# scripts/check.R expects (cran-comments.md has their reasons). Parts that need a program which this
# machine lacks are left out and named; the rest is judged as usual.
#
# R=/path/to/R takes another R (scripts/r-devel.sh builds one). TARBALL=FILE checks this tarball, so
# that several versions of R check the same one. CONFIGURE_ARGS is passed to the package's configure.

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh
use_private_lib

left_out=''
leave_out() {
  left_out="${left_out}  $1
"
}

set -- --as-cran
build_args=''
vignettes=yes
no_pages=''
have pandoc || no_pages="no pandoc"
"$RSCRIPT" -e 'quit(status = !requireNamespace("rmarkdown", quietly = TRUE))' >/dev/null 2>&1 ||
  no_pages="no rmarkdown"
if [ -n "$no_pages" ]; then
  leave_out "the vignettes ($no_pages)"
  build_args=--no-build-vignettes
  vignettes=no
  set -- "$@" --no-build-vignettes --ignore-vignettes
fi
if ! have pdflatex; then
  leave_out "the PDF manual (no pdflatex)"
  set -- "$@" --no-manual
elif ! have kpsewhich || [ -z "$(kpsewhich zi4.sty)$(kpsewhich inconsolata.sty)" ]; then
  # Without R's preferred typewriter font the manual is built with another one.
  R_RD4PDF=times,hyper
  export R_RD4PDF
fi
if ! have qpdf; then
  leave_out "the sizes of PDF files (no qpdf)"
  _R_CHECK_DOC_SIZES_=FALSE
  export _R_CHECK_DOC_SIZES_
fi
if ! have tidy; then
  leave_out "the validation of the HTML manual (no tidy)"
  _R_CHECK_RD_VALIDATE_RD2HTML_=FALSE
  export _R_CHECK_RD_VALIDATE_RD2HTML_
fi
if [ -f configure ] && ! have checkbashisms; then
  leave_out "bashisms in configure (no checkbashisms)"
  _R_CHECK_BASHISMS_=FALSE
  export _R_CHECK_BASHISMS_
fi

# Packages of Bioconductor are missing if apt does not have them.
missing=$("$RSCRIPT" scripts/setup.R missing check | awk '{ printf "%s%s", sep, $2; sep = ", " }')
if [ -n "$missing" ]; then
  leave_out "what needs the packages $missing"
  _R_CHECK_FORCE_SUGGESTS_=FALSE
  export _R_CHECK_FORCE_SUGGESTS_
fi

# CRAN allows two processors: the time of the processors may be at most 2.5 times the time elapsed.
# The log has both times of every step, for check.R.
for part in INSTALL EXAMPLE TEST VIGNETTE; do
  export "_R_CHECK_${part}_TIMING_CPU_TO_ELAPSED_THRESHOLD_=2.5"
done
_R_CHECK_TIMINGS_=0
export _R_CHECK_TIMINGS_

# The report should name flags that the package adds to the compilation, but not the flags that this
# R was built with (Debian has a few).
_R_CHECK_COMPILATION_FLAGS_=TRUE
_R_CHECK_COMPILATION_FLAGS_KNOWN_="$("$R" CMD config CFLAGS) $("$R" CMD config CPPFLAGS)"
# R-devel's comparison with CRAN breaks off if CRAN cannot be reached.
if ! "$RSCRIPT" -e 'address <- url("https://CRAN.R-project.org/src/contrib/PACKAGES.in")
    quit(status = inherits(try(readLines(address, 1L), silent = TRUE), "try-error"))' \
  >/dev/null 2>&1; then
  leave_out "the comparison with the packages on CRAN, and addresses (out of reach)"
  _R_CHECK_CRAN_INCOMING_REMOTE_=FALSE
  export _R_CHECK_CRAN_INCOMING_REMOTE_
fi
# R asks a clock on the network, and adds a NOTE if the clock does not answer.
_R_CHECK_SYSTEM_CLOCK_=FALSE
# Checking MathJax needs a JavaScript engine that few machines have.
_R_CHECK_RD_MATH_RENDERING_=FALSE
# R reads the sources in a UTF-8 locale. Its default, en_US, may be missing.
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in
  *UTF-8* | *utf8* | *UTF8*) ;;
  *)
    LC_ALL=$(locale -a 2>/dev/null | grep -i -E '^(C|en_US)\.utf-?8$' | sed 1q)
    if [ -n "$LC_ALL" ]; then export LC_ALL; else unset LC_ALL; fi
    ;;
esac
LANGUAGE=en
export _R_CHECK_COMPILATION_FLAGS_ _R_CHECK_COMPILATION_FLAGS_KNOWN_ \
  _R_CHECK_SYSTEM_CLOCK_ _R_CHECK_RD_MATH_RENDERING_ LANGUAGE

folder=.build/check${private_lib#.build/lib}
if [ -n "${TARBALL:-}" ]; then
  tarball=$(cd "$(dirname "$TARBALL")" && pwd)/$(basename "$TARBALL")
  [ -f "$tarball" ] || die "There is no $TARBALL"
fi
rm -rf "$folder"
mkdir -p "$folder" || exit 1
if [ -z "${TARBALL:-}" ]; then
  stage_sources "$folder" || die "Could not copy the sources to $folder"
  (cd "$folder" && "$R" CMD build $build_args manycore) || die "R CMD build failed."
  rm -rf "$folder/manycore"
  tarball=$(ls "$root/$folder"/manycore_*.tar.gz) || die "R CMD build left no tarball."
fi
if [ -n "${CONFIGURE_ARGS:-}" ]; then
  set -- "$@" "--install-args=--configure-args='$CONFIGURE_ARGS'"
fi
bytes=$(wc -c <"$tarball" | tr -d ' ')

# The check installs the package itself; it must not find the copy in .build/lib. (The log says more
# than the exit status, which is ignored.)
(cd "$folder" && "$R" CMD check "$@" "$tarball" 2>&1 | tee output)
say ""
"$RSCRIPT" scripts/check.R "$folder/manycore.Rcheck/00check.log" "$vignettes"
verdict=$?
say "The tarball: $((bytes / 1000)) kB (CRAN's limit: 5000 kB)."
if [ "$bytes" -gt 5000000 ]; then verdict=1; fi
if [ -n "$left_out" ]; then
  say "Left out:"
  printf '%s' "$left_out"
fi
exit "$verdict"
