"""Section 7 of Nergiz, Atzori & Clifton 2007, run again: ``python -m benchmarks.paper --help``."""
