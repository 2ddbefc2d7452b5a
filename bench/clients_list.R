# The clients of bench/clients.R.

# A call of a package. `what`: the call; `swap`: the swapped names; `data`: evaluated once, with
# of(name, package), which gives data of a package, and quick; `size`: a name for the data; `pick`:
# the part of the result that is compared, if the result has environments or pictures (`compared`:
# the name of that part); `needs`: other packages.
client <- function(package, what, swap, data, call, size, pick = identity, compared = "",
                   needs = character()) {
  list(package = package, what = what, swap = swap, data = data, call = call, size = size,
       pick = pick, compared = compared, needs = needs)
}

clients <- list(
  # ---- Kendall ----
  client("psych", "corr.test(method = \"kendall\")", "cor",
         quote(x <- of("bfi", "psych")[if (quick) 1:200 else TRUE, 1:25]),
         quote(psych::corr.test(x, method = "kendall")),
         quote(sprintf("bfi, %d x %d, with NA", nrow(x), ncol(x)))),
  client("vegan", "mantel(method = \"kendall\")", "cor",
         quote({
           species <- vegan::vegdist(of("varespec", "vegan"))
           soil <- vegan::vegdist(scale(of("varechem", "vegan")), "euclidean")
         }),
         quote(vegan::mantel(species, soil, method = "kendall", permutations = 999)),
         quote("varespec and varechem, 24 sites, 999 permutations")),
  client("vegan", "mantel(method = \"kendall\")", "cor",
         quote({
           trees <- vegan::vegdist(of("BCI", "vegan"))
           place <- stats::dist(of("BCI.env", "vegan")[, c("UTM.EW", "UTM.NS")])
           times <- if (quick) 19 else 199
         }),
         quote(vegan::mantel(trees, place, method = "kendall", permutations = times)),
         quote(sprintf("BCI, 50 plots, %d permutations", times))),
  client("vegan", "bioenv(method = \"kendall\")", c("cor", "dist"),
         quote({
           species <- of("varespec", "vegan")
           soil <- of("varechem", "vegan")[, if (quick) 1:5 else 1:10]
         }),
         quote(vegan::bioenv(species, soil, method = "kendall", trace = FALSE)),
         quote(sprintf("varespec and %d variables of varechem, 24 sites", ncol(soil)))),
  client("ppcor", "pcor(method = \"kendall\")", "cov",
         quote(x <- as.matrix(MASS::Boston)),
         quote(ppcor::pcor(x, method = "kendall")),
         quote(sprintf("Boston of MASS, %d x %d", nrow(x), ncol(x))), needs = "MASS"),
  client("ppcor", "pcor(method = \"kendall\")", "cov",
         quote(x <- matrix(stats::rnorm(if (quick) 2000 else 40000), ncol = 40)),
         quote(ppcor::pcor(x, method = "kendall")),
         quote(sprintf("random, %d x %d", nrow(x), ncol(x)))),
  client("GGally", "ggcorr(method = c(\"pairwise\", \"kendall\"))", "cor",
         quote(x <- of("flea", "GGally")[, -1]),
         quote(GGally::ggcorr(x, method = c("pairwise", "kendall"))),
         quote(sprintf("flea, %d x %d", nrow(x), ncol(x))),
         pick = function(p) p$data, compared = "the data of the plot"),
  client("GGally", "ggcorr(method = c(\"pairwise\", \"kendall\"))", "cor",
         quote({
           x <- of("australia_PISA2012", "GGally")
           x <- x[if (quick) 1:300 else TRUE,
                  c("age", "homework", "PV1MATH", "PV1READ", "PV1SCIE", "possessions")]
         }),
         quote(GGally::ggcorr(x, method = c("pairwise", "kendall"))),
         quote(sprintf("australia_PISA2012, %d x %d, with NA", nrow(x), ncol(x))),
         pick = function(p) p$data, compared = "the data of the plot"),
  client("recipes", "step_corr(method = \"kendall\")", "cor",
         quote({
           x <- of("cells", "modeldata")
           x <- x[if (quick) 1:100 else TRUE, which(vapply(x, is.numeric, NA))[1:16]]
         }),
         quote({
           r <- recipes::step_corr(recipes::recipe(x), recipes::all_numeric(),
                                   threshold = 0.5, method = "kendall")
           recipes::bake(recipes::prep(r), x)
         }),
         quote(sprintf("cells of modeldata, %d x %d", nrow(x), ncol(x))), needs = "modeldata"),
  client("corrplot", "cor.mtest(method = \"kendall\")", "cor",
         quote(x <- datasets::mtcars),
         quote(corrplot::cor.mtest(x, method = "kendall", exact = FALSE)),
         quote("mtcars, 32 x 11")),
  client("copula", "corKendall()", "cor",
         quote({
           x <- as.matrix(of("rdj", "copula")[if (quick) 1:200 else TRUE, -1])
           x[sample(length(x), length(x) / 20)] <- NA
         }),
         quote(copula::corKendall(x)),
         quote(sprintf("rdj, %d x %d, 5 %% taken out", nrow(x), ncol(x)))),
  client("copula", "corKendall()", "cor",
         quote({
           x <- copula::rCopula(if (quick) 100 else 1000, copula::normalCopula(0.4, 20))
           x[sample(length(x), length(x) / 20)] <- NA
         }),
         quote(copula::corKendall(x)),
         quote(sprintf("rCopula(), %d x %d, 5 %% NA", nrow(x), ncol(x)))),
  client("dendextend", "cor_cophenetic(method_coef = \"kendall\")", "cor",
         quote({
           x <- scale(t(of("khan", "dendextend")$train))
           single <- stats::hclust(stats::dist(x), "single")
           average <- stats::hclust(stats::dist(x), "average")
         }),
         quote(dendextend::cor_cophenetic(single, average, method_coef = "kendall")),
         quote(sprintf("khan, %d samples", nrow(x)))),
  client("dendextend", "cor_cophenetic(method_coef = \"kendall\")", "cor",
         quote({
           x <- of("khan", "dendextend")$train
           x <- x[if (quick) 1:50 else 1:200, ]
           single <- stats::hclust(stats::dist(x), "single")
           average <- stats::hclust(stats::dist(x), "average")
         }),
         quote(dendextend::cor_cophenetic(single, average, method_coef = "kendall")),
         quote(sprintf("khan, %d genes", nrow(x)))),
  client("WGCNA", "adjacency(corOptions = \"method = 'kendall'\")", "cor",
         quote({
           traits <- matrix(stats::rnorm(60 * 3), 60)
           x <- WGCNA::simulateDatExpr(traits, if (quick) 60 else 400, c(0.3, 0.2, 0.2, 0.3),
                                       verbose = 0)$datExpr
         }),
         quote(WGCNA::adjacency(x, corOptions = "method = 'kendall'")),
         quote(sprintf("simulateDatExpr(), %d x %d", nrow(x), ncol(x)))),
  client("factoextra", "get_dist(method = \"kendall\")", "cor",
         quote(x <- of("decathlon2", "factoextra")[, 1:10]),
         quote(factoextra::get_dist(x, "kendall", stand = TRUE)),
         quote("decathlon2, 27 athletes x 10")),
  client("ComplexHeatmap", "Heatmap(clustering_distance_rows = \"kendall\")", "cor",
         quote(x <- readRDS(system.file("extdata", "measles.rds", package = "ComplexHeatmap"))),
         quote(ComplexHeatmap::row_dend(ComplexHeatmap::draw(ComplexHeatmap::Heatmap(
           x, clustering_distance_rows = "kendall", cluster_columns = FALSE)))),
         quote(sprintf("measles, %d states x %d years", nrow(x), ncol(x))),
         compared = "the tree"),
  client("ComplexHeatmap", "Heatmap(clustering_distance_rows = \"kendall\")", "cor",
         quote({
           data("ALL", package = "ALL", envir = environment())
           x <- Biobase::exprs(ALL)
           x <- x[order(-apply(x, 1, stats::mad))[seq_len(if (quick) 50 else 400)], ]
         }),
         quote(ComplexHeatmap::row_dend(ComplexHeatmap::draw(ComplexHeatmap::Heatmap(
           x, clustering_distance_rows = "kendall", cluster_columns = FALSE)))),
         quote(sprintf("ALL, %d genes x %d", nrow(x), ncol(x))), compared = "the tree",
         needs = c("ALL", "Biobase")),

  # ---- distances ----
  client("factoextra", "get_dist()", "dist",
         quote({
           data("ALL", package = "ALL", envir = environment())
           x <- Biobase::exprs(ALL)
           x <- x[order(-apply(x, 1, stats::mad))[seq_len(if (quick) 100 else 3000)], ]
         }),
         quote(factoextra::get_dist(x, stand = TRUE)),
         quote(sprintf("ALL, %d genes x %d", nrow(x), ncol(x))), needs = c("ALL", "Biobase")),
  client("factoextra", "fviz_nbclust(hcut, \"silhouette\")", "dist",
         quote(x <- of("multishapes", "factoextra")[if (quick) 1:100 else TRUE, 1:2]),
         quote(factoextra::fviz_nbclust(x, factoextra::hcut, "silhouette")),
         quote(sprintf("multishapes, %d x 2", nrow(x))),
         pick = function(p) p$data, compared = "the data of the plot"),
  client("fpc", "kmeansruns(criterion = \"asw\")", "dist",
         quote(x <- fpc::rFace(if (quick) 60 else 1000, dMoNo = 2, dNoEy = 0)),
         quote(fpc::kmeansruns(x, krange = 2:4, criterion = "asw", runs = 5)),
         quote(sprintf("rFace(), %d x 2", nrow(x)))),
  client("fpc", "nselectboot(hclustCBI)", "dist",
         quote(x <- as.matrix(of("tonedata", "fpc"))),
         quote(fpc::nselectboot(x, B = 20, clustermethod = fpc::hclustCBI, method = "average",
                                krange = 2:5, classification = "averagedist")),
         quote("tonedata, 150 x 2")),
  client("clValid", "clValid(validation = \"stability\")", "dist",
         quote({
           x <- of("mouse", "clValid")[, c("M1", "M2", "M3", "NC1", "NC2", "NC3")]
           rownames(x) <- of("mouse", "clValid")$ID
         }),
         quote(clValid::clValid(x, 2:6, c("hierarchical", "kmeans"), "stability")),
         quote(sprintf("mouse, %d x %d", nrow(x), ncol(x))),
         pick = function(v) clValid::measures(v), compared = "the measures"),
  client("NbClust", "NbClust(index = \"silhouette\")", "dist",
         quote(x <- as.matrix(datasets::iris[, 1:4])),
         quote(NbClust::NbClust(x, method = "average", index = "silhouette")),
         quote("iris, 150 x 4")),
  client("pheatmap", "pheatmap()", "dist",
         quote({
           x <- matrix(stats::rnorm(200), 20, 10)
           x[1:10, seq(1, 10, 2)] <- x[1:10, seq(1, 10, 2)] + 3
         }),
         quote(pheatmap::pheatmap(x, silent = TRUE)), quote("that of its examples, 20 x 10"),
         pick = function(p) p[c("tree_row", "tree_col")], compared = "both trees"),
  client("pheatmap", "pheatmap(show_rownames = FALSE)", "dist",
         quote({
           data("ALL", package = "ALL", envir = environment())
           x <- Biobase::exprs(ALL)
           x <- x[order(-apply(x, 1, stats::mad))[seq_len(if (quick) 100 else 3000)], ]
         }),
         quote(pheatmap::pheatmap(x, show_rownames = FALSE, silent = TRUE)),
         quote(sprintf("ALL, %d genes x %d", nrow(x), ncol(x))),
         pick = function(p) p[c("tree_row", "tree_col")], compared = "both trees",
         needs = c("ALL", "Biobase")),
  client("ConsensusClusterPlus", "ConsensusClusterPlus(distance = \"euclidean\")", "dist",
         quote({
           data("ALL", package = "ALL", envir = environment())
           x <- Biobase::exprs(ALL)
           x <- x[order(-apply(x, 1, stats::mad))[seq_len(if (quick) 100 else 5000)], ]
         }),
         quote(ConsensusClusterPlus::ConsensusClusterPlus(
           x, maxK = 4, reps = 50, distance = "euclidean", seed = 1)),
         quote(sprintf("ALL, %d genes x %d", nrow(x), ncol(x))), needs = c("ALL", "Biobase")),

  # ---- sorting and ranks ----
  client("limma", "normalizeQuantiles()", c("sort", "rank"),
         quote({
           data("ALL", package = "ALL", envir = environment())
           x <- Biobase::exprs(ALL)[if (quick) 1:500 else TRUE, ]
         }),
         quote(limma::normalizeQuantiles(x)),
         quote(sprintf("ALL, %d genes x %d", nrow(x), ncol(x))), needs = c("ALL", "Biobase")),
  client("limma", "normalizeQuantiles()", c("sort", "rank"),
         quote(x <- matrix(stats::rnorm(if (quick) 1e4 else 4e6), ncol = 4)),
         quote(limma::normalizeQuantiles(x)),
         quote(sprintf("random, %d x 4", nrow(x)))),
  client("Hmisc", "somers2()", "rank",
         quote({
           n <- if (quick) 1e4 else 1e6
           x <- stats::rnorm(n)
           y <- as.integer(stats::runif(n) < stats::plogis(x))
         }),
         quote(Hmisc::somers2(x, y)), quote(sprintf("random, %d", length(x)))),
  client("copula", "pobs()", "rank",
         quote(x <- as.matrix(of("loss", "copula")[, 1:2])),
         quote(copula::pobs(x)), quote(sprintf("loss, %d x %d", nrow(x), ncol(x))))
)

# Packages whose tests call the swapped functions: files of testthat that match `files`, or
# `scripts`.
client_tests <- list(
  list(package = "corrplot"), list(package = "fpc", scripts = "fpctest_notallin.R"),
  list(package = "dendextend", files = "cor|entanglement|untangle|dist|rank|cutree|find_k|prune"),
  list(package = "GGally", files = "ggcorr|ggparcoord|ggscatmat"),
  list(package = "recipes", files = "corr|classdist|range|center"),
  list(package = "copula", scripts = c("dC-dc-ex.R", "fixedPar-ex.R"))
)
