"""What a release is still good for: its answers beside those of T."""
