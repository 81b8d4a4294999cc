"""The command line: a file per command, and what only a terminal needs."""
