# kendall_network(groups = ): a network of each level, or of the differences of two levels.

# The levels of the rows (groups_of()), or NULL, with the errors of arguments that do not fit.
check_network_groups <- function(x, groups, contrast, differential, store) {
  if (is.null(groups)) {
    if (differential) {
      stop_manycore("argument", "'differential' needs 'groups', the level of each row",
                    argument = "groups")
    }
    if (!is.null(contrast)) {
      stop_manycore("argument", "'contrast' names two levels of 'groups', which is not given",
                    argument = "contrast")
    }
    return(NULL)
  }
  if (!is.null(store)) {
    stop_manycore("argument", "'store' is not available with 'groups'", argument = "store")
  }
  if (!is.null(contrast) && !differential) {
    stop_manycore("argument", "'contrast' is for differential = TRUE", argument = "contrast")
  }
  groups_of(x, groups)
}

# `input`: as of with_shared_columns().
network_of_groups <- function(input, nodes, groups, contrast, differential, rule, sign, progress) {
  if (differential) {
    contrast <- check_contrast(contrast, levels(groups))
    if (is.null(contrast)) {
      stop_manycore("argument", "differential = TRUE needs two levels of 'groups', which has ",
                    nlevels(groups), if (nlevels(groups) > 2L) ": 'contrast' names two of them",
                    argument = "contrast")
    }
  }
  rows <- rows_of_levels(groups, input)
  # rows that `use` leaves out are gone
  input$use_in_c <- if (input$use == use_pairwise) use_pairwise else use_everything
  input$could_fail <- TRUE
  tick <- progress_ticker(progress, "Kendall's network")
  call <- user_call()
  if (differential) {
    return(differential_network(input, nodes, rows[contrast], rule, sign, tick, call))
  }
  constant <- 0
  networks <- lapply(seq_along(rows), function(k) {
    of_level <- input
    of_level[c("x", "y")] <- lapply(input[c("x", "y")], function(m) {
      if (!is.null(m)) some_rows(m, rows[[k]])
    })
    found <- edges_by_rule(of_level, rule, sign, if (!is.null(tick)) {
      function(done) tick((k - 1 + done) / length(rows))
    })
    constant <<- constant + found$constant_pairs
    as_network(found, nodes, network_settings(input, rule, sign, found, length(rows[[k]])))
  })
  warn_constant_groups(constant, call)
  stats::setNames(networks, names(rows))
}

# The pairs that differ between two levels. `rows`: the rows of the two, by name.
differential_network <- function(input, nodes, rows, rule, sign, tick, call) {
  other <- if (is.null(input$y)) input$x else input$y
  # (a source of its own for each place, because a source reads one part at a time)
  input$two_levels <- list(
    x = unname(c(lapply(rows, function(of) some_rows(input$x, of)),
                 lapply(rows, function(of) some_rows(other, of)))),
    y = if (!is.null(input$y)) TRUE
  )
  found <- edges_by_rule(input, rule, sign, tick)
  found$tau <- found$tau / strength_in_c(input)
  warn_constant_groups(found$constant_pairs, call)
  settings <- network_settings(input, rule, sign, found, sum(lengths(rows)))
  settings$contrast <- names(rows)
  settings$level_rows <- lengths(rows)
  as_network(c(found, levels_of_edges(input, rows, found)), nodes, settings)
}

# tau and the number of rows of each edge at both levels, by the names of the columns of a network.
levels_of_edges <- function(input, rows, found) {
  job <- input
  job[c("i", "j")] <- list(found$from, found$to)
  job$pairs <- length(found$from)
  settings <- list(alternative = "two.sided", exact = FALSE, continuity = FALSE,
                   conf.level = NULL, p.adjust.method = "none")
  levels <- run_groups(job, rows, NULL, settings, FALSE)$levels
  stats::setNames(c(lapply(levels, `[[`, "estimate"), lapply(levels, `[[`, "n")),
                  columns_of_levels(names(rows)))
}
