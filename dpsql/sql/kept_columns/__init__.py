"""Counts what kept columns tell of people."""
