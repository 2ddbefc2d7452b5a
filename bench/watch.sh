#!/bin/sh
# Sees a change that makes the package slower: counts the instructions of small works
# (bench/watch_works.c) by valgrind's callgrind, and compares them with bench/results/watch.md.
#
#   sh bench/watch.sh [NAME...]    compares all works, or these
#   sh bench/watch.sh --twice      counts twice, and says by how much two counts differ
#   sh bench/watch.sh --write      counts twice, and writes the table
#   sh bench/watch.sh --plant      a control: slows a copy of the sources down in two places; these
#                                  must be seen, and nothing else
#
# Status 0: no count grew by more than TOLERANCE percent (3). 1: a count grew, or the works are not
# those of the table. 77: the counts here do not compare with the table, because the compiler, its
# flags, the C library or valgrind differ from those of the table, or because a program or the
# processor's AVX2 is missing. (The C library is linked, and takes a part of the instructions.)
#
# Counts are the same in every run, beside any other load. With another number of processors they
# differ by some hundred instructions. valgrind shows programs one and the same kind of processor.
# Counts are not times. They say nothing about memory, mispredicted branches, waits of threads, or
# AVX-512, which valgrind does not know. Sources are compiled as R does by default: gcc -O2. This
# takes one to two minutes on one core; --twice and --write take half as long again. It needs the
# Debian packages gcc and valgrind.

cd "$(dirname "$0")/.." || exit 1
. scripts/common.sh
LC_ALL=C
export LC_ALL
: "${CC:=gcc}" "${CFLAGS:=-std=gnu11 -O2}" "${TOLERANCE:=3}"
table=bench/results/watch.md
work=.build/watch
targets='portable avx2'

skip() {
  printf 'watch.sh: %s\n' "$*" >&2
  exit 77
}

mode=compare
case ${1:-} in
  --twice | --write | --plant) mode=${1#--} && shift ;;
  -*) die "watch.sh: there is no option $1 (see the head of the script)" ;;
esac
names=$*
case $mode in
  write | plant) [ -z "$names" ] || die "watch.sh: --$mode is for all works" ;;
esac

# ---- what counts depend on ----

for program in "${CC%% *}" valgrind; do
  have "$program" || skip "no $program here (see the head of the script)"
done
here="Compiler: $($CC --version | sed 's/^[^ ]*cc[^ ]* (/gcc (/;1q')
Flags: $CFLAGS
Library: C library $(ldd --version 2>/dev/null | sed 's/.* //;1q')
Counted by: $(valgrind --version)"

comparable() {
  [ -f $table ] || die "watch.sh: there is no $table; write it: sh bench/watch.sh --write"
  there=$(sed -n 's/^- \(\(Compiler\|Flags\|Library\|Counted by\): .*\)$/\1/p' $table)
  [ "$here" = "$there" ] || skip "counts do not compare with $table. It has
$there
and here are
$here"
}
[ "$mode" = write ] || comparable

# ---- the program ----

# build: compiles a copy of the sources with the works, to $work/works. plant() may change the copy.
build() {
  rm -rf $work
  mkdir -p $work || exit 1
  cp configure $work && cp -R src $work/src && rm -f $work/src/Makevars $work/src/mc_config.h ||
    exit 1
  [ "$mode" != plant ] || plant
  (cd $work && CC=$CC CFLAGS=$CFLAGS sh ./configure --with-isa="$(echo "$targets" | tr ' ' ,)" \
    --with-threads=posix) >$work/configure.log 2>&1 || {
    cat $work/configure.log >&2
    exit 1
  }
  units=$(sed -n "s|^  \([a-z0-9_/]*\)\.o.*|$work/src/\1.c|p" $work/src/Makevars |
    grep -v -e 'src/r/' -e 'src/init\.c')
  first=$(sed -n 's/^PKG_CPPFLAGS = -I\.//p' $work/src/Makevars)
  # shellcheck disable=SC2086  # lists of words
  $CC $CFLAGS -pthread -static -I $work/src $first bench/watch_works.c $units -lm -o $work/works ||
    exit 1
}

# count TARGET NAME: the instructions of a work. The environment is always the same, because drivers
# search it.
count() {
  rm -f $work/profile
  env -i "PATH=$PATH" LC_ALL=C valgrind --tool=callgrind --collect-atstart=no \
    --callgrind-out-file=$work/profile -q $work/works "$1" "$2" >$work/log 2>&1
  status=$?
  [ $status != 77 ] || skip "this processor does not run the target $1"
  counted=$(sed -n 's/^totals: //p' $work/profile)
  if [ $status = 0 ] && [ "${counted:-0}" -gt 0 ]; then
    echo "$counted"
  else
    cat $work/log >&2
    die "watch.sh: $2 did not run on the target $1"
  fi
}

# count_all FILE: lines "name target count" of the works that are asked for.
count_all() {
  while IFS=$tab read -r name _; do
    for target in $targets; do
      counted=$(count "$target" "$name") || exit
      echo "$name $target $counted"
    done
  done <$work/list >"$1" || exit
}

# choose_works: the list of the works that are asked for, to $work/list.
choose_works() {
  $work/works >$work/all || exit 1
  [ -n "$names" ] || cp $work/all $work/list
  for name in $names; do
    grep "^$name$tab" $work/all || die "watch.sh: there is no work $name"
  done >>$work/list || exit
}
tab=$(printf '\t')

