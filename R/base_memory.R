# Bytes of memory that are free without swapping: of the machine, or of a cgroup (of a
# container, of a batch system's job), whichever is less. NA if the system does not say. `root`: the
# folder of /proc and /sys.
memory_available <- function(root = "") {
  line <- grep("^MemAvailable:", read_lines(root, "/proc/meminfo"), value = TRUE)
  machine <- if (length(line) == 1) 1024 * as.numeric(gsub("[^0-9]", "", line)) else NA
  least <- c(machine, cgroup_available(root))
  if (all(is.na(least))) NA_real_ else min(least, na.rm = TRUE)
}

# The free memory of this process's cgroups, of both versions, from its own group up to the
# root: a number for each group with a limit.
cgroup_available <- function(root) {
  groups <- read_lines(root, "/proc/self/cgroup") # number:controllers:path
  controllers <- sub("^[0-9]+:([^:]*):.*", "\\1", groups)
  paths <- sub("^[0-9]+:[^:]*:", "", groups)
  one <- vapply(strsplit(controllers, ","), function(words) "memory" %in% words, NA)
  two <- startsWith(groups, "0::")
  c(left_by(root, c("/sys/fs/cgroup", "/sys/fs/cgroup/unified"), paths[two], "memory.max",
            "memory.current", ""),
    left_by(root, "/sys/fs/cgroup/memory", paths[one], "memory.limit_in_bytes",
            "memory.usage_in_bytes", "total_"))
}

# The limit less the usage. Pages of files do not count as used: the system drops them for others.
left_by <- function(root, mounts, paths, limit_file, usage_file, prefix) {
  folders <- unlist(lapply(paths, path_and_above))
  left <- lapply(as.vector(outer(mounts, folders, paste0)), function(folder) {
    number <- function(file) {
      suppressWarnings(as.numeric(read_lines(root, file.path(folder, file))[1]))
    }
    limit <- number(limit_file) # NA for "max"
    if (is.na(limit)) {
      return(NULL)
    }
    usage <- number(usage_file)
    statistics <- read_lines(root, file.path(folder, "memory.stat"))
    files <- grep(paste0("^", prefix, "(in)?active_file "), statistics, value = TRUE)
    used <- usage - sum(as.numeric(sub(".* ", "", files)))
    max(0, limit - max(0, used, na.rm = TRUE))
  })
  as.numeric(unlist(left))
}

# "/a/b", "/a", "".
path_and_above <- function(path) {
  above <- character()
  while (nzchar(path <- sub("/+$", "", path))) {
    above <- c(above, path)
    path <- sub("[^/]*$", "", path)
  }
  c(above, "")
}

# The lines of a file; no lines if the file is missing or may not be read.
read_lines <- function(root, file) {
  file <- paste0(root, file)
  if (!file.exists(file)) {
    return(character())
  }
  tryCatch(suppressWarnings(readLines(file, warn = FALSE)), error = function(e) character())
}

# Refuses a call that needs more memory than is free, before anything is allocated. `numbers`: the
# doubles of its result, and of its scratch where that is large. Asking for the free memory takes
# time, so it is not done for small results. gc() frees what R no longer needs.
check_room <- function(numbers, available = memory_available, what = "the call") {
  lacking <- function() isTRUE(8 * numbers > available())
  if (numbers <= 1e7 || !lacking()) {
    return()
  }
  gc()
  if (lacking()) {
    stop_manycore("memory", what, " needs ", format_bytes(8 * numbers), " of memory, and ",
                  format_bytes(available()), " are available")
  }
}

# The bound on working memory in bytes. The option is in MiB.
scratch_bytes <- function() {
  mib <- getOption("manycore.scratch")
  if (is.null(mib)) {
    return(256 * 2^20)
  }
  if (!is_number(mib, 1, 1e9)) {
    stop_manycore("option", "the option 'manycore.scratch' must be a number of MiB, at least 1, ",
                  "not ", describe(mib), option = "manycore.scratch")
  }
  as.double(mib) * 2^20
}
