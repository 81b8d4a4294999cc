"""From counts and the costs of misuse to δ."""
