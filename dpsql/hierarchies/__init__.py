"""Loads, builds and checks hierarchies."""
