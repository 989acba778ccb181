# Every target sets up .venv by itself; only python3.11, make and the package registries are needed.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
SOAK_GAMES ?= 2000
SOAK_HOUSE ?= 76
SOAK_SEED ?= soak
JOBS ?= $(shell getconf _NPROCESSORS_ONLN)

.DEFAULT_GOAL := help
.PHONY: help run test check lint format bench soak clean

help: ## say what can be made
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

run: .venv/.run ## play a short demonstration game, then serve a game by mail against the house
	@$(BIN)/adjudicator demo
	@echo
	@if [ -t 0 ]; then $(BIN)/adjudicator trial; else $(BIN)/adjudicator trial --no-serve; fi

test: .venv/.dev ## every test, doctests included (under five minutes)
	$(BIN)/python -m pytest -q -n auto --dist worksteal

check: lint test ## format, lint, types, imports, tests: what CI runs

lint: .venv/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/.dev ## put the code into its one format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/.dev ## ratios against python-chess, bare commits and a bare program
	$(BIN)/python -m benchmarks

soak: .venv/.run ## many games at every table, invariants checked (SOAK_GAMES SOAK_HOUSE SOAK_SEED JOBS)
	$(BIN)/adjudicator selfplay --games $(SOAK_GAMES) --seed $(SOAK_SEED) --jobs $(JOBS)
	$(BIN)/adjudicator selfplay --games $(SOAK_HOUSE) --seed $(SOAK_SEED) --jobs $(JOBS) \
		--style house:eager --style eager:house

clean: ## remove everything that can be made again
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis build dist
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +

# -- the virtual environment: .run has what playing needs, .dev also the tools -------------------

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/.run: pyproject.toml | .venv/bin/python
	$(PIP) install --editable .
	@touch $@

.venv/.dev: pyproject.toml | .venv/bin/python
	$(PIP) install --editable '.[dev]'
	@touch $@ .venv/.run
