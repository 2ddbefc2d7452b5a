# floyd_warshall() against e1071, igraph, Rfast, itself and the roofline.
#
#   Rscript bench/paths.R [--quick] [--out FILE]
#
# Every ratio comes from one run in which the contenders take turns (medians). Every answer, also
# ours, is compared with the algorithm in plain R before it is timed. A rival that is wrong or not
# available is left out and named. A rival gets its graph in its own form (igraph a graph, others a
# matrix) before its clock starts.
#
# A ceiling (bench/roofline_paths.c) runs on as many threads at once as the contender has, because
# two busy cores may have a lower clock than one, and share caches and memory. So a share of the
# ceiling says how well the algorithm uses its threads. The gain by the second thread is a row of
# its own.
#
# --quick takes smaller graphs and fewer rounds, and has no floors, because these are for the sizes
# of the full run.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
set.seed(20240607)
rounds <- if (quick) 3 else 5
least <- if (quick) 0.01 else 0.1
threads <- 2
large <- if (quick) 512 else 2048

dense <- function(n) matrix(stats::runif(n * n), n)
# A random graph: edges between random vertices; of parallel edges the shortest stays.
sparse <- function(n, edges = 8 * n) {
  weight <- sort(sample(100, edges, replace = TRUE), decreasing = TRUE)
  w <- matrix(Inf, n, n)
  w[cbind(sample(n, edges, replace = TRUE), sample(n, edges, replace = TRUE))] <- weight
  w
}
# All arguments are evaluated now, not while the clock runs.
ours <- function(w, paths = FALSE, ..., with = threads) {
  arguments <- list(w, traceback = paths, ..., threads = with, progress = FALSE)
  function() do.call(floyd_warshall, arguments)
}

# ---- what is right ----

reference <- function(w) {
  diag(w) <- 0
  via <- matrix(NA_integer_, nrow(w), nrow(w))
  for (k in seq_len(nrow(w))) {
    sum <- outer(w[, k], w[k, ], "+")
    via[sum < w] <- k
    w <- pmin(w, sum)
  }
  list(distance = w, via = via)
}
small <- lapply(list(full = dense(60), holes = sparse(60, 240)), function(w) round(100 * w))
right <- lapply(small, reference)

for (graph in names(small)) {
  for (algorithm in c("simd", "recursive", "blocked", "naive")) {
    for (precision in c("double", "single")) {
      got <- ours(small[[graph]], TRUE, algorithm = algorithm, precision = precision)()
      stopifnot(identical(got$distance, right[[graph]]$distance),
                identical(got$via, right[[graph]]$via))
    }
  }
}

# ---- rivals: `graph` makes their graph of a matrix, `run` solves it ----

by_igraph <- function(algorithm) {
  list(package = "igraph",
       graph = function(w) {
         diag(w) <- Inf
         edge <- which(is.finite(w), arr.ind = TRUE)
         graph <- igraph::make_empty_graph(nrow(w))
         igraph::add_edges(graph, t(edge), attr = list(weight = w[edge]))
       },
       run = function(graph) igraph::distances(graph, mode = "out", algorithm = algorithm))
}
# (igraph's "automatic" is Dijkstra's algorithm here.)
rivals <- list(
  "e1071::allShortestPaths" = list(
    package = "e1071", # with paths; NA: no edge, and no path
    graph = function(w) replace(w, is.infinite(w), NA),
    run = function(w) e1071::allShortestPaths(w)$length
  ),
  "Rfast::floyd" = list(
    package = "Rfast", # likewise
    graph = function(w) replace(w, is.infinite(w), NA),
    run = function(w) Rfast::floyd(w)
  ),
  "igraph::distances, automatic" = by_igraph("automatic"),
  "igraph::distances, floyd-warshall" = by_igraph("floyd-warshall")
)
packages <- c("e1071", "igraph", "Rfast")
for (package in packages) tryCatch(need(package), error = function(e) NULL)
packages <- Filter(function(package) requireNamespace(package, quietly = TRUE), packages)

