# The headline: each function against the calls that users of R make today, in seconds of a call.
#
#   Rscript bench/headline.R [--install] [--quick] [--out FOLDER]
#   Rscript bench/headline.R --render [--out FOLDER]
#
# Every contender is a call as a user would write it, with its default threads or the threads that
# it can be given. Its answer is compared before it is timed. A rival that is wrong or not installed
# is left out and named (--install fetches rivals). Contenders take turns. Each is called once
# before it is timed, unless it takes a second. A contender whose time is used up leaves the later
# rounds.
#
# Writes inst/extdata/headline.csv, which vignette("benchmarks") shows. From this file alone it
# writes bench/results/headline.md, two pictures beside it, and the table between the marks in
# README.md; --render does only this part. With --out the files go to FOLDER, and README.md stays
# unchanged. --quick takes less data and needs --out: its numbers are not for the README.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "headline_report.R"))
top <- file.path(here, "..")

if (quick && is.null(out)) {
  stop("--quick is for trying this script: say where its files go by --out FOLDER", call. = FALSE)
}
if (!is.null(out)) dir.create(out, recursive = TRUE, showWarnings = FALSE)
csv <- if (is.null(out)) file.path(top, "inst", "extdata", "headline.csv") else
  file.path(out, "headline.csv")
results <- if (is.null(out)) file.path(here, "results") else out
readme <- if (is.null(out)) file.path(top, "README.md")

if (has("--render")) {
  render(csv, results, readme)
  quit(save = "no")
}

library(manycore)
set.seed(20240607)
rounds <- if (quick) 3 else 7
longest <- if (quick) 0.5 else 10 # seconds for a contender's rounds

# ---- what is measured ----

# A contender: its call, its name, and, if it gets a part of the data, the factor to all data.
# `instead`: our function replaces this one. `threads`: how many the contender has. `probe`: a call
# on other data, whose answer must be that of our call in `probe_ours`; if not, the contender is
# timed, and the page says that it is wrong for `probe_data`.
rival <- function(call, name = sub("[(].*", "", call), times = 1, instead = FALSE, threads = 1,
                  probe = NULL, probe_ours = NULL, probe_data = NULL) {
  list(call = call, name = name, times = times, instead = instead, threads = threads,
       probe = probe, probe_ours = probe_ours, probe_data = probe_data)
}
close_values <- cbind(c(1e-10, 2e-10, 3e-10, 0.5), 1:4, 4:1)
all_threads <- manycore_info()$threads
instead <- function(...) rival(..., instead = TRUE)

# A work: data by name, our call, the rivals' calls, `same(theirs, ours)`, and whether rivals are to
# be preferred for it.
work <- function(topic, what, data, ours, others, same, small = FALSE) {
  list(topic = topic, what = what, data = list2env(data, parent = globalenv()),
       contenders = c(list(rival(ours, threads = all_threads)), others), same = same, small = small)
}

equal <- function(got, want) isTRUE(all.equal(c(unname(got)), c(unname(want)), tolerance = 1e-9))
same_points <- function(got, want) {
  if (is.matrix(got)) got <- got[lower.tri(got)]
  equal(as.vector(got), as.vector(want))
}
same_paths <- function(got, want) {
  plain <- function(x) {
    x <- if (is.list(x)) x[[intersect(names(x), c("distance", "length"))]] else x
    x[is.na(x)] <- Inf
    if (nrow(x) == ncol(x)) diag(x) <- 0 # some leave there what they were given
    x
  }
  got <- plain(got)
  equal(got, plain(want)[seq_len(nrow(got)), ]) # some answer for one source only
}

kendall_works <- function() {
  n <- 353
  m <- size(500, 60)
  k <- size(20, 5) # stats::cor takes a minute for all
  x <- matrix(rnorm(n * m), n)
  holes <- replace(x, sample(length(x), length(x) / 10), NA)
  part <- function(x) list(x = x, a = x[, 1:k], b = x[, k + 1:k])
  same_part <- function(got, want) {
    if (ncol(got) < m) want <- want[1:k, k + 1:k]
    equal(got, want)
  }
  pairs <- m * (m - 1) / 2 / k^2
  long <- size(20000, 2000) # kendallknight is for two variables: 60 columns took it a minute
  list(
    work("cor_kendall", sprintf("%s variables, %s samples", count(m), n), part(x),
         "cor_kendall(x)", list(
           instead("stats::cor(a, b, method = \"kendall\")", times = pairs),
           rival("pcaPP::cor.fk(x)"), rival("wdm::wdm(x, method = \"kendall\")"),
           rival("matrixCorr::kendall_tau(x, n_threads = all_threads)", threads = all_threads,
                 probe = "matrixCorr::kendall_tau(close_values)",
                 probe_ours = "cor_kendall(close_values)",
                 probe_data = "values closer than 1e-8")), same_part),
    work("cor_kendall", "the same, 10 % missing", part(holes),
         "cor_kendall(x, use = \"pairwise\")", list(
           instead("stats::cor(a, b, use = \"pairwise\", method = \"kendall\")",
                   times = pairs)), same_part),
    work("cor_kendall", sprintf("2 variables, %s samples", count(long)),
         list(u = rnorm(long), v = rnorm(long)), "cor_kendall(u, v)", list(
           instead("stats::cor(u, v, method = \"kendall\")"), rival("pcaPP::cor.fk(u, v)"),
           rival("wdm::wdm(u, v, method = \"kendall\")"),
           rival("kendallknight::kendall_cor(u, v)"), rival("matrixCorr::kendall_tau(u, v)")),
         equal)
  )
}

