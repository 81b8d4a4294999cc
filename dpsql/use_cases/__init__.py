"""What dpsql does for people, a file each with its function and its outcome: the Python API."""
