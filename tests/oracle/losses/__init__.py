"""What a release loses: the metrics, and what a reader can still tell."""
