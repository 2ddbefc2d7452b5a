# What a store is to hold: the plan, which its manifest keeps, and the fingerprints by which work is
# known again. A plan is a plain list, small enough to be sent with each task:
#
#   dir, work, arguments   the folder; which function, and its arguments as text
#   dim, tile, precision   of the matrix; rows and columns of a tile
#   symmetric              only tiles on and above the diagonal are stored
#   data, names            fingerprints of the data and of the dimnames
#   inputs                 for "x", and "y", the fingerprints of their panels
#   fingerprint            of all of these: what each tile has in its header

store_format <- "1"

# ---- tiles and panels ----

# How many rows and columns of tiles there are.
plan_panels <- function(plan) as.integer(ceiling(plan$dim / plan$tile))

# The tiles as a matrix of their places i, j, in the order of their numbers: by columns.
plan_tiles <- function(plan) {
  panels <- plan_panels(plan)
  i <- if (plan$symmetric) sequence(seq_len(panels[2])) else rep(seq_len(panels[1]), panels[2])
  each <- if (plan$symmetric) seq_len(panels[2]) else rep(panels[1], panels[2])
  j <- rep(seq_len(panels[2]), each)
  cbind(i = i, j = j)
}

tile_number <- function(plan, i, j) {
  if (plan$symmetric) j * (j - 1) / 2 + i else (j - 1) * plan_panels(plan)[1] + i
}

# The rows, or columns, of panel k of `all`.
panel_range <- function(k, tile, all) seq.int((k - 1) * tile + 1, min(k * tile, all))

panel_size <- function(k, tile, all) min(k * tile, all) - (k - 1) * tile

# The choice where the user has none: 32 MiB of doubles, and less where there are few columns for
# that many workers, or so many rows that two panels of x are more than 256 MiB.
default_tile <- function(dim, rows, workers) {
  tile <- 2048L
  tiles <- function(tile) prod(ceiling(dim / tile)) / 2
  while (tile > 256L && tiles(tile) < 8 * workers) tile <- tile %/% 2L
  while (tile > 64L && rows * tile > 2^24) tile <- tile %/% 2L
  tile
}

# ---- fingerprints ----

fingerprint_of <- function(x) .Call(C_fingerprint, x)

fingerprint_of_names <- function(dimnames) {
  if (is.null(dimnames)) {
    return("none")
  }
  text <- lapply(dimnames, function(names) {
    c(if (is.null(names)) "NULL" else length(names), enc2utf8(as.character(names)))
  })
  fingerprint_of(unlist(text))
}

fingerprint_of_plan <- function(plan) {
  fields <- manifest_of(plan)
  fingerprint_of(paste(names(fields), fields, sep = "="))
}

# ---- the manifest ----

# Field -> text. What is compared when a store is used again, in the words of the errors.
manifest_of <- function(plan) {
  arguments <- unlist(plan$arguments)
  if (length(arguments) > 0) names(arguments) <- paste0("Argument-", names(arguments))
  c(Format = store_format, Work = plan$work, arguments,
    Rows = sprintf("%d", plan$dim[1]), Columns = sprintf("%d", plan$dim[2]),
    Symmetric = if (plan$symmetric) "yes" else "no", Data = plan$data, Names = plan$names,
    Tile = sprintf("%d", plan$tile), Precision = plan$precision)
}

manifest_path <- function(dir) file.path(dir, "manifest")
names_path <- function(dir) file.path(dir, "names")

# The plan of a store's manifest, without inputs; NULL if there is none.
read_manifest <- function(dir) {
  path <- manifest_path(dir)
  if (!file.exists(path)) {
    return(NULL)
  }
  fields <- tryCatch(read.dcf(path)[1L, ], error = function(e) character())
  format <- unname(fields["Format"])
  if (isTRUE(format != store_format) && "Fingerprint" %in% names(fields)) {
    stop_store("'", dir, "' is a store of format ", format,
               ", and this version of manycore reads format ", store_format)
  }
  plan <- tryCatch(plan_of_manifest(dir, fields), error = function(e) NULL)
  if (is.null(plan) || !identical(plan$fingerprint, unname(fields["Fingerprint"]))) {
    entries <- c("names", "tiles", "x", "y", "steps")
    first <- c(suppressWarnings(readLines(path, 2L, warn = FALSE)), "", "")[1:2]
    written <- all(startsWith(first, c("Format:", "Work:")))
    ours <- (written || !any(nzchar(first))) &&
      is.null(foreign_in(dir, if (written) setdiff(entries, "names") else entries))
    stop_store("the manifest of the store '", dir, "' is ",
               if (ours) "damaged: " else "no manifest of a store: ", path,
               class = if (!ours) "manycore_error_manifest")
  }
  plan
}

