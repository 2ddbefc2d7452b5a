# Computed, not measured: the hours, files and traffic for results of 100,000 and 1,000,000 features
# on 10, 100 and 1,000 nodes, and the bottleneck; from the cost of a tile measured here.
#
#   Rscript bench/scale_paper.R [--quick] [--out FILE]
#
# Measured, on one thread of this machine: a tile of Kendall's tau, a tile of shortest paths in its
# last phase, a file written, read and looked at, a task handed out to a worker. Assumed: a node has
# 32 such threads; `disks` has the speeds of the shared disks. --quick measures smaller tiles.

here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))

library(manycore)
set.seed(20261123)
rounds <- 3
samples <- 100
cores <- 32
measured <- if (quick) 512 else 2048
disks <- data.frame(name = c("NFS server", "parallel file system"), bytes = c(1e9, 5e10),
                    files = c(500, 2e4)) # bytes and new files a second
space <- asNamespace("manycore")
median_of <- function(f) time_in_turns(list(f), rounds)

# ---- what is measured ----

x <- matrix(rnorm(samples * measured), samples)
y <- matrix(rnorm(samples * measured), samples)
pair <- median_of(function() cor_kendall(x, y, threads = 1, progress = FALSE)) / measured^2

distance <- matrix(runif(measured^2), measured)
part <- .Call(space$C_paths_diagonal, distance + 0, 0L, 1L, NULL)
sum <- median_of(function() {
  .Call(space$C_paths_others, distance, part$column, part$row, as.integer(measured), 0L, 1L, NULL)
}) / measured^3

folder <- tempfile("store")
store <- floyd_warshall(distance, store = tile_store(folder, measured %/% 8), progress = FALSE)
plan <- space$plan_of(store)
look <- median_of(function() space$paths_marks(plan)) / 64
number <- (median_of(function() space$store_read_tile(plan, 1, 2)) +
             median_of(function() {
               space$write_tile_file(file.path(folder, "one"), c(1, 1, measured, measured, 0),
                                     plan$fingerprint, distance)
             }) / 64) / (measured %/% 8)^2
unlink(folder, recursive = TRUE)

# The seconds of an empty task: for the manager, and for a worker at the other end of a connection,
# which waits for its next task. Without BiocParallel the model leaves them out.
task <- latency <- NA
if (requireNamespace("BiocParallel", quietly = TRUE)) {
  workers <- BiocParallel::bpstart(BiocParallel::SnowParam(2))
  serial <- BiocParallel::SerialParam()
  folder <- tempfile("store")
  small <- floyd_warshall(distance[1:64, 1:64], store = tile_store(folder, 4), progress = FALSE)
  plan <- space$plan_of(small)
  tasks <- lapply(seq_len(256), function(k) c((k - 1) %/% 16 + 1, (k - 1) %% 16 + 1, 1))
  by <- function(backend) function() space$run_rounds(tasks, plan, "paths_task", backend)
  task <- median_of(by(serial)) / 256
  latency <- median_of(by(workers)) / 128
  invisible(BiocParallel::bpstop(workers))
  unlink(folder, recursive = TRUE)
}

# ---- the model ----

# The seconds of each part alone. At best the parts overlap, so the largest is a lower bound of the
# time. Workers are nodes; a node keeps the panels that it has read, and a task needs one new panel.
parts <- function(work, n, nodes, tile, disk) {
  panels <- ceiling(n / tile)
  if (work == "cor_kendall()") {
    tiles <- panels * (panels + 1) / 2
    blocks <- 1
    compute <- n^2 / 2 * pair
    bytes <- tiles * (4 * tile^2 + 8 * samples * tile) # single precision; and a panel
    made <- tiles
  } else {
    tiles <- panels^2
    blocks <- panels
    compute <- n^3 * sum
    bytes <- blocks * (tiles * 8 * tile^2 * 3 + 4 * n * tile * 8) # tile in and out, a panel; panels
    made <- blocks * (tiles + 2 * panels)
  }
  # all wait while the diagonal tile of a block is done
  alone <- if (blocks > 1) blocks * 2 * tile^3 * sum / cores else 0
  list(files = tiles, made = made, bytes = bytes, memory = if (blocks > 1) 5 * 8 * tile^2 else
         8 * tile^2 + 16 * samples * tile,
       seconds = c(processors = compute / (nodes * cores) + alone, disk = bytes / disk$bytes,
                   files = made / disk$files, manager = made * task, looking = tiles * look,
                   waiting = made * latency / nodes, copying = bytes / 8 * number / nodes,
                   `too few tiles` = if (tiles < nodes) compute / (tiles * cores) else 0))
}

hours <- function(s) {
  ifelse(s >= 3600, sprintf("%.1f h", s / 3600),
         ifelse(s >= 60, sprintf("%.1f min", s / 60), sprintf("%.1f s", s)))
}
bytes_in_words <- function(b) {
  power <- pmin(floor(log10(b) / 3), 5)
  sprintf("%.3g %sB", b / 1000^power, c("", "k", "M", "G", "T", "P")[power + 1])
}

for (work in c("cor_kendall()", "floyd_warshall()")) {
  for (n in c(1e5, 1e6)) {
    for (nodes in c(10, 100, 1000)) {
      for (d in seq_len(nrow(disks))) {
        choices <- c(1024, 2048, 4096, 8192)
        all <- lapply(choices, function(tile) parts(work, n, nodes, tile, disks[d, ]))
        best <- which.min(vapply(all, function(p) max(p$seconds, na.rm = TRUE), 0))
        p <- all[[best]]
        usual <- all[[2]]
        longest <- sort(p$seconds, decreasing = TRUE)
        add_row(work = work, features = format(n, big.mark = ",", scientific = FALSE),
                nodes = nodes, disk = disks$name[d], tile = choices[best],
                files = format(p$files, big.mark = ","),
                `files made` = format(p$made, big.mark = ","),
                traffic = bytes_in_words(p$bytes), `memory of a task` = bytes_in_words(p$memory),
                processors = hours(p$seconds[["processors"]]), `at least` = hours(longest[[1]]),
                `breaks first` = names(longest)[1], `then` = names(longest)[2],
                `tiles of 2,048: at least` = paste0(hours(max(usual$seconds, na.rm = TRUE)), " (",
                                                    names(which.max(usual$seconds)), ")"),
                check.names = FALSE)
      }
    }
  }
}

write_report(c(
  "# On paper: stores on clusters", "",
  paste0("- ", machine_lines(character())),
  paste0("- Instruction set: ", manycore_info()$isa, "; medians of ", rounds, " rounds",
         if (quick) "; --quick"),
  paste0("- Measured, one thread: a pair of columns of ", samples, " samples ",
         format_seconds(pair), "; a sum of shortest paths ", format_seconds(sum),
         " (tiles of ", measured, "); a number written and read again ", format_seconds(number),
         "; a tile looked at ", format_seconds(look), "; a task handed out ",
         format_seconds(task), ", which a worker waits for ", format_seconds(latency)),
  paste0("- Assumed: ", cores, " such threads a node, one worker a node; ",
         paste0(disks$name, " ", bytes_in_words(disks$bytes), " and ",
                format(disks$files, big.mark = ",", trim = TRUE), " new files a second",
                collapse = ", ")), "",
  "`at least` is the longest of what processors, the disk (bytes; new files), the manager (who",
  "hands out; who looks at all tiles once), waiting for the next task, and copying on the nodes",
  "take, each by itself, with the tile of 1,024 to 8,192 for which that is shortest.", "",
  markdown(report_table())))
