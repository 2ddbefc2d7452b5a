# Shared by methods for plot().

# Names of arguments that a method for plot() hands on: those of `functions`, and R's graphical
# parameters. For check_dots(..., .also = ).
graphical_arguments <- function(...) {
  functions <- list(..., graphics::plot.default)
  unique(c(unlist(lapply(functions, function(f) names(formals(f)))),
           names(graphics::par(no.readonly = TRUE))))
}

# The same for hist().
histogram_arguments <- function() {
  graphical_arguments(utils::getS3method("hist", "default", envir = asNamespace("graphics")),
                      utils::getS3method("plot", "histogram", envir = asNamespace("graphics")))
}

# The same for plot_p_values().
p_plot_arguments <- function(type) {
  if (type == "histogram") histogram_arguments() else graphical_arguments()
}

# The same for igraph. Most of its arguments begin with a prefix, such as "vertex.": the pattern is
# for check_dots(..., .pattern = ).
igraph_arguments <- function() graphical_arguments(utils::getS3method("plot", "igraph"))
igraph_pattern <- paste0("^(vertex|edge|mark|loop)[.]|",
                         "^(layout|margin|palette|rescale|frame|frame.color|frame.width)$")

# Calls a function that draws with the settings of a method for plot(); `...` replaces some of them.
# The arguments of the call are symbols, because the function may turn its call into a label.
draw_with <- function(f, settings, ...) {
  settings <- utils::modifyList(settings, list(...))
  call <- as.call(c(f, lapply(stats::setNames(nm = names(settings)), as.name)))
  eval(call, settings, globalenv())
}

# The level of p-values at which a picture has a line or changes its colour.
check_drawn_level <- function(level) {
  if (!is_number(level) || level <= 0 || level >= 1) {
    stop_argument("level", "a number between 0 and 1", level)
  }
}

# p-values as a "histogram", with a line at the level; or as a "volcano", -log10(p) against the
# estimates, which are called `of`, with lines at the level and at `middle`. `adjusted` is the
# method by which the p-values are adjusted. Points without an estimate or a p-value are left out.
# Of more than 100,000 points those that would hide each other are drawn once.
plot_p_values <- function(type, estimate, p, level, adjusted, of, main, ..., middle = 0) {
  label <- if (adjusted == "none") "p-value" else paste0("adjusted p-value (", adjusted, ")")
  if (type == "histogram") {
    draw_with(graphics::hist, list(x = p, breaks = seq(0, 1, level_step(level)), xlab = label,
                                   main = main, col = "grey80", border = "white"), ...)
    graphics::abline(v = level, lty = 2)
    return(invisible())
  }
  height <- -log10(pmax(p, .Machine$double.xmin))
  shown <- which(!is.na(height) & is.finite(estimate))
  if (length(shown) > 1e5) {
    far <- max(abs(estimate[shown] - middle))
    place <- round(1000 * (estimate[shown] - middle) / if (far > 0) far else 1) +
      1e4 * round(1000 * height[shown] / max(height[shown], 1))
    shown <- shown[!duplicated(place)]
  }
  draw_with(graphics::plot, list(x = estimate[shown], y = height[shown], xlab = of,
                                 ylab = paste0("-log10 ", label), main = main, pch = 20,
                                 cex = if (length(shown) > 1000) 0.4 else 0.8,
                                 col = ifelse(p[shown] < level, "tomato", "grey60")), ...)
  graphics::abline(h = -log10(level), v = middle, lty = c(2, 3))
}

# The width of the bars: the level, if it divides 1 into at most 100 bars, and else 0.05.
level_step <- function(level) {
  bars <- round(1 / level)
  if (bars <= 100 && abs(bars * level - 1) < 1e-9) 1 / bars else 0.05
}

image_default <- function() {
  utils::getS3method("image", "default", envir = asNamespace("graphics"))
}

# The meaning of grey, below the colour key.
key_of_none <- function(label) {
  area <- graphics::par("usr")
  size <- c(area[2] - area[1], area[4] - area[3])
  graphics::rect(area[2] + 0.04 * size[1], area[3] + 0.08 * size[2], area[2] + 0.075 * size[1],
                 area[3] + 0.115 * size[2], col = "grey92", border = "grey60", xpd = NA)
  graphics::text(area[2] + 0.075 * size[1], area[3] + 0.0975 * size[2], label, pos = 4, cex = 0.75,
                 xpd = NA)
}

# The colour key, in the right margin.
colour_key <- function(colours, limits, name = "tau") {
  area <- graphics::par("usr")
  width <- area[2] - area[1]
  left <- area[2] + 0.04 * width
  right <- area[2] + 0.075 * width
  height <- (area[4] - area[3]) * 0.6
  bottom <- area[3] + (area[4] - area[3]) * 0.2
  steps <- bottom + height * seq(0, 1, length.out = length(colours) + 1)
  graphics::rect(left, steps[-length(steps)], right, steps[-1], col = colours, border = NA,
                 xpd = NA)
  graphics::rect(left, bottom, right, bottom + height, border = "grey60", xpd = NA)
  at <- seq(0, 1, length.out = 5)
  graphics::text(right, bottom + height * at, format(limits[1] + diff(limits) * at), pos = 4,
                 cex = 0.75, xpd = NA)
  graphics::text(left, bottom + height, name, adj = c(0, -0.8), cex = 0.85, xpd = NA)
}
