# Everything is set up inside the project: a virtual environment with every version pinned and hashed.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
JOBS   ?= 2
READY  := $(VENV)/.ready
UV     := $(BIN)/uv

.PHONY: run test install bench prove prove-changed lint clean lock

run: install            ## set everything up and open the electronic floor
	@$(BIN)/croupier serve

test: install lint      ## lint, types, architecture, and every test
	$(BIN)/python -m pytest -n $(JOBS) -q

install: $(READY)       ## set everything up, run nothing

$(READY): requirements/dev.txt requirements/uv.txt pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@test -x $(UV) || $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	$(UV) pip sync --quiet --compile-bytecode --python $(BIN)/python --require-hashes requirements/dev.txt requirements/uv.txt
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q --invalidation-mode checked-hash src
	@touch $(READY)

bench: install          ## our figures, the peers' and the ratios, measured in one run
	@$(BIN)/python -c "import eval7, gymnasium, phevaluator, pokerkit, pyspiel, treys" 2>/dev/null || $(UV) pip install --quiet --python $(BIN)/python --no-deps --require-hashes -r requirements/bench.txt || echo "bench: a peer could not be installed and is left out"
	@$(BIN)/python -m compileall -q --invalidation-mode checked-hash src
	@$(BIN)/python -m bench

prove: install          ## recompute every proof and the long simulations
	$(BIN)/python -m pytest -n $(JOBS) -q tests -m prove --prove --record-proved

prove-changed: install  ## the same for the games whose rules or sources changed since they were last proved
	$(BIN)/python -m pytest -n $(JOBS) -q tests -m prove --prove-changed

lint: install           ## style, types, architecture
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench
	$(BIN)/mypy
	$(BIN)/lint-imports

lock: install           ## compile the pinned requirements anew
	$(UV) pip compile --quiet --generate-hashes --universal --python-version 3.11 requirements/dev.in -o requirements/dev.txt
	$(UV) pip compile --quiet --generate-hashes --universal --python-version 3.11 requirements/uv.in -o requirements/uv.txt
	$(UV) pip compile --quiet --generate-hashes --universal --python-version 3.11 requirements/bench.in -c requirements/dev.txt -o requirements/bench.txt

clean:                  ## remove what install and tests made
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build out src/*.egg-info
