# Stores filled by the backends of clusters: batchtools on SLURM, and MPI.

test_that("stores by batchtools on SLURM", {
  skip_on_cran()
  skip_without_package("BiocParallel")
  skip_without_package("batchtools")
  reason <- no_slurm()
  skip_if(!is.null(reason), reason)
  with_slurm(function(environment) {
    run <- run_r(stores_by(c(
      "options(BIOCPARALLEL_BATCHTOOLS_REMOVE_REGISTRY_WAIT = 0)",
      # it asks often, for a minute
      "writeLines(c('sleep <- 0.1', 'expire.after <- 600L'), 'conf.R')",
      "template <- system.file('batchtools', 'slurm-manycore.tmpl', package = 'manycore')",
      "p <- BatchtoolsParam(2, cluster = 'slurm', template = template,",
      "  resources = list(ncpus = 1, walltime = 120, partition = 'main', prologue = 'true'),",
      "  registryargs = batchtoolsRegistryargs(conf.file = 'conf.R'), timeout = 120L)"
    )), environment, timeout = 180)
    expect_same_stores(run)
  })
})

test_that("the template for SLURM says what it is given, and nothing else", {
  skip_without_package("brew")
  brew <- getExportedValue("brew", "brew")
  template <- system.file("batchtools", "slurm-manycore.tmpl", package = "manycore")
  text <- paste(readLines(template), collapse = "\n")
  brewed <- function(resources, array = FALSE) {
    where <- list2env(list(resources = resources, job.name = "name", log.file = "/tmp/log",
                           uri = "/tmp/uri", array.jobs = array, jobs = data.frame(1:3)))
    utils::capture.output(brew(text = paste0(text, "\n"), envir = where))
  }
  plain <- brewed(list())
  expect_identical(plain[1], "#!/bin/bash")
  options <- grep("^#SBATCH", plain, value = TRUE)
  expect_identical(options, c("#SBATCH --job-name=name", "#SBATCH --output=/tmp/log",
                              "#SBATCH --error=/tmp/log", "#SBATCH --ntasks=1",
                              "#SBATCH --cpus-per-task=1"))
  expect_true("export R_MANYCORE_NUM_THREADS=1" %in% plain)
  full <- brewed(list(ncpus = 16, walltime = 90, memory = 2048, partition = "long", account = "a",
                      qos = "q", constraint = "avx512", nodelist = "n[1-3]",
                      modules = c("r/4.2", "hdf5"), prologue = c("ulimit -c 0", "date"),
                      rscript = "/opt/R/bin/Rscript"), array = TRUE)
  wanted <- c("#SBATCH --cpus-per-task=16", "#SBATCH --time=2", "#SBATCH --mem-per-cpu=2048",
              "#SBATCH --partition=long", "#SBATCH --account=a", "#SBATCH --qos=q",
              "#SBATCH --constraint=avx512", "#SBATCH --nodelist=n[1-3]", "#SBATCH --array=1-3",
              "export R_MANYCORE_NUM_THREADS=16", "module load r/4.2", "module load hdf5",
              "ulimit -c 0", "date",
              "exec /opt/R/bin/Rscript -e 'batchtools::doJobCollection(\"/tmp/uri\")'")
  expect_identical(setdiff(wanted, full), character())
})

test_that("stores by MPI on two ranks", {
  skip_on_cran()
  skip_without_package("BiocParallel")
  reason <- no_mpi()
  skip_if(!is.null(reason), reason)
  run <- run_r(stores_by("p <- SnowParam(2, type = 'MPI', timeout = 60L)"), mpi_environment,
               timeout = 90)
  expect_same_stores(run)
})

test_that("MPI is started again, and workers that have ended are found out", {
  skip_on_cran()
  skip_without_package("BiocParallel")
  reason <- no_mpi()
  skip_if(!is.null(reason), reason)
  run <- run_r(c(
    "library(manycore)",
    "suppressMessages(library(BiocParallel))",
    "x <- matrix(rnorm(20 * 60), 20)",
    "fill <- function(p) {",
    "  store <- cor_kendall(x, store = tile_store(tempfile(), 20), BPPARAM = p)",
    "  stopifnot(identical(as.matrix(store), cor_kendall(x)))",
    "}",
    "space <- asNamespace('manycore')",
    "unlockBinding('mpi_seconds', space)",
    "space$mpi_seconds <- 1",
    "p <- SnowParam(2, type = 'MPI')",
    "fill(p); fill(p)", # started and stopped by the calls
    "fill(SnowParam(1, type = 'MPI'))",
    "bpstart(p); fill(p)",
    "refused <- tryCatch(fill(SnowParam(2, type = 'MPI')), manycore_error_worker = identity)",
    "cat(conditionMessage(refused), '\n')",
    "fill(p)",
    "bpstop(p); bpstart(p)", # by the user: workers that are none
    "fill(p)",
    "bpstop(p)",
    "fill(SnowParam(2, type = 'MPI'))",
    "cat('all is filled\n')"
  ), mpi_environment, timeout = 90)
  output <- paste(run$output, collapse = "\n")
  expect_identical(run$status, 0L, label = output)
  expect_identical(utils::tail(run$output, 1L), "all is filled")
  expect_match(output, "another backend of MPI is up in this session")
  expect_match(output, "the workers of 'BPPARAM' do not answer, and are started again")
})

test_that("scripts/slurm.sh ends what it has started", {
  reason <- no_slurm()
  skip_if(!is.null(reason), reason)
  script <- shQuote(file.path(sources, "scripts", "slurm.sh"))
  runs <- function(pid) { # and is no zombie
    state <- tryCatch(suppressWarnings(readLines(file.path("/proc", pid, "stat"))),
                      error = function(e) ") Z")
    !grepl("[)] [ZX]", state[1])
  }
  folder <- pids <- NULL
  with_slurm(function(environment) {
    folder <<- dirname(environment[["SLURM_CONF"]])
    pids <<- vapply(list.files(folder, "[.]pid$", full.names = TRUE), readLines, "", n = 1L)
    expect_length(pids, 3)
    expect_true(all(vapply(pids, runs, NA)))
    with_environment(environment, {
      status <- system2("sh", c(script, "status"), stdout = TRUE, timeout = 30)
      expect_match(paste(status, collapse = "\n"), "main.* idle ")
    })
  })
  expect_false(file.exists(folder))
  expect_false(any(vapply(pids, runs, NA)))
  status <- with_environment(c(SLURM_CONF = file.path(folder, "slurm.conf")), {
    system2("sh", c(script, "status"), stdout = FALSE, stderr = FALSE, timeout = 30)
  })
  expect_identical(status, 1L)
})
