# Everything this builds goes to .build/; see scripts/ for what each target does.
# The recipes are POSIX sh, and any make will do.

DATA =
BENCH = kendall
ARGS =
ONLY =
# (The environment may set these, too.)
CONFIGURE_ARGS ?=
R ?= R
RSCRIPT ?= Rscript
KEEP ?=

SET = R="$(R)" RSCRIPT="$(RSCRIPT)" CONFIGURE_ARGS="$(CONFIGURE_ARGS)"

.PHONY: help demo test platforms faults trust fresh check bioccheck bench docs site install clean

help:
	@sh scripts/help.sh

demo:
	@if [ -n "$(DATA)" ]; then $(SET) sh scripts/setup.sh package; else $(SET) sh scripts/setup.sh demo; fi
	@$(SET) sh scripts/demo.sh "$(DATA)"

test:
	@$(SET) sh scripts/setup.sh test
	@$(SET) sh scripts/test.sh '$(ONLY)'

platforms:
	@sh scripts/platforms.sh $(ARGS)

faults:
	@$(SET) sh scripts/setup.sh test
	@$(SET) sh scripts/faults.sh

trust:
	@$(SET) sh scripts/setup.sh test
	@$(SET) sh scripts/trust.sh $(ARGS)

fresh:
	@KEEP="$(KEEP)" sh scripts/fresh.sh

check:
	@$(SET) sh scripts/setup.sh check
	@$(SET) sh scripts/check.sh

bioccheck:
	@$(SET) sh scripts/bioccheck.sh

bench:
	@$(SET) sh scripts/setup.sh bench
	@$(SET) sh scripts/bench.sh "$(BENCH)" $(ARGS)

docs:
	@$(SET) sh scripts/setup.sh docs
	@$(SET) sh scripts/docs.sh

site:
	@$(SET) sh scripts/setup.sh site
	@$(SET) sh scripts/site.sh

install:
	@$(SET) sh scripts/setup.sh package default
	@$(SET) sh scripts/install.sh

clean:
	@sh scripts/clean.sh