plan_of_manifest <- function(dir, fields) {
  given <- grep("^Argument-", names(fields))
  arguments <- as.list(fields[given])
  names(arguments) <- sub("^Argument-", "", names(arguments))
  plan <- list(dir = dir, work = fields[["Work"]], arguments = arguments,
               dim = as.integer(fields[c("Rows", "Columns")]),
               tile = as.integer(fields[["Tile"]]), precision = fields[["Precision"]],
               symmetric = fields[["Symmetric"]] == "yes", data = fields[["Data"]],
               names = fields[["Names"]])
  plan$fingerprint <- fingerprint_of_plan(plan)
  plan
}

# Written once: of two managers that begin at the same time one is first, and the other one finds
# its manifest.
write_manifest <- function(plan) {
  fields <- c(manifest_of(plan), Fingerprint = plan$fingerprint)
  write_beside(manifest_path(plan$dir), function(path) {
    write.dcf(as.data.frame(as.list(fields), optional = TRUE), path, width = 1e4)
  }, once = TRUE)
}

# A file that is there whole or not at all: written under another name, which nobody else has, and
# renamed. `once`: one that is there stays. What goes wrong is an error of class
# manycore_error_disk.
write_beside <- function(path, write, once = FALSE) {
  beside <- name_beside(path)
  on.exit(unlink(beside))
  problem <- tryCatch({
    withCallingHandlers(write(beside), warning = function(w) {
      stop(conditionMessage(w), call. = FALSE)
    })
    NULL
  }, error = conditionMessage)
  if (is.null(problem)) {
    problem <- put_in_place(beside, path, once)
  }
  if (!is.null(problem)) {
    stop_disk(path, problem)
  }
}

# NULL, or what is wrong.
put_in_place <- function(beside, path, once = FALSE) {
  if (once && (suppressWarnings(file.link(beside, path)) || file.exists(path))) {
    return(NULL)
  }
  tryCatch(if (!file.rename(beside, path)) "it cannot be renamed", warning = conditionMessage)
}

place <- new.env(parent = emptyenv())
place$writes <- 0

name_beside <- function(path) {
  place$writes <- place$writes + 1
  host <- gsub("[^A-Za-z0-9]", "-", Sys.info()[["nodename"]])
  file.path(dirname(path),
            sprintf(".%s.%s.%d.%.0f", basename(path), host, Sys.getpid(), place$writes))
}

# ---- errors ----

stop_store <- function(..., call = user_call()) {
  stop_manycore("store", ..., call = call)
}

stop_disk <- function(path, problem) {
  stop_manycore("disk", "'", path, "' cannot be written: ", problem, path = path)
}

# ---- the plan of a call ----

# The plan by which `store` holds this work: that of its manifest, or a new one, which is
# written. Another work in the store is an error that names what differs; or is deleted, if the
# store says so.
#   rows: of a panel of x, for the default of the tile's size
#   make_inputs(tile): list(data =, inputs =): fingerprints of all, and of panels of this size
store_plan <- function(store, work, arguments, dim, symmetric, dimnames, rows, make_inputs,
                       workers = 1) {
  if (!file.exists(manifest_path(store$dir))) check_folder(store$dir)
  old <- old_plan(store)
  plan <- list(dir = store$dir, work = work, arguments = lapply(arguments, as.character),
               dim = as.integer(dim), symmetric = symmetric, names = fingerprint_of_names(dimnames))
  plan$tile <- if (!is.null(store$tile)) store$tile else if (!is.null(old)) old$tile else
    default_tile(dim, rows, workers)
  plan$precision <- if (!is.null(store$precision)) store$precision else if (!is.null(old))
    old$precision else "double"
  plan[c("data", "inputs")] <- make_inputs(plan$tile)
  plan$fingerprint <- fingerprint_of_plan(plan)
  old <- old_plan(store) # looking at the data may have taken minutes
  if (!is.null(old) && old$fingerprint != plan$fingerprint && isTRUE(store$overwrite)) {
    delete_store(store$dir)
    old <- NULL
  }
  if (is.null(old)) {
    make_folder(store$dir)
    write_manifest(plan)
    old <- read_manifest(store$dir)
  }
  if (old$fingerprint != plan$fingerprint) {
    stop_other_work(old, plan)
  }
  if (!is.null(dimnames) && is.null(stored_names(plan))) {
    write_beside(names_path(store$dir), function(path) saveRDS(dimnames, path))
  }
  plan
}

