# The layout of a store: tiles and panels of a plan (store_plan.R), and the names of their files.

# The most tiles of a store. Each tile is a file.
most_tiles <- 1e7

# The numbers of rows and columns of tiles.
plan_panels <- function(plan) as.integer(ceiling(plan$dim / plan$tile))

# The places i, j of the tiles, as a matrix, in the order of their numbers: by columns.
plan_tiles <- function(plan) {
  panels <- plan_panels(plan)
  i <- if (plan$symmetric) sequence(seq_len(panels[2])) else rep(seq_len(panels[1]), panels[2])
  each <- if (plan$symmetric) seq_len(panels[2]) else rep(panels[1], panels[2])
  j <- rep(seq_len(panels[2]), each)
  cbind(i = i, j = j)
}

# The number of tiles.
count_tiles <- function(plan) {
  panels <- as.numeric(plan_panels(plan))
  if (plan$symmetric) panels[2] * (panels[2] + 1) / 2 else prod(panels)
}

# (A matrix without rows has no tiles, and may have many panels of columns.)
too_many_tiles <- function(plan) max(count_tiles(plan), plan_panels(plan)) > most_tiles

tile_number <- function(plan, i, j) {
  if (plan$symmetric) j * (j - 1) / 2 + i else (j - 1) * plan_panels(plan)[1] + i
}

# The rows, or columns, of panel k of `all`.
panel_range <- function(k, tile, all) seq.int((k - 1) * tile + 1, min(k * tile, all))

panel_size <- function(k, tile, all) min(k * tile, all) - (k - 1) * tile

# The default size of a tile: 32 MiB of doubles; less if there are few columns for so many workers,
# or if a panel of x takes more than 128 MiB (`bytes(tile)`: of the largest panel). One process
# needs small tiles only to lose little work when it is interrupted.
default_tile <- function(dim, bytes, workers) {
  tile <- 2048L
  tiles <- function(tile) prod(ceiling(dim / tile)) / 2
  least <- if (workers == 0) 1024L else 256L
  while (tile > least && tiles(tile) < 8 * max(workers, 1)) tile <- tile %/% 2L
  while (tile > 64L && bytes(tile) > panel_room) tile <- tile %/% 2L
  tile
}

# The most bytes of a panel of tiles of the default size.
panel_room <- 2^27

fingerprint_of <- function(x) .Call(C_fingerprint, x)

tile_name <- function(plan, i, j) {
  folder <- (tile_number(plan, i, j) - 1) %/% 1000
  sprintf("tiles/%04d/%d-%d", as.integer(folder), as.integer(i), as.integer(j))
}

tile_path <- function(plan, i, j) c(plan$dir, tile_name(plan, i, j))

input_name <- function(name, k) {
  sprintf("%s/%04d/%d", name, as.integer((k - 1) %/% 1000), as.integer(k))
}

input_path <- function(plan, name, k) c(plan$dir, input_name(name, k))
