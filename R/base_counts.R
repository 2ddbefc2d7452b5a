# Numbers in messages.

# The mark of thousands is a blank where the decimal mark is a comma.
format_count <- function(count) {
  mark <- if (identical(getOption("OutDec"), ",")) " " else ","
  format(count, big.mark = mark, scientific = FALSE, trim = TRUE)
}

# "1 edge", "1,000 edges"
count_of <- function(count, what) paste0(format_count(count), " ", what, if (count != 1) "s")

# A line wrapped, and cut if it is very long.
shortened <- function(line, most = 1000) {
  if (nchar(line) <= most) {
    return(paste(strwrap(line), collapse = "\n"))
  }
  paste0(paste(strwrap(substr(line, 1, most)), collapse = "\n"), " ...")
}

format_bytes <- function(bytes) {
  format(structure(bytes, class = "object_size"), units = "auto", standard = "SI",
         digits = 1)
}
