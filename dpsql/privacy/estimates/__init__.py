"""Estimates of risks where P is known from a sample only. They are evidence, never a guarantee."""
