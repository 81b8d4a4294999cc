"""SQL that others run: all statements of a job as a script for a warehouse."""
