# Objects that no function expects, and small changes of objects that a function does expect.

odd_objects <- function() {
  c(odd_scalars(), odd_vectors(), odd_matrices(), odd_language(), odd_classes(), odd_results(),
    odd_packages())
}

odd_scalars <- function() {
  list(null = NULL, na = NA, na_integer = NA_integer_, na_real = NA_real_,
       na_string = NA_character_, nan = NaN, inf = Inf, minus_inf = -Inf, zero = 0, minus_zero = -0,
       minus = -1, half = 0.5, one = 1, two = 2L, integer_max = .Machine$integer.max,
       minus_max = -.Machine$integer.max, above_integer = 2^31, below_53 = 2^53 - 1,
       above_53 = 2^54, above_size = 2^62, huge = 1e308, tiny = 5e-324, yes = TRUE, no = FALSE,
       empty_string = "", word = "a", everything = "everything", number_string = "1",
       bytes = "\xff\xfe", utf8 = "\u00e9\u4e2d", imaginary = 1i, byte = as.raw(1))
}

odd_vectors <- function() {
  list(no_numbers = numeric(), no_integers = integer(), no_strings = character(),
       no_logicals = logical(), no_list = list(), compact = 1:12, compact_long = 1:1000,
       sorted = sort(c(3, 1, 2) + 0), twelve = c(3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8),
       same = rep(7, 12), missing = rep(NA_real_, 12), infinite = rep(c(Inf, -Inf), 6),
       extreme = c(1e308, -1e308, 5e-324, NA, NaN, Inf, 0, -0, 1:4), decreasing = 12:1,
       named = c(a = 1, b = 2, a = 3), na_names = stats::setNames(1:3, c("a", NA, "")),
       logicals = rep(c(TRUE, FALSE, NA), 4), strings = letters[1:12], complexes = 1:12 + 1i,
       bytes_12 = as.raw(1:12), nested = list(1, list(2)), numbers_in_list = as.list(1:12),
       deep = list(a = list(a = list(a = NULL))))
}

odd_matrices <- function() {
  long <- paste(rep("long name", 1e4), collapse = " ")
  named <- function(names) matrix(1:48 + 0, 12, dimnames = list(NULL, names))
  list(empty = matrix(0, 0, 0), no_rows = matrix(0, 0, 3), no_columns = matrix(0, 12, 0),
       one_by_one = matrix(1), one_row = matrix(1:4 + 0, 1), one_column = matrix(1:12 + 0, 12),
       constant = matrix(1, 12, 4), missing_matrix = matrix(NA_real_, 12, 4),
       infinite_matrix = matrix(c(Inf, -Inf, NaN), 12, 4), integers = matrix(1:48, 12),
       logical_matrix = matrix(c(TRUE, NA), 12, 4), string_matrix = matrix("a", 12, 4),
       list_matrix = matrix(list(1), 12, 4), complex_matrix = matrix(1i, 12, 4),
       raw_matrix = matrix(as.raw(1), 12, 4), wrong_length = matrix(1:44 + 0, 11),
       square = matrix(c(0, 1, 2, 1, 0, 3, 2, 3, 0), 3),
       negative_cycle = matrix(c(0, -1, -1, 0), 2), odd_names = named(c("a", "a", NA, "")),
       long_names = named(c(long, "b", "c", "d")), three_dimensions = array(1:24, 2:4),
       one_dimension = array(1:12, 12), wide = matrix(1:600 %% 7, 12))
}

# (Functions and formulas in the global environment: their copies are small.)
odd_language <- function() {
  c(lapply(list(a_function = function(...) stop("called"), formula = ~ a + b, one_sided = ~ x,
                two_sided = a ~ b, operators = a * b ~ c | d), `environment<-`, globalenv()),
    list(primitive = sum, environment = new.env(parent = emptyenv()), symbol = quote(a),
         call = quote(stop("evaluated")), expression = expression(stop("evaluated")),
         pairlist = pairlist(1, 2)))
}

