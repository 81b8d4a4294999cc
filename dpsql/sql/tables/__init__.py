"""P and T: their columns and rows."""
