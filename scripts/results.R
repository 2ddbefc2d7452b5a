# Writes bench/results/README.md, the index of the results: a sentence for each file, and the date,
# the machine and the rivals that the file itself names.
#
#   Rscript scripts/results.R [--check]     --check: writes nothing, but says what is not true

folder <- file.path("bench", "results")
index <- file.path(folder, "README.md")

# What each file says, by topic.
topics <- list(
  "All functions" = c(
    headline = "each function against the functions that users call today",
    clients = "packages of CRAN and Bioconductor with our functions in place of base R's",
    clients_tests = "six of these packages' own tests with our functions"
  ),
  "Kendall's tau" = c(
    kendall = "`cor_kendall()` against `stats::cor`, pcaPP and the roofline",
    column_sort = "the sorts of a column, on each target: times of a row",
    kendall_grid = "each algorithm of `cor_kendall()` by number of rows, on each target",
    kendall_versions = "`cor_kendall()` against `cor()` of R 4.2.2 and of R-devel: same bits",
    kendall_zen3 = "Kendall's tau on a processor with AVX2 and without AVX-512",
    kendall_xeon = "Kendall's tau on a Xeon",
    kendall_signs = "Kendall's tau on processors with AMX: bytes against bits",
    kendall_ordinal = "scales and sparse data, and how good the automatic choice is",
    single_cell = "counts of single cells: a sparse matrix of 50,000 cells",
    pairs = "lists of pairs, and other coefficients",
    answers = "groups, trends, concordance, partial tau and xi against the packages of today",
    groups = "`kendall_test(groups = )` and differential networks against plain calls and DGCA",
    inference = "`kendall_test()` against loops over `stats::cor.test` and other packages",
    trend = "`kendall_trend()` against loops over the packages trend and modifiedmk",
    concordance = "`concordance_all()` against `survival::concordance()`",
    coverage = "how often the intervals of `kendall_test()` hold the true value",
    permutations = "permutation tests against a loop",
    network = "`kendall_network()` against a matrix of all pairs",
    xi = "`cor_xi()` and `xi_test()` against XICOR and the roofline"
  ),
  "Other topics" = c(
    distance = "`dist_euclidean()` against `stats::dist`, other packages and the roofline",
    distance_zen5 = "the same, on a Zen 5",
    distance_choice = "where other algorithms beat the default of `dist_euclidean()`",
    neighbors = "nearest neighbours against BiocNeighbors (with workers), RANN and FNN",
    paths = "`floyd_warshall()` against igraph, e1071, Rfast and the roofline",
    paths_zen5 = "the same, on a Zen 5",
    dynprog = "dynamic programs against the paper's loops and the roofline",
    accordion = "`fold_accordion()` against loops",
    sort = "sorts, orders and ranks against R, data.table, C and C++",
    sort_vectors = "sorts of numbers, called from C++, against vqsort and x86-simd-sort",
    sort_vectors_zen5 = "the same, on a Zen 5",
    haplotype = "`haplotype_em()` against `haplo.em()` and SNPHAP",
    haplotype_likelihood = "the likelihoods that `haplotype_em()` reaches",
    haplotype_ld = "how far the tolerance moves D' and r^2",
    haplotype_test = "size and power of `haplotype_test()`"
  ),
  "Large data, many processors" = c(
    scale = "inputs that are no matrix in memory, and results in a store",
    scale_paper = "stores on clusters, computed from measurements of one machine",
    manycore = "2 to 256 processors, simulated from traces of one thread",
    manycore_large = "the same for ten times the work",
    busy = "two threads against one beside busy processes, POSIX threads against OpenMP",
    crowded = "more threads than processors",
    first_touch = "the first access to fresh memory: page faults, or one call for 2 MiB",
    two_builds = "an earlier version against the one before it, in turns",
    two_builds_via = "the same for shortest paths whose vertices stay in registers",
    two_builds_amx = "the same for shortest paths on Xeons with AMX: steps in groups of four",
    two_builds_sort = "the same for sorts: blocks of networks are merged, partitions prefetch",
    two_builds_columns = "the same for two columns: the short way with threads, faster ranks",
    two_builds_lookups = "the same for Kendall's tau with AVX2: lookups in place of popcounts",
    two_builds_lookups64 = "the same with AVX-512 as of Skylake-X: lookups of 64 columns",
    two_builds_intel = "the same on a Xeon: costs of its own, tiles made in place",
    two_builds_common_ties = "ties with missing rows by two counts instead of four",
    two_builds_common_ties_avx2 = "the same on target avx2: one product instead of four",
    two_builds_sorting = "the same for long columns: sorts by buckets, large pages for scratch",
    trace = "what a trace costs"
  ),
  "The papers' tables on this machine" = c(
    paper_kendall = paste("Liu et al.: Kendall's tau; 22 to 27 times as fast as the paper's Xeon",
                          "Phi on this machine, 46 times on that of [kendall](kendall.md)"),
    paper_distance = "Rechkalov and Zymbler: distances on a Xeon Phi",
    paper_paths = "Hou et al. and Tithi et al.: shortest paths",
    paper_dynprog = "Tithi et al.: dynamic programs",
    paper_sort = "Ranokphanuwat: PPMQSort",
    paper_haplotype = "Ranokphanuwat: SNPHAP"
  ),
  "Trust" = c(
    watch = "instructions of small works, which `bench/watch.sh` compares",
    coverage_tests = "lines and expressions that tests run (`scripts/trust/coverage.R --fast`)",
    mutants = "small changes of kernels and drivers that the C tests notice (`scripts/mutants.R`)",
    trust = "the proofs of [TRUST.md](../../docs/TRUST.md) that runs of `scripts/trust.sh` made",
    trust_xeon = "the same of an earlier version, on a Xeon, without the last proof",
    trust_plants = "the same with planted faults, which must be found"
  )
)

