# Everything a contributor runs; `just` lists it.

_default:
    @just --list

# A virtual environment with everything that development needs
setup:
    uv sync --extra dev

# Format, lint, types, floors
check:
    uv run ruff format --check .
    uv run ruff check .
    uv run mypy
    uv run lint-imports

# The tests of every push
test:
    uv run pytest -n auto

# Everything that tries to break dpsql at length; repeat it to go on where it was stopped
campaign folder=".campaign":
    uv run python -m tests.campaign {{folder}}
    uv run python -m tests.campaign {{folder}} --page

# Rewrite the SQL snapshots after a template changed; read the diff before committing
snapshots:
    DPSQL_WRITE_SNAPSHOTS=1 uv run pytest tests/sql
