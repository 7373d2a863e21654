# make play   a battle against the computer; needs only Python 3.11 or newer
# make test   the whole test suite; sets up its own environment in .venv

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' && echo $$p && break; done)
BIN := .venv/bin
READY := .venv/ready

.PHONY: play test lint format docs fuzz bench clean python

play: python
	@PYTHONPATH=src $(PYTHON) -m drumhead play

test: $(READY)
	@$(BIN)/python -m pytest -n auto

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: $(READY)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

# The rules pages and the pictures of the documentation, made from their source.
docs: $(READY)
	@$(BIN)/python -m drumhead.core.rulebook
	@$(BIN)/python docs/pictures/draw.py

# The long check that no promise of the engine is ever broken, and the speed beside python-chess.
fuzz: $(READY)
	@$(BIN)/drumhead fuzz pocket-battles --games 10000 --workers 2
	@$(BIN)/drumhead fuzz travel-battle --games 5000 --workers 2
	@$(BIN)/drumhead fuzz travel-battle --games 500 --workers 2 --bot sergeant

bench: $(READY)
	@$(BIN)/drumhead bench pocket-battles

$(READY): pyproject.toml | python
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "Python cannot make a virtual environment here; on Debian, install the package python3-venv."; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)

python:
	@test -n "$(PYTHON)" || { echo "Drumhead needs Python 3.11 or newer."; exit 1; }

clean:
	@rm -rf .venv build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
