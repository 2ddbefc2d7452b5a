# A function that C calls between passes with the finished share of the work, or NULL for no
# progress bar. The bar belongs to `frame`: when `frame` ends, by an interrupt too, the bar is
# removed. `at_once`: the bar begins now, because the first call may come late.
progress_ticker <- function(progress, label, at_once = FALSE, frame = parent.frame()) {
  check_flag(progress, "progress")
  if (!progress) {
    return(NULL)
  }
  force(label)
  force(frame)
  bar <- if (at_once) begin_bar(label, frame)
  begun <- now()
  function(done) {
    if (is.null(bar)) {
      if (now() - begun < seconds_without_bar()) {
        return()
      }
      bar <<- begin_bar(label, frame)
    }
    cli::cli_progress_update(set = 100 * min(done, 1), id = bar, .envir = frame)
  }
}

# cli takes longer to begin and end a bar than C takes for some hundred numbers. So calls of less
# than 0.1 seconds have no bar. (cli shows a bar 2 seconds after the bar began, or as its option
# says.)
seconds_without_bar <- function() {
  after <- getOption("cli.progress_show_after")
  if (is_number(after)) min(0.1, after) else 0.1
}

# Begins a bar that ends with the function of `frame`. Returns the number of the bar.
begin_bar <- function(label, frame) {
  # in a log, where each state is a line, there are only percentages
  format <- if (!cli::is_dynamic_tty()) "{cli::pb_name}{cli::pb_percent}"
  bar <- cli::cli_progress_bar(label, total = 100, clear = TRUE, auto_terminate = FALSE,
                               format = format, .auto_close = FALSE, .envir = frame)
  # An interrupt while cli draws its first bar leaves a bar whose end is an error in cli 3.6. The
  # error would take the place of the interrupt.
  end <- bquote(tryCatch(cli::cli_progress_done(id = .(bar)), error = function(e) NULL))
  do.call(on.exit, list(end, TRUE), envir = frame)
  bar
}
