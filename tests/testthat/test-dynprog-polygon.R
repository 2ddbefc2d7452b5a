# triangulate_polygon() against the definition in plain R (helper-polygon.R), on corners in line, on
# coordinates of any size, and what is no polygon.

# Corners in all their orders that make the same polygon: from another one on, and backwards.
turned_about <- function(points, by) {
  n <- nrow(points)
  points <- points[(seq_len(n) + by - 1) %% n + 1, , drop = FALSE]
  if (by %% 2 == 1) points[n:1, , drop = FALSE] else points
}

expect_least <- function(points, label = NULL) {
  x <- triangulate_polygon(points)
  n <- nrow(points)
  expect_equal(x$length, least_diagonals(points), tolerance = 1e-12, label = label)
  within <- diagonals_within(points)
  expect_true(all(paste(x$diagonals[, 1], x$diagonals[, 2]) %in%
                    paste(within[, 1], within[, 2])), label = label)
  twice <- function(v) {
    cross_product(points[v[2], ] - points[v[1], ], points[v[3], ] - points[v[1], ])
  }
  areas <- apply(x$triangles, 1, twice)
  whole <- sum(vapply(seq_len(n), function(i) cross_product(points[i, ], points[i %% n + 1, ]), 0))
  expect_true(all(areas * whole > 0), label = label)
  expect_equal(sum(areas), whole, label = label)
}

test_that("sides in line with each other, and diagonals in line with sides", {
  u <- rbind(c(0, 0), c(3, 0), c(3, 2), c(2, 2), c(2, 1), c(1, 1), c(1, 2), c(0, 2))
  expect_equal(triangulate_polygon(u)$length, 7.892922, tolerance = 1e-7)
  longer <- rbind(c(4, 3), c(3, 2), c(2, 1), c(3, 0), c(1, 0), c(1, 1))
  expect_equal(triangulate_polygon(longer)$length, 4.650282, tolerance = 1e-7)
  for (by in 0:5) {
    expect_least(turned_about(u, by))
    expect_least(turned_about(longer, by))
  }
})

test_that("all simple polygons of random corners on grids", {
  set.seed(31)
  seen <- 0
  while (seen < 150) {
    n <- sample(4:8, 1)
    side <- sample(3:6, 1)
    grid <- as.matrix(expand.grid(x = seq_len(side), y = seq_len(side)))
    points <- unname(grid[sample.int(nrow(grid), n), ] + 0)
    if (is_simple_polygon(points)) {
      seen <- seen + 1
      expect_least(points, paste0("rbind(", paste0("c(", points[, 1], ",", points[, 2], ")",
                                                   collapse = ","), ")"))
    } else {
      expect_error(triangulate_polygon(points), class = "manycore_error_data")
    }
  }
})

test_that("rectilinear polygons, with their straight corners and without", {
  set.seed(32)
  for (trial in 1:60) {
    points <- rectilinear_polygon(sample(2:(if (trial %% 2) 4 else 6), 1), trial %% 2 == 1)
    if (nrow(points) > 3 && nrow(points) <= 12) {
      expect_least(turned_about(points, trial %% 4), paste("rectilinear polygon", trial))
    }
  }
})

test_that("sides that overlap, touch or cross are named, and corners that are the same", {
  refused <- function(points, pattern) {
    expect_error(triangulate_polygon(points), pattern, class = "manycore_error_data", fixed = TRUE)
  }
  for (n in 3:6) { # in a line
    refused(cbind(seq_len(n), 2 * seq_len(n)), "do not cross or touch each other")
  }
  refused(rbind(c(0, 0), c(2, 0), c(1, 0), c(1, 1)),
          "the side from corner 1 to 2 meets the one from 2 to 3")
  refused(cbind(c(0, 1, 0, 1), c(0, 1, 1, 0)),
          "the side from corner 1 to 2 meets the one from 3 to 4")
  refused(rbind(c(0, 0), c(4, 0), c(4, 2), c(2, 0), c(0, 2)),
          "the side from corner 1 to 2 meets the one from 3 to 4")
  refused(rbind(c(0, 0), c(1, 0), c(1, 0), c(1, 1)), "corner 3 is where corner 2 is")
  refused(rbind(c(0, 0), c(2, 0), c(1, 1), c(2, 2), c(0, 2), c(1, 1)),
          "corner 6 is where corner 3 is")
  # sides in line with each other that do overlap
  refused(rbind(c(0, 0), c(3, 0), c(3, 1), c(2, 1), c(2, 0), c(1, 0), c(1, 1), c(0, 1)),
          "meets the one from")
})

