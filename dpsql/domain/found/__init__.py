"""What was found: presence, risks, verdicts, points, as figures without any row."""
