"""Presence where people are not equally likely to be in T before the release."""
