"""Releases that a job could make, side by side: candidates, their figures, and the best of them."""
