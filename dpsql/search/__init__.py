"""Searches over the lattice. They count nodes by a checker and do not depend on an engine."""
