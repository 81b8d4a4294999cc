"""UCI Adult: fetch it, solve it by brute force, measure dpsql on it."""
