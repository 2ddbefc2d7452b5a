# Builds the web site from a copy of the sources: the reference by family, vignettes, the pages of
# docs/ and the results of bench/ as articles, and the news.
#
#   Rscript scripts/site.R SOURCES SITE
#
# pkgdown makes articles of vignettes only. So the pages of docs/ and bench/results/ become
# vignettes of the copy, and links to these files become links to the articles.

args <- commandArgs(trailingOnly = TRUE)
sources <- normalizePath(args[1L])
site <- file.path(normalizePath(dirname(args[2L])), basename(args[2L]))
options(pkgdown.internet = FALSE)

title_of <- function(lines) sub("^# ", "", grep("^# ", lines, value = TRUE)[1L])

# The pages in a folder: path of the file, name of the article.
pages_of <- function(folder, prefix) {
  files <- sort(list.files(file.path(sources, folder), "[.]md$"))
  data.frame(file = file.path(folder, files),
             article = paste0(prefix, tolower(sub("[.]md$", "", files))))
}
pages <- rbind(pages_of("docs", "docs-"), pages_of("bench/results", "results-"))
for_users <- c("cheatsheet", "faq", "install", "platforms", "scale")
pages$article <- sub(paste0("^docs-(", paste(for_users, collapse = "|"), ")$"), "guide-\\1",
                     pages$article)

# Links of a page that is in `folder`, from an article (`up`: from the top page).
with_links <- function(lines, folder, up = "") {
  found <- regmatches(lines, gregexpr("\\]\\([^)#: ]+", lines))
  replaced <- lapply(found, function(links) {
    vapply(links, function(link) {
      path <- substring(link, 3L)
      full <- sub("^[.]/", "", if (folder == "") path else file.path(folder, path))
      while (grepl("[^/]+/[.][.]/", full)) full <- sub("[^/]+/[.][.]/", "", full)
      at <- match(full, pages$file)
      if (!is.na(at)) return(paste0("](", up, pages$article[at], ".html"))
      if (grepl("^vignettes/.*[.]Rmd$", full)) {
        return(paste0("](", up, sub("[.]Rmd$", ".html", basename(full))))
      }
      link
    }, "", USE.NAMES = FALSE)
  })
  regmatches(lines, gregexpr("\\]\\([^)#: ]+", lines)) <- replaced
  lines
}

for (k in seq_len(nrow(pages))) {
  lines <- readLines(file.path(sources, pages$file[k]), encoding = "UTF-8")
  title <- title_of(lines)
  first <- grep("^# ", lines)[1L]
  lines <- with_links(lines[-first], dirname(pages$file[k]))
  writeLines(c("---", paste0("title: \"", gsub("\"", "'", title), "\""), "---", "", lines),
             file.path(sources, "vignettes", paste0(pages$article[k], ".Rmd")), useBytes = TRUE)
}
pictures <- list.files(file.path(sources, "bench/results"), "[.]png$", full.names = TRUE)
invisible(file.copy(pictures, file.path(sources, "vignettes")))

readme <- file.path(sources, "README.md")
lines <- with_links(readLines(readme, encoding = "UTF-8"), "", "articles/")
writeLines(gsub("](bench/results/", "](articles/", lines, fixed = TRUE), readme, useBytes = TRUE)

pkg <- pkgdown::as_pkgdown(sources, override = list(destination = site))
pkgdown::init_site(pkg)
pkgdown::build_home(pkg, preview = FALSE, quiet = TRUE)
pkgdown::build_reference(pkg, lazy = FALSE, run_dont_run = FALSE, preview = FALSE, devel = FALSE)
pkgdown::build_articles(pkg, lazy = FALSE, preview = FALSE, quiet = TRUE)
invisible(file.copy(pictures, file.path(site, "articles"))) # README.md shows one of them
pkgdown::build_news(pkg, preview = FALSE)
pkgdown::build_search(pkg)
