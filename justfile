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

# Branch coverage of the trusted core, which must be whole
core:
    uv run coverage run -m pytest -q -n 0 dpsql/domain/threshold.py \
        tests/unit/test_threshold.py tests/unit/test_signals.py tests/functional/test_target.py \
        tests/functional/test_publish.py tests/functional/test_private_folder.py \
        tests/functional/test_signal_at_any_line.py \
        tests/functional/test_commands.py tests/functional/test_refusals.py \
        tests/functional/test_what_an_attack_found.py
    uv run coverage report

# Rewrite the SQL snapshots after a template changed; read the diff before committing
snapshots:
    DPSQL_WRITE_SNAPSHOTS=1 uv run pytest tests/sql
