# Tests of files around the package: configure, scripts, README. (An installed package lacks them,
# and R CMD check has them elsewhere; there these tests are skipped.)

sources <- normalizePath(file.path("..", ".."), winslash = "/")
skip_without_sources <- function() {
  skip_on_cran()
  skip_on_os("windows")
  skip_if_not(all(file.exists(file.path(sources, c("configure", "README.md", "scripts")))),
              "no sources here")
}

# Runs a command in a folder; `makevars`: a file that replaces ~/.R/Makevars.
run_in <- function(folder, command, arguments, makevars = "") {
  before <- setwd(folder)
  on.exit(setwd(before))
  with_environment(c(R_HOME = R.home(), R_MAKEVARS_USER = makevars, MAKEFLAGS = "-j2",
                     fresh_environment()), {
    output <- suppressWarnings(system2(command, arguments, stdout = TRUE, stderr = TRUE))
    status <- attr(output, "status")
    list(output = paste(output, collapse = "\n"), status = if (is.null(status)) 0L else status)
  })
}
