"""A dbt project of a job: models, seeds, generic tests; nothing is run and no table is read."""
