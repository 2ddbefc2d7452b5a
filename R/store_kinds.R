# What a store can hold: a kind of result for each function that fills one. A topic makes its kind
# by new_kind(), session_package.R registers it when the package is loaded, and no other file of
# store_ or of another topic knows it.

kinds <- new.env(parent = emptyenv())

# A kind of result. `work` is the function's name, which the manifest says; `make` the name of the
# function that does a task, as run_rounds() wants it: the name is sent to workers. The others say
# how the kind differs from the plainest one, where a tile has the numbers of its pairs, is written
# once, and may be made again.
#
#   label(plan, i, j)         the label of a tile that is there, by which its file is read
#   check(plan, i, j, found)  ends with an error if what was read of a tile cannot be
#   beside(plan)              does a tile have integers beside its numbers?
#   integers                  where tiles may have integers list(shown, lost): what print() says of
#                             the matrix of integers, and the error if the tiles have none
#   no_matrix                 where a tile has no number for each pair list(shown, error): what
#                             print() says, and the error of reading the store as a matrix
#   steps(plan)               where a whole tile need not be final list(final, unit, words): the
#                             mark of final tiles, the unit that marks count, and words(found,
#                             whole), where the work stands (with the attribute `end` if it cannot
#                             go on)
#   files(plan)               names of further files that a call can make, by folder
#   remedy(plan)              what helps where a tile is not whole
new_kind <- function(work, make, label = tile_label, check = function(plan, i, j, found) NULL,
                     beside = function(plan) FALSE, integers = NULL, no_matrix = NULL,
                     steps = function(plan) NULL, files = function(plan) NULL,
                     remedy = make_again) {
  list(work = work, make = make, label = label, check = check, beside = beside,
       integers = integers, no_matrix = no_matrix, steps = steps, files = files, remedy = remedy)
}

register_kind <- function(kind) kinds[[kind$work]] <- kind

is_kind <- function(work) exists(work, kinds, inherits = FALSE)

kind_of <- function(plan) kinds[[plan$work]]

# ---- the label of a tile that has a number for each pair ----

tile_label <- function(plan, i, j) {
  as.double(c(i, j, panel_size(i, plan$tile, plan$dim[1]), panel_size(j, plan$tile, plan$dim[2]),
              plan$precision == "single", kind_of(plan)$beside(plan)))
}

# ---- what is asked of a plan ----

# Ends with an error unless there are numbers of all pairs.
check_numbers <- function(plan) {
  other <- kind_of(plan)$no_matrix
  if (!is.null(other)) {
    stop_store("the store '", plan$dir, "' holds ", other$error)
  }
}

# Ends with an error if a tile of this mark is intermediate.
check_finished <- function(plan, mark) {
  steps <- kind_of(plan)$steps(plan)
  if (!is.null(steps) && mark < steps$final) {
    stop_store("the store '", plan$dir, "' is unfinished (a tile has ", mark, " of ", steps$final,
               " ", steps$unit, " behind it): ", plan$work, "() with the same data goes on")
  }
}

# list(unfinished, words): which tiles are whole and not final, and where the work stands, NULL if
# it is done as far as tiles say.
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

# For the words of a kind.
past_in_words <- function(what, past, all) {
  paste0(what, ", ", format_count(past), " of ", count_of(all, "tile"), " done")
}

# What helps where a tile is not whole.
remedy <- function(plan) {
  if (!dir.exists(plan$dir)) "the folder is not there" else kind_of(plan)$remedy(plan)
}

make_again <- function(plan) {
  paste0("call ", plan$work, "() with the same data and this store to make it again")
}
