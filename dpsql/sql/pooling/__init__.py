"""Statements about pooling: who climbs, where they settle, and what is published of them."""
