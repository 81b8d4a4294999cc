"""Which classes satisfy the privacy models."""
