"""Checks a release against P, T and the job; shares no code with the search."""
