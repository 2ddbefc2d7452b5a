# The same bits everywhere: calls every exported function (tests/testthat/helper-calls.R) and some
# larger works on every target of this machine. Calls that have the argument `threads` are made with
# one to four threads. Larger works are made with each of their algorithms as well. Each result must
# have the bits of the committed file scripts/trust/bits.txt, whatever the machine and the version
# of R.
#
#   Rscript scripts/trust/bits.R [--plant | --write]
#
# --plant changes one number by one unit in the last place, and exchanges two names: both must be
# seen, so the status is 1. --write writes bits.txt anew. The status is 1, too, if a result differs,
# or if bits.txt is missing, or has a work that was not called. The last line counts the results.
#
# A result's fingerprint is the MD5 sum of all its numbers and texts. Calls whose bits may differ by
# machine are left out (`left_out` below says why). On the emulated target "knc" the larger works
# run with two threads only.

option <- commandArgs(trailingOnly = TRUE)
plant <- "--plant" %in% option
library(manycore)
source(file.path("tests", "testthat", "helper-calls.R"))
committed <- file.path("scripts", "trust", "bits.txt")
if (!file.exists(committed) && !"--write" %in% option) stop("there is no ", committed)

left_out <- c(
  manycore_info = "describes the machine", manycore_threads = "describes the machine",
  kendall_plan = "depends on threads and target", tile_store = "names a folder",
  haplotype_control = "computes nothing",
  dist_euclidean.single = "single precision: targets differ in the last places"
)

# ---- works ----

# Columns with ties, columns without ties, a constant column, and missing values.
mixed <- function(n, columns) {
  x <- matrix(stats::rnorm(n * columns), n)
  few <- seq(2, columns, by = 3)
  x[, few] <- round(x[, few])
  x[, 1] <- 7
  x[sample.int(length(x), length(x) %/% 50)] <- NA
  x
}

