# Bytes of memory that can be had without swapping, or NA where the system does
# not say.
memory_available <- function(meminfo = "/proc/meminfo") {
  if (!file.exists(meminfo)) {
    return(NA_real_)
  }
  line <- grep("^MemAvailable:", readLines(meminfo, warn = FALSE), value = TRUE)
  if (length(line) != 1) NA_real_ else 1024 * as.numeric(gsub("[^0-9]", "", line))
}

format_bytes <- function(bytes) {
  format(structure(bytes, class = "object_size"), units = "auto", standard = "SI",
         digits = 1)
}

# Refuses a result that memory has no room for, before anything is allocated. Asking
# takes time: a small result is not worth it. What R has left lying about makes room.
check_room <- function(numbers, available = memory_available) {
  lacking <- function() isTRUE(8 * numbers > available())
  if (numbers <= 1e6 || !lacking()) {
    return()
  }
  gc()
  if (lacking()) {
    stop("the result needs ", format_bytes(8 * numbers), " of memory, of which ",
         format_bytes(available()), " are available", call. = FALSE)
  }
}
