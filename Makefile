# `make demo` and `make test` are all that a new machine needs. The rest is for people who work here.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
DATA ?=

.DEFAULT_GOAL := help
.PHONY: help demo test check format bench fuzz lock wheel clean

help: ## Say what can be made
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# The environment to run in, then the one to work in; each is made again when what it is made from changes.
$(VENV)/run.stamp: requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) on this machine. Name a Python 3.11 or later: make demo PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo "Errorbook needs Python 3.11 or later, and $(PYTHON) is $$($(PYTHON) --version 2>&1 | head -n 1). Name another one: make demo PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "This Python has no venv module. On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing the locked dependencies into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/python -m compileall -q bot catalog
	@touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp requirements-dev.lock pyproject.toml
	@echo "Installing what the tests and checks need ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

demo: $(VENV)/run.stamp ## Open a Slack on this machine with the bot in it (PORT=8000)
	@$(BIN)/python -m bot.cli demo --port $(PORT)

test: $(VENV)/dev.stamp ## Run the tests
	@$(BIN)/python -m pytest -n 2 --dist loadfile

check: $(VENV)/dev.stamp ## Lint, type-check, and hold the house to its rules
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -q tests/test_house.py

format: $(VENV)/dev.stamp ## Lay the code out and mend what ruff can mend
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(VENV)/dev.stamp ## Print every measured figure (DATA=folder with the ground truth)
	@$(BIN)/python -m tests.benchmarks $(DATA)

fuzz: $(VENV)/dev.stamp ## Fuzz the reader (Linux; installs atheris)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-fuzz.lock
	@$(BIN)/python -m tests.fuzz

lock: ## Choose the newest versions that fit and write them with their hashes
	@command -v uv >/dev/null || { echo "Locking needs uv: pip install uv" >&2; exit 1; }
	@for want in "requirements.lock pyproject.toml --extra postgres" "requirements-dev.lock pyproject.toml --extra postgres --group dev -c requirements.lock" "requirements-fuzz.lock --group fuzz"; do \
	  set -- $$want; out=$$1; shift; \
	  uv pip compile "$$@" --no-config --universal --python-version 3.11 --upgrade --generate-hashes \
	    --no-header --no-annotate --quiet -o $$out || exit 1; done

wheel: $(VENV)/dev.stamp ## Build the wheel into dist/
	@$(BIN)/python -m build --wheel --no-isolation --outdir dist .

clean: ## Remove what the tools and the demo made
	@rm -rf $(VENV) .demo dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis test-results