test_that("far from the origin, and of any size", {
  shapes <- list(rbind(c(0, 0), c(3, 0), c(3, 2), c(2, 2), c(2, 1), c(1, 1), c(1, 2), c(0, 2)),
                 rbind(c(0, 0), c(4, 0), c(5, 3), c(2, 5), c(-1, 3)),
                 rbind(c(0, 0), c(4, 2), c(0, 4), c(1, 2)))
  for (shape in shapes) {
    for (points in list(shape, shape[rev(seq_len(nrow(shape))), ])) {
      want <- triangulate_polygon(points)
      for (offset in c(1e8, 2^50, -2^51, 2^52)) {
        far <- triangulate_polygon(points + offset)
        expect_identical(far$triangles, want$triangles)
        expect_equal(far$length, want$length)
      }
      for (power in c(-1040, -1000, -664, -332, 100, 531, 1000, 1018)) {
        sized <- triangulate_polygon(points * 2^power)
        expect_identical(sized$triangles, want$triangles, label = paste("2 to the power", power))
        expect_equal(sized$length / (want$length * 2^power), 1)
        expect_identical(sized$points, points * 2^power)
      }
      for (factor in c(1e-300, 1e-200, 1e-160, 1e160, 1e200, 1e300)) {
        sized <- triangulate_polygon(points * factor)
        expect_equal(sized$length / factor, want$length)
      }
    }
  }
  # sides of 1e200 and of 1e-200 in one polygon
  thin <- triangulate_polygon(rbind(c(0, 0), c(1e200, 0), c(1e200, 1e-200), c(0, 1e-200)))
  expect_equal(thin$length / 1e200, 1)
  notch <- rbind(c(0, 0), c(1, 0), c(1, 1), c(1e-200, 1e-200), c(0, 1))
  expect_setequal(asplit(triangulate_polygon(notch)$diagonals, 1), list(c(1L, 4L), c(2L, 4L)))
  # lengths that no double holds, and coordinates that none holds together
  wide <- 1.7e308 * rbind(c(-1, -1), c(1, -1), c(1, 1), c(-1, 1))
  expect_error(triangulate_polygon(wide), "'points'.*beyond", class = "manycore_error_data")
  apart <- rbind(c(0, 0), c(1e308, 0), c(1e308, 1e308), c(1e-300, 1e-300))
  expect_error(triangulate_polygon(apart), "'points'.*beside", class = "manycore_error_data")
})

test_that("decimal corners in line are in line, from either side", {
  both <- function(points) {
    c(triangulate_polygon(points)$length,
      triangulate_polygon(points[rev(seq_len(nrow(points))), ])$length)
  }
  q <- cbind(c(5.5, 6, 6.5, 7, 20), c(1.2, 0.4, -0.4, -1.2, -15))
  expect_equal(both(q), rep(triangulate_polygon(10 * q)$length / 10, 2), tolerance = 1e-12)
  q <- cbind(c(8.4, 7.7, 7, 6.3, 20), c(0.9, 1.7, 2.5, 3.3, -15))
  expect_equal(both(q), rep(triangulate_polygon(round(10 * q))$length / 10, 2), tolerance = 1e-12)
  set.seed(46)
  for (turn in 1:400) { # a side with corners on it, and an apex
    step <- sample(-9:9, 2)
    if (all(step == 0)) next
    whole <- rbind(outer(0:4, step) + rep(sample(-99:99, 2), each = 5), sample(-200:200, 2))
    want <- tryCatch(triangulate_polygon(whole)$length, error = function(e) NULL)
    for (unit in c(10, 100, 7)) {
      if (is.null(want)) {
        expect_error(triangulate_polygon(whole / unit), class = "manycore_error_data")
      } else {
        expect_equal(both(whole / unit), rep(want / unit, 2), tolerance = 1e-11,
                     label = paste(c(whole, unit), collapse = " "))
      }
    }
  }
})

test_that("corners that are all at the same place are named", {
  expect_error(triangulate_polygon(matrix(0, 4, 2)), "corner 2 is where corner 1 is",
               class = "manycore_error_data")
  expect_error(triangulate_polygon(rbind(c(0, 0), c(1, 0), c(0, 1), c(0, 0))),
               "repeats its first corner in row 4", class = "manycore_error_data")
})