agrees <- function(rival, graph) {
  got <- tryCatch(rival$run(rival$graph(small[[graph]])), error = function(e) NULL)
  if (is.null(got)) return(FALSE)
  got <- unname(got)
  got[is.na(got)] <- Inf
  diag(got) <- 0 # a rival may leave there what it was given
  isTRUE(all.equal(got, right[[graph]]$distance, tolerance = 1e-12))
}
good <- vapply(rivals, function(rival) all(vapply(names(small), agrees, TRUE, rival = rival)),
               TRUE)
left_out <- names(rivals)[!good]
rivals <- rivals[good]

contenders_of <- function(w, names) {
  lapply(rivals[intersect(names, names(rivals))], function(rival) {
    graph <- rival$graph(w)
    function() rival$run(graph)
  })
}

# ---- ceilings ----

loop <- roofline(here, "roofline_paths")
widths <- c(512, 256, 0)
# A function that runs the ceiling, and its result, the number of updates.
ceiling_of <- function(paths, bits, precision = "double", with = threads) {
  if (is.null(loop)) return(NULL)
  run <- function() loop(paths, bits, precision == "single", with)
  if (is.null(run())) NULL else run
}
best_ceiling <- function(paths, ...) {
  for (bits in widths) {
    run <- ceiling_of(paths, bits, ...)
    if (!is.null(run)) return(run)
  }
}
has_ceilings <- !is.null(best_ceiling(FALSE))
named_ceiling <- function(paths) {
  if (paths) "roofline (add, compare, min, masked move)" else "roofline (add, min)"
}
# Seconds that a ceiling takes for n^3 updates.
ceiling_seconds <- function(run, seconds, n) n^3 * seconds / run()

# ---- the large graph: rooflines, precision, algorithms, threads ----

w <- dense(large)
what <- c("distances only", "with paths")
contenders <- list()
roofs <- list()
for (paths in c(FALSE, TRUE)) {
  key <- function(name) paste(name, what[paths + 1])
  contenders[[key("ours")]] <- ours(w, paths)
  contenders[[key("one")]] <- ours(w, paths, with = 1)
  contenders[[key("single")]] <- ours(w, paths, precision = "single")
  contenders[[key("blocked")]] <- ours(w, paths, algorithm = "blocked")
  contenders[[key("blocked single")]] <- ours(w, paths, algorithm = "blocked", precision = "single")
  if (has_ceilings) {
    roofs[[key("ours")]] <- best_ceiling(paths)
    roofs[[key("one")]] <- best_ceiling(paths, with = 1)
    roofs[[key("single")]] <- best_ceiling(paths, "single")
  }
}
names(roofs) <- if (length(roofs)) paste("roof", names(roofs))
t <- in_turns(c(contenders, roofs))
work_of <- function(n, paths, with = threads, precision = "") {
  paste0("n = ", count(n), ", ", what[paths + 1], ", ", plural(with), precision)
}
against_ceiling <- function(work, name, paths, floor = NA) {
  roof <- paste("roof", name)
  if (is.null(roofs[[roof]])) return()
  compare(work, named_ceiling(paths), t[[name]], ceiling_seconds(roofs[[roof]], t[[roof]], large),
          floor)
}
for (paths in c(FALSE, TRUE)) {
  kind <- what[paths + 1]
  mine <- t[[paste("ours", kind)]]
  work <- work_of(large, paths)
  single <- work_of(large, paths, precision = ", single")
  against_ceiling(work, paste("ours", kind), paths, floor_of(if (paths) 0.55 else 0.65))
  against_ceiling(work_of(large, paths, 1), paste("one", kind), paths)
  against_ceiling(single, paste("single", kind), paths)
  if (paths) {
    compare(work, "distances only, at most 2x", mine, t[["ours distances only"]], floor_of(0.5))
  }
  compare(work, "1 thread", mine, t[[paste("one", kind)]], floor_of(1.85))
  if (has_ceilings) {
    roof <- function(name) {
      key <- paste("roof", name, kind)
      ceiling_seconds(roofs[[key]], t[[key]], large)
    }
    compare(paste("the roofline itself,", work), "1 thread", roof("ours"), roof("one"), NA)
  }
  compare(single, "double", t[[paste("single", kind)]], mine, NA)
  compare(work, "algorithm = \"blocked\"", mine, t[[paste("blocked", kind)]], NA)
  compare(single, "algorithm = \"blocked\", single", t[[paste("single", kind)]],
          t[[paste("blocked single", kind)]], NA)
}

