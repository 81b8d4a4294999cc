"""Checks a release against P, T and the job; shares nothing with the search."""
