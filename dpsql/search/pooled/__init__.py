"""Pooled: rare classes of P climb to labels of more people, and the search for where to start."""
