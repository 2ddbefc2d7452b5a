# The same bits everywhere: calls every exported function (tests/testthat/helper-calls.R) and some
# larger works on every target of this machine, with one to four threads and with every algorithm.
# Each result must have the bits of the committed file scripts/trust/bits.txt, whatever the machine
# and the version of R.
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
    "matrix_chain" = work("auto", function(algorithm, threads) {
      matrix_chain(sizes, threads = threads)
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
    "haplotype_em" = work("auto", function(algorithm, threads) {
      set.seed(3)
      haplotype_em(geno, threads = threads)
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
  # One bit pattern for all kinds of NaN: their payloads depend on the machine.
  missing <- is.na(numbers)
  numbers[missing] <- 0
  file <- tempfile()
  on.exit(unlink(file))
  connection <- file(file, "wb")
  writeBin(c(numbers, as.double(missing)), connection, endian = "little")
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

calls <- valid_calls()
calls <- calls[!names(calls) %in% names(left_out)]
works <- larger_works()
targets <- manycore_info()$isa_runnable
before <- manycore:::isa_choose(targets[1])
for (target in targets) {
  manycore:::isa_choose(target)
  for (threads in 1:4) {
    manycore_threads(threads)
    for (name in names(calls)) {
      set.seed(2)
      result <- quietly(do.call(calls[[name]]$call, calls[[name]]$arguments, quote = TRUE))
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
