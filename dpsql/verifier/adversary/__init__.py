"""Counts again what an adversary with more than P knows: priors, earlier releases."""
