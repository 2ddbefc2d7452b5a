#!/bin/sh
# The house rules that a program can check. Every breach is reported as
# file:line: what, and makes the exit status non-zero.
#
#   sh scripts/lint.sh [ROOT]     ROOT: another checkout

tools=$(cd "$(dirname "$0")" && pwd) || exit 1
cd "${1:-$tools/..}" || exit 1

work=.build/lint
rm -rf "$work"
mkdir -p "$work" || exit 1
: >"$work/breaches"
rules=0

c_files() {
  find src -type f \( -name '*.c' -o -name '*.h' -o -name '*.def' -o -name '*.inc' \) | sort
}

# Three views of the C sources as lines "file:line:code" without comments: code (strings emptied),
# text (with strings), joined (with strings; continued lines as one).
c_files | xargs awk -v strings=0 -f "$tools/strip-c.awk" >"$work/code"
c_files | xargs awk -v strings=1 -f "$tools/strip-c.awk" >"$work/text"
c_files | xargs awk -v strings=1 -v join=1 -f "$tools/strip-c.awk" >"$work/joined"
if [ ! -s "$work/code" ]; then
  echo "lint: no C sources in src/"
  exit 1
fi

# forbid MESSAGE VIEW FILES PATTERN [EXCEPT]: lines of VIEW in the files whose
# names match FILES must not match PATTERN, unless the name matches EXCEPT.
# (These are awk's regular expressions; the pattern sees the code alone.)
forbid() {
  rules=$((rules + 1))
  message=$1 files=$3 pattern=$4 except=${5:-^$} awk '{
      file = $0; sub(/:.*/, "", file)
      rest = substr($0, length(file) + 2)
      line = rest; sub(/:.*/, "", line)
      code = substr(rest, length(line) + 2)
      if (file ~ ENVIRON["files"] && file !~ ENVIRON["except"] && code ~ ENVIRON["pattern"]) {
        sub(/^[ \t]+/, "", code)
        print file ":" line ": " ENVIRON["message"] ": " code
      }
    }' "$2" >>"$work/breaches"
}

# word NAME: a pattern for NAME as a whole word; awk knows no \b.
word() {
  printf '(^|[^A-Za-z0-9_])(%s)([^A-Za-z0-9_]|$)' "$1"
}

# Kernels and drivers run in a plain C program (the C tests), and on threads, where R must not be
# called.
r_header='^[ \t]*#[ \t]*include[ \t]*[<"](R\.h|Rinternals\.h|Rdefines\.h|Rmath\.h|Rversion\.h|Rconfig\.h|R_ext\/)'
forbid "R's headers only in src/r/ and src/init.c" \
  "$work/text" '^src/' "$r_header" '^src/(r/|init\.c$)'

# Only one place starts threads and waits for them; it does so without slowing other processes.
forbid "threads only in src/base/: team.c, its kinds team_*.c, tasks.c and levels.c" \
  "$work/text" '^src/' '^[ \t]*#[ \t]*include[ \t]*[<"](pthread|threads)\.h>' '^src/base/(team|team_posix|team_openmp|tasks|levels)\.c$'
forbid "OpenMP only in src/base/team_openmp.c: its barriers wait for other programs, and it ends R where no thread can be started" \
  "$work/text" '^src/' '(^|[^A-Za-z0-9_])(omp[ \t]+[a-z]+|omp_[a-z_]+|omp\.h)([^A-Za-z0-9_]|$)' '^src/base/team_openmp\.c$'

# One binary runs on every machine: only the regions of src/dispatch/begin.h raise the instruction
# set. CRAN refuses packages with the other flags.
rules=$((rules + 1))
for file in configure configure.ac src/Makevars.in src/Makevars.win; do
  if [ -f "$file" ]; then
    awk '{
        code = $0; sub(/(^|[ \t])#.*/, "", code)
        if (code ~ /-march|-mcpu|-mavx|-mtune|-O3|-Ofast|-ffast-math/)
          print FILENAME ":" FNR ": no flags for one machine or one compiler: " $0
      }' "$file" >>"$work/breaches"
  fi
done

