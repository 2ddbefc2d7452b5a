# The works of bench/manycore.R and bench/crowded.R: calls of the package's functions, of the sizes
# that README shows, or with ten times the work (`large`).
#
# data, call: R code; the call has the number of threads t.
# bytes: what its steps move between caches and memory, at least.

works_of <- function(large = FALSE) {
  size <- function(small, ten_times) if (large) ten_times else small
  works <- list()
  add <- function(name, data, call, bytes) {
    works[[name]] <<- list(data = data, call = call, bytes = bytes)
  }
  normal <- function(n, d) sprintf("x <- matrix(rnorm(%.0f * %.0f), %.0f)", n, d, n)
  number <- function(n) format(n, big.mark = ",", scientific = FALSE)

  m <- size(2000, 6400)
  # the result is written, which fetches its lines first
  add(paste0("cor_kendall(), ", number(m), " x 353"), normal(353, m), "cor_kendall(x, threads = t)",
      16 * m^2)
  add(paste0("kendall_test(), ", number(m), " x 353"), normal(353, m),
      "kendall_test(x, threads = t)", 4 * 16 * m^2)
  m <- size(6000, 19000)
  add(paste0("kendall_network(), ", number(m), " x 100"), normal(100, m),
      "kendall_network(x, cutoff = 0.3, threads = t)", 0)
  n <- size(4096, 13000)
  add(paste0("dist_euclidean(), ", number(n), " x 64"), normal(n, 64),
      "dist_euclidean(x, threads = t)", 8 * n^2)
  n <- size(20000, 60000)
  add(paste0("knn_euclidean(), ", number(n), " x 32"), normal(n, 32),
      "knn_euclidean(x, 10, threads = t)", 0)
  # 2 MiB stay in a cache
  n <- size(512, 1100)
  add(paste0("floyd_warshall(), n = ", number(n)),
      sprintf("x <- matrix(runif(%.0f^2), %.0f)", n, n), "floyd_warshall(x, threads = t)", 0)
  # each phase, of a block of 128 vertices (mc_paths_simd_block()), reads and writes the
  # matrix
  n <- size(2048, 4400)
  add(paste0("floyd_warshall(), n = ", number(n)),
      sprintf("x <- matrix(runif(%.0f^2), %.0f)", n, n), "floyd_warshall(x, threads = t)",
      n / 128 * 16 * n^2)
  # a partition reads and writes all until a range fits into a cache of 1 MiB
  n <- size(1e7, 1e8)
  label <- if (large) "1e8 doubles" else "1e7 doubles"
  add(paste0("sort_parallel(), ", label), sprintf("x <- runif(%.0f)", n),
      "sort_parallel(x, threads = t)", (log2(n / 2^17) + 2) * 16 * n)
  add(paste0("order_parallel(), ", label), sprintf("x <- runif(%.0f)", n),
      "order_parallel(x, threads = t)", (log2(n / 2^16) + 2) * 32 * n)
  n <- size(2048, 4400)
  add(paste0("matrix_chain(), n = ", number(n)),
      sprintf("x <- sample(1:1000, %.0f, TRUE)", n + 1), "matrix_chain(x, threads = t)", 16 * n^2)
  letters_of <- function(name, n) {
    sprintf("%s <- paste(sample(c('A', 'C', 'G', 'T'), %.0f, TRUE), collapse = '')", name, n)
  }
  n <- size(4096, 8800)
  add(paste0("align_gap(), n = ", number(n)), c(letters_of("x", n), letters_of("y", n)),
      "align_gap(x, y, c(0, 1), function(n) 2 + log(n), threads = t)", 8 * n^2)
  # the table, written once and read twice
  n <- size(4096, 13000)
  add(paste0("fold_accordion(), n = ", number(n)), sprintf("x <- runif(%.0f) < 0.45", n),
      "fold_accordion(x, threads = t)", 4 * n^2 / 2)
  n <- size(1e4, 1e5)
  add(paste0("haplotype_em(), ", number(n), " x 21"),
      c("f <- matrix(rbinom(12 * 21, 1, 0.4), 12)",
        sprintf("x <- f[sample(12, %.0f, TRUE), ] + f[sample(12, %.0f, TRUE), ]", n, n)),
      "haplotype_em(x, threads = t)", 0)
  works
}

# The data of a work, in an environment for its call.
environment_of <- function(work) {
  set.seed(1)
  env <- new.env()
  for (line in work$data) eval(str2lang(line), env)
  env
}
