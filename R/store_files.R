# The files of a store. c(dir, path) names a file: `dir` is the store's folder, `path` is the path
# below it. A store may come from a stranger, so no symbolic link below `dir` is followed
# (src/base/safe_file.h), and no content is ever evaluated, parsed or unserialized.

# Kinds and sizes of these paths: list(kind, bytes). Kinds are "missing", "file", "folder", "link"
# (a symbolic link, or a path behind one), "other" (a device, a pipe; or a path behind a file) and
# "hidden" (not known: no right to look, or the system cannot).
look_at <- function(dir, paths) .Call(C_file_look, dir, paths)

is_there <- function(file) look_at(file[1], file[2])$kind != "missing"

full_path <- function(file) file.path(file[1], file[2])

# Paths as messages show them. A terminal would act on control characters in a stranger's file
# names; so a path with characters that cannot be printed has escapes.
shown_path <- function(path) {
  odd <- !validEnc(path)
  odd[!odd] <- grepl("[^[:print:]]", path[!odd])
  path[odd] <- encodeString(path[odd])
  path
}

# The names in a folder below `dir` ("": the store's folder); no names if the folder is missing.
names_in <- function(dir, folder) {
  names <- .Call(C_file_list, c(dir, folder))
  if (is.character(names)) {
    return(names)
  }
  kind <- if (nzchar(folder)) look_at(dir, folder)$kind else if (dir.exists(dir)) "folder" else
    "missing"
  if (kind == "folder") {
    stop_manycore("store", "the folder '", full_path(c(dir, folder)), "' cannot be read: ",
                  names[[1]], class = "manycore_error_file", path = full_path(c(dir, folder)),
                  found = kind)
  }
  if (kind != "missing") stop_odd_file(c(dir, folder), kind, "folder")
  character()
}

# Makes a folder, the folders on the way to it, and the store's folder.
make_folder <- function(dir, folder = NULL) {
  if (!dir.exists(dir)) {
    why <- NULL
    withCallingHandlers(dir.create(dir, recursive = TRUE), warning = function(w) {
      why <<- conditionMessage(w)
      invokeRestart("muffleWarning")
    })
    if (!dir.exists(dir)) stop_disk(dir, paste0("the folder cannot be made: ", why))
  }
  if (!is.null(folder)) {
    problem <- .Call(C_file_make_folder, c(dir, folder))
    if (!is.null(problem)) {
      check_way(c(dir, folder))
      stop_disk(file.path(dir, folder), problem)
    }
  }
}

# An error if a link or a file is in the place of a folder on the way to a file.
check_way <- function(file) {
  parts <- strsplit(file[2], "/", fixed = TRUE)[[1]]
  for (k in seq_along(parts)) {
    path <- paste(parts[seq_len(k)], collapse = "/")
    kind <- look_at(file[1], path)$kind
    if (kind %in% c("link", "other", if (k < length(parts)) "file")) {
      stop_odd_file(c(file[1], path), kind, if (k < length(parts)) "folder" else "file")
    }
  }
}

# The bytes of a small file, or its first `head` bytes; NULL if the file is missing. A file that
# another process replaces meanwhile is read again.
read_file <- function(file, most, head = most) {
  for (turn in 1:5) {
    bytes <- .Call(C_file_read, file, most, head)
    if (is.raw(bytes)) {
      return(bytes)
    }
    kind <- look_at(file[1], file[2])$kind
    if (kind != "file") break
  }
  if (kind == "missing") {
    return(NULL)
  }
  if (kind == "file") {
    stop_store("'", full_path(file), "' of the store cannot be read: ", bytes)
  }
  stop_odd_file(file, kind, "file")
}

# Writes a file under a unique name and renames it, so that the file is complete or not there.
# `once`: an existing file stays. A failure is an error of class manycore_error_disk.
write_file <- function(file, bytes, mark, once = FALSE) {
  beside <- name_beside(file, mark)
  remove_file(beside) # left by a killed process with the same number
  on.exit(remove_file(beside))
  problem <- .Call(C_file_write, beside, bytes)
  if (is.null(problem)) {
    problem <- put_in_place(beside, file, once)
  }
  if (!is.null(problem)) {
    check_way(file)
    stop_disk(full_path(file), problem)
  }
}

# NULL, or the reason of a failure.
put_in_place <- function(beside, file, once = FALSE) {
  if (once && (is.null(.Call(C_file_link, beside, file[2])) || is_there(file))) {
    return(NULL)
  }
  .Call(C_file_rename, beside, file[2])
}

place <- new.env(parent = emptyenv())
place$writes <- 0

