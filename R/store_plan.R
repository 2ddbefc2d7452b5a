# The plan of a store: what the store is to hold. The manifest keeps it. Fingerprints tell whether a
# call is the same again. A plan is a plain list, small enough to be sent with each task:
#
#   dir, work, arguments   the folder; which function, and its arguments as text
#   dim, tile, precision   of the matrix; rows and columns of a tile
#   symmetric              only tiles on and above the diagonal are stored
#   data, names            fingerprints of the data and of the dimnames
#   inputs                 for "x", and "y", the fingerprints of their panels
#   fingerprint            of all of these; each tile has it in its header

# The plan of a call: that of the store's manifest, or a new plan, whose manifest is written. If the
# store holds the result of another call, the error names what differs, or (`overwrite`) that result
# is deleted.
#   bytes(tile): what the largest panel of x takes in memory, for the default size of tiles
#   make_inputs(tile): list(data =, inputs =): fingerprints of all data, and of panels of this size
store_plan <- function(store, work, arguments, dim, symmetric, dimnames, bytes, make_inputs,
                       workers) {
  if (!is_there(manifest_of_store(store$dir))) check_folder(store$dir)
  check_encodings(dimnames)
  old <- old_plan(store)
  plan <- list(dir = store$dir, work = work, arguments = lapply(arguments, as.character),
               dim = as.integer(dim), symmetric = symmetric, names = fingerprint_of_names(dimnames))
  plan$tile <- if (!is.null(store$tile)) store$tile else if (!is.null(old)) old$tile else
    default_tile(dim, bytes, workers)
  plan$precision <- if (!is.null(store$precision)) store$precision else if (!is.null(old))
    old$precision else "double"
  check_count_of_tiles(plan)
  plan[c("data", "inputs")] <- make_inputs(plan$tile)
  plan$fingerprint <- fingerprint_of_plan(plan)
  old <- old_plan(store) # reading the data may have taken minutes
  if (!is.null(old) && old$fingerprint != plan$fingerprint && isTRUE(store$overwrite)) {
    delete_store(old, plan)
    old <- read_manifest(store$dir) # another manager with the same plan may have begun
  }
  if (is.null(old)) {
    make_folder(store$dir)
    tell_of_files_left(store$dir, files_of_others(plan))
    write_manifest(plan)
    old <- read_manifest(store$dir)
  }
  if (old$fingerprint != plan$fingerprint) {
    stop_other_work(old, plan)
  }
  if (!is.null(dimnames) && is.null(stored_names(plan))) {
    write_names(plan, dimnames)
  }
  plan
}

# The plan in the store's manifest. A damaged manifest does not say which files belong to the store.
# With `overwrite` only the damaged manifest is deleted. Tiles of the new plan will be replaced, and
# a message names the other files.
old_plan <- function(store) {
  if (!isTRUE(store$overwrite)) {
    return(read_manifest(store$dir))
  }
  tryCatch(read_manifest(store$dir), manycore_error_damaged_manifest = function(e) {
    remove_file(manifest_of_store(store$dir))
    NULL
  })
}

check_count_of_tiles <- function(plan) {
  if (too_many_tiles(plan)) {
    stop_manycore("size", "a store has up to ", format_count(most_tiles), " tiles, and tiles of ",
                  plan$tile, " x ", plan$tile, " would be ", format_count(count_tiles(plan)),
                  ": give tile_store() a larger 'tile'")
  }
}

stop_other_work <- function(old, plan) {
  there <- manifest_of(old)
  here <- manifest_of(plan)
  fields <- union(names(there), names(here))
  differ <- fields[!mapply(identical, unname(there[fields]), unname(here[fields]))]
  if ("Work" %in% differ) {
    differ <- "Work" # arguments of another function cannot be compared
  } else if ("Tile" %in% differ) {
    differ <- setdiff(differ, "Data") # its fingerprint depends on the size of tiles
  }
  drawn <- kind_of(plan)$drawn
  drawn <- if (paste0("Argument-", drawn$argument) %in% differ) drawn
  if (!is.null(drawn)) {
    differ <- setdiff(differ, "Data") # they are in another order
  }
  said <- vapply(differ, function(field) {
    what <- if (startsWith(field, "Argument-")) paste0("'", sub("^Argument-", "", field), "'") else
      c(Work = "the function", Rows = "the number of rows", Columns = "the number of columns",
        Symmetric = "whether it is symmetric", Data = "the data", Names = "the dimnames",
        Tile = "'tile'", Precision = "'precision'")[[field]]
    if (field %in% c("Data", "Names", paste0("Argument-", kind_of(plan)$fingerprints))) {
      what
    } else {
      paste0(what, " (", or_none(there[field]), " there, ", or_none(here[field]), " here)")
    }
  }, "")
  said[is.na(said)] <- differ[is.na(said)]
  stop_store("the store '", plan$dir, "' has the result of another call; what differs: ",
             paste(said, collapse = ", "), drawn$advice,
             ". Use another folder, or replace this one: tile_store(dir, overwrite = TRUE)",
             call = user_call())
}

or_none <- function(text) if (is.na(text)) "none" else text

# ---- deletion ----

# The names of files that a call with this plan can have made, by folder.
files_of_plan <- function(plan) {
  panels <- plan_panels(plan)
  by_folder <- function(paths) {
    paths <- as.character(paths)
    split(basename(paths), dirname(paths))
  }
  tiles <- plan_tiles(plan)
  inputs <- lapply(1:2, function(k) input_name(c("x", "y")[k], seq_len(panels[k])))
  c(by_folder(tile_name(plan, tiles[, 1], tiles[, 2])), by_folder(unlist(inputs)),
    kind_of(plan)$files(plan), stats::setNames(list("names"), ""))
}

# Files in the folder that do not belong to the new plan, in a store without a manifest.
files_of_others <- function(plan) {
  if (length(names_in(plan$dir, "")) == 0) {
    return(character())
  }
  own <- files_of_plan(plan)
  left <- files_left(plan$dir)
  left <- left[is.na(name_of_beside(basename(left), plan$fingerprint))] # another manager's
  setdiff(left, c("manifest", unlist(Map(function(folder, names) {
    if (nzchar(folder)) paste(folder, names, sep = "/") else names
  }, names(own), own))))
}

# Deletes the files of the store of this plan. The manifest is deleted last, because it says which
# files belong to the store. `new` is the plan that replaces this one, or NULL: another manager with
# that plan may already work, and its files stay.
delete_store <- function(plan, new = NULL) {
  panels <- unlist(lapply(new$inputs, `[[`, "panels"))
  files <- if (!is.null(new)) files_of_plan(new)
  stays <- function(path) {
    if (is.null(new)) {
      FALSE
    } else if (path == "names") {
      !is.null(stored_names(new))
    } else if (path == "manifest") {
      !identical(read_manifest(plan$dir)$fingerprint, plan$fingerprint)
    } else {
      # (A panel of the old plan may have the data of a new panel with another number.)
      (startsWith(basename(path), ".") || basename(path) %in% files[[dirname(path)]]) &&
        isTRUE(.Call(C_tile_fingerprint, c(plan$dir, path)) %in% c(new$fingerprint, panels))
    }
  }
  delete_files(plan$dir, files_of_plan(plan), plan$fingerprint, stays = stays)
  delete_files(plan$dir, stats::setNames(list("manifest"), ""), plan$fingerprint, stays = stays)
}
