"""Long runs that try to break dpsql, each a command that ends with one line of figures in JSON."""
