# Shared by methods for plot().

# Names of arguments that a method for plot() hands on: those of `functions`, and R's graphical
# parameters. For check_dots(..., .also = ).
graphical_arguments <- function(...) {
  functions <- list(..., graphics::plot.default)
  unique(c(unlist(lapply(functions, function(f) names(formals(f)))),
           names(graphics::par(no.readonly = TRUE))))
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
