#!/bin/sh
# Prepares a machine to build the package, and for one more purpose:
#
#   sh scripts/setup.sh [test|demo|check|bench|docs|site|package]
#
# On any Unix an existing R and C compiler are used as they are. If they are missing on Debian or
# Ubuntu, apt installs r-base-dev, R's tools for building packages (as root or with sudo). The same
# if the compiler cannot link R's BLAS; but the package builds without BLAS, so set-up goes on.
# Missing R packages come from apt if this is Debian's own R and apt may be used anyway; otherwise
# from R's configured repositories, into the private library .build/lib. Packages of Bioconductor,
# which tests do not need, come from apt only. If nothing is missing, nothing is changed.

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh

purpose=${1:-test}
lib=${2:-$private_lib}
if [ "$lib" != default ]; then use_private_lib; fi

case $purpose in
  test | demo | check | bench | docs | site | package) ;;
  *) die "setup.sh: unknown purpose '$purpose' (test, demo, check, bench, docs, site or package)" ;;
esac

# --- apt, as root or with sudo -------------------------------------------------

apt_updated=no

# as_root: '' as root, or 'sudo'; fails if neither is possible.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    echo ''
  elif have sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    echo sudo
  else
    return 1
  fi
}

# apt_run ARGS: runs apt-get without questions (sudo may ask for a password).
apt_run() {
  prefix=$(as_root) || return 1
  $prefix env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
    -o Dpkg::Use-Pty=0 -o Acquire::Retries=3 "$@"
}

apt_update() {
  if [ "$apt_updated" = no ]; then
    say "Updating the lists of apt packages."
    apt_run update >/dev/null || say "apt-get update failed; going on with the lists there are."
    apt_updated=yes
  fi
}

apt_install() {
  apt_update
  say "Installing with apt: $*"
  apt_run install --no-install-recommends "$@" >.build/apt.log 2>&1 || {
    tail -n 20 .build/apt.log >&2
    return 1
  }
}

# apt_has DEB [LEAST]: can apt install DEB, in version LEAST or newer?
apt_has() {
  candidate=$(apt-cache policy "$1" 2>/dev/null | awk '/Candidate:/ { print $2 }')
  case $candidate in '' | '(none)') return 1 ;; esac
  dpkg --compare-versions "$candidate" ge "${2:-0}"
}

# --- R, a compiler, make -------------------------------------------------------

# debian_r: is R Debian's or Ubuntu's own package?
debian_r() {
  [ "$(command -v "$R")" = /usr/bin/R ] && dpkg -s r-base-core >/dev/null 2>&1
}

mkdir -p .build || die "Cannot write to $root"

# lacking: missing things that are needed; wanting: missing things that are optional.
lacking=''
wanting=''
if ! have "$R" || ! have "$RSCRIPT"; then lacking="R (4.0 or newer)"; fi
if ! have make; then lacking="${lacking:+$lacking, }make"; fi
if ! have "$R"; then
  if ! have gcc; then lacking="$lacking, a C compiler"; fi
elif ! compiler_works; then
  lacking="${lacking:+$lacking, }a C compiler"
elif ! blas_works; then
  wanting="the libraries that R links with ($("$R" CMD config BLAS_LIBS) $("$R" CMD config FLIBS))"
fi

used_apt=no
if [ -n "$lacking$wanting" ]; then
  # An R that is not Debian's must not get a second R beside it.
  if ! have "$R" || debian_r; then
    debs="r-base-dev make"
  else
    debs="gcc gfortran libc6-dev libblas-dev make"
  fi
  if [ -n "$lacking" ]; then
    have apt-get ||
      die "Missing: $lacking. Install that with this system's package manager, then try again."
    as_root >/dev/null ||
      die "Missing: $lacking. Neither root nor sudo here: ask for 'apt-get install $debs', then try again."
    apt_install $debs || die "apt could not install: $debs"
    used_apt=yes
    have "$R" || die "apt installed r-base-dev, but '$R' is still not on the PATH."
    compiler_works || die "R's C compiler ($("$R" CMD config CC)) cannot build a program."
  else
    say "Missing: $wanting."
    if have apt-get && as_root >/dev/null && apt_install $debs; then used_apt=yes; fi
  fi
  blas_works || say "R's BLAS cannot be linked; going on, the package builds without the algorithm \"gemm\"."
fi

# --- R packages ----------------------------------------------------------------

# missing_packages: lines "name least-version". ("want": the package is taken only from apt.)
missing_packages() {
  "$RSCRIPT" scripts/setup.R missing "$purpose" >.build/setup.out || exit 1
  sed -n 's/^need: //p' .build/setup.out
}