# Loops over stats::cor.test and cor.fk, as their users write them.
test_works <- function() {
  n <- 100
  m <- size(200, 40)
  pairs <- utils::combn(m, 2, simplify = FALSE)
  some <- pairs[sample(length(pairs), size(500, 50))]
  of_test <- function(got, want) equal(got, want[do.call(rbind, some)])
  k <- size(1000, 100)
  list(
    work("kendall_test", sprintf("p-values of %s variables, %s samples", count(m), n),
         list(x = matrix(rnorm(n * m), n), some = some), "kendall_test(x)$p.value", list(
           instead(paste("vapply(some, function(p) stats::cor.test(x[, p[1]], x[, p[2]],",
                         "method = \"kendall\")$p.value, 0)"),
                   "stats::cor.test", length(pairs) / length(some))), of_test),
    work("kendall_network", sprintf("cutoff 0.2, %s variables, %s samples", count(k), n),
         list(x = matrix(rnorm(n * k), n)), "kendall_network(x, cutoff = 0.2)", list(
           rival("which(abs(pcaPP::cor.fk(x)) >= 0.2, arr.ind = TRUE)", "pcaPP::cor.fk")),
         function(got, want) sum(got[, 1] < got[, 2]) == nrow(want))
  )
}

distance_works <- function() {
  n <- size(4096, 500)
  lapply(c(64, 5), function(d) {
    work("dist_euclidean", sprintf("%s points, %d coordinates", count(n), d),
         list(x = matrix(rnorm(n * d), n)), "dist_euclidean(x)", list(
           instead("stats::dist(x)"), rival("parallelDist::parDist(x)", threads = all_threads),
           rival("fields::rdist(x)"),
           rival("Rfast::Dist(x, vector = TRUE, parallel = TRUE)", threads = all_threads)),
         same_points)
  })
}

neighbor_works <- function() {
  n <- size(10000, 1000)
  same_distances <- function(got, want) {
    got <- if (is.null(got$nn.dists)) got[[intersect(names(got), c("distance", "nn.dist"))]] else
      got$nn.dists[, -1] # where a point is its own neighbor
    equal(got, want$distance)
  }
  # Workers of BiocNeighbors are started once, and not timed.
  workers <- if (requireNamespace("BiocParallel", quietly = TRUE)) {
    BiocParallel::bpstart(BiocParallel::MulticoreParam(all_threads))
  }
  list(work("knn_euclidean", sprintf("15 neighbors, %s points, 50 coordinates", count(n)),
            list(x = matrix(rnorm(n * 50), n), workers = workers), "knn_euclidean(x, 15)", list(
              instead("BiocNeighbors::findKNN(x, 15)"),
              rival("BiocNeighbors::findKNN(x, 15, BPPARAM = workers)",
                    "BiocNeighbors with workers", threads = all_threads),
              rival("FNN::get.knn(x, 15)"),
              rival("RANN::nn2(x, k = 16)")), same_distances))
}

