"""Reads dates, numbers and codes in texts that no rule of a job reads as they are."""
