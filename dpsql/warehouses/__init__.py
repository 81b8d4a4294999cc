"""Writes a job's statements for databases on which dpsql itself does not run; runs nothing."""
