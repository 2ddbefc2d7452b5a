# The manifest, which describes the contents of a store, and the file of the dimnames. Both may come
# from a stranger: they are read as text and lengths, and each value is checked.

manifest_of_store <- function(dir) c(dir, "manifest")
names_of_store <- function(dir) c(dir, "names")

# ---- the manifest ----

# The fields of a manifest, as text. They are compared when a store is used again.
manifest_of <- function(plan) {
  arguments <- unlist(plan$arguments)
  if (length(arguments) > 0) names(arguments) <- paste0("Argument-", names(arguments))
  c(Format = store_format, Work = plan$work, arguments,
    Rows = sprintf("%d", plan$dim[1]), Columns = sprintf("%d", plan$dim[2]),
    Symmetric = if (plan$symmetric) "yes" else "no", Data = plan$data, Names = plan$names,
    Tile = sprintf("%d", plan$tile), Precision = plan$precision)
}

# Writes the manifest unless there is one: of two managers that begin at the same time, the second
# one finds the manifest of the first one.
write_manifest <- function(plan) {
  fields <- c(manifest_of(plan), Fingerprint = plan$fingerprint)
  text <- paste0(names(fields), ": ", fields, "\n", collapse = "")
  write_file(manifest_of_store(plan$dir), charToRaw(text), plan$fingerprint, once = TRUE)
}

# The plan in a store's manifest, without inputs; NULL if there is no manifest.
read_manifest <- function(dir) {
  bytes <- read_file(manifest_of_store(dir), 2^16)
  if (is.null(bytes)) {
    return(NULL)
  }
  fields <- fields_of(bytes)
  format <- unname(fields["Format"])
  if (isTRUE(format != store_format) && "Fingerprint" %in% names(fields)) {
    stop_store("'", dir, "' is a store of format ", format,
               ", and this version of manycore reads format ", store_format,
               ": use another folder, or delete this one")
  }
  plan <- plan_of_fields(dir, fields)
  if (is.na(format) || is.null(plan) ||
        !identical(plan$fingerprint, unname(fields["Fingerprint"]))) {
    stop_manifest(dir, bytes)
  }
  plan
}

# The lines "Field: text" of a manifest. No lines if a byte is not printable ASCII, or a field is
# there twice.
fields_of <- function(bytes) {
  printable <- bytes %in% as.raw(c(10, 13, 32:126))
  if (length(bytes) == 0 || !all(printable)) {
    return(character())
  }
  lines <- strsplit(rawToChar(bytes), "\r?\n")[[1]] # an editor may have written line ends
  form <- "^([A-Za-z][A-Za-z0-9._-]*): (.*)$"
  fields <- stats::setNames(sub(form, "\\2", lines), sub(form, "\\1", lines))
  if (all(grepl(form, lines)) && !anyDuplicated(names(fields))) fields else character()
}

# The plan that the fields describe, NULL if the plan is impossible.
plan_of_fields <- function(dir, fields) {
  numbers <- suppressWarnings(as.numeric(fields[c("Rows", "Columns", "Tile")]))
  words <- fields[c("Work", "Symmetric", "Data", "Names", "Precision")]
  digits <- "^[0-9a-f]{16}$"
  if (anyNA(numbers) || anyNA(words) || any(numbers != trunc(numbers)) ||
        any(numbers < c(0, 0, 1)) || any(numbers > c(2^31 - 1, 2^31 - 1, 8192)) ||
        !is_kind(words[[1]]) || !words[[2]] %in% c("yes", "no") ||
        !grepl(digits, words[[3]]) || !(words[[4]] == "none" || grepl(digits, words[[4]])) ||
        !words[[5]] %in% precisions) {
    return(NULL)
  }
  arguments <- as.list(fields[startsWith(names(fields), "Argument-")])
  names(arguments) <- sub("^Argument-", "", names(arguments))
  plan <- list(dir = dir, work = words[[1]], arguments = arguments,
               dim = as.integer(numbers[1:2]), tile = as.integer(numbers[3]),
               precision = words[[5]], symmetric = words[[2]] == "yes", data = words[[3]],
               names = words[[4]])
  if ((plan$symmetric && plan$dim[1] != plan$dim[2]) || too_many_tiles(plan)) {
    return(NULL)
  }
  plan$fingerprint <- fingerprint_of_plan(plan)
  plan
}

# The error of a manifest that is damaged, or of another file with that name.
stop_manifest <- function(dir, bytes) {
  entries <- c("names", "tiles", "x", "y", "steps")
  text <- strsplit(rawToChar(bytes[bytes != as.raw(0)]), "\n", fixed = TRUE, useBytes = TRUE)[[1]]
  first <- c(text, "", "")[1:2]
  written <- all(startsWith(first, c("Format:", "Work:")))
  ours <- (written || !any(nzchar(first))) &&
    length(foreign_files(dir, if (written) setdiff(entries, "names") else entries)) == 0
  stop_store("the manifest of the store '", dir, "' is ",
             if (ours) "damaged: " else "no manifest of a store: ",
             full_path(manifest_of_store(dir)),
             if (ours) "; overwrite = TRUE begins anew" else
               paste("; use another folder, or move this file away if it is yours; if the folder",
                     "is a damaged store, delete the folder"),
             class = if (ours) "manycore_error_damaged_manifest")
}

# ---- folders that are no stores ----

