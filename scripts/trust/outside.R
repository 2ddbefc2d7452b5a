# Which files a session opens and changes while it uses stores that a stranger has damaged and
# forged: strace writes down each system call with a path or a connection. The stores are those of
# tests/testthat/helper-store-fuzz.R; some of their files are symbolic links into a home directory.
#
#   Rscript scripts/trust/outside.R [TURNS [SEED]]     150 stores, seed 1
#   Rscript scripts/trust/outside.R --plant            5 stores, and one act of each forbidden kind
#
# While a store is used (from `begin` to `end` of each turn) the session may
#   - open and change files below its temporary folder, but no file of the home directory,
#   - open files of R, of its packages and of the system for reading,
#   - look at any path (stat, readlink), and fail to open any file,
#   - ask the system's daemon of names, nscd, for the name of the user, which R wants to know.
# Each other call is a finding. strace resolves links of files that are opened. strace does not
# resolve links in paths of files that are deleted, renamed or made. For these paths
# fuzz_stores() compares the content of the home directory. Without strace the status is 77. The
# last line counts the calls and the findings.

given <- commandArgs(trailingOnly = TRUE)
here <- "scripts/trust/outside.R"

# ---- the session that is watched ----

# One act of each forbidden kind.
misbehave <- function() {
  other <- Sys.getenv("MANYCORE_OUTSIDE")
  readLines(file.path(other, "file"))
  writeLines("mine", file.path(other, "new"))
  file.rename(file.path(other, "new"), file.path(other, "newer"))
  system2("true")
  try(suppressWarnings(socketConnection(port = 1, timeout = 1)), silent = TRUE)
}

use_stores <- function(turns, seed, plant) {
  library(manycore)
  for (file in c("helper-process.R", "helper-store.R", "helper-store-fuzz.R")) {
    sys.source(file.path("tests", "testthat", file), globalenv())
  }
  plain <- use_vandalized
  use_vandalized <<- function(...) {
    file.exists("/manycore/begin") # strace sees the name
    on.exit(file.exists("/manycore/end"))
    if (plant) misbehave()
    plain(...)
  }
  file.exists(paste0("/manycore/folder", tempdir()))
  # (Calls take ten times as long under strace.)
  wrong <- grep("too slow$", fuzz_stores(turns, seed), value = TRUE, invert = TRUE)
  cat(sprintf("%s\n", wrong), sep = "")
  quit(status = length(wrong) > 0)
}
if (identical(given[1], "--watched")) {
  use_stores(as.integer(given[2]), as.integer(given[3]), given[4] == "plant")
}

# ---- what it did ----

# The calls of a log of `strace -f`, in the order in which they ended. A call that another thread
# interrupted has two lines. A call that never ended comes last.
calls_of <- function(lines) {
  pid <- sub(" .*", "", lines)
  text <- sub("^[0-9]+ +", "", lines)
  begun <- list()
  for (i in seq_along(text)) {
    if (endsWith(text[i], "<unfinished ...>")) {
      begun[[pid[i]]] <- sub(" *<unfinished ...>$", "", text[i])
      text[i] <- NA
    } else if (startsWith(text[i], "<... ")) {
      name <- sub("^<[.]{3} ([a-z0-9_]+) resumed>.*", "\\1", text[i])
      first <- begun[[pid[i]]]
      if (is.null(first) || !startsWith(first, paste0(name, "("))) first <- paste0(name, "(?")
      text[i] <- paste0(first, sub("^<[.]{3} [a-z0-9_]+ resumed>", "", text[i]))
      begun[[pid[i]]] <- NULL
    }
  }
  c(text[!is.na(text)], unlist(begun))
}

# The paths of a call: each text, behind the folder that precedes the text (`3</folder>, "name"`),
# and each open file.
paths_of <- function(call) {
  open <- "[0-9]+<[^>]*>([(]deleted[)])?|AT_FDCWD<[^>]*>"
  text <- '"([^"\\\\]|\\\\.)*"'
  found <- regmatches(call, gregexpr(sprintf("((%s), )?%s|%s", open, text, open), call))[[1]]
  has_folder <- !startsWith(found, "\"")
  folder <- ifelse(has_folder, sub("^[^<]*<([^>]*)>.*$", "\\1", found), "")
  name <- ifelse(grepl('"', found, fixed = TRUE), sub('^[^"]*"(.*)"$', "\\1", found), "")
  ifelse(startsWith(name, "/") | folder == "", name,
         ifelse(name == "", folder, paste0(folder, "/", name)))
}

is_below <- function(path, folders) {
  vapply(path, function(p) any(startsWith(paste0(p, "/"), sprintf("%s/", folders))), NA)
}

opens <- c("open", "openat", "openat2", "creat")
looks <- c("stat", "lstat", "newfstatat", "fstatat64", "statx", "access", "faccessat", "faccessat2",
           "readlink", "readlinkat", "getcwd", "chdir", "statfs", "getxattr", "lgetxattr",
           "listxattr", "llistxattr")
