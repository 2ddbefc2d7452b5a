#!/bin/sh
# Builds another R from its sources, for make check R=... and for measurements:
#
#   sh scripts/r-devel.sh [NAME [SOURCES]]
#
# NAME is devel (the default), release, or any other name of a folder. SOURCES is one of
#   - the address of a tarball (devel and release have the official ones as a default),
#   - a tarball,
#   - a folder with unpacked sources,
#   - REPOSITORY@BRANCH: a branch of a clone that git-svn made (bare or not).
#
# R is built in .build/r/NAME, without recommended packages, X11, Tcl/Tk and Java. (The vignettes need
# its device svg(), and so cairo: libcairo2-dev and libpango1.0-dev of Debian.) The last line
# says where R is. A second call builds only what the first one left. Then the packages that
# DESCRIPTION names are installed into the library of that R, as far as R's repositories have them.
#
# Environment:
#   R_FOLDER=FOLDER   builds in FOLDER/NAME in place of .build/r/NAME
#   JOBS=N            compiles N files at a time (one for each processor)
#   WITHOUT="P..."    does not install these packages (those that take long to compile)
#   CRAN=ADDRESS      the mirror of CRAN (default: R's configured one)

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh

name=${1:-devel}
sources=${2:-}
if [ -z "$sources" ]; then
  case $name in
    devel) sources=https://stat.ethz.ch/R/daily/R-devel.tar.gz ;;
    release) sources=https://cran.r-project.org/src/base/R-latest.tar.gz ;;
    *) die "r-devel.sh: where are the sources of '$name'? Give a tarball, its address, a folder, or REPOSITORY@BRANCH." ;;
  esac
fi
: "${JOBS:=$(cores)}"
mkdir -p "${R_FOLDER:-.build/r}/$name" || die "Cannot create ${R_FOLDER:-.build/r}/$name"
folder=$(cd "${R_FOLDER:-.build/r}/$name" && pwd)
for tool in "$("$R" CMD config CC 2>/dev/null || echo cc)" gfortran make perl; do
  have "${tool%% *}" || die "r-devel.sh needs ${tool%% *}."
done

# --- the sources, in $folder/src -------------------------------------------------

# unpack TARBALL: its only folder becomes $folder/src.
unpack() {
  rm -rf "$folder/unpacked"
  mkdir "$folder/unpacked" && tar -C "$folder/unpacked" -xzf "$1" || return 1
  mv "$folder/unpacked"/* "$folder/src" && rmdir "$folder/unpacked"
}

# from_git REPOSITORY BRANCH: files that a partial clone lacks are left out, and named. (R is built
# with the system's LAPACK, so R's own large file of it may be absent.) R's makefiles read the number
# of the revision from the file SVNINFO if the folder is not Subversion's.
from_git() {
  mkdir -p "$folder/src" || return 1
  (
    cd "$1" || exit 1
    git ls-tree -r "$2" | awk '{ print $3 }' | git cat-file --batch-check |
      awk '$2 == "missing" { print $1 }' >"$folder/absent"
    set -- "$2" . $(git ls-tree -r "$2" | grep -F -f "$folder/absent" |
      awk -F '\t' '{ printf ":(exclude)%s ", $2 }')
    shift
    for path in "$@"; do
      case $path in .) ;; *) say "Absent in this clone, and left out: ${path#:(exclude)}" >&2 ;; esac
    done
    # (git names absent files even if they are excluded; tar notices if anything else is lacking.)
    git archive "$branch" -- "$@" 2>/dev/null
  ) | tar -C "$folder/src" -xf - || return 1
  (cd "$1" && git log -1 --grep=git-svn-id --format='%b' "$2" |
    sed -n 's/^git-svn-id:.*@\([0-9]*\) .*/Revision: \1/p'
  cd "$1" && git log -1 --format='Last Changed Date: %cs' "$2") >"$folder/src/SVNINFO"
}

