"""The commands, and what only the command line needs: options, help, progress, pictures of results.

`cli` lists them all.
"""
