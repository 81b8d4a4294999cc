"""Commands of the command line that have a page of their own; `cli` lists them all."""
