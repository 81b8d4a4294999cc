"""Distinct tuples of P and T, and the leaves and labels of their values."""
