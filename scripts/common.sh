# Sourced by the other scripts, with the repository root as working directory.
#
# All built files are in .build/. The private R library .build/lib comes first on the search path.
# So demo, test and bench use the package of this checkout, and never touch the user's own library.

root=$(pwd)
R=${R:-R}
RSCRIPT=${RSCRIPT:-Rscript}
# R=/path/to/R is enough: its Rscript is beside it.
case $R in
  /*) ;;
  */*) R=$root/$R ;;
esac
case $R in
  */*) if [ "$RSCRIPT" = Rscript ] && [ -x "${R}script" ]; then RSCRIPT=${R}script; fi ;;
esac

die() {
  printf '%s\n' "$*" >&2
  exit 1
}

# say LINE...: prints each argument on a line of its own.
say() {
  printf '%s\n' "$@"
}

have() {
  command -v "$1" >/dev/null 2>&1
}

case $root in
  *:*) die "The path of this checkout contains a colon, which R cannot take in a library path: $root" ;;
esac

# Packages belong to the R that installed them: another R than that of the PATH has a private library
# of its own, such as .build/lib-4.7.0.
private_lib=.build/lib
if [ "$R" != R ] && have "$R" && [ "$("$R" RHOME)" != "$(R RHOME 2>/dev/null)" ]; then
  private_lib=.build/lib-$("$R" --vanilla --no-echo -e 'cat(format(getRversion()))') ||
    die "$R does not run."
fi
# The fingerprint of the sources that are installed there (build.sh).
installed_stamp=.build/installed${private_lib#.build/lib}

# use_private_lib: puts the private library before all other libraries of R.
use_private_lib() {
  mkdir -p "$private_lib" || die "Cannot create $root/$private_lib"
  case ${R_LIBS:-} in
    "$root/$private_lib" | "$root/$private_lib:"*) ;;
    *) R_LIBS=$root/$private_lib${R_LIBS:+:$R_LIBS} ;;
  esac
  export R_LIBS
}

# The flags of the calling make must not reach the make that R runs.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

# cores: how many processors this process may use (1 if that is not known).
cores() {
  n=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
  case $n in '' | *[!0-9]*) n=1 ;; esac
  echo "$n"
}

# links LIBS: can R's C compiler link a program with these libraries? (Then libc's headers exist,
# too.)
links() {
  cc=$("$R" CMD config CC 2>/dev/null) || return 1
  [ -n "$cc" ] || return 1
  try=.build/setup.try
  mkdir -p "$try"
  printf '#include <stdlib.h>\nint main(void) { return EXIT_SUCCESS; }\n' >"$try/try.c"
  (cd "$try" && $cc -o try try.c $1) >/dev/null 2>&1
  works=$?
  rm -rf "$try"
  return $works
}

compiler_works() {
  links ''
}

# blas_works: can it link a program with R's BLAS?
blas_works() {
  links "$("$R" CMD config LDFLAGS 2>/dev/null) $("$R" CMD config BLAS_LIBS 2>/dev/null) $("$R" CMD config FLIBS 2>/dev/null)"
}

# package_entries: the top-level files and folders that belong to the R package.
package_entries() {
  for entry in * .Rbuildignore; do
    case $entry in
      bench | docs | scripts | Makefile | README.md | *.Rcheck | *.tar.gz) ;;
      *) if [ -e "$entry" ]; then echo "$entry"; fi ;;
    esac
  done
}

# stage_sources DIR: copies the package's files to DIR/manycore, without objects that a build inside
# src/ may have left.
stage_sources() {
  rm -rf "$1/manycore"
  mkdir -p "$1/manycore" || return 1
  package_entries | while IFS= read -r entry; do
    cp -Rp "$entry" "$1/manycore/" || exit 1
  done || return 1
  find "$1/manycore/src" \( -name '*.o' -o -name '*.so' -o -name '*.a' \) -exec rm -f {} +
  rm -f "$1/manycore/src/Makevars" "$1/manycore/src/mc_config.h"
}
