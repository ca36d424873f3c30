# Arbiter. `make run` starts everything, `make test` checks everything; both set up what they need.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

CLOCKS ?= 2
PORT ?= 8000
BIN := .venv/bin
# One test process a core, and one more because many wait for programs that they start. Tests that measure time come
# afterwards, one a core. What fails beside a busy neighbour, most of all a browser, is tried once more alone.
CORES := $(shell nproc)
WORKERS ?= $(shell expr $(CORES) + 1)
again = { [ $$? -eq 1 ] && $(BIN)/pytest --last-failed $(1); }

.PHONY: help run test wasm bench lint format matrix lock clean setup test-python test-timing hardware

help: ## Show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: .venv/.run ## Hub, broker, database and virtual clocks (PORT=8000 CLOCKS=2)
	@exec $(BIN)/arbiter run --port $(PORT) --clocks $(CLOCKS)

# Side by side, each with its output in one piece; what measures time comes last.
test: ## Every check
	@$(MAKE) --no-print-directory --jobs setup
	@$(MAKE) --no-print-directory --jobs --keep-going --output-sync=target lint hardware test-python
	@$(MAKE) --no-print-directory test-timing

setup: .venv/.dev typings/.done packages browser

lint: .venv/.dev typings/.done ## Format, lint, types and import rules
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/lint-imports --no-logo
	nice $(BIN)/pyright
	nice $(BIN)/pyright -p firmware

test-python: .venv/.dev packages browser
	rm -f .coverage .coverage.*
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not timing" --cov --cov-report= || \
		$(call again,--cov --cov-append --cov-report=)
	$(BIN)/coverage report --include='shared/*' --fail-under=100
	$(BIN)/coverage report --include='hub/*' --fail-under=90

test-timing: .venv/.dev packages browser
	$(BIN)/pytest -n $(CORES) --dist worksteal -m timing || $(call again)

hardware: .venv/.dev ## Draw and check schematic, board, wiring and case
	bash hardware/install_tools.sh
	nice $(BIN)/python hardware/build.py
	ARBITER_HARDWARE_TOOLS=1 nice $(BIN)/pytest -q -p no:cacheprovider tests/hardware/tools

wasm: .venv/.dev packages ## The core's tests, the wrap of ticks and the heap on a 32-bit MicroPython
	@PYTHONPATH=tests:firmware $(BIN)/python -m wasm.run

bench: .venv/.dev packages browser ## Figures: clock, press to frame, device to browser, durable events
	@PYTHONPATH=tests:firmware $(BIN)/python -m bench $(ONLY)

format: .venv/.dev ## Format the code
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

matrix: .venv/.dev ## Write the coverage matrix of the regulations
	PYTHONPATH=tests $(BIN)/python -m traceability.matrix

lock: .venv/.dev ## Pin the dependencies anew
	$(BIN)/uv pip compile $(LOCK_OPTIONS) --extra build --extra postgres pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile $(LOCK_OPTIONS) --all-extras -c requirements.lock pyproject.toml -o .ci/dev.lock

LOCK_OPTIONS := --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-emit-index-url --no-header

clean: ## Remove what was set up and built (not the data of a hub)
	rm -rf .venv typings build dist .pytest_cache .ruff_cache .hypothesis .coverage .coverage.*

.PHONY: packages browser
packages:
	@.ci/debian mosquitto fonts-dejavu-core libatomic1 postgresql pgn-extract poppler-utils $$(.ci/browser --package)

browser: .venv/.dev packages
	@.ci/browser

.venv/.run: requirements.lock pyproject.toml
	@.ci/venv requirements.lock
	@touch $@

.venv/.dev: .ci/dev.lock pyproject.toml
	@.ci/venv .ci/dev.lock
	@touch $@

# The ESP32 stubs would hide CPython's own modules, so they live outside the virtual environment.
typings/.done: firmware/stubs.lock .venv/.dev
	rm -rf typings
	$(BIN)/pip install --quiet --target typings --no-deps --require-hashes -r firmware/stubs.lock
	@touch $@
