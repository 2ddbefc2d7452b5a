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

# Three views of the C sources as lines "file:line:code", none with comments:
# code (strings emptied too), text (with strings), joined (continued lines in one).
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

# The kernels and their drivers must run in a plain C program (the C tests are
# one) and on worker threads, where R may not be called at all.
r_header='^[ \t]*#[ \t]*include[ \t]*[<"](R\.h|Rinternals\.h|Rdefines\.h|Rmath\.h|Rversion\.h|Rconfig\.h|R_ext\/)'
forbid "R's headers only in src/r/ and src/init.c" \
  "$work/text" '^src/' "$r_header" '^src/(r/|init\.c$)'

# Starting threads and waiting for them, at no other process's cost, is one place's work.
forbid "threads only in src/base/: team.c, its kinds team_*.c, tasks.c and levels.c" \
  "$work/text" '^src/' '^[ \t]*#[ \t]*include[ \t]*[<"](pthread|threads)\.h>' '^src/base/(team|team_posix|team_openmp|tasks|levels)\.c$'
forbid "OpenMP only in src/base/team_openmp.c: its barriers wait for other programs, and it ends R where no thread can be started" \
  "$work/text" '^src/' '(^|[^A-Za-z0-9_])(omp[ \t]+[a-z]+|omp_[a-z_]+|omp\.h)([^A-Za-z0-9_]|$)' '^src/base/team_openmp\.c$'

# One binary runs on every machine: only the regions that src/dispatch/begin.h
# opens raise the instruction set, and by themselves. CRAN does not take the other flags.
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

# Intrinsics compile only inside a target region, so they stay where those are.
forbid "intrinsics only in src/simd/ and src/dispatch/" \
  "$work/text" '^src/' '(^|[^A-Za-z0-9_])(_mm[0-9]*_|v[a-z0-9]+_([a-z0-9]+_)?[suf](8|16|32|64)([^A-Za-z0-9_]|$))|include[ \t]*<([a-z]*intrin|arm_neon)\.h>' '^src/(simd|dispatch)/'

# A kernel is serial and gets its memory from its caller, so that it cannot fail
# and its cost does not depend on an allocator with a lock.
forbid "no allocation in src/kernels/ and src/simd/" \
  "$work/code" '^src/(kernels|simd)/' \
  '(^|[^A-Za-z0-9_])(malloc|calloc|realloc|free|aligned_alloc|posix_memalign|alloca|R_alloc)[ \t]*\('
forbid "no threads in src/kernels/ and src/simd/" \
  "$work/text" '^src/(kernels|simd)/' '(^|[^A-Za-z0-9_])(pthread_[a-z_]+|thrd_[a-z_]+|mc_(team|each|ranges|tasks_[a-z]+))[ \t]*\('