# ---- blocks ----

blocks <- c(32, 64, 96, 128, 160, 192, 256)
powers <- blocks[log2(blocks) %% 1 == 0]
measure_blocks <- function(w, paths) {
  with_blocks <- function(algorithm, blocks) {
    stats::setNames(lapply(blocks, function(b) ours(w, paths, algorithm = algorithm, block = b)),
                    paste(algorithm, blocks))
  }
  t <- in_turns(c(with_blocks("simd", blocks), with_blocks("recursive", powers),
                  list(auto = ours(w, paths))))
  message("blocks: n = ", nrow(w), ", ", what[paths + 1], " done")
  row <- function(algorithm) {
    names <- paste(algorithm, blocks)
    ifelse(names %in% names(t), format_seconds(t[names]), "")
  }
  cells <- rbind(c(row("simd"), format_seconds(t[["auto"]])), c(row("recursive"), ""))
  colnames(cells) <- c(blocks, "auto")
  cbind(data.frame(n = count(nrow(w)), result = what[paths + 1],
                   algorithm = c("simd", "recursive")), cells)
}
block_table <- do.call(rbind, lapply(if (quick) large else c(512, 1000, large), function(n) {
  w <- dense(n)
  rbind(measure_blocks(w, FALSE), measure_blocks(w, TRUE))
}))

# ---- the recursive algorithm, and numbers of vertices ----

sizes <- if (quick) c(100, 256, 300) else c(256, 512, 1000, 1024, 2047, 2048, 2100, 4095, 4096)
judged <- if (quick) 256 else c(2048, 4096) # powers of two, by which dips would show
share_of <- function(part, whole) {
  if (length(whole)) sprintf("%.0f %%", 100 * whole / part) else ""
}
size_row <- function(n, kind, simd, recursive, ceiling) {
  if (n %in% judged) {
    compare(paste0(work_of(n, kind == what[2]), ": recursive"), "simd, at most 1.15x as fast",
            recursive, simd, floor_of(1 / 1.15))
  }
  data.frame(
    n = count(n), result = kind, simd = format_seconds(simd),
    "simd, per n^3" = format_seconds(simd / n^3), "of the roofline" = share_of(simd, ceiling),
    recursive = format_seconds(recursive),
    "recursive, per n^3" = format_seconds(recursive / n^3),
    "of the roofline " = share_of(recursive, ceiling),
    "simd over recursive" = sprintf("%.2f", simd / recursive), check.names = FALSE
  )
}
measure_size <- function(n) {
  w <- dense(n)
  contenders <- list()
  for (kind in what) for (algorithm in c("simd", "recursive")) {
    contenders[[paste(algorithm, kind)]] <- ours(w, kind == what[2], algorithm = algorithm)
  }
  roofs <- if (has_ceilings) stats::setNames(list(best_ceiling(FALSE), best_ceiling(TRUE)), what)
  t <- in_turns(c(contenders, roofs), if (n > 3000) 3 else rounds)
  message("n = ", n, " done")
  do.call(rbind, lapply(what, function(kind) {
    size_row(n, kind, t[[paste("simd", kind)]], t[[paste("recursive", kind)]],
             if (has_ceilings) ceiling_seconds(roofs[[kind]], t[[kind]], n))
  }))
}
size_table <- do.call(rbind, lapply(sizes, measure_size))

# ---- rivals ----

n <- if (quick) 150 else 512
w <- dense(n)
t <- in_turns(c(list(ours = ours(w, TRUE)), contenders_of(w, "e1071::allShortestPaths")))
for (name in setdiff(names(t), "ours")) {
  compare(work_of(n, TRUE), name, t[["ours"]], t[[name]], floor_of(25))
}

