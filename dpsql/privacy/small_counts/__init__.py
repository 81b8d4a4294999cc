"""Counts of T that were published under a rule: which counts they may stand for."""
