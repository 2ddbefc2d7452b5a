# Edges: their columns, and how many fit into memory.

# In the order of mc_kendall_edge_sign.
edge_signs <- c("both", "positive", "negative")

edge_columns <- c("from", "to", "tau", "p.value", "n")

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