# name -> function(algorithm, threads); `algorithms` are tried in turn.
larger_works <- function() {
  set.seed(1)
  x <- mixed(150, 45)
  complete <- ifelse(is.na(x), 0, x)
  counts <- matrix(stats::rpois(4000, 0.3), 100)
  numbers <- c(stats::rnorm(60000), -0, 0, NA, Inf)
  weights <- matrix(stats::runif(130^2), 130)
  weights[sample.int(length(weights), 3000)] <- Inf
  geno <- matrix(sample(c(0:2, NA), 1200, TRUE, c(4, 4, 4, 1)), 200)
  sizes <- sample.int(90, 150, TRUE)
  ranks <- c("auto", "bitset", "radix", "naive", "gse", "vse", "sparse")
  # Sparse columns, columns of few values and columns of many values take turns.
  turns <- matrix(sample(0:3, 300 * 60, TRUE), 300)
  turns[, seq(1, 60, 3)] <- ifelse(stats::runif(300 * 20) < 0.04, turns[, seq(1, 60, 3)], 0)
  turns[, seq(3, 60, 3)] <- stats::rnorm(300 * 20)
  colnames(turns) <- paste0("gene", seq_len(60))
  levels <- rep(c("a", "b"), 150)
  dynamic <- c("auto", "loop", "recursive", "optimized", "zmorton")
  shares <- stats::runif(281) / 281
  angle <- sort(stats::runif(110, 0, 2 * pi))
  polygon <- cbind(cos(angle), sin(angle))
  rna <- sample(c("A", "C", "G", "U"), 150, TRUE)
  haplotypes <- haplotype_em(geno)
  network <- function(...) {
    work(ranks, function(algorithm, threads) {
      as.data.frame(kendall_network(turns, ..., algorithm = algorithm, threads = threads))
    })
  }
  work <- function(algorithms, run) list(algorithms = algorithms, run = run)
  list(
    "cor_kendall, pairwise" = work(
      ranks,
      function(algorithm, threads) {
        cor_kendall(x, use = "pairwise", algorithm = algorithm, threads = threads)
      }),
    "cor_kendall, counts" = work(
      c("auto", "bitset", "radix", "table", "sparse"),
      function(algorithm, threads) {
        cor_kendall(counts, counts[, 40:1], algorithm = algorithm, threads = threads)
      }),
    "kendall_test" = work(ranks, function(algorithm, threads) {
      kendall_test(x, algorithm = algorithm, threads = threads)
    }),
    "kendall_test, mixed columns" = work(ranks, function(algorithm, threads) {
      kendall_test(turns, algorithm = algorithm, threads = threads)
    }),
    "kendall_network, cutoff" = network(cutoff = 0.05),
    "kendall_network, top" = network(top = 3),
    "kendall_network, fdr" = network(fdr = 0.5),
    "kendall_network, y" = network(y = turns[, 20:45], top = 2),
    "kendall_network, levels" = network(cutoff = 0.1, groups = levels, differential = TRUE),
    "dist_euclidean" = work(
      c("straightforward", "blockwise", "tile"),
      function(algorithm, threads) {
        dist_euclidean(complete, algorithm = algorithm, threads = threads)
      }),
    "knn_euclidean" = work("auto", function(algorithm, threads) {
      knn_euclidean(complete, k = 5, threads = threads)
    }),
    "floyd_warshall" = work(
      c("auto", "naive", "blocked", "simd", "recursive"),
      function(algorithm, threads) {
        floyd_warshall(weights, algorithm = algorithm, threads = threads)
      }),
    "matrix_chain" = work(dynamic, function(algorithm, threads) {
      matrix_chain(sizes, algorithm = algorithm, threads = threads)
    }),
    "parenthesize" = work(dynamic, function(algorithm, threads) {
      parenthesize(numbers[1:120], "matrix_chain", numbers = sizes[1:121] + 0,
                   algorithm = algorithm, threads = threads)
    }),
    "optimal_bst" = work(dynamic, function(algorithm, threads) {
      optimal_bst(shares[1:140], shares[141:281], algorithm = algorithm, threads = threads)
    }),
    "triangulate_polygon" = work(dynamic, function(algorithm, threads) {
      triangulate_polygon(polygon, algorithm = algorithm, threads = threads)
    }),
    "fold_rna" = work(dynamic, function(algorithm, threads) {
      fold_rna(paste(rna, collapse = ""), algorithm = algorithm, threads = threads)
    }),
    "fold_accordion" = work(dynamic, function(algorithm, threads) {
      fold_accordion(sizes %% 2, algorithm = algorithm, threads = threads)
    }),
    "align_gap" = work(dynamic, function(algorithm, threads) {
      align_gap(rna, rev(rna), substitution = c(0, 1), gap = 1 + log(1:150),
                algorithm = algorithm, threads = threads)
    }),
    "sort_parallel" = work(c("simd", "ppmq"), function(algorithm, threads) {
      sort_parallel(numbers, method = algorithm, threads = threads)
    }),
    "order_parallel" = work("auto", function(algorithm, threads) {
      order_parallel(round(numbers, 2), threads = threads)
    }),
    "rank_parallel" = work("auto", function(algorithm, threads) {
      rank_parallel(round(numbers, 2), threads = threads)
    }),
    "kendall_trend" = work("auto", function(algorithm, threads) {
      kendall_trend(x, threads = threads)
    }),
    "kendall_test, counts" = work(c("auto", "table", "bitset"), function(algorithm, threads) {
      kendall_test(counts, algorithm = algorithm, threads = threads)
    }),
    "kendall_test, permutations" = work("auto", function(algorithm, threads) {
      set.seed(3)
      kendall_test(complete, counts[rep(1:50, 3), 1:20], permutations = 49, threads = threads)
    }),
    "kendall_partial" = work("auto", function(algorithm, threads) {
      kendall_partial(complete, given = complete[, 2], threads = threads)
    }),
    "kendall_partial, all" = work("auto", function(algorithm, threads) {
      kendall_partial(complete[, -1], threads = threads)
    }),
    "cor_xi" = work("auto", function(algorithm, threads) {
      cor_xi(x, use = "pairwise", ties = "first", threads = threads)
    }),
    "xi_test" = work("auto", function(algorithm, threads) {
      xi_test(complete, ties = "first", threads = threads)
    }),
    "concordance_all" = work("auto", function(algorithm, threads) {
      concordance_all(turns, time = rev(sizes)[rep(1:150, 2)], status = rep(c(0, 1, 1), 100),
                      threads = threads)
    }),
    "neighbors_euclidean" = work("auto", function(algorithm, threads) {
      neighbors_euclidean(complete, radius = 9, threads = threads)
    }),
    "haplotype_em" = work(
      c("auto", "grouped", "snphap", "snphap_for", "snphap_task"),
      function(algorithm, threads) {
        set.seed(3)
        haplotype_em(geno, algorithm = algorithm, threads = threads)
      }),
    "haplotype_test" = work("auto", function(algorithm, threads) {
      set.seed(3)
      haplotype_test(geno[, 1:4], permutations = 19, threads = threads)
    }),
    "impute_genotypes" = work("auto", function(algorithm, threads) {
      impute_genotypes(haplotypes, geno, threads = threads)
    })
  )
}

# ---- fingerprints ----

# All vectors of a result, in their order, without the number of threads that it notes: names,
# columns of data frames and slots of S4 objects, too.
vectors_of <- function(x) {
  if (isS4(x)) {
    return(unlist(lapply(methods::slotNames(x), function(name) {
      vectors_of(methods::slot(x, name))
    }), recursive = FALSE))
  }
  if (is.factor(x)) x <- as.character(x)
  if (is.list(x)) {
    names <- names(x)
    x <- unclass(x)
    if (!is.null(names)) x <- x[names != "threads"]
    return(c(list(names), unlist(unname(lapply(x, vectors_of)), recursive = FALSE)))
  }
  if (is.atomic(x)) c(list(as.vector(x)), list(dim(x)), unname(dimnames(x)))
}

