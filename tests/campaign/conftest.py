"""What pytest need not import here to look for doctests: it needs an extra that few have."""

collect_ignore = ["forked_tests.py", "mutant_runs.py", "mutations.py"]
