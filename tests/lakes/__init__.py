"""Lake tables: what is read of them is what the same rows in one Parquet file are."""