# spread: by how much the counts of two runs differ at most, in percent.
spread() {
  paste -d ' ' $work/counts $work/again | awk '
    { d = ($6 > $3 ? $6 - $3 : $3 - $6) / $3 * 100; if (d > most) most = d }
    END { printf "%.3g %%", most }'
}

# ---- the table ----

write_table() {
  {
    say '# Instructions of small works (bench/watch.sh)' '' "- Date: $(date +%Y-%m-%d)"
    say "$here" | sed 's/^/- /'
    say "- Greatest difference of two runs: $(spread)" '' \
      'Whole calls of drivers, one thread. bench/watch.sh counts the instructions again, and tells' \
      'which counts grew. Counts of another compiler do not compare. Instructions are not time.' '' \
      '| name | work | portable | avx2 |' '| --- | --- | ---: | ---: |'
    awk -F "$tab" 'NR == FNR { split($0, w, " "); count[w[1], w[2]] = w[3]; next }
      { printf "| %s | %s | %s | %s |\n", $1, $2, count[$1, "portable"], count[$1, "avx2"] }
    ' $work/counts $work/list
  } >$work/table && mv $work/table $table &&
    say "$table is written. Greatest difference of two runs: $(spread)"
}

# compare: prints all changes, and writes lines "grew name target" or "fell name target" to
# $work/changes; "new name target" of a work that the table does not have; "lost name target" of a
# work that only the table has, if all works are compared.
compare() {
  awk -F ' *[|] *' -v tolerance="$TOLERANCE" -v changes=$work/changes '
    BEGIN { printf "" > changes; print "| name | target | table | now | change |"
            print "| --- | --- | ---: | ---: | ---: |" }
    NR == FNR { if (NF == 6 && $4 ~ /^[0-9]+$/) { was[$2, "portable"] = $4; was[$2, "avx2"] = $5 }; next }
    {
      split($0, w, " ")
      before = was[w[1], w[2]] + 0
      change = before > 0 ? (w[3] / before - 1) * 100 : 0
      what = before == 0 ? "new" : change > tolerance ? "grew" : change < -tolerance ? "fell" : ""
      printf "| %s | %s | %d | %d | %+.2f %%%s |\n", w[1], w[2], before, w[3], change,
             what == "" ? "" : " **" what "**"
      if (what != "") print what, w[1], w[2] > changes
      seen[w[1]] = 1
    }
    END {
      for (key in was) {
        split(key, w, SUBSEP)
        if (all && !(w[1] in seen)) print "lost", w[1], w[2] > changes
      }
    }' all="$([ -n "$names" ] || echo 1)" $table $work/counts
}

# changed WHAT: how many counts did so.
changed() { grep -c "^$1 " $work/changes; }

report() {
  compare
  say ''
  grew=$(changed grew) fell=$(changed fell) new=$(changed new) lost=$(changed lost)
  [ "$fell" = 0 ] ||
    say "$fell fell by more than $TOLERANCE %. Write the new table: sh bench/watch.sh --write"
  [ "$new" = 0 ] ||
    say "$new are not in the table. Write the new table: sh bench/watch.sh --write"
  [ "$lost" = 0 ] ||
    say "$lost are in the table only. Write the new table: sh bench/watch.sh --write"
  say "$grew grew by more than $TOLERANCE %"
  [ "$grew" = 0 ] && [ "$new" = 0 ] && [ "$lost" = 0 ]
}

# ---- the control ----

# What is planted, and the works that must be seen to grow on every target: a kernel (the pivot of
# the vector quicksort is searched for twice), and a driver (columns are sorted twice).
planted='sort_doubles sort_integers order tau_long xi'
# Works that use neither.
untouched='distance_doubles distance_missing distance_floats nearest within paths_via paths_floats
  chain nussinov align accordion haplotypes'

# twice FILE LINE BEFORE: writes BEFORE in front of the only line of the copy that is LINE.
twice() {
  LINE=$2 BEFORE=$3 awk '
    { text = $0; sub(/^ +/, "", text) }
    text == ENVIRON["LINE"] { print ENVIRON["BEFORE"]; found++ }
    { print }
    END { exit found != 1 }' "$work/src/$1" >$work/planted || die "watch.sh: not once in src/$1: $2"
  mv $work/planted "$work/src/$1"
}

plant() {
  line='FN(sort_pivot)(a, n);'
  twice kernels/sort/sort_body.h "$line" "$line"
  sorts='mc_kendall_column_sort(kernels, value, ranks->n, s.sorting);'
  twice kendall/ranks.c "const mc_kendall_sorted sorted = $sorts" "$sorts"
}

control() {
  compare
  say ''
  failed=0
  for target in $targets; do
    for name in $planted; do
      grep -q "^grew $name $target$" $work/changes ||
        { say "NOT SEEN: $name, $target" && failed=1; }
    done
    for name in $untouched; do
      ! grep -q "^[a-z]* $name $target$" $work/changes ||
        { say "changed without a plant: $name, $target" && failed=1; }
    done
  done
  [ $failed = 0 ] && say 'The planted slow-downs are seen, and works without them are as in the table.'
}

build
choose_works
count_all $work/counts
case $mode in twice | write) count_all $work/again ;; esac
case $mode in
  write) write_table ;;
  plant) control ;;
  twice) report; status=$?; say "Greatest difference of two runs: $(spread)"; exit $status ;;
  *) report ;;
esac
