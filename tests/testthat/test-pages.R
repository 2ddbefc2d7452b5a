# The R code of pages for users runs: of README.md and docs/FAQ.md.

# The blocks of R code of a page, each with the heading above it.
blocks_of <- function(page) {
  lines <- readLines(page, encoding = "UTF-8", warn = FALSE)
  heading <- ""
  code <- NULL
  blocks <- list()
  for (line in lines) {
    if (is.null(code)) {
      if (grepl("^#+ ", line)) heading <- sub("^#+ ", "", line)
      if (line == "```r") code <- character()
    } else if (line == "```") {
      blocks[[length(blocks) + 1]] <- list(heading = heading, code = code)
      code <- NULL
    } else {
      code <- c(code, line)
    }
  }
  blocks
}

# The packages whose functions a block names.
packages_in <- function(code) {
  found <- unlist(regmatches(code, gregexpr("[[:alnum:].]+(?=::)", code, perl = TRUE)))
  setdiff(unique(found), "manycore")
}

runs <- function(block, label) {
  threads <- manycore_threads(2)
  picture <- tempfile(fileext = ".pdf")
  grDevices::pdf(picture)
  on.exit({
    grDevices::dev.off()
    unlink(picture)
    manycore_threads(threads)
  })
  where <- new.env(parent = globalenv())
  error <- NULL
  utils::capture.output(suppressWarnings(suppressMessages(tryCatch({
    for (call in parse(text = block$code)) {
      value <- eval(call, where)
      if (utils::object.size(value) < 1e5) print(value)
    }
  }, error = function(e) error <<- conditionMessage(e)))))
  expect_null(error, label = label)
  where
}

for (page in c("README.md", "docs/FAQ.md")) {
  if (!file.exists(file.path(sources, page))) next
  for (block in blocks_of(file.path(sources, page))) {
    if (any(grepl("install_", block$code))) next # installs packages
    test_that(paste0(page, ": the code of '", block$heading, "' runs"), {
      skip_without_sources()
      for (package in packages_in(block$code)) skip_if_not_installed(package)
      result <- runs(block, paste0(page, ", ", block$heading))
      if (block$heading == "Seurat") {
        # the graph is Seurat's own, with exact neighbours
        neighbors <- getExportedValue("Seurat", "FindNeighbors")
        near <- neighbors(as.matrix(result$cells), k.param = 20, nn.method = "rann",
                          verbose = FALSE)
        expect_equal(as.matrix(result$graph), as.matrix(near$snn), tolerance = 1e-12)
      }
      if (block$heading == "First tasks") {
        # the pairs that the comment tells of
        places <- function(pairs) as.integer(sub("gene", "", c(pairs$from, pairs$to)))
        expect_gt(sum(places(result$edges) <= 20), 100)
        expect_gt(sum(places(result$changes) %in% 21:40), 100)
      }
    })
  }
}

test_that("the cheat sheet names all functions of the package, and arguments that they have", {
  skip_without_sources()
  lines <- readLines(file.path(sources, "docs", "CHEATSHEET.md"), encoding = "UTF-8", warn = FALSE)
  rows <- grep("^[|] ", lines, value = TRUE)
  calls <- vapply(strsplit(rows, " [|] "), `[`, "", 2)
  code <- gsub("`", "", unlist(regmatches(calls, gregexpr("`[^`]+`", calls))))
  ours <- grep("^[.]", getNamespaceExports("manycore"), invert = TRUE, value = TRUE)
  used <- character()
  walk <- function(call) {
    if (!is.call(call)) return()
    name <- if (is.name(call[[1]])) as.character(call[[1]]) else ""
    if (name %in% ours) {
      used <<- c(used, name)
      # (of a generic function the arguments of its default method)
      f <- tryCatch(utils::getFromNamespace(paste0(name, ".default"), "manycore"),
                    error = function(e) getExportedValue("manycore", name))
      named <- setdiff(as.character(names(as.list(call))[-1]), "")
      expect_identical(setdiff(named, names(formals(f))), character(), label = name)
    }
    lapply(as.list(call)[-1], walk)
  }
  for (line in code) lapply(as.list(parse(text = line)), walk)
  # helpers of others in the list, and functions that the pages of these name
  minor <- c("as_haplo_em", "haplotype_control", "impute_genotypes", "matrix_chain", "path_lengths",
             "path_via", "read_snphap")
  expect_identical(setdiff(ours, c(used, minor)), character())
})
