# A matrix in a store as the seed of a DelayedArray.

methods::setOldClass("tile_matrix")

# The seed of a plan. Tiles of another plan are foreign to the seed. `home` is the package's
# namespace, so that R loads the package when R reads a seed from a file or a connection.
methods::setClass("ManycoreSeed", slots = c(plan = "list", names = "list", home = "environment"))

methods::setMethod("dim", "ManycoreSeed", function(x) x@plan$dim)

methods::setMethod("dimnames", "ManycoreSeed", function(x) if (length(x@names) > 0) x@names)

seed_of <- function(x) {
  plan <- plan_of(x)
  names <- names_of_plan(plan)
  methods::new("ManycoreSeed", plan = plan, names = if (is.null(names)) list() else names,
               home = topenv())
}

seed_extract <- function(x, index) {
  plan <- x@plan
  index <- Map(function(numbers, count) if (is.null(numbers)) seq_len(count) else numbers, index,
               plan$dim)
  read_part(plan, index[[1]], index[[2]])
}

# The seed of a store whose folder was moved to `dir`.
moved_seed <- function(seed, dir) {
  plan <- plan_of(tile_store(dir))
  if (plan$fingerprint != seed@plan$fingerprint) {
    stop_store("'", dir, "' is another store", call = NULL)
  }
  seed@plan$dir <- plan$dir
  seed
}

# Defines methods for the generic functions of DelayedArray, in an environment of their own, when
# that package is loaded.
register_seed <- function(...) {
  if (!is.null(place$methods)) {
    return(invisible())
  }
  place$methods <- where <- new.env(parent = topenv())
  delayed <- asNamespace("DelayedArray")
  set <- function(generic, class, f) {
    methods::setMethod(get(generic, delayed), class, f, where = where)
  }
  set("extract_array", "ManycoreSeed", seed_extract)
  set("chunkdim", "ManycoreSeed", function(x) pmin(rep(x@plan$tile, 2L), x@plan$dim))
  set("is_sparse", "ManycoreSeed", function(x) FALSE)
  set("path", "ManycoreSeed", function(object, ...) object@plan$dir)
  set("path<-", "ManycoreSeed", function(object, ..., value) moved_seed(object, value))
  delay <- function(x) {
    seed <- seed_of(x) # not within the call, whose dispatch would wrap errors
    DelayedArray::DelayedArray(seed)
  }
  set("DelayedArray", "tile_matrix", function(seed) delay(seed))
  for (class in c("DelayedMatrix", "DelayedArray")) {
    methods::setAs("tile_matrix", class, function(from) delay(from), where = where)
  }
}

await_delayed_array <- function() {
  if (isNamespaceLoaded("DelayedArray")) {
    register_seed()
  }
  setHook(packageEvent("DelayedArray", "onLoad"), register_seed)
}
