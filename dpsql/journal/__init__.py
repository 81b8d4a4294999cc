"""Keeps what a long search has counted, so that a crash does not lose it; private to its owner."""
