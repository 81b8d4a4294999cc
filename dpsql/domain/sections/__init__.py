"""The sections of a job file: one file each, checked for itself."""
