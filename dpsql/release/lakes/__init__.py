"""Releases that are folders: Delta and Iceberg tables, and plain Parquet folders."""
