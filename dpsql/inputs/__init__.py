"""Finds the tables of a job: files, folders, lakes, addresses."""