# As root, or if sudo was needed above anyway, binary packages save the compilation. Time alone is
# no reason to ask for sudo.
apt_for_r_packages() {
  have apt-get && debian_r && { [ "$(id -u)" = 0 ] || [ "$used_apt" = yes ]; }
}

# debs_of LINES: the packages among them that apt has.
debs_of() {
  printf '%s\n' "$1" | while read -r name least; do
    for archive in cran bioc; do
      deb=r-$archive-$(printf '%s' "$name" | tr '[:upper:]' '[:lower:]')
      if [ -n "$name" ] && apt_has "$deb" "$least"; then echo "$deb" && break; fi
    done
  done
}

missing=$(missing_packages) || exit 1
wanted=$(sed -n 's/^want: //p' .build/setup.out)
if [ -n "$missing$wanted" ] && [ "$lib" != default ] && apt_for_r_packages; then
  # A fresh system may have R, but no lists of apt's packages.
  apt_update
  debs=$(debs_of "$missing")
  if [ -n "$debs" ]; then
    apt_install $debs || say "apt could not install $debs; trying R's repositories."
    missing=$(missing_packages) || exit 1
  fi
  debs=$(debs_of "$wanted")
  if [ -n "$debs" ]; then
    apt_install $debs || say "apt could not install $debs; going on without."
  fi
fi

if [ -n "$missing" ]; then
  "$RSCRIPT" scripts/setup.R install "$purpose" "$lib"
  if [ -n "$(missing_packages)" ] && ! have g++ && apt_for_r_packages; then
    # Packages from the repositories are sources; some need a C++ compiler.
    apt_install g++ && "$RSCRIPT" scripts/setup.R install "$purpose" "$lib"
  fi
  "$RSCRIPT" scripts/setup.R verify "$purpose" || exit 1
fi

# --- what only the house rules want ---------------------------------------------

# Only if apt can be used. lint.sh leaves out checks without their program, and says so.
if [ "$purpose" = check ] && [ "$lib" != default ] && apt_for_r_packages &&
  ! "$RSCRIPT" -e 'quit(status = !requireNamespace("lintr", quietly = TRUE))' >/dev/null 2>&1; then
  apt_update
  if apt_has r-cran-lintr 3.0 && ! apt_has r-cran-lintr 3.1; then
    apt_install r-cran-lintr || say "apt could not install r-cran-lintr; going on without it."
  fi
fi

# --- clusters, which only make test wants --------------------------------------

# A SLURM on this machine (slurm.sh), and Open MPI (Rmpi loads libmpi.so, a name that the package
# for development has). If one is missing, its tests are skipped.
if [ "$purpose" = test ] && apt_for_r_packages; then
  debs=''
  have slurmctld && have slurmd && have munged || debs="slurm-wlm munge"
  have mpirun && [ -n "$(ls /usr/lib/*/libmpi.so 2>/dev/null)" ] || debs="$debs openmpi-bin libopenmpi-dev"
  if [ -n "$debs" ]; then apt_install $debs || say "apt could not install $debs; going on without."; fi
fi

# --- a clang that looks for races of OpenMP's threads, which only make test wants ---

# The newest clang of which apt has all parts. Without it harness.sh leaves out these tests, and
# says so.
if [ "$purpose" = test ] && apt_for_r_packages && ! sh tests/c/harness.sh archer >/dev/null 2>&1; then
  for version in 20 19 18 17 16 15 14; do
    debs="clang-$version libclang-rt-$version-dev libomp-$version-dev"
    if apt_has "clang-$version" && apt_has "libclang-rt-$version-dev" && apt_has "libomp-$version-dev"; then
      # shellcheck disable=SC2086  # a list of words
      apt_install $debs || say "apt could not install $debs; going on without."
      break
    fi
  done
fi

# --- programs that only make check wants ---------------------------------------

# All are optional: check.sh leaves out parts without their program, and says so.
if [ "$purpose" = check ] && have apt-get && { [ "$(id -u)" = 0 ] || [ "$used_apt" = yes ]; }; then
  debs=''
  have pandoc || debs="$debs pandoc"
  have qpdf || debs="$debs qpdf"
  have tidy || debs="$debs tidy"
  have checkbashisms || debs="$debs devscripts"
  have pdflatex || debs="$debs texlive-latex-base texlive-latex-recommended texlive-fonts-recommended"
  for deb in $debs; do
    apt_install "$deb" || say "apt could not install $deb; going on without it."
  done
fi

exit 0
