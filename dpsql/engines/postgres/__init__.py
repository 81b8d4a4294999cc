"""Postgres, in one transaction that is never committed."""
