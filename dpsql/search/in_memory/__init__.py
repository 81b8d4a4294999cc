"""Cuts of people whose counts are in memory: what `sql/` finds, for pages that show many cuts."""
