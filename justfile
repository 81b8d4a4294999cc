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

# Every system call of a run's write phase killed, stopped and failed; needs strace, goes on where it was
faults:
    uv run python -m tests.campaign.write_phase --into write_phase.csv.jsonl
    uv run python -m tests.campaign.write_phase --into write_phase.parquet.jsonl --suffix parquet

# Branch coverage of the trusted core
core:
    uv run python -m pytest -n 0 --cov=dpsql --cov-branch --cov-config=.coveragerc tests/unit

# Rewrite the SQL snapshots after a template changed; read the diff before committing
snapshots:
    DPSQL_WRITE_SNAPSHOTS=1 uv run pytest tests/sql
