#!/bin/sh
# The whole test suite: testthat on the installed package, the C harness, the
# house rules. The last line is "N passed, N failed, N skipped"; the exit status
# is zero only if nothing failed and something was tested.

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh
use_private_lib

passed=0
failed=0
skipped=0

sh scripts/build.sh || {
  say "0 passed, 1 failed, 0 skipped"
  exit 1
}

# --- R -------------------------------------------------------------------------

say "== R tests"
counts=.build/test.counts
rm -f "$counts"
"$RSCRIPT" scripts/test.R "$counts"
status=$?
if [ -s "$counts" ] && read -r p f s <"$counts"; then
  passed=$((passed + p))
  failed=$((failed + f))
  skipped=$((skipped + s))
  if [ "$((p + f + s))" -eq 0 ]; then
    say "No R test ran."
    failed=$((failed + 1))
  elif [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then
    failed=$((failed + 1))
  fi
else
  say "The R tests did not run to their end (exit status $status)."
  failed=$((failed + 1))
fi

# --- C -------------------------------------------------------------------------

if [ -f tests/c/Makefile ]; then
  say "" "== C tests"
  log=.build/test.c.log
  rm -f .build/test.c.status
  {
    (cd tests/c && make check CC="$("$R" CMD config CC)")
    echo $? >.build/test.c.status
  } 2>&1 | tee "$log"
  status=$(cat .build/test.c.status)
  # Lines such as "c harness (avx2): 123 passed, 0 failed".
  set -- $(awk '/^c harness.*: *[0-9]+ passed, [0-9]+ failed/ {
      line = $0; sub(/^.*: */, "", line); n = split(line, word, /[ ,]+/)
      for (i = 2; i <= n; i++) sum[word[i]] += word[i - 1]
    }
    END { print sum["passed"] + 0, sum["failed"] + 0, sum["skipped"] + 0 }' "$log")
  passed=$((passed + $1))
  failed=$((failed + $2))
  skipped=$((skipped + $3))
  if [ "$status" -ne 0 ] && [ "$2" -eq 0 ]; then
    say "The C tests stopped with exit status $status."
    failed=$((failed + 1))
  elif [ "$(($1 + $2))" -eq 0 ]; then
    say "No C test ran."
    failed=$((failed + 1))
  fi
fi

# --- house rules ---------------------------------------------------------------

say "" "== House rules"
if sh scripts/lint.sh; then :; else failed=$((failed + 1)); fi

say "" "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
