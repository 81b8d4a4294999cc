"""Releases that a page explores, found and measured in memory; nothing is written."""