connects <- c("socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "shutdown")

# What a call did that it must not do; NULL if nothing. own: folders that the session may change.
# system: files that it may read.
finding <- function(call, own, home, system) {
  name <- sub("[(].*", "", call)
  foreign <- function(path) {
    !is_below(path, own) | is_below(path, home) | grepl("(^|/)[.][.](/|$)", path)
  }
  if (!grepl("^[a-z0-9_]+[(].*[)] += ", call)) return("is not understood")
  if (name %in% c("execve", "execveat")) return("starts a program")
  if (name %in% connects || grepl("^(send|recv|[gs]etsock|getpeer)", name)) {
    if (grepl("/var/run/nscd/socket", call, fixed = TRUE) ||
        grepl("^socket[(]AF_UNIX,", call)) return(NULL)
    return("speaks to others")
  }
  if (name %in% looks || grepl(" = (-1 E[A-Z]+ [(][^()]*[)]|[?] ERESTART.*)$", call)) return(NULL)
  if (name %in% opens) {
    path <- sub("^.* = [0-9]+<(.*)>([(]deleted[)])?$", "\\1", call)
    writes <- name == "creat" || grepl("O_WRONLY|O_RDWR|O_CREAT|O_TRUNC", call)
    if (!foreign(path) || (!writes && is_below(path, system)) || path == "/dev/null") return(NULL)
    return(if (writes) "opens to write" else "opens")
  }
  paths <- paths_of(sub(" = [^=]*$", "", call))
  if (startsWith(name, "symlink")) paths <- paths[-1] # the first is a text
  if (length(paths) == 0 || any(foreign(paths))) "changes"
}

log <- tempfile("strace")
if (!nzchar(Sys.which("strace")) ||
    system2("strace", c("-f", "-o", shQuote(log), "true"), stderr = FALSE) != 0) {
  cat("outside.R: strace is not here, or must not be used\n")
  quit(status = 77)
}
plant <- identical(given, "--plant")
given <- if (plant) 5L else suppressWarnings(as.integer(given))
if (anyNA(given) || any(given < 1)) stop("TURNS and SEED are whole numbers", call. = FALSE)
turns <- if (length(given) > 0) given[1] else 150L
seed <- if (length(given) > 1) given[2] else 1L
outside <- file.path(normalizePath(tempdir()), "outside")
dir.create(outside)
writeLines("of somebody else", file.path(outside, "file"))
Sys.setenv(TMPDIR = normalizePath(dirname(tempdir())), MANYCORE_OUTSIDE = outside) # without links

status <- system2("strace", c(
  "-f", "-y", "-qq", "-s", "4096", "-e", "trace=%file,%network", "-e", "signal=none", "-o",
  shQuote(log), shQuote(file.path(R.home("bin"), "Rscript")), "--vanilla", here, "--watched",
  turns, seed, if (plant) "plant" else "use"))
calls <- calls_of(readLines(log, warn = FALSE))
folder <- grep("\"/manycore/folder", calls, fixed = TRUE, value = TRUE)
if (length(folder) != 1) {
  cat(utils::tail(calls, 3), "outside.R: the session did not begin", sep = "\n")
  quit(status = 1)
}
folder <- sub('.*"/manycore/folder(/[^"]*)".*', "\\1", folder)
begin <- grepl('"/manycore/begin"', calls, fixed = TRUE)
end <- grepl('"/manycore/end"', calls, fixed = TRUE)
inside <- cumsum(begin) > cumsum(end)

home <- unique(sub("^(.*/home[0-9a-f]+).*", "\\1", grep(
  paste0(folder, "/home"), unlist(lapply(calls[!inside], paths_of)), fixed = TRUE, value = TRUE)))
system <- c(normalizePath(c(R.home(), R.home("share"), .libPaths())), "/proc", "/sys", "/lib",
            "/usr/lib", "/usr/share/locale", "/usr/share/zoneinfo", "/etc/localtime",
            "/etc/passwd", "/etc/nsswitch.conf", "/etc/ld.so.cache")
watched <- unique(calls[inside])
found <- lapply(watched, finding, own = folder, home = home, system = system)
bad <- !vapply(found, is.null, NA)
shown <- if (plant) !duplicated(as.character(found[bad])) else seq_len(min(20, sum(bad)))
cat(sprintf("%s: %s\n", found[bad][shown], watched[bad][shown]), sep = "")
of_store <- sum(grepl("^openat.* = [0-9]+<.*/store[^/]*/.*>$", calls[inside]))
cat(sprintf("%d stores were used, by %d calls, of which %d opened a file of a store; %d findings\n",
            sum(begin), sum(inside), of_store, sum(calls[inside] %in% watched[bad])))
quit(status = !(status == 0 && sum(begin) == turns && sum(end) == turns && length(home) == 1 &&
                  of_store >= turns && !any(bad)))
