"""Confident presence (our derivation): δ-presence where P is known from statistics only.

A law says how many people who are not in T a class may have. The criterion B adds the probabilities
that the classes violate δ. Pure mathematics on arrays; nothing here reads a job or a table.
"""
