# A function that C calls between passes with the share of the work done, or
# NULL. The bar belongs to `frame`, whose end, by an interrupt too, removes it.
progress_ticker <- function(progress, label, frame = parent.frame()) {
  check_flag(progress, "progress")
  if (!progress) {
    return(NULL)
  }
  # a log, where each state is a line, gets no bar of blocks
  format <- if (!cli::is_dynamic_tty()) "{cli::pb_name}{cli::pb_percent}"
  bar <- cli::cli_progress_bar(label, total = 100, clear = TRUE, auto_terminate = FALSE,
                               format = format, .envir = frame)
  function(done) {
    cli::cli_progress_update(set = 100 * min(done, 1), id = bar, .envir = frame)
  }
}
