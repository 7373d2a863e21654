# make play   opens the start page in the browser; sets up its own environment in .venv
# make test   the test suite, with the pages in a real browser: finds a Chromium or installs one
# make test-quick   the tests to run while you work, in under a minute
# make lint   formatters, linters and type checkers, for Python and for the browser client
# make fast   the compiled build, in an environment of its own: .venv-fast

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' && echo $$p && break; done)
BIN := .venv/bin
PLAYABLE := .venv/playable
READY := .venv/ready
FAST := .venv-fast/bin
INSTALL := -m pip install --quiet --disable-pip-version-check
NODE := $(BIN)/python -m tests.kit.node
NODE_MODULES := node_modules/.package-lock.json
SUITE := -m pytest -n auto --dist worksteal
PIP := $(BIN)/python $(INSTALL) --editable
# With LOCKED=1, exactly the files of the lock are installed, or nothing: .ci/run asks for that.
FROM_LOCK := $(BIN)/python $(INSTALL) --require-hashes -r .ci/requirements.lock && \
	$(BIN)/python $(INSTALL) --no-deps --no-build-isolation --editable .

.PHONY: play fast test test-quick test-fast test-browser chromium screenshots lint format docs fuzz bench bench-fast load clean python

play: $(PLAYABLE)
	@$(BIN)/drumhead serve

test: $(READY) chromium
	@$(BIN)/python $(SUITE)

# The tests to run while you work: under a minute, without a browser and without PostgreSQL.
test-quick: $(READY)
	@$(BIN)/python $(SUITE) -m "not slow and not browser and not postgres"

# Compiled modules take the place of sources where both are: so this build is never an editable one.
fast: python
	@test -x $(FAST)/python || $(PYTHON) -m venv .venv-fast
	@rm -rf build/lib.* build/bdist.*
	@DRUMHEAD_COMPILE=1 $(FAST)/python $(INSTALL) '.[dev]'

# The suite once more, compiled; the browser's part would see nothing new.
test-fast: fast
	@$(FAST)/python -c 'import drumhead, drumhead.core.compiled as n; n.is_compiled() or exit("not compiled: is there a C compiler?")'
	@$(FAST)/python $(SUITE) --ignore tests/web

test-browser: $(READY) chromium
	@$(BIN)/python $(SUITE) tests/web

# The browser of the tests: the system's, else Debian's package for root, else one from the npm registry.
chromium: $(READY)
	@$(BIN)/python -m tests.web.chromium

# Every page, in both themes, on a desktop and on a phone, into build/screenshots; the README's three into docs/pictures.
screenshots: $(READY) chromium
	@$(BIN)/python -m tests.web.screenshots build/screenshots

lint: $(READY) $(NODE_MODULES)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(NODE) biome check --error-on-warnings
	@$(NODE) tsc --project jsconfig.json
	@$(NODE) tsc --project tests/js/jsconfig.json
	@$(NODE) jscpd --config .jscpd.json
	@$(BIN)/python -m tests.kit.dependencies audit

format: $(READY) $(NODE_MODULES)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(NODE) biome check --write

# What is made from a source: rules pages, API reference, pictures of the documentation, the client's protocol types.
docs: $(READY)
	@$(BIN)/python -m drumhead.core.rulebook.pages
	@$(BIN)/python docs/api_reference.py
	@$(BIN)/python docs/pictures/draw.py
	@$(BIN)/python -m drumhead.server.api.spec
	@$(BIN)/python -m tests.kit.protocol_types

# How long an action takes to reach the other player, beside boardgame.io's server; what idle battles weigh; two processes.
load: $(READY)
	@$(BIN)/python -m benchmarks.load --show position
	@$(BIN)/python -m benchmarks.load --show data --beats 40
	@$(BIN)/python -m benchmarks.load --beats 40
	@$(BIN)/python -m benchmarks.load --idle 5000
	@$(BIN)/python -m benchmarks.load --twice --show position

# The long check that no promise of the engine is ever broken, and the speed beside python-chess.
fuzz: $(READY)
	@$(BIN)/drumhead fuzz pocket-battles --games 10000 --workers 2
	@$(BIN)/drumhead fuzz travel-battle --games 5000 --workers 2 --whole
	@$(BIN)/drumhead fuzz travel-battle --games 500 --workers 2 --bot sergeant
	@$(BIN)/drumhead fuzz aces-armor --games 2000 --workers 2

bench: $(READY) chromium
	@$(BIN)/drumhead bench pocket-battles
	@$(BIN)/python -m benchmarks.picture_times
	@$(BIN)/python -m benchmarks.decision_times
	@$(BIN)/python -m benchmarks.browser

# How many times as fast as pure Python the compiled build is, in play and in search.
bench-fast: fast
	@$(FAST)/drumhead bench --pure

$(BIN)/python: | python
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "Python cannot make a virtual environment here; on Debian, install the package python3-venv."; exit 1; }

$(PLAYABLE): pyproject.toml | $(BIN)/python
	@$(PIP) .
	@touch $@

$(READY): pyproject.toml $(if $(LOCKED),.ci/requirements.lock) | $(BIN)/python
	@$(if $(LOCKED),$(FROM_LOCK),$(PIP) '.[dev]')
	@touch $@ $(PLAYABLE)

# The formatter, linter and type checker of the browser client; Node itself comes with the `dev` extra.
$(NODE_MODULES): package.json package-lock.json | $(READY)
	@$(NODE) npm ci --ignore-scripts --silent
	@touch $@

python:
	@test -n "$(PYTHON)" || { echo "Drumhead needs Python 3.11 or newer."; exit 1; }

clean:
	@rm -rf .venv .venv-fast node_modules build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
