"""Does differential privacy serve microdata? ``python -m benchmarks.microdata --help``."""
