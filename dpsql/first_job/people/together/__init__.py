"""Finds columns of P that name people together, where none does alone."""
