# Everything this builds goes to .build/; see scripts/ for what each target does.
# The recipes are POSIX sh, and any make will do.

BENCH = kendall
ARGS =
DATA =
CONFIGURE_ARGS =

.PHONY: help demo test check bench docs install clean

help:
	@echo 'make demo      correlate real data, check against stats::cor, draw a picture'
	@echo '               (make demo DATA=file.rds or DATA=file.csv takes your own)'
	@echo 'make test      all tests: R, C, house rules'
	@echo 'make check     R CMD check --as-cran'
	@echo 'make bench     run bench/kendall.R (BENCH=name for another, ARGS="--quick" for its options)'
	@echo 'make docs      write man/ and NAMESPACE, render the vignettes'
	@echo 'make install   install the package into the default library of R'
	@echo 'make clean     remove what was built'
	@echo
	@echo 'All but install and docs keep to the folder .build/.'
	@echo 'CONFIGURE_ARGS="--with-isa=..." is handed to the configure of the package.'

demo:
	@if [ -n "$(DATA)" ]; then sh scripts/setup.sh package; else sh scripts/setup.sh demo; fi
	@CONFIGURE_ARGS="$(CONFIGURE_ARGS)" sh scripts/demo.sh "$(DATA)"

test:
	@sh scripts/setup.sh test
	@CONFIGURE_ARGS="$(CONFIGURE_ARGS)" sh scripts/test.sh

check:
	@sh scripts/setup.sh check
	@sh scripts/check.sh

bench:
	@sh scripts/setup.sh bench
	@CONFIGURE_ARGS="$(CONFIGURE_ARGS)" sh scripts/bench.sh "$(BENCH)" $(ARGS)

docs:
	@sh scripts/setup.sh docs
	@CONFIGURE_ARGS="$(CONFIGURE_ARGS)" sh scripts/docs.sh

install:
	@sh scripts/setup.sh package default
	@CONFIGURE_ARGS="$(CONFIGURE_ARGS)" sh scripts/install.sh

clean:
	@sh scripts/clean.sh