# Random graphs as matrices (NA and Inf: no edge) and for igraph.
graph_data <- function(w) {
  diag(w) <- 0
  data <- list(w = w, v = replace(w, is.infinite(w), NA))
  if (requireNamespace("igraph", quietly = TRUE)) {
    diag(w) <- Inf
    edge <- which(is.finite(w), arr.ind = TRUE)
    data$g <- igraph::add_edges(igraph::make_empty_graph(nrow(w)), t(edge),
                                attr = list(weight = w[edge]))
  }
  data
}
dense <- function(n) matrix(runif(n * n), n)
sparse <- function(n, edges) {
  replace(matrix(Inf, n, n), sample(n * n, edges), runif(edges))
}
paths_works <- function() {
  n <- size(1000, 100)
  m <- size(2000, 200)
  list(
    work("floyd_warshall", sprintf("dense graph, %s vertices", count(n)), graph_data(dense(n)),
         "floyd_warshall(w)", list(
           instead("igraph::distances(g, mode = \"out\")"),
           rival("igraph::distances(g, mode = \"out\", algorithm = \"floyd-warshall\")",
                 "igraph by Floyd-Warshall"),
           rival("e1071::allShortestPaths(v)"), rival("Rfast::floyd(v)")), same_paths),
    work("floyd_warshall", sprintf("sparse graph, %s vertices, %s edges", count(m), count(4 * m)),
         graph_data(sparse(m, 4 * m)), "floyd_warshall(w, traceback = FALSE)", list(
           instead("igraph::distances(g, mode = \"out\")"), rival("Rfast::floyd(v)")), same_paths)
  )
}

sort_works <- function() {
  n <- size(1e7, 1e5)
  data <- list(x = runif(n))
  list(
    work("sort_parallel", sprintf("%s doubles", count(n)), data, "sort_parallel(x)", list(
      instead("sort(x)"), rival("data.table::fsort(x)", threads = all_threads),
      rival("Rfast::Sort(x)")), identical),
    work("order_parallel", sprintf("%s doubles", count(n)), data, "order_parallel(x)", list(
      instead("order(x)"),
      rival("data.table::data.table(x)[order(x), which = TRUE]", "data.table by DT[order(x)]",
            threads = all_threads),
      rival("Rfast::Order(x, stable = TRUE, parallel = TRUE)", threads = all_threads)), identical)
  )
}

dynprog_works <- function() {
  n <- size(300, 50)
  loop <- function(p) {
    n <- length(p)
    cost <- matrix(0, n, n)
    for (width in 2:(n - 1)) for (i in seq_len(n - width)) {
      j <- i + width
      k <- (i + 1):(j - 1)
      cost[i, j] <- min(cost[i, k] + cost[k, j] + p[i] * p[k] * p[j])
    }
    cost[1, n]
  }
  list(work("matrix_chain", sprintf("%s matrices", count(n)),
            list(p = sample(1000, n + 1, TRUE), loop = loop), "matrix_chain(p)$cost", list(
              instead("loop(p)", "a loop in R")), equal))
}

# Genotypes of people; each of their two chromosomes is one of `founders`.
haplotype_works <- function() {
  n <- size(1000, 100)
  loci <- size(15, 8)
  founders <- matrix(stats::rbinom(16 * loci, 1, 0.5), 16)
  one <- founders[sample(16, n, TRUE, 16:1), ]
  other <- founders[sample(16, n, TRUE, 16:1), ]
  alleles <- matrix(0L, n, 2 * loci)
  alleles[, c(TRUE, FALSE)] <- one + 1L
  alleles[, c(FALSE, TRUE)] <- other + 1L
  list(work("haplotype_em", sprintf("%s people, %s loci, each with its defaults", count(n), loci),
            list(geno = one + other, alleles = alleles), "haplotype_em(geno)", list(
              instead("haplo.stats::haplo.em(alleles)")),
            function(got, want) abs(got$lnlike - want$loglik) < 0.1))
}

# Works for which rivals are as good or better.
small_works <- function() {
  m <- size(2000, 200)
  few <- function(...) work(..., small = TRUE)
  list(
    few("cor_kendall", "2 variables, 50 samples", list(u = rnorm(50), v = rnorm(50)),
        "cor_kendall(u, v)", list(
          instead("stats::cor(u, v, method = \"kendall\")"), rival("pcaPP::cor.fk(u, v)")),
        equal),
    few("dist_euclidean", "10 points, 3 coordinates", list(x = matrix(rnorm(30), 10)),
        "dist_euclidean(x)", list(instead("stats::dist(x)")), same_points),
    few("floyd_warshall", sprintf("from 1 of %s vertices, %s edges", count(m), count(4 * m)),
        graph_data(sparse(m, 4 * m)), "floyd_warshall(w, traceback = FALSE)", list(
          instead("igraph::distances(g, v = 1, mode = \"out\")")), same_paths),
    few("order_parallel", "100 doubles", list(x = runif(100)), "order_parallel(x)",
        list(instead("order(x)")), identical)
  )
}

# ---- rivals that are installed and right ----

