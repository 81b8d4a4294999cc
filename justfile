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

# 10,000 random instances against the oracle
campaign:
    DPSQL_HYPOTHESIS_PROFILE=campaign uv run pytest -n auto tests/generative

# Leaks, corruptions and the minimality attack, each a line of figures
campaign-leaks:
    uv run python -m tests.campaign.canaries 1000
    uv run python -m tests.campaign.corruptions 2000
    uv run python -m tests.campaign.minimality 1300

# Rewrite the SQL snapshots after a template changed; read the diff before committing
snapshots:
    DPSQL_WRITE_SNAPSHOTS=1 uv run pytest tests/sql
