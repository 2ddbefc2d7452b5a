# Edges: what there is of each, and how many there is memory for.

# In the order of mc_kendall_edge_sign.
edge_signs <- c("both", "positive", "negative")

edge_columns <- c("from", "to", "tau", "p.value", "n")

no_edges <- list(from = integer(), to = integer(), tau = numeric(), p.value = numeric(),
                 n = integer())

# Bytes for each edge at the worst, when they have been found and are being sorted.
edge_bytes <- 128

# How many of so many edges there is memory for, at most as many as a data frame has rows. Asking
# takes time: a few are not worth it.
edges_that_fit <- function(edges, available = memory_available) {
  most <- as.double(.Machine$integer.max)
  if (edges > 1e6) min(floor(available() / edge_bytes), most, na.rm = TRUE) else most
}
