"""Derives δ from counts and the costs of misuse."""
