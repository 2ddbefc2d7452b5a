# Edges: their columns, and how many fit into memory.

# In the order of mc_kendall_edge_sign.
edge_signs <- c("both", "positive", "negative")

edge_columns <- c("from", "to", "tau", "p.value", "n")

# The columns of a network: with a false discovery rate there are adjusted p-values; a network of
# differences has columns of both levels.
edge_columns_of <- function(settings) {
  contrast <- settings$contrast
  c("from", "to", if (is.null(contrast)) "tau" else "difference", "p.value",
    if (identical(settings$by, "fdr")) "p.adjusted",
    if (is.null(contrast)) "n" else columns_of_levels(contrast))
}

columns_of_levels <- function(contrast) c(paste0("tau.", contrast), paste0("n.", contrast))

# What an edge is strong by: tau, or the difference of two levels.
edge_values <- function(x) {
  if (is.null(attr(x, "settings")$contrast)) x$tau else x$difference
}

no_edges <- list(from = integer(), to = integer(), tau = numeric(), p.value = numeric(),
                 n = integer())

# Bytes for each edge at most: while edges are sorted.
edge_bytes <- 128

# How many of so many edges fit into memory, and into a data frame. Asking for the free memory takes
# time, so it is not done for few edges.
edges_that_fit <- function(edges, available = memory_available) {
  most <- as.double(.Machine$integer.max)
  if (edges > 1e6) min(floor(available() / edge_bytes), most, na.rm = TRUE) else most
}
