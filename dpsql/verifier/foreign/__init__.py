"""Checks files of other tools as boxes."""
