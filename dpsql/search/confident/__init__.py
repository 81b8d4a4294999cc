"""Searches where P is known from statistics only: a node holds with a confidence, or fails."""
