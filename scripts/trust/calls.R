# Calls that reach the registered entries of the package, for torture.R, entries.R and sanitized.sh.
# They need the installed package and tests/testthat/helper-calls.R.
#
# load_watched(around) loads the package. From then on its R code does not call .Call(), but
# around(name, arguments, call), which returns call(). `name` is that of the entry ("C_sort").
# all_calls() is a list of functions without arguments. Together they reach the entries.

entries_of_package <- function() {
  routines <- getDLLRegisteredRoutines("manycore")$.Call
  vapply(routines, function(routine) routine$numParameters, 0L)
}

# The package's own binding of an entry.
entry <- function(name) get(name, asNamespace("manycore"))

# ---- watching ----

watcher <- new.env()

# What the package's code calls in the place of .Call(). Arguments are evaluated before the call.
watched_call <- function(.NAME, ...) {
  arguments <- list(...)
  watcher$around(.NAME$name, arguments, function() do.call(.Call, c(list(.NAME), arguments), TRUE))
}

# A call or a function with another function in the place of each .Call.
with_other_call <- function(code) {
  if (is.function(code)) {
    formals(code) <- lapply(formals(code), with_other_call)
    body(code) <- with_other_call(body(code))
    return(code)
  }
  if (identical(code, quote(.Call))) {
    return(watched_call)
  }
  if (is.call(code) || is.pairlist(code)) {
    for (k in seq_along(code)) {
      if (!is_nothing(code[[k]])) code[k] <- list(with_other_call(code[[k]]))
    }
  }
  code
}

# An argument that is left out (x[1, ]) or has no default.
is_nothing <- function(x) is.symbol(x) && !nzchar(as.character(x))

calls_entries <- function(f) {
  is.function(f) && !is.primitive(f) && ".Call" %in% all.names(body(f))
}

# The functions of an environment that call entries, and are of the package, call `around`.
watch_functions <- function(space, package) {
  for (name in ls(space, all.names = TRUE)) {
    if (bindingIsActive(name, space)) next
    f <- get(name, space)
    if (calls_entries(f) && identical(topenv(environment(f)), package)) {
      locked <- bindingIsLocked(name, space)
      if (locked) unlockBinding(name, space)
      assign(name, with_other_call(f), space)
      if (locked) lockBinding(name, space)
    }
  }
}

load_watched <- function(around) {
  watcher$around <- around
  package <- loadNamespace("manycore")
  watch_functions(package, package)
  watch_functions(package[[".__S3MethodsTable__."]], package)
  for (other in c("base", loadedNamespaces())) {
    table <- asNamespace(other)[[".__S3MethodsTable__."]]
    if (is.environment(table)) watch_functions(table, package)
  }
  library(manycore)
  sys.source(file.path("tests", "testthat", "helper-calls.R"), globalenv())
  set.seed(1)
}

# Calls an entry as the package's code does.
call_entry <- function(name, ...) watched_call(entry(name), ...)

# ---- calls ----

all_calls <- function() {
  valid <- lapply(valid_calls(), function(valid) {
    function() do.call(valid$call, valid$arguments, quote = TRUE)
  })
  c(valid, stored_calls(), other_calls(), direct_calls())
}

# Results of a store are read, because the folders of two calls have different names.
stored_calls <- function() {
  set.seed(21)
  x <- matrix(round(stats::rnorm(8 * 12), 1), 8, dimnames = list(NULL, letters[1:12]))
  w <- matrix(sample(c(1:9, Inf), 49, TRUE), 7, dimnames = list(LETTERS[1:7], LETTERS[1:7]))
  store <- function() tile_store(tempfile("store"), tile = 5)
  list(
    stored.cor_kendall = function() as.matrix(cor_kendall(x, store = store())),
    stored.cor_kendall.use = function() {
      as.matrix(cor_kendall(replace(x, 3, NA), x, use = "pairwise", store = store()))
    },
    stored.cor_kendall.zeros = function() { # sparse panels
      as.matrix(cor_kendall(x * (x > 0.8), store = store()))
    },
    stored.default_tile = function() manycore:::largest_panel(x, nrow(x), enough = 0)(5),
    stored.partial = function() as.matrix(kendall_partial(x, given = x[, 1], store = store())),
    stored.cor_xi = function() as.matrix(cor_xi(x, store = store())),
    stored.dist = function() as.matrix(dist_euclidean(x, store = store())),
    stored.network = function() kendall_network(x, cutoff = 0.1, store = store()),
    stored.network.fdr = function() kendall_network(x, fdr = 0.9, store = store()),
    stored.network.top = function() kendall_network(x, top = 1, store = store()),
    stored.paths = function() {
      paths <- floyd_warshall(w, store = store(), traceback = TRUE)
      list(as.matrix(paths), shortest_path(paths, "A", "E"), path_lengths(paths, "A", "B"))
    },
    stored.parts = function() {
      place <- store()
      taus <- cor_kendall(x, store = place)
      unlink(file.path(place$dir, "tiles", "0000", "1-2"))
      checked <- verify_store(taus)$status
      again <- cor_kendall(x, store = place)
      list(checked, again[1:3, c("a", "l")], range(tile_matrix(place)))
    },
    stored.overwritten = function() {
      place <- store()
      cor_kendall(x, store = place)
      other <- tile_store(place$dir, overwrite = TRUE)
      as.matrix(suppressMessages(cor_kendall(x[-1, ], store = other)))
    }
  )
}