odd_classes <- function() {
  x <- data.frame(a = 1:12, b = 12:1 + 0.5)
  list(factor = factor(letters[1:12]), ordered = ordered(rep(1:3, 4)),
       no_levels = factor(rep(NA, 12)), date = as.Date("2020-01-01") + 1:12,
       time = as.POSIXct(1:12, origin = "1970-01-01"),
       parts_of_time = as.POSIXlt(1:12, origin = "1970-01-01"),
       difference = as.difftime(1:12, units = "days"), series = stats::ts(1:12),
       several_series = stats::ts(matrix(1:24, 12)), table = table(1:12 %% 3, 1:12 %% 2),
       frame = x, no_frame = data.frame(), frame_without_columns = x[, 0],
       frame_without_rows = x[0, ], frame_of_lists = data.frame(a = I(as.list(1:12))),
       frame_of_matrices = data.frame(a = I(matrix(1:24, 12))),
       frame_of_strings = data.frame(a = letters[1:12]),
       distances = stats::dist(matrix(1:24, 12)), with_attribute = structure(1:12, a = "b"),
       s4 = methods::new("numeric"), s4_class = methods::getClass("numeric"))
}

# Objects with a class that their contents do not have.
odd_results <- function() {
  list(unknown_class = structure(list(), class = "unknown_class"),
       lying_matrix = structure(list(1, 2), dim = c(1L, 2L), class = "matrix"),
       network = structure(list(from = 1), class = c("kendall_network", "data.frame")),
       test = structure(list(), class = "kendall_test"),
       paths = structure(list(), class = "shortest_paths"),
       haplotypes = structure(list(), class = "haplotype_em"),
       store = structure(list(), class = "tile_store"))
}

# A damaged sparse matrix is not among them: sort() of R ends the process with it. test-inputs.R
# calls the functions that read the columns of a damaged matrix.
odd_packages <- function() {
  found <- list()
  if (has_packages("Matrix")) {
    sparse <- Matrix::sparseMatrix(c(1, 5, 12, 3), c(1, 2, 2, 4), x = c(1, -2, NA, 4),
                                   dims = c(12, 4))
    found <- list(sparse = sparse, triplets = methods::as(sparse, "TsparseMatrix"),
                  pattern = sparse != 0, no_sparse = sparse[0, ], diagonal = Matrix::Diagonal(4),
                  sparse_vector = methods::as(1:3 + 0, "sparseVector"))
  }
  if (has_packages("bit64")) {
    found$integer64 <- bit64::as.integer64(1:12)
    found$na_integer64 <- bit64::as.integer64(rep(NA, 12))
  }
  found
}

# Functions that change an object a little. A function that cannot, fails.
is_table <- function(x) length(dim(x)) == 2L
odd_changes <- list(
  drop_first = function(x) if (is_table(x)) x[-1L, , drop = FALSE] else x[-1L],
  drop_column = function(x) x[, -1L, drop = FALSE],
  double_it = function(x) if (is_table(x)) rbind(x, x) else c(x, x),
  empty_it = function(x) if (is_table(x)) x[0L, , drop = FALSE] else x[0L],
  lose_value = function(x) replace(x, 1L, NA),
  infinite_value = function(x) replace(x, length(x), Inf),
  negative_value = function(x) replace(x, 1L, -5),
  huge_value = function(x) replace(x, 1L, 1e308),
  as_strings = function(x) replace(x, seq_along(x), "a"),
  as_list = function(x) as.list(x),
  as_frame = function(x) as.data.frame(x),
  rounded = function(x) round(x),
  integers = function(x) structure(as.integer(x), dim = dim(x)),
  transposed = function(x) t(x),
  class_added = function(x) structure(x, class = c("unknown_class", oldClass(x))),
  element_lost = function(x) structure(unclass(x)[-1L], class = oldClass(x)),
  element_emptied = function(x) `[<-`(x, 1L, list(NULL)),
  names_lost = function(x) `dimnames<-`(`names<-`(x, NULL), NULL)
)
