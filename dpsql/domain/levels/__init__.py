"""Hierarchies, the rules that make them, and the lattice of their levels."""
