# Checks the arrows of R/: they run down only. Every breach is a line "file:line: what".
#
#   Rscript scripts/arrows.R [--graph]      --graph: prints the arrows between files
#
# R wants a flat folder, so the prefix of a file's name is its floor (docs/ARCHITECTURE.md). A file
# defines the names that it assigns at top level. A file uses the global names in its code, and
# texts that are names of functions, because a function may be looked up by its name. (A call of a
# generic function does not count as a use of its methods.)

floors <- list("base", "input", "store",
               c("kendall", "network", "distance", "neighbors", "paths", "dynprog", "haplotype",
                 "sort"),
               "session")

# The topics that a topic may use besides itself.
topics_below <- list(kendall = "sort", network = c("kendall", "sort"), neighbors = "distance")

files <- sort(list.files("R", "[.]R$"))
group_of <- function(file) sub("[_.-].*", "", file)
floor_of <- function(group) which(vapply(floors, function(groups) group %in% groups, NA))

breaches <- character()
breach <- function(file, line, ...) {
  breaches <<- c(breaches, paste0("R/", file, ":", line, ": ", ...))
}

# ---- who defines, who uses ----

texts_in <- function(code) {
  if (is.character(code)) {
    code
  } else if (is.function(code)) {
    texts_in(as.list(formals(code))) # and body(), below
  } else if (is.recursive(code)) {
    unlist(lapply(as.list(code), texts_in))
  }
}

# A top-level expression as list(file, line, name, uses, texts); `name` is NA if it defines nothing.
read_expression <- function(code, file, line) {
  assigns <- is.call(code) && as.character(code[[1]])[1] %in% c("<-", "=")
  name <- if (assigns && (is.name(code[[2]]) || is.character(code[[2]]))) as.character(code[[2]])
  value <- if (is.null(name)) code else code[[3]]
  is_function <- is.call(value) && identical(value[[1]], quote(`function`))
  # local variables of a function do not count
  uses <- if (is_function) codetools::findGlobals(eval(value, baseenv())) else
    codetools::findGlobals(as.function(list(value), baseenv()))
  list(file = file, line = line, name = if (is.null(name)) NA_character_ else name, uses = uses,
       texts = texts_in(value), is_function = is_function)
}

expressions <- unlist(recursive = FALSE, lapply(files, function(file) {
  code <- parse(file.path("R", file), keep.source = TRUE)
  lines <- vapply(attr(code, "srcref"), `[`, 1L, 1L)
  Map(function(one, line) read_expression(one, file, line), as.list(code), lines)
}))
names <- vapply(expressions, `[[`, "", "name")
home <- vapply(expressions, `[[`, "", "file")[!is.na(names)]
is_function <- vapply(expressions, `[[`, NA, "is_function")[!is.na(names)]
names <- names[!is.na(names)]
functions <- names[is_function]

# ---- arrows ----

arrows_of <- function(uses) {
  do.call(rbind, lapply(expressions, function(e) {
    used <- uses(e)
    to <- home[match(used, names)]
    other <- to != e$file
    if (any(other)) {
      data.frame(from = e$file, to = to[other], line = e$line, name = used[other])
    }
  }))
}
arrows <- arrows_of(function(e) intersect(e$uses, names))
# (Such texts are mostly classes, which have the names of their constructors. So these arrows are
# only kept from going up.)
named <- arrows_of(function(e) setdiff(intersect(e$texts, functions), e$uses))

if ("--graph" %in% commandArgs(TRUE)) {
  for (pair in split(arrows, paste(arrows$from, "->", arrows$to))) {
    cat(pair$from[1], "->", pair$to[1], ":", paste(unique(pair$name), collapse = " "), "\n")
  }
}

# ---- rules ----

for (file in files[lengths(lapply(group_of(files), floor_of)) == 0]) {
  breach(file, 1, "its name's prefix is no floor of scripts/arrows.R")
}

for (k in seq_len(NROW(arrows) + NROW(named))) {
  arrow <- rbind(arrows, named)[k, ]
  from <- group_of(arrow$from)
  to <- group_of(arrow$to)
  up <- c(floor_of(to), 0)[1] - c(floor_of(from), 0)[1]
  if (up > 0 || (up == 0 && from != to && !to %in% topics_below[[from]] && k <= NROW(arrows))) {
    breach(arrow$from, arrow$line, from, "_ may not use ", to, "_: ", arrow$name, " of ",
           arrow$to)
  }
}

# Rings: files that use each other, directly or through others. Files that nobody uses, and files
# that use nobody, are removed from the graph again and again. The rest are the rings and the paths
# between them.
ring <- unique(arrows[c("from", "to")])
repeat {
  inside <- ring$from %in% ring$to & ring$to %in% ring$from
  if (all(inside)) break
  ring <- ring[inside, ]
}
for (file in unique(ring$from)) {
  others <- ring$to[ring$from == file]
  for (other in others) {
    one <- arrows[arrows$from == file & arrows$to == other, ][1, ]
    breach(file, one$line, "in a ring of files: uses ", one$name, " of ", other)
  }
}

if (length(breaches) > 0) cat(sort(unique(breaches)), sep = "\n")
quit(status = as.integer(length(breaches) > 0))
