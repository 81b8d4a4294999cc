"""Counts with noise: its law, how it is drawn, and the ledger of what may still be spent."""
