"""Searches of the lattice: which nodes are counted, in which order, and what that proves."""
