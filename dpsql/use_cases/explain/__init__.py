"""Explains what an algorithm found: levels, pooled releases, and cuts along the hierarchies."""
