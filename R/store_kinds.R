# The kinds of results that a store can hold: one for each function that fills a store. A topic
# makes its kind by new_kind(), and session_package.R registers the kind when the package is loaded.
# No other file knows a single kind.

kinds <- new.env(parent = emptyenv())

# A kind of result. `work` is the function's name in the manifest. `make` is the name of the
# function that does a task (see run_rounds()); the name is sent to workers. The defaults of the
# other arguments are for tiles that have the numbers of their pairs, are written once, and may be
# computed again.
#
#   label(plan, i, j)         the label of an existing tile, by which its file is read
#   check(plan, i, j, found)  ends with an error if the contents of a tile are impossible
#   beside(plan)              does a tile have integers beside its numbers?
#   integers                  if tiles may have integers list(shown, lost): the words of print() for
#                             the matrix of integers, and the error if tiles have no integers
#   no_matrix                 if a tile does not have a number for each pair list(shown, error): the
#                             words of print(), and the error of reading the store as a matrix
#   steps(plan)               if a whole tile may be intermediate list(final, unit, words): the mark
#                             of final tiles, the unit that marks count, and words(found, whole),
#                             how far the work is (with the attribute `end` if it cannot go on)
#   files(plan)               names of further files that a call can make, by folder
#   remedy(plan)              the advice if a tile is not whole
#   fingerprints              the names of arguments of the plan that are fingerprints of data;
#                             print() and errors do not show them
#   words                     for arguments whose names say little the words of print(), by name
#   drawn                     if the data in the store have a random order list(argument, advice):
#                             the argument of the plan that says which order, and the advice to a
#                             call that has drawn another order
new_kind <- function(work, make, label = tile_label, check = function(plan, i, j, found) NULL,
                     beside = function(plan) FALSE, integers = NULL, no_matrix = NULL,
                     steps = function(plan) NULL, files = function(plan) NULL,
                     remedy = make_again, fingerprints = character(), words = character(),
                     drawn = NULL) {
  list(work = work, make = make, label = label, check = check, beside = beside,
       integers = integers, no_matrix = no_matrix, steps = steps, files = files, remedy = remedy,
       fingerprints = fingerprints, words = words, drawn = drawn)
}

register_kind <- function(kind) kinds[[kind$work]] <- kind

is_kind <- function(work) exists(work, kinds, inherits = FALSE)

kind_of <- function(plan) kinds[[plan$work]]

# ---- the label of a tile that has a number for each pair ----

tile_label <- function(plan, i, j) {
  as.double(c(i, j, panel_size(i, plan$tile, plan$dim[1]), panel_size(j, plan$tile, plan$dim[2]),
              plan$precision == "single", kind_of(plan)$beside(plan)))
}

# ---- questions about a plan ----

# Ends with an error if the store holds no matrix.
check_numbers <- function(plan) {
  other <- kind_of(plan)$no_matrix
  if (!is.null(other)) {
    stop_store("the store '", plan$dir, "' holds ", other$error)
  }
}

# Ends with an error if a tile with this mark is intermediate.
check_finished <- function(plan, mark) {
  steps <- kind_of(plan)$steps(plan)
  if (!is.null(steps) && mark < steps$final) {
    stop_store("the store '", plan$dir, "' is unfinished (a tile has ", mark, " of ", steps$final,
               " ", steps$unit, " behind it): ", plan$work, "() with the same data goes on")
  }
}

# list(unfinished, words): which tiles are whole and not final, and how far the work is, NULL if all
# tiles are final.
work_left <- function(plan, found) {
  steps <- kind_of(plan)$steps(plan)
  whole <- found$state == "whole"
  if (is.null(steps)) {
    return(list(unfinished = logical(length(whole)), words = NULL))
  }
  unfinished <- whole & found$mark < steps$final
  words <- if (!all(whole & !unfinished)) steps$words(found, whole)
  if (!is.null(words) && !isTRUE(attr(words, "end"))) {
    words <- paste0(words, "; ", plan$work, "() with the same data and this store goes on")
  }
  list(unfinished = unfinished, words = as.vector(words))
}

# Words for the steps of a kind.
past_in_words <- function(what, past, all) {
  paste0(what, ", ", format_count(past), " of ", count_of(all, "tile"), " done")
}

# The advice if a tile is not whole.
remedy <- function(plan) {
  if (!dir.exists(plan$dir)) "the folder is not there" else kind_of(plan)$remedy(plan)
}

make_again <- function(plan) {
  paste0("call ", plan$work, "() with the same data and this store to make it again")
}
