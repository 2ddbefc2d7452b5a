# Clusters as backends of BiocParallel; each runs in an R process of its own, with a limit of time.

skip_without_package <- function(package) {
  skip_if(!nzchar(system.file(package = package)), paste(package, "is not installed"))
}

# The message about a killed worker of SnowParam() or MulticoreParam(); `then`: the text after it.
lost_worker <- function(then = ".* handed out again") {
  paste0("a worker on '[^']+' was lost: (error (reading from|writing to) connection|",
         "ignoring SIGPIPE signal); ", then, "\n$")
}

# The reason why SLURM cannot run here, or NULL.
no_slurm <- function() {
  if (!file.exists(file.path(sources, "scripts", "slurm.sh"))) {
    "scripts/slurm.sh is not here"
  } else if (!all(nzchar(Sys.which(c("slurmctld", "slurmd", "munged"))))) {
    "slurm-wlm and munge are not installed"
  } else if (Sys.info()[["effective_user"]] != "root") {
    "scripts/slurm.sh takes root"
  }
}

# Starts a SLURM on this machine and evaluates `code` in its environment.
with_slurm <- function(code) {
  script <- shQuote(file.path(sources, "scripts", "slurm.sh"))
  started <- suppressWarnings(system2("sh", c(script, "start"), stdout = TRUE, stderr = TRUE,
                                      timeout = 60))
  conf <- sub("^export SLURM_CONF=", "", grep("^export SLURM_CONF=", started, value = TRUE))
  skip_if(length(conf) != 1L, paste(c("SLURM does not start:", utils::tail(started, 3)),
                                    collapse = " "))
  environment <- c(SLURM_CONF = conf, USER = "root")
  on.exit(with_environment(environment, {
    system2("sh", c(script, "stop"), stdout = FALSE, stderr = FALSE, timeout = 60)
  }))
  code(environment)
}

# The reason why MPI cannot run here, or NULL.
no_mpi <- function() {
  if (!all(nzchar(c(system.file(package = "Rmpi"), system.file(package = "snow"))))) {
    return("Rmpi and snow are not installed")
  }
  if (!nzchar(Sys.which("orted"))) {
    return("there is no Open MPI")
  }
  run <- run_r("invisible(loadNamespace('Rmpi'))", mpi_environment, timeout = 30)
  if (run$status != 0) paste(c("Rmpi does not load:", utils::head(run$output, 1)), collapse = " ")
}

# Open MPI is allowed to run as root, with more ranks than processors.
mpi_environment <- c(OMPI_ALLOW_RUN_AS_ROOT = "1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM = "1",
                     OMPI_MCA_rmaps_base_oversubscribe = "1")

# Lines of R: fill stores by cor_kendall() and floyd_warshall() with the backend that `param` makes,
# and compare with this process.
stores_by <- function(param) {
  c("library(manycore)",
    "suppressMessages(library(BiocParallel))",
    "setwd(tempdir())",
    param,
    "p <- bpstart(p)",
    "set.seed(1)",
    "x <- matrix(sample(9, 20 * 40, TRUE), 20)",
    "store <- cor_kendall(x, store = tile_store('tau', 20), BPPARAM = p)",
    "stopifnot(identical(as.matrix(store), cor_kendall(x)))",
    "w <- matrix(runif(50 * 50), 50)",
    "store <- floyd_warshall(w, store = tile_store('paths', 30), BPPARAM = p)",
    "stopifnot(identical(as.matrix(store), floyd_warshall(w, traceback = FALSE)$distance))",
    "invisible(bpstop(p))",
    "cat('both are the same\\n')")
}

expect_same_stores <- function(run) {
  expect_identical(run$status, 0L, label = paste(run$output, collapse = "\n"))
  expect_identical(utils::tail(run$output, 1L), "both are the same")
  # no task was lost
  expect_false(any(grepl("handed out again", run$output)),
               label = paste(run$output, collapse = "\n"))
}