# The name under which a file is written: hidden, in the same folder, with the fingerprint of the
# store's plan (`mark`), by which delete_files() knows the file, and with numbers that no other
# process has.
name_beside <- function(file, mark) {
  place$writes <- place$writes + 1
  host <- gsub("[^A-Za-z0-9]", "-", Sys.info()[["nodename"]])
  folder <- dirname(file[2])
  name <- sprintf(".%s.%s.%s.%d.%.0f", basename(file[2]), mark, host, Sys.getpid(), place$writes)
  c(file[1], if (folder == ".") name else paste(folder, name, sep = "/"))
}

# The file that each name stands beside; NA for names that name_beside() does not make with this
# mark.
name_of_beside <- function(names, mark) {
  form <- paste0("^[.](.+)[.]", mark, "[.][A-Za-z0-9-]*[.][0-9]+[.][0-9]+$")
  # bytes: a name that is no text of the locale is not an error
  of <- sub(form, "\\1", names, useBytes = TRUE)
  ifelse(grepl(form, names, useBytes = TRUE), of, NA_character_)
}

remove_file <- function(file) invisible(.Call(C_file_remove, file, 0L))

# Removes an empty folder. A folder that is not empty stays.
remove_folder <- function(file) invisible(.Call(C_file_remove, file, 1L))

# ---- deletion ----

# Deletes files that the call of a plan can have made, by exact names, and then empty folders.
#   folders: a list of names by folder ("": the store's folder). These files are deleted, and files
#     that were being written beside them
#   beside: delete only the files that were being written
#   stays(path): which files stay
# If a link or a folder has one of the names, the call ends with an error and deletes nothing.
delete_files <- function(dir, folders, mark, beside = FALSE, stays = function(path) FALSE) {
  found <- Map(function(folder, known) {
    names <- names_in(dir, folder)
    own <- names[(!beside & names %in% known) | name_of_beside(names, mark) %in% known]
    paths <- if (nzchar(folder)) sprintf("%s/%s", folder, own) else own
    kinds <- look_at(dir, paths)$kind
    odd <- which(kinds != "file" & kinds != "missing")
    if (length(odd) > 0) stop_odd_file(c(dir, paths[odd[1]]), kinds[odd[1]], "file")
    paths
  }, names(folders), folders)
  for (path in unlist(found)) {
    if (stays(path)) next
    problem <- remove_file(c(dir, path))
    if (!is.null(problem) && is_there(c(dir, path))) {
      stop_manycore("disk", "'", shown_path(file.path(dir, path)), "' cannot be deleted: ", problem,
                    path = file.path(dir, path))
    }
  }
  for (folder in names(folders)[nzchar(names(folders))]) {
    while (folder != ".") {
      remove_folder(c(dir, folder))
      folder <- dirname(folder)
    }
  }
}

# The paths in a folder of a store: files, links, and folders that are empty, cannot be read or are
# more than 20 deep. At most `most` paths.
files_left <- function(dir, folder = "", most = 1000, deep = 0) {
  left <- character()
  names <- tryCatch(sort(names_in(dir, folder)), manycore_error = function(e) character())
  paths <- if (nzchar(folder)) sprintf("%s/%s", folder, names) else names
  kinds <- look_at(dir, paths)$kind
  for (k in seq_along(paths)) {
    below <- if (kinds[k] == "folder" && deep < 20) {
      files_left(dir, paths[k], most - length(left), deep + 1)
    }
    left <- c(left, if (length(below) > 0) below else paths[k])
    if (length(left) >= most) break
  }
  utils::head(left, most)
}

tell_of_files_left <- function(dir, left) {
  if (length(left) > 0) {
    message("manycore: ", if (length(left) >= 1000) "1,000 files or more" else
      count_of(length(left), "file"), " in '", dir, "' not made by this store ",
            if (length(left) == 1) "stays" else "stay", ": '",
            paste(shown_path(utils::head(left, 5)), collapse = "', '"), "'",
            if (length(left) > 5) ", ...")
  }
}

# ---- errors ----

stop_store <- function(..., call = user_call()) {
  stop_manycore("store", ..., call = call)
}

stop_disk <- function(path, problem) {
  stop_manycore("disk", "'", path, "' cannot be written: ", problem, path = path)
}

# The error of a path of another kind than the store has there, a file or a folder.
stop_odd_file <- function(file, kind, wanted) {
  what <- c(link = "is a symbolic link, or behind one (links in a store are not followed)",
            folder = "is a folder", file = "is a file", other = "is neither a file nor a folder",
            hidden = "cannot be looked at")[[kind]]
  path <- full_path(file)
  stop_manycore("store", "'", shown_path(path), "' ", what, ", and a store has a ", wanted,
                " there: ", if (kind == "hidden") "let its folder be searched" else "move it away",
                ", or use another folder for the store", class = "manycore_error_file",
                path = path, found = kind)
}