package_of <- function(contender) {
  if (grepl("::", contender$call)) sub(".*?([[:alnum:].]+)::.*", "\\1", contender$call) else "base"
}
answer <- function(contender, data) eval(str2lang(contender$call), data)
left_out <- character()
leave_out <- function(contender, why) {
  left_out <<- unique(c(left_out, paste0(contender$name, " (", why, ")")))
  FALSE
}
is_here <- function(contender) {
  package <- package_of(contender)
  if (has("--install")) tryCatch(need(package), error = function(e) NULL)
  requireNamespace(package, quietly = TRUE) || leave_out(contender, "not installed")
}
# Compares the answers; this is the first call of each contender, which may have to load something.
is_right <- function(contender, work, want) {
  got <- tryCatch(answer(contender, work$data), error = function(e) e)
  if (inherits(got, "error")) {
    message(contender$call, ": ", conditionMessage(got))
    return(leave_out(contender, "an error"))
  }
  work$same(got, want) || leave_out(contender, paste("wrong for", work$what))
}
# Contenders that are timed, but whose answer to their probe is wrong.
doubtful <- character()
try_probe <- function(contender) {
  if (is.null(contender$probe)) return()
  of <- function(call) tryCatch(eval(str2lang(call), globalenv()), error = function(e) NA)
  if (!equal(of(contender$probe), of(contender$probe_ours))) {
    doubtful <<- unique(c(doubtful, paste0(contender$name, " (", contender$probe_data, ")")))
  }
}

# ---- timing ----

# The median, least and greatest seconds of a call, and the number of rounds, of each contender.
medians_of <- function(work) {
  calls <- lapply(work$contenders, function(contender) str2lang(contender$call))
  once <- function(call, times) {
    gc(full = FALSE)
    start <- Sys.time()
    for (i in seq_len(times)) eval(call, work$data)
    as.numeric(Sys.time() - start, units = "secs") / times
  }
  first <- vapply(calls, once, 0, 1)
  # calls of microseconds are timed many at a time
  times <- vapply(calls, function(call) {
    if (once(call, 1) > 1e-3) 1 else ceiling(0.02 / max(once(call, 10), 1e-6))
  }, 0)
  taken <- vector("list", length(calls))
  for (round in seq_len(rounds)) {
    for (i in seq_along(calls)) {
      used <- sum(taken[[i]]) * times[i]
      if (round == 1 || used + used / (round - 1) <= longest) {
        if (first[i] < 1) { # memory may have gone back to the system meanwhile
          eval(calls[[i]], work$data)
        }
        taken[[i]] <- c(taken[[i]], once(calls[[i]], times[i]))
      }
    }
  }
  data.frame(seconds = vapply(taken, stats::median, 0), least = vapply(taken, min, 0),
             most = vapply(taken, max, 0), rounds = lengths(taken))
}

measure <- function(work) {
  work$contenders <- Filter(is_here, work$contenders)
  want <- answer(work$contenders[[1]], work$data)
  good <- vapply(work$contenders[-1], is_right, NA, work = work, want = want)
  rm(want)
  work$contenders <- work$contenders[c(TRUE, good)]
  for (contender in work$contenders) try_probe(contender)
  part <- function(name, type) vapply(work$contenders, `[[`, type, name)
  t <- medians_of(work)
  factor <- part("times", 0)
  seconds <- t$seconds * factor
  message(work$topic, ", ", work$what, ": ",
          paste(part("name", ""), format_seconds(seconds), collapse = ", "))
  data.frame(
    topic = work$topic, work = work$what, small = work$small, contender = part("name", ""),
    call = part("call", ""), role = c("ours", ifelse(part("instead", NA)[-1], "instead", "rival")),
    seconds = signif(seconds, 4), scaled = factor != 1, rounds = t$rounds,
    ratio = signif(seconds / seconds[1], 4), threads = part("threads", 0),
    least = signif(t$least * factor, 4), most = signif(t$most * factor, 4)
  )
}

if (requireNamespace("data.table", quietly = TRUE)) data.table::setDTthreads(0) # all
makers <- list(kendall_works, test_works, distance_works, neighbor_works, paths_works,
               dynprog_works, haplotype_works, sort_works, small_works)
rows <- do.call(rbind, lapply(makers, function(make) do.call(rbind, lapply(make(), measure))))

packages <- unique(sub(".*?([[:alnum:].]+)::.*", "\\1", grep("::", rows$call, value = TRUE)))
about <- machine_lines(setdiff(packages, "stats"))
about <- c(about,
           paste0("Instruction set: ", manycore_info()$isa, "; ", manycore_info()$threads,
                  " threads; of rivals see the column"),
           if (length(left_out)) paste("Left out:", paste(left_out, collapse = ", ")),
           if (length(doubtful)) {
             paste("Timed, but wrong for other data:", paste(doubtful, collapse = ", "))
           },
           if (quick) "Less data (--quick)")
connection <- file(csv, "w")
writeLines(paste("#", about), connection)
utils::write.csv(rows, connection, row.names = FALSE)
close(connection)
render(csv, results, readme)
