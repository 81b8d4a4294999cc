"""The command line: one file per command, and the code that only a terminal needs."""
