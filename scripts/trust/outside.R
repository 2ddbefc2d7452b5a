# Which files a session opens and changes while it uses stores that a stranger has damaged and
# forged: strace writes down each system call with a path. The stores are those of
# tests/testthat/helper-store-fuzz.R; some of their files are symbolic links into a home directory.
#
#   Rscript scripts/trust/outside.R [TURNS [SEED]]     150 stores, seed 1
#
# While a store is used (from `begin` to `end` of each turn) the session may
#   - open and change files below its temporary folder, but no file of the home directory,
#   - read files of R, of its packages and of the system,
#   - ask the system's daemon of names, nscd, for the name of the user, which R wants to know.
# Each other file, each program that is started and each connection is a finding. strace resolves
# links of files that are opened. It does not resolve those of files that are deleted, renamed or
# made; for these, fuzz_stores() compares the content of the home directory. Without strace the
# status is 77. The last line counts the calls and the findings.

given <- commandArgs(trailingOnly = TRUE)
here <- "scripts/trust/outside.R"

# ---- the session that is watched ----

use_stores <- function(turns, seed) {
  library(manycore)
  for (file in c("helper-process.R", "helper-store.R", "helper-store-fuzz.R")) {
    sys.source(file.path("tests", "testthat", file), globalenv())
  }
  plain <- use_vandalized
  use_vandalized <<- function(...) {
    file.exists("/manycore/begin") # strace sees the name
    on.exit(file.exists("/manycore/end"))
    plain(...)
  }
  file.exists(paste0("/manycore/folder", tempdir()))
  wrong <- fuzz_stores(turns, seed)
  cat(wrong, sep = "\n")
  quit(status = length(wrong) > 0)
}
if (identical(given[1], "--watched")) use_stores(as.integer(given[2]), as.integer(given[3]))

# ---- what it did ----

# The calls of a log of `strace -f`, in the order in which they ended. A call that another thread
# interrupted has two lines.
calls_of <- function(lines) {
  pid <- sub(" .*", "", lines)
  text <- sub("^[0-9]+ +", "", lines)
  begun <- list()
  for (i in seq_along(text)) {
    if (endsWith(text[i], "<unfinished ...>")) {
      begun[[pid[i]]] <- sub(" *<unfinished ...>$", "", text[i])
      text[i] <- NA
    } else if (startsWith(text[i], "<... ")) {
      text[i] <- paste0(begun[[pid[i]]], sub("^<[.]{3} [a-z0-9_]+ resumed>", "", text[i]))
    }
  }
  text[!is.na(text)]
}

# The paths of a call: each text, behind the folder that precedes it (`3</folder>, "name"`).
paths_of <- function(call) {
  found <- regmatches(call, gregexpr('(<[^>]*>, )?"([^"\\\\]|\\\\.)*"', call))[[1]]
  folder <- ifelse(startsWith(found, "<"), sub("^<([^>]*)>.*$", "\\1", found), "")
  name <- sub('^.*?"(.*)"$', "\\1", found, perl = TRUE)
  ifelse(startsWith(name, "/") | folder == "", name, paste0(folder, "/", name))
}

is_below <- function(path, folders) {
  vapply(path, function(p) any(startsWith(paste0(p, "/"), sprintf("%s/", folders))), NA)
}

# What a call did that it must not do; NULL if nothing.
finding <- function(call, own, home, system) {
  name <- sub("[(].*", "", call)
  failed <- grepl(" = -1 E[A-Z]+ [(][^()]*[)]$", call)
  foreign <- function(path) {
    !is_below(path, own) | is_below(path, home) | grepl("(^|/)[.][.](/|$)", path)
  }
  if (name %in% c("execve", "execveat")) return("starts a program")
  if (grepl("sun_path=\"/var/run/nscd/socket\"", call, fixed = TRUE)) return(NULL)
  if (name %in% c("connect", "bind", "sendto", "sendmsg", "listen")) return("speaks to others")
  if (failed) return(NULL)
  if (name %in% c("open", "openat", "openat2", "creat")) {
    path <- sub("^.* = [0-9]+<(.*)>$", "\\1", call)
    writes <- name == "creat" || grepl("O_WRONLY|O_RDWR|O_CREAT|O_TRUNC", call)
    if (!foreign(path) || (!writes && is_below(path, system)) || path == "/dev/null") return(NULL)
    return(if (writes) "opens to write" else "opens")
  }
  changes <- "^(unlink|rename|mkdir|rmdir|link|symlink|mknod|chmod|fchmodat|chown|lchown|fchownat|"
  changes <- paste0(changes, "truncate|utime|futimesat|setxattr|removexattr|mount|chroot)")
  if (grepl(changes, name)) {
    paths <- paths_of(call)
    if (startsWith(name, "symlink")) paths <- paths[-1] # the first is a text
    if (any(foreign(paths))) return("changes")
  }
  NULL
}

if (!nzchar(Sys.which("strace"))) {
  cat("outside.R: strace is not here\n")
  quit(status = 77)
}
given <- suppressWarnings(as.integer(given))
if (anyNA(given) || any(given < 1)) stop("TURNS and SEED are whole numbers", call. = FALSE)
turns <- if (length(given) > 0) given[1] else 150L
seed <- if (length(given) > 1) given[2] else 1L

log <- tempfile("strace")
status <- system2("strace", c(
  "-f", "-y", "-qq", "-s", "4096", "-e", "trace=%file,%network", "-e", "signal=none", "-o",
  shQuote(log), shQuote(file.path(R.home("bin"), "Rscript")), "--vanilla", here, "--watched",
  turns, seed))
calls <- calls_of(readLines(log, warn = FALSE))
folder <- grep("\"/manycore/folder", calls, fixed = TRUE, value = TRUE)
if (length(folder) != 1) {
  cat(utils::tail(calls, 3), "outside.R: strace could not watch the session", sep = "\n")
  quit(status = if (any(grepl("ptrace", calls))) 77 else 1)
}
folder <- sub('.*"/manycore/folder(/[^"]*)".*', "\\1", folder)
begin <- grepl('"/manycore/begin"', calls, fixed = TRUE)
end <- grepl('"/manycore/end"', calls, fixed = TRUE)
inside <- cumsum(begin) > cumsum(end)

home <- unique(sub("^(.*/home[0-9a-f]+).*", "\\1", grep(
  paste0(folder, "/home"), unlist(lapply(calls[!inside], paths_of)), fixed = TRUE, value = TRUE)))
system <- c(normalizePath(c(R.home(), R.home("share"), .libPaths())), "/proc", "/sys", "/lib",
            "/usr/lib", "/usr/share/locale", "/usr/share/zoneinfo", "/etc/localtime",
            "/etc/passwd", "/etc/nsswitch.conf")
watched <- unique(calls[inside])
found <- lapply(watched, finding, own = folder, home = home, system = system)
bad <- !vapply(found, is.null, NA)
cat(utils::head(sprintf("%s: %s\n", unlist(found[bad]), watched[bad]), 20), sep = "")
cat(sprintf("%d stores were used, by %d calls with paths; of them %d are findings\n", sum(begin),
            sum(inside), sum(bad)))
quit(status = !(status == 0 && sum(begin) > 0 && length(home) == 1 && !any(bad)))
