"""Risks of linking rows to people, and of counts and tables that are published as they are."""