# That of the store's manifest. A damaged one is as good as none if it may be overwritten.
old_plan <- function(store) {
  if (!isTRUE(store$overwrite)) {
    return(read_manifest(store$dir))
  }
  tryCatch(read_manifest(store$dir), manycore_error_store = function(e) {
    if (inherits(e, "manycore_error_manifest")) stop(e) # somebody's file
    delete_store(store$dir)
    NULL
  })
}

stop_other_work <- function(old, plan) {
  there <- manifest_of(old)
  here <- manifest_of(plan)
  fields <- union(names(there), names(here))
  differ <- fields[!mapply(identical, unname(there[fields]), unname(here[fields]))]
  if ("Work" %in% differ) {
    differ <- "Work" # the arguments of another function say nothing
  } else if ("Tile" %in% differ) {
    differ <- setdiff(differ, "Data") # which is known by panels of this size
  }
  said <- vapply(differ, function(field) {
    what <- if (startsWith(field, "Argument-")) paste0("'", sub("^Argument-", "", field), "'") else
      c(Work = "the function", Rows = "the number of rows", Columns = "the number of columns",
        Symmetric = "whether it is symmetric", Data = "the data", Names = "the dimnames",
        Tile = "'tile'", Precision = "'precision'")[[field]]
    if (field %in% c("Data", "Names")) {
      what
    } else {
      paste0(what, " (", or_none(there[field]), " there, ", or_none(here[field]), " here)")
    }
  }, "")
  said[is.na(said)] <- differ[is.na(said)]
  stop_store("the store '", plan$dir, "' is of another call; what differs: ",
             paste(said, collapse = ", "), ". Another folder, or overwrite = TRUE, would do",
             call = user_call())
}

or_none <- function(text) if (is.na(text)) "none" else text

make_folder <- function(dir) {
  if (!dir.exists(dir) && !suppressWarnings(dir.create(dir, recursive = TRUE)) &&
        !dir.exists(dir)) {
    stop_disk(dir, "the folder cannot be made")
  }
}

# What belongs to a store, and nothing else.
delete_store <- function(dir) {
  files <- grep(store_files, list.files(dir, recursive = TRUE, all.files = TRUE), value = TRUE)
  unlink(file.path(dir, setdiff(files, "manifest")))
  for (folder in file.path(dir, c("tiles", "x", "y", "steps"))) {
    if (length(list.files(folder, recursive = TRUE, all.files = TRUE)) == 0) {
      unlink(folder, recursive = TRUE)
    }
  }
  unlink(manifest_path(dir)) # the last, as it says whose files the others are
}

# The files of a store; name_beside() is how those are called that are being written.
store_files <- paste0("^(manifest|names|tiles/[0-9]+/[0-9]+-[0-9]+|[xy]/[0-9]+/[0-9]+|",
                      "steps/[0-9]+/[a-z]+-[0-9]+)$|",
                      "^([.](manifest|names)|tiles/[0-9]+/[.][0-9]+-[0-9]+|[xy]/[0-9]+/[.][0-9]+|",
                      "steps/[0-9]+/[.][a-z]+-[0-9]+)[.][^/]*[.][0-9]+[.][0-9]+$")

# The first of the files below these entries of a folder that is no store's; NULL: there is none.
foreign_in <- function(dir, entries) {
  for (entry in entries) {
    files <- if (dir.exists(file.path(dir, entry))) {
      file.path(entry, list.files(file.path(dir, entry), recursive = TRUE))
    } else if (file.exists(file.path(dir, entry))) {
      entry
    }
    odd <- files[!grepl(store_files, files)]
    if (entry == "names" && length(files) > 0 && !is_rds(file.path(dir, entry))) odd <- entry
    if (length(odd) > 0) {
      return(odd[1])
    }
  }
}

is_rds <- function(path) {
  !is.null(tryCatch(suppressWarnings(readRDS(path)), error = function(e) NULL))
}

# ---- dimnames ----

# Those of a plan, whose file is compared with the manifest.
names_of_plan <- function(plan) {
  if (plan$names == "none") {
    return(NULL)
  }
  names <- stored_names(plan)
  if (is.null(names)) {
    stop_store("the dimnames of the store '", plan$dir, "' are damaged or missing: ",
               names_path(plan$dir), "; call ", plan$work, "() again with the same data")
  }
  names
}

# The file's, NULL if that is not whole.
stored_names <- function(plan) {
  names <- tryCatch(suppressWarnings(readRDS(names_path(plan$dir))), error = function(e) NULL)
  if (is.list(names) && fingerprint_of_names(names) == plan$names) names
}
