"""What a long search has counted, kept so that a crash does not lose it; private to its owner."""
