# Knits the vignettes with sources vignettes/*.Rmd.orig. These need packages or time that a user's
# machine may lack, so their output and pictures are committed.
#
#   Rscript scripts/vignettes.R [NAME]

name <- commandArgs(trailingOnly = TRUE)
old <- setwd("vignettes")
sources <- if (length(name) > 0) paste0(name, ".Rmd.orig") else Sys.glob("*.Rmd.orig")
for (source in sources) {
  knitr::knit(source, sub("[.]orig$", "", source), envir = new.env(), quiet = TRUE)
}
setwd(old)
