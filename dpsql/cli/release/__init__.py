"""Commands that make, verify and explain a release."""
