#!/bin/sh
# The same bits with other versions of R: installs the package with each R. Each installation must
# give the bits of scripts/trust/bits.txt (bits.R) on as many targets as R's own installation.
#
#   TRUST_R="R..." sh scripts/trust/versions.sh
#
# TRUST_R names programs by absolute paths, with blanks between them, such as those that
# scripts/r-devel.sh builds. They must be of different versions, and none of the version of R that
# runs the other proofs. Their libraries need the packages cli and Matrix. (R before 4.4 needs a
# Matrix before 1.7.) Without TRUST_R the status is 77. Logs are .build/trust/versions/N.log. The
# last line names the versions. The status is not zero if one of them fails.

cd "$(dirname "$0")/../.." || exit 1
. scripts/common.sh
if [ -z "$(printf '%s' "${TRUST_R:-}" | tr -d ' ')" ]; then
  say "versions.sh: TRUST_R must name programs R of other versions"
  exit 77
fi
work=$root/.build/trust/versions
mkdir -p "$work" || exit 1
(use_private_lib && sh scripts/build.sh) >"$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }
for tarball in .build/manycore_*.tar.gz; do :; done
targets_here=$(use_private_lib && "$RSCRIPT" -e 'cat(length(manycore::manycore_info()$isa_runnable))')
version_of() { "$1" --vanilla --no-echo -e 'cat(sub("^R version ", "", R.version.string))'; }
seen="; $(version_of "$R"); "
unset R_HOME R_LIBS R_LIBS_USER R_LIBS_SITE

# compare R: installs the package, and compares all bits. The last line is that of bits.R.
compare() {
  "$1" --vanilla --no-echo -e 'for (package in c("cli", "Matrix")) loadNamespace(package)' || return 1
  rm -rf "$work/lib" && mkdir -p "$work/lib" || return 1
  MAKEFLAGS=-j$(cores) "$1" CMD INSTALL --no-docs --no-test-load --library="$work/lib" "$tarball" ||
    return 1
  R_LIBS=$work/lib "$1" --vanilla --no-echo -f scripts/trust/bits.R || return 1
  tail -n 1 "$log" | grep -q " works on $targets_here targets " ||
    { say "there are not $targets_here targets"; return 1; }
}

number=0 failed=0 passed=''
for other in $TRUST_R; do
  number=$((number + 1))
  log=$work/$number.log
  version=$(version_of "$other") || die "versions.sh: $other does not run"
  case $seen in *"; $version; "*) die "versions.sh: R $version comes twice" ;; esac
  seen="$seen$version; "
  if compare "$other" >"$log" 2>&1; then
    say "R $version: $(tail -n 1 "$log")"
    passed="$passed${passed:+; }$version"
  else
    tail -n 5 "$log"
    say "R $version: failed"
    failed=$((failed + 1))
  fi
done
rm -rf "$work/lib"
say "the same bits with $((number - failed)) of $number versions: $passed"
[ $failed -eq 0 ] && [ $number -gt 0 ]
