"""Benchmarks of dpsql on public tables, which are fetched and never kept here; see README.md."""