planted <- character()
fingerprint <- function(result) {
  vectors <- vectors_of(result)
  texts <- c(character(), unlist(Filter(is.character, vectors), use.names = FALSE))
  numbers <- as.double(unlist(Filter(function(v) is.numeric(v) || is.logical(v), vectors),
                              use.names = FALSE))
  if (!length(numbers)) stop("a result has no numbers")
  number <- which(is.finite(numbers) & numbers != 0)
  if (plant && !"number" %in% planted && length(number)) {
    numbers[number[1]] <- numbers[number[1]] * (1 + .Machine$double.eps)
    planted <<- c(planted, "number")
  } else if (plant && !"names" %in% planted && length(unique(texts)) > 1) {
    at <- match(unique(texts)[1:2], texts)
    texts[at] <- texts[rev(at)]
    planted <<- c(planted, "names")
  }
  # One bit pattern for NA and all kinds of NaN: their payloads depend on the machine. Which of them
  # are NaN follows.
  missing <- is.na(numbers)
  nan <- is.nan(numbers)
  numbers[missing] <- 0
  file <- tempfile()
  on.exit(unlink(file))
  connection <- file(file, "wb")
  writeBin(c(numbers, as.double(missing)), connection, endian = "little")
  if (any(nan)) writeBin(which(nan), connection, endian = "little")
  writeBin(enc2utf8(replace(texts, is.na(texts), "NA")), connection, useBytes = TRUE)
  close(connection)
  unname(tools::md5sum(file))
}

quietly <- function(code) {
  result <- NULL
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  utils::capture.output(result <- suppressMessages(suppressWarnings(code)))
  result
}

# ---- the check ----

found <- character() # name of a result -> its first fingerprint
wrong <- character()
called <- character()
results <- 0

note <- function(name, mark, where) {
  results <<- results + 1
  called <<- union(called, name)
  if (!name %in% names(found)) {
    found[name] <<- mark
  } else if (found[[name]] != mark) {
    wrong <<- c(wrong, paste0(name, ": other bits with ", where))
  }
}

known <- if (!"--write" %in% option) {
  table <- utils::read.table(committed, sep = "\t", col.names = c("name", "mark"),
                             colClasses = "character", quote = "", comment.char = "#")
  stats::setNames(table$mark, table$name)
}
found <- known

# Calls a function with variables as its arguments. A result that notes their text (data.name) then
# has names of variables: deparse() of a matrix differs between R 4.0 and later versions.
call_with <- function(name, arguments) {
  variables <- sprintf("argument%d", seq_along(arguments))
  place <- list2env(stats::setNames(arguments, variables))
  symbols <- stats::setNames(lapply(variables, as.name), names(arguments))
  eval(as.call(c(as.name(name), symbols)), place)
}

calls <- valid_calls()
calls <- calls[!names(calls) %in% names(left_out)]
# The calls of functions that have the argument `threads`.
threaded <- Filter(function(name) {
  f <- get(calls[[name]]$call, asNamespace("manycore"))
  default <- utils::getS3method(calls[[name]]$call, "default", optional = TRUE)
  "threads" %in% c(names(formals(f)), names(formals(default)))
}, names(calls))
works <- larger_works()
targets <- manycore_info()$isa_runnable
before <- manycore:::isa_choose(targets[1])
for (target in targets) {
  manycore:::isa_choose(target)
  for (threads in 1:4) {
    manycore_threads(threads)
    for (name in names(calls)) {
      set.seed(2)
      arguments <- calls[[name]]$arguments
      if (name %in% threaded) arguments$threads <- threads
      result <- quietly(call_with(calls[[name]]$call, arguments))
      note(name, fingerprint(result), paste(target, "and", threads, "threads"))
    }
    for (name in if (target != "knc" || threads == 2) names(works)) {
      for (algorithm in works[[name]]$algorithms) {
        note(paste("larger:", name), fingerprint(quietly(works[[name]]$run(algorithm, threads))),
             paste0(target, ", ", threads, " threads and \"", algorithm, "\""))
      }
    }
  }
}
invisible(manycore:::isa_choose(before))

if ("--write" %in% option) {
  writeLines(c("# name, MD5 sum of the numbers: written by scripts/trust/bits.R --write",
               paste(names(found), found, sep = "\t")), committed)
}
if (!is.null(known)) {
  unknown <- setdiff(called, names(known))
  lost <- setdiff(names(known), called)
  wrong <- c(wrong, sprintf("%s: not in %s", unknown, committed),
             sprintf("%s: not called, but in %s", lost, committed))
}
writeLines(wrong)
cat(results, " results of ", length(called), " works on ", length(targets), " targets (",
    paste(targets, collapse = ", "), "), 1 to 4 threads, ", R.version.string, ": ",
    length(wrong), " differ\n", sep = "")
quit(status = length(wrong) > 0)
