"""The Python API: one file per use case, with its function and its outcome."""
