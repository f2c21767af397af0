# `make run` plays a million games, `make test` proves everything. They need
# Python, a C compiler and make; the rest goes into .venv.

PYTHON ?= python3
DEALS ?= 1000000
CORES := $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
THREADS ?= $(CORES)

VENV := .venv
BIN := $(VENV)/bin
COMPILED_FROM := setup.py pyproject.toml $(wildcard src/* src/*/* ddz_core/*.pxd ddz_core/_core/*.pxd ddz_core/include/*)

.PHONY: run test test-browser test-levels test-web proofs lint format types wheel bench guard \
	sanitize tsan clang aarch64 fuzz clean
.DELETE_ON_ERROR:

run: $(VENV)/with-cli
	$(BIN)/ddz simulate --deals $(DEALS) --threads $(THREADS)

test: $(VENV)/with-test
	$(BIN)/python -m pytest --numprocesses $(CORES)

# The page of `ddz serve` in a real browser, which is installed if there is none.
test-browser: $(VENV)/with-browser
	if ! command -v chromium > /dev/null; then \
		sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
		$$sudo apt-get update --quiet && $$sudo apt-get install --quiet --yes chromium; \
	fi
	$(BIN)/python -m pytest tests/browser --numprocesses $(CORES)

# The slower kernels that this processor also runs, through the tests that ask most of
# the kernels. All else calls the same table of functions.
OF_LEVELS := $(addprefix tests/test_,$(addsuffix .py, \
	batch beliefs golden golden_variants min_plays playouts_replay properties \
	properties_variants rollouts rules_cases signature solver vector vector_variants worlds))
test-levels: $(VENV)/with-test
	for level in $$($(BIN)/python -c 'import ddz_core as d; print(*d.cpu_features()["available"][:-1])'); do \
		echo "== kernels for $$level"; \
		DDZ_LEVEL=$$level $(BIN)/python -m pytest --numprocesses $(CORES) $(OF_LEVELS) || exit; \
	done

# What is proven by going through all there is, and takes some minutes.
proofs: $(VENV)/with-test
	$(BIN)/python -m pytest --numprocesses $(CORES) -m slow tests

# What takes minutes of the proofs for tables in the browser: whatever was sent in 200 deals
# is searched for hidden cards, 50 servers are killed in the middle of deals, and 1,000 lines
# that say nothing are cut.
test-web: $(VENV)/with-test
	WEB_DEALS=200 WEB_KILLS=50 WEB_LINES=1000 $(BIN)/python -m pytest --numprocesses $(CORES) \
		tests/test_web_hidden.py tests/test_web_hostile.py tests/test_web_killed.py

lint: $(VENV)/with-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(VENV)/with-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(VENV)/with-dev
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest --allowlist .ci/stubtest-allowlist --ignore-unused-allowlist \
		$(subst /,.,$(basename $(wildcard ddz_core/_core/*.pyi)))

# The wheel is built from the sdist, in a folder of its own, so nothing that
# lies about in this one can get into it.
wheel: $(VENV)/with-dev
	rm -rf dist
	$(BIN)/python -m build

bench: $(VENV)/with-test
	$(BIN)/python -m pytest benchmarks --benchmark-enable

# Fails where the kernels need more instructions than they did. Needs valgrind.
guard: $(VENV)/built
	$(BIN)/python benchmarks/guard.py

# Checks of extensions that are made in another way, each in a copy of the sources in build/:
# sanitizers for memory and undefined operations, and for threads; clang; another processor.
sanitize tsan clang aarch64: $(VENV)/with-test
	PYTHON=$(CURDIR)/$(BIN)/python .ci/$@

# Every public call with random and hostile arguments, for so many seconds; a failure prints
# the command that repeats it.
SECONDS ?= 120
SEED ?= 1
fuzz: $(VENV)/with-test
	$(BIN)/python tests/fuzz/run.py --seconds $(SECONDS) --seed $(SEED) --jobs $(CORES)

clean:
	rm -rf $(VENV) build dist *.egg-info examples/*/*/rollout.c ddz_core/_core/*.so ddz_core/_core/*.pyd
	rm -rf .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# `compat` puts the compiled modules and the .pxd files where both Python and
# another package's cimport find them. What an earlier build left, perhaps with
# other flags, is thrown away.
$(VENV)/built: $(COMPILED_FROM) | $(BIN)/python
	rm -rf build
	$(BIN)/python -m pip install --quiet --editable . --config-settings editable_mode=compat
	touch $@

# The extras of the package that is now installed.
$(VENV)/with-%: pyproject.toml | $(VENV)/built
	$(BIN)/python -m pip install --quiet 'ddz-core[$*]'
	touch $@