n <- if (quick) 200 else 1000
w <- dense(n)
t <- in_turns(c(list(ours = ours(w)), contenders_of(w, setdiff(names(rivals),
                                                                    "e1071::allShortestPaths"))),
                   3)
of_igraph <- grep("^igraph", names(t), value = TRUE)
for (name in setdiff(names(t), "ours")) {
  fastest <- name %in% of_igraph && t[[name]] == min(t[of_igraph])
  compare(work_of(n, FALSE), paste0(name, if (fastest) " (the fastest of igraph)"), t[["ours"]],
          t[[name]], floor_of(c("igraph::distances, automatic" = 60, "Rfast::floyd" = 12)[name]))
}

n <- if (quick) 300 else 2000
w <- dense(n)
for (paths in c(FALSE, TRUE)) {
  t <- in_turns(list(ours = ours(w, paths), naive = ours(w, paths, algorithm = "naive")), 3)
  compare(work_of(n, paths), "algorithm = \"naive\", the paper's baseline", t[["ours"]],
          t[["naive"]], floor_of(6.4))
}

# ---- few edges ----

w <- sparse(large)
full <- dense(large)
heaps <- "igraph::distances, automatic" # there O(n (m + n log n))
for (paths in c(FALSE, TRUE)) {
  t <- in_turns(c(list(ours = ours(w, paths), full = ours(full, paths)),
                       if (!paths) contenders_of(w, heaps)))
  work <- paste0("random graph of ", count(8 * large), " edges, ", work_of(large, paths))
  compare(work, "dense", t[["ours"]], t[["full"]], NA)
  if (heaps %in% names(t)) compare(work, heaps, t[["ours"]], t[[heaps]], NA)
}

# ---- paths ----

n <- if (quick) 256 else 1024
w <- dense(n)
here_best <- manycore_info()$isa
targets <- setdiff(manycore_info()$isa_runnable, "knc")
stopifnot(length(targets) > 1)
bits_of <- function(target) if (grepl("^avx512", target)) 512 else if (target == "avx2") 256 else 0
for (target in targets) {
  for (paths in c(FALSE, TRUE)) {
    # each target is timed in turns with the best target and its own ceiling
    on <- function(isa) {
      force(isa)
      run <- ours(w, paths)
      function() on_target(isa, run())
    }
    roof <- ceiling_of(paths, bits_of(target))
    t <- in_turns(c(list(ours = on(target), best = on(here_best)),
                         if (!is.null(roof)) list(roof = roof)))
    work <- paste0(work_of(n, paths), ", target ", target)
    if (target != here_best) compare(work, paste("target", here_best), t[["ours"]], t[["best"]], NA)
    if (!is.null(roof)) {
      bits <- bits_of(target)
      width <- if (bits == 0) "in plain C" else paste("of", bits, "bits")
      compare(work, paste0(named_ceiling(paths), " ", width), t[["ours"]],
              ceiling_seconds(roof, t[["roof"]], n), NA)
    }
  }
}

# ---- the report ----

lines <- c(report_head("floyd_warshall()", packages, rounds,
                       paste(", 3 with rivals of seconds, and beyond 3,000 vertices, 2 of",
                             "contenders of seconds")),
           "- Doubles unless it says single; dense graphs of random weights unless it says",
           "  otherwise. A time is that of a whole call, with a new result.",
           "- A ratio says how many times as fast we are; against a roofline it is the share of",
           "  it that we reach. Rooflines have the widest vectors of the machine unless it says",
           "  otherwise, and as many threads at once as the contender. That of recording is for",
           "  a tile that records each step, as ours does on avx512 and avx512icl; on other",
           "  targets four steps share a comparison and a move.",
           if (!has_ceilings) "- no rooflines: there is no compiler",
           left_out_line(left_out), "", markdown(report_table()),
           "", "## By number of vertices", "",
           paste0(plural(threads), "; per n^3: for one update. Powers of two stand beside ",
                  "numbers close by."),
           "", markdown(size_table),
           "", "## By block", "",
           paste0(plural(threads), "; auto: the block that the algorithm \"simd\" takes without ",
                  "being told."),
           "", markdown(block_table))
write_report(lines)
