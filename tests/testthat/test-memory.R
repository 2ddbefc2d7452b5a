# How much memory there is, by a made-up /proc and /sys.

# A root with these files; their lines by their names.
root_with <- function(...) {
  files <- list(...)
  root <- tempfile("root")
  for (file in names(files)) {
    path <- file.path(root, file)
    dir.create(dirname(path), recursive = TRUE, showWarnings = FALSE)
    writeLines(files[[file]], path)
  }
  root
}

gib <- 2^30
meminfo <- c("MemTotal:       33554432 kB", "MemFree:         1048576 kB",
             "MemAvailable:   16777216 kB")
of_files <- function(bytes, prefix = "") {
  paste0(prefix, c("anon ", "inactive_file ", "active_file "), c(7, bytes))
}
bytes <- function(gibibytes) format(gibibytes * gib, scientific = FALSE)

test_that("without control groups it is what the machine has available", {
  expect_identical(memory_available(root_with(`proc/meminfo` = meminfo)), 16 * gib)
  expect_identical(memory_available(root_with(`proc/meminfo` = meminfo[1:2])), NA_real_)
  expect_identical(memory_available(root_with()), NA_real_)
  expect_identical(memory_available(root_with(
    `proc/meminfo` = meminfo, `proc/self/cgroup` = "0::/a", `sys/fs/cgroup/a/memory.max` = "max",
    `sys/fs/cgroup/a/memory.current` = bytes(3)
  )), 16 * gib)
})

test_that("version 2: the least that a group on the way up leaves", {
  at <- function(own, above, path = "/jobs/job 1/step_0") {
    memory_available(root_with(
      `proc/meminfo` = meminfo, `proc/self/cgroup` = paste0("0::", path),
      `sys/fs/cgroup/jobs/job 1/step_0/memory.max` = own,
      `sys/fs/cgroup/jobs/job 1/step_0/memory.current` = bytes(1),
      `sys/fs/cgroup/jobs/memory.max` = above,
      `sys/fs/cgroup/jobs/memory.current` = bytes(6),
      `sys/fs/cgroup/jobs/memory.stat` = of_files(c(bytes(1), bytes(2)))
    ))
  }
  expect_identical(at(bytes(4), "max"), 3 * gib)
  expect_identical(at("max", bytes(8)), 5 * gib) # pages of files make room
  expect_identical(at(bytes(4), bytes(8)), 3 * gib)
  expect_identical(at(bytes(7), bytes(8)), 5 * gib)
  expect_identical(at(bytes(100), "max"), 16 * gib)
  expect_identical(at(bytes(4), "max", path = "/jobs"), 16 * gib)
  expect_identical(at(bytes(0.5), "max"), 0)
})

test_that("a container sees its own group as the root, whatever its path is called", {
  container <- function(...) {
    memory_available(root_with(`proc/meminfo` = meminfo, ...))
  }
  expect_identical(container(
    `proc/self/cgroup` = "0::/../../docker/123",
    `sys/fs/cgroup/memory.max` = bytes(2), `sys/fs/cgroup/memory.current` = bytes(0.5)
  ), 1.5 * gib)
  expect_identical(container(
    `proc/self/cgroup` = c("5:cpu,cpuacct:/docker/123", "4:memory:/docker/123"),
    `sys/fs/cgroup/memory/memory.limit_in_bytes` = bytes(2),
    `sys/fs/cgroup/memory/memory.usage_in_bytes` = bytes(1.5),
    `sys/fs/cgroup/memory/memory.stat` = of_files(c(bytes(0.25), bytes(0.5)), "total_")
  ), 1.25 * gib)
})

test_that("version 1, and both versions at once", {
  slurm <- function(limit, second = NULL) {
    memory_available(do.call(root_with, c(list(
      `proc/meminfo` = meminfo,
      `proc/self/cgroup` = c("9:name=systemd:/x", "4:hugetlb,memory:/slurm/job_1", "0::/user"),
      `sys/fs/cgroup/memory/slurm/job_1/memory.limit_in_bytes` = limit,
      `sys/fs/cgroup/memory/slurm/job_1/memory.usage_in_bytes` = bytes(1),
      `sys/fs/cgroup/memory/memory.limit_in_bytes` = "9223372036854771712",
      `sys/fs/cgroup/memory/memory.usage_in_bytes` = bytes(20)
    ), second)))
  }
  expect_identical(slurm(bytes(4)), 3 * gib)
  expect_identical(slurm("9223372036854771712"), 16 * gib)
  expect_identical(slurm(bytes(4), list(`sys/fs/cgroup/unified/user/memory.max` = bytes(2))),
                   2 * gib) # usage is not to be had
})

test_that("what cannot be read says nothing", {
  expect_identical(memory_available(root_with(
    `proc/meminfo` = meminfo, `proc/self/cgroup` = c("", "nonsense", "0:", "0::/a"),
    `sys/fs/cgroup/a/memory.max` = "many", `sys/fs/cgroup/memory.max` = character()
  )), 16 * gib)
  expect_true(is.na(memory_available()) || memory_available() >= 0)
})

# Not here: floyd_warshall(), whose `w` would not fit either; fold_accordion(), whose longest
# sequence fits; networks and neighbours within a radius, whose results grow as they are found.
# Answers the errors. Runs in a process of its own, because each refusal collects garbage, which
# takes long in a process that has run many tests.
refusals <- function() {
  wide <- matrix(0, 2, 6e5)
  sizes <- rep(2L, 6e5)
  bases <- rep("A", 6e5)
  calls <- list(
    cor_kendall = function() cor_kendall(wide),
    `cor_kendall, y` = function() cor_kendall(wide, wide),
    cov_kendall = function() cov_kendall(wide),
    kendall_test = function() kendall_test(wide),
    `kendall_test, permutations` = function() kendall_test(wide, y = wide, permutations = 9),
    kendall_partial = function() kendall_partial(wide, given = 1:2),
    `kendall_partial, all` = function() kendall_partial(wide),
    cor_xi = function() cor_xi(wide),
    xi_test = function() xi_test(wide),
    dist_euclidean = function() dist_euclidean(t(wide)),
    knn_euclidean = function() knn_euclidean(t(wide), k = 5e5),
    matrix_chain = function() matrix_chain(sizes),
    parenthesize = function() parenthesize(sizes[-1] + 0, "matrix_chain", numbers = sizes + 0),
    optimal_bst = function() optimal_bst(sizes[-1] / 4e6, sizes / 4e6),
    fold_rna = function() fold_rna(strrep("A", 6e5)),
    align_gap = function() align_gap(bases, bases, substitution = c(0, 1), gap = 1)
  )
  vapply(calls, function(call) {
    tryCatch({
      call()
      "no error"
    }, error = conditionMessage)
  }, "")
}

test_that("functions refuse a result that does not fit", {
  skip_if(is.na(memory_available()), "the system does not say how much memory there is")
  skip_if(memory_available() > 1e12, "a terabyte of memory is free")
  code <- paste(deparse(refusals), collapse = "\n")
  run <- run_r(c("library(manycore)", paste0("errors <- (", code, ")()"),
                 "cat(paste0(names(errors), ': ', errors, '\n'), sep = '')"))
  expect_length(run$output, 16)
  expect_match(run$output, "^[^:]+: the call needs [0-9.]+ TB of memory, and")
})
