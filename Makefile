# make report   measure the bundled model on the bundled corpus, write atlas/report.html
# make check    for every day, in about a minute: lint, types, and the Python tests that are not slow. Slow are the tests that read text
#               with a model, start a process or a browser, or are marked so: the rule stands in tests/conftest.py.
# make test     every test: Python, front end where Node is present, browser where Chromium is present
# make test-ray      the tests of --engine ray, which make test leaves out, with nothing beside them: about a minute and a half
# make test-oldest   the models' tests with the oldest transformers and torch
# make golden        compare what headscope makes with what it made at the base commit, to the bit: up to ten minutes; make golden-quick, one
# make audit   the pinned versions against known vulnerabilities; make fuzz, make coverage: docs/dependencies.md
# make bench    what measuring costs beside the bare forward pass, by hand, and BertViz, into benchmarks/RESULTS.md: a few minutes
# make notebooks     run the notebooks and keep their outputs
# HEADSCOPE_STRICT=1 makes a missing Node or Chromium a failure.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --constraint constraints.txt

# One thread for each process of the tests, because there is at least one a core; compiled modules are kept, because there are many processes.
TESTING := PYTHONDONTWRITEBYTECODE= OMP_NUM_THREADS=1 POLARS_MAX_THREADS=1 RAYON_NUM_THREADS=1

# One more than there are cores: many tests wait, for a browser or a process of their own, and another then has the core.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

# What the front end is built and tested with, where there is npm.
WEB := $(if $(shell command -v npm),web/node_modules/.ready)

.PHONY: report bench check test lint test-quick test-python test-web test-ray test-oldest golden golden-quick notebooks audit fuzz coverage clean

report: $(VENV)/.ready
	$(BIN)/headscope report --force --output atlas

# Side by side: types take one core only.
check: $(VENV)/.ready-dev
	$(MAKE) --jobs 2 lint test-quick

test-quick: $(VENV)/.ready-dev
	$(TESTING) $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder -m 'not slow'

# All side by side: types and front end use the moments in which the Python tests wait, for a browser above all.
test: $(VENV)/.ready-dev $(WEB)
	$(MAKE) --jobs 3 lint test-web test-python

lint: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Each process on one thread: files side by side, because many tests start a process of their own; in the order of
# tests/conftest.py, the longest first, because xdist would keep those with few tests for the end, and the longest have few.
test-python: $(VENV)/.ready-dev
	$(TESTING) $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --ignore tests/runs/test_ray.py

# In one process and not beside other tests: parts of Ray give up when they get no processor for 15 s. tests/lean spares them most of it.
test-ray: $(VENV)/.ready-ray
	HEADSCOPE_STRICT=1 PYTHONPATH=$(CURDIR)/tests/lean $(TESTING) $(BIN)/python -m pytest --durations 5 tests/runs/test_ray.py

# The built modules are committed, so that installing needs no Node; a rebuild must give the same bytes.
test-web: $(WEB)
	@if command -v npm >/dev/null; then \
	  cd web && npm run check && npm test && npm run verify; \
	elif [ "$(HEADSCOPE_STRICT)" = 1 ]; then echo "Node and npm are needed for the front-end tests" >&2; exit 1; \
	else echo "Front-end tests skipped: no npm here" >&2; fi

# Before the Python tests: some of them use what npm installs.
web/node_modules/.ready: web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	touch $@

# tests/golden/make.py says how. On another machine than the base's, the base is made again first, which takes as long once more.
golden: $(VENV)/.ready-dev
	$(BIN)/python tests/golden/make.py

golden-quick: $(VENV)/.ready-dev
	$(BIN)/python tests/golden/make.py --quick

audit: $(VENV)/.ready-dev
	$(BIN)/python -m pip --disable-pip-version-check --quiet install pip-audit
	$(BIN)/pip-audit --strict --requirement constraints.txt --no-deps --disable-pip

FUZZ_SECONDS ?= 100
fuzz: $(VENV)/.ready-dev
	$(BIN)/python -m pip --disable-pip-version-check --quiet install atheris
	for name in readers query manifest tally maps arrays; do $(BIN)/python fuzz/run.py $$name $(FUZZ_SECONDS) || exit 1; done

coverage: $(VENV)/.ready-dev
	$(BIN)/python -m pip --disable-pip-version-check --quiet install coverage
	$(TESTING) $(BIN)/coverage run --branch --source src/headscope -m pytest -m 'not slow'
	$(BIN)/coverage report --skip-covered

# BertViz is only weighed beside our pages; without it that row says so.
bench: $(VENV)/.ready
	-$(PIP) --no-deps bertviz
	$(BIN)/python benchmarks/bench.py

notebooks: $(VENV)/.ready-dev
	$(BIN)/python notebooks/make.py

# The oldest transformers and torch that pyproject.toml allows, where the registry has them for this machine.
OLDEST_TRANSFORMERS ?= 5.0.0
OLDEST_TORCH ?= 2.6.0
test-oldest: .venv-oldest/.ready
	$(TESTING) .venv-oldest/bin/python -m pytest tests/models tests/runs/test_references.py tests/measures/test_sink.py

.venv-oldest/.ready: pyproject.toml
	$(PYTHON) -m venv .venv-oldest
	.venv-oldest/bin/python -m pip --disable-pip-version-check --quiet install \
	  'transformers==$(OLDEST_TRANSFORMERS)' 'torch==$(OLDEST_TORCH)' --editable '.[dev]'
	touch $@

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "headscope needs Python 3.11 or newer; try make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: $(VENV)/bin/python pyproject.toml constraints.txt
	$(PIP) --editable .
	touch $@

$(VENV)/.ready-dev: $(VENV)/bin/python pyproject.toml constraints.txt
	$(PIP) --editable '.[dev]'
	touch $@ $(VENV)/.ready

$(VENV)/.ready-ray: $(VENV)/.ready-dev
	$(PIP) --editable '.[dev,ray]'
	touch $@

clean:
	rm -rf $(VENV) .venv-oldest .golden atlas web/node_modules .mypy_cache .ruff_cache .hypothesis
