# Graphs for stores of floyd_warshall(), and processes that are killed while they fill them.

graph_for_store <- function(n, seed = 1) {
  set.seed(seed)
  w <- matrix(round(stats::rexp(n * n), 3), n, n)
  w[stats::runif(n * n) < 0.5] <- Inf
  w[stats::runif(n * n) < 0.05] <- NA
  if (n > 3) w[1, 3] <- -0.25 * min(w[3, 1], w, na.rm = TRUE)
  w
}

# Starts an R process that fills the store, and kills it before it writes tile number `at` (0:
# never). Returns how many tiles it has written.
tiles_until_killed <- function(folder, at, n, tile, traceback = FALSE) {
  data <- paste0(folder, ".rds")
  saveRDS(graph_for_store(n), data)
  run <- run_r(c(
    "library(manycore)",
    "space <- asNamespace('manycore')",
    "count <- 0",
    "for (name in c('first_tile', 'replace_tile')) local({",
    "  write <- space[[name]]",
    "  unlockBinding(name, space)",
    "  assign(name, function(...) {",
    "    count <<- count + 1",
    paste0("    cat(count - 1, '\\n'); if (count == ", at, ") tools::pskill(Sys.getpid(), 9)"),
    "    write(...)",
    "  }, space)",
    "})",
    paste0("w <- readRDS('", data, "')"),
    paste0("store <- floyd_warshall(w, store = tile_store('", folder, "', ", tile, "), ",
           "traceback = ", traceback, ")"),
    "cat(count, '\\n')"
  ), timeout = 60)
  expect_identical(run$status != 0, at > 0)
  as.numeric(utils::tail(run$output[grepl("^[0-9]+ *$", run$output)], 1L))
}

# Differences of potentials with one decimal: all cycles have length 0, except for rounding.
weights_of_potentials <- function(n) {
  potential <- round(stats::rnorm(n), 1)
  w <- outer(potential, potential, "-")
  w[stats::runif(n * n) < 0.4] <- Inf
  diag(w) <- 0
  w
}
