"""Draws the classes of a pooled release again, from counts or from expected people."""
