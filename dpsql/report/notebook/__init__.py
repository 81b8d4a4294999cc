"""Outcomes in a notebook: cells of HTML, and the progress of a run."""
