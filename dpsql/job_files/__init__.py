"""Reads the job file."""
