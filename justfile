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

# All cases on Spark, some hours of them; DPSQL_SPARK_HOME names the folder of the package pyspark
spark:
    DPSQL_SPARK_CASES=all uv run pytest tests/spark tests/spec tests/conformance -k spark

# Everything that tries to break dpsql at length; repeat it to go on. Writes its page in any case
campaign folder=".campaign":
    uv run --extra mutants python -m tests.campaign {{folder}}; ended=$?; \
    uv run python -m tests.campaign {{folder}} --page; exit $(( ended || $? ))

# Branch coverage of the trusted core, which must be whole
core:
    uv run python -m tests.campaign.core

# Does a test notice if the trusted core is changed? Repeat it to go on where it was stopped
mutants folder=".campaign/mutants":
    uv run --extra mutants python -m tests.campaign.mutants {{folder}}

# Rewrite the SQL snapshots after a template changed; read the diff before committing
snapshots:
    DPSQL_WRITE_SNAPSHOTS=1 uv run pytest tests/sql

# The documentation as a site in .site; `just docs serve` shows it while it is written
docs command="build":
    uv run mkdocs {{command}} --config-file docs/make/mkdocs.yml

# Write what commands print into pages; read the diff before committing
pages +names:
    uv run python -m tests.pages {{names}}
