"""Presence where released rows overlap: a person may be meant by rows of several boxes."""
