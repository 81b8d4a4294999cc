"""Writes the job for databases that dpsql does not run on itself; runs nothing."""
