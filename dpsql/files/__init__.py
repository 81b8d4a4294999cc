"""What the disk is asked: private files and folders, what it keeps, what was meant."""
