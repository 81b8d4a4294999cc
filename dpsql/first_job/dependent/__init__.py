"""Columns that follow from others: copies, flags of one column, sums, times of the row."""
