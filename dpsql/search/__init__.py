"""Searches over the lattice. They ask a checker to count nodes and never see an engine's name."""
