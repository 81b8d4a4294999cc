"""Writes the first job for two tables, to be read and improved by people."""
