# make play: set up and play.  make test: set up and run every check.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready
.DEFAULT_GOAL := help

help: ## what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(READY): pyproject.toml constraints.txt
	@echo "Setting up in .venv (once) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

setup: $(READY) ## prepare .venv

play: $(READY) ## play Okiya in the terminal
	@$(BIN)/hanamachi play okiya

test: $(READY) ## every check
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -q -n 2 --durations=10 --cov --cov-report=
	@$(BIN)/coverage report --fail-under=100 --include='src/hanamachi/core/*,src/hanamachi/games/*/rules.py,src/hanamachi/games/*/view.py'

fix: $(READY) ## format and repair what a machine can
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .

goldens: $(READY) ## write the golden files anew (then read the diff)
	@HANAMACHI_GOLDENS=write $(BIN)/python -m pytest -q -n 2 -k golden

bench: $(READY) ## speeds and statistics
	@for each in bench/*.py; do $(BIN)/python $$each || exit 1; done

fuzz: $(READY) ## long random checks
	@$(BIN)/python tests/games/okiya/fuzz_layouts.py
	@$(BIN)/python tools/fuzz.py

mutants: $(READY) ## break the code on purpose; the tests must notice
	@$(BIN)/python tools/mutants.py

clean: ## forget the set-up
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .coverage* dist

.PHONY: help setup play test fix goldens bench fuzz mutants clean