legend <- c(
  "## Words of the tables", "",
  "| word | meaning |",
  "| --- | --- |",
  "| work | what is computed: function, size, threads |",
  "| ours, theirs | the time of manycore, and of the contender named under \"against\" |",
  paste("| ratio | theirs / ours, unless the table says otherwise: above 1 manycore is faster.",
        "With ranges, from the least of theirs over the greatest of ours |"),
  "| a (b to c) | the median, the least and the greatest time of all rounds |",
  "| floor | the least ratio that the project asks for; empty: none |",
  paste("| bar | the greatest or least value that the project asks for, where it is not a ratio of",
        "two contenders |"),
  paste("| met | does the ratio reach the floor, or the value the bar? \"NO\" is a known",
        "shortfall |"),
  paste("| roofline | a program that does only the arithmetic, on operands in registers or in the",
        "nearest cache; its ratio is the share of the processor's speed that manycore reaches |"),
  paste("| rounds, turns | the contenders run one after the other, several times, so that a slow",
        "moment of the machine hits all; the table has medians |"),
  paste("| target, path | the instruction set: `portable`, `neon`, `avx2`, `avx512`, `avx512icl`,",
        "`amx` |"),
  "| (\\*) | timed on a part of the data, and scaled by the number of pairs |",
  "| simulated, on paper, SCALED | computed from measurements, not measured |"
)

field <- function(lines, name) {
  found <- grep(paste0("^(- )?", name, ": "), lines, value = TRUE)
  if (length(found)) sub("^(- )?[A-Za-z]+: ", "", found[1]) else ""
}

rows_of <- function(topic) {
  one <- function(name) {
    lines <- readLines(file.path(folder, paste0(name, ".md")), encoding = "UTF-8")
    machine <- sub(", AVX-512 VPOPCNTDQ", "", field(lines, "Machine"))
    if (machine == "") machine <- "(no times)"
    machine <- sub("Intel\\(R\\) Xeon\\(R\\) Processor", "Xeon", machine)
    paste("|", paste(paste0("[", name, "](", name, ".md)"), topic[[name]], field(lines, "Date"),
                     machine, sep = " | "), "|")
  }
  vapply(names(topic), one, "", USE.NAMES = FALSE)
}

sections <- lapply(names(topics), function(name) {
  c(paste("##", name), "", "| results | what they say | date | machine |",
    "| ----- | --------------- | ----- | -------- |", rows_of(topics[[name]]), "")
})
lines <- c(
  "# Measurements: what each file says", "",
  "Written by scripts/results.R.", "",
  "Each file is the output of one script in `bench/`: `make bench BENCH=<name>` runs the script",
  "`bench/<name>.R` (for `clients_tests`: `BENCH=clients ARGS=--tests`; for `manycore_large`:",
  "`BENCH=manycore ARGS=--large`). The files on trust name their scripts. Each file begins with",
  "the date, the machine and the versions. The machines are virtual ones with 2 processors and",
  "AVX-512 (VPOPCNTDQ). Times of files of different days differ by up to a factor of two: compare",
  "within a table.", "",
  unlist(sections), legend
)

known <- unlist(lapply(topics, names), use.names = FALSE)
there <- sub("[.]md$", "", setdiff(list.files(folder, "[.]md$"), "README.md"))
for (name in setdiff(there, known)) {
  cat(file.path(folder, name), ".md:1: scripts/results.R has no sentence about it\n", sep = "")
}
if ("--check" %in% commandArgs(TRUE)) {
  if (!file.exists(index) || !identical(readLines(index, encoding = "UTF-8"), lines)) {
    cat(index, ":1: not what scripts/results.R writes\n", sep = "")
  }
} else {
  writeLines(lines, index, useBytes = TRUE)
}
