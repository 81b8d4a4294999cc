"""`dpsql counts`: counts of T with noise, differentially private."""