if [ ! -f "$folder/src/configure" ]; then
  rm -rf "$folder/src"
  say "The sources of R ($name): $sources"
  case $sources in
    *://*)
      "$RSCRIPT" -e 'options(timeout = 3600); args <- commandArgs(TRUE)
        quit(status = utils::download.file(args[1L], args[2L], mode = "wb"))' \
        "$sources" "$folder/R.tar.gz" || die "The sources could not be fetched from $sources"
      unpack "$folder/R.tar.gz" || die "$folder/R.tar.gz cannot be unpacked."
      ;;
    *@*)
      branch=${sources##*@}
      repository=$(cd "${sources%@*}" && git rev-parse -q --verify "$branch^{commit}" >&2 && pwd) ||
        die "There is no branch $branch in ${sources%@*}"
      from_git "$repository" "$branch" || die "git could not write the sources."
      ;;
    *)
      if [ -d "$sources" ]; then
        cp -Rp "$sources" "$folder/src" || die "$sources cannot be copied."
      else
        unpack "$sources" || die "$sources cannot be unpacked."
      fi
      ;;
  esac
fi
[ -f "$folder/src/configure" ] || die "These are no sources of R: $sources"
say "R $(cat "$folder/src/VERSION")"

# --- R ---------------------------------------------------------------------------

built=$folder/build
log=$folder/log
mkdir -p "$built" || die "Cannot create $built"
# A running R tells its children where R is, and what its libraries are.
unset R_HOME R_LIBS R_LIBS_USER R_LIBS_SITE R_SHARE_DIR R_INCLUDE_DIR R_DOC_DIR R_ARCH

# step WHAT COMMAND...: runs the command in the folder of the build.
step() {
  what=$1
  shift
  say "$what (the log is $log)"
  (cd "$built" && "$@") >>"$log" 2>&1 || {
    tail -n 30 "$log" >&2
    die "$what: failed."
  }
}

: >"$log"
if [ ! -f "$built/Makefile" ]; then
  step "Configuring" "$folder/src/configure" --without-recommended-packages --without-x \
    --without-tcltk --without-aqua --disable-java --without-libpng --without-jpeglib \
    --without-libtiff --disable-nls --with-blas --with-lapack
fi
# The makefile says `$(GIT) svn info`. Before R 4.1 it does not read SVNINFO if that fails.
if [ -f "$folder/src/SVNINFO" ]; then
  step "Compiling" make -j"$JOBS" GIT="cat SVNINFO && :" R
else
  step "Compiling" make -j"$JOBS" R
fi
step "Help pages" make -j"$JOBS" -C src/library docs
other=$built/bin/R
"$other" --vanilla --no-echo -e 'cat(R.version.string, "\n")' || die "$other does not run."

# --- packages --------------------------------------------------------------------

say "Packages of DESCRIPTION, from R's repositories"
CRAN=${CRAN:-$("$RSCRIPT" -e 'cat(setdiff(getOption("repos")["CRAN"], c(NA, "@CRAN@")))')}
[ -n "$CRAN" ] || die "R has no repository: set CRAN to the address of a mirror of CRAN."
export CRAN WITHOUT
(cd "$built" && MAKEFLAGS='' "$other" --vanilla --no-echo -e '
  options(repos = c(CRAN = Sys.getenv("CRAN")), timeout = 600, Ncpus = as.integer(commandArgs(TRUE)[2L]))
  fields <- read.dcf(commandArgs(TRUE)[1L], c("Imports", "Suggests"))
  named <- sub("[[:space:]]*\\(.*", "", trimws(unlist(strsplit(fields, ","))))
  without <- strsplit(Sys.getenv("WITHOUT"), " +")[[1L]]
  wanted <- setdiff(named, c(without, rownames(installed.packages())))
  there <- intersect(wanted, rownames(available.packages()))
  if (length(there)) install.packages(there, quiet = TRUE)
  lacking <- setdiff(named, rownames(installed.packages()))
  if (length(lacking)) cat("Not installed:", lacking, fill = 90)' \
  --args "$root/DESCRIPTION" "$JOBS") >>"$log" 2>&1
sed -n '/^Not installed:/,$p' "$log"

say "make check R=$other"