# The form of paths of a store. It tells whether a folder without a manifest may be a store. (No
# file is deleted by its form.)
store_files <- paste0("^(manifest|names|tiles/[0-9]+/[0-9]+-[0-9]+|[xy]/[0-9]+/[0-9]+|",
                      "steps/[0-9]+/[a-z]+-[0-9]+)$|",
                      "^([.](manifest|names)|tiles/[0-9]+/[.][0-9]+-[0-9]+|[xy]/[0-9]+/[.][0-9]+|",
                      "steps/[0-9]+/[.][a-z]+-[0-9]+)[.][^/]*[.][0-9]+[.][0-9]+$")

# The files below these entries of a folder that do not belong to a store.
foreign_files <- function(dir, entries = names_in(dir, "")) {
  kinds <- look_at(dir, entries)$kind
  files <- as.character(unlist(Map(function(entry, kind) {
    if (kind == "folder") files_left(dir, entry) else if (kind != "missing") entry
  }, entries, kinds)))
  kinds <- look_at(dir, files)$kind
  # A folder counts if it is deeper than any folder of a store; else it is an empty one.
  deep <- lengths(strsplit(files, "/", fixed = TRUE, useBytes = TRUE)) > 3
  odd <- !grepl(store_files, files, useBytes = TRUE) | !kinds %in% c("file", "missing")
  foreign <- files[(kinds != "folder" | deep) & odd]
  c(foreign, if ("names" %in% files && !has_magic(dir)) "names")
}

# Does the file "names" begin like a file of dimnames?
has_magic <- function(dir) {
  magic <- pack_names(list(NULL, NULL))[1:8]
  size <- look_at(dir, "names")$bytes
  !is.na(size) && size <= most_bytes_of_names &&
    identical(read_file(names_of_store(dir), most_bytes_of_names, 8), magic)
}

# ---- dimnames ----

most_bytes_of_names <- 2^31 - 1

# Names with invalid bytes could not be compared after they are read.
check_encodings <- function(dimnames) {
  for (names in Filter(is.character, dimnames)) {
    bad <- which(!validEnc(names) & Encoding(names) != "bytes")
    if (length(bad) > 0) {
      stop_manycore("data", "name ", bad[1], " of the rows or columns is not valid in its ",
                    "encoding: iconv() makes UTF-8 of names in another encoding")
    }
  }
}

pack_names <- function(dimnames) {
  text <- function(names) if (!is.null(names)) as.character(names)
  .Call(C_names_pack, list(text(dimnames[[1]]), text(dimnames[[2]]), text(names(dimnames))))
}

# list(row names, column names, names of the dimnames); NULL if the bytes are damaged.
unpack_names <- function(bytes) {
  found <- .Call(C_names_unpack, bytes)
  valid <- function(names) all(is.na(names) | Encoding(names) == "bytes" | validUTF8(names))
  if (!is.null(found) && all(vapply(found, function(names) is.null(names) || valid(names), NA))) {
    found
  }
}

write_names <- function(plan, dimnames) {
  write_file(names_of_store(plan$dir), pack_names(dimnames), plan$fingerprint)
}

# The dimnames of a plan. Their file is compared with the manifest.
names_of_plan <- function(plan) {
  if (plan$names == "none") {
    return(NULL)
  }
  names <- stored_names(plan)
  if (is.null(names)) {
    stop_store("the dimnames of the store '", plan$dir, "' are damaged or missing: ",
               full_path(names_of_store(plan$dir)), "; call ", plan$work,
               "() again with the same data")
  }
  names
}

# The dimnames in the file; NULL if the file is damaged, or belongs to another plan.
stored_names <- function(plan) {
  bytes <- read_file(names_of_store(plan$dir), most_bytes_of_names)
  if (is.null(bytes) || fingerprint_of(bytes) != plan$names) {
    return(NULL)
  }
  found <- unpack_names(bytes)
  fits <- function(names, count) is.null(names) || length(names) == count
  if (is.null(found) || !all(mapply(fits, found, c(plan$dim, 2L)))) {
    return(NULL)
  }
  stats::setNames(found[1:2], found[[3]])
}

store_format <- "2"

fingerprint_of_plan <- function(plan) {
  fields <- manifest_of(plan)
  fingerprint_of(paste(names(fields), fields, sep = "="))
}

fingerprint_of_names <- function(dimnames) {
  if (is.null(dimnames)) "none" else fingerprint_of(pack_names(dimnames))
}

# An error if the folder exists and is neither a store nor empty.
check_folder <- function(dir) {
  if (!dir.exists(dir)) {
    return(invisible())
  }
  if (any(file.access(dir, 1) != 0, file.access(dir, 4) != 0)) {
    stop_manycore("argument", "'dir' must be a folder that may be read: '", dir, "' may not",
                  argument = "dir")
  }
  foreign <- if (!is_there(manifest_of_store(dir))) {
    names <- names_in(dir, "")
    # hidden files, such as .DS_Store, are not anybody's data
    foreign_files(dir, names[!startsWith(names, ".") | grepl(store_files, names, useBytes = TRUE)])
  }
  if (length(foreign) > 0) {
    stop_manycore("argument", "'dir' must be a new or empty folder, or a store: in '", dir,
                  "' there is '", shown_path(foreign[1]), "', and no manifest", argument = "dir")
  }
}