# Intrinsics compile only inside a target region, so they stay in the folders of regions.
forbid "intrinsics only in src/simd/ and src/dispatch/" \
  "$work/text" '^src/' '(^|[^A-Za-z0-9_])(_mm[0-9]*_|v[a-z0-9]+_([a-z0-9]+_)?[suf](8|16|32|64)([^A-Za-z0-9_]|$))|include[ \t]*<([a-z]*intrin|arm_neon)\.h>' '^src/(simd|dispatch)/'

# A kernel is serial and gets its memory from its caller. So it cannot fail, and its time does not
# depend on the lock of an allocator.
forbid "no allocation in src/kernels/ and src/simd/" \
  "$work/code" '^src/(kernels|simd)/' \
  '(^|[^A-Za-z0-9_])(malloc|calloc|realloc|free|aligned_alloc|posix_memalign|alloca|R_alloc)[ \t]*\('
forbid "no threads in src/kernels/ and src/simd/" \
  "$work/text" '^src/(kernels|simd)/' '(^|[^A-Za-z0-9_])(pthread_[a-z_]+|thrd_[a-z_]+|mc_(team|each|ranges|tasks_[a-z]+))[ \t]*\('

# All includes, as lines "file line included", both files named from src/ on.
awk '{
    file = $0; sub(/:.*/, "", file)
    rest = substr($0, length(file) + 2)
    line = rest; sub(/:.*/, "", line)
    code = substr(rest, length(line) + 2)
    if (code !~ /^[ \t]*#[ \t]*include[ \t]*"/) next
    sub(/^[^"]*"/, "", code); sub(/".*/, "", code)
    print file, line, code
  }' "$work/text" >"$work/includes"

# The folder of a file says what the file may include: only lower floors, and no other topic
# (docs/ARCHITECTURE.md has the floors).
rules=$((rules + 1))
awk '
  function folder(file) {
    if (file !~ /\//) return "."
    if (file ~ /^kernels\/[^\/]*$/) return "kernels/for"
    if (file ~ /^kernels\//) { sub(/^kernels\//, "", file); sub(/\/.*/, "", file); return "kernels/" file }
    sub(/\/.*/, "", file)
    return file
  }
  function shared(name) { return name ~ /^(pairs|tropical|quicksort)$/ }
  function topic(name) { return !shared(name) && name !~ /^(\.|r|dispatch|simd|base|kernels\/.*)$/ }
  function may(from, to) {
    if (from == to || to == "." || from == ".") return 1
    if (from ~ /^kernels\// && to == "kernels/for") return 1 # parameters and helpers of their bodies
    if (from == "r") return to !~ /^(simd|kernels)/
    if (to ~ /^(dispatch|base|kernels\/columns)$/ && (topic(from) || shared(from))) return 1
    if (topic(from)) return shared(to) || to == "kernels/" from
    if (shared(from)) return to == "kernels/" from
    if (from == "dispatch") return to ~ /^(kernels|simd|base)/
    return 0
  }
  {
    from = $1; sub(/^src\//, "", from)
    if ($3 == "mc_config.h") next
    if (!may(folder(from), folder($3)))
      print $1 ":" $2 ": " folder(from) "/ may not include from " folder($3) "/: " $3
  }' "$work/includes" >>"$work/breaches"

# No two files depend on each other, directly or through others; a source and its header count as
# one. Every included file must exist under its name from src/ on.
rules=$((rules + 1))
awk '
  function unit(file) { sub(/^src\//, "", file); sub(/\.[a-z]+$/, "", file); return file }
  $3 != "mc_config.h" {
    if (!(("src/" $3) in known) && (getline line < ("src/" $3)) < 0)
      print "src/" unit($1) " " $3 > missing
    known["src/" $3]
    if (unit($1) != unit($3)) print unit($1), unit($3)
  }' missing="$work/missing" "$work/includes" >"$work/pairs"
if [ -s "$work/missing" ]; then
  sed 's|^\([^ ]*\) \(.*\)|\1: includes what is not there: \2|' "$work/missing" >>"$work/breaches"
fi
tsort "$work/pairs" >/dev/null 2>"$work/loops" || true
if [ -s "$work/loops" ]; then
  sed '/input contains a loop/d; s|^tsort: *|src/|; s|$|: in a ring of files that include each other|' \
    "$work/loops" | sort -u >>"$work/breaches"
fi

# These checks do not see an include in angle brackets or a declaration by hand. So both are
# forbidden.
rules=$((rules + 1))
rooms=$(find src -mindepth 1 -maxdepth 1 -type d | sed 's|^src/||' | tr '\n' '|')
grep -nE "^[ \t]*#[ \t]*include[ \t]*<(${rooms%|})/" \
  $(c_files) /dev/null | sed 's/^\([^:]*:[^:]*\):/\1: files of our own stand in quotation marks:/' >>"$work/breaches"
forbid "declared in a header, not by hand" "$work/code" '^src/.*\.c$' '^extern' '^src/dispatch/dispatch\.c$'

# What x.c defines for other files, x.h declares. So includes say who needs whom.
rules=$((rules + 1))
find src -name '*.c' ! -path 'src/r/*' ! -name 'init.c' ! -name 'target_*.c' | sort | while read -r file; do
  case $file in
    src/base/team_*.c) header=src/base/helpers.h ;; # kinds of one contract
    *) header=${file%.c}.h ;;
  esac
  awk -v header="$header" '
    BEGIN { while ((getline line < header) > 0) declared = declared "\n" line }
    /^[a-z]/ && !/^(static|typedef|extern)/ && match($0, /mc_[a-z0-9_]+\(/) {
      name = substr($0, RSTART, RLENGTH)
      if (index(declared, name) == 0) print FILENAME ":" FNR ": not declared in " header ": " name ")"
    }' "$file" >>"$work/breaches"
done

# long has 32 bits on 64-bit Windows. Use int64_t, size_t or ptrdiff_t. (long double is allowed.)
sed 's/long[[:space:]][[:space:]]*double/long_double/g' "$work/code" >"$work/long"
forbid "the type long differs between systems" "$work/long" '^src/' "$(word long)"

# Only the author of a merge can resolve its conflicts.
rules=$((rules + 1))
find . -path ./.git -prune -o -path ./.build -prune -o -type f -exec grep -nIE '^(<<<<<<<|>>>>>>>) ' {} /dev/null \; |
  sed 's|^\./||; s/^\([^:]*:[^:]*\):/\1: a conflict of a merge:/' >>"$work/breaches"

# Unfinished work belongs into an issue, where people see it.
rules=$((rules + 1))
mark='(^|[^A-Za-z0-9_])(TO''DO|FIX''ME|XX''X)([^A-Za-z0-9_]|$)'
for place in src R tests inst man vignettes bench docs scripts configure cleanup Makefile README.md DESCRIPTION; do
  if [ -e "$place" ]; then
    find "$place" -type f \( -name '*.c' -o -name '*.h' -o -name '*.def' -o -name '*.in' -o -name '*.R' \
      -o -name '*.Rd' -o -name '*.Rmd' -o -name '*.md' -o -name '*.sh' -o -name '*.awk' \
      -o -name 'Makefile' -o -name configure -o -name cleanup -o -name DESCRIPTION \) \
      -exec grep -nE "$mark" {} /dev/null \; | sed 's/^\([^:]*:[^:]*\):/\1: left unfinished:/' >>"$work/breaches"
  fi
done

# A debugger sees a macro as one line. So longer code is a file that is included with its parameters
# defined (kernels/for_f64.h).
rules=$((rules + 1))
c_files | xargs awk '
  FNR == 1 { first = 0 }
  !first && /^[ \t]*#[ \t]*define.*\\$/ { first = FNR }
  first && !/\\$/ {
    if (FNR - first >= 10) print FILENAME ":" first ": a macro of more than ten lines"
    first = 0
  }' >>"$work/breaches"

rules=$((rules + 1))
find src tests/c \( -name '*.[ch]' -o -name '*.def' \) -exec awk 'length > 100 {
    print FILENAME ":" FNR ": a line of more than 100 columns"
  }' {} + >>"$work/breaches"

# The style of C is .clang-format. Releases of clang-format break lines differently, so only one is
# used.
if command -v clang-format >/dev/null 2>&1 && clang-format --version | grep -q 'version 14\.'; then
  rules=$((rules + 1))
  find src tests/c -name '*.[ch]' -exec clang-format --dry-run --style=file {} + 2>&1 |
    sed -n 's/^\([^ :]*:[0-9]*\):.*clang-format-violations.*/\1: not as .clang-format has it/p' |
    sort -u >>"$work/breaches"
else
  echo "lint: the style of C is not checked: that takes clang-format 14 (Debian 12: clang-format)"
fi

# A file that is too long to keep in mind should be two files.
rules=$((rules + 1))
for place in src R tests; do
  [ -e "$place" ] || continue
  find "$place" -type f \( -name '*.c' -o -name '*.h' -o -name '*.R' \) -exec awk '
    FNR == 701 { print FILENAME ":701: a file of more than 700 lines" }' {} + >>"$work/breaches"
done

# The style of R is .lintr: lines of up to 100 columns, and the tidyverse's style with two
# exceptions. Names may be those of base R (na.last) and of methods, and the number of branches is
# free. (Releases of lintr find different things, so only one is used.)
rscript=${RSCRIPT:-Rscript}
if [ ! -f .lintr ] || ! command -v "$rscript" >/dev/null 2>&1 ||
  ! "$rscript" -e 'quit(status = !startsWith(as.character(packageVersion("lintr")), "3.0."))' \
    >/dev/null 2>&1; then
  echo "lint: R's style is not checked: that takes the R package lintr 3.0 (Debian 12: r-cran-lintr)"
else
  rules=$((rules + 1))
  "$rscript" -e 'for (place in Filter(dir.exists, c("R", "tests/testthat", "bench", "scripts")))
      for (l in lintr::lint_dir(place, relative_path = FALSE))
        cat(sub(paste0("^\\Q", getwd(), "/\\E"), "", l$filename, perl = TRUE), ":", l$line_number,
            ": ", l$message, " (", l$linter, ")\n", sep = "")' >"$work/lintr" 2>"$work/lintr.log" ||
    { echo "R:1: lintr failed:"; cat "$work/lintr.log"; } >>"$work/lintr"
  cat "$work/lintr" >>"$work/breaches"
fi

# The arrows of R/ run down only, and no two files use each other.
if ! command -v "$rscript" >/dev/null 2>&1; then
  echo "lint: the arrows of R/ are not checked: that takes R"
else
  rules=$((rules + 1))
  "$rscript" "$tools/arrows.R" >"$work/arrows" 2>"$work/arrows.log" || [ -s "$work/arrows" ] ||
    { echo "R:1: scripts/arrows.R failed:"; cat "$work/arrows.log"; } >>"$work/arrows"
  cat "$work/arrows" >>"$work/breaches"
fi

# If files are loaded together (the package, the helpers of tests, a benchmark), only the last
# function of a name is ever called.
rules=$((rules + 1))
defined_twice() {
  for file in "$@"; do [ ! -f "$file" ] || echo "$file"; done | xargs awk '
    /^[`"A-Za-z.][^ ]* <- function/ {
      name = $1
      gsub(/[`"]/, "", name)
      if (name in place) print FILENAME ":" FNR ": defined in " place[name] ", too: " name
      else place[name] = FILENAME ":" FNR
    }' /dev/null >>"$work/breaches"
}
defined_twice R/*.R
defined_twice tests/testthat/helper-*.R
for script in bench/*.R; do
  [ "$script" = bench/common.R ] || defined_twice bench/common.R "$script"
done
# The same in a shell script.
for script in configure scripts/*.sh tests/c/harness.sh; do
  [ ! -f "$script" ] || awk '/^[a-z_]+\(\) *[{(]/ {
      name = $1
      if (name in place) print FILENAME ":" FNR ": defined in line " place[name] ", too: " name
      else place[name] = FNR
    }' "$script" >>"$work/breaches"
done

# CRAN allows two threads: pages that are built with the package say so, and its tests.
# (tests/testthat/test-example-threads.R counts the threads of examples.)
rules=$((rules + 1))
for page in vignettes/*.Rmd; do
  [ ! -f "$page" ] || grep -q 'manycore_threads(2)' "$page" ||
    { grep -q '^  threads: 2$' "$page" && grep -q 'manycore_threads(params$threads)' "$page"; } ||
    echo "$page:1: a page that does not say manycore_threads(2)" >>"$work/breaches"
done
[ ! -f tests/testthat.R ] || grep -q 'OMP_THREAD_LIMIT = "2"' tests/testthat.R ||
  echo "tests/testthat.R:1: tests without a limit of two threads" >>"$work/breaches"

# Workflows of GitHub: nothing here runs them.
if ! command -v yamllint >/dev/null 2>&1; then
  echo "lint: workflows are not checked: that takes yamllint (Debian: yamllint)"
elif [ -d .github ]; then
  rules=$((rules + 1))
  yamllint --strict --format parsable .github >>"$work/breaches"
fi

# A store may come from a stranger. So code that reads a store never runs anything from it, and base
# R never opens its files, because base R follows links (R/store_files.R).
rules=$((rules + 1))
stores=$(find R -name 'store*.R' -o -name '*_store*.R' | sort)
grep -nE '(^|[^A-Za-z0-9_.])(readRDS|unserialize|load|source|sys\.source|dget|parse|str2lang|str2expression|eval|evalq|read\.dcf)[ ]*\(' \
  $stores /dev/null | grep -v '^[^:]*:[0-9]*: *#' | grep -v '^R/store_timeout\.R:.*value <- tryCatch(unserialize(connections' |
  sed 's/^\([^:]*:[^:]*\):/\1: data of a store are never code:/' >>"$work/breaches"
grep -nE '(^|[^A-Za-z0-9_.])(file\.(exists|rename|link|copy|create|append|remove|size|info|symlink)|unlink|list\.files|list\.dirs|readBin|writeBin|readLines|writeLines|saveRDS)[ ]*\(' \
  $stores /dev/null | grep -v '^[^:]*:[0-9]*: *#' | grep -vE '^R/store\.R:.*file\.exists\(dir\) && !dir\.exists\(dir\)' |
  sed 's/^\([^:]*:[^:]*\):/\1: files of a store go through R\/store_files.R:/' >>"$work/breaches"

# Only R/base_clock.R knows a clock: R's own clocks jump.
rules=$((rules + 1))
grep -nE '(^|[^A-Za-z0-9_.])(Sys\.time|proc\.time|system\.time|date)\(' R/*.R | grep -v '^[^:]*:[0-9]*: *#' |
  sed 's/^\([^:]*:[^:]*\):/\1: seconds come from now() of R\/base_clock.R:/' >>"$work/breaches"

# The numbers of README.md and of the vignette come from one run of bench/headline.R.
rules=$((rules + 1))
headline=bench/results/headline.md
between_marks() {
  awk '/^<!-- \/headline -->$/ { inside = 0 } inside { print } /^<!-- headline -->$/ { inside = 1 }' "$1"
}
if [ -f README.md ]; then
  between_marks README.md >"$work/headline.readme"
  if [ -f "$headline" ]; then between_marks "$headline"; fi >"$work/headline.result"
  if [ ! -s "$work/headline.result" ] || ! cmp -s "$work/headline.readme" "$work/headline.result"; then
    echo "README.md:$(grep -n '^<!-- headline -->$' README.md | sed 's/:.*//;1q'): the headline is not that of $headline" >>"$work/breaches"
  fi
  for file in inst/extdata/headline.csv bench/results/headline.png bench/results/headline_brief.png; do
    sum=$(cksum "$file" 2>&1 | awk '{ print $1, $2 }')
    grep -qxF "<!-- cksum $file: $sum -->" "$headline" 2>/dev/null ||
      echo "$file:1: not the file that $headline was written with" >>"$work/breaches"
  done
fi

# The numbers in sentences and the index of the results are those of bench/results/.
if command -v "$rscript" >/dev/null 2>&1 && [ -d bench/results ]; then
  for script in "claims.R" "results.R --check"; do
    rules=$((rules + 1))
    # (Without quotation marks: a name and perhaps an option.)
    "$rscript" "$tools"/$script >>"$work/breaches" 2>"$work/numbers.log" ||
      { echo "scripts:1: scripts/$script failed:"; cat "$work/numbers.log"; } >>"$work/breaches"
  done
fi

breaches=$(wc -l <"$work/breaches" | tr -d ' ')
if [ "$breaches" -gt 0 ]; then
  cat "$work/breaches"
  echo "lint: $breaches breaches of $rules rules"
  exit 1
fi
echo "lint: all $rules rules hold"
