# Everything is set up inside the project: a virtual environment with every version pinned and hashed.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
JOBS   ?= 2
READY  := $(VENV)/.ready
KERNELS := $(VENV)/.kernels
UV     := $(BIN)/uv

.PHONY: run test check deep evidence install bench lint ruff mypy imports clean lock

run: install            ## set everything up and open the electronic floor
	@$(BIN)/croupier serve

test: $(KERNELS) lint   ## what everybody runs before a commit: lint, types, architecture, tests (4 minutes)
	@$(BIN)/python -m tests.run test --jobs $(JOBS)

check: install          ## everything about one game: make check GAME=queensland/roulette (20 seconds)
	@$(BIN)/python -m tests.run check "$(GAME)" --jobs $(JOBS)

deep: install           ## everything there is, in 24 parts: make deep, or one part with PART=3/24; SEED=n repeats a run
	@$(BIN)/python -m tests.run deep "$(PART)" --jobs $(JOBS) $(if $(SEED),--seed $(SEED))

evidence: install       ## write anew what is recorded of a game's odds and simulation: make evidence GAME=queensland/roulette
	@$(BIN)/python -m tests.evidence $(GAME)

install: $(READY)       ## set everything up, run nothing

$(KERNELS): $(READY)
	@$(BIN)/python -m tests.kernels
	@touch $(KERNELS)

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

lint: install           ## style, types, architecture
	@$(MAKE) --no-print-directory -j $(JOBS) ruff mypy imports

ruff:
	@$(BIN)/ruff check --quiet src tests bench
	@$(BIN)/ruff format --quiet --check src tests bench

mypy:
	@$(BIN)/mypy --no-error-summary

imports:
	@$(BIN)/lint-imports --no-logo

lock: install           ## compile the pinned requirements anew
	$(UV) pip compile --quiet --generate-hashes --universal --python-version 3.11 requirements/dev.in -o requirements/dev.txt
	$(UV) pip compile --quiet --generate-hashes --universal --python-version 3.11 requirements/uv.in -o requirements/uv.txt
	$(UV) pip compile --quiet --generate-hashes --universal --python-version 3.11 requirements/bench.in -c requirements/dev.txt -o requirements/bench.txt

clean:                  ## remove what install and tests made
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build out src/*.egg-info
