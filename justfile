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

# The tests while you work, in minutes: the tier `default`
test:
    uv run pytest -n auto

# What must pass before a change lands: checks and the tier `ci`, in fresh environments
ci:
    .ci/run

# Every case on every engine, and all campaigns; takes hours. DPSQL_SPARK_HOME names the folder of
# the package pyspark, DPSQL_DBT the command dbt
nightly:
    DPSQL_CASES=all uv run --extra dev pytest -n auto
    just core
    just campaign

# All cases on Spark, some hours of them
spark:
    DPSQL_CASES=all uv run pytest tests/spark tests/spec tests/conformance -k spark

# Everything that tries to break dpsql at length; repeat it to go on. Writes its page in any case
campaign folder=".campaign":
    uv run --extra mutants python -m tests.campaign {{folder}}; ended=$?; \
    uv run python -m tests.campaign {{folder}} --page; exit $(( ended || $? ))

# Branch coverage of the trusted core, which must be whole
core:
    uv run python -m tests.campaign.core

# Does a test of a tier notice if the trusted core is changed? Repeat it to go on after a stop
mutants folder=".campaign/mutants" tier="all":
    uv run --extra mutants python -m tests.campaign.mutants {{folder}} --tier {{tier}}

# Rewrite the SQL snapshots after a template changed; read the diff before committing
snapshots:
    DPSQL_WRITE_SNAPSHOTS=1 uv run pytest tests/sql

# The documentation as a site in .site; `just docs serve` shows it while it is written. The variable leaves
# out a notice of the theme about its end in 2027
docs command="build":
    NO_MKDOCS_2_WARNING=1 uv run python -m mkdocs {{command}} --config-file docs/make/mkdocs.yml

# Take the pictures of docs/gallery.md and of the README again; needs Chromium. Look at each
gallery:
    uv run python -m docs.make.gallery

# Write what docs/reference has from the code; read the diff
reference:
    uv run python -m docs.make.reference

# Write what commands print into pages; read the diff before committing
pages +names:
    uv run python -m tests.pages {{names}}

# Move the fragments of docs/changelog.d into CHANGELOG.md as the section of a version
changelog version:
    uv run python -m docs.make.changelog {{version}}
