"""Checks releases of boxes: whom each box covers, counted by orders that are stated in Python."""