other_calls <- function() {
  set.seed(22)
  x <- matrix(stats::rnorm(36), 9)
  vcf <- matrix(sample(c("0/1", "0/0", "1/1"), 24, TRUE), 8)
  haplotypes <- haplotype_em(matrix(sample(0:2, 24, TRUE), 8))
  calls <- list(
    genotypes = function() haplotype_em(vcf, coding = "vcf"),
    pairs.new = function() impute_genotypes(haplotypes, matrix(c(0, 1, 2, NA, 1, 1), 2)),
    genotypes.alleles = function() haplotype_em(matrix(sample(c("a", "b"), 32, TRUE), 8)),
    permutations.matrix = function() {
      kendall_test(x[, 1:2], x[, 3:4], permutations = 9, p.adjust.method = "maxT")
    },
    list.test = function() kendall_test(x, pairs = cbind(1:2, 3:4)),
    list.groups = function() kendall_test(x, pairs = cbind(1:2, 3:4), groups = rep(1:3, 3)),
    plan.pairs = function() kendall_plan(x, pairs = cbind(1, 2:3)),
    cycle = function() tryCatch(floyd_warshall(-abs(x[1:4, ])), negative_cycle = conditionMessage),
    tune = function() { # an example of a switch of threads
      manycore_threads(1)
      on.exit(manycore_threads(2))
      cor_kendall(x)
    },
    trace = function() {
      file <- tempfile()
      manycore_trace(file)
      cor_kendall(x)
      names(manycore_trace(NULL))
    }
  )
  if (requireNamespace("Matrix", quietly = TRUE)) {
    sparse <- Matrix::sparseMatrix(c(1, 5, 9, 3), c(1, 2, 2, 4), x = c(1, -2, 3, 4), dims = c(9, 4))
    calls$sparse <- function() cor_kendall(sparse)
    calls$sparse.test <- function() kendall_test(sparse, x)
  }
  calls
}

# Entries that R code calls while the package is loaded or unloaded, or that only tests call.
direct_calls <- function() {
  set.seed(23)
  x <- matrix(stats::rnorm(36), 9)
  source_of <- function(x, across) {
    read <- function(numbers) if (across) t(x[, numbers]) else x[, numbers, drop = FALSE]
    structure(list(dim = dim(x), read = read, place = new.env(), size = 2L,
                   across = as.integer(across), double = 1L), class = "column_source")
  }
  kendall <- function(x) call_entry("C_cor_kendall", x, NULL, 4L, 0L, 0L, 2L, 2^28, NULL)
  list(
    direct.choices = function() call_entry("C_choices"),
    direct.seconds = function() is.numeric(call_entry("C_seconds")),
    direct.isa = function() {
      before <- call_entry("C_isa_choose", "portable")
      call_entry("C_isa_choose", before)
    },
    direct.init = function() call_entry("C_threads_init", FALSE),
    direct.solo = function() {
      list(call_entry("C_threads_solo", TRUE), call_entry("C_threads_solo", FALSE))
    },
    direct.splits = function() {
      p <- c(3, 4, 5, 2)
      table <- call_entry("C_parenthesize", 4L, NULL, 0L, 0L, p, 0L, 0L, 1L, 1L, NULL)$table
      call_entry("C_splits", table, 0L, 0L, p, 1L, NULL)
    },
    direct.search = function() {
      paths <- floyd_warshall(matrix(c(0, 3, Inf, 1, 0, 2, 4, Inf, 0), 3))
      list(call_entry("C_search_paths", paths$via, paths$distance, NULL, 0L, 1:3, 1L),
           call_entry("C_paths_add_up", c(1, 2), 3, 0L))
    },
    direct.tick = function() {
      shares <- numeric()
      tick <- function(share) shares <<- c(shares, share)
      big <- matrix(x, 3000, 4)
      call_entry("C_cor_kendall", big, NULL, 4L, 0L, 0L, 1L, 2^28, tick)
    },
    direct.blocks = function() list(kendall(source_of(x, FALSE)), kendall(source_of(x, TRUE))),
    direct.rows = function() {
      kendall(structure(list(dim = dim(x), matrix = t(x)), class = "column_source"))
    },
    direct.trace = function() {
      list(call_entry("C_trace_begin", 100), names(call_entry("C_trace_end")))
    },
    direct.tile = function() {
      file <- c(tempdir(), basename(tempfile("tile")))
      label <- c(1, 1, 3, 3, 0, 1)
      fingerprint <- "0123456789abcdef"
      call_entry("C_tile_write", file, label, fingerprint, 1, 0, x[1:3, 1:3], matrix(1:9, 3))
      read <- call_entry("C_tile_read", file, label, fingerprint, 1L, 3L, 2L, 2L)
      list(call_entry("C_tile_peek", file), call_entry("C_tile_fingerprint", file),
           call_entry("C_paths_are_vertices", read$integers, 9L), read$state)
    },
    direct.distance = function() call_entry("C_distance_blocks"),
    direct.unload = function() list(call_entry("C_unload"), cor_kendall(x))
  )
}

# Compiles C code in a folder of its own, for planted faults. Returns the addresses of functions.
compiled <- function(code, names) {
  folder <- tempfile("plant")
  dir.create(folder)
  here <- setwd(folder)
  on.exit(setwd(here))
  writeLines(c("#include <Rinternals.h>", code), "plant.c")
  log <- system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", "plant.c"), TRUE, TRUE)
  if (!is.null(attr(log, "status"))) stop(paste(log, collapse = "\n"))
  library <- dyn.load(paste0("plant", .Platform$dynlib.ext))
  lapply(stats::setNames(nm = names), getNativeSymbolInfo, library)
}