# Who includes whom, as "file:line folder folder", the folder of a kernel with its topic. Files
# are named from src/ on, so that an include says where it goes.
awk '{
    file = $0; sub(/:.*/, "", file)
    rest = substr($0, length(file) + 2)
    line = rest; sub(/:.*/, "", line)
    code = substr(rest, length(line) + 2)
    if (code !~ /^[ \t]*#[ \t]*include[ \t]*"/) next
    sub(/^[^"]*"/, "", code); sub(/".*/, "", code)
    print file, line, code
  }' "$work/text" >"$work/includes"

# A line of code knows by its folder what it may touch: arrows run down only, and no topic
# includes another (docs/ARCHITECTURE.md has the floors).
rules=$((rules + 1))
awk '
  function folder(file) {
    if (file !~ /\//) return "."
    if (file ~ /^kernels\/for_/) return "kernels/for"
    if (file ~ /^kernels\//) { sub(/^kernels\//, "", file); sub(/\/.*/, "", file); return "kernels/" file }
    sub(/\/.*/, "", file)
    return file
  }
  function shared(name) { return name ~ /^(pairs|tropical|quicksort)$/ }
  function topic(name) { return !shared(name) && name !~ /^(\.|r|dispatch|simd|base|kernels\/.*)$/ }
  function may(from, to) {
    if (from == to || to == "." || from == ".") return 1
    if (from ~ /^kernels\// && to == "kernels/for") return 1 # parameters of their bodies
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

# No two files depend on each other, a source and its header being one. (An include may also be
# written as it is from its own folder: nowhere.)
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

# An include in other signs, or a declaration by hand, would be one that nobody sees.
rules=$((rules + 1))
rooms=$(find src -mindepth 1 -maxdepth 1 -type d | sed 's|^src/||' | tr '\n' '|')
grep -nE "^[ \t]*#[ \t]*include[ \t]*<(${rooms%|})/" \
  $(c_files) /dev/null | sed 's/^\([^:]*:[^:]*\):/\1: files of our own stand in quotation marks:/' >>"$work/breaches"
forbid "declared in a header, not by hand" "$work/code" '^src/.*\.c$' '^extern' '^src/dispatch/dispatch\.c$'

# What x.c defines for others x.h declares, so that includes tell who needs whom.
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

# long is 32 bits wide on 64-bit Windows: int64_t, size_t or ptrdiff_t say what
# is meant. (long double is another matter.)
sed 's/long[[:space:]][[:space:]]*double/long_double/g' "$work/code" >"$work/long"
forbid "the type long differs between systems" "$work/long" '^src/' "$(word long)"

# What a merge could not decide is decided by nobody but its author.
rules=$((rules + 1))
find . -path ./.git -prune -o -path ./.build -prune -o -type f -exec grep -nIE '^(<<<<<<<|>>>>>>>) ' {} /dev/null \; |
  sed 's|^\./||; s/^\([^:]*:[^:]*\):/\1: a conflict of a merge:/' >>"$work/breaches"

# What is not finished belongs into an issue, where it is seen.
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

# A debugger sees a macro as one line: what is longer is a file that is included with its
# parameters defined (kernels/for_f64.h).
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

# C as .clang-format has it; its releases break lines at different places, so one has a say.
if command -v clang-format >/dev/null 2>&1 && clang-format --version | grep -q 'version 14\.'; then
  rules=$((rules + 1))
  find src tests/c -name '*.[ch]' -exec clang-format --dry-run --style=file {} + 2>&1 |
    sed -n 's/^\([^ :]*:[0-9]*\):.*clang-format-violations.*/\1: not as .clang-format has it/p' |
    sort -u >>"$work/breaches"
else
  echo "lint: the style of C is not checked: that takes clang-format 14 (Debian 12: clang-format)"
fi

# A file that no longer fits in one head is two files.
rules=$((rules + 1))
for place in src R tests; do
  [ -e "$place" ] || continue
  find "$place" -type f \( -name '*.c' -o -name '*.h' -o -name '*.R' \) -exec awk '
    FNR == 701 { print FILENAME ":701: a file of more than 700 lines" }' {} + >>"$work/breaches"
done

# R code as .lintr has it: lines of up to 100 columns, and the tidyverse's style but for names, where
# base R's (na.last) and those of methods stand, and for the number of branches. (What lintr finds
# differs from release to release: one has a say.)
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

# Who calls whom in R/: arrows run down only, and no two files use each other.
if ! command -v "$rscript" >/dev/null 2>&1; then
  echo "lint: the arrows of R/ are not checked: that takes R"
else
  rules=$((rules + 1))
  "$rscript" "$tools/arrows.R" >"$work/arrows" 2>"$work/arrows.log" || [ -s "$work/arrows" ] ||
    { echo "R:1: scripts/arrows.R failed:"; cat "$work/arrows.log"; } >>"$work/arrows"
  cat "$work/arrows" >>"$work/breaches"
fi

# Of two functions of one name in files that are loaded together only the last is ever called: in the
# package, in the helpers of its tests, and in a benchmark.
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
# Likewise in a shell script.
for script in configure scripts/*.sh tests/c/harness.sh; do
  [ ! -f "$script" ] || awk '/^[a-z_]+\(\) *[{(]/ {
      name = $1
      if (name in place) print FILENAME ":" FNR ": defined in line " place[name] ", too: " name
      else place[name] = FNR
    }' "$script" >>"$work/breaches"
done

# Workflows of GitHub, which nothing here runs.
if ! command -v yamllint >/dev/null 2>&1; then
  echo "lint: workflows are not checked: that takes yamllint (Debian: yamllint)"
elif [ -d .github ]; then
  rules=$((rules + 1))
  yamllint --strict --format parsable .github >>"$work/breaches"
fi

# A store may come from a stranger: what reads one interprets text and lengths, and nothing is run.
# Nor does base R open a file of a store, which would follow links (R/store_files.R).
rules=$((rules + 1))
stores=$(find R -name 'store*.R' -o -name '*_store*.R' | sort)
grep -nE '(^|[^A-Za-z0-9_.])(readRDS|unserialize|load|source|sys\.source|dget|parse|str2lang|str2expression|eval|evalq|read\.dcf)[ ]*\(' \
  $stores /dev/null | grep -v '^[^:]*:[0-9]*: *#' | grep -v '^R/store_timeout\.R:.*value <- tryCatch(unserialize(connections' |
  sed 's/^\([^:]*:[^:]*\):/\1: data of a store are never code:/' >>"$work/breaches"
grep -nE '(^|[^A-Za-z0-9_.])(file\.(exists|rename|link|copy|create|append|remove|size|info|symlink)|unlink|list\.files|list\.dirs|readBin|writeBin|readLines|writeLines|saveRDS)[ ]*\(' \
  $stores /dev/null | grep -v '^[^:]*:[0-9]*: *#' | grep -vE '^R/store\.R:.*file\.exists\(dir\) && !dir\.exists\(dir\)' |
  sed 's/^\([^:]*:[^:]*\):/\1: files of a store go through R\/store_files.R:/' >>"$work/breaches"

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
  for file in inst/extdata/headline.csv bench/results/headline.png; do
    sum=$(cksum "$file" 2>&1 | awk '{ print $1, $2 }')
    grep -qxF "<!-- cksum $file: $sum -->" "$headline" 2>/dev/null ||
      echo "$file:1: not the file that $headline was written with" >>"$work/breaches"
  done
fi

breaches=$(wc -l <"$work/breaches" | tr -d ' ')
if [ "$breaches" -gt 0 ]; then
  cat "$work/breaches"
  echo "lint: $breaches breaches of $rules rules"
  exit 1
fi
echo "lint: all $rules rules hold"
