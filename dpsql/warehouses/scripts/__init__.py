"""SQL that others run: the whole trip as a script for a warehouse."""
